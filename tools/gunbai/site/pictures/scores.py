"""How a war may end: the share of each side as one bar, and the exact chance of each score as a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gunbai.site.pictures.bars import percent, said
from gunbai.site.pictures.svg import WIDTH, Pen, cut

__all__ = ["KINDS", "Ending", "gaps", "grid", "shares"]

SIDE, TOP, HIGH, MOST = 36, 20, 30, 7
"""The room for the rows' heads, for the columns' heads, the height of a row; the most scores of a side."""
GAP_NAME = 110
"""The room for the names of bars."""
KINDS = ("one", "draw", "other")
"""The classes of the two sides' colours, with the draw between them."""


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a war may end: what it is called, which of `KINDS` it is, its chance."""

    name: str
    kind: str
    chance: Fraction


def shares(pen: Pen, y: float, endings: Sequence[Ending]) -> tuple[float, list[str]]:
    """One bar that is parted as the endings are likely, with their names and chances below; also says them."""
    whole, x = sum((one.chance for one in endings), Fraction(0)), 0.0
    for one in endings:
        width = round(float(one.chance / whole) * WIDTH, 1) if whole else 0.0
        if width:
            pen.box(x, y, width, 14, one.kind, 0)
        x += width
    column = WIDTH / len(endings)
    for n, one in enumerate(endings):
        anchor = ("start", "middle", "end")[n * 2 // max(len(endings) - 1, 1)] if len(endings) > 1 else "start"
        at = {"start": n * column, "middle": (n + 0.5) * column, "end": (n + 1) * column}[anchor]
        pen.words(at, y + 28, one.name, 10.5, f"{one.kind}text", anchor, column - 4)
        pen.words(at, y + 42, percent(one.chance), 12, "strong", anchor, column - 4)
    return y + 50, [f"{cut(one.name)}は{said(one.chance)}" for one in endings]


def grid(pen: Pen, y: float, heads: tuple[str, str], chances: Mapping[tuple[int, int], Fraction],
         kinds: Mapping[tuple[int, int], str]) -> float:
    """Every score with its chance: a row a number of points of the first side, a column a number of the second's.

    A cell is coloured by who wins with that score, and its lower edge is filled as far as the score is likely, the
    likeliest one all along. Says how far down the grid reaches; a grid that would be too large is not drawn.
    """
    rows, columns = sorted({a for a, _ in chances}), sorted({b for _, b in chances})
    if max(len(rows), len(columns)) > MOST:
        return y
    most = max(chances.values())
    wide = min((WIDTH - SIDE) / len(columns), 70)
    pen.words(0, y + 12, f"行は{heads[0]}の点、列は{heads[1]}の点", 10, "soft", room=WIDTH)
    y += 16
    for j, b in enumerate(columns):
        pen.words(SIDE + (j + 0.5) * wide, y + 13, str(b), 11, "strong", "middle")
    for i, a in enumerate(rows):
        top = y + TOP + i * HIGH
        pen.words(SIDE - 10, top + HIGH / 2 + 4, str(a), 11, "strong", "end")
        for j, b in enumerate(columns):
            chance = chances.get((a, b), Fraction(0))
            if not chance:
                continue
            x = SIDE + j * wide
            pen.box(x + 1, top + 1, wide - 2, HIGH - 2, f"{kinds[a, b]}cell", 2)
            pen.box(x + 1, top + HIGH - 6, max(float(chance / most) * (wide - 2), 0.6), 5, kinds[a, b], 0)
            pen.words(x + wide / 2, top + 15, _short(chance), 10, "text", "middle")
    return y + TOP + len(rows) * HIGH + 2


def gaps(pen: Pen, y: float, endings: Sequence[Ending]) -> tuple[float, list[str]]:
    """One bar an ending, as long as it is likely; says how far down they reach, and what they show."""
    most = max(one.chance for one in endings)
    for n, one in enumerate(endings):
        top = y + n * 17
        width = max(round(one.chance / most * (WIDTH - GAP_NAME - 58)), 1)  # whole: a page holds many of these
        pen.words(GAP_NAME - 8, top + 12, one.name, 10.5, "text", "end", GAP_NAME - 8)
        pen.box(GAP_NAME, top + 2, width, 12, one.kind, 1)
        pen.words(WIDTH, top + 12, percent(one.chance), 10, "soft", "end")
    return y + len(endings) * 17 + 2, [f"{cut(one.name)}は{said(one.chance)}" for one in endings]


def _short(chance: Fraction) -> str:
    """About how much a chance is, in few characters."""
    text = percent(chance)
    return "≒0%" if text.endswith("未満") else "≒100%" if text.endswith("超") else text
