"""What of an entry an index lists, and what of a query it is asked for: terms in lanes, alike for every index.

A term is the letter of its lane and a text: ``=`` whole spellings, ``n`` pairs of characters of names and ``y`` of how
they sound (``^`` and ``$`` mark those at the beginning and the end), ``t`` pairs of characters of everything written,
``1`` single characters of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gunbai.search.scorer import Prepared, Word
from gunbai.text import bigrams, fold, short, singles

__all__ = ["LANES", "TITLE", "asked", "listed"]

LANES = "=ny1t"
TITLE, NAME, OTHER, SYNONYM = 4, 3, 1, 0
"""How good a place is, for the first choice of candidates."""


def listed(entry: Prepared) -> Mapping[str, int]:
    """The terms under which an entry is listed, each with its place (an index of ``scorer.WEIGHTS`` for lane t)."""
    own = entry.entry
    terms: dict[str, int] = {}

    def add(term: str, place: int) -> None:
        terms[term] = max(place, terms.get(term, 0))

    codes = [*([] if own.is_name else [fold(own.id)]), *map(fold, own.numbers)]
    groups = ((TITLE, [f for _, f in entry.names[:entry.titles]]), (NAME, [f for _, f in entry.names[entry.titles:]]),
              (NAME, list(entry.turned)), (OTHER, [f for _, f in entry.others]))
    for place, names in groups:
        for name in filter(None, names):
            add(f"={name}", place)
            for term in _edged("n", name):
                add(term, place)
            for char in singles(name) if place >= NAME else ():
                add(f"1{char}", place)
    for code in codes:  # no single characters: an id's are no part of a name
        for term in (f"={code}", *_edged("n", code)):
            add(term, TITLE if own.is_name else NAME)
    for at, word in enumerate(entry.synonyms):
        add(f"={word}", NAME if at < own.synonyms_in_title else SYNONYM)
    titled = {short(y) for y in entry.yomi[:own.in_title]}
    for yomi in filter(None, entry.shorts):
        place = TITLE if yomi in titled else NAME
        add(f"={yomi}", place)
        for term in _edged("y", yomi):
            add(term, place)
    terms.update((f"t{piece}", place) for piece, place in entry.places.items())
    return terms


def asked(word: Word) -> Mapping[str, tuple[str, ...]]:
    """The terms of a word of a query, lane by lane."""
    whole = dict.fromkeys(t for t in (word.folded, word.short) if t)
    one = len(word.folded) == 1
    return {
        "=": tuple(f"={t}" for t in whole), "n": tuple(_edged("n", word.folded)), "y": tuple(_edged("y", word.short)),
        "1": (f"1{word.folded}",) if one else (), "t": tuple(f"t{piece}" for piece, _ in word.pairs)}


def _edged(lane: str, text: str) -> Iterator[str]:
    """The pairs of characters of a name, and its first and last pair marked as such."""
    pairs: Iterable[str] = bigrams(text)
    if not pairs:
        return
    yield from (f"{lane}{pair}" for pair in dict.fromkeys(pairs))
    yield f"{lane}^{text[:2]}"
    yield f"{lane}${text[-2:]}"
