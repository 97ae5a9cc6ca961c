from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MINIMAL = Path(__file__).parents[1] / "corpus" / "minimal"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of its own with the made-up game."""
    shutil.copytree(MINIMAL, tmp_path / "project")
    (tmp_path / "project" / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["engines"]\n')
    return tmp_path / "project"


def pytest_says(project: Path, *args: str) -> str:
    """What another pytest prints."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")} | {"PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *args], cwd=project, env=environment,
                          capture_output=True, encoding="utf-8", timeout=120, check=False)
    return done.stdout + done.stderr


def change(project: Path, name: str, old: str, new: str) -> None:
    path = project / "rulings" / "toll" / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_every_example_is_an_item_named_by_file_ruling_and_title(project: Path) -> None:
    lines = pytest_says(project, "--collect-only", "-q", "rulings").splitlines()
    assert "rulings/toll/fares.yaml::toll-fare::人が二人と牛が一頭" in lines
    assert sum(line.startswith("rulings/toll/fares.yaml::") for line in lines) == 6


def test_right_examples_pass_and_one_can_be_chosen(project: Path) -> None:
    assert "6 passed" in pytest_says(project, "rulings")
    assert "1 passed" in pytest_says(project, "rulings/toll/fares.yaml::toll-fare::人が二人")


def test_a_wrong_example_fails_with_its_message_alone(project: Path) -> None:
    change(project, "fares.yaml", "          11\n", "          12\n")
    said = pytest_says(project, "rulings")
    assert "1 failed, 5 passed" in said
    assert "rulings/toll/fares.yaml:23: [toll-fare] expected 12; found 11" in said
    assert "runner.py" not in said


def test_an_example_that_never_reaches_the_rule_fails(project: Path) -> None:
    change(project, "fares.yaml", ">>> 渡し賃(人=2)\n          6", ">>> 夜の渡し賃(0)\n          0")
    assert "never reaches the rule" in pytest_says(project, "rulings")


def test_a_file_with_defects_is_an_error_with_file_and_line(project: Path) -> None:
    change(project, "fares.yaml", "    title: 渡し賃\n", "    title: 渡し賃\n    titel: x\n")
    said = pytest_says(project, "rulings")
    assert "rulings/toll/fares.yaml:5: [toll-fare] expected a key of a ruling; found “titel”" in said
    assert "1 error" in said


@pytest.mark.parametrize("name", ["names.yaml", "tables/fares.yaml", "game.yaml"])
def test_defects_in_what_the_engine_needs_are_errors_too(project: Path, name: str) -> None:
    (project / "rulings" / "toll" / name).write_text("- x\n", encoding="utf-8")
    assert f"rulings/toll/{name}:1: expected a mapping" in pytest_says(project, "rulings")


def test_an_engine_that_breaks_is_shown_with_the_place_of_the_example(project: Path) -> None:
    change(project, "../../engines/tollgame/engine/fares.py", "return people * rate", "return people // 0 * rate")
    said = pytest_says(project, "rulings")
    assert "rulings/toll/fares.yaml:17: the engine broke: ZeroDivisionError" in said


def test_other_yaml_files_are_left_alone(project: Path) -> None:
    (project / "other").mkdir()
    (project / "other" / "data.yaml").write_text("- x\n", encoding="utf-8")
    assert "6 passed" in pytest_says(project, "rulings", "other")
