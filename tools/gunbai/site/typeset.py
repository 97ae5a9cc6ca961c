"""Japanese typesetting in HTML: a text may break between phrases (``<wbr>``), and parts of it are links.

The breaks are marks without width, so that what a reader copies or finds in the page is the text as it was written.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import budoux
from markupsafe import Markup, escape

__all__ = ["Span", "hard_to_read", "phrases", "typeset"]

Span = tuple[int, int, Markup, Markup]
"""A part of a text: where it begins and ends, and the HTML before and after it."""

LONGEST = 400
"""A text that is longer is no title or answer: it breaks wherever a line is full."""
_JAPANESE = re.compile("[ぁ-ゖァ-ヺ一-鿿]")
_KANJI = re.compile("[一-鿿々]")
_BREAK = "<wbr>"


def typeset(text: str, spans: Sequence[Span] = ()) -> Markup:
    """``text``, escaped, with breaks between its phrases, and with ``spans`` (in order, apart) made into HTML."""
    if not spans:
        return phrases(text)
    places = _breaks(text)
    out: list[str] = []
    at = 0
    for begin, end, before, after in spans:
        lead = _BREAK if begin in places else ""
        inner = [p for p in places if p != begin]
        out += [_cut(text, at, begin, places), lead, before, _cut(text, begin, end, inner), after]
        at = end
    out.append(_cut(text, at, len(text), places))
    return Markup("".join(out))  # noqa: S704 - every part of the text is escaped by _cut


@lru_cache(maxsize=32_768)
def phrases(text: str) -> Markup:
    """``text``, escaped, with breaks between its phrases. Titles and answers are seen many times, so they are kept."""
    return Markup(_cut(text, 0, len(text), _breaks(text)))  # noqa: S704 - escaped by _cut


def hard_to_read(name: str) -> bool:
    """Whether a name needs its yomi beside it: it holds kanji, whose reading no reader can be sure of."""
    return _KANJI.search(name) is not None


def _cut(text: str, begin: int, end: int, places: Sequence[int]) -> str:
    """The text from ``begin`` to ``end``, escaped, with the breaks before and inside it."""
    if begin == end:
        return ""
    inside = [begin, *(p for p in places if begin < p < end), end]
    parts = _BREAK.join(escape(text[a:b]) for a, b in itertools.pairwise(inside))
    return f"{_BREAK}{parts}" if begin in places else parts


@lru_cache(maxsize=4096)
def _breaks(text: str) -> tuple[int, ...]:
    """The places between phrases."""
    if len(text) > LONGEST or not _JAPANESE.search(text):
        return ()
    return tuple(_ends(_parser().parse(text)))


def _ends(parts: Sequence[str]) -> Iterator[int]:
    at = 0
    for part in parts[:-1]:
        at += len(part)
        yield at


@cache
def _parser() -> budoux.Parser:
    return budoux.load_default_japanese_parser()
