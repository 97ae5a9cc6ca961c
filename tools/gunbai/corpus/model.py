"""The corpus as typed objects: games with their rulings (``ruling``), names (``names``) and tables. Plain frozen
dataclasses: pydantic checks them at the border (``corpus.reader``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gunbai.corpus.defect import NOWHERE, Defect, Place, nearest
from gunbai.corpus.engines import package_of
from gunbai.corpus.names import Name, NameGroup
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.source import Citation, Document, NotARule
from gunbai.engine.kernel import Setting

__all__ = ["Corpus", "Game", "Gaps", "House", "Silences", "Table", "Topic"]

LANG = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*\Z")
"""How a language may be named (BCP 47, the plain forms)."""

ENGINE = re.compile(r"[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)*\Z")
"""How an engine may be named."""

MOST_SILENCES = 999
"""How long a game's list of silences may be."""


@dataclass(frozen=True, slots=True)
class Table:
    """A file under tables/: rows of plain data for the engine. ``sample`` rows are 見本, given by no source."""

    id: str
    title: str
    """Its title."""
    rows: tuple[Mapping[str, Any], ...]
    """The rows: plain data for the engine."""
    about: str = ""
    """What it holds."""
    sample: bool = False
    """見本: given by no source."""
    source: tuple[Citation, ...] = ()
    """The clauses that it comes from."""
    place: Place = NOWHERE
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class House:
    """卓の取り決め: the readings that a table or an event has chosen."""

    title: str
    """What the table or event is called."""
    choices: Mapping[str, str]
    """The ruling's id to the key of the reading that was chosen."""
    sample: bool = False
    """見本: made up."""
    place: Place = NOWHERE
    lines: Mapping[str, int] = field(default_factory=dict)

    def at(self, *keys: str | int) -> Place:
        """Where a key stands (``choices``) or an entry under it."""
        return nearest(self.place, self.lines, keys)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic file and its place in the reading order."""

    id: str
    """The name of the topic file without .yaml."""
    title: str
    """Its title."""
    about: str = ""
    """What it is about."""


@dataclass(frozen=True, slots=True)
class Silences:
    """The game's list of what its sources leave open: ``G1`` … ``G12``; ``texts`` may say each in a line."""

    prefix: str = "S"
    """The letter of the list."""
    count: int = 0
    """How many the list has."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What each leaves open, in a line."""

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids of the list, in order."""
        return tuple(f"{self.prefix}{n}" for n in range(1, min(self.count, MOST_SILENCES) + 1))


@dataclass(frozen=True, slots=True)
class Gaps:
    """What a game's files hold that could not be taken up, so that one defect does not cause others.

    ``rulings`` are ids, ``examples`` ids of rulings of which an example could not be read, ``names`` those of rows and
    groups, ``topics`` and ``tables`` those of files.
    """

    rulings: frozenset[str] = frozenset()
    partly: tuple[tuple[Ruling, frozenset[str]], ...] = ()
    """Rulings whose other keys can be checked, each with the keys that could not be read."""
    examples: frozenset[str] = frozenset()
    topics: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    all_names: bool = False
    tables: frozenset[str] = frozenset()

    @property
    def data(self) -> bool:
        """Whether names or tables are missing, without which the engine cannot answer."""
        return bool(self.names or self.all_names or self.tables)


@dataclass(frozen=True)
class Game:
    """One game's corpus."""

    id: str
    """The name of its directory."""
    prefix: str
    """What every ruling's id begins with, like gw-."""
    title: str
    """Its title."""
    yomi: tuple[str, ...]
    """よみ: how the title is said, in hiragana."""
    engine: str
    """The engine: a package of gunbai.engine, one that an installed project registers, a dotted name, or none."""
    about: str
    """What the game is, in a sentence or two."""
    owner: str
    """To whom the game and its names belong."""
    documents: tuple[Document, ...]
    """The sources."""
    topics: tuple[Topic, ...]
    """The topic files in reading order."""
    moments: tuple[str, ...] = ()
    """The moments of the turn, in order."""
    colour: str = "indigo"
    """The colour of its pages."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The Japanese words for the keys of its tables' rows, where a reader sees them."""
    lang: str = "ja"
    """The language of its texts (ja, en …); only Japanese names need yomi."""
    symbols: Mapping[str, str] = field(default_factory=dict)
    """Symbols that its texts write in brackets, like [pot], each with what it is."""
    silences: Silences = field(default_factory=lambda: Silences())
    """The list of what its sources leave open."""
    not_a_rule: tuple[NotARule, ...] = ()
    """Clauses that are no rules."""
    names: tuple[Name, ...] = ()
    groups: tuple[NameGroup, ...] = ()
    tables: tuple[Table, ...] = ()
    houses: Mapping[str, House] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    place: Place = NOWHERE
    lines: Mapping[str, int] = field(default_factory=dict)
    gaps: Gaps = Gaps()

    def at(self, *keys: str | int) -> Place:
        """Where a key of game.yaml stands (``documents``) or an entry under it (``documents``, 0)."""
        return nearest(self.place, self.lines, keys)

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
        if self.engine == "none" or not ENGINE.match(self.engine):
            return ""
        return package_of(self.engine)

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


@dataclass(frozen=True)
class Corpus:
    """All games, and everything that was wrong with the files."""

    root: Path
    games: tuple[Game, ...]
    defects: tuple[Defect, ...] = ()
    warnings: tuple[Defect, ...] = ()
    unread: frozenset[str] = frozenset()
    """Ids of rulings that exist but could not be taken up."""
    blind: bool = False
    """Whether some topic file says nothing at all, so that an unknown id may stand in it."""

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
