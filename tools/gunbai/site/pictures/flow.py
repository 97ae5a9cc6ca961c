"""A chart of parts one below the other, each with the steps inside it from left to right: a turn, a war."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gunbai.site.pictures.svg import WIDTH, Pen, Picture, cut, measure

__all__ = ["Chip", "Part", "flow"]

NAME, SIZE, HIGH, GAP = 78, 10, 30, 8
"""The room for a part's name; the size, height and distance of its steps."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One step; ``on`` where something may be done in it that the picture is about."""

    text: str
    on: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its name, its steps, the larger part that it belongs to, and how certain it is (empty: quite)."""

    name: str
    chips: tuple[Chip, ...]
    group: str = ""
    mark: str = ""


def flow(title: str, parts: Sequence[Part], note: str = "", name: float = NAME) -> Picture:
    """The chart; ``name`` is the room for the names. Steps that do not fit on a line go on below."""
    pen, y, group = Pen(), 4.0, ""
    facts = []
    for part in parts:
        if part.group != group and part.group:
            pen.words(0, y + 12, part.group, 11, "soft")
            y += 18
        elif part.group != group:
            y += 4
        group = part.group
        indent = 8 if part.group else 0
        names = _lines(part.name, (name - indent - 4) / 11)
        first = y + (HIGH / 2 + 4 if len(names) == 1 and not part.mark else 12)
        for n, line in enumerate(names):
            pen.words(indent, first + 13 * n, line, 11, "strong")
        if part.mark:
            pen.words(indent, y + 12 + 13 * len(names), part.mark, 10, "warn")
        end = _chips(pen, part.chips, name, y)
        y = max(end, y + 10 + 13 * (len(names) + bool(part.mark)) - 2) + 8
        steps = "、".join(chip.text for chip in part.chips)
        facts.append(f"{part.group}／{part.name}" if part.group else part.name)
        facts[-1] += (f"（{part.mark}）" if part.mark else "") + f"：{steps}"
    return pen.finish(title, facts, y, note)


def _chips(pen: Pen, chips: Sequence[Chip], left: float, y: float) -> float:
    """The steps of a part with arrows between them; says how far down they reach."""
    shown: list[tuple[str, ...]] = [(chip.text,) for chip in chips]
    if left + sum(map(_width, shown)) + GAP * (len(shown) - 1) > WIDTH:
        shown = [_lines(chip.text) for chip in chips]
    x = left
    for n, (chip, lines) in enumerate(zip(chips, shown, strict=True)):
        width = _width(lines)
        if x + width > WIDTH and x > left:
            x, y = left, y + HIGH + 5
        elif n:
            pen.words(x - GAP / 2, y + HIGH / 2 + 4, "›", 12, "soft", "middle")
        pen.box(x, y, width, HIGH, "on" if chip.on else "box")
        for i, line in enumerate(lines):
            pen.words(x + width / 2, y + HIGH / 2 + 4 - 6 * (len(lines) - 1) + 12 * i, line, SIZE,
                      "ontext" if chip.on else "text", "middle")
        x += width + GAP
    return y + HIGH


def _width(lines: Sequence[str]) -> float:
    return max(map(measure, lines)) * SIZE + 8


_PARTED = (("タイミング", True), ("フェイズ", True), ("ステップ", True), ("／", False), ("の", False), ("・", False))
"""Where a long name is parted: before or after these."""


def _lines(text: str, room: float = 4) -> tuple[str, ...]:
    """A name on one line, or on two where it is long, parted where a word begins."""
    if measure(text) <= room:
        return (text,)
    for word, before in _PARTED:
        at = text.find(word) + (0 if before else len(word))
        if word in text and 0 < at < len(text):
            return text[:at], cut(text[at:], max(room, 7))
    half = (len(text) + 1) // 2
    return text[:half], text[half:]
