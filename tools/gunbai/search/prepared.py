"""An entry made ready for search: its names, how they are said, and its texts, folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from gunbai.search.documents import Entry
from gunbai.search.scale import MOST_ASKED
from gunbai.search.spelling import Spelled, bare, shortened, spelled, variants
from gunbai.search.words import KANA, content
from gunbai.text import fold, piece_set

__all__ = ["Prepared", "prepared", "told"]

@dataclass(frozen=True)
class Prepared:
    """An entry with everything that a scorer compares: (exact, folded) names, folded yomi, folded texts."""

    entry: Entry
    names: tuple[Spelled, ...]
    others: tuple[Spelled, ...]
    meant: Mapping[str, int]
    """The words that stand for its own, folded, with the best place of what they stand for."""
    turned: tuple[str, ...]
    yomi: tuple[str, ...]
    shorts: tuple[str, ...]
    question: str
    answer: str
    ways: tuple[str, ...]
    """The other ways in which it is asked."""

    @property
    def titles(self) -> int:
        """How many of the names, from the first, the entry itself is called by."""
        return len(self.names) if self.entry.is_name else 1

    @cached_property
    def bare(self) -> tuple[str, ...]:
        """The names without what stands between their parts."""
        return tuple(map(bare, self.entry.names))

    @cached_property
    def tells(self) -> tuple[float, ...]:
        """What each of the other ways in which it is asked tells in all."""
        return tuple(map(told, self.entry.asked[:MOST_ASKED]))

    @property
    def texts(self) -> Iterator[tuple[str, int]]:
        """The folded texts of the entry, each with its place (an index of ``WEIGHTS``); better places come later."""
        own = self.entry
        yield fold(own.rest), 0
        if own.is_name:
            yield fold(own.answer), 0
        for _, other in self.others:
            yield other, 0
        yield from ((self.answer, 1), (self.question, 2))
        for _, name in self.names[1:]:
            yield name, 3
        yield self.names[0][1], 4

    @property
    def asks(self) -> Iterator[tuple[str, int]]:
        """The other ways in which it is asked, each with its bit."""
        return ((text, 1 << min(number, MOST_ASKED - 1)) for number, text in enumerate(self.ways))

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Each piece of the entry, and the best place where it stands."""
        found: dict[str, int] = {}
        for text, place in self.texts:
            found.update(dict.fromkeys(piece_set(text), place))
        return found

    @cached_property
    def asked(self) -> Mapping[str, int]:
        """Each piece of the other ways in which it is asked, and in which, as bits."""
        found: dict[str, int] = {}
        for text, bit in self.asks:
            for piece in piece_set(text):
                found[piece] = found.get(piece, 0) | bit
        return found

    @cached_property
    def front(self) -> tuple[Mapping[str, float], ...]:
        """The pieces of title and question, each with what it tells."""
        return tuple(dict(content(text)) for text in (self.entry.title, self.entry.question) if text)


_folded = lru_cache(maxsize=50_000)(fold)
"""For words that many entries have."""


def prepared(entry: Entry) -> Prepared:
    """An entry made ready for scoring."""
    names = tuple(map(spelled, entry.names))
    yomi = tuple(dict.fromkeys(map(_folded, entry.yomi)))
    synonyms = tuple(map(_folded, entry.synonyms))
    meant = dict(zip(synonyms, entry.synonym_places, strict=True))
    if len(meant) < len(synonyms):  # some fold alike: the best place counts
        for synonym, place in zip(synonyms, entry.synonym_places, strict=True):
            meant[synonym] = max(place, meant[synonym])
    return Prepared(entry, names, tuple(map(spelled, entry.others)), meant,
                    variants(entry.names), yomi, shortened(yomi, names), fold(entry.question),
                    "" if entry.is_name else fold(entry.answer), tuple(map(fold, entry.asked)))


def told(text: str) -> float:
    """What the pairs of characters of a text tell in all, by their scripts alone."""
    runs = KANA.findall(text)
    soft = sum(map(len, runs)) - len(runs)
    borders = 2 * len(runs) - text.startswith(runs[0]) - text.endswith(runs[-1]) if runs else 0
    return max(round(max(len(text) - 1, 0) - 0.85 * soft - 0.4 * borders, 1), 0.1)
