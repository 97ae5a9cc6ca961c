"""Kills commands at random moments, and lets the disk be full: what they write is then the old state or the new one.

Each command runs once unharmed to learn the new state and how long it takes; then it is killed (SIGKILL, with all its
children) at a random moment of that time, as often as asked, and what lies there is compared. After every kill the
command must work again, and nothing of the killed run may stay. Prints a table; exit 1 where a state was neither.

    python tools/bench/faults.py [--times N] [--only NAME] [--seed N] [--json]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).parents[2]

SHEET = "遊び方\n■甲\n札を引く。札を捨てる。\n"
GAME = """\
id: toy
prefix: toy-
title: 遊び
yomi: [あそび]
engine: none
about: 作り物
owner: なし
documents:
  - {id: sheet, title: 表, authority: author, audited: true, style: {headings: ['■(?P<h>.+)$']}}
topics: [{id: draw, title: 引く}]
silences: {prefix: T, count: 0}
not_a_rule: [{document: sheet, at: "冒頭#1", reason: 題}]
"""
RULING = """\
  - id: toy-draw%s
    kind: note
    title: 引く%s
    question: 引く？
    answer: 引く。
    certainty: stated
    source: [{document: sheet, at: "甲#1-2"}]
"""
ANSWERS = ("toy", "draw", "toy-new", "新しい題", "問い", "答え", "1", "1", "甲#1", "n", "", "", "", "y")


@dataclass(frozen=True)
class Command:
    """A command, what it writes, what it is told, and how its project is made ready."""

    name: str
    words: tuple[str, ...]
    writes: str
    """The file or directory whose state counts, below the project."""
    told: tuple[str, ...] = ()
    before: Callable[[Path], None] = lambda _: None
    """Puts the project into the old state."""
    same: bool = True
    """Whether the new state is the same in every run; else only that the command works again counts."""


@dataclass
class Outcome:
    """How often which state was found, and what was wrong."""

    old: int = 0
    new: int = 0
    wrong: list[str] = field(default_factory=list)


def toy(root: Path) -> None:
    """A small project."""
    (root / "rulings/toy").mkdir(parents=True)
    (root / "rulings/toy/game.yaml").write_text(GAME, "utf-8")
    (root / "rulings/toy/draw.yaml").write_text("rulings:\n" + RULING % ("", ""), "utf-8")
    (root / "sheet.txt").write_text(SHEET, "utf-8")
    run(root, ("audit", "sheet.txt", "--game", "toy", "--update"))


def with_site(root: Path) -> None:
    """A project with an older site."""
    toy(root)
    (root / "docs").mkdir()
    (root / "docs/index.md").write_text("# 遊び\n", "utf-8")
    (root / "mkdocs.yml").write_text(
        "site_name: 遊び\nsite_dir: build/site\nstrict: true\nuse_directory_urls: true\n"
        "theme: {name: material, language: ja, font: false}\nplugins: [search, gunbai]\nextra: {generator: false}\n",
        "utf-8")


def with_old_site(root: Path) -> None:
    """A project whose site is older than its rulings."""
    with_site(root)
    if run(root, ("build",)).returncode:
        raise SystemExit("the site of the small project cannot be built")
    path = root / "rulings/toy/draw.yaml"
    path.write_text(path.read_text("utf-8").replace("題", "別の題") + "\n" + RULING % ("-two", "二"), "utf-8")


def with_old_lock(root: Path) -> None:
    """A project whose document has grown since its lock was written."""
    toy(root)
    (root / "sheet.txt").write_text(SHEET + "札を見る。\n" * 400, "utf-8")


def with_cards(root: Path) -> None:
    """A project beside a small folder of another game's rulings."""
    toy(root)
    shutil.copytree(PROJECT / "tests/corpora/vtes", root / "cards")


def with_exported(root: Path) -> None:
    """A project whose only game lies in a file that was exported."""
    toy(root)
    run(root, ("export", "json", "--to", "toy.json"))
    shutil.rmtree(root / "rulings/toy")


COMMANDS = (
    Command("build", ("build",), "build/site", before=with_old_site),
    Command("index", ("find", "引く"), ".gunbai", before=toy, same=False),
    Command("audit", ("audit", "sheet.txt", "--game", "toy", "--update"), "rulings/toy/sources.lock",
            before=with_old_lock),
    Command("new ruling", ("new", "ruling"), "rulings/toy/draw.yaml", ANSWERS, toy),
    Command("new game", ("new", "game", "my-game", "--to", "mine"), "mine", before=toy),
    Command("import json", ("import", "json", "toy.json"), "rulings/toy", before=with_exported),
    Command("import vtes", ("import", "vtes", "cards"), "rulings/vtes", before=with_cards),
    Command("export yaml", ("export", "yaml", "--to", "out"), "out", before=toy),
)


def run(root: Path, words: Sequence[str], told: Sequence[str] = (), kill_after: float | None = None,
        limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run ``gunbai`` in a project; killed after so many seconds, or with files of at most ``limit`` bytes."""
    def prepared() -> None:
        os.setsid()
        if limit is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    environment = {**os.environ, "XDG_STATE_HOME": str(root / "home"), "XDG_CACHE_HOME": str(root / "home"),
                   "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen([sys.executable, "-c", "from gunbai.cli import main; main()", *words], cwd=root, text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
                          preexec_fn=prepared) as process:
        try:
            out, err = process.communicate("\n".join((*told, "")), kill_after)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        return subprocess.CompletedProcess(words, process.returncode, out, err)


def state(path: Path) -> str:
    """A digest of a file or of all files of a directory, empty where there is none."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    made = hashlib.sha256()
    files = sorted(p for p in path.rglob("*") if p.is_file())
    for file in files:
        made.update(f"{file.relative_to(path)}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return made.hexdigest() if files else ""


def leftovers(root: Path, known: frozenset[str]) -> list[str]:
    """Files and directories outside caches that were not there before and that no finished command leaves."""
    return [p for p in inventory(root) if p not in known]


def inventory(root: Path) -> frozenset[str]:
    """All paths of a project but those in caches and in the site itself."""
    skipped = (".gunbai/", "home/", "build/site/")
    return frozenset(str(p.relative_to(root)) for p in root.rglob("*")
                     if not str(p.relative_to(root)).startswith(skipped))


def tried(command: Command, times: int, dice: random.Random, base: Path) -> Outcome:
    """Kill a command ``times`` times."""
    model = base / "model"
    model.mkdir()
    command.before(model)
    whole = base / "whole"
    shutil.copytree(model, whole)
    old = state(whole / command.writes)
    began = time.monotonic()
    done = run(whole, command.words, command.told)
    seconds = time.monotonic() - began
    if "Traceback" in done.stderr or done.returncode not in (0, 1):
        raise SystemExit(f"{command.name} does not work unharmed:\n{done.stderr}")
    new = state(whole / command.writes)
    known = inventory(whole)
    result = Outcome()
    for number in range(times):
        root = base / "trial"
        shutil.copytree(model, root)
        first = 0.05 if number % 2 else 0.6 * seconds  # half of them near the end, where things are written
        run(root, command.words, command.told, kill_after=dice.uniform(first, seconds * 1.05))
        now = state(root / command.writes)
        result.old += now == old
        result.new += now != old and (now == new or not command.same)
        if command.same and now not in (old, new):
            result.wrong.append("neither the old state nor the new one")
        if now == old or not command.same:
            again = run(root, command.words, command.told)
            said = again.stdout.replace(str(root), str(whole))
            if again.returncode != done.returncode or said != done.stdout:
                result.wrong.append(f"does not work again: {again.stderr or again.stdout}")
            elif left := leftovers(root, known):
                result.wrong.append(f"left behind: {', '.join(left)}")
        shutil.rmtree(root)
    return result


def full(command: Command, base: Path) -> list[str]:
    """What is wrong when no file may grow beyond a few bytes, as on a full disk, and when its place is no directory."""
    root = base / "full"
    root.mkdir()
    command.before(root)
    old = state(root / command.writes)
    wrong = []
    done = run(root, command.words, command.told, limit=16)
    if "Traceback" in done.stderr:
        wrong.append(f"full disk: a traceback: {done.stderr.strip().splitlines()[-1]}")
    if command.same and not done.returncode:
        wrong.append("full disk: exit 0")
    if command.same and (state(root / command.writes) != old or not done.stderr):
        wrong.append("full disk: the old state is gone or nothing was said")
    return wrong


def main() -> int:
    """Run all commands of the list and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--times", type=int, default=200, help="how many kills in all")
    parser.add_argument("--only", default="", help="one command of the list")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    commands = [c for c in COMMANDS if given.only in ("", c.name)]
    dice = random.Random(given.seed)
    found: dict[str, Mapping[str, object]] = {}
    for command in commands:
        with tempfile.TemporaryDirectory(prefix="gunbai-") as directory:
            outcome = tried(command, -(-given.times // len(commands)), dice, Path(directory))
            outcome.wrong += full(command, Path(directory))
        found[command.name] = {"old": outcome.old, "new": outcome.new, "wrong": outcome.wrong}
        if not given.json:
            print(f"{command.name:<12} old {outcome.old:>4}  new {outcome.new:>4}  wrong {len(outcome.wrong)}")
            for line in outcome.wrong:
                print(f"    {line}")
    if given.json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
    return 1 if any(one["wrong"] for one in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
