"""The index on disk: built once for a state, safe against other processes, killed builds and foreign files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gunbai.corpus.cache import cached_corpus, corpus_state
from gunbai.corpus.model import Corpus
from gunbai.search import index as module
from gunbai.search.index import Index, open_index
from gunbai.search.query import parse_query, search

BUILD = """
import sys, time
from pathlib import Path
from gunbai.corpus.cache import cached_corpus, corpus_state
from gunbai.search import index
from gunbai.search.query import parse_query, search

project, mode = Path(sys.argv[1]), sys.argv[2]
rulings = project / "rulings"
build = index._build

def slow(directory, corpus):
    print("building", flush=True)
    if mode == "hang":
        (directory / "half").write_text("half")
        time.sleep(60)
    sys.stdin.readline()
    build(directory, corpus)

index._build = slow
found = index.open_index(project, corpus_state(rulings), lambda: cached_corpus(rulings))
print(search(found, parse_query("灯台を置ける数"))[0].entry.id, flush=True)
"""


def opened(project: Path) -> Index:
    rulings = project / "rulings"
    return open_index(project, corpus_state(rulings), lambda: cached_corpus(rulings))


def never() -> Corpus:
    raise AssertionError("the index was built again")


def first(index: Index, query: str = "灯台を置ける数") -> str:
    return search(index, parse_query(query))[0].entry.id


def shelves(project: Path) -> list[str]:
    return sorted(p.name for p in (project / ".gunbai" / "search").iterdir())


def started(project: Path, mode: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", BUILD, str(project), mode], text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONUTF8": "1"})


def test_an_index_is_built_once_for_a_state_of_the_corpus(library: Path) -> None:
    opened(library)
    again = open_index(library, corpus_state(library / "rulings"), never)
    assert first(again) == "mh-limit"


def test_a_saved_ruling_is_found_at_once(library: Path) -> None:
    opened(library)
    path = library / "rulings" / "mihon" / "notes.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("縁の色", "裏の紋様"), encoding="utf-8")
    index = opened(library)
    assert first(index, "裏の紋様") == "mh-horn"
    assert all(h.entry.id != "mh-horn" for h in search(index, parse_query("縁の色")))


def test_two_processes_that_build_at_once_both_answer_and_leave_one_index(library: Path) -> None:
    both = [started(library, "wait") for _ in range(2)]
    for process in both:
        assert process.stdout is not None and process.stdout.readline() == "building\n"
    outputs = [process.communicate("go\n", timeout=60)[0] for process in both]
    assert outputs == ["mh-limit\n", "mh-limit\n"] and [p.returncode for p in both] == [0, 0]
    assert len(shelves(library)) == 1


def test_a_build_that_is_killed_leaves_nothing_that_is_taken_for_an_index(library: Path) -> None:
    process = started(library, "hang")
    assert process.stdout is not None and process.stdout.readline() == "building\n"
    while not list((library / ".gunbai" / "search").glob("*/half")):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    left = shelves(library)
    assert len(left) == 1 and left[0].startswith(".building-")
    assert first(opened(library)) == "mh-limit"


def test_what_killed_builds_left_is_swept_away_after_a_while(library: Path) -> None:
    shelf = library / ".gunbai" / "search"
    old, new = shelf / ".building-1-old", shelf / ".building-2-new"
    old.mkdir(parents=True)
    new.mkdir()
    past = time.time() - module.STALE_SECONDS - 10
    os.utime(old, (past, past))
    opened(library)
    assert not old.exists() and new.exists()


@pytest.mark.parametrize("harm", ["cut", "change", "extra", "missing", "seal", "garbage"])
def test_an_index_that_is_not_as_it_was_built_is_never_opened_but_built_again(library: Path, harm: str) -> None:
    directory = opened(library).directory
    segment = next(directory.glob("*.seg"))
    toc = next(directory.glob("*.toc"))
    if harm == "cut":
        segment.write_bytes(segment.read_bytes()[:-1])
    elif harm == "change":
        raw = bytearray(toc.read_bytes())
        raw[len(raw) // 2] ^= 1
        toc.write_bytes(raw)
    elif harm == "extra":
        (directory / "_MAIN_9.toc").write_bytes(b"a newer one, from somewhere else")
    elif harm == "missing":
        segment.unlink()
    elif harm == "seal":
        (directory / module.SEAL).unlink()
    else:
        (directory / module.SEAL).write_text('{"files": [1], "seal": []}')
    assert first(opened(library)) == "mh-limit"
    assert first(open_index(library, corpus_state(library / "rulings"), never)) == "mh-limit"
    assert len(shelves(library)) == 1


def test_an_index_that_somebody_else_built_is_never_unpickled(
        library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Trap:
        """Writes a file when it is unpickled."""

        def __reduce__(self) -> tuple[object, tuple[object, ...]]:
            return (open, (str(tmp_path / "sprung"), "w"))

    import pickle

    with monkeypatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path / "theirs"))
        directory = opened(library).directory
    toc = next(directory.glob("*.toc"))
    toc.write_bytes(toc.read_bytes() + pickle.dumps(Trap()))
    touched: list[str] = []
    genuine = module.opened
    monkeypatch.setattr(module, "opened", lambda d: touched.append(next(d.glob("*.toc")).read_bytes()) or genuine(d))
    assert first(opened(library)) == "mh-limit"
    assert b"sprung" not in b"".join(map(bytes, touched)) and not (tmp_path / "sprung").exists()


def test_where_nothing_can_be_kept_the_index_lives_for_one_run(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "seal_key", lambda: None)
    index = opened(library)
    assert first(index) == "mh-limit" and library not in index.directory.parents
    assert not (library / ".gunbai" / "search").exists()


def test_an_empty_corpus_has_an_index_in_which_nothing_is_found(tmp_path: Path) -> None:
    (tmp_path / "rulings").mkdir()
    assert search(opened(tmp_path), parse_query("灯台")) == []
