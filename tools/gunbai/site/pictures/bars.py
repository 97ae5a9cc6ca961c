"""A chart of chances: one bar a case, its length the share, its end the number."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gunbai.site.pictures.svg import WIDTH, Pen, Picture, cut, measure

__all__ = ["bars", "percent", "said"]

STEP, HIGH, SIZE = 20, 13, 11.5
MOST = 40
"""More cases than this are not drawn."""
PRECISE = 10 ** 5
"""Up to this denominator the fraction itself is said too."""


def bars(title: str, rows: Sequence[tuple[str, Fraction]]) -> Picture | None:
    """The chart of cases with their chances; the longest bar takes all the room there is."""
    if not 0 < len(rows) <= MOST or not any(chance for _, chance in rows):
        return None
    pen = Pen()
    left = min(max(measure(what) for what, _ in rows), 9) * SIZE + 8
    right = 52
    most = max(chance for _, chance in rows)
    for n, (what, chance) in enumerate(rows):
        y = 4 + n * STEP
        pen.words(left - 8, y + HIGH - 2, what, SIZE, "text", "end", left - 8)
        width = float(chance / most) * (WIDTH - left - right)
        pen.box(left, y, max(width, 0.6), HIGH, "bar", 1.5)
        pen.words(left + width + 5, y + HIGH - 2, percent(chance), 10.5, "soft")
    facts = [f"{cut(what)}は{said(chance)}" for what, chance in rows]
    return pen.finish(title, facts, 6 + len(rows) * STEP)


def percent(chance: Fraction) -> str:
    """About how much a chance is; never 0 or 100 where it is not."""
    if 0 < chance < Fraction(1, 20000):
        return "0.01%未満"
    if Fraction(19999, 20000) < chance < 1:
        return "99.99%超"
    return f"{float(chance):.2%}"


def said(chance: Fraction) -> str:
    """A chance in the text alternative: about how much, and exactly where that can be read."""
    exact = f"、正確には{chance}" if 1 < chance.denominator <= PRECISE else ""
    return f"{percent(chance)}{exact}"
