"""``gunbai serve`` shows a saved change, builds no other page again, and outlives a broken file."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest

TESTS = Path(__file__).parents[1]
PROJECT = TESTS.parent
PATIENCE = 60
"""Seconds until a wait gives up; how long a change really takes is measured elsewhere."""


@dataclass
class Served:
    """A running server: its project and its address."""

    root: Path
    address: str
    log: Path

    def read(self, place: str) -> str:
        """A page; empty while there is none."""
        with contextlib.suppress(OSError), urllib.request.urlopen(self.address + place, timeout=PATIENCE) as answer:
            return str(answer.read().decode()).replace("<wbr>", "")  # breaks between phrases
        return ""

    def wait(self, wanted: Callable[[], bool]) -> None:
        """Wait until something holds."""
        end = time.monotonic() + PATIENCE
        while not wanted():
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.1)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """The game of tests/site, served."""
    shutil.copy(PROJECT / "mkdocs.yml", tmp_path)
    shutil.copytree(PROJECT / "docs", tmp_path / "docs")
    shutil.copytree(TESTS / "site/corpus/rulings", tmp_path / "rulings")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = ("import gunbai.engine, sys; gunbai.engine.__path__.append(sys.argv.pop(1)); from gunbai.cli import main; main()")
    log = tmp_path / "log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", program, str(TESTS / "site/engines"), "serve", "--root", str(tmp_path), "--port", str(port)],
            stdout=out, stderr=out)
    try:
        served = Served(tmp_path, f"http://127.0.0.1:{port}/", log)
        served.wait(lambda: "Watching" in log.read_text() or process.poll() is not None)
        yield served
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def test_a_saved_ruling_is_shown_and_a_broken_file_keeps_the_site(served: Served) -> None:
    page, other = "mihon-war/mw-power/", "mihon-war/mw-draw/"
    path = served.root / "rulings/mihon-war/basics.yaml"
    good = path.read_text("utf-8")
    served.wait(lambda: "自軍のカードの戦力を合計する。" in served.read(page))

    path.write_text(good.replace("自軍のカードの戦力を合計する。", "戦力を足す。"), "utf-8")
    served.wait(lambda: "戦力を足す。" in served.read(page))
    assert "戦力を足す。" in re.sub("<[^>]+>", "", served.read("mihon-war/rules/"))  # terms in it are links
    assert "どちらも勝たない" in re.sub("<[^>]+>", "", served.read(other))
    at = re.search(r'"at":"([0-9a-f]+/)"', served.read("assets/gunbai/search/worker.js"))
    assert at
    texts = served.read(f"assets/gunbai/search/{at[1]}r0.json") + served.read(f"assets/gunbai/search/{at[1]}r1.json")
    assert "戦力を足す。" in texts
    assert "自軍のカードの戦力を合計する。" not in texts
    assert "mw-draw" in texts
    hits = json.loads(served.read("api/search?q=" + quote("戦力の合計")))["hits"]
    assert hits[0]["answer"] == "戦力を足す。"

    path.write_text("rulings: [\n", "utf-8")
    served.wait(lambda: "basics.yaml:1" in served.log.read_text())
    served.wait(lambda: served.log.read_text().count("Documentation built") >= 3)
    assert "戦力を足す。" in served.read(page)
    assert "Traceback" not in served.log.read_text()

    path.write_text(good, "utf-8")
    served.wait(lambda: "自軍のカードの戦力を合計する。" in served.read(page))


def test_a_ruling_that_is_gone_has_no_page_any_more(served: Served) -> None:
    path = served.root / "rulings/mihon-war/basics.yaml"
    text = path.read_text("utf-8").replace("    replaces: mw-power-old\n", "")
    served.wait(lambda: "失効" in served.read("mihon-war/mw-power-old/"))
    path.write_text(text[:text.index("  - id: mw-power-old")], "utf-8")
    served.wait(lambda: "今は使われない" not in served.read("mihon-war/mw-power-old/"))
    assert "mw-power-old" not in served.read("mihon-war/rules/")


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    shutil.copy(PROJECT / "mkdocs.yml", tmp_path)
    shutil.copytree(PROJECT / "docs", tmp_path / "docs")
    shutil.copytree(TESTS / "corpora/library/rulings", tmp_path / "rulings")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = subprocess.run(
            [sys.executable, str(TESTS / "corpora/gunbai_mihon.py"), "serve", "--root", str(tmp_path), "--port",
             str(taken.getsockname()[1])],
            capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert "cannot serve on port" in done.stderr and "--port" in done.stderr
    assert "building" not in done.stdout  # it is said before any work
    assert "Traceback" not in done.stderr
