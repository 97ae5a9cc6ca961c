"""Search engines in one headless Chromium: files served with gzip, bytes counted, queries timed in the page."""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import importlib.util
import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

__all__ = ["Measured", "Served", "chromium", "measure", "serve"]

TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".html": "text/html"}
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
window.run = async ({ engine, settings, queries, first }) => {
  const ask = await adapters[engine](settings)
  const top = await ask(first, true), ready = performance.now()
  window.ready = { ready, top }
  return window.ready
}
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
    """A directory on a port of this machine, and the bytes that were sent since ``sent`` was cleared."""

    root: Path
    address: str
    sent: list[tuple[str, int]] = field(default_factory=list)
    packed: dict[str, tuple[bytes, bool]] = field(default_factory=dict)
    """Files as they are sent: a host compresses each once."""


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
    """Serve a directory, compressed as a host would."""
    served = Served(root, "")
    handler = functools.partial(_Gzip, served=served)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        served.address = f"http://127.0.0.1:{server.server_port}/"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield served
        server.shutdown()


class _Gzip(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def __init__(self, *args: Any, served: Served) -> None:
        self.served = served
        super().__init__(*args)

    def do_GET(self) -> None:
        """Send a file."""
        place = urlsplit(self.path).path.lstrip("/")
        if place not in self.served.packed:
            path = self.served.root / place
            if place != "bench.html" and not path.is_file():
                self.send_error(404)
                return
            content = PAGE.encode("utf-8") if place == "bench.html" else path.read_bytes()
            small = gzip.compress(content, 6)
            self.served.packed[place] = (small, True) if len(small) < len(content) else (content, False)
        body, packed = self.served.packed[place]
        self.served.sent.append((place, len(body)))
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(Path(place).suffix, "application/octet-stream"))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(OSError):  # the page has gone
            self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


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
            first: str) -> Measured:
    """Open a fresh profile for the first result; another for all queries."""
    asked = {"engine": engine, "settings": settings, "queries": list(queries), "first": first}
    firsts: list[tuple[float, int, int]] = []
    for _ in range(3):
        context = browser.new_context()
        page = context.new_page()
        served.sent.clear()
        page.goto(f"{served.address}bench.html")
        ready = page.evaluate("asked => window.run(asked)", asked)
        parts = [n for place, n in served.sent if place not in ("bench.html", "favicon.ico")]
        firsts.append((ready["ready"], sum(parts), len(parts)))
        context.close()
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{served.address}bench.html")
    before = _memory(browser)
    done = page.evaluate("asked => window.more(asked)", asked)
    memory = _memory(browser) - before
    context.close()
    middle = sorted(firsts)[1]
    return Measured(middle[1], middle[2], middle[0], done["times"], done["found"], memory)


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
