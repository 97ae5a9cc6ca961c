"""What of an entry an index lists, and what of a query it is asked for: terms in lanes, alike for every index.

A term is the letter of its lane and a text: ``=`` whole spellings, ``n`` pairs of characters of names and ``y`` of how
they sound (``^`` and ``$`` mark those at the beginning and the end), ``t`` pairs of characters of everything written,
``1`` single characters of names, ``m`` words that stand for words of it (synonyms, and these words themselves), ``a``
pairs of characters of the other ways in which it is asked: of these a place says in which, and there may be several.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gunbai.search.prepared import Prepared
from gunbai.search.words import Word
from gunbai.text import bigrams, fold, short

__all__ = ["LANES", "NAMED", "TITLE", "asked", "listed", "named"]

LANES, NAMED = "=ny1tma", "=ny1m"
"""All lanes, and those of names and words."""
TITLE, NAME, OTHER = 4, 3, 1
"""How good a place is, for the first choice of candidates."""


def listed(entry: Prepared) -> Mapping[str, Mapping[str, int]]:
    """What an entry is listed under, lane by lane: each text with its place (of ``scale.WEIGHTS`` for lane t)."""
    return {**named(entry), "t": entry.places, "a": entry.asked}


def named(entry: Prepared) -> Mapping[str, Mapping[str, int]]:
    """What an entry is listed under in the lanes of names and words: each text with its place.

    Worse places are put in first, so that a better one takes their place.
    """
    own = entry.entry
    whole: dict[str, int] = {}
    pairs: dict[str, int] = {}
    ones: dict[str, int] = {}
    sounds: dict[str, int] = {}
    codes = [*([] if own.is_name else [fold(own.id)]), *map(fold, own.numbers)]
    names = [f for _, f in entry.names]
    groups = ((OTHER, [f for _, f in entry.others]), (NAME, [*names[entry.titles:], *entry.turned]),
              (TITLE if own.is_name else NAME, codes), (TITLE, names[:entry.titles]))
    for place, texts in groups:
        for text in filter(None, texts):
            whole[text] = place
            pairs.update(dict.fromkeys(_edged(text), place))
            if place >= NAME and texts is not codes:  # an id's characters are no part of a name
                ones.update(dict.fromkeys(text, place))
    titled = {short(y) for y in entry.yomi[:own.in_title]}
    for place, said in ((NAME, [y for y in entry.shorts if y not in titled]), (TITLE, titled)):
        for yomi in filter(None, said):
            whole[yomi] = max(place, whole.get(yomi, 0))
            sounds.update(dict.fromkeys(_edged(yomi), place))
    return {"=": whole, "n": pairs, "y": sounds, "1": ones, "m": entry.meant}


def asked(word: Word) -> Mapping[str, tuple[str, ...]]:
    """The terms of a word of a query, lane by lane."""
    whole = dict.fromkeys(t for t in (word.folded, word.short) if t)
    one = len(word.folded) == 1
    return {
        "=": tuple(f"={t}" for t in whole), "n": _in_lane("n", word.folded), "y": _in_lane("y", word.short),
        "1": (f"1{word.folded}",) if one else (), "t": tuple(f"t{piece}" for piece, _ in word.pairs),
        "m": tuple(f"m{part}" for part, _, _ in word.spans), "a": tuple(f"a{piece}" for piece, _ in word.pairs)}


@lru_cache(maxsize=50_000)  # many entries have the same names
def _edged(text: str) -> tuple[str, ...]:
    """The pairs of characters of a name, and its first and last pair marked as such."""
    pairs = bigrams(text)
    return (*pairs, f"^{text[:2]}", f"${text[-2:]}") if pairs else ()


def _in_lane(lane: str, text: str) -> tuple[str, ...]:
    return tuple(lane + part for part in dict.fromkeys(_edged(text)))
