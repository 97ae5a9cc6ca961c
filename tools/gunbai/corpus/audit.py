"""A document against its lock: which clauses are new, gone, changed, moved or the same, and which rulings that touches.

Pure functions. In: the clauses of a document as it is now, the lock, the game. Out: an ``AuditReport``, as lines for
people and as a dict for programs.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from gunbai.corpus.clauses import Clause
from gunbai.corpus.coverage import Coverage, addresses, coverage, share
from gunbai.corpus.lock import Lock, Locked, lock_of, replaced
from gunbai.corpus.model import Game
from gunbai.corpus.sketch import likeness

__all__ = ["Affected", "AuditReport", "Changes", "Pair", "audit_report", "compare"]


ALIKE = 0.35
"""From which likeness on a clause counts as another one with changed words."""

MOST_PAIRS = 1_000_000
"""So many are compared at most; of more, a document has too little in common with its lock."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A clause as the lock has it and as the document has it."""

    old: Locked
    new: Clause


@dataclass(frozen=True, slots=True)
class Changes:
    """How a document differs from its lock. ``changed`` ones have other words, ``moved`` ones only another address."""

    same: tuple[Pair, ...] = ()
    new: tuple[Clause, ...] = ()
    changed: tuple[Pair, ...] = ()
    moved: tuple[Pair, ...] = ()
    gone: tuple[Locked, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether the document is as it was."""
        return not (self.new or self.changed or self.moved or self.gone)


@dataclass(frozen=True, slots=True)
class Affected:
    """Something that refers to a clause which has changed, moved or gone.

    ``ruling`` is empty for an entry of ``not_a_rule``; ``after`` is the clause's address now, empty where it is gone.
    """

    ruling: str
    at: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit of one document has found. ``coverage`` is that of the document as it is now."""

    game: str
    document: str
    changes: Changes
    affected: tuple[Affected, ...]
    coverage: Coverage

    @property
    def clean(self) -> bool:
        """Whether there is nothing to do: the lock is true, and every clause is covered."""
        return self.changes.clean and self.coverage.clean

    def to_dict(self) -> dict[str, Any]:
        """The report for programs: plain lists, dicts, texts and numbers."""
        now, then = self.coverage, self.changes
        return {
            "game": self.game,
            "document": self.document,
            "clean": self.clean,
            "clauses": len(now.clauses),
            "same": len(then.same),
            "new": [{"address": c.address, "line": c.line, "text": c.text} for c in then.new],
            "changed": [{"from": p.old.address, "to": p.new.address, "line": p.new.line, "text": p.new.text}
                        for p in then.changed],
            "moved": [{"from": p.old.address, "to": p.new.address, "line": p.new.line} for p in then.moved],
            "gone": [r.address for r in then.gone],
            "affected": [{"ruling": a.ruling, "at": a.at, "from": a.before, "to": a.after} for a in self.affected],
            "cited": {c.address: list(c.rulings) for c in now.cited},
            "not_a_rule": {e.address: e.reason for e in now.not_a_rule},
            "both": {c.address: list(c.rulings) for c in now.both},
            "uncovered": [r.address for r in now.uncovered],
            "dead": [{"ruling": d.ruling, "at": d.at, "missing": list(d.missing), "file": d.place.file,
                      "line": d.place.line, "near": d.near} for d in now.dead],
        }

    def lines(self) -> Iterator[str]:
        """The report for people."""
        then, now = self.changes, self.coverage
        counts = [f"{len(part)} {word}" for word, part in (
            ("the same", then.same), ("new", then.new), ("changed", then.changed), ("moved", then.moved),
            ("gone", then.gone)) if part]
        yield f"{self.game}, {self.document}: {len(now.clauses)} clauses ({', '.join(counts)})"
        for clause in then.new:
            yield f"  new        {clause.address}  {_short(clause.text)}"
        for pair in then.changed:
            yield f"  changed    {_arrow(pair)}  {_short(pair.new.text)}"
        for pair in then.moved:
            yield f"  moved      {_arrow(pair)}"
        for row in then.gone:
            yield f"  gone       {row.address}"
        for one in self.affected:
            who = one.ruling or "not_a_rule"
            if not one.after:
                yield f"  look at    {who}: {one.at} ({one.before} is gone)"
            elif one.after != one.before:
                yield f"  look at    {who}: {one.at} ({one.before} is {one.after} now)"
            else:
                yield f"  look at    {who}: {one.at} ({one.before} has other words now)"
        for dead in now.dead:
            who = dead.ruling or "not_a_rule"
            near = f"; did you mean {dead.near}?" if dead.near else ""
            what = ", ".join(dead.missing) or "is not of the form heading#n"
            yield f"  no clause  {who}: {dead.at or '(no at:)'} {f'({what})' if what != dead.at else ''}".rstrip() + (
                f" at {dead.place}{near}")
        for both in now.both:
            yield f"  both       {both.address} is under not_a_rule and cited by {', '.join(both.rulings)}"
        for row in now.uncovered:
            yield f"  uncovered  {row.address}"
        exempt = {e.address for e in now.not_a_rule} - {c.address for c in now.cited}
        covered = len(now.clauses) - len(now.uncovered)
        yield (f"{covered} of {len(now.clauses)} clauses are covered: {len(now.cited)} cited, "
               f"{len(exempt)} not a rule ({share(len(exempt), len(now.clauses))}), {len(now.uncovered)} uncovered")


def audit_report(game: Game, lock: Lock, document: str, clauses: Sequence[Clause]) -> AuditReport:
    """Compare a document as it is now with the lock, and the document with the corpus.

    The coverage takes the citations at their word: it is that which `gunbai check` will find once the lock is updated.
    """
    clauses = adopted(clauses, lock.of(document))
    changes = compare(clauses, lock.of(document))
    rows = replaced(lock.rows, document, lock_of(document, clauses), [d.id for d in game.documents])
    affected = tuple(_affected(game, document, changes))
    return AuditReport(game.id, document, changes, affected, coverage(game, Lock(lock.name, rows), document))


def adopted(clauses: Sequence[Clause], rows: Sequence[Locked]) -> tuple[Clause, ...]:
    """The clauses with their headings spelt as in the lock, where only width and space differ (as in a PDF)."""
    known = {_bare(_heading(row.address)): _heading(row.address) for row in rows}
    return tuple(replace(c, heading=known.get(_bare(c.heading), c.heading)) for c in clauses)


def _bare(heading: str) -> str:
    return "".join(unicodedata.normalize("NFKC", heading).split())


def compare(clauses: Sequence[Clause], rows: Sequence[Locked]) -> Changes:
    """How the clauses differ from the rows of the lock; both are those of one document, in its order.

    A clause with the digest of a row is the same, or has moved. What is left is paired as changed where it is alike
    (the likest first), follows the same neighbour under the same heading, or stands at the same address; the rest is
    new or gone.
    """
    partner: dict[int, int] = {}  # position in clauses → position in rows
    taken: set[int] = set()

    def pair(new: int, old: int) -> None:
        partner[new] = old
        taken.add(old)

    at = {row.address: index for index, row in enumerate(rows)}
    for new, clause in enumerate(clauses):
        old = at.get(clause.address, -1)
        if old >= 0 and rows[old].digest == clause.digest:
            pair(new, old)
    for within in (True, False):  # first under the same heading, then anywhere
        waiting: defaultdict[tuple[str, str], deque[int]] = defaultdict(deque)
        for old, row in enumerate(rows):
            if old not in taken:
                waiting[_heading(row.address) if within else "", row.digest].append(old)
        for new, clause in enumerate(clauses):
            queue = waiting.get((_heading(clause.address) if within else "", clause.digest))
            if new not in partner and queue:
                pair(new, queue.popleft())
    for _, new, old in _alike(clauses, rows, partner, taken):
        if new not in partner and old not in taken:
            pair(new, old)
    for new, clause in enumerate(clauses):
        old = partner.get(new - 1, -2 if new else -1) + 1
        if new not in partner and 0 <= old < len(rows) and old not in taken and (
                _heading(rows[old].address) == _heading(clause.address)):
            pair(new, old)
    for new, clause in enumerate(clauses):
        old = at.get(clause.address, -1)
        if new not in partner and old >= 0 and old not in taken:
            pair(new, old)

    pairs = [Pair(rows[partner[new]], clause) for new, clause in enumerate(clauses) if new in partner]
    equal = [p for p in pairs if p.old.digest == p.new.digest]
    return Changes(
        same=tuple(p for p in equal if p.old.address == p.new.address),
        new=tuple(clause for new, clause in enumerate(clauses) if new not in partner),
        changed=tuple(p for p in pairs if p.old.digest != p.new.digest),
        moved=tuple(p for p in equal if p.old.address != p.new.address),
        gone=tuple(row for old, row in enumerate(rows) if old not in taken),
    )


def _alike(clauses: Sequence[Clause], rows: Sequence[Locked], partner: Mapping[int, int],
           taken: Set[int]) -> list[tuple[float, int, int]]:
    """Pairs of what is left that are alike, the likest first, of equal ones those nearest to each other."""
    new = [(index, clause.sketch) for index, clause in enumerate(clauses) if index not in partner]
    old = [(index, row.sketch) for index, row in enumerate(rows) if index not in taken and row.sketch]
    if len(new) * len(old) > MOST_PAIRS:
        return []
    found = [(likeness(a, b), here, there) for here, a in new for there, b in old]
    return sorted((pair for pair in found if pair[0] >= ALIKE), key=lambda p: (-p[0], abs(p[1] - p[2])))


def _affected(game: Game, document: str, changes: Changes) -> Iterator[Affected]:
    """What refers to clauses that have changed, moved or gone."""
    after = {p.old.address: p.new.address for p in (*changes.changed, *changes.moved)}
    after.update({row.address: "" for row in changes.gone})
    referring = [(ruling.id, c.at) for ruling in game.rulings for c in ruling.source if c.document == document]
    referring += [("", entry.at) for entry in game.not_a_rule if entry.document == document]
    for ruling, at in referring:
        for address in addresses(at):
            if address in after:
                yield Affected(ruling, at, address, after[address])


def _heading(address: str) -> str:
    return address.rpartition("#")[0]


def _arrow(pair: Pair) -> str:
    if pair.old.address == pair.new.address:
        return pair.new.address
    return f"{pair.old.address} → {pair.new.address}"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
