"""Lighthouse over pages of the built site: performance, accessibility, best practices, search engines.

    python tools/bench/lighthouse.py [--site build/site] [--runs 3] [PAGE ...]

Lighthouse is an npm package; the first run installs the pinned version into .gunbai/lighthouse. The site is served from
this machine, compressed as by a host; the phone is the one that Lighthouse simulates. The best of the runs counts for
performance, as other work on the machine only makes it worse. Bars: 95, 100, 100, 95. Exit 1 if one is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from ensure_browser import find_browser  # noqa: E402
from search_browser import serve  # noqa: E402

PROJECT = Path(__file__).parents[2]
HOME = PROJECT / ".gunbai/lighthouse"
VERSION = "12.8.2"  # the last that runs on Node 18 and 20
BARS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 95}
PAGES = ("index.html", "gundam-war/gw-retarget-candidates/index.html", "gundam-war/index.html", "search/index.html",
         "tools/index.html")


def main() -> int:
    """Measure, print, and say whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", help="files of the site; default: those of each kind")
    parser.add_argument("--site", type=Path, default=PROJECT / "build/site", help="a built site (default: build/site)")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    if not (given.site / "404.html").is_file():
        print(f"{given.site} holds no site; run gunbai build", file=sys.stderr)
        return 1
    command = installed()
    if command is None:
        print("Lighthouse is not to be had: it needs npm and Node 18 or newer", file=sys.stderr)
        return 1
    tool = sorted(p.relative_to(given.site).as_posix() for p in given.site.glob("tools/*/index.html"))[:1]
    good = True
    print(f"{'page':<50}" + "".join(f"{name:>16}" for name in BARS))
    with serve(given.site) as served:
        for place in given.pages or [p for p in (*PAGES, *tool) if (given.site / p).is_file()]:
            best: dict[str, float] = dict.fromkeys(BARS, 0.0)
            wrong: set[str] = set()
            for _ in range(given.runs):
                told = run(command, served.address + place)
                for name in BARS:
                    best[name] = max(best[name], 100 * (told["categories"][name]["score"] or 0))
                wrong = set(failed(told))
                if all(best[name] >= bar for name, bar in BARS.items()):
                    break
            ok = all(best[name] >= bar for name, bar in BARS.items())
            good &= ok
            print(f"{place:<50}" + "".join(f"{best[name]:>16.0f}" for name in BARS) + "  MISSED" * (not ok), flush=True)
            for audit in sorted(wrong) if not ok else ():
                print(f"    {audit}")
    print(f"bars {', '.join(f'{name} {bar}' for name, bar in BARS.items())}: {'met' if good else 'MISSED'}")
    return 0 if good else 1


def installed() -> list[str] | None:
    """The command, installed at the first use; None where it cannot be."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    script = HOME / "node_modules/lighthouse/cli/index.js"
    package = HOME / "node_modules/lighthouse/package.json"
    if not package.is_file() or json.loads(package.read_text("utf-8"))["version"] != VERSION:
        HOME.mkdir(parents=True, exist_ok=True)
        (HOME / "package.json").write_text('{"private": true}\n', "utf-8")
        done = subprocess.run([npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact",
                               f"lighthouse@{VERSION}"], cwd=HOME, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stderr[-600:], file=sys.stderr)
            return None
    return [node, str(script)]


def run(command: list[str], address: str) -> Any:
    """The report on one page."""
    flags = "--headless=new --disable-gpu" + " --no-sandbox" * (os.geteuid() == 0)
    done = subprocess.run(
        [*command, address, "--output=json", "--quiet", f"--chrome-flags={flags}", "--max-wait-for-load=90000",
         f"--only-categories={','.join(BARS)}"],
        capture_output=True, text=True, check=False, timeout=300,
        env={**os.environ, "CHROME_PATH": find_browser() or ""})
    if done.returncode:
        raise SystemExit(f"Lighthouse failed: {done.stderr[-600:]}")
    return json.loads(done.stdout)


def failed(told: Any) -> list[str]:
    """The audits that cost points, in words."""
    out = []
    for name, category in told["categories"].items():
        for ref in category["auditRefs"]:
            audit = told["audits"][ref["id"]]
            if ref["weight"] and audit["score"] is not None and audit["score"] < 0.95:
                items = (audit.get("details") or {}).get("items") or []
                nodes = [(item.get("node") or {}).get("snippet") or item.get("description") for item in items[:3]]
                shown = "; ".join(str(node)[:150] for node in nodes)
                out.append(f"{name}: {audit['title']} ({audit.get('displayValue', audit['score'])}) {shown}")
    return out


if __name__ == "__main__":
    sys.exit(main())
