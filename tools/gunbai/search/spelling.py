"""The spellings under which a name is compared and indexed: as written, folded, turned round, as it sounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from gunbai.text import exact, fold, short

__all__ = ["Spelled", "arranged", "bare", "parts", "shortened", "spelled", "variants"]

Spelled = tuple[str, str]
"""A name as written (width and case made equal) and folded."""

_PARTS = re.compile(r"[・=\- \t\r\n]+")
_PART = re.compile("[々一-鿿]+|[ぁ-ゟ]+|[ァ-ヿｦ-ﾟ]+|[a-z]+|[0-9]+")
_OF = re.compile("(?<=[^ぁ-ゟ])の(?=[^ぁ-ゟ])")
MOST_PARTS = 8
TURNED_FROM = 4
"""The characters of the shortest name that is known by its halves the other way round."""
_ROMAN = re.compile(r"(?<![a-z])(?=[ivx])(x{0,3})(ix|iv|v?i{0,3})(?![a-z])")
_ONES = {"": 0, "i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9}


@lru_cache(maxsize=50_000)
def spelled(name: str) -> Spelled:
    """A name as written and folded."""
    return exact(name), fold(name)


def variants(names: Iterable[str]) -> tuple[str, ...]:
    """Folded spellings that people take for the same: the parts of a name turned round, Roman numerals as digits."""
    return tuple(dict.fromkeys(spelling for name in names for spelling in _variants(name)))


@lru_cache(maxsize=50_000)
def _variants(name: str) -> tuple[str, ...]:
    written = exact(name)
    parts = [p for p in _PARTS.split(written) if p]
    found = [fold("".join(parts[i:] + parts[:i])) for i in range(1, len(parts))] if len(parts) < 5 else []
    counted = _ROMAN.sub(lambda m: str(10 * len(m[1]) + _ONES[m[2]]), written)
    return (*found, fold(counted)) if counted != written else tuple(found)


@lru_cache(maxsize=50_000)
def parts(text: str) -> tuple[str, ...]:
    """The parts of a name, folded: cut at spaces and marks, between scripts, and at a の between two of them."""
    return tuple(f for p in _PART.findall(_OF.sub(" ", exact(text))) if (f := fold(p)))


def bare(name: str) -> str:
    """A name without what stands between its parts."""
    return "".join(parts(name))


def arranged(asked: Sequence[str], name: str) -> bool:
    """Whether the parts, in some order, make a bare ``name``, or all of them are its halves turned round."""
    if sum(map(len, asked)) != len(name):
        return False
    if len(name) >= TURNED_FROM and "".join(asked) in name + name:
        return True
    return 1 < len(asked) <= MOST_PARTS and _arranged(asked, name)


def _arranged(asked: Sequence[str], name: str) -> bool:
    if not asked:
        return not name
    return any(_arranged((*asked[:i], *asked[i + 1:]), name[len(part):]) for i, part in enumerate(asked)
               if name.startswith(part) and part not in asked[:i])


def shortened(yomi: Sequence[str], names: Iterable[Spelled]) -> tuple[str, ...]:
    """How the names sound, without long vowels: their yomi, and those that are written in kana alone."""
    spoken = [f for _, f in names if f and all("ぁ" <= c <= "ゖ" for c in f)]
    return tuple(dict.fromkeys(map(short, (*yomi, *spoken))))
