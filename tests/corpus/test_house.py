"""House rules that somebody brings: read like every file, checked against the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from gunbai.corpus.house import read_house
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus


@pytest.fixture
def game(library: Path) -> Game:
    return load_corpus(library / "rulings").games[0]


def test_good_house_rules_are_read(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("title: 卓\nchoices: {mh-tie: oldest, mh-echo: silent}\nsample: true\n", encoding="utf-8")
    house, defects = read_house(path, game)
    assert defects == () and house is not None
    assert (house.title, dict(house.choices), house.sample) == ("卓", {"mh-tie": "oldest", "mh-echo": "silent"}, True)


@pytest.mark.parametrize(("text", "line", "words"), [
    ("title: 卓\nchoices:\n  mh-tie: never\n", 3, "oldest, newest"),
    ("title: 卓\nchoices:\n  mh-tie: oldest\n  mh-tye: oldest\n", 4, "did you mean “mh-tie”"),
    ("title: 卓\nchoices:\n  mh-limit: oldest\n", 3, "nothing to choose"),
    ("title: 卓\nchoices:\n  mh-tie: 3\n", 3, "“3”"),
    ("title: 卓\nchoices: [mh-tie]\n", 2, "a mapping of ruling ids"),
    ("title: 卓\n", 1, "the key “choices”"),
    ("choices: {mh-tie: oldest}\n", 1, "the key “title”"),
    ("title: 卓\nsample: maybe\nchoices: {mh-tie: oldest}\n", 2, "true or false"),
    ("title: 卓\nrules: {}\nchoices: {mh-tie: oldest}\n", 2, "only the keys"),
    ("title: 卓\nchoices: {mh-tie: oldest}\nchoices: {mh-tie: newest}\n", 3, "each key once"),
    ("- a list\n", 1, "mapping"),
    ("title: [\n", 1, "YAML"),
])
def test_wrong_house_rules_are_refused_with_file_and_line(
        game: Game, tmp_path: Path, text: str, line: int, words: str) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    house, defects = read_house(path, game)
    assert house is None
    assert any(words in str(d) and d.place.line == line and "house.yaml" in d.place.file for d in defects), defects


def test_a_file_that_is_not_there_is_a_defect_and_no_traceback(game: Game, tmp_path: Path) -> None:
    house, defects = read_house(tmp_path / "none.yaml", game)
    assert house is None and "none.yaml" in str(defects[0])
