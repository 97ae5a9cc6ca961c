"""The time that a page of the site takes, at 100, 1,000 and 3,000 synthetic rulings, against plain MkDocs pages.

    python tools/bench/build.py [--rulings 100,1000,3000] [--rounds 3]

Every build is a process of its own, timed from reading the YAML to the last file, in processor time: a build is one
thread, and other work on the machine does not count. So that the examples count, the synthetic game has a small engine:
three examples a ruling, and two readings with their table for every eighth. Lengths of texts are those of the real
corpus. The plain pages hold the text of the generated pages as Markdown like a person writes it, outside the nav, with
the same theme and configuration. Bars: the time per page at the largest size is at most 1.2 times that at 1,000; at
1,000 it is at most 1.3 times that of plain MkDocs in the same run. Exit 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from html import unescape
from pathlib import Path

HERE = Path(__file__)
PROJECT = HERE.parents[2]
GROWTH, AGAINST_PLAIN = 1.2, 1.3

ENGINE = '''"""The engine of the synthetic game."""

from gunbai.engine.kernel import reading, rule
from gunbai.engine.verb import verb
'''
RULE = '''

@rule("sy-r{n}")
def r{n}(a: int, b: int) -> int:
    return {body}
'''
VERB = '''

@verb("計算", kind="番号", a="甲", b="乙")
def compute(kind: int, a: int, b: int) -> int:
    """Ask rule number ``kind``."""
    return RULES[kind](a, b)
'''


def main() -> int:
    """Measure, print, and say whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulings", default="100,1000,3000", help="sizes, with commas (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="builds of each kind and size; the median counts")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        return one(*given.one)
    sizes = [int(n) for n in given.rulings.split(",")]
    ours: dict[int, float] = {}
    plain: dict[int, float] = {}
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        for size in sizes:
            root = Path(name) / str(size)
            synthetic(root, size)
            copy = root.parent / f"{size}-plain"
            took: dict[str, list[float]] = {"ours": [], "plain": []}
            walls: dict[str, float] = {}
            memory: dict[str, float] = {}
            pages = 0.0
            for _ in range(given.rounds):
                for kind, place in (("ours", root), ("plain", copy)):
                    if kind == "plain" and not copy.exists():
                        written(root, copy)
                    told = measured(kind, place)
                    memory[kind], pages = told["memory"], told["pages"]
                    took[kind].append(told["seconds"] / pages)
                    walls[kind] = min(told["wall"], walls.get(kind, told["wall"]))
            ours[size], plain[size] = (statistics.median(took[k]) for k in ("ours", "plain"))
            print(f"{size:>6} rulings, {pages:>5.0f} pages: "
                  + "   ".join(
                      f"{words} {found[size] * 1000:.2f} ms a page, {walls[kind]:.1f} s, peak {memory[kind]:.0f} MB"
                      for words, kind, found in (("gunbai", "ours", ours), ("plain MkDocs", "plain", plain)))
                  + f"   ratio {ours[size] / plain[size]:.2f}", flush=True)
            for place in (root, copy):
                shutil.rmtree(place)
    return 0 if bars(ours, plain) else 1


def bars(ours: dict[int, float], plain: dict[int, float]) -> bool:
    """Print both bars, and whether they are met."""
    middle = 1000 if 1000 in ours else min(ours)
    found = [(f"time per page, {max(ours)} against {middle}", ours[max(ours)] / ours[middle], GROWTH),
             (f"time per page at {middle}, against plain MkDocs", ours[middle] / plain[middle], AGAINST_PLAIN)]
    for words, ratio, bar in found:
        print(f"{words}: {ratio:.2f} (at most {bar}) {'met' if ratio <= bar else 'MISSED'}")
    return all(ratio <= bar for _, ratio, bar in found)


def measured(kind: str, root: Path) -> dict[str, float]:
    """One build in a process of its own: processor time and time in seconds, peak memory in MB, number of pages."""
    done = subprocess.run([sys.executable, str(HERE), "--one", kind, str(root)], check=True, capture_output=True,
                          text=True)
    told: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return told


def one(kind: str, place: str) -> int:
    """Build once in this process and print what it took."""
    import gunbai.engine
    from gunbai.site.load import load_site
    from gunbai.site.mkdocs_plugin import build_site
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    root, target = Path(place), Path(place) / "out"
    start, wall = time.process_time(), time.perf_counter()
    if kind == "ours":
        gunbai.engine.__path__.append(str(root / "engines"))
        site = load_site(root / "rulings")
        examples = [run for runs in site.runs["synthetic"].runs.values() for run in runs]
        wrong = [*site.corpus.defects, *(failure for run in examples for failure in run.failures)]
        assert not wrong, wrong[0]
        build_site(site, root / "mkdocs.yml", target)
    else:
        config = load_config(str(root / "mkdocs.yml"), site_dir=str(target))
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    seconds, wall = time.process_time() - start, time.perf_counter() - wall
    pages = sum(1 for _ in target.rglob("index.html"))
    shutil.rmtree(target)
    unit = 1024 if sys.platform != "darwin" else 1024 * 1024
    print(json.dumps({"seconds": seconds, "wall": wall, "pages": pages,
                      "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit}))
    return 0


def synthetic(root: Path, size: int) -> None:
    """A project with one game of ``size`` rulings, their examples and its engine."""
    chance = random.Random(size)
    game, engine = root / "rulings/synthetic", root / "engines/synthetic"
    game.mkdir(parents=True)
    engine.mkdir(parents=True)
    shutil.copy(PROJECT / "mkdocs.yml", root)
    shutil.copytree(PROJECT / "docs", root / "docs", ignore=shutil.ignore_patterns("site.png"))
    topics = [f"topic{t}" for t in range(max(1, size // 50))]
    (game / "game.yaml").write_text(
        "id: synthetic\nprefix: sy-\ntitle: 見本\nyomi: [みほん]\nengine: synthetic\nabout: 計測のための架空のもの。\n"
        "owner: 架空のもの。\nmoments: [準備, 戦闘]\ntopics:\n"
        + "".join(f"  - {{id: {t}, title: 項目{t}}}\n" for t in topics)
        + "documents:\n  - {id: book, title: 見本の本, authority: publisher, updated: \"2020-01-01\", "
        "address: https://example.org/}\n",
        "utf-8")
    names = [f"見本{n}" for n in range(max(1, size // 4))]
    rows = "".join(f"  - {{name: {n}, yomi: [みほん], sample: true}}\n" for n in names)
    (game / "names.yaml").write_text(f"names:\n{rows}", "utf-8")
    code = ENGINE
    for index, topic in enumerate(topics):
        numbers = range(index * size // len(topics), (index + 1) * size // len(topics))
        (game / f"{topic}.yaml").write_text(
            "rulings:\n" + "".join(ruling(n, size, chance, names) for n in numbers), "utf-8")
    for n in range(size):
        body = f'a + b if reading("sy-r{n}") == "sum" else a' if n % 8 == 0 else "max(a - b, 1)"
        code += RULE.format(n=n, body=body)
    code += f"\n\nRULES = [{', '.join(f'r{n}' for n in range(size))}]\n" + VERB
    (engine / "__init__.py").write_text('"""Synthetic."""\n\nfrom . import all_of_it\n', "utf-8")
    (engine / "all_of_it.py").write_text(code, "utf-8")


def ruling(n: int, size: int, chance: random.Random, names: list[str]) -> str:
    """One ruling in YAML; every eighth is open and has two readings. Lengths are those of the real corpus."""
    def text(low: int, high: int) -> str:
        letters = "国力値対象効果解決場札宣言支払裁定無効変更適用同一順番手札"
        pairs = chance.randint(low, high) // 2
        return "".join(chance.choice(letters) + chance.choice("のをがはにとで") for _ in range(pairs))

    is_open = n % 8 == 0
    wanted = ("裁定待ち: sy-r{n}\n            sum → 5\n            first → 3" if is_open else "1").format(n=n)
    readings = f"""    readings:
      - {{key: sum, text: {text(10, 25)}, support: weak, why: {text(10, 30)}}}
      - {{key: first, text: {text(10, 25)}, support: none}}
""" if is_open else ""
    see = [f"sy-r{chance.randrange(size)}" for _ in range(2)]
    return f"""  - id: sy-r{n}
    kind: decision
    title: {text(8, 20)}{n}
    question: {text(20, 45)}？
    answer: {text(30, 80)}。
    why: {text(40, 120)}。**{text(4, 8)}**。
    certainty: {"open" if is_open else "stated"}
{readings}    source: [{{document: book, at: "{text(4, 10)}#1"}}]
    cards: [{", ".join(dict.fromkeys(chance.choice(names) for _ in range(2)))}]
    see: [{", ".join(dict.fromkeys(s for s in see if s != f"sy-r{n}"))}]
    examples:
      - title: {text(6, 16)}一
        run: |
          >>> 計算({n}, 3, 2)
          {wanted}
      - title: {text(6, 16)}二
        run: |
          >>> 計算({n}, 7, 0)
          7
      - title: {text(6, 16)}三
        run: |
          >>> 取り決め("sy-r0", "sum")
          >>> 計算({n}, 9, 0)
          9
"""


def written(root: Path, copy: Path) -> None:
    """The generated pages of ``root`` as plain Markdown files of the same text, for MkDocs without the plugin."""
    import gunbai.engine
    from gunbai.site.load import load_site
    from gunbai.site.pages import generated

    gunbai.engine.__path__.append(str(root / "engines"))
    for module in [m for m in sys.modules if m.startswith("gunbai.engine.synthetic")]:
        del sys.modules[module]
    shutil.copytree(root / "docs", copy / "docs")
    for page in generated(load_site(root / "rulings")):
        path = copy / "docs" / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(plain(page.content), "utf-8")
    gunbai.engine.__path__.remove(str(root / "engines"))
    from gunbai.site.pages import ASSETS

    for place, source in ASSETS.items():
        (copy / "docs" / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copy / "docs" / place)
    configuration = (PROJECT / "mkdocs.yml").read_text("utf-8")
    configuration = configuration.replace("  - gunbai\n", "").replace("strict: true\n", "")
    (copy / "mkdocs.yml").write_text(configuration + "\nnot_in_nav: |\n  /synthetic/\n", "utf-8")


def plain(content: str) -> str:
    """A generated page as one would write it by hand: headings, paragraphs, lists, code and links in Markdown."""
    head, body = content.split("\n---\n", 1)
    body = re.sub(r"<(nav|button)\b.*?</\1>", "", body, flags=re.DOTALL)
    body = re.sub(r"<pre[^>]*><code>(.*?)</code></pre>", lambda m: f"\n\n    {m[1]}\n\n", body, flags=re.DOTALL)
    body = re.sub(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', _link, body, flags=re.DOTALL)
    body = re.sub(r"<(strong|b)>(.*?)</\1>", r"**\2**", body)
    body = re.sub(r"<li\b[^>]*>", "\n- ", body)
    body = re.sub(r"</?(p|div|dl|dt|dd|ul|ol|section|details|summary|footer)\b[^>]*>", "\n\n", body)
    body = re.sub(r"<[^>]+>", "", body)
    return head + "\n---\n" + re.sub(r"\n\s*\n+", "\n\n", unescape(body))


def _link(found: re.Match[str]) -> str:
    """A link in Markdown. Those between pages are full addresses: a writer's relative paths name files, ours places."""
    words = re.sub(r"<[^>]+>|\s+", " ", found[2]).strip()
    return f"[{words}](https://example.org/{found[1].lstrip('./')})"


if __name__ == "__main__":
    sys.exit(main())
