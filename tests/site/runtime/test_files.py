"""The files of the engine in the browser, and the description that names them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from gunbai.site.pages import Site
from gunbai.site.runtime.files import DESCRIPTION, runtime_of


def test_the_description_names_every_file_with_its_size_and_digest(site: Site, pyodide_archive: Path) -> None:
    runtime = runtime_of(site.corpus.games, Path())
    told = json.loads(runtime.files[DESCRIPTION])
    named = [*told["pyodide"]["files"], told["bundle"], *told["games"].values()]
    assert {f["place"] for f in named} == {p for p in runtime.files if not p.endswith(".txt")} - {DESCRIPTION}
    for file in named:
        content = runtime.files[file["place"]]
        assert (file["size"], file["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    assert runtime.missing == ""


def test_without_pyodide_all_else_is_there(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUNBAI_PYODIDE", "none")
    runtime = runtime_of(site.corpus.games, Path())
    told = json.loads(runtime.files[DESCRIPTION])
    assert told["pyodide"] is None
    assert told["bundle"]["place"] in runtime.files
    assert runtime.missing == "GUNBAI_PYODIDE=none"
    assert not any("pyodide" in place for place in runtime.files)


def test_the_same_corpus_gives_the_same_files(site: Site) -> None:
    assert runtime_of(site.corpus.games, Path()) == runtime_of(site.corpus.games, Path())
