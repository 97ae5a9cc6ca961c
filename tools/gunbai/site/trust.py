"""What is verified of a game, and how strongly: all that the page どこまで確かめてあるか tells, counted from the data.

In: a game with its examples, run, what was measured of their strength, its lock. Out: ``Trust``. Nothing is typed here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import get_args

from gunbai.corpus.coverage import Coverage, coverage
from gunbai.corpus.lock import LOCK, read_lock
from gunbai.corpus.ruling import Kind, Ruling
from gunbai.corpus.source import Document
from gunbai.engine.verdict import Verdict
from gunbai.examples.check import contrasted
from gunbai.examples.strength import GameStrength
from gunbai.site.view import GameView

__all__ = ["Clause", "DocumentMap", "Heading", "Trust", "Verdicts", "trust_of"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its number below the heading, the rulings that cite it, why it is no rule where it is none."""

    number: int
    rulings: tuple[Ruling, ...]
    reason: str

    @property
    def fate(self) -> str:
        """``cited``, ``exempt`` or ``open``."""
        return "cited" if self.rulings else "exempt" if self.reason else "open"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a document with its clauses; ``path`` is the headings above it and itself."""

    path: tuple[str, ...]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class DocumentMap:
    """An audited document: heading → clauses → rulings."""

    document: Document
    headings: tuple[Heading, ...]

    def count(self, fate: str = "") -> int:
        """How many clauses it has, or how many of one fate."""
        return sum(fate in ("", c.fate) for h in self.headings for c in h.clauses)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How the verdicts in the examples hang on readings: all, those that differ under another reading, those that touch
    such a point and do not."""

    total: int
    inferred: int
    undecided: int
    unmoved: int


@dataclass(frozen=True)
class Trust:
    """One game."""

    view: GameView
    covered: Coverage
    strength: GameStrength | None
    """None where it was not measured in the state that the game is in."""

    @cached_property
    def documents(self) -> tuple[DocumentMap, ...]:
        """The audited documents."""
        return tuple(_maps(self.view, self.covered))

    @property
    def clauses(self) -> int:
        """How many clauses the audited documents have."""
        return len(self.covered.clauses)

    @property
    def done(self) -> int:
        """How many of them a ruling cites, or have a reason to be none."""
        return self.clauses - len(self.covered.uncovered)

    @cached_property
    def unaudited(self) -> tuple[Document, ...]:
        """Documents that are cited, but not split into clauses."""
        return tuple(d for d, cited in self.view.documents if cited and not d.audited)

    @property
    def unaudited_count(self) -> int:
        """How many those are."""
        return len(self.unaudited)

    @cached_property
    def kinds(self) -> tuple[tuple[Kind, int], ...]:
        """How many rulings there are of each kind."""
        counted = Counter(r.kind for r in self.view.game.rulings)
        return tuple((k, counted[k]) for k in get_args(Kind) if counted[k])

    @cached_property
    def decisions(self) -> tuple[Ruling, ...]:
        """The rulings that need a contrast."""
        return tuple(r for r in self.view.game.rulings if r.kind == "decision")

    @cached_property
    def contrasts(self) -> int:
        """How many of them have one."""
        return sum(contrasted(r, self.view.done.runs.get(r.id, ())) for r in self.decisions)

    @property
    def singles(self) -> tuple[Ruling, ...]:
        """Those that do without, with the reason."""
        return tuple(r for r in self.decisions if r.single)

    @cached_property
    def points(self) -> tuple[Ruling, ...]:
        """The rulings with readings."""
        return tuple(r for r in self.view.game.rulings if r.readings)

    @property
    def readings(self) -> int:
        """How many readings they have."""
        return sum(len(r.readings) for r in self.points)

    @cached_property
    def verdicts(self) -> Verdicts:
        """What the readings change in the examples."""
        found = [told.answer.verdict for runs in self.view.done.runs.values() for run in runs for told in run.told]
        asked: list[Verdict] = [v for v in found if v is not None]
        firmness = Counter(v.firmness for v in asked)
        return Verdicts(len(asked), firmness["inferred"], firmness["open"],
                        sum(v.firmness == "firm" and bool(v.outcome.touched) for v in asked))

    @cached_property
    def sample_rows(self) -> int:
        """How many rows of the tables are 見本."""
        return sum(t.sample or bool(row.get("sample")) for t in self.view.game.tables for row in t.rows)

    @cached_property
    def sample_names(self) -> int:
        """How many names are 見本."""
        return sum(n.sample for n in self.view.game.names)


def trust_of(view: GameView, strength: GameStrength | None, rulings: Path) -> Trust:
    """What is verified of one game; ``rulings`` is the corpus' directory, where its lock lies."""
    audited = any(d.audited for d in view.game.documents)
    covered = coverage(view.game, read_lock(rulings / view.game.id / LOCK)) if audited else Coverage()
    return Trust(view, covered, strength)


def _maps(view: GameView, covered: Coverage) -> Iterator[DocumentMap]:
    citing = {(c.document, c.address): tuple(view.game.by_id[i] for i in c.rulings) for c in covered.cited}
    reasons = {(e.document, e.address): e.reason for e in covered.not_a_rule}
    for name, rows in groupby(covered.clauses, key=lambda row: row.document):
        headings = []
        for title, under in groupby(rows, key=lambda row: row.address.rpartition("#")[0]):
            clauses = tuple(Clause(int(row.address.rpartition("#")[2]), citing.get((name, row.address), ()),
                                   reasons.get((name, row.address), "")) for row in under)
            headings.append(Heading(tuple(title.split("/")), clauses))
        yield DocumentMap(view.game.document[name], tuple(headings))
