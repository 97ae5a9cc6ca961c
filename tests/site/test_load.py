"""A site loaded again runs only what may have changed."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import gunbai.engine
import pytest
from gunbai.site.load import load_site

SITE = Path(__file__).parent


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Path]:
    """The made-up game with an engine of its own that may be edited."""
    shutil.copytree(SITE / "corpus", tmp_path / "project")
    shutil.copytree(SITE / "engines", tmp_path / "engines")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gunbai.engine, "__path__", [str(tmp_path / "engines"), *gunbai.engine.__path__])
        forget()
        yield tmp_path / "project"
    forget()
    importlib.import_module("gunbai.engine.mihon_war")  # says again what its rules are, for the tests after this one


def forget() -> None:
    """Let the next import read the engine again."""
    for name in [m for m in sys.modules if "mihon_war" in m]:
        del sys.modules[name]
    importlib.invalidate_caches()


def test_an_unchanged_game_is_not_run_again(project: Path) -> None:
    first = load_site(project / "rulings")
    second = load_site(project / "rulings", first)
    assert second.runs["mihon-war"] is first.runs["mihon-war"]


def test_a_saved_ruling_runs_the_game_again(project: Path) -> None:
    first = load_site(project / "rulings")
    path = project / "rulings/mihon-war/basics.yaml"
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    assert load_site(project / "rulings", first).runs["mihon-war"] is first.runs["mihon-war"]  # nothing is different
    text = path.read_text("utf-8")
    path.write_text(text.replace("title: ", "title: 新しい", 1), "utf-8")
    second = load_site(project / "rulings", first)
    assert second.runs["mihon-war"] is not first.runs["mihon-war"]


def test_a_saved_engine_is_imported_anew_and_its_examples_run_again(project: Path) -> None:
    first = load_site(project / "rulings")
    assert not [f for runs in first.runs["mihon-war"].runs.values() for r in runs for f in r.failures]
    engine = next((project.parent / "engines/mihon_war").glob("basics.py"))
    engine.write_text(engine.read_text("utf-8").replace("sum(", "1 + sum("), "utf-8")
    os.utime(engine, (1, 1))
    second = load_site(project / "rulings", first)
    assert [f for runs in second.runs["mihon-war"].runs.values() for r in runs for f in r.failures]
