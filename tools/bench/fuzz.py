"""Feeds what reads strangers' text with nonsense: the YAML reader, the example language, the search, the audit.

Hypothesis makes the inputs, from the words of each format mixed with what breaks readers. Each target runs in a process
of its own. Bars: no exception that is not the target's own kind of answer, no input over 1 s of processor time, no
process over 300 MB. Prints a table; exit 1 where a bar is not met, with the input that did it.

    python tools/bench/fuzz.py [--inputs N] [--only TARGET] [--seed N] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import HealthCheck, Phase, given, seed, settings

PROJECT = Path(__file__).parents[2]
MOST_SECONDS = 1.0
MOST_MEGABYTES = 300
EDGES = ["\0", "\ufeff", "\u202e", "\u200b", "\u2028", "\ud800", "𠮟", "ﾞ", "ヴ", "\r", "\n", "\n\n", "\t",
         " ", "　", "'", '"', "\\", "「", "」", "（", "#", "999999999999999999999999", "-1", "1e999", "0x1f",
         "é", "e\u0301" * 40, "あ" * 500, "(" * 300, "[" * 300, "{" * 300, "." * 300]


def mixed(words: list[str], most: int = 24) -> st.SearchStrategy[str]:
    """Texts of a format's own words, edges and anything."""
    return st.lists(st.sampled_from(words) | st.sampled_from(EDGES) | st.text(max_size=4), max_size=most).map("".join)


def yaml_target(home: Path) -> tuple[st.SearchStrategy[bytes], Callable[[bytes], object]]:
    """A topic file, read and checked with its game."""
    from gunbai.corpus.checks import check_corpus
    from gunbai.corpus.reader import load_corpus

    directory = home / "rulings/toy"
    directory.mkdir(parents=True)
    (directory / "game.yaml").write_text(
        "id: toy\nprefix: toy-\ntitle: t\nyomi: [あ]\nengine: none\nabout: a\nowner: o\n"
        "documents: [{id: d, title: t, authority: author}]\ntopics: [{id: one, title: t}]\n", "utf-8")
    words = ["rulings:\n", "  - id: toy-a\n", "    kind: note\n", "    title: 題\n", "    question: q\n",
             "    answer: a\n", "    certainty: stated\n", "    source: [{document: d, at: \"x#1\"}]\n",
             "    examples:\n      - title: e\n", "        run: |\n          >>> f()\n",
             "    readings: [{key: a, text: t, support: none, why: w}]\n", "&a ", "*a", "!!python ", "<<: ",
             "? ", ": ", "- ", "|\n", ">\n", "---\n", "...\n", "%YAML 1.1\n", "    see: [a, b]\n",
             "    since: 2000-01-01\n"]

    def run(raw: bytes) -> object:
        (directory / "one.yaml").write_bytes(raw)
        found = load_corpus(home / "rulings")
        return [str(d) for d in (*found.defects, *check_corpus(found))]

    return st.binary(max_size=60) | mixed(words).map(lambda t: t.encode("utf-8", "surrogatepass")), run


def language_target(_: Path) -> tuple[st.SearchStrategy[str], Callable[[str], object]]:
    """An example, parsed and run on an engine."""
    from gunbai.corpus.reader import load_corpus
    from gunbai.examples.language import Bad, parse_example
    from gunbai.examples.runner import load_verbs
    from gunbai.examples.session import Session

    game = next(g for g in load_corpus(PROJECT / "rulings").games if g.id == "gundam-war")
    verbs = load_verbs(game)
    lines = [line for r in game.rulings for e in r.examples for line in e.run.splitlines(keepends=True)]
    words = [*lines[::7], "{v}(", *(f'"{n.name}"' for n in game.names[::5]), ")", ",", "=", ">>> ", "... ",
             "一", "True", "None", "-1", "[", "]", "lambda: 0", "__import__", ".__class__", "f\"{x}\""]

    def run(text: str) -> object:
        session = Session(game.setting, verbs)
        return [s.message if isinstance(s, Bad) else session.tell(s).lines for s in parse_example(text)[:12]]

    return mixed(words, 12).map(lambda t: f">>> {t}"), run


def query_target(home: Path) -> tuple[st.SearchStrategy[str], Callable[[str], object]]:
    """A query, read and asked of the whole corpus."""
    from gunbai.corpus.reader import load_corpus
    from gunbai.search.documents import entries
    from gunbai.search.index import build, opened
    from gunbai.search.query import FIELDS, BadQuery, nearest, parse_query, search

    corpus = load_corpus(PROJECT / "rulings")
    directory = home / "index"
    directory.mkdir()
    build(directory, entries(corpus))
    index = opened(directory)
    words = [*(f"{f}:" for f in FIELDS), *(n.name for g in corpus.games for n in g.names[::9]), "gw-",
             "裁定待ち", "date:2009..2010", "..", "*", "?", "AND ", "NOT ", "OR ", "^2", "~", "とは", "のとき",
             "shinkai", "カットイン", "重複", "＊", "：", " "]

    def run(text: str) -> object:
        try:
            query = parse_query(text)
        except BadQuery as error:
            return str(error)
        return [h.entry.id for h in search(index, query)] or nearest(index, query)

    return mixed(words, 8), run


def audit_target(home: Path) -> tuple[st.SearchStrategy[str], Callable[[str], object]]:
    """A document, cut into clauses in the styles of all games, and a lock."""
    from gunbai.corpus.clauses import split, style_of
    from gunbai.corpus.lock import parse_lock
    from gunbai.corpus.reader import load_corpus

    games = load_corpus(PROJECT / "rulings").games
    styles = [style_of(d.style) for g in games for d in g.documents if d.audited]
    words = ["≪項目≫", "■見出し\n", "・", "●", "※", "１）", "。", "。）", "（2009/09/18更新）", "例：", "「",
             "」", "Ｑ．", "Ａ．", "\n", "  ", "reference\t0123456789abcdef\t冒頭#1\n", "【", "】", "①",
             "---\n", "|", "\t"]

    def run(text: str) -> object:
        return [len(split(text, style)) for style in styles], parse_lock(text).defects[:1]

    return mixed(words, 40), run


TARGETS = {"yaml": yaml_target, "language": language_target, "query": query_target, "audit": audit_target}


def fuzzed(name: str, inputs: int, start: int) -> dict[str, object]:
    """Run one target in this process; what came of it."""
    with tempfile.TemporaryDirectory(prefix="gunbai-") as directory:
        strategy, target = TARGETS[name](Path(directory))
        slowest, worst, wrong, count = 0.0, "", "", 0

        @seed(start)
        @settings(max_examples=inputs, database=None, deadline=None, phases=[Phase.generate],
                  suppress_health_check=list(HealthCheck))
        @given(strategy)
        def one(data: object) -> None:
            nonlocal slowest, worst, wrong, count
            count += 1
            began = time.process_time()
            try:
                target(data)  # type: ignore[operator]
            except Exception:  # noqa: BLE001 - any exception is what we look for
                wrong = wrong or f"{data!r:.2000}\n{traceback.format_exc()}"
            took = time.process_time() - began
            if took > slowest:
                slowest, worst = took, f"{data!r:.300}"

        began = time.monotonic()
        one()
        return {"inputs": count, "seconds": round(time.monotonic() - began, 1), "slowest": round(slowest, 3),
                "worst": worst, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "wrong": wrong}


def main() -> int:
    """Run every target in a process of its own and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--inputs", type=int, default=100_000, help="how many inputs in all")
    parser.add_argument("--only", default="", choices=["", *TARGETS])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given_ = parser.parse_args()
    names = [n for n in TARGETS if given_.only in ("", n)]
    if given_.here:
        print(json.dumps(fuzzed(given_.only, given_.inputs, given_.seed)))
        return 0
    share = str(-(-given_.inputs // len(names)))
    running = {name: subprocess.Popen(
        [sys.executable, __file__, "--here", "--only", name, "--inputs", share, "--seed", str(given_.seed)],
        stdout=subprocess.PIPE, env={**os.environ, "PYTHONHASHSEED": "0"}) for name in names}
    found, failed = {}, False
    for name, process in running.items():
        out, _ = process.communicate()
        one = found[name] = json.loads(out) if not process.returncode else {"wrong": f"exit {process.returncode}"}
        bad = bool(one["wrong"]) or one["slowest"] > MOST_SECONDS or one["megabytes"] > MOST_MEGABYTES
        failed = failed or bad
        if not given_.json:
            numbers = "  ".join(f"{k} {one.get(k)}" for k in ("inputs", "seconds", "slowest", "megabytes"))
            print(f"{name:<9} {numbers}  {'NOT MET' if bad else 'met'}")
            if bad:
                print(one["wrong"] or one["worst"])
    if given_.json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
