"""A finished site takes the place of the old one in one step, and nothing else is ever replaced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from gunbai.site.publish import NotASite, staged


def put(directory: Path, text: str) -> None:
    (directory / "404.html").write_text(text)


@pytest.mark.parametrize("exchange", [True, False])
def test_a_finished_build_replaces_the_old_site(tmp_path: Path, exchange: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not exchange:
        monkeypatch.setattr("gunbai.corpus.directories.ctypes.CDLL", lambda *_, **__: object())
    target = tmp_path / "site"
    for text in ("one", "two"):
        with staged(target) as building:
            put(building, text)
    assert (target / "404.html").read_text() == "two"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failed_build_leaves_the_old_site_and_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "site"
    with staged(target) as building:
        put(building, "one")
    with pytest.raises(RuntimeError), staged(target) as building:
        put(building, "two")
        raise RuntimeError
    assert (target / "404.html").read_text() == "one"
    assert list(tmp_path.iterdir()) == [target]


def test_a_directory_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(NotASite), staged(tmp_path):
        pass
    assert (tmp_path / "letter.txt").read_text() == "dear"


def test_a_file_is_not_replaced_by_a_site(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("dear")
    with pytest.raises(NotASite), staged(tmp_path / "site"):
        pass


def test_an_empty_directory_may_become_a_site(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    with staged(tmp_path / "site") as building:
        put(building, "one")
    assert (tmp_path / "site/404.html").is_file()


def test_what_a_killed_build_left_is_removed_by_the_next_and_a_running_one_is_let_be(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left, running = tmp_path / f".site-{ended.pid}-abc", tmp_path / f".site-{os.getpid()}-abc"
    other = tmp_path / ".site-notes"
    for directory in (left, running, other):
        directory.mkdir()
    with staged(tmp_path / "site") as building:
        put(building, "one")
    assert not left.exists()
    assert running.is_dir() and other.is_dir()
