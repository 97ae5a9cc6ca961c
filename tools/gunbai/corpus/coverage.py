"""The lock against the corpus: which clauses rulings cite, which are no rule, which nobody covers, which do not exist.

Pure functions; no document is needed. In: a game and its lock. Out: ``Coverage``, and the defects that follow from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from gunbai.corpus.lock import Lock, Locked
from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import Game

__all__ = ["Cited", "Coverage", "Dead", "Exempt", "addresses", "coverage", "coverage_defects", "share"]

LONGEST_RANGE = 500

_AT = re.compile(r"(?P<heading>.+)#(?P<first>[1-9][0-9]{0,5})(?:-(?P<last>[1-9][0-9]{0,5}))?")


@dataclass(frozen=True, slots=True)
class Cited:
    """A clause and the ids of the rulings that cite it, in the order of the corpus."""

    document: str
    address: str
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exempt:
    """A clause that game.yaml lists as no rule, with the reason."""

    document: str
    address: str
    reason: str


@dataclass(frozen=True, slots=True)
class Dead:
    """A citation of an audited document that points to no clause, or not only to clauses.

    ``ruling`` is empty for an entry of ``not_a_rule``; ``missing`` are the addresses that do not exist, none where
    ``at`` is no address at all; ``near`` is an address that does exist and looks like it, or nothing.
    """

    document: str
    at: str
    missing: tuple[str, ...]
    ruling: str
    place: Place
    near: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the corpus does with the clauses of the audited documents."""

    clauses: tuple[Locked, ...] = ()
    cited: tuple[Cited, ...] = ()
    not_a_rule: tuple[Exempt, ...] = ()
    both: tuple[Cited, ...] = ()
    """Listed as no rule, and yet cited as one."""
    uncovered: tuple[Locked, ...] = ()
    dead: tuple[Dead, ...] = ()
    unlocked: tuple[str, ...] = ()
    """Audited documents without a line in the lock."""
    foreign: tuple[str, ...] = ()
    """Documents of the lock or of ``not_a_rule`` that are not audited."""

    @property
    def clean(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.uncovered or self.dead or self.both or self.unlocked or self.foreign)


def addresses(at: str) -> tuple[str, ...]:
    """The addresses that ``heading#n`` or ``heading#n-m`` stands for; none where it is neither."""
    match = _AT.fullmatch(at)
    if match is None:
        return ()
    first, last = int(match["first"]), int(match["last"] or match["first"])
    if not first <= last < first + LONGEST_RANGE:
        return ()
    return tuple(f"{match['heading']}#{number}" for number in range(first, last + 1))


def coverage(game: Game, lock: Lock, document: str = "") -> Coverage:
    """What the corpus of a game does with the clauses of its lock; of one document only where one is named."""
    audited = [d.id for d in game.documents if d.audited and document in ("", d.id)]
    rows = tuple(row for row in lock.rows if row.document in audited)
    known = {(row.document, row.address) for row in rows}
    citing: dict[tuple[str, str], list[str]] = {}
    firmly: dict[tuple[str, str], list[str]] = {}
    exempt: dict[tuple[str, str], str] = {}
    dead: list[Dead] = []

    def found(source: str, at: str, ruling: str, place: Place) -> Iterator[tuple[str, str]]:
        cited = addresses(at)
        missing = tuple(a for a in cited if (source, a) not in known)
        if missing or not cited:
            dead.append(Dead(source, at, missing, ruling, place, _near(lock, source, missing[0] if missing else at)))
        yield from ((source, a) for a in cited if (source, a) in known)

    for ruling in game.rulings:
        for citation in ruling.source:
            if citation.document not in audited:
                continue
            for key in found(citation.document, citation.at, ruling.id, ruling.place):
                _add(citing, key, ruling.id)
                if not citation.background:
                    _add(firmly, key, ruling.id)
    for entry in game.not_a_rule:
        if entry.document in audited:
            for key in found(entry.document, entry.at, "", game.place):
                exempt.setdefault(key, entry.reason)
    return Coverage(
        clauses=rows,
        cited=tuple(Cited(r.document, r.address, tuple(citing[key])) for r in rows if (key := _key(r)) in citing),
        not_a_rule=tuple(Exempt(r.document, r.address, exempt[key]) for r in rows if (key := _key(r)) in exempt),
        both=tuple(Cited(r.document, r.address, tuple(firmly[key])) for r in rows
                   if (key := _key(r)) in exempt and key in firmly),
        uncovered=tuple(r for r in rows if _key(r) not in citing and _key(r) not in exempt),
        dead=tuple(dead),
        unlocked=tuple(name for name in audited if not any(row.document == name for row in rows)),
        foreign=() if document else _foreign(game, lock, audited),
    )


def coverage_defects(game: Game, lock: Lock) -> tuple[Defect, ...]:
    """What `gunbai check` has to say of a game's lock: its own defects and those of the coverage."""
    result = coverage(game, lock)
    found = list(lock.defects)
    if not any(defect.code == "no-lock" for defect in lock.defects):
        found.extend(
            Defect(Place(lock.name, 1), f"the clauses of the audited document “{name}”", "none",
                   f"run `gunbai audit FILE --game {game.id} --document {name} --update`", code="document-unlocked")
            for name in result.unlocked
        )
    for name in result.foreign:
        line = next((row.line for row in lock.rows if row.document == name), 0)
        place = Place(lock.name, line) if line else game.place
        found.append(Defect(place, "an audited document of game.yaml", f"“{name}”",
                            "write `audited: true` at the document, or remove its lines", code="document-unaudited"))
    unlocked = set(result.unlocked)
    # without a lock every citation is dead, which is said once; a ruling without `at:` is told by corpus.checks
    found.extend(_dead_defect(d) for d in result.dead if d.document not in unlocked and (d.at or not d.ruling))
    found.extend(
        Defect(game.place, f"{both.document}: {both.address} to be a rule or not a rule",
               f"both: not_a_rule, and cited by {', '.join(both.rulings)}",
               "remove it from not_a_rule, or cite it with `background: true`", code="clause-both")
        for both in result.both
    )
    gaps = game.gaps
    found.extend(
        Defect(Place(lock.name, row.line or 1), f"a ruling that cites {row.document}: {row.address}", "none",
               "cite it in `source:`, or list it under not_a_rule with the reason", code="clause-uncovered")
        for row in result.uncovered
        if not (gaps.topics or gaps.rulings or gaps.partly)  # else what could not be read may cite it
    )
    return tuple(found)


def share(part: int, whole: int) -> str:
    """``3 %``, ``0.4 %``; of nothing ``0 %``."""
    percent = 100 * part / whole if whole else 0
    return f"{percent:.1f} %" if 0 < percent < 1 else f"{percent:.0f} %"


def _dead_defect(dead: Dead) -> Defect:
    if not dead.missing:
        expected, found = "an `at:` of the form heading#n or heading#n-m", f"“{dead.at}”" if dead.at else "none"
    else:
        expected = f"a clause of the document “{dead.document}”"
        found = ", ".join(dead.missing[:3]) + (" …" if len(dead.missing) > 3 else "")
    who = "" if dead.ruling else f"under not_a_rule: {dead.at}. "
    hint = who + (f"did you mean {dead.near}?" if dead.near else "see sources.lock for the addresses")
    return Defect(dead.place, expected, found, hint, dead.ruling, "dead-citation")


def _foreign(game: Game, lock: Lock, audited: list[str]) -> tuple[str, ...]:
    names = [row.document for row in lock.rows]
    names += [entry.document for entry in game.not_a_rule if entry.document in game.document]
    return tuple(dict.fromkeys(name for name in names if name not in audited))


def _near(lock: Lock, document: str, address: str) -> str:
    """The address of the document that looks most like this one."""
    known = [row.address for row in lock.of(document)]
    heading = address.rpartition("#")[0] or address
    last = [a for a in known if a.rpartition("#")[0] == heading]
    return last[-1] if last else next(iter(get_close_matches(address, known, 1)), "")


def _key(row: Locked) -> tuple[str, str]:
    return row.document, row.address


def _add(into: dict[tuple[str, str], list[str]], key: tuple[str, str], ruling: str) -> None:
    names = into.setdefault(key, [])
    if ruling not in names:
        names.append(ruling)
