"""How well an entry answers a query: exact name, prefix, part, yomi, nearly, text; exact script before folded.

One specification for the command line and the browser (``search/worker.js`` does the same with ``constants()``): a word
has a strength from what an entry is called, said and asks, or from its share of pairs of characters (``_coverage``),
each weighing what it tells by its script and its rarity. Equal hits come by badge, then date, then reading order.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from gunbai.search.documents import Entry
from gunbai.search.spelling import (
    MOST_PARTS,
    TURNED_FROM,
    Spelled,
    arranged,
    bare,
    parts,
    shortened,
    spelled,
    variants,
)
from gunbai.search.synonyms import SHORT
from gunbai.text import distance, exact, fold, fold_at, function_words, kana, misses, piece_set, pieces, short, weight

__all__ = ["BADGES", "MOST_ASKED", "WEIGHTS", "Prepared", "Word", "constants", "joined", "prepared", "rarity", "score",
           "terms_of", "told",
           "too_common", "word_of"]

BADGES = ("公式", "作者", "有志", "推定", "裁定待ち", "")
"""The order in which equal hits are shown; the pages of names, which bear none, come last."""

_C: Mapping[str, float] = {
    "id": 1000, "number": 950, "equal": 900, "prefix": 800, "part": 700, "turned": 845, "yomiEqual": 600,
    "yomiPrefix": 560, "yomiPart": 520, "question": 400, "answer": 350,
    "nearlyWhole": 290, "nearly": 250, "nearlyFrom": 5, "miss": 15, "yomiNearly": 10, "covered": 180, "wholeName": 60,
    "folded": 20, "other": 60, "short": 15, "ended": 30, "enough": 0.2, "sharpen": 10, "title": 4, "stem": 0.5,
    "common": 1000, "commonShare": 20, "telling": 0.5, "page": 0.5,
    "own": 20, "meant": 0.85,
    "asked": 1.0, "askedWhole": 0.9, "askedBest": 300, "askedFocus": 60, "aliased": 14, "apart": 0.92,
    "stray": 0.5, "focus": 40, "focusNamed": 8, "edge": 0.3, "damp": 0.75,
}
WEIGHTS = (0.65, 0.8, 0.9, 0.95, 1.0)
"""What a pair of characters counts by where it stands: the rest, the answer, the question, a name, the title."""
SYNONYM = (310, 345, 395, 440, 480)
"""How well an entry answers that has a synonym of the word asked for, by where."""
FRONT = (4, 2)
"""The places of title and question."""
LONGEST = 12
"""The characters of the longest word whose synonyms are looked for."""
MOST_ASKED = 8
"""The other ways to ask an entry that an index tells apart; more of them count as one with the last."""
_KANA = re.compile("[ぁ-ゖ]+")
_BORDER = re.compile("(?<=[ぁ-ゖ])(?=[^ぁ-ゖ])|(?<=[^ぁ-ゖ])(?=[ぁ-ゖ])")


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
    asked: Mapping[str, int]
    """Each pair of characters of the other ways in which it is asked, and in which, as bits."""

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

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Each pair of characters of the entry, and the best place (an index of ``WEIGHTS``) where it stands."""
        found: dict[str, int] = {}
        own = self.entry
        told = [own.rest, own.answer] if own.is_name else [own.rest]
        other = [*map(fold, told), *(f for _, f in self.others)]
        names = [f for _, f in self.names]
        for place, texts in enumerate((other, [self.answer], [self.question], names[1:], names[:1])):
            for text in texts:
                found.update(dict.fromkeys(piece_set(text), place))
        return found

    @cached_property
    def front(self) -> tuple[Mapping[str, float], ...]:
        """The pieces of title and question, each with what it tells."""
        return tuple(dict(content(text)) for text in (self.entry.title, self.entry.question) if text)


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


def constants() -> dict[str, Any]:
    """The numbers of the specification, for the browser."""
    return {**_C, "weights": WEIGHTS, "synonym": SYNONYM, "longest": LONGEST, "front": FRONT, "shortWord": SHORT,
            "mostParts": MOST_PARTS, "turnedFrom": TURNED_FROM,
            "badges": BADGES}


_folded = lru_cache(maxsize=50_000)(fold)
"""For words that many entries have."""


def prepared(entry: Entry) -> Prepared:
    """An entry made ready for scoring."""
    names = tuple(map(spelled, entry.names))
    yomi = tuple(dict.fromkeys(map(fold, entry.yomi)))
    meant: dict[str, int] = {}
    for synonym, place in zip(map(_folded, entry.synonyms), entry.synonym_places, strict=True):
        meant[synonym] = max(place, meant.get(synonym, 0))
    asked: dict[str, int] = {}
    for number, text in enumerate(entry.asked):
        own = dict.fromkeys(piece_set(fold(text)), 1 << min(number, MOST_ASKED - 1))
        for piece in asked.keys() & own.keys():
            own[piece] |= asked[piece]
        asked.update(own)
    return Prepared(entry, names, tuple(map(spelled, entry.others)), meant,
                    variants(entry.names), yomi, shortened(yomi, names), fold(entry.question),
                    "" if entry.is_name else fold(entry.answer), asked)


def told(text: str) -> float:
    """What the pairs of characters of a text tell in all, by their scripts alone."""
    soft = sum(len(run) - 1 for run in _KANA.findall(text))
    return max(round(max(len(text) - 1, 0) - 0.85 * soft - 0.4 * len(_BORDER.findall(text)), 1), 0.1)


def word_of(text: str) -> Word:
    """A word as it was typed, made ready for scoring. Function words weigh nothing, unless there is nothing else."""
    folded = fold_at(text)
    said = kana(text)
    yomi = fold(said) if said else folded.text if _KANA.fullmatch(folded.text) else ""
    pairs = content(text)
    return Word(exact(text), folded.text, yomi, short(yomi), bool(said), pairs, _spans(text, dict(pairs)), parts(text))


@lru_cache(maxsize=20_000)
def content(text: str) -> tuple[tuple[str, float], ...]:
    """The pieces of a text, each with what it tells; function words tell nothing, unless there is nothing else."""
    folded = fold_at(text)
    empty = function_words(folded.text)
    pairs: dict[str, float] = {}
    for i, pair in pieces(folded.text):
        tells = weight(text[folded.at[i]:folded.at[i + len(pair)]]) if len(pair) > 1 else _C["stem"]
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
            if _KANA.fullmatch(part) and not _alone(text, folded.at[start], folded.at[start + long]):
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
        found.append((piece, worth * (_C["edge"] if piece in edges and not within else 1), tuple(within)))
    return Sense(word, tuple(found), sum(worth for _, worth, _ in found), dict(word.pairs))


def too_common(df: int, size: int) -> bool:
    """Whether a pair of characters stands in so many of ``size`` entries that no index lists them."""
    return df > max(_C["common"], size / _C["commonShare"])


def rarity(df: int, size: int) -> float:
    """What a pair tells by how rare it is; one that is nowhere may be a slip and tells half of the rarest."""
    if too_common(df, size):
        return 0
    worth = math.log(1 + size / df) if df else math.log(1 + size) / 2
    return math.floor(math.pow(worth, _C["damp"]) * 1000 + 0.5) / 1000


def score(words: Sequence[Sense], whole: Sense, entry: Prepared) -> float:
    """How well ``entry`` answers; 0 where it does not. ``whole`` is the query as one word."""
    total = _strength(whole, entry)
    if len(words) > 1:
        # every word is to be answered: one that is met by far the best does not make up for the others
        even = sum(math.sqrt(_strength(w, entry)) for w in words) / len(words)
        total = max(total, _C["apart"] * even * even)
    return max(math.floor((total - (_C["ended"] if entry.entry.until else 0)) * 10 + 0.5) / 10, 0) if total else 0


def _strength(asked: Sense, entry: Prepared) -> float:
    word = asked.word
    if not word.folded:
        return 0
    other = _named(word, entry.others, 0) - _C["other"] if len(word.folded) > 1 else 0
    best = max(_identified(word, entry), _named(word, entry.names, entry.titles), other, _said(word, entry),
               _written(word, entry), _nearly(word, entry))
    title = _C["title"] if best > 0 and _in_title(word, entry) else 0
    inside = max((len(f) for _, f in entry.names if len(f) > 1 and f in word.folded), default=0)
    page = _C["page"] if entry.entry.is_name else 1
    found = 0.0
    for share, covered, focus, within in _ways(asked, entry):
        if best > 0:
            found = max(found, best + _C["sharpen"] * covered + _C["focusNamed"] * focus + title)
        elif share >= _C["enough"] and len(word.folded) > 1:
            found = max(found, (_C["covered"] * covered + _C["focus"] * focus
                                + _C["wholeName"] * inside / len(word.folded)) * page)
        if within >= _C["askedWhole"] and len(word.folded) > 1:
            found = max(found, _C["askedBest"] * within + _C["askedFocus"] * focus)
    return found


def _ways(asked: Sense, entry: Prepared) -> list[tuple[float, float, float, float]]:
    """For the entry as it is written, and for each other way in which it is asked beside that: what ``_coverage``
    tells, how much of the title or the question is asked for, and the share of the word that this way alone has."""
    shares = _coverage(asked, entry)
    share, covered = sum(s for s, _ in shares), sum(c for _, c in shares)
    focus, every = _focus(asked, entry), asked.every
    if not every:
        return [(0, 0, focus, 0)]
    found = [(share / every, covered / every, focus, 0.0)]
    bits = [entry.asked.get(piece, 0) for piece, _, _ in asked.pieces]
    for number, tells in enumerate(entry.tells):
        own = within = share = covered = 0.0
        for (piece, worth, _), there, (base, placed) in zip(asked.pieces, bits, shares, strict=True):
            if there >> number & 1:
                own += asked.own[piece]
                within += worth
                share += max(base, worth)
                covered += max(placed, worth * _C["asked"])
            else:
                share += base
                covered += placed
        if within:
            found.append((share / every, covered / every, max(focus, min(own / tells, 1)), within / every))
    return found


def _focus(asked: Sense, entry: Prepared) -> float:
    """How much of the title, or of the question, is asked for."""
    best = 0.0
    for place, front in zip(FRONT, entry.front, strict=False):
        every = sum(front.values())
        if every:
            told = sum(tells for piece, tells in front.items() if piece in asked.own)
            meant = {around[0] for piece, _, around in asked.pieces
                     if around and piece not in front and entry.meant.get(around[0]) == place}
            best = max(best, min(told + len(meant), every) / every)
    return best


def _in_title(word: Word, entry: Prepared) -> bool:
    if word.folded in entry.names[0][1]:
        return True
    return bool(word.short) and any(word.short in short(y) for y in entry.yomi[:entry.entry.in_title])


def _coverage(asked: Sense, entry: Prepared) -> list[tuple[float, float]]:
    """What the entry has of each of the word's pieces, by what they tell; and the same by where they stand.

    A piece is also there where the word around it has a synonym there; half, where only its characters are.
    """
    found = []
    for piece, worth, around in asked.pieces:
        place = entry.places.get(piece)
        meant = max((entry.meant.get(part, -1) for part in around), default=-1)
        if place is not None:
            value = worth * (1.0 if meant >= 0 or not around else _C["stray"])
            found.append((value, value * WEIGHTS[max(place, 0)]))
        elif meant >= 0:
            found.append((worth * _C["meant"], worth * _C["meant"] * WEIGHTS[meant]))
        else:
            found.append((0.0, 0.0))
    return found


def _identified(word: Word, entry: Prepared) -> float:
    own = entry.entry
    if word.exact == own.id:
        return _C["id"]
    if any(word.folded == fold(n) for n in own.numbers):
        return _C["number"] + (_C["own"] if own.is_name else 0)
    return _C["prefix"] if "-" in word.exact and not own.is_name and own.id.startswith(word.exact) else 0


def _named(word: Word, names: Iterable[Spelled], titles: int) -> float:
    best = 0.0
    for position, (written, folded) in enumerate(names):
        if word.folded not in folded and (not word.exact or word.exact not in written):  # ケイヴ is no けいび…
            continue
        tier = "equal" if word.folded == folded else "prefix" if _begins(word, written, folded) else "part"
        nearness = 10.0 if position < titles else 8 * len(word.folded) / len(folded)  # the title, or how much of a name
        if tier == "equal" and position:  # whose other name it is comes before those that have it
            nearness = _C["aliased"] if position < titles else 0
        best = max(best, _C[tier] - (0 if word.exact in written else _C["folded"]) + nearness)
    return best


def _begins(word: Word, written: str, folded: str) -> bool:
    return folded.startswith(word.folded) or written.startswith(word.exact)


def _turned(word: Word, entry: Prepared) -> float:
    """A name with its parts in another order is that name."""
    if len(word.folded) < 2:
        return 0
    nearness = max((10.0 if i < entry.titles else 8.0 for i, name in enumerate(entry.bare)
                    if entry.names[i][1] != word.folded and arranged(word.parts, name)),
                   default=8.0 if word.folded in entry.turned else 0)
    return _C["turned"] + nearness + (_C["own"] if entry.entry.is_name else 0) if nearness else 0


def _said(word: Word, entry: Prepared) -> float:
    turned = _turned(word, entry)
    if not word.yomi:
        return turned
    loose = max((_tier(word.short, y) for y in entry.shorts), default=0) - _C["short"] if word.short else 0
    own = _C["own"] if entry.entry.is_name and word.short and word.short in entry.shorts else 0
    return max(turned, loose, max((_tier(word.yomi, y) for y in entry.yomi), default=0)) + own


def _tier(query: str, yomi: str) -> float:
    if query not in yomi:
        return 0
    if query == yomi:
        return _C["yomiEqual"]
    return _C["yomiPrefix" if yomi.startswith(query) else "yomiPart"] + 8 * len(query) / len(yomi)


def _written(word: Word, entry: Prepared) -> float:
    if len(word.folded) < 2:
        return 0
    meant = entry.meant.get(word.folded, -1)
    told = _C["question"] if word.folded in entry.question else _C["answer"] if word.folded in entry.answer else 0
    return max(told, SYNONYM[meant] if meant >= 0 else 0)


def terms_of(words: Sequence[Word], whole: Word, entry: Prepared) -> tuple[str, ...]:
    """What to mark in the entry's texts: the words, the names that they say or nearly are; else what tells."""
    named = [n for _, n in entry.names[1:]]
    found: dict[str, None] = {}
    for word in dict.fromkeys((whole, *words)):
        if any(word.folded in t for t in (entry.names[0][1], entry.question, entry.answer)):
            found[word.folded] = None
        if word.short:
            found.update((fold(name), None) for name, yomi in zip(entry.entry.spoken, entry.yomi, strict=True)
                         if word.short in short(yomi))
        found.update((n, None) for n in named if len(n) > 1 and n in word.folded)
        if not found:
            found.update((n, None) for n in named if _near(word.folded, n, part=True))
            found.update((fold(name), None) for name, yomi in zip(entry.entry.spoken, entry.yomi, strict=True)
                         if word.short and _near(word.short, short(yomi), part=True))
    if not found:
        found.update((p, None) for p, tells in whole.pairs if tells > _C["telling"])
    return tuple(t for t in found if t)


def _nearly(word: Word, entry: Prepared) -> float:
    own = entry.entry.is_name
    best = max((max(_near(word.folded, folded, part=own or i > 0),
                    _near(word.exact, written, part=own or i > 0) if len(written) != len(folded) else 0)
                for i, (written, folded) in enumerate(entry.names)), default=0)
    if word.yomi:
        spoken = max((_near(word.short, y, part=True) for y in entry.shorts), default=0)
        best = max(best, spoken - _C["yomiNearly"])
    return max(best + (_C["own"] if own and best > _C["nearly"] else 0), 0)


def _near(query: str, name: str, *, part: bool) -> float:
    """How near a name is, whole or in part, with as many misses as the query's length allows; one in a title."""
    allowed = misses(query) if part else min(misses(query), 1)
    if not allowed or len(name) + allowed < len(query):
        return 0
    if abs(len(name) - len(query)) <= allowed and (wrong := distance(query, name)) <= allowed:
        return _C["nearlyWhole"] - _C["miss"] * wrong
    if not part or len(query) < _C["nearlyFrom"] or len(name) < len(query) - allowed + 1:
        return 0
    wrong = distance(query, name, part=True)
    return _C["nearly"] - _C["miss"] * wrong + 8 * len(query) / max(len(name), len(query)) if wrong <= allowed else 0
