"""The command `gunbai audit`: what it says, how it exits, and that it never breaks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gunbai.commands.audit import audit
from gunbai.corpus.lock import read_lock

SHEET = "遊び方\n■甲\n札を引く。札を捨てる。\n"

GAME = """\
id: toy
prefix: toy-
title: 遊び
yomi: [あそび]
engine: none
about: 作り物
owner: なし
documents:
  - {id: sheet, title: 表, authority: author, audited: true, style: {headings: ['■(?P<h>.+)$']}}
  - {id: blog, title: 記事, authority: player}
topics: [{id: draw, title: 引く}]
silences: {prefix: T, count: 0}
not_a_rule: [{document: sheet, at: "冒頭#1", reason: 題}]
"""

RULINGS = """\
rulings:
  - id: toy-draw
    kind: note
    title: 引く
    question: 引く？
    answer: 引く。
    certainty: stated
    source: [{document: sheet, at: "甲#1-2"}]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one small game, and its document beside it."""
    (tmp_path / "rulings" / "toy").mkdir(parents=True)
    (tmp_path / "rulings" / "toy" / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "rulings" / "toy" / "draw.yaml").write_text(RULINGS, encoding="utf-8")
    (tmp_path / "sheet.txt").write_text(SHEET, encoding="utf-8")
    return tmp_path


def run(project: Path, *words: str, game: str = "toy", file: str = "sheet.txt") -> Result:
    """Run the command in a project."""
    result = CliRunner().invoke(audit, [str(project / file), "--game", game, "--root", str(project), *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def edit(project: Path, name: str, old: str, new: str) -> None:
    """Change a file of the project."""
    path = project / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_without_a_lock_everything_is_new_and_there_is_something_to_do(project: Path) -> None:
    result = run(project)
    assert result.exit_code == 1
    assert "toy, sheet: 3 clauses (3 new)" in result.stdout
    assert not (project / "rulings" / "toy" / "sources.lock").exists()


def test_update_writes_the_lock_after_saying_what_changed(project: Path) -> None:
    result = run(project, "--update")
    assert result.exit_code == 0, result.output
    assert "3 new" in result.stdout
    assert "rulings/toy/sources.lock is updated" in result.stderr
    lock = read_lock(project / "rulings" / "toy" / "sources.lock")
    assert [row.address for row in lock.rows] == ["冒頭#1", "甲#1", "甲#2"]
    again = run(project)
    assert again.exit_code == 0
    assert "3 of 3 clauses are covered: 2 cited, 1 not a rule (33 %), 0 uncovered" in again.stdout


def test_update_leaves_a_true_lock_alone(project: Path) -> None:
    run(project, "--update")
    path = project / "rulings" / "toy" / "sources.lock"
    before = path.stat().st_mtime_ns
    assert "was up to date" in run(project, "--update").stderr
    assert path.stat().st_mtime_ns == before


def test_a_changed_document_fails_and_names_the_ruling_to_look_at(project: Path) -> None:
    run(project, "--update")
    edit(project, "sheet.txt", "札を捨てる。", "札を二枚捨てる。")
    result = run(project)
    assert result.exit_code == 1
    assert "look at    toy-draw: 甲#1-2 (甲#2 has other words now)" in result.stdout


def test_update_still_fails_once_where_rulings_must_be_looked_at(project: Path) -> None:
    run(project, "--update")
    edit(project, "sheet.txt", "札を捨てる。", "札を二枚捨てる。")
    assert run(project, "--update").exit_code == 1
    assert run(project).exit_code == 0


def test_an_uncovered_clause_fails(project: Path) -> None:
    edit(project, "sheet.txt", "札を捨てる。", "札を捨てる。終わる。")
    result = run(project, "--update")
    assert result.exit_code == 1
    assert "uncovered  甲#3" in result.stdout


def test_json_is_one_object_on_stdout(project: Path) -> None:
    run(project, "--update")
    data = json.loads(run(project, "--json").stdout)
    assert (data["game"], data["document"], data["clean"]) == ("toy", "sheet", True)


def test_an_unknown_game_is_refused_with_the_known_ones(project: Path) -> None:
    result = run(project, game="tyo")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "“tyo”" in result.stderr
    assert "toy" in result.stderr


@pytest.mark.parametrize(("document", "message"), [
    ("sheat", "there is no document “sheat”"), ("blog", "“blog” is not audited"),
])
def test_a_document_that_cannot_be_audited_is_refused(project: Path, document: str, message: str) -> None:
    result = run(project, "--document", document)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "audited documents of toy: sheet" in result.stderr


def test_with_several_audited_documents_one_must_be_named(project: Path) -> None:
    edit(project, "rulings/toy/game.yaml", "authority: player}", "authority: player, audited: true}")
    result = run(project)
    assert result.exit_code == 2
    assert "--document" in result.stderr
    assert run(project, "--document", "sheet").exit_code == 1


def test_a_missing_file_and_a_directory_are_refused(project: Path) -> None:
    for file in ("nothing.txt", "rulings"):
        result = run(project, file=file)
        assert (result.exit_code, result.stdout) == (2, ""), file
        assert result.stderr


def test_another_encoding_is_refused_with_the_line_and_a_hint(project: Path) -> None:
    (project / "sheet.txt").write_bytes(b"\n" + SHEET.encode("cp932"))
    result = run(project)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "sheet.txt:2: expected UTF-8" in result.stderr
    assert "Shift_JIS" in result.stderr


def test_a_binary_an_empty_and_a_huge_file_are_refused(project: Path) -> None:
    run(project, "--update")
    lock = (project / "rulings" / "toy" / "sources.lock").read_bytes()
    for content, message in ((b"PK\0\0", "binary"), (b" \n", "found none"), (b"x" * 5_000_001, "at most 5,000,000")):
        (project / "sheet.txt").write_bytes(content)
        result = run(project, "--update")
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
    assert (project / "rulings" / "toy" / "sources.lock").read_bytes() == lock


def test_a_broken_lock_is_refused_with_its_lines_and_not_overwritten(project: Path) -> None:
    path = project / "rulings" / "toy" / "sources.lock"
    path.write_text("nonsense\n", encoding="utf-8")
    result = run(project, "--update")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "rulings/toy/sources.lock:1" in result.stderr
    assert path.read_text(encoding="utf-8") == "nonsense\n"


def test_a_wrong_style_is_refused_with_what_is_wrong(project: Path) -> None:
    edit(project, "rulings/toy/game.yaml", "'■(?P<h>.+)$'", "'■(.+'")
    result = run(project)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "style of the document “sheet”" in result.stderr


def test_a_game_that_cannot_be_read_is_refused_with_its_defects(project: Path) -> None:
    edit(project, "rulings/toy/game.yaml", "id: toy\n", "")
    result = run(project)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "rulings/toy/game.yaml:1" in result.stderr


def test_defects_elsewhere_in_the_game_are_mentioned_and_do_not_hide_the_report(project: Path) -> None:
    edit(project, "rulings/toy/draw.yaml", "    kind: note\n", "    kind: note\n    colour: red\n")
    result = run(project)
    assert result.exit_code == 1
    assert "3 new" in result.stdout
    assert "gunbai check" in result.stderr


def test_a_lock_that_cannot_be_written_is_said(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gunbai.commands.audit.write_lock", full)
    result = run(project, "--update")
    assert result.exit_code == 2
    assert "No space left" in result.stderr
