from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gunbai.cli import main

MINIMAL = Path(__file__).parents[1] / "corpus" / "minimal"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of its own with the made-up game."""
    shutil.copytree(MINIMAL, tmp_path / "project")
    return tmp_path / "project"


def check(*args: str) -> Result:
    return CliRunner().invoke(main, ["check", *args])


def change(project: Path, name: str, old: str, new: str) -> None:
    path = project / "rulings" / "toll" / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_right_corpus_ends_with_zero_and_its_numbers(project: Path) -> None:
    result = check("--root", str(project))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "toll: 4 rulings, 6 examples, 4 readings\n0 errors, 0 warnings\n"


def test_the_numbers_are_given_as_json(project: Path) -> None:
    result = check("--root", str(project), "--json")
    assert json.loads(result.stdout) == {
        "games": {"toll": {
            "rulings": 4, "examples": 6, "by_kind": {"decision": 3, "note": 1},
            "by_badge": {"公式": 1, "推定": 1, "裁定待ち": 1, "有志": 1}, "readings": 4, "silences": {"T1": 1}}},
        "errors": [], "warnings": [],
    }
    assert (result.exit_code, result.stderr) == (0, "")


def test_errors_are_given_as_json_with_file_line_ruling_and_code(project: Path) -> None:
    change(project, "fares.yaml", "see: [toll-calf]", "see: [toll-cow]")
    result = check("--root", str(project), "--json")
    assert result.exit_code == 1
    (error,) = json.loads(result.stdout)["errors"]
    assert error == {"file": "rulings/toll/fares.yaml", "line": 13, "ruling": "toll-fare", "code": "dead-see",
                     "expected": "`see:` with ids that exist", "found": "“toll-cow”", "hint": "did you mean “toll-bow”?"}


def test_errors_of_all_files_come_at_once_in_the_order_of_files_and_lines(project: Path) -> None:
    change(project, "names.yaml", "yomi: みほんのふね", "yomi: ミホン")
    change(project, "fares.yaml", "kind: note", "kind: remark")
    change(project, "fares.yaml", "see: [toll-calf]", "see: [toll-cow]")
    change(project, "house/quiet.yaml", "free", "cheap")
    result = check("--root", str(project))
    places = [line.split(": ")[0] for line in result.stderr.splitlines() if line.startswith("rulings/")]
    assert places == ["rulings/toll/fares.yaml:13", "rulings/toll/fares.yaml:78", "rulings/toll/house/quiet.yaml:4",
                      "rulings/toll/names.yaml:2"]
    assert result.stdout.endswith("4 errors, 0 warnings\n")


def test_examples_that_could_not_be_run_are_a_warning(project: Path) -> None:
    change(project, "tables/fares.yaml", "title: 渡し賃\n", "")
    result = check("--root", str(project))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, "1 error, 1 warning")
    assert "warning: rulings/toll/game.yaml:1: expected examples that can be run" in result.stderr
    assert "rulings/toll/tables/fares.yaml:1: expected the key “title”; found none" in result.stderr
    assert len(json.loads(check("--root", str(project), "--json").stdout)["warnings"]) == 1


def test_a_file_that_cannot_be_read_is_the_first_error(project: Path) -> None:
    change(project, "house/quiet.yaml", "free", "cheap")
    (project / "rulings/toll/winter.yaml").write_text("rulings:\n  - id: toll-ice\n   title: 氷\n", "utf-8")
    stderr = check("--root", str(project)).stderr
    assert stderr.startswith("rulings/toll/winter.yaml:3: expected YAML")
    assert "rulings/toll/house/quiet.yaml:4" in stderr


def test_a_ruling_without_a_rule_is_told_in_which_file_of_the_engine_to_write_it(project: Path) -> None:
    path = project / "rulings/toll/fares.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("id: toll-fare", "id: toll-fee", 1), "utf-8")
    assert re.search(r"hint: implement it in tollgame/engine/fares\.py", check("--root", str(project)).stderr)


def test_the_project_is_found_from_a_directory_inside_it(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "rulings" / "toll")
    assert check().exit_code == 0


def test_a_directory_without_rulings_is_an_error_with_a_hint(tmp_path: Path) -> None:
    result = check("--root", str(tmp_path))
    assert result.exit_code == 1
    assert "--root" in result.stderr


def house_file(tmp_path: Path, choices: str) -> str:
    path = tmp_path / "house.yaml"
    path.write_text(f"title: 見本の卓\nchoices:\n{choices}", encoding="utf-8")
    return str(path)


def test_a_house_file_is_checked_and_its_effect_told(project: Path, tmp_path: Path) -> None:
    result = check("--root", str(project), "--house", house_file(tmp_path, "  toll-calf: counts\n"))
    assert result.exit_code == 0, result.output
    assert "見本の卓 (toll): readings chosen: 1, open points left: 0, examples that answer otherwise: 1" in result.stdout


def test_a_house_file_that_names_no_reading_is_an_error_with_file_and_line(project: Path, tmp_path: Path) -> None:
    path = house_file(tmp_path, "  toll-calf: nothing\n")
    result = check("--root", str(project), "--house", path)
    assert result.exit_code == 1
    assert f"{path}:3: expected one of" in result.stderr


def test_a_house_file_for_no_game_is_an_error(project: Path, tmp_path: Path) -> None:
    for path in (house_file(tmp_path, "  else-where: x\n"), str(tmp_path / "none.yaml")):
        result = check("--root", str(project), "--house", path)
        assert result.exit_code == 1
        assert "expected a file with `choices:` of a game's rulings" in result.stderr


def test_the_effect_of_a_house_file_is_given_as_json(project: Path, tmp_path: Path) -> None:
    result = check("--root", str(project), "--json", "--house", house_file(tmp_path, "  toll-calf: counts\n"))
    effect = json.loads(result.stdout)["house"]
    assert (effect["game"], effect["choices"]) == ("toll", 1)
    assert effect["otherwise"]


def test_defects_are_also_given_as_a_forge_shows_them_beside_their_lines(project: Path) -> None:
    change(project, "fares.yaml", "see: [toll-calf]", "see: [toll-cow]")
    result = check("--root", str(project), "--github")
    assert result.exit_code == 1
    assert ("::error file=rulings/toll/fares.yaml,line=13,title=toll-fare::expected `see:` with ids that exist; "
            "found “toll-cow” (hint: did you mean “toll-bow”?)\n") in result.stdout


def test_a_summary_in_markdown_says_what_is_wrong_where_and_what_the_corpus_holds(project: Path) -> None:
    summary = project / "summary.md"
    summary.write_text("before\n", "utf-8")
    assert check("--root", str(project), "--summary", str(summary)).exit_code == 0
    assert summary.read_text("utf-8").startswith("before\n## 軍配: 問題なし / nothing is wrong\n")
    change(project, "fares.yaml", "see: [toll-calf]", "see: [\"<b>|\"]")
    assert check("--root", str(project), "--summary", str(summary)).exit_code == 1
    text = summary.read_text("utf-8")
    assert "## 軍配: 直すところ / to be mended: 1\n\n- **rulings/toll/fares.yaml:13** · toll\\-fare\n" in text
    assert "found: “\\<b\\>\\|”" in text
    assert "| toll | 4 | 6 | 4 |\n" in text


def test_a_summary_that_cannot_be_written_is_said(project: Path) -> None:
    result = check("--root", str(project), "--summary", str(project / "no" / "summary.md"))
    assert result.exit_code == 2 and "cannot be written: there is no directory" in result.stderr


def test_watching_goes_with_no_report_that_is_written_once(project: Path) -> None:
    result = check("--root", str(project), "--watch", "--json")
    assert result.exit_code == 2 and "--watch goes with none of --json, --github, --summary" in result.stderr


def test_watching_checks_again_after_every_saved_file(project: Path) -> None:
    paths = os.pathsep.join((str(MINIMAL / "engines"), os.environ.get("PYTHONPATH", "")))
    with subprocess.Popen([sys.executable, "-uc", "from gunbai.cli import main; main()", "check", "--watch", "--root",
                           str(project)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, "PYTHONPATH": paths}) as process:
        assert process.stdout is not None
        seen: list[str] = []
        rescue = threading.Timer(120, process.kill)  # a watcher that sees nothing must not stop the tests
        rescue.start()
        try:
            for line in process.stdout:
                seen.append(line)
                if line == "0 errors, 0 warnings\n":
                    change(project, "fares.yaml", "see: [toll-calf]", "see: [toll-cow]")
                if line == "1 error, 0 warnings\n":
                    break
        finally:
            rescue.cancel()
            process.send_signal(signal.SIGINT)
    assert sum("errors, 0 warnings" in line for line in seen) == 1
    assert any("“toll-cow”" in line for line in seen)
