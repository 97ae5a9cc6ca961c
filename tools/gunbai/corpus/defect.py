"""Where something stands in the corpus, and what is wrong there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["NOWHERE", "Defect", "Place", "nearest"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in the corpus: file (relative to the corpus' root) and line, from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


NOWHERE = Place("", 0)
"""The place of what was made by no file."""


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong: where, in which ruling, what was expected, what was found, one hint."""

    place: Place
    expected: str
    found: str
    hint: str = ""
    ruling: str = ""
    code: str = ""
    """A short name of the kind of defect (``unknown-key``), for programs."""

    def __str__(self) -> str:
        who = f" [{self.ruling}]" if self.ruling else ""
        hint = f"\n    hint: {self.hint}" if self.hint else ""
        return f"{self.place}:{who} expected {self.expected}; found {self.found}{hint}"


def nearest(place: Place, lines: Mapping[str, int], keys: tuple[str | int, ...]) -> Place:
    """The line of the entry under ``keys``, or of the nearest one above it that ``lines`` knows, else ``place``."""
    for length in range(len(keys), 0, -1):
        if line := lines.get("/".join(map(str, keys[:length]))):
            return Place(place.file, line)
    return place
