"""Other search engines over the same entries, as a site would set them up; yomi and other names are page text."""

from __future__ import annotations

import html
import json
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gunbai.search.documents import Entry

__all__ = ["prepare"]

Peer = tuple[str, str, dict[str, Any], str]
MATERIAL_MOST = 10_000
MOST_SECONDS = 420
_BUILD = """
import MiniSearch from {module}
import {{ readFileSync, writeFileSync }} from "node:fs"
const pairs = text => {{
  const chars = [...text.toLowerCase().replace(/[\\s\\p{{P}}]/gu, "")]
  return chars.length < 2 ? chars : chars.slice(1).map((c, i) => chars[i] + c)
}}
const docs = JSON.parse(readFileSync("docs.json", "utf8"))
for (const [name, extra] of [["ms", {{}}], ["msb", {{ tokenize: pairs }}]]) {{
  const mini = new MiniSearch({{ fields: ["title", "text"], ...extra }})
  mini.addAll(docs)
  writeFileSync(name + ".json", JSON.stringify(mini))
}}
"""


def prepare(root: Path, found: Sequence[Entry], peers: Path, say: Callable[[str], None]) -> Iterator[Peer]:
    """Every engine that is here, ready to be asked: (name, engine, settings, note)."""
    docs = [{"id": e.id, "title": e.title, "text": _text(e)} for e in found]
    yield from _material(root, docs)
    yield from _minisearch(root, docs, peers, say)
    yield from _pagefind(root, docs, peers, say)


def _text(entry: Entry) -> str:
    return " ".join([entry.question, entry.answer, *entry.names[1:], *entry.yomi, *entry.numbers, entry.rest])


def _material(root: Path, docs: Sequence[dict[str, str]]) -> Iterator[Peer]:
    if len(docs) > MATERIAL_MOST:
        return
    spec = find_spec("material")
    assert spec and spec.origin
    scripts = Path(spec.origin).parent / "templates" / "assets" / "javascripts"
    shutil.copytree(scripts, root / "assets" / "javascripts", dirs_exist_ok=True)
    worker = next((scripts / "workers").glob("search.*.min.js"))
    separator = "[\\s\\u200b\\-、。，．？！「」（）・]+"
    config = {"lang": ["ja"], "separator": separator, "pipeline": ["stemmer"], "fields": {
        "title": {"boost": 1000.0}, "text": {"boost": 1.0}, "tags": {"boost": 1000000.0}}}
    rows = [{"location": f"{d['id']}/", "title": html.escape(d["title"]), "text": html.escape(d["text"])} for d in docs]
    index = {"config": config, "docs": rows}
    (root / "search_index.json").write_text(json.dumps(index, ensure_ascii=False), "utf-8")
    place = f"/assets/javascripts/workers/{worker.name}"
    yield "Material", "material", {"place": place, "index": "/search_index.json"}, ""


def _minisearch(root: Path, docs: Sequence[dict[str, str]], peers: Path, say: Callable[[str], None]) -> Iterator[Peer]:
    module = peers / "node_modules" / "minisearch" / "dist" / "es" / "index.js"
    if not module.is_file() or shutil.which("node") is None:
        say(f"  MiniSearch: not in {peers.name}, skipped (npm install minisearch@7.2)")
        return
    shutil.copy(module, root / "minisearch.js")
    (root / "docs.json").write_text(json.dumps(docs, ensure_ascii=False), "utf-8")
    (root / "build.mjs").write_text(_BUILD.format(module=json.dumps("./minisearch.mjs")), "utf-8")
    shutil.copy(module, root / "minisearch.mjs")
    made = _made("MiniSearch", ["node", "--max-old-space-size=6000", "build.mjs"], root, say)
    if made is None:
        return
    note = f"both built in {made[0]:.0f} s, {made[1]:.0f} MB"
    yield "MiniSearch", "minisearch", {"place": "/minisearch.js", "index": "/ms.json"}, note
    yield "MiniSearch, pairs", "minisearch", {"place": "/minisearch.js", "index": "/msb.json", "bigram": True}, note


def _pagefind(root: Path, docs: Sequence[dict[str, str]], peers: Path, say: Callable[[str], None]) -> Iterator[Peer]:
    binary = next((p for p in peers.rglob("pagefind_extended*") if p.is_file() and p.stat().st_size > 1_000_000), None)
    if binary is None:
        say(f"  Pagefind: not in {peers.name}, skipped (pip download pagefind-bin-extended, and unpack the wheel)")
        return
    os.chmod(binary, 0o755)
    pages = root / "pages"
    pages.mkdir()
    for d in docs:
        (pages / f"{d['id']}.html").write_text(
            f'<!doctype html><html lang="ja"><title>{html.escape(d["title"])}</title><body data-pagefind-body>'
            f'<h1>{html.escape(d["title"])}</h1><p>{html.escape(d["text"])}</p></body></html>', "utf-8")
    made = _made("Pagefind", [str(binary), "--site", str(pages), "--output-path", str(root / "pagefind")], root, say)
    shutil.rmtree(pages)
    if made is not None:
        note = f"built {len(docs) / made[0]:.0f}/s, {made[1]:.0f} MB"
        yield "Pagefind extended", "pagefind", {"place": "/pagefind/pagefind.js"}, note


def _made(name: str, command: Sequence[str], root: Path, say: Callable[[str], None]) -> tuple[float, float] | None:
    """Run a peer's build: seconds and peak memory in MB. None where it fails or does not end in time, said."""
    start = time.perf_counter()
    with (root / "build.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=root, stdout=log, stderr=log)
        timer = threading.Timer(MOST_SECONDS, process.kill)
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    took = time.perf_counter() - start
    if process.returncode == 0:
        return took, used.ru_maxrss / 1000
    last = ((root / "build.log").read_text("utf-8", "replace").strip().splitlines() or ["no word"])[-1][:100]
    say(f"  {name}: could not build: {last if took < MOST_SECONDS else f'did not end in {MOST_SECONDS} s'}")
    return None
