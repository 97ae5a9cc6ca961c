"""``gunbai new game`` writes a project that works as it is, engine registered from outside, or nothing at all."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gunbai.cli import main

GUNBAI = [sys.executable, "-c", "from gunbai.cli import main; main()"]


def new(*words: object) -> Result:
    return CliRunner().invoke(main, ["new", "game", *map(str, words)])


def files(directory: Path) -> dict[str, bytes]:
    return {p.relative_to(directory).as_posix(): p.read_bytes() for p in directory.rglob("*") if p.is_file()}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("new") / "stone-age"
    result = new("stone-age", "--to", target, "--title", "石器: \"時代\" # [1]", "--yomi", "せっきじだい")
    assert result.exit_code == 0, result.output
    return target


@pytest.fixture(scope="module")
def installed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the project is installed: its package and what its pyproject.toml registers."""
    import tomllib

    place = tmp_path_factory.mktemp("installed")
    said = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    info = place / "stone_age-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {said['name']}\nVersion: {said['version']}\n")
    points = said["entry-points"]["gunbai.engines"]
    (info / "entry_points.txt").write_text("[gunbai.engines]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()))
    path = [str(place), str(project), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}


def run(project: Path, environment: dict[str, str], *words: str, told: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*GUNBAI, *words], cwd=project, env=environment, capture_output=True, text=True, input=told,
                          check=False)


def test_the_new_game_passes_check(project: Path, installed: dict[str, str]) -> None:
    done = run(project, installed, "check")
    assert (done.returncode, done.stderr) == (0, "")
    assert "stone-age: 2 rulings, 7 examples, 2 readings" in done.stdout


def test_its_examples_notice_every_change_of_its_engine(project: Path, installed: dict[str, str]) -> None:
    done = run(project, installed, "strength", "stone-age", "--floor", "100")
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_engine_answers_at_the_prompt(project: Path, installed: dict[str, str]) -> None:
    done = run(project, installed, "try", "stone-age", told="捨てる枚数(手札=9)\n引く(山札=1, 枚数=2)\n")
    assert done.stdout.splitlines() == ["2", "裁定待ち: sa-empty-deck", "  draw-rest → 1", "  lose → 負ける"]


def test_its_tests_and_examples_pass(project: Path, installed: dict[str, str]) -> None:
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"],
                          cwd=project, env=installed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "29 passed" in done.stdout


def test_its_site_is_built_with_its_title_and_without_this_projects_own_pages(
        project: Path, installed: dict[str, str], tmp_path: Path) -> None:
    done = run(project, installed, "build", "--site-dir", str(tmp_path / "site"))
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "site/stone-age/sa-hand-limit/index.html").read_text("utf-8")
    assert "7枚になるまで捨てる" in page
    assert "石器" in (tmp_path / "site/index.html").read_text("utf-8")
    assert not (tmp_path / "site/search-bench").exists()
    assert (tmp_path / "site/api/rulings/sa-hand-limit.json").is_file()


def test_without_being_installed_the_engine_is_missed_with_a_hint(project: Path) -> None:
    done = run(project, dict(os.environ), "check")
    assert done.returncode == 1
    assert "there is no engine 'stone_age'" in done.stderr and "pip install -e ." in done.stderr


@pytest.mark.parametrize("name", ["json", "Stone", "a", "stone_age", "-x", "stone--age", "../up", "石器", "class", "gunbai"])
def test_names_that_cannot_be_are_told(tmp_path: Path, name: str) -> None:
    result = new("--to", tmp_path / "there", "--", name)
    assert result.exit_code == 2 and not (tmp_path / "there").exists()
    assert "Traceback" not in result.output and result.output.startswith("gunbai: ")


@pytest.mark.parametrize(("name", "message"), [
    ("none", "has a meaning already"), ("tests", "has a meaning already"), ("docs", "has a meaning already"),
    ("rulings", "has a meaning already"), ("build", "has a meaning already"), ("gundam-war", "Gunbai has an engine gundam_war of its own"),
    ("variants-war", "Gunbai has an engine"), ("kernel", "Gunbai has an engine"), ("verdict", "Gunbai has an engine")])
def test_names_that_mean_something_else_are_told(tmp_path: Path, name: str, message: str) -> None:
    result = new(name, "--to", tmp_path / "there")
    assert result.exit_code == 2 and not (tmp_path / "there").exists()
    assert result.output.startswith("gunbai: ") and message in result.output


@pytest.mark.parametrize(("option", "text", "found"), [
    ("--title", "石\u200b器", "U+200B"), ("--title", "石\udce3器", "U+DCE3"), ("--title", "石\x1b[1m", "U+001B"),
    ("--title", "石\n器", "a line's end"), ("--title", "石\u202e器", "U+202E"), ("--yomi", "せ\ufeffき", "U+FEFF"),
    ("--yomi", "せ\ud800き", "U+D800")])
def test_titles_with_characters_that_cannot_be_seen_are_told(tmp_path: Path, option: str, text: str, found: str) -> None:
    result = new("stone-age", option, text, "--to", tmp_path / "there")
    assert result.exit_code == 2 and not (tmp_path / "there").exists()
    assert result.output.startswith(f"gunbai: {option}: expected one line") and found in result.output


def test_its_files_hold_characters_as_people_write_them(project: Path) -> None:
    head = (project / "rulings/stone-age/game.yaml").read_text("utf-8")
    assert 'title: "石器: \\"時代\\" # [1]"\nyomi: ["せっきじだい"]\n' in head


def test_its_home_page_has_no_door_to_tools_that_it_lacks(project: Path) -> None:
    home = (project / "docs/index.md").read_text("utf-8")
    assert 'href="tools/"' not in home and "判定の道具" not in home
    assert 'href="event-sheet/"' in home and "## 印刷 {: #tools }" in home


def test_a_wrong_expectation_shows_what_the_guide_says(
        project: Path, installed: dict[str, str], tmp_path: Path) -> None:
    guide = " ".join((Path(__file__).parents[2] / "docs/own-game.md").read_text("utf-8").split())
    assert "Change the expected `1` to `2` in the file and run `gunbai check`" in guide
    shutil.copytree(project, tmp_path / "changed")
    rulings = tmp_path / "changed/rulings/stone-age/basics.yaml"
    call = ">>> 捨てる枚数(手札=8)\n          "
    before = rulings.read_text("utf-8")
    assert f"{call}1\n" in before
    rulings.write_text(before.replace(f"{call}1\n", f"{call}2\n"), "utf-8")
    done = run(tmp_path / "changed", installed, "check")
    assert done.returncode == 1
    assert "expected 2" in done.stderr and "1" in done.stderr.split("expected 2")[1]


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert new("stone-age", "--to", tmp_path).exit_code == 2
    assert files(tmp_path) == {"letter.txt": b"dear"}


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = new("stone-age", "--to", tmp_path / "file" / "there")
    assert result.exit_code == 1 and "cannot be written" in result.output


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_killed_at_any_moment_it_leaves_the_whole_project_or_none(tmp_path: Path) -> None:
    command = [*GUNBAI, "new", "game", "stone-age", "--to"]
    began = time.monotonic()
    subprocess.run([*command, str(tmp_path / "first")], check=True, capture_output=True)
    took = time.monotonic() - began
    whole = files(tmp_path / "first")
    chance = random.Random(3)
    for number in range(8):
        target = tmp_path / f"n{number}"
        process = subprocess.Popen([*command, str(target)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.4, 1.1) * took)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not target.exists() or files(target) == whole
