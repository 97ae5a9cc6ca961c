"""`gunbai find`: the list a judge reads, and the JSON a program reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gunbai.cli import main

KEYS = ["id", "game", "title", "badge", "score", "url", "names", "answer", "kind"]


def find(library: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["find", "--root", str(library), *words])


def test_a_hit_shows_title_badge_date_game_answer_and_address(library: Path) -> None:
    result = find(library, "灯台を置ける数", "--limit", "1")
    assert result.exit_code == 0
    assert result.stdout == ("1. 灯台を置ける数  [公式] 2010-05-25  見本のゲーム\n"
                             "   問 眠れる灯台は何枚まで置ける？\n   答 三枚まで置ける。四枚目は置けない。\n   mh-limit\n")


def test_the_page_of_a_name_shows_what_it_is_its_yomi_game_address_and_how_many_rulings_touch_it(library: Path) -> None:
    result = find(library, "ねむれるとうだい", "--limit", "1")
    assert result.exit_code == 0
    head, address = result.stdout.splitlines()
    assert head == "1. 眠れる灯台  [カード] ねむれるとうだい  見本のゲーム  裁定2件"
    assert address.startswith("   /mihon/cards/")


def test_the_json_is_a_list_of_hits_best_first(library: Path) -> None:
    result = find(library, "眠れる灯台", "--json")
    page, *hits = json.loads(result.stdout)
    assert result.exit_code == 0 and all(list(h) == KEYS for h in hits if h["kind"] != "name")
    assert page["kind"] == "name" and page["yomi"] == ["ねむれるとうだい"] and page["rulings"] == 2
    assert [h["id"] for h in hits[:2]] == ["mh-limit", "mh-tie"]
    assert hits[0]["names"][0] == hits[0]["title"] == "灯台を置ける数" and "眠れる灯台" in hits[0]["names"]
    assert [h["score"] for h in hits] == sorted((h["score"] for h in hits), reverse=True)


def test_nothing_found_tells_the_nearest_names_and_exits_1(library: Path) -> None:
    result = find(library, "角燈の笛吹")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "見つからない" in result.stderr and "角笛" in result.stderr


def test_nothing_found_is_an_empty_list_in_json_and_exits_1(library: Path) -> None:
    result = find(library, "鯨", "--json")
    assert (result.exit_code, json.loads(result.stdout)) == (1, [])


def test_several_words_and_fields_may_be_given_apart(library: Path) -> None:
    assert json.loads(find(library, "灯台", "badge:裁定待ち", "--json").stdout)[0]["id"] == "mh-tie"


def test_a_replaced_ruling_says_until_when_it_held(library: Path) -> None:
    assert "灯りの代価（旧）（2009-09-17 まで）" in find(library, "代価").stdout


@pytest.mark.parametrize(("words", "message"), [
    (["灯台", "--game", "chess"], "there is no game “chess” (known: mihon)"), (["colour:red"], "colour:"),
    (["・"], "探す言葉が無い"),
])
def test_what_cannot_be_asked_ends_with_a_message_and_exit_2(library: Path, words: list[str], message: str) -> None:
    result = find(library, *words)
    assert (result.exit_code, result.stdout) == (2, "") and message in result.stderr


def test_the_game_option_keeps_to_one_game(library: Path) -> None:
    assert json.loads(find(library, "灯台", "--game", "mihon", "--json").stdout)


def test_outside_a_project_the_message_says_so(tmp_path: Path) -> None:
    result = find(tmp_path, "灯台")
    assert result.exit_code == 2 and "rulings/" in result.stderr


def test_what_was_asked_is_marked_on_a_terminal(library: Path) -> None:
    result = CliRunner().invoke(main, ["find", "--root", str(library), "ﾈﾑﾚﾙﾄｳﾀﾞｲ", "灯台"], color=True)
    assert "\x1b[1m灯台\x1b[0mを置ける数" in result.stdout


def test_the_real_command_finds_its_project_from_a_directory_below(library: Path, gunbai_mihon: Path) -> None:
    below = library / "rulings" / "mihon"
    done = subprocess.run([sys.executable, str(gunbai_mihon), "find", "tora", "--json"], cwd=below, capture_output=True,
                          text=True, env={**os.environ, "PYTHONUTF8": "1"}, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "mh-tiger" in [h["id"] for h in json.loads(done.stdout)]


@pytest.mark.parametrize("query", ["幼き人質", "おさなきひとじち", "osanaki", "人質", "幼き人実"])
def test_in_the_projects_own_rulings_the_card_is_found_however_it_is_typed(query: str) -> None:
    result = CliRunner().invoke(main, ["find", "--root", str(Path(__file__).parents[2]), query, "--json"])
    assert "幼き人質" in json.loads(result.stdout)[0]["names"]


@pytest.mark.parametrize("query", ["重複しない", "ちょうふく", "じゅうふく"])
def test_in_the_projects_own_rulings_a_term_is_found_however_it_is_said(query: str) -> None:
    result = CliRunner().invoke(main, ["find", "--root", str(Path(__file__).parents[2]), query, "--json"])
    assert "重複しない" in json.loads(result.stdout)[0]["title"]


def test_in_the_projects_own_rulings_a_name_is_found_without_its_dot_and_the_other_way_round() -> None:
    result = find(Path(__file__).parents[2], "ハーディーシュタイナー", "--json")
    assert any("シュタイナー" in n for n in json.loads(result.stdout)[0]["names"])


@pytest.mark.parametrize("words", ["game:\ud800", "灯台 \udcff"])
def test_bytes_that_are_no_text_find_nothing_and_break_nothing(library: Path, words: str) -> None:
    result = find(library, words)
    assert result.exit_code in (0, 1), result.output
