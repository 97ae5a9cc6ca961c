"""Verdicts: what the engine answers, which rulings decided it, and how firm it is under the other readings."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations, count

from gunbai.engine.kernel import Illegal, NoAnswer, Point, Step, Undecided

__all__ = ["MAX_WORLDS", "Outcome", "Row", "Verdict", "shown", "weigh"]

MAX_WORLDS = 64
"""How many combinations of readings a verdict is tried under, at most."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run of a situation gave: the value or the error, the trace, the points it touched and the keys taken."""

    value: object
    trace: tuple[Step, ...] = ()
    touched: tuple[tuple[str, str | None], ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The answer as text, one line or more."""
        return shown(self.value)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The ids of the rulings that ran, in order, each once."""
        return tuple(dict.fromkeys(step.ruling for step in self.trace))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a verdict's table: the readings that were chosen, and the answer that follows from them."""

    choices: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    points: tuple[str, ...] = ()
    """The other points on which the answer hangs all the same: with another of their readings it would differ."""

    @property
    def inferred(self) -> bool:
        """Whether the answer holds only under the readings that are taken by default."""
        return bool(self.points)

    @property
    def keys(self) -> str:
        """The keys of the readings, joined."""
        return "・".join(key for _, key in self.choices)

    @property
    def text(self) -> str:
        """The answer on one line."""
        return "、".join(self.lines) + ("（推定）" if self.inferred else "")


@dataclass(frozen=True, slots=True)
class Verdict:
    """判定. ``firmness`` is ``firm`` (every reading agrees), ``inferred`` (the default answers, another differs) or
    ``open`` (an open point matters). ``table`` holds the readings that matter and what each gives. ``worlds`` holds the
    same for the readings of all points, also of those that have a default: what any house rules would give.
    """

    outcome: Outcome
    firmness: str = "firm"
    points: tuple[str, ...] = ()
    table: tuple[Row, ...] = ()
    complete: bool = True
    worlds: tuple[Row, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The verdict as an example expects it."""
        if self.firmness == "open":
            lines = (f"裁定待ち: {'、'.join(self.points)}", *(f"  {row.keys} → {row.text}" for row in self.table))
        else:
            lines = self.outcome.lines
            if self.firmness == "inferred":
                lines = tuple(f"{line}（推定）" for line in lines)
        return lines if self.complete else (*lines, f"（解釈の組合せが{MAX_WORLDS}を超え、すべては確かめていない）")

    @property
    def reasons(self) -> tuple[str, ...]:
        """The ids of the rulings that decided the answer, in order."""
        return self.outcome.reasons


def shown(value: object) -> tuple[str, ...]:
    """A value in the words of the example language: はい, いいえ, なし, a number, a list one item a line."""
    if value is True:
        return ("はい",)
    if value is False:
        return ("いいえ",)
    if value is None:
        return ("なし",)
    if isinstance(value, Illegal):
        return (f"{value.word}: {'、'.join(value.rulings)}",)
    if isinstance(value, Undecided):
        return (f"{value.word}: {value.ruling}",)
    if isinstance(value, NoAnswer):
        return (f"{value.word}: {value.message}",)
    if isinstance(value, (tuple, list)):
        return tuple(line for item in value for line in ("、".join(shown(item)),)) or ("なし",)
    return tuple(str(value).split("\n"))


def weigh(first: Outcome, replay: Callable[[Mapping[str, str]], Outcome], points: Mapping[str, Point],
          settled: Mapping[str, str]) -> Verdict:
    """How firm ``first`` is.

    ``replay(choices)`` runs the same situation with more readings chosen; ``settled`` are the readings that the house
    rules have chosen already. Every combination of the other readings that the trace touches is tried, those nearest
    to the defaults first, at most ``MAX_WORLDS`` of them.
    """
    if all(i in settled for i, _ in first.touched):
        return Verdict(first)
    worlds: Worlds = []
    order = count()  # of two combinations as near to the defaults, the one found first
    waiting: list[tuple[int, int, dict[str, str], Outcome | None]] = [(0, next(order), {}, first)]
    while waiting and len(worlds) < MAX_WORLDS:
        apart, _, choices, outcome = heapq.heappop(waiting)
        if outcome is None:
            outcome = replay(choices)
        free = next((i for i, _ in outcome.touched if i not in choices and i not in settled), None)
        if free is None:
            worlds.append((choices, outcome))
            continue
        taken, default = dict(outcome.touched)[free], points[free].default
        for key in points[free].keys:
            known = outcome if key == taken else None
            further = apart + (default is not None and key != default)
            heapq.heappush(waiting, (further, next(order), {**choices, free: key}, known))
    complete = not waiting
    if len({outcome.lines for _, outcome in worlds}) == 1:
        return Verdict(first if not isinstance(first.value, Undecided) else worlds[0][1], complete=complete)
    by_default = [(c, o) for c, o in worlds if all(points[i].default in (None, key) for i, key in c.items())]
    touched = list(dict.fromkeys(i for choices, _ in worlds for i in choices))
    every = _table(touched, worlds, worlds, points)
    if len({outcome.lines for _, outcome in by_default}) == 1:
        return Verdict(by_default[0][1], "inferred", *every, complete, every[1])
    open_ones = [i for i in touched if points[i].default is None]
    return Verdict(first, "open", *_table(open_ones, by_default, worlds, points), complete, every[1])


Worlds = list[tuple[dict[str, str], Outcome]]


def _table(ids: list[str], rows: Worlds, worlds: Worlds,
           points: Mapping[str, Point]) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """Those of ``ids`` that matter among ``rows``, and one row for each combination of their readings.

    Rows stand in the order in which the corpus lists the readings. A row is marked as inferred where another reading of
    some other point would change it (seen over ``worlds``).
    """
    for candidate in list(ids):
        fewer = [i for i in ids if i != candidate]
        if _decides(fewer, rows):
            ids = fewer
    table: dict[tuple[tuple[str, str], ...], Row] = {}
    for choices, outcome in rows:
        key = tuple((i, choices[i]) for i in ids if i in choices)
        if key not in table:
            table[key] = Row(key, outcome.lines, _others(key, worlds))
    places = {i: {key: n for n, key in enumerate(points[i].keys)} for i in ids}
    ordered = sorted(table.values(), key=lambda row: tuple(
        places[i].get(dict(row.choices).get(i, ""), -1) for i in ids))
    return tuple(ids), tuple(ordered)


def _others(key: tuple[tuple[str, str], ...], worlds: Worlds) -> tuple[str, ...]:
    """The points besides those of ``key`` whose readings change the answer where ``key`` was chosen."""
    same = [(c, o) for c, o in worlds if all(c.get(i, k) == k for i, k in key)]
    if len({outcome.lines for _, outcome in same}) == 1:
        return ()
    chosen = {i for i, _ in key}
    ids = list(dict.fromkeys(i for c, _ in same for i in c if i not in chosen))
    for candidate in list(ids):
        fewer = [i for i in ids if i != candidate]
        if _decides(fewer, same):
            ids = fewer
    return tuple(ids)


def _decides(ids: list[str], rows: Worlds) -> bool:
    """Whether the readings of ``ids`` alone settle the answer: rows that answer differently differ in one of them.

    A point that a row did not touch may be read either way there, so it tells no two rows apart.
    """
    return all(a.lines == b.lines or any(i in c and i in d and c[i] != d[i] for i in ids)
               for (c, a), (d, b) in combinations(rows, 2))
