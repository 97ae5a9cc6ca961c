"""sources.lock: written, read, and refused where it is broken."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.corpus.clauses import Style, split
from gunbai.corpus.lock import Locked, lock_of, parse_lock, read_lock, render_lock, replaced, write_lock

SHEET = Style(headings=("■(?P<h>.+)$",))
ONE, TWO = "0123456789abcdef", "fedcba9876543210"


def written(tmp_path: Path, *lines: str) -> Path:
    """A lock with these lines."""
    path = tmp_path / "sources.lock"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_a_lock_holds_address_and_digest_and_no_text() -> None:
    clauses = split("■甲\n秘密の文。もう一つ。", SHEET)
    text = render_lock(lock_of("sheet", clauses))
    rows = [line for line in text.splitlines() if not line.startswith("#")]
    assert rows == [f"sheet\t{c.digest}\t{c.sketch}\t{c.address}" for c in clauses]
    assert "秘密" not in text


@given(st.text(st.sampled_from("甲乙。■ 　\n#/-\t\x0b\x85あ<=>"), max_size=80))
def test_what_is_rendered_is_read_back(text: str) -> None:
    rows = lock_of("sheet", split(text, SHEET))
    lock = parse_lock(render_lock(rows))
    assert lock.defects == ()
    assert [(r.document, r.digest, r.address) for r in lock.rows] == [(r.document, r.digest, r.address) for r in rows]


def test_a_row_knows_its_line(tmp_path: Path) -> None:
    lock = read_lock(written(tmp_path, "# a comment", "", f"sheet\t{ONE}\t甲#1"))
    assert lock.rows == (Locked("sheet", ONE, "甲#1", 3),)
    assert lock.of("other") == ()


def test_line_ends_of_another_system_are_read(tmp_path: Path) -> None:
    path = tmp_path / "sources.lock"
    path.write_bytes(f"sheet\t{ONE}\t甲#1\r\nsheet\t{TWO}\t甲#2\r\n".encode())
    assert [r.address for r in read_lock(path).rows] == ["甲#1", "甲#2"]


@pytest.mark.parametrize(("line", "expected", "found"), [
    (f"sheet\t{ONE}", "document, digest and address", "2 fields"),
    (f"sheet {ONE} 甲#1", "document, digest and address", "1 field"),
    (f"sheet\t{ONE[:-1]}\t甲#1", "16 hexadecimal digits", f"“{ONE[:-1]}”"),
    (f"sheet\t{ONE.upper()}\t甲#1", "16 hexadecimal digits", f"“{ONE.upper()}”"),
    (f"sheet\t{ONE}\t甲", "heading#number", "“甲”"),
    (f"sheet\t{ONE}\t甲#0", "heading#number", "“甲#0”"),
    (f"sheet\t{ONE}\t甲#１", "heading#number", "“甲#１”"),
    (f"\t{ONE}\t甲#1", "a document's id", "“”"),
    ("<<<<<<< HEAD", "a merged file", "“<<<<<<<”"),
    (f"sheet\t{ONE}\t甲#2", "甲#1", "甲#2"),
])
def test_a_broken_line_is_a_defect_with_file_line_and_hint(
    tmp_path: Path, line: str, expected: str, found: str,
) -> None:
    lock = read_lock(written(tmp_path, "# comment", line), "rulings/x/sources.lock")
    (defect,) = lock.defects
    assert str(defect.place) == "rulings/x/sources.lock:2"
    assert expected in defect.expected
    assert found in defect.found
    assert "--update" in defect.hint


def test_all_broken_lines_are_reported_and_sound_ones_kept(tmp_path: Path) -> None:
    lock = read_lock(written(tmp_path, "x", f"sheet\t{ONE}\t甲#1", "y", f"sheet\t{TWO}\t甲#2"))
    assert [d.place.line for d in lock.defects] == [1, 3]
    assert [r.address for r in lock.rows] == ["甲#1", "甲#2"]


def test_an_address_that_stands_twice_is_a_defect(tmp_path: Path) -> None:
    (defect,) = read_lock(written(tmp_path, f"sheet\t{ONE}\t甲#1", f"sheet\t{TWO}\t甲#1")).defects
    assert "first on line 1" in defect.found


def test_a_document_that_is_torn_apart_is_a_defect(tmp_path: Path) -> None:
    rows = (f"sheet\t{ONE}\t甲#1", f"other\t{ONE}\t甲#1", f"sheet\t{TWO}\t甲#2")
    (defect,) = read_lock(written(tmp_path, *rows)).defects
    assert defect.place.line == 3


def test_a_missing_lock_is_a_defect_of_its_own_kind(tmp_path: Path) -> None:
    lock = read_lock(tmp_path / "sources.lock")
    assert [d.code for d in lock.defects] == ["no-lock"]


def test_a_lock_that_is_no_text_is_refused_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "sources.lock"
    path.write_bytes(b"# ok\n\x83\x51\n")
    (defect,) = read_lock(path).defects
    assert (defect.code, defect.place.line) == ("not-utf8", 2)
    assert [d.code for d in read_lock(tmp_path).defects] == ["unreadable"]


def test_a_huge_lock_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gunbai.corpus.lock.MAX_BYTES", 10)
    assert [d.code for d in read_lock(written(tmp_path, "# 0123456789")).defects] == ["too-big"]


def test_the_rows_of_one_document_are_replaced_and_the_order_of_the_documents_is_kept() -> None:
    old = (Locked("b", ONE, "甲#1"), Locked("z", ONE, "甲#1"), Locked("a", ONE, "甲#1"))
    new = (Locked("a", TWO, "乙#1"), Locked("a", ONE, "乙#2"))
    assert [(r.document, r.address) for r in replaced(old, "a", new, ["a", "b"])] == [
        ("a", "乙#1"), ("a", "乙#2"), ("b", "甲#1"), ("z", "甲#1")]


def test_a_lock_is_written_whole_and_leaves_no_other_file(tmp_path: Path) -> None:
    path = written(tmp_path, "old")
    rows = (Locked("sheet", ONE, "甲#1"),)
    write_lock(path, rows)
    assert path.read_text(encoding="utf-8") == render_lock(rows)
    assert os.listdir(tmp_path) == ["sources.lock"]


def test_a_lock_that_cannot_be_written_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_lock(path, [Locked("sheet", ONE, "甲#1")])
    assert path.read_text(encoding="utf-8") == "old\n"
    assert os.listdir(tmp_path) == ["sources.lock"]
