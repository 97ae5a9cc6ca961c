"""Folding and cutting of Japanese text for search: the one place.

``fold`` makes equal what people type differently: width, case, katakana and hiragana, long-vowel marks, middle dots,
hyphens, spaces, punctuation, small kana, ヴ. Voiced marks stay apart: か is not が. Folding is for search only; which
names a game's rules count as one is data of the game.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Folded", "bigrams", "exact", "fold", "fold_at", "kana", "marked", "nearly_in", "short", "singles", "weight"]

_VOICED = {"゛": "\u3099", "゜": "\u309a", "ﾞ": "\u3099", "ﾟ": "\u309a"}
_SMALL = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))
_VA = {"ぁ": "ば", "ぃ": "び", "ぇ": "べ", "ぉ": "ぼ"}
_OTHER = {"ヷ": "ば", "ヸ": "び", "ヹ": "べ", "ヺ": "ぼ", "ヽ": "ゝ", "ヾ": "ゞ"}
_DROPPED = frozenset("ー~─")
_DROPPED_CLASSES = ("P", "Z", "C", "M")
_KEPT_AT_END = frozenset("ーｰ゛゜ﾞﾟ\u3099\u309a")
_MISSES = ((3, 1), (9, 2))


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; ``at[i]`` is where in the original the character ``text[i]`` begins, with the end as last item."""

    text: str
    at: tuple[int, ...]


def fold(text: str) -> str:
    """``text`` as search compares it. Folding twice changes nothing."""
    return fold_at(text).text


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
                characters.append(char)
                places.append(start)
        before = start
    folded = "".join(characters).replace("ゔ", "ぶ")
    return Folded("".join([_SMALL.get(c, c) if c != "ー" else "" for c in folded]), (*places, len(text)))


def exact(text: str) -> str:
    """``text`` with width, case and outer space made equal, and nothing else: what "exact script" compares."""
    return unicodedata.normalize("NFKC", text).strip().lower()


def bigrams(folded: str) -> tuple[str, ...]:
    """The pairs of neighbouring characters of a folded text; a single character stands for itself."""
    if len(folded) < 2:
        return (folded,) if folded else ()
    return tuple(folded[i:i + 2] for i in range(len(folded) - 1))


def singles(folded: str) -> tuple[str, ...]:
    """The characters of a folded text, each once: names are also found by one of them."""
    return tuple(dict.fromkeys(folded))


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


def nearly_in(query: str, name: str) -> bool:
    """Whether ``query`` stands somewhere in ``name`` with one wrong, missing or extra character (two, if long)."""
    allowed = max((misses for length, misses in _MISSES if len(query) >= length), default=0)
    if not allowed or len(name) + allowed < len(query):
        return False
    row: Sequence[int] = [0] * (len(name) + 1)
    for i, q in enumerate(query, 1):
        new = [i]
        for j, n in enumerate(name, 1):
            new.append(min(row[j] + 1, new[j - 1] + 1, row[j - 1] + (q != n)))
        row = new
    return min(row) <= allowed


def short(hiragana: str) -> str:
    """A yomi without its long vowels: とうきょう and とーきょー become ときょ. For what is typed in Roman letters."""
    out: list[str] = []
    for char in hiragana:
        before = _vowel(out[-1]) if out else ""
        if char == "ー" or char in _LONG.get(before, ""):
            continue
        out.append(char)
    return "".join(out)


def kana(romaji: str) -> str:
    """The hiragana of a word in Roman letters, Hepburn or Kunrei; an empty string where it is no Japanese.

    A syllable that is not finished yet (``osanak``) is left out.
    """
    text = unicodedata.normalize("NFKC", romaji).lower().translate(_MACRONS)
    text = re.sub(r"[\s\-_・]+", "", text)
    if not re.fullmatch(r"[a-z0-9']*[a-z][a-z0-9']*", text):
        return ""
    out: list[str] = []
    at = 0
    while at < len(text):
        size = next((n for n in (4, 3, 2, 1) if text[at:at + n] in _SYLLABLES), 0)
        if size:
            out.append(_SYLLABLES[text[at:at + size]])
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
    """The characters of ``text``, each with the combining marks that follow it."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not (text[at] in _VOICED or unicodedata.combining(text[at])):
            yield start, at
            start = at


@lru_cache(maxsize=20_000)
def _simple(cluster: str) -> str:
    """One character with its marks: width, case and kana made equal, what does not count left out."""
    text = "".join(_VOICED.get(c, c) for c in cluster)
    while True:
        new = unicodedata.normalize("NFKC", text).lower()
        new = "".join(
            chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else _OTHER.get(c, c) for c in new
            if c not in _DROPPED and unicodedata.category(c)[0] not in _DROPPED_CLASSES)
        if new == text:
            return text
        text = new


def _vowel(char: str) -> str:
    if char in "んっ":
        return ""
    name = unicodedata.name(char, "")
    return name[-1].lower() if name.startswith("HIRAGANA LETTER") else ""


_LONG = {"a": "あ", "i": "い", "u": "う", "e": "え", "o": "うお"}
_MACRONS = str.maketrans({**dict.fromkeys("āâ", "aa"), **dict.fromkeys("īî", "ii"), **dict.fromkeys("ūû", "uu"),
                          **dict.fromkeys("ēê", "ei"), **dict.fromkeys("ōô", "ou"), "’": "'"})
_N = re.compile(r"n(?![aiueoy])|n'|m(?=[bpm])")
_FINAL_NN = re.compile(r"nn(?![aiueoy])")
_DOUBLE = re.compile(r"([bcdfghjkprstwyz])\1|t(?=ch)")


def _syllables() -> dict[str, str]:
    table = dict(zip("aiueo", "あいうえお", strict=True))
    rows = {"k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
            "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ", "d": "だぢづでど",
            "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ"}
    for consonant, row in rows.items():
        for vowel, char in zip("aiueo", row, strict=True):
            table[consonant + vowel] = char
        for vowel, small in zip("auo", "ゃゅょ", strict=True):
            table[f"{consonant}y{vowel}"] = row[1] + small
    for head, kana_i in {"sh": "し", "ch": "ち", "j": "じ", "jy": "じ", "cy": "ち"}.items():
        table.update({head + v: kana_i + s for v, s in zip("aueo", "ゃゅぇょ", strict=True)})
        table[f"{head}i"] = kana_i
    for head, large in {"f": "ふ", "v": "ゔ", "ts": "つ"}.items():
        table.update({head + v: large + s for v, s in zip("aieo", "ぁぃぇぉ", strict=True)})
        table[f"{head}u"] = large
    table.update({"ya": "や", "yu": "ゆ", "yo": "よ", "wa": "わ", "wi": "うぃ", "we": "うぇ", "wo": "を",
                  "thi": "てぃ", "dhi": "でぃ", "dhu": "でゅ", "tu": "つ", "si": "し", "ti": "ち", "hu": "ふ",
                  "zi": "じ",
                  "fyu": "ふゅ", "kwa": "くぁ", "gwa": "ぐぁ", "ye": "いぇ"})
    return table


_SYLLABLES = _syllables()
