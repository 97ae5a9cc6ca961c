"""The postings of the browser's index, worked out for all entries at once.

A posting is an entry's number and its place in one number (``number << bits | place``); a row is the postings of one
term, each as the gap from the one before, in LEB128. Pieces of texts are by far the most of an index: they are cut,
sorted and packed as columns of numbers, not text by text.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gunbai.search.columns import Numbers, Strings, lebs
from gunbai.text import STEMS, STEMS_BEFORE

__all__ = ["Pieces", "Rows", "Whole"]

_MOST_CHARACTERS, _MOST_ENTRIES = 1 << 20, 1 << 14
"""What is cut in one go: a piece (42 bits), the entry among these and the place (8 bits) are sorted as one number."""
_BETWEEN = "\0"
"""Stands between texts: folding leaves none in one."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Terms of a lane, sorted: their texts, and of each how many entries have it and its postings."""

    texts: Sequence[str]
    counts: Numbers
    postings: Strings


class Whole:
    """Texts that are listed as they are, of entries that come in the order of their numbers."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self._known = _Numbered()
        self._of, self._marks = array("I"), array("Q")

    def add(self, number: int, texts: Mapping[str, int]) -> None:
        """Add the texts of an entry, each with its place."""
        self._of.extend(map(self._known.__getitem__, texts))
        self._marks.extend(map((number << self.bits).__or__, texts.values()))

    def rows(self, most: float) -> Rows:
        """The rows of all texts, without postings where more than ``most`` entries have one."""
        texts = sorted(self._known)
        rank = np.argsort(np.fromiter(map(self._known.__getitem__, texts), np.int64, len(texts)))
        of = rank[np.frombuffer(self._of, np.uint32)]
        order = np.argsort(of, kind="stable")
        marks = np.frombuffer(self._marks, np.uint64).astype(np.int64)[order]
        return _rows(texts, np.searchsorted(of[order], np.arange(len(texts))), marks, self.bits, most)


class _Numbered(dict[str, int]):
    """Texts with a number each, in the order in which they are first met."""

    def __missing__(self, text: str) -> int:
        self[text] = len(self)
        return self[text]


class Pieces:
    """The pieces (``text.pieces``) of the texts of entries, which come in the order of their numbers.

    ``bits`` are those of a place. Of the places of one piece in one entry the highest counts; ``joined``: places are
    sets of bits, and all of them count.
    """

    def __init__(self, bits: int, *, joined: bool = False) -> None:
        self.bits, self.joined = bits, joined
        self._texts: list[str] = []
        self._marks = array("Q")
        self._size = self._first = 0
        self._done: list[tuple[Numbers, Numbers]] = []

    def add(self, number: int, texts: Iterable[tuple[str, int]]) -> None:
        """Add the folded texts of an entry, each with its place."""
        if self._size > _MOST_CHARACTERS or number - self._first >= _MOST_ENTRIES:
            self._cut()
            self._first = number
        for text, place in texts:
            self._texts.append(text)
            self._marks.append(number - self._first << self.bits | place)
            self._size += len(text)

    def rows(self, most: float) -> Rows:
        """The rows of all pieces, without postings where more than ``most`` entries have one."""
        self._cut()
        keys, marks = map(np.concatenate, zip(*self._done, strict=True))
        if len(self._done) > 1:
            order = np.argsort(keys, kind="stable")  # the marks of a piece stay in the order of the entries
            keys, marks = keys[order], marks[order]
        self._done = []
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        texts = [chr(k >> 21) + chr(k & 0x1FFFFF) if k & 0x1FFFFF else chr(k >> 21) for k in keys[starts].tolist()]
        return _rows(texts, starts, marks, self.bits, most)

    def _cut(self) -> None:
        """Cut the texts that wait into pieces, and keep of each its entries and places."""
        sizes = np.fromiter(map(len, self._texts), np.int64, len(self._texts)) + 1
        joined = "".join(text + _BETWEEN for text in self._texts)
        codes = np.concatenate(([0], np.frombuffer(joined.encode("utf-32-le"), "<u4"))).astype(np.uint64)
        marks = np.repeat(np.frombuffer(self._marks, np.uint64), sizes)[:-1]
        self._texts, self._marks, self._size = [], array("Q"), 0
        before, first, second = codes[:-2], codes[1:-1], codes[2:]
        stem = (first >= ord(STEMS[0])) & (first <= ord(STEMS[1]))
        stem &= (second >= ord(STEMS_BEFORE[0])) & (second <= ord(STEMS_BEFORE[1]))
        single = (first > 0) & (second == 0) & (before == 0) | stem
        pair = (first > 0) & (second > 0)
        width = _MOST_ENTRIES.bit_length() - 1 + self.bits
        both: Numbers = np.concatenate(((first[pair] << 21 | second[pair]) << width | marks[pair],
                                        first[single] << 21 + width | marks[single]))
        both.sort()
        starts = np.flatnonzero(np.diff((both >> self.bits).astype(np.int64), prepend=-1))
        both = (np.bitwise_or if self.joined else np.maximum).reduceat(both, starts)
        found = (both & (1 << width) - 1).astype(np.int64) + (self._first << self.bits)
        self._done.append(((both >> width).astype(np.int64), found))


def _rows(texts: Sequence[str], starts: Numbers, marks: Numbers, bits: int, most: float) -> Rows:
    """The rows of terms whose postings begin at ``starts``."""
    counts = np.diff(starts, append=len(marks))
    entry = marks >> bits
    gaps = np.diff(entry, prepend=0)
    gaps[starts] = entry[starts] + 1
    kept = np.repeat(counts <= most, counts)
    return Rows(texts, counts, lebs(gaps << bits | marks & (1 << bits) - 1, kept).grouped(starts))
