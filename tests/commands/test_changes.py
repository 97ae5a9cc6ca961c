"""``gunbai changes``, and a day wherever an answer depends on it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result
from gunbai.cli import main

PROJECT = Path(__file__).parents[2]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--root", str(PROJECT)], catch_exceptions=False)


def test_a_change_shows_what_the_answer_was_and_what_it_is() -> None:
    lines = run("changes", "--game", "gundam-war", "--since", "2009-09-18").stdout.splitlines()
    at = next(n for n, line in enumerate(lines) if line.endswith("  gw-purple-dual"))
    assert lines[at] == "2009-09-18 改 [公式] 紫のデュアルカード  gw-purple-dual"
    assert lines[at + 1] == "    有志 → 公式"
    assert lines[at + 2].startswith("    [-2009年9月17日までは、-]紫の")


def test_the_section_for_the_change_log_has_a_heading_a_day() -> None:
    text = run("changes", "--game", "gundam-war", "--since", "2009-09-18", "--markdown").stdout
    assert "### 2009-09-18 GUNDAM WAR（旧）\n\n" in text
    assert "- [公式] 紫のデュアルカード: `gw-purple-dual`（gw-purple-dual-old に代わる）\n" in text


def test_the_json_names_the_predecessor() -> None:
    found = json.loads(run("changes", "--json").stdout)
    (one,) = [c for c in found if c["id"] == "gw-purple-dual"]
    assert (one["what"], one["replaces"], one["badge_before"]) == ("changed", "gw-purple-dual-old", "有志")


def test_a_day_that_is_none_is_refused_and_so_is_an_unknown_game() -> None:
    assert "“2009-13-01” is no date like 2009-09-18" in run("changes", "--since", "2009-13-01").stderr
    assert "there is no game “x”" in run("changes", "--game", "x").stderr


def test_find_gives_the_ruling_that_was_in_force() -> None:
    now = [h["id"] for h in json.loads(run("find", "紫のデュアルカード", "--json").stdout)]
    then = [h["id"] for h in json.loads(run("find", "紫のデュアルカード", "--json", "--as-of", "2009-09-17").stdout)]
    assert now[0] == "gw-purple-dual" and then[0] == "gw-purple-dual-old"
    assert "gw-purple-dual" not in then and then.count("gw-purple-dual-old") == 1


def test_check_says_what_was_otherwise_on_a_day() -> None:
    result = run("check", "--as-of", "2009-09-17")
    assert result.exit_code == 0
    assert "  not in force: gw-purple-dual\n" in result.stdout
    assert "  otherwise: gw-purple-outside: 効果で出すときの条件\n" in result.stdout
    (effect,) = [e for e in json.loads(run("check", "--as-of", "2009-09-18", "--json").stdout)["as_of"]
                 if e["game"] == "gundam-war"]
    assert effect == {"game": "gundam-war", "not_in_force": ["gw-purple-dual-old"], "otherwise": []}


def test_a_hit_whose_source_is_younger_than_the_day_says_so_and_an_empty_day_is_refused() -> None:
    assert "出典の日付（2009-09-18）は 2009-09-01 より後" in run("find", "gw-purple-outside", "--as-of", "2009-09-01").stdout
    assert "“” is no date" in run("check", "--as-of", "").stderr
    assert "変更はない" in run("changes", "--game", "gundam-war", "--since", "2010-05-26").stderr
