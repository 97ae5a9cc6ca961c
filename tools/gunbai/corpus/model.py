"""The corpus as typed objects. Plain frozen dataclasses: pydantic checks them at the border (``corpus.reader``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from gunbai.engine.kernel import Certainty, Point, Reading, Setting

__all__ = [
    "AUTHORITIES", "Authority", "Badge", "Certainty", "Citation", "Corpus", "Defect", "Document", "Example", "Game",
    "House", "Kind", "Name", "NameGroup", "NotARule", "Place", "Ruling", "Silences", "Table", "Topic", "badge_of",
]

Kind = Literal["decision", "parameter", "procedure", "note"]
Authority = Literal["publisher", "author", "judge", "player"]
Badge = Literal["公式", "作者", "有志", "推定", "裁定待ち"]

AUTHORITIES: tuple[Authority, ...] = ("publisher", "author", "judge", "player")
"""From the highest to the lowest."""

_BADGES: Mapping[Authority, Badge] = {"publisher": "公式", "author": "作者", "judge": "有志", "player": "有志"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in the corpus: file (relative to the corpus' root) and line, from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong: where, in which ruling, what was expected, what was found, one hint."""

    place: Place
    expected: str
    found: str
    hint: str = ""
    ruling: str = ""
    code: str = ""
    """A short name of the kind of defect (``unknown-key``), for programs."""

    def __str__(self) -> str:
        who = f" [{self.ruling}]" if self.ruling else ""
        hint = f"\n    hint: {self.hint}" if self.hint else ""
        return f"{self.place}:{who} expected {self.expected}; found {self.found}{hint}"


@dataclass(frozen=True, slots=True)
class Document:
    """A source: ``audited`` ones are split into clauses and locked, the others are cited by address."""

    id: str
    title: str
    authority: Authority
    address: str = ""
    updated: str = ""
    since: str = ""
    until: str = ""
    audited: bool = False
    note: str = ""
    style: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Citation:
    """One source of a ruling. ``background`` ones explain and do not count for the badge."""

    document: str
    at: str = ""
    updated: str = ""
    background: bool = False


@dataclass(frozen=True, slots=True)
class NotARule:
    """A clause that is no rule (a title, a greeting, a notice), with the reason."""

    document: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True)
class Example:
    """例: a titled piece of the example language. ``line`` is where its first statement stands in the file."""

    title: str
    run: str
    line: int = 0


@dataclass(frozen=True)
class Ruling:
    """裁定: one decided point."""

    id: str
    kind: Kind
    title: str
    question: str
    answer: str
    certainty: Certainty
    why: str = ""
    source: tuple[Citation, ...] = ()
    cards: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    wording: Mapping[str, str] = field(default_factory=dict)
    topics: tuple[str, ...] = ()
    faq: bool = False
    moment: str = ""
    see: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    replaces: str = ""
    default: str = ""
    readings: tuple[Reading, ...] = ()
    silence: tuple[str, ...] = ()
    silence_reason: str = ""
    cites_reason: str = ""
    single: str = ""
    examples: tuple[Example, ...] = ()
    # filled in by the reader
    game: str = ""
    topic: str = ""
    place: Place = Place("", 0)
    badge: Badge = "裁定待ち"
    updated: str = ""

    @property
    def point(self) -> Point:
        """What the engine's kernel needs to know of this ruling."""
        return Point(
            self.id, self.certainty, self.readings, self.default or None,
            None if self.since in ("", "unknown") else self.since, self.until or None,
        )


@dataclass(frozen=True, slots=True)
class Name:
    """A row of names.yaml: a name with its yomi (よみ), aliases, nicknames and kind (card, character, unit, term…)."""

    name: str
    yomi: tuple[str, ...]
    kind: str = "card"
    aliases: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    number: str = ""
    faction: str = ""
    text: str = ""
    sample: bool = False
    place: Place = Place("", 0)


@dataclass(frozen=True, slots=True)
class NameGroup:
    """A group of cards to which a ruling may apply, or (``same``) of names that count as one."""

    id: str
    title: str
    members: tuple[str, ...]
    same: bool = False
    source: tuple[Citation, ...] = ()
    place: Place = Place("", 0)


@dataclass(frozen=True, slots=True)
class Table:
    """A file under tables/: rows of plain data for the engine. ``sample`` rows are 見本, given by no source."""

    id: str
    title: str
    rows: tuple[Mapping[str, Any], ...]
    about: str = ""
    sample: bool = False
    source: tuple[Citation, ...] = ()
    place: Place = Place("", 0)
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class House:
    """卓の取り決め: the readings that a table or an event has chosen."""

    title: str
    choices: Mapping[str, str]
    sample: bool = False
    place: Place = Place("", 0)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic file and its place in the reading order."""

    id: str
    title: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Silences:
    """The game's list of what its sources leave open: ``G1`` … ``G12``; ``texts`` may say each in a line."""

    prefix: str = "S"
    count: int = 0
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids of the list, in order."""
        return tuple(f"{self.prefix}{n}" for n in range(1, self.count + 1))


@dataclass(frozen=True)
class Game:
    """One game's corpus."""

    id: str
    prefix: str
    title: str
    yomi: tuple[str, ...]
    engine: str
    about: str
    owner: str
    documents: tuple[Document, ...]
    topics: tuple[Topic, ...]
    moments: tuple[str, ...] = ()
    colour: str = "indigo"
    silences: Silences = field(default_factory=lambda: Silences())
    not_a_rule: tuple[NotARule, ...] = ()
    names: tuple[Name, ...] = ()
    groups: tuple[NameGroup, ...] = ()
    tables: tuple[Table, ...] = ()
    houses: Mapping[str, House] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    place: Place = Place("", 0)

    @cached_property
    def by_id(self) -> Mapping[str, Ruling]:
        """The rulings by id."""
        return {r.id: r for r in self.rulings}

    @cached_property
    def document(self) -> Mapping[str, Document]:
        """The documents by id."""
        return {d.id: d for d in self.documents}

    @cached_property
    def by_name(self) -> Mapping[str, Name]:
        """The rows of names.yaml by name and by alias."""
        return {n: row for row in reversed(self.names) for n in (*row.aliases, row.name)}

    @cached_property
    def engine_package(self) -> str:
        """The engine's package, or an empty string for a corpus without one."""
        return "" if self.engine == "none" else f"gunbai.engine.{self.engine}"

    @cached_property
    def setting(self) -> Setting:
        """The tables and points of this game for the kernel, on no date and without house rules."""
        tables: dict[str, Any] = {t.id: t.rows for t in self.tables}
        tables["names"] = tuple(
            {"name": n.name, "kind": n.kind, "aliases": n.aliases, "number": n.number, "faction": n.faction}
            for n in self.names
        )
        tables["groups"] = tuple({"id": g.id, "members": g.members, "same": g.same} for g in self.groups)
        points = {r.id: r.point for r in self.rulings}
        return Setting(MappingProxyType(tables), MappingProxyType(points))

    def referring_to(self, ruling: str) -> tuple[Ruling, ...]:
        """The rulings whose ``see`` or ``replaces`` names this one: its back references."""
        return tuple(r for r in self.rulings if ruling in r.see or r.replaces == ruling)


@dataclass(frozen=True)
class Corpus:
    """All games, and everything that was wrong with the files."""

    root: Path
    games: tuple[Game, ...]
    defects: tuple[Defect, ...] = ()
    warnings: tuple[Defect, ...] = ()

    @property
    def rulings(self) -> Iterator[Ruling]:
        """All rulings of all games."""
        return (r for g in self.games for r in g.rulings)

    @cached_property
    def by_id(self) -> Mapping[str, Ruling]:
        """All rulings by id."""
        return {r.id: r for r in self.rulings}

    def game(self, game: str) -> Game | None:
        """The game with this id."""
        return next((g for g in self.games if g.id == game), None)


def badge_of(certainty: Certainty, authorities: tuple[Authority, ...]) -> Badge:
    """What a reader sees: the certainty, and for a stated ruling the lowest authority among its sources."""
    if certainty == "open":
        return "裁定待ち"
    if certainty == "inferred":
        return "推定"
    return _BADGES[max(authorities, key=AUTHORITIES.index)] if authorities else "裁定待ち"
