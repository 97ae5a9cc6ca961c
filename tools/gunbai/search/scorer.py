"""How well an entry answers a query: exact name, prefix, part, yomi, nearly, text; exact script before folded.

One specification for the command line and the browser (``search/worker.js`` does the same with ``constants()``): a word
has a strength from what an entry is called, said and asks, or from its share of pairs of characters (``_coverage``),
each weighing what it tells by its script and its rarity. Equal hits come by badge, then date, then reading order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from gunbai.search.prepared import Prepared
from gunbai.search.scale import FRONT, SYNONYM, WEIGHTS, C
from gunbai.search.spelling import Spelled, arranged
from gunbai.search.words import Sense, Word
from gunbai.text import distance, fold, misses, short

__all__ = ["score", "terms_of"]


def score(words: Sequence[Sense], whole: Sense, entry: Prepared) -> float:
    """How well ``entry`` answers; 0 where it does not. ``whole`` is the query as one word."""
    total = _strength(whole, entry)
    if len(words) > 1:
        # every word is to be answered: one that is met by far the best does not make up for the others
        even = sum(math.sqrt(_strength(w, entry)) for w in words) / len(words)
        total = max(total, C["apart"] * even * even)
    return max(math.floor((total - (C["ended"] if entry.entry.until else 0)) * 10 + 0.5) / 10, 0) if total else 0


def _strength(asked: Sense, entry: Prepared) -> float:
    word = asked.word
    if not word.folded:
        return 0
    other = _named(word, entry.others, 0) - C["other"] if len(word.folded) > 1 else 0
    best = max(_identified(word, entry), _named(word, entry.names, entry.titles), other, _said(word, entry),
               _written(word, entry), _nearly(word, entry))
    title = C["title"] if best > 0 and _in_title(word, entry) else 0
    inside = max((len(f) for _, f in entry.names if len(f) > 1 and f in word.folded), default=0)
    page = C["page"] if entry.entry.is_name else 1
    found = 0.0
    for share, covered, focus, within in _ways(asked, entry):
        if best > 0:
            found = max(found, best + C["sharpen"] * covered + C["focusNamed"] * focus + title)
        elif share >= C["enough"] and len(word.folded) > 1:
            found = max(found, (C["covered"] * covered + C["focus"] * focus
                                + C["wholeName"] * inside / len(word.folded)) * page)
        if within >= C["askedWhole"] and len(word.folded) > 1:
            found = max(found, C["askedBest"] * within + C["askedFocus"] * focus)
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
                covered += max(placed, worth * C["asked"])
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
            value = worth * (1.0 if meant >= 0 or not around else C["stray"])
            found.append((value, value * WEIGHTS[max(place, 0)]))
        elif meant >= 0:
            found.append((worth * C["meant"], worth * C["meant"] * WEIGHTS[meant]))
        else:
            found.append((0.0, 0.0))
    return found


def _identified(word: Word, entry: Prepared) -> float:
    own = entry.entry
    if word.exact == own.id:
        return C["id"]
    if any(word.folded == fold(n) for n in own.numbers):
        return C["number"] + (C["own"] if own.is_name else 0)
    return C["prefix"] if "-" in word.exact and not own.is_name and own.id.startswith(word.exact) else 0


def _named(word: Word, names: Iterable[Spelled], titles: int) -> float:
    best = 0.0
    for position, (written, folded) in enumerate(names):
        if word.folded not in folded and (not word.exact or word.exact not in written):  # ケイヴ is no けいび…
            continue
        tier = "equal" if word.folded == folded else "prefix" if _begins(word, written, folded) else "part"
        nearness = 10.0 if position < titles else 8 * len(word.folded) / len(folded)  # the title, or how much of a name
        if tier == "equal" and position:  # whose other name it is comes before those that have it
            nearness = C["aliased"] if position < titles else 0
        best = max(best, C[tier] - (0 if word.exact in written else C["folded"]) + nearness)
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
    return C["turned"] + nearness + (C["own"] if entry.entry.is_name else 0) if nearness else 0


def _said(word: Word, entry: Prepared) -> float:
    turned = _turned(word, entry)
    if not word.yomi:
        return turned
    loose = max((_tier(word.short, y) for y in entry.shorts), default=0) - C["short"] if word.short else 0
    own = C["own"] if entry.entry.is_name and word.short and word.short in entry.shorts else 0
    return max(turned, loose, max((_tier(word.yomi, y) for y in entry.yomi), default=0)) + own


def _tier(query: str, yomi: str) -> float:
    if query not in yomi:
        return 0
    if query == yomi:
        return C["yomiEqual"]
    return C["yomiPrefix" if yomi.startswith(query) else "yomiPart"] + 8 * len(query) / len(yomi)


def _written(word: Word, entry: Prepared) -> float:
    if len(word.folded) < 2:
        return 0
    meant = entry.meant.get(word.folded, -1)
    told = C["question"] if word.folded in entry.question else C["answer"] if word.folded in entry.answer else 0
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
        found.update((p, None) for p, tells in whole.pairs if tells > C["telling"])
    return tuple(t for t in found if t)


def _nearly(word: Word, entry: Prepared) -> float:
    own = entry.entry.is_name
    best = max((max(_near(word.folded, folded, part=own or i > 0),
                    _near(word.exact, written, part=own or i > 0) if len(written) != len(folded) else 0)
                for i, (written, folded) in enumerate(entry.names)), default=0)
    if word.yomi:
        spoken = max((_near(word.short, y, part=True) for y in entry.shorts), default=0)
        best = max(best, spoken - C["yomiNearly"])
    return max(best + (C["own"] if own and best > C["nearly"] else 0), 0)


def _near(query: str, name: str, *, part: bool) -> float:
    """How near a name is, whole or in part, with as many misses as the query's length allows; one in a title."""
    allowed = misses(query) if part else min(misses(query), 1)
    if not allowed or len(name) + allowed < len(query):
        return 0
    if sum(char not in name for char in query) > allowed:  # each of them is at least one that is wrong
        return 0
    if abs(len(name) - len(query)) <= allowed and (wrong := distance(query, name)) <= allowed:
        return C["nearlyWhole"] - C["miss"] * wrong
    if not part or len(query) < C["nearlyFrom"] or len(name) < len(query) - allowed + 1:
        return 0
    wrong = distance(query, name, part=True)
    return C["nearly"] - C["miss"] * wrong + 8 * len(query) / max(len(name), len(query)) if wrong <= allowed else 0
