"""What a page costs a phone that has never been here: bytes, blocking requests, layout shift, largest paint.

    python tools/bench/page.py [--site build/site] [--rounds 9]

Chromium, cold cache, slow 4G (150 ms, 1.6 Mbit/s) and a processor 4 times slower; a server on this machine that
compresses like a host. Beside every ruling page stands a stock Material page (``font: false``) of the same Markdown,
loaded in turn with ours in the same run. Bars, for ruling pages: at most 120 kB in all, 3 blocking requests, no layout
shift, a largest paint of at most 0.9 times that of the stock page (medians). Exit 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from search_browser import Served, chromium, serve

PROJECT = Path(__file__).parents[2]
BYTES, BLOCKING, PAINT = 120_000, 3, 0.9
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
WATCH = """window.seen = { paint: 0, shift: 0, what: "", moved: "" }
const each = (type, work) =>
  new PerformanceObserver(list => list.getEntries().forEach(work)).observe({ type, buffered: true })
const named = node => node?.nodeType === 1 ? [node.tagName.toLowerCase(), node.className].filter(Boolean).join(".") : ""
each("largest-contentful-paint", e => { seen.paint = e.startTime; seen.what = named(e.element) })
each("layout-shift", e => {
  if (!e.hadRecentInput) { seen.shift += e.value; seen.moved = e.sources.map(s => named(s.node)).join(" ") }
})"""
STOCK = """site_name: 軍配 Gunbai
theme: {name: material, language: ja, font: false}
plugins: [{search: {lang: ja}}]
markdown_extensions: [attr_list, tables, {toc: {permalink: "#", toc_depth: 3}}]
"""


@dataclass(frozen=True)
class Load:
    """One load of a page."""

    size: int
    requests: int
    blocking: int
    shift: float
    paint: float
    what: str
    moved: str


def main() -> int:
    """Measure, print, and say whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, default=PROJECT / "build/site", help="a built site (default: build/site)")
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    if not (given.site / "404.html").is_file():
        print(f"{given.site} holds no site; run gunbai build", file=sys.stderr)
        return 1
    good = True
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name, chromium() as browser, \
            serve(given.site) as ours, serve(Path(name)) as stock:
        rulings = chosen(given.site)
        stock_site([place for _, place in rulings], Path(name))
        print(f"{'page':<18}{'kB':>7}{'requests':>10}{'blocking':>10}{'shift':>8}{'paint ms':>10}{'stock ms':>10}"
              f"{'ratio':>8}")
        for words, place in [*rulings, *others(given.site)]:
            mine, theirs = [], []
            measured = (words, place) in rulings
            for _ in range(given.rounds):
                mine.append(load(browser, ours, place))
                if measured:
                    theirs.append(load(browser, stock, place))
            paint = statistics.median(one.paint for one in mine)
            other = statistics.median(one.paint for one in theirs) if theirs else 0.0
            size, blocking = max(one.size for one in mine), max(one.blocking for one in mine)
            shift = max(one.shift for one in mine)
            missed = [words for words, ok in (
                ("kB", size <= BYTES), ("blocking", blocking <= BLOCKING), ("shift", shift < 0.001),
                ("paint", paint <= PAINT * other)) if not ok] if measured else []
            good &= not missed
            against = f"{other:>10.0f}{paint / other:>8.2f}" if theirs else f"{'':>18}"
            print(f"{words:<18}{size / 1000:>7.1f}{mine[0].requests:>10}{blocking:>10}{shift:>8.3f}{paint:>10.0f}"
                  f"{against}{'  MISSED: ' * bool(missed)}{', '.join(missed)}"
                  f"  (paints {mine[0].what}{'; moves ' * bool(mine[0].moved)}{mine[0].moved})", flush=True)
    print(f"bars for ruling pages: {BYTES // 1000} kB, {BLOCKING} blocking, no shift, paint {PAINT} of stock: "
          + ("met" if good else "MISSED"))
    return 0 if good else 1


def chosen(site: Path) -> list[tuple[str, str]]:
    """Of all ruling pages the middle one and the largest, by compressed size."""
    found = sorted((path for path in site.glob("*/*/index.html") if 'class="gb-permalink"' in path.read_text("utf-8")),
                   key=lambda path: (path.stat().st_size, path))
    places = [path.relative_to(site).as_posix() for path in found]
    return [("ruling, middle", places[len(places) // 2]), ("ruling, 9 of 10", places[len(places) * 9 // 10]),
            ("ruling, largest", places[-1])]


def others(site: Path) -> Iterator[tuple[str, str]]:
    """Pages of other kinds, without a stock page beside them."""
    for words, pattern in (("home", "index.html"), ("search", "search/index.html"), ("game", "gundam-war/index.html"),
                           ("rules", "gundam-war/rules/index.html"), ("open points", "gundam-war/open/index.html"),
                           ("tools", "tools/index.html"), ("tool", "tools/*/index.html")):
        for path in sorted(site.glob(pattern))[:1]:
            yield words, path.relative_to(site).as_posix()


def stock_site(places: list[str], target: Path) -> None:
    """The pages at ``places`` as a stock Material site builds them from the same Markdown."""
    from gunbai.site.blocks import Blocks
    from gunbai.site.load import load_site
    from gunbai.site.pages import generated
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    wanted = {place.removesuffix("/index.html") + ".md" for place in places}
    root = target / "stock-project"
    (root / "docs").mkdir(parents=True)
    (root / "docs/index.md").write_text("# 軍配\n", "utf-8")
    (root / "mkdocs.yml").write_text(STOCK, "utf-8")
    for page in generated(load_site(PROJECT / "rulings")):
        if page.path in wanted:
            path = root / "docs" / page.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page.content, "utf-8")
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(target / "out"))
    config.markdown_extensions.append(Blocks())  # type: ignore[arg-type]
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    for path in (target / "out").iterdir():
        path.rename(target / path.name)


def load(browser: Any, served: Served, place: str) -> Load:
    """Open a page in a fresh profile."""
    context = browser.new_context(viewport={"width": 390, "height": 780}, locale="ja-JP", service_workers="block",
                                  device_scale_factor=2, is_mobile=True, has_touch=True)
    page = context.new_page()
    session = context.new_cdp_session(page)
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script(WATCH)
    page.goto(served.address + place, wait_until="networkidle")
    page.wait_for_timeout(300)
    seen = page.evaluate("seen")
    blocking = page.evaluate(
        "performance.getEntriesByType('resource').filter(e => e.renderBlockingStatus === 'blocking').length")
    context.close()
    return Load(sum(sizes), len(sizes), blocking + 1, seen["shift"], seen["paint"], seen["what"], seen["moved"])


if __name__ == "__main__":
    sys.exit(main())
