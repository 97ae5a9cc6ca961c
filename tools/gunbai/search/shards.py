"""The index that a browser reads piece by piece: static files, the same bytes for the same entries.

Terms (``lanes``) lie in shards, chosen by a hash of a pair of characters, so that what a query asks of all lanes for a
pair is one file. A shard is a row of terms: length and UTF-8 of the term, how many entries have it, length and bytes of
the postings; a posting is ``gap << 3 | place`` (in lane a, ``gap << 8`` and a bit for each way to ask);
all numbers are LEB128. Entries are numbered in the order of equal hits (badge, date, reading order) and lie in blocks
of records, each in a line of its own. Every file lies below a directory named after the digest of all, so that each
may be kept for ever; the worker's name bears a digest too, and the worker knows the directory.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from gunbai.search.columns import Numbers, Strings, encoded, hashes, joined, lebs, woven
from gunbai.search.documents import Entry
from gunbai.search.garbage import uncollected
from gunbai.search.index import game_words, in_order, kind_words, topic_words
from gunbai.search.lanes import NAMED, named
from gunbai.search.postings import Pieces, Whole
from gunbai.search.query import BADGE_WORDS
from gunbai.search.prepared import prepared, told
from gunbai.search.scale import BADGES, MOST_ASKED, constants
from gunbai.search.words import most_listed
from gunbai.text import fold, tables

__all__ = ["browser_files"]

PLACE = "assets/gunbai/search"
MAX_SHARDS = 8192
SMALL, LARGE = (700, 2), (11200, 32)
"""Bytes of a shard, and entries of a block. In a large index both are larger: more of a query is there already, and a
query waits for the number of its requests more than for their bytes."""
LARGE_FROM = 2_000_000
"""The bytes of all postings from which an index is large."""
BITS = 3
"""The bits of a place; in lane a there is one for each way to ask."""
WORKER = Path(__file__).with_name("worker.js")
_MARK = "/*INDEX*/ null"
AS_FILE = "as-file.js"
"""All files in one script, for a page that is opened as a file: there nothing is fetched and no worker starts."""
MOST_AS_FILE = 16_000_000
"""A larger index is not put into one script."""


def browser_files(found: Iterable[Entry], *, fixed_name: bool = False) -> tuple[str, Mapping[str, bytes]]:
    """The place of the worker, and all files by place. ``fixed_name``: no digest in its name, for a preview."""
    with uncollected():
        return _files(in_order(found), fixed_name)


def _files(ordered: Sequence[Entry], fixed_name: bool) -> tuple[str, Mapping[str, bytes]]:
    found_by, terms = _terms(ordered)
    shard, block = LARGE if len(terms.data) > LARGE_FROM else SMALL
    parts = _parted(found_by, terms, _shard_count(len(terms.data), shard))
    shards = len(parts)
    games = list(dict.fromkeys(e.game for e in ordered))
    topics = list(dict.fromkeys((e.game, e.topic) for e in ordered))
    files: dict[str, bytes] = {f"{n}.bin": part for n, part in enumerate(parts)}
    records = [_json(_record(entry, games, topics)) for entry in ordered]
    files |= {f"r{n // block}.json": b"[%b\n]" % b"\n,".join(records[n:n + block])
              for n in range(0, len(records), block)}
    files["facets.json"] = _json(_facets(ordered, games, topics))
    cutting = tables()
    files["roman.json"] = _json({name: cutting.pop(name) for name in ("syllables", "macrons")})
    if sum(map(len, files.values())) <= MOST_AS_FILE:
        files[AS_FILE] = _as_file(files)
    digest = _digest(files)
    about = {
        "size": len(ordered), "shards": shards, "block": block, "at": f"{digest}/", "badgeWords": BADGE_WORDS,
        "games": [[g, next(e.game_title for e in ordered if e.game == g)] for g in games], "c": constants(),
        "t": cutting}
    if AS_FILE in files:
        about["asFile"] = AS_FILE
    worker = _small(WORKER.read_text("utf-8")).replace(_MARK, _json(about).decode("utf-8")).encode("utf-8")
    name = "worker.js" if fixed_name else f"worker-{hashlib.sha256(worker).hexdigest()[:12]}.js"
    return f"{PLACE}/{name}", {f"{PLACE}/{name}": worker, **{f"{PLACE}/{digest}/{n}": c for n, c in files.items()}}


def _shard_count(size: int, shard: int) -> int:
    count = 16
    while count < MAX_SHARDS and count * shard < size:
        count *= 2
    return count


def _terms(ordered: Sequence[Entry]) -> tuple[Numbers, Strings]:
    """All terms, lane by lane: the hashes of what they are found by, and the bytes that stand for them."""
    whole = {lane: Whole(BITS) for lane in NAMED}
    texts, ways = Pieces(BITS), Pieces(MOST_ASKED, joined=True)
    for number, entry in enumerate(ordered):
        made = prepared(entry)
        for lane, listed in named(made).items():
            whole[lane].add(number, listed)
        texts.add(number, made.texts)
        ways.add(number, made.asks)
    most = most_listed(len(ordered))
    rows = {lane: found.rows(math.inf if lane == "=" else most) for lane, found in whole.items()}
    rows = dict(sorted((rows | {"t": texts.rows(most), "a": ways.rows(most)}).items()))
    terms = [lane + text for lane, found in rows.items() for text in found.texts]
    # a term finds its shard by the pair of characters with which its text begins
    keys = [term[1:3] if term[1] not in "^$" else term[1:].lstrip("^$")[:2] for term in terms]
    spelled, counts = encoded(terms), np.concatenate([found.counts for found in rows.values()])
    postings = joined([found.postings for found in rows.values()])
    told = woven((lebs(spelled.sizes), spelled, lebs(counts), lebs(postings.sizes), postings))
    return hashes(encoded(keys)), told


def _parted(found_by: Numbers, terms: Strings, shards: int) -> list[bytes]:
    """The terms in their shards."""
    shard = found_by % shards
    order = np.argsort(shard, kind="stable")
    sorted_terms = terms.taken(order)
    ends = sorted_terms.bounds()[np.searchsorted(shard[order], np.arange(shards + 1))].tolist()
    data = sorted_terms.data.tobytes()
    return [data[start:end] for start, end in pairwise(ends)]


def _record(entry: Entry, games: list[str], topics: list[tuple[str, str]]) -> list[Any]:
    known = {name: i for i, name in enumerate((*entry.names, *entry.others))}
    spoken = [[yomi, known.get(name, name)] for yomi, name in zip(entry.yomi, entry.spoken, strict=True)]
    of_name = [entry.sort, entry.touching] if entry.is_name else []
    return [entry.id, games.index(entry.game), BADGES.index(entry.badge), entry.date, entry.until, list(entry.names),
            list(entry.others), spoken, entry.in_title, list(entry.numbers), entry.question, entry.answer,
            topics.index((entry.game, entry.topic)), [told(t) for t in entry.asked[:MOST_ASKED]], *of_name]


def _facets(ordered: Sequence[Entry], games: list[str], topics: list[tuple[str, str]]) -> dict[str, Any]:
    """What the filters ask: tables of words, and per entry the rows of them, as runs of (row, how many)."""
    first = {g: next(e for e in ordered if e.game == g) for g in games}
    named = {t: next(e for e in ordered if (e.game, e.topic) == t) for t in topics}
    dates = sorted({e.date for e in ordered})
    kinds = sorted({kind_words(e) for e in ordered})
    documents = {d: i for i, d in enumerate(sorted({e.documents for e in ordered}))}
    at = {d: i for i, d in enumerate(dates)}
    topic_at = {t: i for i, t in enumerate(topics)}
    return {
        "game": [game_words(first[g]) for g in games], "topic": [topic_words(named[t]) for t in topics],
        "topics": [[games.index(g), named[g, t].topic_title] for g, t in topics],
        "badge": [[fold(b)] for b in BADGES], "kind": kinds, "document": list(documents), "dates": dates,
        "of": {"game": _runs(games.index(e.game) for e in ordered),
               "topic": _runs(topic_at[e.game, e.topic] for e in ordered),
               "badge": _runs(BADGES.index(e.badge) for e in ordered),
               "document": _runs(documents[e.documents] for e in ordered),
               "kind": _runs(kinds.index(kind_words(e)) for e in ordered), "date": _runs(at[e.date] for e in ordered)}}


def _runs(values: Iterable[int]) -> list[int]:
    return list(_flat(values))


def _flat(values: Iterable[int]) -> Iterator[int]:
    last, count = None, 0
    for value in values:
        if value != last and last is not None:
            yield from (last, count)
            count = 0
        last, count = value, count + 1
    if last is not None:
        yield from (last, count)


def _as_file(files: Mapping[str, bytes]) -> bytes:
    """A script that hands all files to the page: JSON as text, the rest in base64."""
    held = (b'"%b":%b' % (name.encode(), _json(content.decode("utf-8")) if name.endswith(".json")
                          else b'"%b"' % base64.b64encode(content)) for name, content in sorted(files.items()))
    return b"gbSearchFiles({" + b",".join(held) + b"})\n"


def _small(script: str) -> str:
    """A script without its comment lines and indents (its strings hold no line ends)."""
    lines = (line.strip() for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _json(value: Any) -> bytes:
    return _ENCODER.encode(value).encode("utf-8")


def _digest(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]
