"""How well an entry answers a query: exact name, prefix, part, yomi, text, nearly; exact script before folded.

The whole order is in this table, so that a list of hits can be explained, and so that another index (a browser's)
can be held to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gunbai.search.documents import Entry
from gunbai.text import bigrams, exact, fold, fold_at, kana, nearly_in, short, weight

__all__ = ["BADGES", "Prepared", "Word", "prepared", "score", "word_of"]

BADGES = ("公式", "作者", "有志", "推定", "裁定待ち")
"""The order in which equal hits are shown."""

ID, NUMBER = 1000.0, 950.0
EQUAL, PREFIX, PART = 900.0, 800.0, 700.0
YOMI_EQUAL, YOMI_PREFIX, YOMI_PART = 600.0, 560.0, 520.0
QUESTION, ANSWER, REST = 400.0, 350.0, 300.0
NEARLY, NEARLY_YOMI = 250.0, 240.0
COVERED, WHOLE_NAME = 230.0, 50.0
FOLDED, OTHER, SHORT, ENDED = 20.0, 60.0, 15.0, 30.0
ENOUGH = 0.35
"""How much of a query's pairs of characters must stand in an entry where nothing else fits."""

Spelled = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Prepared:
    """An entry with everything that a scorer compares: (exact, folded) names, folded yomi, folded texts."""

    entry: Entry
    names: tuple[Spelled, ...]
    others: tuple[Spelled, ...]
    yomi: tuple[str, ...]
    shorts: tuple[str, ...]
    texts: tuple[str, str, str]

    @property
    def grams(self) -> Iterator[str]:
        """Everything written, for pairs of characters."""
        yield from (f for _, f in (*self.names, *self.others))
        yield from self.texts


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a query. ``yomi`` is how it is said, where it is in kana or Roman letters."""

    exact: str
    folded: str
    yomi: str
    short: str
    pairs: tuple[tuple[str, float], ...]


def prepared(entry: Entry) -> Prepared:
    """An entry made ready for scoring."""
    return Prepared(
        entry, tuple((exact(n), fold(n)) for n in entry.names), tuple((exact(n), fold(n)) for n in entry.others),
        tuple(map(fold, entry.yomi)), tuple(fold(short(y)) for y in entry.yomi),
        (fold(entry.question), fold(entry.answer), fold(entry.rest)))


def word_of(text: str) -> Word:
    """A word as it was typed, made ready for scoring."""
    folded = fold_at(text)
    said = kana(text)
    yomi = fold(said) if said else folded.text if folded.text and all("ぁ" <= c <= "ゖ" for c in folded.text) else ""
    shortened = fold(short(said)) if said else ""
    pairs: dict[str, float] = {}
    for i, pair in enumerate(bigrams(folded.text)):
        pairs.setdefault(pair, weight(text[folded.at[i]:folded.at[i + len(pair)]]))
    return Word(exact(text), folded.text, yomi, shortened, tuple(pairs.items()))


def score(words: Sequence[Word], whole: Word, entry: Prepared) -> float:
    """How well ``entry`` answers; 0 where it does not. ``whole`` is the query as one word."""
    total = max(_strength(whole, entry), sum(_strength(w, entry) for w in words) / len(words) if len(words) > 1 else 0)
    return max(total - (ENDED if entry.entry.until else 0), 0) if total else 0


def _strength(word: Word, entry: Prepared) -> float:
    if not word.folded:
        return 0
    best = max(_identified(word, entry), _named(word, entry.names), _named(word, entry.others) - OTHER,
               _said(word, entry), _written(word, entry), _nearly(word, entry))
    return best + _places(word, entry) if best > 0 else _covered(word, entry)


def _identified(word: Word, entry: Prepared) -> float:
    own = entry.entry
    if word.exact == own.id:
        return ID
    if any(word.exact == exact(n) for n in own.numbers):
        return NUMBER
    return PREFIX if "-" in word.exact and own.id.startswith(word.exact) else 0


def _named(word: Word, names: Iterable[Spelled]) -> float:
    best = 0.0
    for position, (spelled, folded) in enumerate(names):
        if word.folded not in folded:
            continue
        tier = EQUAL if word.folded == folded else PREFIX if folded.startswith(word.folded) else PART
        same_script = word.exact in spelled
        nearness = 10.0 if position == 0 else 8 * len(word.folded) / len(folded)  # the title, or how much of a name
        best = max(best, tier - (0 if same_script else FOLDED) + nearness)
    return best


def _said(word: Word, entry: Prepared) -> float:
    if not word.yomi:
        return 0
    loose = max((_tier(word.short, y) for y in entry.shorts), default=0) - SHORT if word.short else 0
    return max(loose, max((_tier(word.yomi, y) for y in entry.yomi), default=0))


def _tier(query: str, yomi: str) -> float:
    if query not in yomi:
        return 0
    return YOMI_EQUAL if query == yomi else YOMI_PREFIX if yomi.startswith(query) else YOMI_PART


def _written(word: Word, entry: Prepared) -> float:
    if len(word.folded) < 2:
        return 0
    return next((t for t, text in zip((QUESTION, ANSWER, REST), entry.texts, strict=True) if word.folded in text), 0)


def _nearly(word: Word, entry: Prepared) -> float:
    if any(nearly_in(word.folded, folded) for _, folded in entry.names):
        return NEARLY
    return NEARLY_YOMI if word.yomi and any(nearly_in(word.yomi, y) for y in entry.yomi) else 0


def _places(word: Word, entry: Prepared) -> float:
    """Among equals: where else the word stands."""
    title = entry.names[0][1]
    texts = sum(b for b, text in zip((3.0, 2.0, 1.0), entry.texts, strict=True) if word.folded in text)
    return texts + (4.0 if word.folded in title else 0)


def _covered(word: Word, entry: Prepared) -> float:
    whole = sum(w for _, w in word.pairs)
    if not whole or len(word.folded) < 2:
        return 0
    texts = list(entry.grams)
    near = (entry.names[0][1], entry.texts[0])
    everywhere = sum(w for pair, w in word.pairs if any(pair in t for t in texts)) / whole
    in_front = sum(w for pair, w in word.pairs if any(pair in t for t in near)) / whole
    if everywhere < ENOUGH:
        return 0
    whole_name = max((len(f) for _, f in entry.names if len(f) > 1 and f in word.folded), default=0)
    return (COVERED - WHOLE_NAME) * (everywhere + in_front) / 2 + WHOLE_NAME * whole_name / len(word.folded)
