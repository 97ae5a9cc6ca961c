"""Byte strings as columns: made, woven and put in another order all at once, in the place of one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Numbers", "Strings", "encoded", "hashes", "joined", "lebs", "woven"]

Numbers = np.ndarray[Any, np.dtype[Any]]
"""A column of whole numbers."""


_AT_ONCE = 1 << 22
"""How many bytes are moved at once."""


@dataclass(frozen=True, slots=True)
class Strings:
    """Byte strings: what they hold, one after another, and the length of each."""

    data: Numbers
    sizes: Numbers

    def bounds(self) -> Numbers:
        """Where each begins, and where the last ends."""
        return np.concatenate(([0], np.cumsum(self.sizes)))

    def taken(self, order: Numbers) -> Strings:
        """The strings of these numbers, in their order."""
        sizes, starts = self.sizes[order], self.bounds()[:-1][order]
        return Strings(np.concatenate([self.data[:0], *(self.data[_ramps(starts[part], sizes[part])]
                                                        for part in _portions(sizes))]), sizes)

    def grouped(self, starts: Numbers) -> Strings:
        """Those from each start to the next as one."""
        return Strings(self.data, np.add.reduceat(self.sizes, starts))


def encoded(texts: Sequence[str]) -> Strings:
    """Texts in UTF-8."""
    text = "".join(texts)
    codes = np.frombuffer(text.encode("utf-32-le"), "<u4")
    before = np.concatenate(([0], np.cumsum(1 + (codes >= 0x80) + (codes >= 0x800) + (codes >= 0x10000))))
    bounds = np.concatenate(([0], np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))))
    return Strings(np.frombuffer(text.encode("utf-8"), np.uint8), np.diff(before[bounds]))


def joined(columns: Sequence[Strings]) -> Strings:
    """All strings of the first column, then those of the next."""
    return Strings(np.concatenate([c.data for c in columns]), np.concatenate([c.sizes for c in columns]))


def lebs(values: Numbers, kept: Numbers | int = 1) -> Strings:
    """Numbers as LEB128; empty where they are not kept."""
    sizes = np.ones(len(values), np.int64)
    for shift in range(7, 63, 7):
        longer = values >= 1 << shift
        if not longer.any():
            break
        sizes += longer
    sizes *= kept
    ends = np.cumsum(sizes)
    data = np.zeros(int(sizes.sum()), np.uint8)
    for step in range(int(sizes.max(initial=0))):
        there = np.flatnonzero(sizes > step)
        more = (sizes[there] > step + 1) << 7
        data[ends[there] - sizes[there] + step] = values[there] >> 7 * step & 0x7F | more
    return Strings(data, sizes)


def hashes(column: Strings) -> Numbers:
    """FNV-1a of each string, 32 bits."""
    found = np.full(len(column.sizes), 0x811C9DC5, np.int64)
    starts = column.bounds()
    for step in range(int(column.sizes.max(initial=0))):
        there = np.flatnonzero(column.sizes > step)
        found[there] = (found[there] ^ column.data[starts[there] + step]) * 0x01000193 & 0xFFFFFFFF
    return found


def woven(columns: Sequence[Strings]) -> Strings:
    """The first strings of all columns as one, then the second ones, and so on."""
    sizes = np.sum([column.sizes for column in columns], axis=0)
    at = np.cumsum(sizes) - sizes
    data = np.empty(int(sizes.sum()), np.uint8)
    for column in columns:
        bounds = column.bounds()
        for part in _portions(column.sizes):
            data[_ramps(at[part], column.sizes[part])] = column.data[bounds[part.start]:bounds[part.stop]]
        at = at + column.sizes
    return Strings(data, sizes)


def _portions(sizes: Numbers) -> Iterator[slice]:
    """The strings in portions, so that what is worked out for each of their bytes takes little memory."""
    ends, start = np.cumsum(sizes), 0
    while start < len(sizes):
        before = ends[start] - sizes[start]
        stop = max(int(np.searchsorted(ends, before + _AT_ONCE, "right")), start + 1)
        yield slice(start, stop)
        start = stop


def _ramps(starts: Numbers, sizes: Numbers) -> Numbers:
    """From each start so many numbers on, one after another."""
    ramp: Numbers = np.repeat(starts - np.cumsum(sizes) + sizes, sizes)
    return ramp + np.arange(len(ramp))
