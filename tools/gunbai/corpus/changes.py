"""What changed when: rulings that began, replaced another, or ended. In: a corpus. Out: changes, newest first.

A ruling without `since:` is listed on the newest date of its sources (``sourced``): that day its source was written or
changed. One without any date is not listed, since nobody knows when it began.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from gunbai.corpus.history import predecessor, successors
from gunbai.corpus.model import Corpus, Game
from gunbai.corpus.ruling import Ruling

if TYPE_CHECKING:
    from budoux import Parser

__all__ = ["Change", "Piece", "all_changes", "pieces"]

What = Literal["begun", "changed", "sourced", "ended"]
"""It came into force, took another's place, was written down in a source, or ended."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the day (ISO), what happened, the ruling, and for ``changed`` the one that it replaced."""

    date: str
    what: What
    ruling: Ruling
    before: Ruling | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text as it was and is: kept, taken out or put in."""

    what: Literal["same", "out", "in"]
    text: str


def all_changes(corpus: Corpus, since: str = "") -> tuple[Change, ...]:
    """All changes from a day on (ISO; empty: all), newest first; of one day in the order of the corpus."""
    found = [c for game in corpus.games for ruling in game.rulings for c in _of(game, ruling) if c.date >= since]
    return tuple(sorted(found, key=lambda c: c.date, reverse=True))


def _of(game: Game, ruling: Ruling) -> Iterator[Change]:
    before = predecessor(game, ruling)
    if ruling.updated:
        dated = ruling.since not in ("", "unknown")
        yield Change(ruling.updated, "changed" if before else "begun" if dated else "sourced", ruling, before)
    if ruling.until and not successors(game, ruling):
        yield Change(ruling.until, "ended", ruling)


def pieces(before: str, after: str) -> tuple[Piece, ...]:
    """What was taken out of a text and what was put in, by phrases (of Japanese) or words."""
    old, new = _words(before), _words(after)
    found: list[Piece] = []
    for what, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            found.append(Piece("same", "".join(old[a:b])))
            continue
        found += _pieces("out", old[a:b])
        found += _pieces("in", new[c:d])
    return tuple(found)


def _pieces(what: Literal["out", "in"], words: Iterable[str]) -> list[Piece]:
    text = "".join(words)
    return [Piece(what, text)] if text else []


def _words(text: str) -> list[str]:
    """A text in words: those of Latin script with their space, of Japanese by phrase."""
    return [word for part in re.findall(r"[\x00-\x7f]+|[^\x00-\x7f]+", text)
            for word in (re.findall(r"\S+\s*|\s+", part) if part.isascii() else _parser().parse(part))]


@cache
def _parser() -> Parser:
    import budoux  # not quick to import

    return budoux.load_default_japanese_parser()
