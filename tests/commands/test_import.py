"""``gunbai import`` and ``gunbai export``: whole or not at all, and nothing of anybody's is replaced."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from gunbai.cli import main
from gunbai.corpus.reader import load_corpus
from gunbai.corpus.store import bare

SAMPLE = Path(__file__).parents[1] / "corpora" / "vtes"


def gunbai(*words: object) -> Result:
    return CliRunner().invoke(main, [str(w) for w in words])


def test_a_folder_of_vtes_rulings_becomes_a_corpus_that_passes_check(tmp_path: Path) -> None:
    result = gunbai("import", "vtes", SAMPLE, "--to", tmp_path, "--json")
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    assert said["counts"] == {
        "rulings": 8, "cards and groups with rulings": 6, "groups": 2, "members of groups": 4,
        "members with symbols": 2, "references": 6, "citations": 9, "overrides": 1, "cards": 6,
        "cards that only a text names": 0, "symbols": 3}
    assert (tmp_path / "rulings/vtes/LICENSE").read_text() == (SAMPLE / "LICENSE").read_text()
    checked = gunbai("check", "--root", tmp_path)
    assert checked.exit_code == 0, checked.output
    assert "vtes: 8 rulings" in checked.output


def test_a_corpus_without_an_engine_is_shown_and_found(tmp_path: Path) -> None:
    gunbai("import", "vtes", SAMPLE, "--to", tmp_path)
    shown = gunbai("show", "vtes-ferryman-200001-bridged", "--root", tmp_path)
    assert shown.exit_code == 0 and "Can be Bridged." in shown.output
    found = gunbai("find", "two goats", "--root", tmp_path)
    assert found.exit_code == 0 and "vtes-ferry-of-don-carries-two-goats-eg-raft" in found.output


def test_a_second_import_replaces_the_first_and_nothing_else_is_replaced(tmp_path: Path) -> None:
    for _ in range(2):
        assert gunbai("import", "vtes", SAMPLE, "--to", tmp_path).exit_code == 0
    head = tmp_path / "rulings/vtes/game.yaml"
    head.write_text(head.read_text("utf-8").partition("\n")[2], "utf-8")
    result = gunbai("import", "vtes", SAMPLE, "--to", tmp_path)
    assert result.exit_code == 1 and "holds a game that no import wrote" in result.output


def test_nothing_is_written_where_the_source_has_a_defect(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    for path in SAMPLE.iterdir():
        (tmp_path / "source" / path.name).write_text(path.read_text("utf-8").replace("[AAA 20010430]", ""), "utf-8")
    result = gunbai("import", "vtes", tmp_path / "source", "--to", tmp_path)
    assert result.exit_code == 1 and "rulings.yaml:10: expected a reference" in result.output
    assert not (tmp_path / "rulings").exists()


def test_a_directory_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "rulings").write_text("a file")
    result = gunbai("import", "vtes", SAMPLE, "--to", tmp_path)
    assert result.exit_code == 1 and "cannot be written" in result.output and "Traceback" not in result.output


def test_export_and_import_give_the_same_corpus(library: Path, tmp_path: Path) -> None:
    before = load_corpus(library / "rulings")
    assert gunbai("export", "json", "--to", tmp_path / "all.json", "--root", library).exit_code == 0
    assert gunbai("import", "json", tmp_path / "all.json", "--to", tmp_path / "there").exit_code == 0
    assert gunbai("export", "yaml", "--to", tmp_path / "here" / "rulings", "--root", library).exit_code == 0
    for place in ("there", "here"):
        after = load_corpus(tmp_path / place / "rulings")
        assert not after.defects
        assert [bare(g) for g in after.games] == [bare(g) for g in before.games]
        for name in ("sources.lock",):
            for game in before.games:
                old = library / "rulings" / game.id / name
                assert not old.is_file() or (tmp_path / place / "rulings" / game.id / name).read_text() == old.read_text()
    assert gunbai("import", "json", tmp_path / "all.json", "--to", tmp_path / "there").exit_code == 1


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"gunbai": 1, "games": [{"id": "../x"}]}', "[" * 100_000, "\udcff"])
def test_what_is_no_export_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    result = gunbai("import", "json", tmp_path / "bad.json", "--to", tmp_path)
    assert result.exit_code == 1 and not isinstance(result.exception, (ValueError, RecursionError))
    assert not (tmp_path / "rulings").exists()


def exported(tmp_path: Path) -> dict[str, Any]:
    """A small game as `gunbai export json` writes it."""
    gunbai("import", "vtes", SAMPLE, "--to", tmp_path / "source")
    assert gunbai("export", "json", "--to", tmp_path / "one.json", "--root", tmp_path / "source").exit_code == 0
    found: dict[str, Any] = json.loads((tmp_path / "one.json").read_text("utf-8"))
    return found


def imported(tmp_path: Path, data: Any) -> Result:
    (tmp_path / "given.json").write_text(json.dumps(data), "utf-8")
    return gunbai("import", "json", tmp_path / "given.json", "--to", tmp_path / "there")


@pytest.mark.parametrize(("change", "message"), [
    ({}, "game vtes: each game once"),
    ({"id": "second", "files": {"sources.lock": "a\ud800"}}, "game second: texts of whole characters"),
    ({"id": "x" * 5_000}, "games[1]: an id of small letters"),
    ({"id": "second", "title": "zero\u200bwidth"}, "second: 1 error: nothing was written"),
])
def test_a_fault_of_the_second_game_keeps_the_first_away_too(
        tmp_path: Path, change: dict[str, Any], message: str) -> None:
    data = exported(tmp_path)
    data["games"].append({**data["games"][0], **change})
    result = imported(tmp_path, data)
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit)
    assert message in result.output
    assert not (tmp_path / "there").exists() or not list((tmp_path / "there").iterdir())


def test_several_games_are_imported_at_once(tmp_path: Path) -> None:
    data = exported(tmp_path)
    data["games"].append({**data["games"][0], "id": "second"})
    data["files"] = {"synonyms.yaml": "groups: []\n"}
    result = imported(tmp_path, data)
    assert result.exit_code == 0, result.output
    assert sorted(p.name for p in (tmp_path / "there/rulings").iterdir()) == ["second", "synonyms.yaml", "vtes"]


def test_a_place_whose_name_no_system_takes_is_told(tmp_path: Path) -> None:
    exported(tmp_path)
    result = gunbai("import", "json", tmp_path / "one.json", "--to", tmp_path / ("x" * 5_000))
    assert result.exit_code == 1 and "cannot be written" in result.output


def test_an_export_goes_to_where_a_link_points_and_the_link_stays(library: Path, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    for name in ("old.json", "new.json"):
        (tmp_path / name).symlink_to(Path("far") / name)
    (tmp_path / "far" / "old.json").write_text("old")
    for name in ("old.json", "new.json"):
        assert gunbai("export", "json", "--to", tmp_path / name, "--root", library).exit_code == 0
        assert (tmp_path / name).is_symlink()
        assert json.loads((tmp_path / "far" / name).read_text("utf-8"))["gunbai"] == 1
    (tmp_path / "loop").symlink_to("loop")
    result = gunbai("export", "json", "--to", tmp_path / "loop", "--root", library)
    assert result.exit_code == 1 and "cannot be written" in result.output and (tmp_path / "loop").is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="named pipes")
def test_an_export_is_written_into_a_pipe_and_the_pipe_stays(library: Path, tmp_path: Path) -> None:
    import threading

    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    result = gunbai("export", "json", "--to", pipe, "--root", library)
    reader.join(20)
    assert result.exit_code == 0 and json.loads(read[0])["gunbai"] == 1
    assert pipe.is_fifo() and result.stdout == ""


def test_export_does_not_write_over_files(library: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    result = gunbai("export", "yaml", "--to", tmp_path, "--root", library)
    assert result.exit_code == 2 and (tmp_path / "letter.txt").read_text() == "dear"


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_import_leaves_the_old_corpus_or_the_new_one(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from gunbai.cli import main; main()", "import", "vtes", str(SAMPLE), "--to",
               str(tmp_path)]
    began = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    took = time.monotonic() - began
    whole = bare(load_corpus(tmp_path / "rulings").games)
    chance = random.Random(7)
    for _ in range(8):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.3, 1.1) * took)
        process.send_signal(signal.SIGKILL)
        process.wait()
        corpus = load_corpus(tmp_path / "rulings")
        assert not corpus.defects and bare(corpus.games) == whole
    subprocess.run(command, check=True, capture_output=True)
    assert [p.name for p in (tmp_path / "rulings").iterdir()] == ["vtes"]  # what was left lying is swept
