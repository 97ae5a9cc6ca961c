"""The pictures of one example, one after the other, and how a page holds them without saying anything twice.

The last picture stands on the page as it is. Each other one is held as what differs from the most similar later one,
its base: its own shapes and facts, and between them which of the base's are kept (``data-gb-keep="first end"``).
assets/pictures.js puts them together again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from markupsafe import Markup, escape

from gunbai.site.pictures.svg import Picture

__all__ = ["Film", "Frame", "Held", "Keep", "differences"]

LINE = 60
"""So much of a statement and of its answer is said below the picture."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: the statement that made it (its number in the example from 0, and its text) and what it answered.

    ``mark`` says how uncertain the picture is (empty: it would look the same whatever the reading), ``points`` the
    rulings on whose readings it hangs.
    """

    at: int
    source: str
    answer: tuple[str, ...]
    picture: Picture
    mark: str = ""
    points: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The statement, a long one cut: the example shows the whole."""
        return _cut(self.source)

    @property
    def gist(self) -> str:
        """The answer on one line."""
        return _cut("、".join(line.strip() for line in self.answer))

    @property
    def facts(self) -> tuple[str, ...]:
        """What the picture shows, in sentences; first of all how certain it is."""
        return (*((f"{self.mark}の点による図",) if self.mark else ()), *self.picture.facts)


def _cut(text: str) -> str:
    return text if len(text) <= LINE else f"{text[:LINE - 1]}…"


@dataclass(frozen=True, slots=True)
class Keep:
    """The parts of the base from ``first`` up to, but without, ``end``."""

    first: int
    end: int


def differences(base: Sequence[str], other: Sequence[str]) -> tuple[str | Keep, ...]:
    """``other`` as what is kept of ``base`` and what is new, in order."""
    found: list[str | Keep] = []
    for what, first, end, new, new_end in SequenceMatcher(None, base, other, autojunk=False).get_opcodes():
        if what == "equal":
            found.append(Keep(first, end))
        else:
            found.extend(other[new:new_end])
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Held:
    """A frame as the page holds it: drawing and facts as what differs from the frame with the number ``base``."""

    frame: Frame
    base: int
    svg: Markup
    facts: Markup


@dataclass(frozen=True)
class Film:
    """The pictures of an example in order; there is at least one."""

    frames: tuple[Frame, ...]

    @property
    def last(self) -> Frame:
        """The picture that is shown first, and without a script the only one."""
        return self.frames[-1]

    @property
    def large(self) -> bool:
        """Whether the last picture would fill a phone's screen."""
        return self.last.picture.large

    @cached_property
    def others(self) -> tuple[Held, ...]:
        """All frames but the last, as the page holds them."""
        parts = [set(frame.picture.parts) for frame in self.frames]
        found = []
        for n, frame in enumerate(self.frames[:-1]):
            base = max(range(n + 1, len(self.frames)), key=lambda later: (len(parts[n] & parts[later]), -later))
            other = self.frames[base]
            found.append(Held(frame, base, self._svg(frame, differences(other.picture.parts, frame.picture.parts)),
                              self._items(differences(other.facts, frame.facts))))
        return tuple(found)

    @property
    def svg(self) -> Markup:
        """The last drawing."""
        return self._svg(self.last, self.last.picture.parts)

    @property
    def facts(self) -> Markup:
        """The last drawing's facts as list items."""
        return self._items(self.last.facts)

    def _svg(self, frame: Frame, parts: Sequence[str | Keep]) -> Markup:
        kept = (f'<g data-gb-keep="{one.first} {one.end}"></g>' if isinstance(one, Keep) else one for one in parts)
        return frame.picture.with_parts(frame.picture.title + (f"（{frame.mark}）" if frame.mark else ""), kept)

    def _items(self, facts: Sequence[str | Keep]) -> Markup:
        return Markup("").join(
            Markup('<li data-gb-keep="{} {}"></li>').format(one.first, one.end) if isinstance(one, Keep)
            else Markup("<li>{}</li>").format(escape(one)) for one in facts)
