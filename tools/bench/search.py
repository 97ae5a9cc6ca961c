"""Search engines side by side: ours in Chromium and in Python (Whoosh), Material's own, Pagefind, MiniSearch.

    python tools/bench/search.py [--sizes 300,10000,100000] [--only-sizes] [--peers DIRECTORY] [--no-peers]

Prints one table: by class of query, Recall@1, Recall@5 and MRR of ``tests/search/queries.tsv``; the outside names where
they are here; bytes and time to the first result, latency, memory and build rate at each size. Exit 1 where a bar is
missed. Peers are looked for in DIRECTORY (``node_modules/minisearch``; ``pagefind_bin_extended``, unpacked from its
wheel) and are left out, saying so, where they are not. They get yomi and other names as text of the page.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import search_data as data
from gunbai.search.documents import Entry
from gunbai.search.index import Index, build, opened
from gunbai.search.query import parse_query, search
from gunbai.search.shards import browser_files
from gunbai.text import fold
from playwright.sync_api import Error
from search_browser import chromium, measure, serve, written

FIRST = "先制攻撃"
T = TypeVar("T")
ENOUGH_SECONDS = 2.0
BYTES = {300: 20_000, 10_000: 60_000, 100_000: 120_000}
OUTSIDE = {"exact name": (1, 0.99), "yomi": (1, 0.99), "no dots, spaces, bars": (1, 0.97),
           "hiragana for katakana": (1, 0.97), "one wrong character": (1, 0.90), "two inner characters": (10, 0.80)}
missed: list[str] = []
lines: list[str] = []


def say(text: str = "") -> None:
    """Print a line and keep it for the table's page."""
    print(text, flush=True)
    lines.append(text)


def bar(name: str, good: bool) -> str:
    """``ok``, or remember what was missed."""
    if not good:
        missed.append(name)
    return "ok" if good else "MISSED"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="300,10000,100000")
    parser.add_argument("--peers", type=Path, default=data.PROJECT / "build" / "peers")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--only-sizes", action="store_true", help="leave out the real rulings and the outside names")
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--queries", type=Path, help="ask these labelled queries alone, and nothing else")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        if given.queries or not given.only_sizes:
            with chromium() as browser:
                quality(root / "real", browser, [given.queries] if given.queries else data.TABLES)
                if given.queries:
                    return 1 if missed else 0
                outside(root / "outside", browser)
        for size in map(int, given.sizes.split(",")):
            with chromium() as browser:  # a new one each time, as a reader's is
                scale(root / str(size), browser, size, None if given.no_peers else given.peers)
            shutil.rmtree(root / str(size), ignore_errors=True)
    say()
    took = (time.monotonic() - began) / 60
    say(f"the whole run took {took:.1f} min  {bar('30 minutes', took <= 30)}")
    say("missed: " + ("; ".join(missed) or "nothing"))
    if given.markdown:
        given.markdown.write_text("\n".join(lines) + "\n", "utf-8")
    return 1 if missed else 0


@dataclass(frozen=True)
class Watched:
    """What a piece of work took: seconds of this process each time, and the most memory that it held, in MB."""

    seconds: float
    peak: float


def watched(work: Callable[[], T]) -> tuple[T, Watched]:
    """What a piece of work gives, and what it took: done again until it has taken ``ENOUGH_SECONDS``, each time as if
    for the first time."""
    with contextlib.suppress(OSError):  # from here the kernel counts the peak anew
        Path("/proc/self/clear_refs").write_text("5")
    seconds, times = 0.0, 0
    while not times or seconds < ENOUGH_SECONDS:
        _forget()
        start = time.process_time()
        made, times = work(), times + 1
        seconds += time.process_time() - start
    peak = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())
    return made, Watched(seconds / times, int(peak[1]) / 1000 if peak else 0)


def _forget() -> None:
    """Empty what the project's functions remember of names and texts."""
    for module in [m for name, m in sys.modules.items() if name.startswith("gunbai.search") or name == "gunbai.text"]:
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def ranks(queries: Sequence[data.Query], found: Sequence[Sequence[str]], by: dict[str, Entry]) -> list[int]:
    """The place of the first right hit of each query, 0 where there is none."""
    return [next((n for n, i in enumerate(ids, 1) if data.right(q, by[i])), 0)
            for q, ids in zip(queries, found, strict=True)]


def summary(places: Sequence[int]) -> tuple[float, float, float]:
    """Recall@1, Recall@5, MRR."""
    size = len(places) or 1
    first, five = sum(p == 1 for p in places), sum(0 < p < 6 for p in places)
    return first / size, five / size, sum(1 / p for p in places if p) / size


def whoosh_index(root: Path, found: Iterable[Entry]) -> Index:
    """A Whoosh index of entries, in the place of one that is there."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    build(root, found)
    return opened(root)


def quality(root: Path, browser: Any, tables: Sequence[Path]) -> None:
    """Tables of labelled queries on the real rulings and names, both indexes, and how far they agree."""
    found = list(data.real())
    by = {e.id: e for e in found}
    place, files = browser_files(found)
    written(root, files)
    index = whoosh_index(root / "whoosh", found)
    for table in tables:
        queries = data.labelled(table)
        with serve(root) as served:
            done = measure(browser, served, "own", {"place": f"/{place}"}, [q.text for q in queries])
        compared(table.name, queries, done.found, index, by)


def compared(table: str, queries: Sequence[data.Query], ours_found: Sequence[Sequence[str]], index: Index,
             by: dict[str, Entry]) -> None:
    """The queries of one table by class; each first hit in which the indexes differ, with the reason."""
    hits = [search(index, parse_query(q.text), 10) for q in queries]
    py = [[h.entry.id for h in hs] for hs in hits]
    wide = [[h.entry.id for h in search(index, parse_query(q.text), 10, candidates=len(by))] for q in queries]
    ours, theirs = ranks(queries, ours_found, by), ranks(queries, py, by)
    say(f"{table}: {len(by)} rulings and names, {len(queries)} queries  browser R@1 R@5 MRR | Whoosh R@1 R@5 MRR")
    for kind in [*dict.fromkeys(q.kind for q in queries), "all"]:
        rows = [n for n, q in enumerate(queries) if kind in (q.kind, "all")]
        one, two = summary([ours[n] for n in rows]), summary([theirs[n] for n in rows])
        least = (0.93, 0.96) if kind == "all" else (0.85, 0)
        good = min(one[0], two[0]) >= least[0] and min(one[2], two[2]) >= least[1]
        both = " | ".join(f"{r1:.2f} {r5:.2f} {mrr:.3f}" for r1, r5, mrr in (one, two))
        say(f"  {kind:32} {len(rows):4}  {both}  {bar(f'{kind} of {table}', good)}")
    rows = [n for n, (a, b) in enumerate(zip(ours_found, py, strict=True)) if list(a[:1]) != b[:1]]
    agree = 1 - len(rows) / len(queries)
    lost = sum(a[:1] != b[:1] for a, b in zip(py, wide, strict=True))
    say(f"  same first hit {agree:.3f}  {bar(f'agreement on {table}', agree >= 0.98)}; "
        f"the right first hit is missing among Whoosh's candidates for {lost} queries")
    for n in rows:
        say(f"    differs: {queries[n].text}: browser {ours_found[n][:1]}, Whoosh {py[n][:1]}: "
            f"{reason(ours_found[n], py[n], wide[n])}")
    for q, a in zip(queries, ours, strict=True):
        if a != 1:
            say(f"    not first: {q.kind}: {q.text} ({a or 'not found'})")


def reason(ours: Sequence[str], theirs: Sequence[str], all_scored: Sequence[str]) -> str:
    """Why the first hits of the indexes differ, by the order in which all entries are when every one is scored."""
    best = list(all_scored[:1])
    if best == list(theirs[:1]):
        return "the browser's first choice, from postings alone, leaves out the best"
    if best == list(ours[:1]):
        return "the best is missing among Whoosh's candidates"
    return f"both leave out the best, {best}"


def outside(root: Path, browser: Any) -> None:
    """The outside names, by the browser's index and by Whoosh."""
    found = data.names_entries()
    if not found:
        say("outside names: not here, skipped")
        return
    queries, by = list(data.names_asked(found)), {e.id: e for e in found}
    start = time.process_time()
    place, files = browser_files(found)
    rate = len(found) / (time.process_time() - start)
    written(root, files)
    index = whoosh_index(root / "whoosh", found)
    with serve(root) as served:
        done = measure(browser, served, "own", {"place": f"/{place}"}, [q.text for q in queries])
    py = [[h.entry.id for h in search(index, parse_query(q.text), 10)] for q in queries]

    def good(query: data.Query, ids: Sequence[str], first: int) -> bool:
        return any(query.right & {fold(by[i].title), fold(by[i].yomi[0])} for i in ids[:first])

    say(f"{len(found)} outside names (index built at {rate:.0f}/s)")
    for kind, (first, least) in OUTSIDE.items():
        rows = [n for n, q in enumerate(queries) if q.kind == f"outside: {kind}"]
        shares = [sum(good(queries[n], source[n], first) for n in rows) / len(rows) for source in (done.found, py)]
        say(f"  {kind:32} {len(rows):4}  R@{first} browser {shares[0]:.3f} | Whoosh {shares[1]:.3f}  "
            f"{bar(kind, min(shares) >= least)}")
    rows = [n for n, (a, b) in enumerate(zip(done.found, py, strict=True)) if list(a[:1]) != b[:1]]
    same = 1 - len(rows) / len(queries)
    say(f"  same first hit {same:.3f}  {bar('agreement on outside names', same >= 0.98)}")
    for n in rows:
        wide = [h.entry.id for h in search(index, parse_query(queries[n].text), 10, candidates=len(found))]
        say(f"    differs: {queries[n].text}: browser {done.found[n][:1]}, Whoosh {py[n][:1]}: "
            f"{reason(done.found[n], py[n], wide)}")


def scale(root: Path, browser: Any, size: int, peers: Path | None) -> None:
    """Bytes, times, memory, build rates and recall at one size, all engines."""
    found = data.grown(size)
    by = {e.id: e for e in found}
    queries = [q for q in data.labelled() if any(data.right(q, e) for e in found[:300])]
    (place, files), building = watched(lambda: browser_files(found))
    rate = size / building.seconds
    written(root, files)
    count, every = len(files), sum(map(len, files.values()))
    del files
    say()
    say(f"{size} rulings, {len(queries)} queries with an answer among them; first: bytes, requests, ms since opening")
    say(f"  our files: {count}, {every / 1e6:.1f} MB")
    with serve(root) as served:
        def run(name: str, engine: str, settings: dict[str, Any], note: str) -> float:
            try:
                done = measure(browser, served, engine, settings, [q.text for q in queries], FIRST)
            except Error as error:
                say(f"  {name:22} failed in the browser: {str(error).splitlines()[0][:90]}")
                return 0
            r1, r5, mrr = summary(ranks(queries, [[i for i in ids if i in by] for ids in done.found], by))
            times = sorted(done.times)
            extra = ""
            if engine == "own":
                extra = bar(f"bytes at {size}", done.bytes_first <= BYTES.get(size, 10**9))
                if size == 10_000:
                    extra += " " + bar("latency", statistics.median(times) <= 30)
                if size == 100_000:
                    extra += " " + bar("memory", done.memory <= 150)
                bar(f"Recall@1 at {size}", r1 >= recall.setdefault("base", r1) - 0.05)
            say(f"  {name:22} R@1 {r1:.2f} R@5 {r5:.2f} MRR {mrr:.2f}  first {done.bytes_first / 1000:7.1f} kB "
                f"{done.requests:3} {done.first_ms:6.0f} ms  query {statistics.median(times):6.1f} ms, "
                f"p95 {times[int(len(times) * .95)]:6.1f}  "
                f"{done.memory:4.0f} MB  {note} {extra}")
            return done.first_ms

        ours = run("Gunbai", "own", {"place": f"/{place}"}, f"built {rate:.0f}/s, {building.peak:.0f} MB")
        bar(f"browser index build at {size}", rate >= 1500)
        if size <= 10_000:
            index, building = watched(lambda: whoosh_index(root / "whoosh", found))
            whoosh_rate = size / building.seconds
            times, ids = [], []
            for q in queries:
                begin = time.perf_counter()
                ids.append([h.entry.id for h in search(index, parse_query(q.text), 10)])
                times.append((time.perf_counter() - begin) * 1000)
            r1, r5, mrr = summary(ranks(queries, ids, by))
            say(f"  {'Whoosh, our scorer':22} R@1 {r1:.2f} R@5 {r5:.2f} MRR {mrr:.2f}  "
                f"query {statistics.median(times):.1f} ms  "
                f"built {whoosh_rate:.0f}/s, {building.peak:.0f} MB  "
                f"{bar(f'Whoosh build at {size}', whoosh_rate >= 150)}")
        if peers is not None:
            from search_peers import prepare

            for name, engine, settings, note in prepare(root, found, peers, say):
                took = run(name, engine, settings, note)
                if engine == "pagefind" and took:
                    say(f"  time to the first result against Pagefind's: {ours / took:.2f}  "
                        f"{bar(f'half of Pagefind at {size}', ours <= took / 2)}")


recall: dict[str, float] = {}

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main())
