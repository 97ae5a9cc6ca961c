"""What is prepared ahead with the browser's Python, run by node."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from gunbai.site.runtime.bundle import zipped
from gunbai.site.runtime.files import runtime_of
from gunbai.site.runtime.prepared import NotPrepared, compiled
from gunbai.site.runtime.pyodide import pyodide_files

CODE = zipped({"a/__init__.py": b'"""A word."""', "a/b.py": b"x = 1\n"})


@pytest.fixture(scope="module")
def python(pyodide_archive: Path) -> Mapping[str, bytes]:
    """The files of Pyodide, where node is too."""
    if shutil.which("node") is None:
        pytest.skip("no node")
    return pyodide_files(Path())


def test_code_is_compiled_by_the_browsers_python_kept_and_not_compiled_again(
        python: Mapping[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = compiled(CODE, python, tmp_path)
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.namelist() == ["a/", "a/__init__.pyc", "a/b.pyc"]
        assert archive.read("a/b.pyc")[4:8] == b"\1\0\0\0"  # checked by digest, and not against a source that is not there
    monkeypatch.setenv("PATH", "")
    assert compiled(CODE, python, tmp_path) == made
    kept, = (tmp_path / ".gunbai").glob("compile-*.bin")
    kept.write_bytes(kept.read_bytes()[:-1] + b"x")  # somebody else's: not believed
    with pytest.raises(NotPrepared, match="node was not found"):
        compiled(CODE, python, tmp_path)


def test_code_that_cannot_be_compiled_is_said_in_one_short_line(python: Mapping[str, bytes], tmp_path: Path) -> None:
    with pytest.raises(NotPrepared, match=r"^node: .*SyntaxError.{0,200}$"):
        compiled(zipped({"a.py": b"x = (\n"}), python, tmp_path)


def test_without_node_the_code_goes_as_it_is_and_a_note_says_so(
        pyodide_archive: Path, tmp_path: Path, site: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    games = site.corpus.games  # type: ignore[attr-defined]
    runtime = runtime_of(games, tmp_path, frozenset({"code"}))
    assert runtime.notes == ("node was not found",)
    assert runtime.files.keys() == runtime_of(games, tmp_path).files.keys()
