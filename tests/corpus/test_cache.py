"""The cache of the parsed corpus: it gives what the reader gives, and nothing that is stale, cut off or foreign."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gunbai.corpus import cache
from gunbai.corpus.cache import cached_corpus, corpus_state
from gunbai.corpus.model import Corpus
from gunbai.corpus.reader import load_corpus
from gunbai.corpus.files import write_whole
from gunbai.corpus.seal import seal, seal_key

RULINGS = Path(__file__).parents[2] / "rulings"


@pytest.fixture
def rulings(library: Path) -> Path:
    return library / "rulings"


def kept(rulings: Path) -> Path:
    return rulings.parent / ".gunbai" / "corpus.json"


def never(root: Path) -> Corpus:
    raise AssertionError("the YAML was read again")


def test_the_second_time_no_yaml_is_read_and_the_corpus_is_the_same(
        rulings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = cached_corpus(rulings)
    monkeypatch.setattr(cache, "_read", never)
    assert cached_corpus(rulings) == first == load_corpus(rulings)


def test_the_projects_own_corpus_survives_the_way_through_the_cache(tmp_path: Path) -> None:
    (tmp_path / "rulings").symlink_to(RULINGS, target_is_directory=True)
    corpus = load_corpus(tmp_path / "rulings")
    assert cached_corpus(tmp_path / "rulings") == corpus
    assert kept(tmp_path / "rulings").is_file()
    assert cached_corpus(tmp_path / "rulings") == corpus


def test_defects_are_kept_with_the_corpus(rulings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (rulings / "mihon" / "notes.yaml").write_text("rulings: [{id: mh-x, kind: oracle}]\n", encoding="utf-8")
    first = cached_corpus(rulings)
    assert first.defects
    monkeypatch.setattr(cache, "_read", never)
    assert cached_corpus(rulings).defects == first.defects


@pytest.mark.parametrize("name", [
    "mihon/basics.yaml", "mihon/names.yaml", "mihon/game.yaml", "mihon/tables/limits.yaml", "mihon/house/harbour.yaml",
])
def test_a_change_of_one_character_is_seen_even_with_the_old_size_and_time(rulings: Path, name: str) -> None:
    cached_corpus(rulings)
    path = rulings / name
    times = path.stat()
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("灯", "燈").replace("港", "湊").replace("見本", "見元"), encoding="utf-8")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert path.stat().st_size == times.st_size
    assert path.read_text(encoding="utf-8") != text
    assert cached_corpus(rulings) == load_corpus(rulings)


def test_files_that_come_and_go_are_seen(rulings: Path) -> None:
    cached_corpus(rulings)
    (rulings / "mihon" / "notes.yaml").unlink()
    assert cached_corpus(rulings) == load_corpus(rulings)
    (rulings / "empty").mkdir()
    assert cached_corpus(rulings) == load_corpus(rulings)
    assert any(d.code == "no-game-yaml" for d in cached_corpus(rulings).defects)


@pytest.mark.parametrize("length", [0, 1, 30, 64, 65, 66, 400, -1])
def test_a_cache_that_was_cut_off_is_not_believed(rulings: Path, length: int) -> None:
    good = cached_corpus(rulings)
    kept(rulings).write_bytes(kept(rulings).read_bytes()[:length])
    assert cached_corpus(rulings) == good


def test_a_cache_in_which_an_answer_was_changed_is_not_believed(rulings: Path) -> None:
    good = cached_corpus(rulings)
    raw = kept(rulings).read_bytes()
    forged = raw.replace("三枚まで置ける。".encode(), "九枚まで置ける。".encode())
    assert forged != raw
    kept(rulings).write_bytes(forged)
    assert cached_corpus(rulings) == good


def test_a_cache_that_another_user_sealed_is_not_believed(rulings: Path) -> None:
    good = cached_corpus(rulings)
    body = kept(rulings).read_bytes().partition(b"\n")[2].replace("三枚まで".encode(), "九枚まで".encode())
    foreign = seal(b"k" * 32, [b"corpus", corpus_state(rulings).encode(), body])
    kept(rulings).write_bytes(foreign.encode() + b"\n" + body)
    assert cached_corpus(rulings) == good


def test_a_cache_of_another_state_of_the_corpus_is_not_believed(rulings: Path) -> None:
    cached_corpus(rulings)
    old = kept(rulings).read_bytes()
    path = rulings / "mihon" / "notes.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("縁の色", "縁の形"), encoding="utf-8")
    new = cached_corpus(rulings)
    kept(rulings).write_bytes(old)
    assert cached_corpus(rulings) == new


def test_where_no_directory_can_be_written_the_answer_is_the_same(
        rulings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert cached_corpus(rulings) == load_corpus(rulings)
    assert not kept(rulings).exists()


def test_a_file_in_the_place_of_the_cache_directory_sends_the_cache_to_the_users_own(rulings: Path, home: Path) -> None:
    (rulings.parent / ".gunbai").write_text("in the way")
    assert cached_corpus(rulings) == load_corpus(rulings)
    assert list((home / "cache").rglob("corpus.json"))


def test_without_a_key_nothing_is_kept_and_the_answer_is_the_same(
        rulings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert seal_key() is None
    assert cached_corpus(rulings) == load_corpus(rulings)
    assert not kept(rulings).exists()


def test_the_key_stays_the_same_and_only_its_owner_can_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    key = seal_key()
    assert key is not None and seal_key() == key
    assert (tmp_path / "gunbai" / "seal.key").stat().st_mode & 0o077 == 0


def test_the_seal_binds_where_one_part_ends_and_the_next_begins() -> None:
    assert seal(b"key", [b"ab", b"c"]) != seal(b"key", [b"a", b"bc"])


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")

    def refuse(*_: object) -> None:
        raise OSError("no")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="no"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]
