"""Search engines in one headless Chromium: files served with gzip, bytes counted, queries timed in the page."""

from __future__ import annotations

import asyncio
import gc
import gzip
import importlib.util
import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

__all__ = ["Measured", "Served", "chromium", "measure", "serve"]

TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".html": "text/html",
         ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json"}
OPENINGS, ENOUGH = (3, 7), 5000
"""How often the page is opened afresh, at least and at most (the middle one counts), and after how many ms no more."""
PAGE = """<!doctype html><meta charset="utf-8"><title>bench</title><script type="module">
const adapters = {
  async own({ place }) {
    const worker = new Worker(place)
    return (q, early) => new Promise(done => {
      worker.onmessage = ({ data }) => {
        if (data.type === 3 && (early || !data.data.partial)) done(data.data.items.map(i => i.id))
      }
      worker.postMessage({ type: 2, data: { q, limit: 10, own: true } })
    })
  },
  async material({ place, index }) {
    const [worker, data] = [new Worker(place), await (await fetch(index)).json()]
    await new Promise(done => {
      worker.onmessage = ({ data }) => data.type === 1 && done()
      worker.postMessage({ type: 0, data: { ...data, options: { suggest: false } } })
    })
    return q => new Promise(done => {
      worker.onmessage = ({ data }) => data.type === 3 && done(data.data.items.map(g => g[0].location.replace("/", "")))
      worker.postMessage({ type: 2, data: q })
    })
  },
  async pagefind({ place }) {
    const pagefind = await import(place)
    await pagefind.init()
    return async q => {
      const found = await pagefind.search(q)
      const data = await Promise.all(found.results.slice(0, 10).map(r => r.data()))
      return data.map(d => d.url.split("/").at(-1).replace(".html", ""))
    }
  },
  async minisearch({ place, index, bigram }) {
    const MiniSearch = (await import(place)).default
    const pairs = text => {
      const chars = [...text.toLowerCase().replace(/[\\s\\p{P}]/gu, "")]
      return chars.length < 2 ? chars : chars.slice(1).map((c, i) => chars[i] + c)
    }
    const options = { fields: ["title", "text"], ...(bigram ? { tokenize: pairs } : {}) }
    const mini = MiniSearch.loadJSON(await (await fetch(index)).text(), options)
    return async q => mini.search(q, { prefix: true, fuzzy: 0.2, boost: { title: 2 } }).slice(0, 10).map(r => r.id)
  },
}
const run = async ({ engine, settings, first }) => {
  const ask = await adapters[engine](settings), top = await ask(first, true)
  const ready = performance.now()
  return { ready, moment: performance.timeOrigin + ready, top }
}
// The address says what to ask, so that nobody's wait but the page's own is measured.
if (location.hash) window.ran = run(JSON.parse(decodeURIComponent(location.hash.slice(1))))
window.more = async ({ engine, settings, queries }) => {
  const ask = await adapters[engine](settings), times = [], found = []
  await ask(queries[0])
  for (const q of queries) {
    const start = performance.now()
    found.push(await ask(q))
    times.push(performance.now() - start)
  }
  return { times, found }
}
</script>"""


@dataclass
class Served:
    """A directory on a port of this machine, and what was sent since ``sent`` was cleared: place, bytes, moment."""

    root: Path
    address: str
    sent: list[tuple[str, int, float]] = field(default_factory=list)
    packed: dict[str, tuple[bytes, int]] = field(default_factory=dict)
    """Files as they are sent, with the size of the body: a host compresses each once."""

    def answer(self, place: str) -> tuple[bytes, int]:
        """What is sent for a place, and the size of its body."""
        if place not in self.packed:
            path = self.root / place
            found = place == "bench.html" or path.is_file()
            content = b"" if not found else PAGE.encode("utf-8") if place == "bench.html" else path.read_bytes()
            small = gzip.compress(content, 6)
            packed = len(small) < len(content)
            body = small if packed else content
            kind = TYPES.get(Path(place).suffix, "application/octet-stream")
            head = (f"HTTP/1.1 {'200 OK' if found else '404 Not Found'}\r\nContent-Type: {kind}\r\n"
                    f"Content-Length: {len(body)}\r\n" + "Content-Encoding: gzip\r\n" * packed + "\r\n")
            self.packed[place] = head.encode("ascii") + body, len(body)
        return self.packed[place]


@dataclass(frozen=True)
class Measured:
    """What one engine did: bytes and milliseconds to the first result, milliseconds a query, the ids found, MB."""

    bytes_first: int
    requests: int
    first_ms: float
    times: Sequence[float]
    found: Sequence[Sequence[str]]
    memory: float


@contextmanager
def serve(root: Path) -> Iterator[Served]:
    """Serve a directory, compressed as a host would, from memory: the server must not be what is measured, nor a
    collection of this process's garbage."""
    gc.collect()
    gc.freeze()
    served = Served(root, "")
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    starting = loop.create_server(lambda: _Connection(served), "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(starting, loop).result()
    served.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    try:
        yield served
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
        gc.unfreeze()


class _Connection(asyncio.Protocol):
    """A connection that is kept open: a file for each GET."""

    def __init__(self, served: Served) -> None:
        self.served, self.left = served, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember whom to answer."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer every request that is whole."""
        *heads, self.left = (self.left + data).split(b"\r\n\r\n")
        for head in heads:
            place = urlsplit(head.split(b" ", 2)[1].decode("ascii")).path.lstrip("/")
            answer, size = self.served.answer(place)
            self.served.sent.append((place, size, time.time() * 1000))
            self.transport.write(answer)  # type: ignore[attr-defined]


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser that the tests use."""
    from playwright.sync_api import sync_playwright

    spec = importlib.util.spec_from_file_location("ensure_browser", Path(__file__).parents[1] / "ensure_browser.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=module.find_browser(), args=["--disable-gpu", *root])
        yield browser
        browser.close()


def measure(browser: Any, served: Served, engine: str, settings: Mapping[str, Any], queries: Sequence[str],
            first: str = "") -> Measured:
    """Open a fresh profile for the ``first`` result, if one is given; another for all queries. Before that, everything
    is asked once and not measured: a host has compressed its files before anybody comes."""
    asked = {"engine": engine, "settings": settings, "queries": list(queries), "first": first}
    address = f"{served.address}bench.html"
    opening = f"{address}#{quote(json.dumps({**asked, 'queries': []}))}"
    firsts: list[tuple[float, int, int]] = []
    least, most = OPENINGS if first else (0, 0)
    if first:
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.evaluate("asked => window.more(asked)", asked)
        context.close()
    while len(firsts) < least or (len(firsts) < most and sum(ms for ms, _, _ in firsts) < ENOUGH):
        context = browser.new_context()
        page = context.new_page()
        served.sent.clear()
        page.goto(opening)
        ready = page.evaluate("() => window.ran")
        parts = [size for place, size, moment in served.sent
                 if place not in ("bench.html", "favicon.ico") and moment <= ready["moment"]]
        firsts.append((ready["ready"], sum(parts), len(parts)))
        context.close()
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    before = _settled(browser, page)
    done = page.evaluate("asked => window.more(asked)", asked)
    memory = _memory(browser) - before
    context.close()
    middle = sorted(firsts)[len(firsts) // 2] if firsts else (0, 0, 0)
    return Measured(middle[1], middle[2], middle[0], done["times"], done["found"], memory)


def _settled(browser: Any, page: Any) -> float:
    """The memory once it grows no more: the browser loads a start page of its own for each new window, which is none of
    what is measured."""
    before, now = 0.0, _memory(browser)
    for _ in range(40):
        if abs(now - before) < 0.3:
            break
        page.wait_for_timeout(500)
        before, now = now, _memory(browser)
    return now


def _memory(browser: Any) -> float:
    """The resident memory of all renderers, in MB."""
    session = browser.new_browser_cdp_session()
    processes: list[Mapping[str, Any]] = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    resident: Callable[[Any], float] = lambda pid: int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6
    return sum(resident(p["id"]) for p in processes if p["type"] == "renderer" and Path(f"/proc/{p['id']}").exists())


def written(root: Path, files: Mapping[str, bytes]) -> None:
    """Write files below a directory."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def plain(value: Any) -> bytes:
    """JSON bytes."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8")
