"""The words of a query: what they may stand for, and what each of their pieces tells in an index."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gunbai.search.scale import LONGEST, C
from gunbai.search.spelling import parts
from gunbai.search.synonyms import SHORT
from gunbai.text import exact, fold, fold_at, function_words, kana, pieces, short, weight

__all__ = ["KANA", "Sense", "Word", "content", "joined", "most_listed", "rarity", "sense", "too_common", "word_of"]

KANA = re.compile("[ぁ-ゖ]+")

Span = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A part of a word: its text, the pieces inside, and those that only begin or end inside."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a query. ``yomi`` is how it is said, where it is in kana or Roman letters."""

    exact: str
    folded: str
    yomi: str
    short: str
    roman: bool
    pairs: tuple[tuple[str, float], ...]
    spans: tuple[Span, ...] = ()
    """Parts of it that may be words with synonyms; longer ones first."""
    parts: tuple[str, ...] = ()
    """Where it may be cut, to be put in another order."""


@dataclass(frozen=True, slots=True)
class Sense:
    """A word as an index sees it: each piece with what it is worth there, and the words with synonyms around it,
    longest first."""

    word: Word
    pieces: tuple[tuple[str, float, tuple[str, ...]], ...]
    every: float
    own: Mapping[str, float]
    """The pieces with what they tell anywhere."""


def word_of(text: str) -> Word:
    """A word as it was typed, made ready for scoring. Function words weigh nothing, unless there is nothing else."""
    folded = fold_at(text)
    said = kana(text)
    yomi = fold(said) if said else folded.text if KANA.fullmatch(folded.text) else ""
    pairs = content(text)
    return Word(exact(text), folded.text, yomi, short(yomi), bool(said), pairs, _spans(text, dict(pairs)), parts(text))


@lru_cache(maxsize=20_000)
def content(text: str) -> tuple[tuple[str, float], ...]:
    """The pieces of a text, each with what it tells; function words tell nothing, unless there is nothing else."""
    folded = fold_at(text)
    empty = function_words(folded.text)
    pairs: dict[str, float] = {}
    for i, pair in pieces(folded.text):
        tells = weight(text[folded.at[i]:folded.at[i + len(pair)]]) if len(pair) > 1 else C["stem"]
        idle = sum(empty[i:i + len(pair)]) / len(pair)
        pairs[pair] = max(pairs.get(pair, 0), tells * (1 - idle) if not all(empty) else tells)
    return tuple((p, w) for p, w in pairs.items() if w)


def _spans(text: str, pairs: Mapping[str, float]) -> tuple[Span, ...]:
    """The parts of a text that may be words with synonyms, longer ones first."""
    folded = fold_at(text)
    cut, size = pieces(folded.text), len(folded.text)
    found: dict[str, Span] = {}
    for long in range(min(LONGEST, size), 1, -1):
        for start in range(size - long + 1):
            part = folded.text[start:start + long]
            if part in found:
                continue
            if KANA.fullmatch(part) and not _alone(text, folded.at[start], folded.at[start + long]):
                continue
            end = start + long
            inside = tuple(p for i, p in cut if start <= i and i + len(p) <= end and p in pairs)
            edges = tuple(p for i, p in cut if i < start < i + len(p) or i < end < i + len(p))
            if inside:
                found[part] = part, inside, edges
    return tuple(found.values())


def _alone(text: str, start: int, end: int) -> bool:
    """Whether a part of a text, in kana, may be a word: in katakana it begins where katakana does, and if it is short
    it ends so, too; in hiragana, where words are not told apart, it is not short."""
    before, after = text[start - 1] if start else " ", text[end] if end < len(text) else " "
    begins, ends = _script(before) != _script(text[start]), _script(after) != _script(text[end - 1])
    if end - start <= SHORT or _script(text[start]) != _script(text[end - 1]):
        return begins and ends
    return begins or _script(text[start]) == 1


def _script(char: str) -> int:
    return 1 if "ぁ" <= char <= "ゟ" else 2 if "゠" <= char <= "ヿ" or "ｦ" <= char <= "ﾟ" else 0


def joined(words: Sequence[Word]) -> Word:
    """All words of a query as one, without the pairs of characters that only joining makes."""
    if len(words) == 1:
        return words[0]
    yomi = "".join(w.yomi for w in words) if all(w.yomi for w in words) else ""
    pairs: dict[str, float] = {}
    spans: dict[str, Span] = {}
    for word in words:
        spans.update((span[0], span) for span in word.spans)
        for pair, tells in word.pairs:
            pairs[pair] = max(pairs.get(pair, 0), tells)
    return Word(" ".join(w.exact for w in words), "".join(w.folded for w in words), yomi, short(yomi),
                all(w.roman for w in words), tuple(pairs.items()), tuple(spans.values()),
                tuple(part for w in words for part in w.parts))


def sense(word: Word, piece_df: Callable[[str], int], meant_df: Callable[[str], int], size: int) -> Sense:
    """What a word is worth in an index of ``size`` entries, by how many have a piece or stand for a word."""
    around: dict[str, list[str]] = {}
    edges: set[str] = set()
    for part, inside, cut in word.spans:
        df = meant_df(part)
        if df and not too_common(df, size):
            edges.update(cut)
            for piece in inside:
                around.setdefault(piece, []).append(part)
    found = []
    for piece, tells in word.pairs:
        within = around.get(piece, ())
        worth = tells * rarity(meant_df(within[0]) if within else piece_df(piece), size)
        found.append((piece, worth * (C["edge"] if piece in edges and not within else 1), tuple(within)))
    return Sense(word, tuple(found), sum(worth for _, worth, _ in found), dict(word.pairs))


def most_listed(size: int) -> float:
    """In how many of ``size`` entries a pair of characters may stand, so that an index lists them."""
    return max(C["common"], size / C["commonShare"])


def too_common(df: int, size: int) -> bool:
    """Whether a pair of characters stands in so many of ``size`` entries that no index lists them."""
    return df > most_listed(size)


def rarity(df: int, size: int) -> float:
    """What a pair tells by how rare it is; one that is nowhere may be a slip and tells half of the rarest."""
    if too_common(df, size):
        return 0
    worth = math.log(1 + size / df) if df else math.log(1 + size) / 2
    return math.floor(math.pow(worth, C["damp"]) * 1000 + 0.5) / 1000
