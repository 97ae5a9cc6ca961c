"""Words that people use for others (``rulings/synonyms.yaml``), and how common words are said: data of the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.yamlfile import line_of, read_yaml
from gunbai.text import exact, fold

__all__ = ["FILE", "NONE", "Synonyms", "read_synonyms"]

FILE = "synonyms.yaml"
_KANA = re.compile("[ぁ-ゖー]+")
MIN_WORD = 2


@dataclass(frozen=True)
class Synonyms:
    """``groups``: words of which each finds what another is in. ``yomi``: how a word is said, where it is no name."""

    groups: tuple[tuple[str, ...], ...] = ()
    yomi: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def of(self, text: str) -> tuple[str, ...]:
        """The words of every group of which one stands in ``text``."""
        written = exact(text)
        return tuple(word for group in self.groups if any(exact(w) in written for w in group) for word in group)

    def said(self, text: str) -> dict[str, str]:
        """How the words in ``text`` are said: yomi and word."""
        written = exact(text)
        return {y: word for word, yomi in self.yomi if exact(word) in written for y in yomi}


NONE = Synonyms()


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
    groups = tuple(tuple(map(str, group)) for group in file.data.get("groups", ()))
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
