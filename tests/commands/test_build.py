"""``gunbai build``: a whole site or a list of what is in its way, never half a site."""

from __future__ import annotations

import shutil
from pathlib import Path

import gunbai.engine
import pytest
from click.testing import CliRunner, Result
from gunbai.cli import main

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The made-up game of tests/site with this repository's configuration and hand-written pages."""
    monkeypatch.setattr(gunbai.engine, "__path__", [*gunbai.engine.__path__, str(PROJECT / "tests/site/engines")])
    root = tmp_path / "project"
    shutil.copytree(PROJECT / "tests/site/corpus", root)
    shutil.copy(PROJECT / "mkdocs.yml", root)
    shutil.copytree(PROJECT / "docs", root / "docs")
    return root


def build(root: Path, *more: str) -> Result:
    """Run the command; what it did not foresee is raised here."""
    return CliRunner().invoke(main, ["build", "--root", str(root), *more], catch_exceptions=False)


def test_a_site_is_built_and_built_again(project: Path) -> None:
    for _ in range(2):
        result = build(project)
        assert result.exit_code == 0, result.output
    assert (project / "build/site/mihon-war/index.html").is_file()
    assert [p.name for p in (project / "build").iterdir()] == ["site"]


def test_a_broken_file_is_named_with_its_line_and_the_old_site_stays(project: Path) -> None:
    target = project / "build/site"
    target.mkdir(parents=True)
    (target / "404.html").write_text("old")
    with (project / "rulings/mihon-war/basics.yaml").open("a", encoding="utf-8") as file:
        file.write("  - id: [\n")
    result = build(project)
    assert result.exit_code == 1
    assert "rulings/mihon-war/basics.yaml:" in result.stderr
    assert "Traceback" not in result.output
    assert (target / "404.html").read_text() == "old"


def test_an_example_that_is_wrong_stops_the_build_and_is_named_with_its_line(project: Path) -> None:
    path = project / "rulings/mihon-war/basics.yaml"
    text = path.read_text("utf-8").replace("          4\n", "          5\n")
    path.write_text(text, "utf-8")
    line = text.split("\n").index('          >>> 合計(["見本の剣", "見本の盾"])') + 1
    result = build(project)
    assert result.exit_code == 1
    assert f"rulings/mihon-war/basics.yaml:{line}: [mw-power] expected 5; found 4" in result.stderr
    assert not (project / "build").exists()


def test_a_warning_of_the_generator_stops_the_build_with_its_message(project: Path) -> None:
    (project / "docs/stray.md").write_text("# 迷子 {: #stray }\n\n[x](nowhere.md)\n", "utf-8")
    result = build(project)
    assert result.exit_code == 1
    assert "nowhere.md" in result.stderr
    assert not (project / "build/site").exists()
    assert list((project / "build").iterdir()) == []


def test_a_directory_with_other_files_is_not_replaced(project: Path, tmp_path: Path) -> None:
    letters = tmp_path / "letters"
    letters.mkdir()
    (letters / "one.txt").write_text("dear")
    result = build(project, "--site-dir", str(letters))
    assert result.exit_code == 1
    assert "letters" in result.stderr
    assert (letters / "one.txt").read_text() == "dear"


def test_without_a_configuration_it_says_so(project: Path) -> None:
    (project / "mkdocs.yml").unlink()
    result = build(project)
    assert result.exit_code == 1
    assert "mkdocs.yml" in result.stderr


def test_a_place_that_cannot_be_written_is_told_in_a_line(project: Path) -> None:
    result = build(project, "--site-dir", "/proc/nowhere/site")
    assert result.exit_code == 1
    assert "/proc/nowhere/site cannot be written" in result.stderr


def test_the_strength_of_the_examples_is_measured_first_where_that_is_asked_for(project: Path) -> None:
    page = project / "build/site/trust/index.html"
    assert build(project).exit_code == 0
    assert "この状態では測っていない" in page.read_text("utf-8")
    result = build(project, "--strength")
    assert result.exit_code == 0, result.output
    assert "測っていない" not in page.read_text("utf-8")
    assert "小さな変更" in page.read_text("utf-8")
    assert build(project).exit_code == 0
    assert "測っていない" not in page.read_text("utf-8")
