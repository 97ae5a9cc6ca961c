"""Drawing in SVG: a pen that writes escaped shapes and words, and the picture that comes of it.

Shapes carry classes, never colours: the style sheet gives each class a colour in either theme. Nothing has an id, so
that any number of pictures can stand on one page. A unit is about a pixel of a phone; no picture is wider than WIDTH.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

__all__ = ["WIDTH", "Pen", "Picture", "clean", "cut", "measure", "wrapped"]

WIDTH = 340
"""The width of every picture: what a phone of 360 pixels shows without making it smaller."""

TALL = 300
"""A higher picture is shown only when asked for."""

LONGEST = 60
"""So many characters of a name are said in the text alternative."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture. ``facts`` say in sentences what is drawn; ``note`` explains the signs, below the picture."""

    title: str
    facts: tuple[str, ...]
    parts: tuple[str, ...]
    """The shapes and words as SVG elements, escaped, one each."""
    height: int
    note: str = ""

    @property
    def text(self) -> str:
        """The text alternative: the title and every fact."""
        return "。".join((self.title, *self.facts)) + "。"

    @property
    def large(self) -> bool:
        """Whether it would fill a phone's screen."""
        return self.height > TALL

    @property
    def svg(self) -> Markup:
        """The picture as an element of a page that says all by itself."""
        return self.with_parts(self.text, self.parts)

    def with_parts(self, label: str, parts: Iterable[str]) -> Markup:
        """The picture as an element with a label, and with these parts in it."""
        body = Markup("".join(parts))  # noqa: S704 - numbers, our own words, and what `words` has escaped
        return Markup(
            '<svg class="gb-svg" role="img" aria-label="{}" viewBox="0 0 {} {}" width="{}" height="{}" '
            'xmlns="http://www.w3.org/2000/svg">{}</svg>'
        ).format(label, WIDTH, self.height, WIDTH, self.height, body)


class Pen:
    """Writes shapes one after the other, the later ones above the earlier ones. All that others wrote is escaped."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def box(self, x: float, y: float, width: float, height: float, kind: str = "box", corner: float = 4) -> None:
        """A rectangle."""
        self._shape("rect", kind, x=x, y=y, width=width, height=height, rx=corner)

    def circle(self, x: float, y: float, radius: float, kind: str) -> None:
        """A circle around a point."""
        self._shape("circle", kind, cx=x, cy=y, r=radius)

    def line(self, x: float, y: float, to_x: float, to_y: float, kind: str = "line") -> None:
        """A straight line."""
        self._path(kind, f"M{_n(x)} {_n(y)}L{_n(to_x)} {_n(to_y)}")

    def bow(self, x: float, y: float, to_y: float, out: float, kind: str = "line") -> None:
        """An arrow from a point to one above or below it, drawn out sideways; ``out`` is negative to the left."""
        side = 6 if out > 0 else -6
        far = _n(x + out)
        self._path(kind, f"M{_n(x)} {_n(y)}C{far} {_n(y)} {far} {_n(to_y)} {_n(x + side)} {_n(to_y)}")
        self._head(x, to_y, side)

    def arrow(self, x: float, y: float, to_x: float, kind: str = "line") -> None:
        """A level arrow."""
        side = -6 if to_x > x else 6
        self.line(x, y, to_x + side, y, kind)
        self._head(to_x, y, side)

    def words(self, x: float, y: float, text: str, size: float = 12, kind: str = "text", anchor: str = "start",
              room: float | None = None, turned: int = 0) -> None:
        """One line of text whose baseline begins at a point (or is centred on it, or ends there), cut to ``room``.

        ``turned`` turns it by so many degrees around its middle.
        """
        shown = escape(cut(text, room / size) if room is not None else clean(text))
        turning = f' transform="rotate({turned} {_n(x)} {_n(y - size * 0.36)})"' if turned else ""
        held = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.parts.append(f'<text class="gb-svg__{kind}" x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"'
                          f"{held}{turning}>{shown}</text>")

    def lines(self, x: float, y: float, texts: Iterable[str], size: float, kind: str = "text", most: int = 3) -> float:
        """Texts one below the other, each on at most ``most`` lines; says how far down they reach."""
        for text in texts:
            for n, line in enumerate(wrapped(text, (WIDTH - x) / size - bool(x), most)):
                self.words(x + (size if n else 0), y + size, line, size, kind, room=WIDTH - x - (size if n else 0))
                y += size + 4
            y += 2
        return y

    def _head(self, x: float, y: float, back: float) -> None:
        """The head of an arrow that ends at a point, having come from ``back`` beside it."""
        self._path("head", f"M{_n(x)} {_n(y)}l{_n(back)} -4v8z")

    def _path(self, kind: str, way: str) -> None:
        self.parts.append(f'<path class="gb-svg__{kind}" d="{way}"/>')

    def _shape(self, name: str, kind: str, **numbers: float) -> None:
        given = "".join(f' {key}="{_n(value)}"' for key, value in numbers.items())
        self.parts.append(f'<{name} class="gb-svg__{kind}"{given}/>')

    def finish(self, title: str, facts: Iterable[str], height: float, note: str = "") -> Picture:
        """The picture."""
        said = tuple(clean(fact) for fact in facts)
        return Picture(clean(title), said, tuple(self.parts), round(height), note)


def clean(text: str) -> str:
    """A text on one line, without the characters that are invisible, turn the writing direction or break XML."""
    if text.isprintable() and "  " not in text and text == text.strip():  # as nearly all are: nothing to do
        return text
    return " ".join("".join(c for c in text if c in "\t\n " or unicodedata.category(c) not in _UNSEEN).split())


_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def measure(text: str) -> float:
    """How wide a text is, in the width of one Japanese character."""
    return sum(1 if unicodedata.east_asian_width(c) in "WFA" else 0.62 for c in text)


def cut(text: str, most: float = LONGEST) -> str:
    """A text of at most this width; of a longer one the beginning."""
    text = clean(text)
    if measure(text) <= most:
        return text
    while text and measure(text) > most - 1:
        text = text[:-1]
    return f"{text}…"


def wrapped(text: str, room: float, most: int = 2) -> tuple[str, ...]:
    """A text in at most so many lines of this width; the last one is cut where it does not fit."""
    text = clean(text)
    lines: list[str] = []
    while text and len(lines) < most - 1 and measure(text) > room:
        end = len(text)
        while end > 1 and measure(text[:end]) > room:
            end -= 1
        lines.append(text[:end].rstrip())
        text = text[end:].lstrip()
    return (*lines, cut(text, room)) if text else tuple(lines)


def _n(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".")
