"""Line ends inside Japanese text leave no space."""

from __future__ import annotations

from pathlib import Path

import pytest
from gunbai.corpus.folding import unbroken, unfolded
from gunbai.corpus.yamlfile import read_yaml


@pytest.mark.parametrize(("text", "wanted"), [
    ("場に出る\nとき", "場に出るとき"), ("出る。\n「札」は", "出る。「札」は"), ("出る  \n  とき", "出るとき"),
    ("one\ntwo", "one\ntwo"), ("値は\n3", "値は\n3"), ("段落。\n\n次の段落", "段落。\n\n次の段落"),
    ("並び\n- 一つ\n- 二つ", "並び\n- 一つ\n- 二つ"),
])
def test_a_line_end_between_two_japanese_characters_is_gone(text: str, wanted: str) -> None:
    assert unbroken(text) == wanted


def test_a_space_after_a_question_mark_and_beside_other_letters_stays() -> None:
    assert unfolded("何枚？ 同じ 名称は 3 枚") == "何枚？ 同じ名称は 3 枚"


@pytest.mark.parametrize("value", ["長い\n    文は続く", ">-\n    長い\n    文は続く", '"長い\n    文は続く"'])
def test_a_text_over_several_lines_of_a_file_has_no_space_in_it(tmp_path: Path, value: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(f"about: {value}\nname: 一行の 名\n", "utf-8")
    data = read_yaml(path, "a.yaml").data
    assert data == {"about": "長い文は続く", "name": "一行の 名"}
