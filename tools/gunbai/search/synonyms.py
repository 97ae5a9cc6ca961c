"""Words that people use for others (``rulings/synonyms.yaml``), and how common words are said: data of the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.yamlfile import line_of, read_yaml
from gunbai.text import exact, fold

__all__ = ["FILE", "NONE", "Synonyms", "forms", "read_synonyms"]

FILE = "synonyms.yaml"
_KANA = re.compile("[ぁ-ゖー]+")
_KATAKANA = re.compile("[ァ-ヶー]+")
_VERB = re.compile("(.*[一-鿿]|[ぁ-ゖ]{1,})([ぁ-ゖ]?)([うくぐすつぬぶむる])")
_ENDINGS = {"う": "わいうえおっ", "く": "かきくけこい", "ぐ": "がぎぐげごい", "す": "さしすせそ", "つ": "たちつてとっ",
            "ぬ": "なにぬねのん", "ぶ": "ばびぶべぼん", "む": "まみむめもん", "る": "らりるれろっ"}
_BEFORE_ICHIDAN = frozenset("いきしちにひみりぎじびぴえけせてねへめれげぜでべぺ")
MIN_WORD = 2
SHORT = 2
"""A word of so many katakana is part of many others."""


@dataclass(frozen=True)
class Synonyms:
    """``groups``: words of which each finds what another is in, verbs in all their forms. ``yomi``: how a word is said,
    where it is no name."""

    groups: tuple[tuple[str, ...], ...] = ()
    yomi: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def of(self, text: str) -> tuple[str, ...]:
        """The words of every group of which one stands in ``text``."""
        written = exact(text)
        return tuple(word for group in self.groups if any(_stands(exact(w), written) for w in group) for word in group)

    def said(self, text: str) -> dict[str, str]:
        """How the words in ``text`` are said: yomi and word."""
        written = exact(text)
        return {y: word for word, yomi in self.yomi if exact(word) in written for y in yomi}


NONE = Synonyms()


def forms(word: str) -> tuple[str, ...]:
    """How a word begins in a text: of a verb in its plain form, its stem with what may follow; else the word itself.

    引く gives 引か, 引き, 引く …; 混ぜる gives 混ぜ, which all its forms begin with.
    """
    verb = _VERB.fullmatch(word)
    if verb is None:
        return (word,)
    stem, middle, ending = verb.groups()
    if ending == "る" and middle in _BEFORE_ICHIDAN:
        return (stem + middle,)
    endings = _ENDINGS[ending] + ("てたなまよ" if ending == "る" and not middle else "")
    return tuple(stem + middle + kana for kana in endings)


def _stands(word: str, text: str) -> bool:
    """Whether a word stands in a text: one in katakana begins where katakana does, and if it is short ends so, too."""
    if word not in text:
        return False
    pattern = _katakana(word)
    return pattern is None or pattern.search(text) is not None


@lru_cache(maxsize=4096)
def _katakana(word: str) -> re.Pattern[str] | None:
    if not _KATAKANA.fullmatch(word):
        return None
    return re.compile(f"(?<![ァ-ヶー]){word}" + ("(?![ァ-ヶー])" if len(word) <= SHORT else ""))


def read_synonyms(root: Path) -> tuple[Synonyms, tuple[Defect, ...]]:
    """The synonyms beside the games of ``root``, and what is wrong with them. None where there is no such file."""
    path = root / FILE
    if not path.is_file():
        return NONE, ()
    name = f"{root.name}/{FILE}"
    file = read_yaml(path, name)
    if file.data is None:
        return NONE, file.defects
    defects = [*file.defects, *_defects(name, file.data)]
    if defects:
        return NONE, tuple(defects)
    groups = tuple(tuple(form for word in group for form in forms(str(word)))
                   for group in file.data.get("groups", ()))
    yomi = tuple((str(word), tuple(map(str, said))) for word, said in file.data.get("yomi", {}).items())
    return Synonyms(groups, yomi), ()


def _defects(name: str, data: Any) -> Iterator[Defect]:
    def wrong(path: tuple[str | int, ...], expected: str, found: object, hint: str = "") -> Defect:
        return Defect(Place(name, line_of(data, path)), expected, f"{found!r}", hint, code="synonyms")

    for key in data.keys() - {"groups", "yomi"}:
        yield wrong((key,), "the keys groups and yomi", key)
    seen: dict[str, int] = {}
    groups = data.get("groups", [])
    if not isinstance(groups, list):
        yield wrong(("groups",), "a list of lists of words", groups)
        groups = []
    for number, group in enumerate(groups):
        place: tuple[str | int, ...] = ("groups", number)
        if not isinstance(group, list) or len(group) < 2 or not all(isinstance(w, str) for w in group):
            yield wrong(place, "a list of two words or more", group)
            continue
        for word in group:
            folded = fold(word)
            if len(folded) < MIN_WORD:
                yield wrong(place, f"words of {MIN_WORD} characters or more", word, "a shorter one is part of many")
            elif folded in seen:
                yield wrong(place, "each word once", word, f"it stands in group {seen[folded] + 1} too: join them")
            else:
                seen[folded] = number
    spoken = data.get("yomi", {})
    if not isinstance(spoken, dict):
        yield wrong(("yomi",), "words with lists of their yomi", spoken)
        spoken = {}
    for word, said in spoken.items():
        if not isinstance(said, list) or not said or not all(isinstance(y, str) and _KANA.fullmatch(y) for y in said):
            yield wrong(("yomi", word), "a list of yomi in hiragana", said)
        elif len(fold(word)) < MIN_WORD:
            yield wrong(("yomi", word), f"words of {MIN_WORD} characters or more", word)
