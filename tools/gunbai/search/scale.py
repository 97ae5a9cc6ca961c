"""The numbers of the search's specification: what a match is worth by its kind and by where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunbai.search.spelling import MOST_PARTS, TURNED_FROM
from gunbai.search.synonyms import SHORT

__all__ = ["BADGES", "FRONT", "LONGEST", "MOST_ASKED", "SYNONYM", "WEIGHTS", "C", "constants"]

BADGES = ("公式", "作者", "有志", "推定", "裁定待ち", "")
"""The order in which equal hits are shown; the pages of names, which bear none, come last."""

C: Mapping[str, float] = {
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


def constants() -> dict[str, Any]:
    """The numbers of the specification, for the browser."""
    return {**C, "weights": WEIGHTS, "synonym": SYNONYM, "longest": LONGEST, "front": FRONT, "shortWord": SHORT,
            "mostParts": MOST_PARTS, "turnedFrom": TURNED_FROM,
            "badges": BADGES}
