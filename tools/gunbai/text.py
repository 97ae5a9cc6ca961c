"""Folding and cutting of Japanese text for search: the one place.

``fold`` makes equal what people type differently: width, case, katakana and hiragana, long-vowel marks, middle dots,
hyphens, spaces, punctuation, small kana, ヴ, iteration marks, old forms of kanji, kanji numerals. Voiced marks stay
apart: か is not が. Folding is for search only; which names a game's rules count as one is data of the game.

The browser folds and cuts by the same specification (``search/worker.js``). ``tables`` is the data that both read, and
``tests/search/vectors.tsv`` what both must make of a few thousand texts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import Any

from gunbai.text_data import FUNCTION, OLD, SYLLABLES, VOWELS

__all__ = ["STEMS", "STEMS_BEFORE", "Folded", "bigrams", "distance", "exact", "fold", "fold_at", "function_words",
           "kana", "marked", "misses", "piece_set", "pieces", "short", "tables", "weight"]

_VOICED = {"゛": "\u3099", "゜": "\u309a", "ﾞ": "\u3099", "ﾟ": "\u309a"}
_SMALL = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))
_VA = {"ぁ": "ば", "ぃ": "び", "ぇ": "べ", "ぉ": "ぼ"}
_OTHER = {"ヷ": "ば", "ヸ": "び", "ヹ": "べ", "ヺ": "ぼ", "ヽ": "ゝ", "ヾ": "ゞ"}
_DROPPED = frozenset("ー~─")
_DROPPED_CLASSES = ("P", "Z", "C", "M")
_KEPT_AT_END = frozenset("ーｰ゛゜ﾞﾟ\u3099\u309a")
_MISSES = ((3, 1), (9, 2))
STEMS, STEMS_BEFORE = ("一", "鿿"), ("ぁ", "ゖ")
"""From which kanji to which the stem of a word may be, and the hiragana that follow it."""
_DIGITS = "〇一二三四五六七八九"
_NEW = {old: new for old, new in zip(OLD[::2], OLD[1::2], strict=True) if old != new}


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; ``at[i]`` is where in the original the character ``text[i]`` begins, with the end as last item."""

    text: str
    at: tuple[int, ...]


def fold(text: str) -> str:
    """``text`` as search compares it. Folding twice changes nothing."""
    folded = text.translate(_ONE)
    if _NEIGHBOURS in folded:
        return fold_at(text).text
    return _RUN.sub(lambda m: _number(m[0]), folded)


def fold_at(text: str) -> Folded:
    """``text`` folded, with the place of each character in the original."""
    characters: list[str] = []
    places: list[int] = []
    before = -1
    for start, end in _clusters(text):
        for char in _simple(text[start:end]):
            if char in _VA and characters and characters[-1] == "ゔ" and places[-1] == before:
                characters[-1] = _VA[char]
            else:
                characters.append(_repeated(char, characters[-1]) if char in "々ゝゞ" and characters else char)
                places.append(start)
        before = start
    large = [_SMALL.get(c, c) for c in "".join(characters).replace("ゔ", "ぶ")]
    return _counted(large, places, len(text))


def _repeated(mark: str, before: str) -> str:
    """What an iteration mark stands for after a character: 々 for it, ゝ for it without and ゞ with a voiced mark."""
    if mark == "々":
        return before
    if not "ぁ" <= before <= "ゖ":
        return mark
    plain = unicodedata.normalize("NFD", before)[0]
    voiced = unicodedata.normalize("NFC", plain + "\u3099")
    return voiced if mark == "ゞ" and len(voiced) == 1 else plain


def _counted(characters: list[str], places: list[int], end: int) -> Folded:
    """Kanji numerals up to 99 as digits: 十六 and 16 are one."""
    text, at = "".join(characters), 0
    if not _RUN.search(text):
        return Folded(text, (*places, end))
    out: list[str] = []
    kept: list[int] = []
    while at < len(text):
        run = at
        while run < len(text) and text[run] in _NUMERALS:
            run += 1
        if run == at:
            out.append(text[at])
            kept.append(places[at])
            at += 1
            continue
        number = _number(text[at:run])
        out += number
        kept += [places[min(at + i, run - 1)] for i in range(len(number))]
        at = run
    return Folded("".join(out), (*kept, end))


def _number(numerals: str) -> str:
    tens, ten, ones = numerals.partition("十")
    if not ten or len(tens) > 1 or len(ones) > 1 or "〇" in numerals or ones == ten:
        return "".join("10" if c == "十" else str(_DIGITS.index(c)) for c in numerals)
    return str((_DIGITS.index(tens) if tens else 1) * 10 + (_DIGITS.index(ones) if ones else 0))


def exact(text: str) -> str:
    """``text`` with width, case and outer space made equal, and nothing else: what "exact script" compares."""
    return unicodedata.normalize("NFKC", text).strip(" \t\r\n").lower()


def bigrams(folded: str) -> tuple[str, ...]:
    """The pairs of neighbouring characters of a folded text; a single character stands for itself."""
    if len(folded) < 2:
        return (folded,) if folded else ()
    return tuple(map(add, folded, folded[1:]))


def pieces(folded: str) -> tuple[tuple[int, str], ...]:
    """A folded text cut for search, each piece with its place: pairs, and every kanji before a hiragana.

    Such a kanji is the stem of a word that changes: 断る, 断れば and 断って have 断 in common.
    """
    return (*enumerate(bigrams(folded)), *((m.start(), m[0]) for m in _STEM.finditer(folded)))


def piece_set(folded: str) -> set[str]:
    """The pieces of a folded text."""
    return {*(map(add, folded, folded[1:]) if len(folded) > 1 else folded), *_STEM.findall(folded)}


def weight(original: str) -> float:
    """How much a pair of characters tells, by its script: particles and endings in hiragana tell little."""
    hiragana = sum("ぁ" <= c <= "ゖ" for c in original)
    return 0.15 if hiragana >= len(original) else 0.6 if hiragana else 1.0


def marked(text: str, terms: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Where the folded ``terms`` stand in ``text``: (start, end) of the original, in order, joined where they touch."""
    folded = fold_at(text)
    found = []
    for term in terms:
        at = folded.text.find(term) if term else -1
        while at >= 0:
            end = folded.at[at + len(term)]
            while text[end - 1] not in _KEPT_AT_END and not fold(text[end - 1]):
                end -= 1  # the bracket after a name is no part of it
            found.append((folded.at[at], end))
            at = folded.text.find(term, at + 1)
    joined: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def function_words(folded: str) -> tuple[bool, ...]:
    """For each character of a folded question, whether it belongs to a word that tells nothing of what is asked."""
    out = [False] * len(folded)
    for word in _FUNCTION_FOLDED:
        at = folded.find(word)
        while at >= 0:
            if not any(out[at:at + len(word)]):
                out[at:at + len(word)] = [True] * len(word)
            at = folded.find(word, at + 1)
    return tuple(out)


def misses(query: str) -> int:
    """How many characters of a query may be wrong, missing, extra or exchanged: one from 3, two from 9 on."""
    return max((misses for length, misses in _MISSES if len(query) >= length), default=0)


def distance(query: str, name: str, *, part: bool = False) -> int:
    """How many characters are wrong, missing, extra or exchanged with their neighbour; ``part``: in some part of it."""
    before: Sequence[int] = ()
    row: Sequence[int] = [0] * (len(name) + 1) if part else range(len(name) + 1)
    for i, q in enumerate(query):
        new = [i + 1]
        for j, n in enumerate(name):
            best = min(row[j + 1] + 1, new[j] + 1, row[j] + (q != n))
            if i and j and q == name[j - 1] and n == query[i - 1] and q != n:
                best = min(best, before[j - 1] + 1)
            new.append(best)
        before, row = row, new
    return min(row) if part else row[-1]


@lru_cache(maxsize=50_000)  # many entries have the same names
def short(hiragana: str) -> str:
    """A yomi without its long vowels, and づ ぢ を as they sound: とうきょう and とーきょー become ときょ."""
    return _LENGTH.sub(r"\1\2\3\4\5", hiragana).replace("ー", "").translate(_SOUNDS)


def kana(romaji: str) -> str:
    """The hiragana of a word in Roman letters, Hepburn or Kunrei; an empty string where it is no Japanese.

    A syllable that is not finished yet (``osanak``) is left out.
    """
    text = unicodedata.normalize("NFKC", romaji).lower().translate(_MACRONS)
    text = re.sub(r"[ \t\r\n\-_・]+", "", text)
    if not re.fullmatch(r"[a-z0-9']*[a-z][a-z0-9']*", text):
        return ""
    out: list[str] = []
    at = 0
    while at < len(text):
        size = next((n for n in (4, 3, 2, 1) if text[at:at + n] in SYLLABLES), 0)
        if size:
            out.append(SYLLABLES[text[at:at + size]])
            at += size
        elif _N.match(text, at):
            out.append("ん")
            at += 2 if text[at:at + 2] == "n'" or _FINAL_NN.match(text, at) else 1
        elif _DOUBLE.match(text, at):
            out.append("っ")
            at += 1
        elif text[at].isdigit():
            out.append(text[at])
            at += 1
        elif out and re.fullmatch(r"[bcdfghjkmprstwyz]{1,2}|ny", text[at:]):
            break
        else:
            return ""
    return "".join(out)


def _clusters(text: str) -> Iterable[tuple[int, int]]:
    """The characters of ``text``, each with the marks that follow it."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not _FOLLOWS[text[at]]:
            yield start, at
            start = at


@lru_cache(maxsize=20_000)
def _simple(cluster: str) -> str:
    """One character with its marks: width, case and kana made equal, what does not count left out."""
    text = "".join(_VOICED.get(c, c) for c in cluster)
    while True:
        new = unicodedata.normalize("NFKC", text).lower()
        new = "".join(
            chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else _OTHER.get(c) or _NEW.get(c, c) for c in new
            if c not in _DROPPED and unicodedata.category(c)[0] not in _DROPPED_CLASSES)
        if new == text:
            return text
        text = new


_VOWEL = {char: vowel for vowel, row in VOWELS.items() for char in row}
_SOUND = {"づ": "ず", "ぢ": "じ", "を": "お"}
_LONG = {"a": "あ", "i": "い", "u": "う", "e": "え", "o": "うお"}
_SOUNDS = str.maketrans(_SOUND)
_LENGTH = re.compile("|".join(
    f"([{row}{'を' * (vowel == 'o')}])[{_LONG[vowel]}ー]+" for vowel, row in VOWELS.items()))
"""A syllable and what lengthens it."""
_MACRONS = str.maketrans({**dict.fromkeys("āâ", "aa"), **dict.fromkeys("īî", "ii"), **dict.fromkeys("ūû", "uu"),
                          **dict.fromkeys("ēê", "ei"), **dict.fromkeys("ōô", "ou"), "’": "'"})
_N = re.compile(r"n(?![aiueoy])|n'|m(?=[bpm])")
_FINAL_NN = re.compile(r"nn(?![aiueoy])")
_DOUBLE = re.compile(r"([bcdfghjkprstwyz])\1|t(?=ch)")

_STEM = re.compile(f"[{'-'.join(STEMS)}](?=[{'-'.join(STEMS_BEFORE)}])")
_NUMERALS = frozenset(_DIGITS + "十")


_RUN = re.compile(f"[{_DIGITS}十]+")
_NEIGHBOURS = "\ufffe"
"""Stands for a character that cannot be folded without those beside it."""


class _Follows(dict[str, bool]):
    """Whether a character is a mark of the one before it, found out when it is first met."""

    def __missing__(self, char: str) -> bool:
        self[char] = char in _VOICED or unicodedata.category(char)[0] == "M"
        return self[char]


_FOLLOWS = _Follows()


class _One(dict[int, str]):
    """What each character folds to by itself, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = _simple(char)
        alone = not (_FOLLOWS[char] or set("ゔ々ゝゞ") & set(folded))
        self[code] = "".join([_SMALL.get(c, c) for c in folded]) if alone else _NEIGHBOURS
        return self[code]


_ONE = _One()
_FUNCTION_FOLDED = tuple(sorted(dict.fromkeys(map(fold, FUNCTION)), key=lambda w: (-len(w), w)))


def tables() -> dict[str, Any]:
    """The data of folding and cutting, for the same code in the browser."""
    usual = (*range(0x20, 0x7F), *range(0x3000, 0x3040), *range(0x30FB, 0x30FF), *range(0xFF01, 0xFF66))
    return {"idle": "".join(chr(code) for code in usual if not _ONE[code]), "voiced": _VOICED, "small": _SMALL,
            "va": _VA, "other": _OTHER, "dropped": "".join(sorted(_DROPPED)), "kept": "".join(sorted(_KEPT_AT_END)),
            "misses": _MISSES, "old": OLD, "functions": _FUNCTION_FOLDED,
            "vowel": {v: "".join(c for c in _VOWEL if _VOWEL[c] == v) for v in "aiueo"}, "long": _LONG,
            "sound": _SOUND, "macrons": {chr(k): v for k, v in _MACRONS.items()}, "syllables": SYLLABLES}
