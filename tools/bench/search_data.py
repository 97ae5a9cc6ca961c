"""What ``tools/bench/search.py`` searches: real rulings, grown by synthetic ones, and queries with known answers.

Synthetic rulings have the lengths of real ones. Their sentences are pieces of real sentences in another order, most of
the nouns replaced by made-up words, and their names are made up from many words, so that they don't all share one.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gunbai.corpus.reader import load_corpus
from gunbai.search.documents import Entry, entries
from gunbai.text import fold

__all__ = ["TABLES", "Query", "grown", "labelled", "names_asked", "names_entries", "real", "right"]

PROJECT = Path(__file__).parents[2]
OUTSIDE = PROJECT.parent / "shared" / "outside" / "wixoss-names.tsv"
_KANJI = ("山川海空風雷火水土金木月星日雲雪花竜虎鳥魚馬狼鷹剣槍弓盾刀矢城塔門橋砦王姫騎士僧侶"
          "賢者魔獣精霊影光闇炎氷嵐波岩森砂鉄銀銅紅蒼翠黒白紫"
          "古新大小高深遠近夜朝夕春夏秋冬東西南北天地神鬼仙人心眼手足翼牙爪角尾声歌舞夢幻真偽生死時空"
          "力速技術知勇義")
_KANA = "アイウエオカキクケコサシスセソタチツテトナニノハヒフヘマミムメモラリルレロワガギグゲゴザジズダデドバビブベボ"
_ANSWER = re.compile(r"\s+(?=name:|[a-z]+-)")
_NOUN = re.compile("[一-鿿]{2,}|[ァ-ヶー]{3,}")


@dataclass(frozen=True)
class Query:
    """A query, its class, and the ids of rulings or the names that are right."""

    kind: str
    text: str
    right: frozenset[str]


@cache
def real() -> tuple[Entry, ...]:
    """The entries of the project's own rulings and names."""
    return tuple(entries(load_corpus(PROJECT / "rulings")))


TABLES = sorted((PROJECT / "tests" / "search").glob("queries*.tsv"))
"""The labelled queries: of each table its class, query and right answers."""


def labelled(path: Path = PROJECT / "tests" / "search" / "queries.tsv") -> list[Query]:
    """The queries of a table: class, query, and what is right: ids and ``name:…``, or one name that may hold spaces."""
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()[1:] if line]
    known = {e.id for e in real()}

    def answers(text: str) -> frozenset[str]:
        words = _ANSWER.split(text)
        return frozenset(words) if "name:" in text or known.intersection(words) else frozenset([text])

    return [Query(kind, text, answers(answer)) for kind, text, answer in rows]


def right(query: Query, entry: Entry) -> bool:
    """Whether an entry answers: it is the ruling, or the page of the name (``name:…``); where the table has a name
    alone, any entry that bears it answers."""
    if entry.is_name and f"name:{entry.title}" in query.right:
        return True
    return entry.id in query.right or bool(query.right.intersection(entry.names))


def grown(size: int, seed: int = 7) -> list[Entry]:
    """``size`` entries: some of the real ones, in a fixed random order, and synthetic ones after them."""
    chosen = random.Random(seed).sample([e for e in real() if not e.is_name], min(size, 300))
    return chosen + list(_synthetic(size - len(chosen), seed))


def _synthetic(count: int, seed: int) -> Iterator[Entry]:
    rng = random.Random(seed)
    said = {k: "".join(fold(rng.choice(_KANA)) for _ in range(rng.choice((1, 2, 2)))) for k in _KANJI}
    words = ["".join(rng.sample(_KANJI, 2)) for _ in range(6000)]
    texts = [text for e in real() for text in (e.question, e.answer)]
    pieces = [p for text in texts for p in re.split("(?<=[、。？はがをにで])", text) if p]
    lengths = [(len(e.question), len(e.answer), len(e.rest), [len(a) for a in e.asked]) for e in real()
               if not e.is_name]

    def sentence(size: int, name: str) -> str:
        return asked(size, f"「{name}」")

    def asked(size: int, text: str = "") -> str:
        while len(text) < size:
            text += _NOUN.sub(lambda m: rng.choice(words) if rng.random() < 0.8 else m[0], rng.choice(pieces))
        return text[:max(size, 6)]

    def name() -> tuple[str, str]:
        if rng.random() < 0.3:
            kana = "".join(rng.choice(_KANA) for _ in range(rng.randint(3, 6)))
            other = "".join(rng.choice(_KANA) for _ in range(rng.randint(3, 6)))
            return f"{kana}・{other}", fold(kana + other)
        parts = [rng.choice(words), rng.choice(("の", "", "き", "たる", "を呼ぶ")), rng.choice(words)]
        return "".join(parts), "".join(said.get(c, {"呼": "よ"}.get(c, c)) for c in "".join(parts))

    for number in range(count):
        (card, yomi), (second, second_yomi) = name(), name()
        question, answer, rest, ways = rng.choice(lengths)
        yield Entry(
            id=f"sy-{number}", game=f"g{number % 4}", game_title=f"試作{number % 4}", title=sentence(14, card),
            badge="有志", kind="decision", topic="t", topic_title="話題",
            date=f"20{number % 20:02}-01-01", url=f"/g/sy-{number}/",
            names=(f"「{card}」の{rng.choice(words)}", card, second), others=(), yomi=(yomi, second_yomi),
            spoken=(card, second), numbers=(), documents=(), question=sentence(question, card),
            answer=sentence(answer, second), rest=sentence(min(rest, 300), card),
            asked=tuple(asked(size) for size in ways))


def names_entries() -> list[Entry]:
    """An entry for each of the outside names; none where the table is not here."""
    if not OUTSIDE.is_file():
        return []
    blank = dataclasses.replace(next(iter(_synthetic(1, 1))), question="", answer="", rest="", asked=(),
                                badge="公式", date="")
    rows = [line.split("\t") for line in OUTSIDE.read_text("utf-8").splitlines()[1:] if line]
    return [dataclasses.replace(blank, id=f"w-{n}", title=name, names=(name,), yomi=(_hiragana(yomi),), spoken=(name,))
            for n, (name, yomi) in enumerate(rows)]


def _hiragana(text: str) -> str:
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def names_asked(found: Sequence[Entry], seed: int = 11) -> Iterator[Query]:
    """Queries for the outside names; the right set holds folded names or yomi (``folded:`` before them)."""
    rng = random.Random(seed)
    folded = [fold(e.title) for e in found]
    kana = "アイウエオカキクケコサシスセソタチツテトナニノ"
    for entry, plain in zip(rng.sample(list(found), min(400, len(found))), range(400), strict=False):
        name, asked, said = entry.title, fold(entry.title), fold(entry.yomi[0])
        both = frozenset([asked, said])
        yield Query("outside: exact name", name, both)
        yield Query("outside: yomi", entry.yomi[0], both)
        bare = re.sub("[・ー\\s＝=!！?？「」]", "", name)
        if bare != name:
            yield Query("outside: no dots, spaces, bars", bare, both)
        if re.search("[ァ-ヶ]", name):
            yield Query("outside: hiragana for katakana", _hiragana(name), both)
        if len(asked) >= 6:
            at = rng.randrange(len(name))
            yield Query("outside: one wrong character", name[:at] + rng.choice(kana) + name[at + 1:], both)
        if len(asked) >= 4:
            at = rng.randrange(1, len(asked) - 2)
            pair = asked[at:at + 2]
            if sum(pair in f for f in folded) < 10:
                yield Query("outside: two inner characters", pair, frozenset([asked]))
        del plain


def sample(found: Iterable[Entry], count: int, seed: int = 3) -> list[Entry]:
    """Some of the entries, always the same."""
    rows = list(found)
    return random.Random(seed).sample(rows, min(count, len(rows)))
