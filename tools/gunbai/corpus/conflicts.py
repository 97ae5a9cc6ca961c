"""Rulings of one game that answer the same question, and whether they contradict each other.

In: a game. Out: pairs of rulings that are in force on one day (``rivals``), and a defect where two of them ask the same
question in the same words and answer it otherwise. What their rules compute is compared in ``examples.conflicts``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz

from gunbai.corpus.defect import Defect
from gunbai.corpus.history import line_of_rulings
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Ruling
from gunbai.text import fold

__all__ = ["ALIKE", "Rivals", "conflict_defects", "rivals"]

ALIKE = 92.0
"""From which likeness on (0 to 100) two questions count as one that was asked twice."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two rulings that answer one question on one day: ``day`` is the first on which both are in force.

    An empty ``day`` means that both are since ever.
    """

    one: Ruling
    other: Ruling
    day: str
    likeness: float
    """How alike their questions are, 0 to 100; 100 where they are the same but for width, kana and marks."""


def rivals(game: Game) -> Iterator[Rivals]:
    """Pairs that ask nearly the same, or of which one replaced the other, and that are in force on one day."""
    asked = sorted(((q, r) for r in game.rulings if (q := fold(r.question))), key=lambda pair: len(pair[0]))
    lengths = [len(q) for q, _ in asked]
    told: set[frozenset[str]] = set()
    for index, (question, ruling) in enumerate(asked):
        shortest = len(question) * ALIKE / (200 - ALIKE)  # a shorter one cannot be so alike
        for before, earlier in asked[bisect_left(lengths, shortest):index]:
            likeness = fuzz.ratio(before, question, score_cutoff=ALIKE)
            if likeness and (day := _day(earlier, ruling)) is not None:
                told.add(frozenset((earlier.id, ruling.id)))
                yield Rivals(earlier, ruling, day, likeness)
    for ruling in game.rulings:
        for other in line_of_rulings(game, ruling) if ruling.replaces else ():
            pair = frozenset((ruling.id, other.id))
            if len(pair) == 2 and pair not in told and _follows(game, ruling, other):
                told.add(pair)
                if (day := _day(other, ruling)) is not None:
                    yield Rivals(other, ruling, day, fuzz.ratio(fold(other.question), fold(ruling.question)))


def conflict_defects(game: Game) -> Iterator[Defect]:
    """The same question with another answer, in force on one day."""
    for pair in rivals(game):
        one, other = sorted((pair.one, pair.other), key=lambda r: r.place.line)
        if pair.likeness == 100 and one.answer.strip() != other.answer.strip():
            yield Defect(other.at("question"), "one answer to a question on one day",
                         f"{one.id} and {other.id} answer it otherwise, both in force {_on(pair.day)}",
                         "join them, or say with `until:` and `replaces:` which follows which", other.id, "conflict")
        elif other.replaces == one.id or one.replaces == other.id:
            yield Defect(other.at("since"), "a ruling that begins after its predecessor has ended",
                         f"{one.id} and {other.id} both in force {_on(pair.day)}",
                         "mend `until:` of the one or `since:` of the other", other.id, "conflict")


def _follows(game: Game, ruling: Ruling, other: Ruling) -> bool:
    """Whether ``other`` came before ``ruling`` in its line; those that one was split into stand beside each other."""
    seen: set[str] = set()
    while ruling.replaces and ruling.replaces not in seen:
        seen.add(ruling.replaces)
        if ruling.replaces == other.id:
            return True
        before = game.by_id.get(ruling.replaces)
        if before is None:
            return False
        ruling = before
    return False


def _day(one: Ruling, other: Ruling) -> str | None:
    """The first day on which both are in force; None where there is none.

    A successor without a known beginning, or whose predecessor lacks an end (its own defect), begins after it.
    """
    for before, after in ((one, other), (other, one)):
        if after.replaces == before.id and (not _since(after) or not before.until):
            return None
    first = max(_since(one), _since(other))
    last = min(one.until or "9999-12-31", other.until or "9999-12-31")
    return first if first <= last else None


def _since(ruling: Ruling) -> str:
    return "" if ruling.since == "unknown" else ruling.since


def _on(day: str) -> str:
    return f"on {day}" if day else "since ever"
