"""The index that a browser reads piece by piece: static files, the same bytes for the same entries.

Terms (``lanes``) lie in shards, chosen by a hash of a pair of characters, so that what a query asks of all lanes for a
pair is one file. A shard is a row of terms: length and UTF-8 of the term, how many entries have it, length and bytes of
the postings; a posting is ``gap << 3 | place`` (in lane a, ``gap << 8`` and a bit for each way to ask);
all numbers are LEB128. Entries are numbered in the order of equal hits (badge, date, reading order) and lie in blocks
of records. Every file lies below a directory named after the digest of all, so that each may be kept for ever; the
worker's name bears a digest too, and the worker knows the directory.
"""

from __future__ import annotations

import base64
import gc
import hashlib
import json
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from operator import sub
from pathlib import Path
from typing import Any

from gunbai.search.documents import Entry
from gunbai.search.index import game_words, in_order, kind_words, topic_words
from gunbai.search.lanes import LANES, listed
from gunbai.search.query import BADGE_WORDS
from gunbai.search.scorer import BADGES, MOST_ASKED, constants, prepared, too_common, told
from gunbai.text import fold, tables

__all__ = ["browser_files", "place_of", "shard_key"]

PLACE = "assets/gunbai/search"
MAX_SHARDS = 8192
SMALL, LARGE = (700, 2), (5600, 8)
"""Bytes of a shard, and entries of a block. In a large index both are larger: more of a query is there already, and a
query waits for the number of its requests more than for their bytes."""
LARGE_FROM = 2_000_000
"""The bytes of all postings from which an index is large."""
FEW, MOST_KNOWN = 6, 200_000
"""The entries of a row that is likely to come again, and how many of such are kept."""
WORKER = Path(__file__).with_name("worker.js")
_BITS = {"a": 8}
"""The bits of a place, where they are not three."""
_MARK = "/*INDEX*/ null"
AS_FILE = "as-file.js"
"""All files in one script, for a page that is opened as a file: there nothing is fetched and no worker starts."""
MOST_AS_FILE = 16_000_000
"""A larger index is not put into one script."""


def browser_files(found: Iterable[Entry], *, fixed_name: bool = False) -> tuple[str, Mapping[str, bytes]]:
    """The place of the worker, and all files by place. ``fixed_name``: no digest in its name, for a preview."""
    ordered = in_order(found)
    with _no_collection():
        postings, tails = _postings(ordered), _Tails(len(ordered))
        packed = {term: _packed(term, tails.of(term[0], postings.pop(term))) for term in sorted(postings)}
    bytes_in_all = sum(map(len, packed.values()))
    shard, block = LARGE if bytes_in_all > LARGE_FROM else SMALL
    shards = _shard_count(bytes_in_all, shard)
    parts: list[bytearray] = [bytearray() for _ in range(shards)]
    for term, row in packed.items():
        parts[place_of(shard_key(term), shards)] += row
    games = list(dict.fromkeys(e.game for e in ordered))
    topics = list(dict.fromkeys((e.game, e.topic) for e in ordered))
    files: dict[str, bytes] = {f"{n}.bin": bytes(part) for n, part in enumerate(parts)}
    files |= {f"r{n // block}.json": _json([_record(e, games, topics) for e in ordered[n:n + block]])
              for n in range(0, len(ordered), block)}
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


def shard_key(term: str) -> str:
    """The pair of characters by which a term finds its shard: the first of its text."""
    return term[1:].lstrip("^$")[:2]


def place_of(key: str, shards: int) -> int:
    """The shard of a key."""
    return _hashed(key) % shards


@lru_cache(maxsize=200_000)  # a pair of characters stands in several lanes
def _hashed(key: str) -> int:
    """FNV-1a of the UTF-8, 32 bits."""
    value = 0x811C9DC5
    for byte in key.encode("utf-8"):
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def _shard_count(size: int, shard: int) -> int:
    count = 16
    while count < MAX_SHARDS and count * shard < size:
        count *= 2
    return count


@contextmanager
def _no_collection() -> Iterator[None]:
    """No garbage collection meanwhile: what is made all stays, and each collection would walk it."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _postings(ordered: Iterable[Entry]) -> dict[str, array[int]]:
    """Of each term, the number and place of every entry that has it, as in a posting, in order."""
    lanes: dict[str, defaultdict[str, array[int]]] = {lane: defaultdict(_row) for lane in LANES}
    for number, entry in enumerate(ordered):
        for lane, texts in listed(prepared(entry)).items():
            base, rows = number << _BITS.get(lane, 3), lanes[lane]
            for text, place in texts.items():
                rows[text].append(base | place)
    return {lane + text: row for lane, rows in lanes.items() for text, row in rows.items()}


def _row() -> array[int]:
    return array("I")


class _Leb(dict[int, bytes]):
    """Numbers as LEB128, worked out when one is first met."""

    def __missing__(self, value: int) -> bytes:
        out, left = bytearray(), value
        while left > 0x7F:
            out.append(left & 0x7F | 0x80)
            left >>= 7
        out.append(left)
        self[value] = bytes(out)
        return self[value]


_LEB = _Leb()


class _Tails:
    """What stands after the text of a term: how many entries have it, length and bytes of its postings."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.known: dict[tuple[int, bytes], bytes] = {}

    def of(self, lane: str, row: array[int]) -> bytes:
        """The bytes for a row of a lane: pairs of characters that always stand together have the same."""
        if len(row) > FEW:
            return self._made(lane, row)
        key = _BITS.get(lane, 3), row.tobytes()
        made = self.known.get(key)
        if made is None:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
            made = self.known[key] = self._made(lane, row)
        return made

    def _made(self, lane: str, row: array[int]) -> bytes:
        number, unit, body = _LEB.__getitem__, 1 << _BITS.get(lane, 3), b""
        if lane == "=" or not too_common(len(row), self.size):
            before = chain((-unit,), map((-unit).__and__, row))  # what the gap is counted from: entry before, place 0
            body = b"".join(map(number, map(sub, row, before)))
        return number(len(row)) + number(len(body)) + body


def _packed(term: str, tail: bytes) -> bytes:
    text = term.encode("utf-8")
    return _LEB[len(text)] + text + tail


def _record(entry: Entry, games: list[str], topics: list[tuple[str, str]]) -> list[Any]:
    known = {name: i for i, name in enumerate((*entry.names, *entry.others))}
    spoken = [[yomi, known.get(name, name)] for yomi, name in zip(entry.yomi, entry.spoken, strict=True)]
    of_name = [entry.sort, entry.touching] if entry.is_name else []
    return [entry.id, games.index(entry.game), BADGES.index(entry.badge), entry.date, entry.until, list(entry.names),
            list(entry.others), spoken, entry.in_title, list(entry.numbers), entry.question, entry.answer,
            topics.index((entry.game, entry.topic)), [told(t) for t in entry.asked[:MOST_ASKED]], *of_name]


def _facets(ordered: list[Entry], games: list[str], topics: list[tuple[str, str]]) -> dict[str, Any]:
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
    held = {name: content.decode("utf-8") if name.endswith(".json") else base64.b64encode(content).decode("ascii")
            for name, content in files.items()}
    return b"gbSearchFiles(" + _json(held) + b")\n"


def _small(script: str) -> str:
    """A script without its comment lines and indents (its strings hold no line ends)."""
    lines = (line.strip() for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8")


def _digest(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]
