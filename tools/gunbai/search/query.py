"""A query: words and fields (``game:gundam-war badge:裁定待ち``), its candidates from Whoosh, and the hits in order."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gunbai.search.documents import Entry
from gunbai.search.index import FIELD, Index
from gunbai.search.lanes import asked
from gunbai.search.prepared import Prepared
from gunbai.search.scorer import score
from gunbai.search.words import Word, joined, sense, too_common, word_of
from gunbai.text import exact, fold, weight

__all__ = ["BADGE_WORDS", "FIELDS", "BadQuery", "Hit", "Query", "nearest", "parse_query", "search"]

FIELDS = {"game": "game", "badge": "badge", "kind": "kind", "topic": "topic", "document": "document",
          "card": FIELD["="], "date": "date", "id": "id"}
"""What can stand before the colon, and the field of the index that it asks."""

BADGE_WORDS = {"publisher": "公式", "official": "公式", "author": "作者", "judge": "有志", "player": "有志",
               "inferred": "推定", "open": "裁定待ち"}
"""What else a badge may be called in a query."""

MAX_QUERY = 300
MAX_WORDS = 20
CANDIDATES = 60
_FIELD = re.compile(r"([a-z_]+)[:：](\S+)\Z")
_LONE = re.compile("[\ud800-\udfff]")
"""Half characters, as a shell hands on bytes that are no UTF-8: no index can hold them."""
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?\Z")


class BadQuery(ValueError):
    """A query that cannot be read; the message says why, in Japanese."""


@dataclass(frozen=True, slots=True)
class Query:
    """What was asked: the words, all of them as one, and (field, value) pairs that must hold."""

    words: tuple[Word, ...]
    whole: Word
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that answers, and how well."""

    entry: Entry
    score: float


def parse_query(text: str) -> Query:
    """Read a query. BadQuery where a field is unknown or the text too long."""
    if len(text) > MAX_QUERY:
        raise BadQuery(f"検索の言葉は{MAX_QUERY}字まで")
    text = _LONE.sub("\ufffd", text)
    fields: list[tuple[str, str]] = []
    words: list[str] = []
    for word in text.split():
        match = _FIELD.match(word)
        if match is None:
            words.append(word)
        elif match[1] not in FIELDS:
            raise BadQuery(f"「{match[1]}:」という項目は無い（{'、'.join(FIELDS)}）")
        elif match[1] == "date" and not all(_DATE.match(d) for d in match[2].split("..") if d):
            raise BadQuery(f"日付は 2009、2009-09、2009-09-18、2008..2010 の形で書く: {match[2]}")
        else:
            fields.append((match[1], match[2]))
    if len(words) > MAX_WORDS:
        raise BadQuery(f"言葉は{MAX_WORDS}個まで")
    if not fields and not any(map(fold, words)):
        raise BadQuery("探す言葉が無い")
    made = tuple(w for w in map(word_of, words) if w.folded)
    return Query(made, joined(made) if made else word_of(""), tuple(fields))


def search(index: Index, query: Query, limit: int = 20, candidates: int = CANDIDATES) -> list[Hit]:
    """The hits, best first; equal ones by badge, then newest first, then in reading order (that of the index)."""
    hits = []
    with index.whoosh.searcher() as searcher:
        size = index.size
        known: dict[str, int] = {}

        def df(field: str, term: str) -> int:
            key = f"{field} {term}"
            if key not in known:
                known[key] = searcher.doc_frequency(field, term)
            return known[key]

        wanted = _wanted(query.fields)
        meant_df = functools.partial(df, FIELD["m"])

        def piece_df(text: str) -> int:
            return max(df(FIELD["t"], text), df(FIELD["a"], text))

        words = [sense(word, piece_df, meant_df, size) for word in query.words]
        whole = words[0] if len(words) == 1 else sense(query.whole, piece_df, meant_df, size)
        results = searcher.search(_asked(query, df, size), limit=candidates if query.words else None, filter=wanted)
        for found in results:
            candidate: Prepared = index.entry(found.fields())
            value = score(words, whole, candidate) if query.words else 1.0
            if value > 0:
                hits.append((found.docnum, Hit(candidate.entry, value)))
    hits.sort(key=lambda h: (-h[1].score, h[0]))
    return [hit for _, hit in hits[:limit]]


def nearest(index: Index, query: Query, count: int = 3) -> list[str]:
    """The names that look most like what was asked, for when nothing was found."""
    folded: dict[str, str] = {}
    for name in index.names:
        folded.setdefault(fold(name), name)
    words = (query.whole, *query.words)
    near = [n for w in words for n in difflib.get_close_matches(w.folded, folded, count, 0.3)]
    near += [f for w in words for f in folded if any(c in f for c in w.folded if weight(c) == 1.0)]
    return [folded[n] for n in dict.fromkeys(near)][:count]


_BOOST = {"=": 50.0, "n": 2.0, "y": 2.0, "1": 5.0, "t": 1.0, "m": 1.0, "a": 1.0}


def _asked(query: Query, df: Callable[[str, str], int], size: int) -> Any:
    from whoosh.query import Every, Or

    return Or(list(_terms(query, df, size))) if query.words else Every()


def _terms(query: Query, df: Callable[[str, str], int], size: int) -> Iterator[Any]:
    """Everything that makes an entry a candidate: the terms of all words, weighted by what they tell."""
    from whoosh.query import Prefix, Term

    for word in dict.fromkeys((query.whole, *query.words)):
        if "-" in word.exact:
            yield Prefix("id", word.exact, boost=50)
        own = dict(word.pairs)
        tells = {f"{lane}{pair}": weight for lane in "ta" for pair, weight in word.pairs}
        tells |= {f"m{part}": sum(own[p] for p in inside) for part, inside, _ in word.spans}
        for lane, terms in asked(word).items():
            for term in terms:
                listed = df(FIELD[lane], term[1:])
                if lane == "=" or (listed and not too_common(listed, size)):
                    yield Term(FIELD[lane], term[1:], boost=_BOOST[lane] * tells.get(term, 1.0))


def _wanted(fields: Sequence[tuple[str, str]]) -> Any:
    from whoosh.query import And, Or, Prefix, Term, TermRange

    parts: list[Any] = []
    for name in dict.fromkeys(n for n, _ in fields):
        either: list[Any] = []
        for value in (v for n, v in fields if n == name):
            if name != "date":
                plain = exact(value) if name in ("id", "document") else fold(value)
                either.append(Term(FIELDS[name], fold(BADGE_WORDS.get(plain, value)) if name == "badge" else plain))
                continue
            start, dots, end = value.partition("..")
            either.append(TermRange("date", start or "0", f"{end or '9'}~") if dots else Prefix("date", start))
        parts.append(Or(either))
    return And(parts) if parts else None
