"""The frozen table of what folding and cutting make of texts, and how it was made: ``python tests/search/vectors.py``.

Texts come from hypothesis, seeded: real names and rulings cut and mixed, kana with marks, width, Roman letters, numerals.
Characters that came after Unicode 14 are left out, as older Pythons and browsers do not know them.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gunbai.search.spelling import variants
from gunbai.text import distance, exact, fold, fold_at, function_words, kana, marked, misses, pieces, short, weight

FILE = Path(__file__).with_name("vectors.jsonl")


def outcome(text: str, other: str) -> list[Any]:
    """What the specification makes of a text, and of another one beside it."""
    folded = fold_at(text)
    return [exact(text), folded.text, list(folded.at), [list(p) for p in pieces(folded.text)],
            list(function_words(folded.text)), short(folded.text), kana(text), misses(folded.text), distance(text, other),
            distance(text, other, part=True), [list(m) for m in marked(text, [fold(other)])], list(variants([text])),
            weight(text)]


def rows() -> Iterator[tuple[str, str, list[Any]]]:
    """The frozen rows: text, other text, outcome."""
    for line in FILE.read_text("ascii").split("\n"):
        if line:
            text, other, expected = json.loads(line)
            yield text, other, expected


def main() -> None:
    """Write the table anew."""
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis import strategies as st

    words = sorted({w for path in sorted((FILE.parents[2] / "rulings").glob("*/*.yaml"))
                    for w in path.read_text("utf-8").split() if 1 < len(w) < 30})
    kana_marks = st.text("かがハパばゔヴァぁィーｰ・-－‐゛゜ﾊﾟﾞｳｶﾞゝゞヽヾ々〱ッっヶャ\u3099\u309a ", min_size=1, max_size=14)
    numerals = st.text("〇一二三四五六七八九十百1２③ⅣⅫxviＩ枚第-", min_size=1, max_size=8)
    roman = st.text("aiueoknshtcgzjydbpmrwfvnn'-ōûx3 ", min_size=1, max_size=16)
    old = st.text("龍竜國国劍剣眞真戰髙﨑澤斉齋", min_size=1, max_size=6)
    known = st.characters(max_codepoint=0x2FFFF, exclude_categories=("Cs", "Cn", "Co"))
    any_text = st.text(known.filter(lambda c: unicodedata.category(c) != "Cn"), min_size=1, max_size=8)
    word = st.sampled_from(words)
    part = st.tuples(word, st.integers(0, 10), st.integers(1, 12)).map(lambda t: t[0][t[1]:t[1] + t[2]] or t[0])
    text = st.one_of(word, part, kana_marks, numerals, roman, old, any_text, st.tuples(part, kana_marks, numerals).map("".join),
                     st.tuples(part, st.sampled_from("・ 　＝"), part).map("".join))
    made: dict[str, str] = {}

    @seed(20261130)
    @settings(max_examples=5200, database=None, phases=[Phase.generate], deadline=None, suppress_health_check=list(HealthCheck))
    @given(text, st.one_of(part, kana_marks))
    def collect(one: str, other: str) -> None:
        made.setdefault(one, other)

    collect()
    lines = [json.dumps([a, b, outcome(a, b)], separators=(",", ":")) for a, b in made.items()]
    FILE.write_text("\n".join(lines) + "\n", "ascii")


if __name__ == "__main__":
    main()
