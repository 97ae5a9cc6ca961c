"""`gunbai show`: a ruling as a judge reads it, with the examples as the engine answers now."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from gunbai.cli import main


def show(library: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["show", "--root", str(library), *words])


def shown(library: Path, *words: str) -> dict[str, Any]:
    result = show(library, *words, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def answers(found: dict[str, Any]) -> list[list[str]]:
    return [s["answer"] for e in found["examples"] for s in e["statements"]]


def test_everything_a_judge_needs_stands_under_japanese_labels(library: Path) -> None:
    result = show(library, "mh-limit")
    assert result.exit_code == 0
    for part in ("灯台を置ける数\n", "[公式] 2010-05-25", "問い\n  眠れる灯台は何枚まで", "答え\n  三枚まで",
                 "理由\n  上限は", "例\n  三枚は置ける\n    >>> 置ける(3)\n    はい", "    不可: mh-limit",
                 "出典\n  見本の規則書（公式） 置き方#1",
                 "https://example.org/book.html", "カード\n  眠れる灯台", "関連\n  mh-tie  同じ値の灯台の順",
                 "/mihon/mh-limit/"):
        assert part in result.stdout, part


@pytest.mark.parametrize("place", ["/mihon/mh-limit/", "mihon/mh-limit", "https://example.org/mihon/mh-limit/?a=1#why"])
def test_a_ruling_is_shown_by_its_page_too(library: Path, place: str) -> None:
    assert shown(library, place)["id"] == "mh-limit"


@pytest.mark.parametrize("name", ["眠れる灯台", "ねむれるとうだい"])
def test_for_the_name_of_a_card_its_rulings_are_listed_those_about_it_first(library: Path, name: str) -> None:
    result = show(library, name)
    assert result.exit_code == 0
    assert result.stdout.startswith("眠れる灯台  見本のゲーム\n")
    assert "  灯台を置ける数  [公式]  mh-limit\n    三枚まで置ける。四枚目は置けない。\n" in result.stdout
    (listed,) = json.loads(show(library, name, "--json").stdout)
    assert listed["name"] == "眠れる灯台" and "mh-limit" in [r["id"] for r in listed["rulings"]]


def test_readings_are_shown_with_their_support_and_the_default(library: Path) -> None:
    lines = "oldest: 先に置いたものから灯す（支え: 弱い）\n      置いた順という語がある"
    assert lines in show(library, "mh-tie").stdout
    assert "echo: 返す（支え: 強い、既定）" in show(library, "mh-echo").stdout


def test_an_open_example_answers_with_its_table(library: Path) -> None:
    assert answers(shown(library, "mh-tie")) == [[], ["裁定待ち: mh-tie", "  oldest → 1", "  newest → 2"]]


def test_house_rules_that_come_with_the_game_decide_the_examples(library: Path) -> None:
    found = shown(library, "mh-tie", "--house", "harbour")
    assert answers(found) == [[], ["2"]]
    assert found["house"]["title"] == "港の集まりの取り決め"
    assert [r["key"] for r in found["readings"] if r["chosen"]] == ["newest"]


def test_house_rules_from_a_file_decide_the_examples_and_the_change_is_told(library: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("title: 私の卓\nchoices: {mh-echo: silent}\n", encoding="utf-8")
    result = show(library, "mh-echo", "--house", str(path))
    assert "卓の取り決め: 私の卓" in result.stdout
    assert "    >>> こだま(2)\n    0\n      （取り決めや時点が無ければ: 2（推定））" in result.stdout


def test_house_rules_that_do_not_fit_are_refused_with_file_and_line(library: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("title: 私の卓\nchoices:\n  mh-echo: loud\n", encoding="utf-8")
    result = show(library, "mh-echo", "--house", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "mine.yaml:3" in result.stderr and "echo, silent" in result.stderr


def test_house_rules_that_are_not_there_are_refused(library: Path) -> None:
    result = show(library, "mh-echo", "--house", "nowhere.yaml")
    assert result.exit_code == 2 and "nowhere.yaml" in result.stderr and "harbour" in result.stderr


@pytest.mark.parametrize("asked", ["mh-fee", "mh-fee-old"])
@pytest.mark.parametrize(("date", "ruling"), [
    ("2009-09-17", "mh-fee-old"), ("2009-09-18", "mh-fee"), ("1999-01-01", "mh-fee-old"),
])
def test_as_of_shows_the_ruling_of_the_line_that_was_in_force(
        library: Path, asked: str, date: str, ruling: str) -> None:
    found = shown(library, asked, "--as-of", date)
    assert (found["id"], found["asked"], found["in_force"], found["as_of"]) == (ruling, asked, True, date)


def test_as_of_says_that_another_ruling_is_shown_than_was_asked_for(library: Path) -> None:
    result = show(library, "mh-fee", "--as-of", "2009-01-01")
    assert "mh-fee は 2009-01-01 に有効ではない" in result.stdout and "代価は一つ。" in result.stdout


def test_a_replaced_ruling_names_its_successor_and_the_successor_its_predecessor(library: Path) -> None:
    old, new = show(library, "mh-fee-old").stdout, show(library, "mh-fee").stdout
    assert "2009-09-17 まで有効だった。後の裁定: mh-fee" in old
    assert "前の裁定\n  mh-fee-old  灯りの代価（旧）" in new
    assert shown(library, "mh-fee-old")["replaced_by"] == ["mh-fee"]
    assert shown(library, "mh-fee")["replaces"] == "mh-fee-old"
    assert not shown(library, "mh-fee-old")["in_force"] and shown(library, "mh-fee")["in_force"]


def test_an_unknown_id_names_the_nearest_and_exits_2(library: Path) -> None:
    result = show(library, "mh-limt")
    assert (result.exit_code, result.stdout) == (2, "") and "mh-limit" in result.stderr


@pytest.mark.parametrize("date", ["2009-9-18", "yesterday", "2009-02-30", "20090918"])
def test_a_date_that_is_none_is_refused(library: Path, date: str) -> None:
    result = show(library, "mh-fee", "--as-of", date)
    assert result.exit_code == 2 and "2009-09-18" in result.stderr


def test_an_example_that_answers_otherwise_than_written_says_so(library: Path) -> None:
    path = library / "rulings" / "mihon" / "tables" / "limits.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("value: 3", "value: 2"), encoding="utf-8")
    assert ">>> 置ける(3)\n    いいえ\n      （裁定に書かれた答え: はい）" in show(library, "mh-limit").stdout


def test_an_engine_that_breaks_does_not_take_the_text_away_but_exits_1(library: Path) -> None:
    path = library / "rulings" / "mihon" / "basics.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("並べる(4)", "並べる(99)"), encoding="utf-8")
    result = show(library, "mh-limit")
    assert result.exit_code == 1 and "三枚まで置ける。" in result.stdout
    assert "基準エンジンの誤り: ZeroDivisionError" in result.stdout and "Traceback" not in result.output


def test_a_corpus_with_defects_still_shows_what_it_has_and_warns(library: Path) -> None:
    (library / "rulings" / "mihon" / "notes.yaml").write_text("rulings: 3\n", encoding="utf-8")
    result = show(library, "mh-limit")
    assert result.exit_code == 0 and "gunbai check" in result.stderr and "三枚まで" in result.stdout


def test_a_note_has_no_examples_and_no_empty_parts(library: Path) -> None:
    output = show(library, "mh-horn").stdout
    assert "\n例\n" not in output and "\n理由\n" not in output and "カード\n  波間の角笛" in output


def test_the_real_command_needs_neither_yaml_nor_pydantic_once_the_corpus_is_cached(
        library: Path, gunbai_mihon: Path) -> None:
    script = ("import sys, runpy\nsys.argv = sys.argv[1:]\ntry:\n    runpy.run_path(sys.argv[0], run_name='__main__')\n"
              "finally:\n    print(sorted({'yaml', 'pydantic', 'whoosh', 'rich', 'prompt_toolkit', 'jinja2', 'mkdocs'}"
              " & set(sys.modules)))")
    for expected in (None, "[]"):
        done = subprocess.run([sys.executable, "-c", script, str(gunbai_mihon), "show", "mh-limit"], cwd=library,
                              capture_output=True, text=True, env={**os.environ, "PYTHONUTF8": "1"}, check=False)
        assert done.returncode == 0, done.stderr
        assert expected is None or done.stdout.splitlines()[-1] == expected
