"""Python in the browser, measured in headless Chromium against a bare start of Pyodide in the same run.

    python tools/bench/pyodide.py [--rounds 5] [--all]

Bare: a worker that starts Pyodide and computes 1+1. First: from the first sign of intent to the first answer of an
example. Each start has a fresh browser profile (cold) and is then repeated in the same one (warm); bare and first take
turns. Further: an example that was not run before, with the engine running. Snapshot: the same with Python's memory as
``gunbai build --snapshot`` puts it beside. ``--all`` runs every example of the corpus there (Python 3.14) and compares
with what this Python answers. Prints figures; nothing here is a test.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus
from gunbai.corpus.ruling import Example, Ruling
from gunbai.site.pages import ASSETS
from gunbai.site.runtime import answering
from gunbai.site.runtime.files import Ahead, runtime_of
from playwright.sync_api import Browser, BrowserContext, sync_playwright

PROJECT = Path(__file__).parents[2]
BARE = """
import { loadPyodide } from "%s/pyodide.mjs"
const python = await loadPyodide({ indexURL: new URL("%s/", import.meta.url).href })
postMessage(python.runPython("1 + 1"))
"""
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync"]
PAGE = """<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,">"""
START_BARE = """() => new Promise(done => {
  const from = performance.now()
  new Worker("/bare.js", { type: "module" }).onmessage = () => done(performance.now() - from)
})"""
START_OURS = """async request => {
  const from = performance.now()
  const engine = await import("/assets/gunbai/engine.js")
  engine.intend(request.game)
  const said = await engine.run(request)
  if (said.error || !said.answer) throw new Error(JSON.stringify(said))
  return performance.now() - from
}"""
FURTHER = """async requests => {
  const engine = await import("/assets/gunbai/engine.js")
  const found = []
  for (const request of requests) {
    const from = performance.now()
    const said = await engine.run(request)
    found.push({ whole: performance.now() - from, said })
  }
  return found
}"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where some example is answered otherwise in the browser."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--all", action="store_true", help="run every example of the corpus in the browser")
    options = parser.parse_args(arguments)
    games = load_corpus(PROJECT / "rulings").games
    requests = [_request(r, e) for g in games for r in g.rulings for e in r.examples]
    with tempfile.TemporaryDirectory() as place:
        _write(Path(place, "plain"), games, frozenset({"code"}))
        _write(Path(place, "quick"), games, frozenset({"code", "snapshot"}))
        with _served(Path(place, "plain")) as plain, _served(Path(place, "quick")) as quick, _chromium() as browser:
            _starts(browser, games, plain, quick, options.rounds)
            wrong = _further(browser, plain, requests if options.all else requests[::40])
            wrong += _further(browser, quick, requests[::40])
    return 1 if wrong else 0


def _starts(browser: Browser, games: Sequence[Game], plain: str, quick: str, rounds: int) -> None:
    game = next(g for g in games if g.id == "gundam-war")
    ruling = next(r for r in game.rulings if r.id == "gw-retarget-candidates")
    request = _request(ruling, ruling.examples[0])
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        kinds = (("bare", plain, START_BARE, None), ("first", plain, START_OURS, request),
                 ("snapshot", quick, START_OURS, request))
        for name, address, script, given in kinds:
            context = browser.new_context()
            for state in ("cold", "warm"):
                found.setdefault(f"{name} {state}", []).append(_timed(context, address, script, given))
            context.close()
    for name, times in found.items():
        print(f"{name:15} median {statistics.median(times):7.0f} ms   ({', '.join(f'{t:.0f}' for t in times)})")
    for state in ("cold", "warm"):
        for name in ("first", "snapshot"):
            ratios = [a / b for a, b in zip(found[f"{name} {state}"], found[f"bare {state}"], strict=True)]
            print(f"{name} / bare, {state}: median {statistics.median(ratios):.2f}   "
                  f"({', '.join(f'{r:.2f}' for r in ratios)})")


def _timed(context: BrowserContext, address: str, script: str, given: Any) -> float:
    page = context.new_page()
    page.goto(f"{address}/bench.html")
    time: float = page.evaluate(script, given)
    page.close()
    return time


def _further(browser: Browser, address: str, requests: Sequence[dict[str, Any]]) -> int:
    """Run ``requests`` one after the other; how many are answered otherwise than by this Python."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}/bench.html")
    for game in sorted({r["game"] for r in requests}):
        page.evaluate(FURTHER, [{"game": game, "text": "理由()"}])  # load its engine
    found = page.evaluate(FURTHER, list(requests))
    context.close()
    whole, inside = [f["whole"] for f in found], [f["said"]["ms"] for f in found]
    slow = sum(t > 20 for t in whole)
    print(f"further runs: {len(found)}, median {statistics.median(whole):.1f} ms ({statistics.median(inside):.1f} in "
          f"Python), 95 % within {sorted(whole)[int(len(whole) * .95)]:.1f}, longest {max(whole):.0f}, "
          f"above 20 ms: {slow}")
    wrong = []
    for request, one in zip(requests, found, strict=True):
        expected = json.loads(answering.answered_json(json.dumps({**request, "up": ""})))
        if any(one["said"][key] != value for key, value in expected.items()):
            wrong.append(request["page"])
    print(f"answered as by this Python {sys.version.split()[0]}: {len(found) - len(wrong)} of {len(found)}"
          + (f"; otherwise: {', '.join(wrong[:20])}" if wrong else ""))
    return len(wrong)


def _request(ruling: Ruling, example: Example) -> dict[str, Any]:
    return {"game": ruling.game, "text": example.run, "page": ruling.id}


def _write(root: Path, games: Sequence[Game], ahead: frozenset[Ahead]) -> None:
    """What the engine needs, and a page with nothing on it."""
    runtime = runtime_of(games, PROJECT, ahead)
    if runtime.missing or runtime.notes:
        sys.exit(f"cannot measure: {runtime.missing or runtime.notes}")
    scripts = {place: path.read_bytes() for place, path in ASSETS.items() if place.endswith(".js")}
    place = next(p for p in runtime.files if p.endswith("pyodide.mjs")).rpartition("/")[0]
    others = {"bench.html": PAGE.encode(), "bare.js": (BARE % (f"/{place}", f"/{place}")).encode()}
    for name, content in {**runtime.files, **scripts, **others}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    for game in games:
        data = next(c for n, c in runtime.files.items() if n.startswith(f"assets/gunbai/game-{game.id}"))
        answering.open_game(data.decode())
    sizes = {name: len(content) for name, content in runtime.files.items() if "/engine" in name}
    print(f"{'+'.join(sorted(ahead))}: {sum(map(len, runtime.files.values())):,} bytes in all; "
          + ", ".join(f"{n.rpartition('/')[2]} {s:,}" for n, s in sizes.items()))


@contextmanager
def _chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
        yield browser
        browser.close()


@contextmanager
def _served(root: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript",  # noqa: RUF012
                      ".wasm": "application/wasm"}

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is theirs
        """Say nothing."""


if __name__ == "__main__":
    sys.exit(main())
