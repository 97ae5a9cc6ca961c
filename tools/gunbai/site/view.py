"""One game as the site sees it: its rulings with their examples, what touches which name, what each reading changes."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gunbai.corpus.model import Game, Table, Topic
from gunbai.corpus.names import Name
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.source import AUTHORITIES, Badge, Document
from gunbai.corpus.touching import Touch, touching
from gunbai.examples.check import GameRun
from gunbai.site.functions import EngineFunction, functions_of
from gunbai.site.pictures import Film, Picture, of_example, turn_of
from gunbai.site.relations import decided, general
from gunbai.site.show import Consequence, ExampleView, consequences, example_views
from gunbai.site.tool_list import tools_of
from gunbai.site.tools import ToolView, texts_in_examples
from gunbai.site.words import BADGES

__all__ = ["GameView", "TableRows", "Touch"]

_YOMI_ROWS = (("あ", "あぁいぃうぅえぇおぉゔ"), ("か", "かがきぎくぐけげこご"), ("さ", "さざしじすずせぜそぞ"),
              ("た", "ただちぢっつづてでとど"), ("な", "なにぬねの"), ("は", "はばぱひびぴふぶぷへべぺほぼぽ"),
              ("ま", "まみむめも"), ("や", "やゃゆゅよょ"), ("ら", "らりるれろ"), ("わ", "わゎをん"))


@dataclass(frozen=True, slots=True)
class TableRows:
    """The rows of one table that speak of a name."""

    table: Table
    rows: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class GameView:
    """A game and its examples, run."""

    game: Game
    done: GameRun

    @cached_property
    def examples(self) -> Mapping[str, tuple[ExampleView, ...]]:
        """The examples of every ruling."""
        return {r.id: example_views(r, self.done.runs.get(r.id, ()), self.done.verbs) for r in self.game.rulings}

    @cached_property
    def pictures(self) -> Mapping[str, tuple[Film | None, ...]]:
        """For every example of every ruling its pictures, or None."""
        return {r.id: tuple(of_example(self.game, self.done.verbs, run.told) for run in self.done.runs.get(r.id, ()))
                for r in self.game.rulings}

    @cached_property
    def turn(self) -> Picture | None:
        """The chart of the turn; None where the engine could not be loaded or has none."""
        return turn_of(self.game) if self.done.verbs else None

    @cached_property
    def tools(self) -> tuple[ToolView, ...]:
        """Its judge tools; none where the engine could not be loaded."""
        mine = tools_of(self.game.id) if self.done.verbs else ()
        texts = texts_in_examples(self.done) if mine else {}
        return tuple(ToolView(t, self.game, self.done, texts) for t in mine)

    @cached_property
    def consequences(self) -> Mapping[str, tuple[Consequence, ...]]:
        """By ruling: the situations in which its readings part."""
        return consequences(self.done)

    @cached_property
    def topics(self) -> tuple[tuple[Topic, tuple[Ruling, ...]], ...]:
        """The topics in reading order with their rulings; those without rulings are left out."""
        by_topic: dict[str, list[Ruling]] = {}
        for ruling in self.game.rulings:
            by_topic.setdefault(ruling.topic, []).append(ruling)
        known = [*self.game.topics, *(Topic(t, t) for t in by_topic if t not in {x.id for x in self.game.topics})]
        return tuple((t, _current_first(by_topic[t.id])) for t in known if t.id in by_topic)

    @cached_property
    def topic_titles(self) -> Mapping[str, str]:
        """The titles of the topics by id."""
        return {t.id: t.title for t, _ in self.topics}

    @cached_property
    def moments(self) -> tuple[tuple[str, tuple[Ruling, ...]], ...]:
        """よくある質問: the moments of the turn with the rulings that are asked there."""
        asked = [r for r in self.game.rulings if r.faq and not r.until]
        moments = dict.fromkeys((*self.game.moments, *(r.moment for r in asked)))
        found = ((m, tuple(r for r in asked if r.moment == m)) for m in moments)
        return tuple((m, rulings) for m, rulings in found if rulings)

    @property
    def asked(self) -> int:
        """How many rulings are asked often."""
        return sum(len(rulings) for _, rulings in self.moments)

    def moment_anchor(self, moment: str) -> str:
        """Where a moment stands on the page of よくある質問."""
        return f"moment-{self.game.moments.index(moment) + 1 if moment in self.game.moments else 0}"

    @cached_property
    def open_points(self) -> tuple[Ruling, ...]:
        """裁定待ち in reading order."""
        return tuple(r for r in self.game.rulings if r.certainty == "open" and not r.until)

    @cached_property
    def inferred_points(self) -> tuple[Ruling, ...]:
        """推定 in reading order."""
        return tuple(r for r in self.game.rulings if r.certainty == "inferred" and not r.until)

    @cached_property
    def badges(self) -> tuple[tuple[Badge, int], ...]:
        """How many rulings bear each badge."""
        counted = Counter(r.badge for r in self.game.rulings)
        return tuple((b, counted[b]) for b in BADGES if counted[b])

    @cached_property
    def example_count(self) -> int:
        """How many examples the game has."""
        return sum(len(r.examples) for r in self.game.rulings)

    @cached_property
    def back(self) -> Mapping[str, tuple[Ruling, ...]]:
        """By ruling: those whose ``see`` names it."""
        found: dict[str, list[Ruling]] = {}
        for ruling in self.game.rulings:
            for other in ruling.see:
                found.setdefault(other, []).append(ruling)
        return {i: tuple(rulings) for i, rulings in found.items()}

    @cached_property
    def decided(self) -> Mapping[str, tuple[Ruling, ...]]:
        """By ruling: the others whose examples it decided."""
        return decided(self.done)

    @cached_property
    def general(self) -> Mapping[str, tuple[Ruling, ...]]:
        """By name: the rulings that bear on it without naming it or a group of it."""
        return {name: tuple(r for r in rulings if r.id not in {t.ruling.id for t in self.touching.get(name, ())})
                for name, rulings in general(self.done).items()}

    def functions(self, ruling: str) -> tuple[EngineFunction, ...]:
        """The engine's functions that implement a ruling."""
        return functions_of(ruling, self.game.engine_package) if self.done.verbs else ()

    @cached_property
    def numbers(self) -> tuple[Table, ...]:
        """The tables that hold nothing but numbers under names: what one looks up most."""
        return tuple(t for t in self.game.tables if t.rows and all(
            set(row) <= {"key", "value", "sample"} and type(row.get("value")) is int for row in t.rows))

    @cached_property
    def successor(self) -> Mapping[str, Ruling]:
        """By ruling: the one that replaces it."""
        return {r.replaces: r for r in self.game.rulings if r.replaces}

    @cached_property
    def touching(self) -> Mapping[str, tuple[Touch, ...]]:
        """By name: every ruling that touches it; first those whose title or topics say it, then direct, then groups."""
        return touching(self.game)

    @cached_property
    def tables_of(self) -> Mapping[str, tuple[TableRows, ...]]:
        """By name: the rows of the game's tables that speak of it."""
        found: dict[str, dict[str, list[Mapping[str, Any]]]] = {}
        for table in self.game.tables:
            for row in table.rows:
                named = dict.fromkeys(self.game.by_name[t].name for t in _texts(row) if t in self.game.by_name)
                for name in named:
                    found.setdefault(name, {}).setdefault(table.id, []).append(row)
        tables = {t.id: t for t in self.game.tables}
        return {n: tuple(TableRows(tables[t], tuple(rows)) for t, rows in by.items()) for n, by in found.items()}

    @cached_property
    def names_by_yomi(self) -> tuple[tuple[str, tuple[Name, ...]], ...]:
        """The names in the rows of the kana table, within a row by yomi."""
        by_row: dict[str, list[Name]] = {}
        for name in sorted(self.game.names, key=lambda n: (n.yomi[:1] or (n.name,), n.name)):
            first = (name.yomi[0] if name.yomi else name.name)[:1]
            row = next((row for row, kana in _YOMI_ROWS if first in kana), _initial(first))
            by_row.setdefault(row, []).append(name)
        rows = (*(r for r, _ in _YOMI_ROWS), *sorted(by_row.keys() - {r for r, _ in _YOMI_ROWS} - {"他"}), "他")
        return tuple((row, tuple(by_row[row])) for row in rows if row in by_row)

    @cached_property
    def documents(self) -> tuple[tuple[Document, int], ...]:
        """The documents that are cited, with the number of rulings that do, highest authority and most cited first."""
        cited = Counter(d for r in self.game.rulings for d in {c.document for c in r.source})
        known = [(d, cited[d.id]) for d in self.game.documents if cited[d.id] or d.audited]
        return tuple(sorted(known, key=lambda pair: (AUTHORITIES.index(pair[0].authority), -pair[1])))


def _current_first(rulings: list[Ruling]) -> tuple[Ruling, ...]:
    return tuple(sorted(rulings, key=lambda r: bool(r.until)))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from _texts(inner)


def _initial(first: str) -> str:
    """The row of a name that begins with no kana: its Latin letter without accents, else 他."""
    plain = unicodedata.normalize("NFKD", first)[:1].upper()
    return plain if plain.isascii() and plain.isalpha() else "他"
