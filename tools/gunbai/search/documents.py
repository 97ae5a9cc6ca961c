"""One analysis of the corpus for search: the rulings and the pages of names. Every index is built from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gunbai.corpus.folding import unbroken
from gunbai.corpus.model import Corpus, Game
from gunbai.corpus.names import NAME_KIND, Name
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.touching import Touch, touching
from gunbai.corpus.urls import name_url, url_of
from gunbai.search.synonyms import Synonyms, read_synonyms
from gunbai.text import exact

__all__ = ["NAME", "Entry", "entries", "plain"]

NAME = "name"
"""The kind of an entry that is the page of a name."""

MIN_MENTION = 2
_MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*_`#>|]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One ruling, or the page of one name, as search sees it. ``names`` begins with the title; ``yomi`` are those of
    all names, in hiragana; ``synonyms`` are its words and those that people use for them. The page of a name has no
    badge and no date; its id is its address."""

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
    """How names are said; the name that each says is at the same place of ``spoken``."""
    spoken: tuple[str, ...]
    topic_title: str
    numbers: tuple[str, ...]
    documents: tuple[str, ...]
    question: str
    answer: str
    rest: str
    until: str = ""
    asked: tuple[str, ...] = ()
    """Other ways in which people ask it: looked through, never shown."""
    synonyms: tuple[str, ...] = ()
    in_title: int = 0
    """How many of ``yomi``, from the first, say names that stand in the title."""
    synonym_places: tuple[int, ...] = ()
    """Of each of ``synonyms``, the best place of what it stands for (of ``scale.WEIGHTS``)."""
    sort: str = ""
    """Of a name: what it is (カード, 用語 …)."""
    touching: int = 0
    """Of a name: how many rulings touch it."""

    @property
    def is_name(self) -> bool:
        """Whether this is the page of a name."""
        return self.kind == NAME

    @classmethod
    def of(cls, plain: dict[str, object]) -> Entry:
        """The entry of whose fields JSON made ``plain``."""
        return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in plain.items()})  # type: ignore[arg-type]


def entries(corpus: Corpus) -> Iterator[Entry]:
    """An entry for each ruling and for each name, game by game in reading order."""
    synonyms, _ = read_synonyms(corpus.root)
    for game in corpus.games:
        mentions = _Mentions(game)
        topics = {t.id: t.title for t in game.topics}
        for ruling in game.rulings:
            yield _entry(game, ruling, mentions, topics.get(ruling.topic, ""), synonyms)
        touches = touching(game)
        for name in game.names:
            yield _name_entry(game, name, touches.get(name.name, ()), synonyms)


def plain(markdown: str) -> str:
    """Markdown without its marks, in one line: no space comes of a line end inside Japanese text."""
    return " ".join(_MARKUP.sub(lambda m: m[1] or "", unbroken(markdown)).split())


def _entry(game: Game, ruling: Ruling, mentions: _Mentions, topic: str, synonyms: Synonyms) -> Entry:
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
    title_yomi = _yomi(mentions.of(ruling.title)) | synonyms.said(ruling.title)
    front = "\n".join((ruling.title, ruling.question, *ruling.topics))
    all_yomi = _yomi([*named, *grouped]) | synonyms.said(front)
    said = title_yomi | {y: n for y, n in all_yomi.items() if y not in title_yomi}
    meant = _meant(synonyms, "\n".join(filter(None, rest)), ruling.answer, ruling.question, "\n".join(ruling.topics),
                   ruling.title)
    return Entry(
        id=ruling.id, game=game.id, game_title=game.title, title=ruling.title, badge=ruling.badge, kind=ruling.kind,
        topic=ruling.topic, date=ruling.updated, url=f"/{url_of(ruling)}", names=tuple(names),
        others=tuple(o for o in others if o not in names),
        in_title=len(title_yomi),
        yomi=tuple(said), spoken=tuple(said.values()), topic_title=topic,
        numbers=tuple(dict.fromkeys(row.number for row in direct if row.number)),
        documents=tuple(dict.fromkeys(c.document for c in ruling.source)), question=plain(ruling.question),
        asked=tuple(map(plain, ruling.asked)),
        answer=plain(ruling.answer), rest=" ".join(plain(t) for t in rest if t), until=ruling.until,
        synonyms=tuple(meant), synonym_places=tuple(meant.values()),
    )


def _name_entry(game: Game, name: Name, touches: tuple[Touch, ...], synonyms: Synonyms) -> Entry:
    address = name_url(game.id, name)
    meant = _meant(synonyms, name.text, "", "", "", "\n".join(_called(name)))
    return Entry(
        id=address.rstrip("/"), game=game.id, game_title=game.title, title=name.name, badge="", kind=NAME, topic="",
        date="", url=f"/{address}", names=_called(name),
        others=tuple(dict.fromkeys(g.title for g in game.groups if name.name in g.members)), yomi=name.yomi,
        spoken=(name.name,) * len(name.yomi), topic_title="", numbers=(name.number,) if name.number else (),
        documents=(), question="", answer=plain(name.text), rest=" ".join(filter(None, (name.faction,))),
        synonyms=tuple(meant), in_title=len(name.yomi), synonym_places=tuple(meant.values()),
        sort=NAME_KIND.get(name.kind, name.kind), touching=len(touches))


def _meant(synonyms: Synonyms, *texts: str) -> dict[str, int]:
    """The words that stand for words of the texts, each with the number of the last text that has it."""
    return {word: place for place, text in enumerate(texts) for word in synonyms.of(text)}


def _rows(game: Game, names: Iterable[str]) -> list[Name]:
    return list(dict.fromkeys(row for n in names if (row := game.by_name.get(n)) is not None))


def _yomi(rows: Iterable[Name]) -> dict[str, str]:
    return {yomi: row.name for row in rows for yomi in row.yomi}


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
