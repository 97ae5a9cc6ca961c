"""One analysis of the corpus for search: what a reader can look for, ruling by ruling. Every index is built from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gunbai.corpus.model import Corpus, Game, Name, Ruling
from gunbai.corpus.urls import url_of
from gunbai.text import exact

__all__ = ["Entry", "entries", "plain"]

MIN_MENTION = 2
_MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*_`#>|]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One ruling as search sees it. ``names`` begins with the title; ``yomi`` are those of all names, in hiragana."""

    id: str
    game: str
    game_title: str
    title: str
    badge: str
    kind: str
    topic: str
    date: str
    url: str
    names: tuple[str, ...]
    others: tuple[str, ...]
    yomi: tuple[str, ...]
    numbers: tuple[str, ...]
    documents: tuple[str, ...]
    question: str
    answer: str
    rest: str
    until: str = ""

    @classmethod
    def of(cls, plain: dict[str, object]) -> Entry:
        """The entry that ``dataclasses.asdict`` and JSON made ``plain`` from."""
        return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in plain.items()})  # type: ignore[arg-type]


def entries(corpus: Corpus) -> Iterator[Entry]:
    """An entry for each ruling, game by game in reading order."""
    for game in corpus.games:
        mentions = _Mentions(game)
        topics = {t.id: t.title for t in game.topics}
        for ruling in game.rulings:
            yield _entry(game, ruling, mentions, topics.get(ruling.topic, ""))


def plain(markdown: str) -> str:
    """Markdown without its marks, in one line."""
    return " ".join(_MARKUP.sub(lambda m: m[1] or "", markdown).split())


def _entry(game: Game, ruling: Ruling, mentions: _Mentions, topic: str) -> Entry:
    cards = [c for c in (*ruling.cards, *ruling.wording) if c in game.by_name]
    groups = [g for g in game.groups if g.id in (*ruling.groups, *ruling.cards)]
    direct = _rows(game, cards)
    mentioned = mentions.of("\n".join((ruling.title, ruling.question, *ruling.topics)))
    named = list(dict.fromkeys([*direct, *mentioned]))
    grouped = [row for row in _rows(game, (m for g in groups for m in g.members)) if row not in named]
    names = dict.fromkeys([ruling.title, *cards, *(n for row in named for n in _called(row))])
    others = dict.fromkeys([*(n for row in grouped for n in _called(row)), *(g.title for g in groups), *ruling.topics])
    rest = [ruling.why, topic, ruling.moment, *ruling.wording.values(), *(e.title for e in ruling.examples),
            *(t for r in ruling.readings for t in (r.text, r.why)),
            *(game.silences.texts.get(s, "") for s in ruling.silence)]
    return Entry(
        id=ruling.id, game=game.id, game_title=game.title, title=ruling.title, badge=ruling.badge, kind=ruling.kind,
        topic=ruling.topic, date=ruling.updated, url=f"/{url_of(ruling)}", names=tuple(names),
        others=tuple(o for o in others if o not in names),
        yomi=tuple(dict.fromkeys(y for row in (*named, *grouped) for y in row.yomi)),
        numbers=tuple(dict.fromkeys(row.number for row in direct if row.number)),
        documents=tuple(dict.fromkeys(c.document for c in ruling.source)), question=plain(ruling.question),
        answer=plain(ruling.answer), rest=plain("\n".join(t for t in rest if t)), until=ruling.until,
    )


def _rows(game: Game, names: Iterable[str]) -> list[Name]:
    return list(dict.fromkeys(row for n in names if (row := game.by_name.get(n)) is not None))


def _called(row: Name) -> tuple[str, ...]:
    return (row.name, *row.aliases, *row.nicknames)


class _Mentions:
    """Finds the names of a game in a text: a ruling on 重複しない is also found by how that is said."""

    def __init__(self, game: Game) -> None:
        rows = {exact(n): row for row in reversed(game.names) for n in (*row.aliases, row.name)
                if len(n) >= MIN_MENTION}
        self.rows = rows
        longest_first = sorted(rows, key=len, reverse=True)
        self.pattern = re.compile("|".join(map(re.escape, longest_first))) if rows else None

    def of(self, text: str) -> list[Name]:
        if self.pattern is None:
            return []
        return list(dict.fromkeys(self.rows[m] for m in self.pattern.findall(exact(text))))
