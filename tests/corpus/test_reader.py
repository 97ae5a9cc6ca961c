from __future__ import annotations

import dataclasses
import os
import shutil
from pathlib import Path

import pytest
from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import Corpus, Game
from gunbai.corpus.reader import INTERNAL, load_corpus, ruling_files
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.source import badge_of

MINIMAL = Path(__file__).parent / "minimal"


@pytest.fixture
def toll(tmp_path: Path) -> Path:
    """A copy of the minimal corpus' one game."""
    shutil.copytree(MINIMAL, tmp_path / "p")
    return tmp_path / "p" / "rulings" / "toll"


def load(toll: Path) -> tuple[Corpus, Game]:
    corpus = load_corpus(toll.parent)
    game = corpus.game("toll")
    assert game is not None
    return corpus, game


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_ruling_knows_its_game_topic_place_badge_and_date(toll: Path) -> None:
    _, game = load(toll)
    fare, night, calf = (game.by_id[i] for i in ("toll-fare", "toll-night", "toll-calf"))
    assert (fare.game, fare.topic, str(fare.place)) == ("toll", "fares", "rulings/toll/fares.yaml:2")
    assert (fare.badge, night.badge, calf.badge, game.by_id["toll-bow"].badge) == ("公式", "推定", "裁定待ち", "有志")
    assert (fare.updated, night.updated) == ("2001-02-03", "2001-02-03")
    assert (night.point.since, night.point.default, night.point.keys) == ("2001-02-03", "double", ("double", "same"))
    assert calf.point.default is None


def test_keys_and_entries_know_their_lines(toll: Path) -> None:
    _, game = load(toll)
    fare = game.by_id["toll-fare"]
    assert fare.at("see") == fare.at("see", 0) == Place("rulings/toll/fares.yaml", 13)
    assert fare.at("readings") == fare.place
    assert game.by_id["toll-night"].at("readings", 1).line == 38
    assert game.at("documents", 1).line == 14


def test_an_example_knows_the_line_of_its_text_even_where_it_begins_with_empty_lines(toll: Path) -> None:
    _, game = load(toll)
    first, second = game.by_id["toll-fare"].examples
    lines = (toll / "fares.yaml").read_text(encoding="utf-8").split("\n")
    assert lines[first.line - 1].strip() == ">>> 渡し賃(人=2)"
    assert lines[second.line - 1] == ""
    assert second.run.startswith("\n>>> 組")


def test_one_text_or_a_list_is_the_same_where_both_are_allowed(toll: Path) -> None:
    _, game = load(toll)
    assert game.by_id["toll-calf"].silence == ("T1",)
    assert [n.yomi for n in game.names] == [("みほんのふね",), ("みほんのうし",)]


def test_the_engine_gets_plain_tables_names_and_points(toll: Path) -> None:
    setting = load(toll)[1].setting
    assert setting.tables["fares"] == ({"key": "person", "value": 3}, {"key": "cow", "value": 5})
    assert all(type(row) is dict for row in setting.tables["fares"])
    assert setting.tables["names"][1]["aliases"] == ("見本の黒牛",)
    assert setting.tables["groups"] == ({"id": "animals", "members": ("見本の牛",), "same": False},)
    assert set(setting.points) == {"toll-fare", "toll-night", "toll-calf", "toll-bow"}


def test_an_engine_is_named_by_one_word_or_by_a_dotted_path(toll: Path) -> None:
    _, game = load(toll)
    assert game.engine_package == "tollgame.engine"
    assert dataclasses.replace(game, engine="gundam_war").engine_package == "gunbai.engine.gundam_war"
    assert dataclasses.replace(game, engine="none").engine_package == ""
    assert dataclasses.replace(game, engine="os; import x").engine_package == ""


def test_an_unknown_key_does_not_hide_the_ruling_that_has_it(toll: Path) -> None:
    change(toll / "fares.yaml", "    title: 渡し賃\n", "    title: 渡し賃\n    colour: red\n")
    corpus, game = load(toll)
    assert [(d.code, d.place.line, d.ruling) for d in corpus.defects] == [("unknown-key", 5, "toll-fare")]
    assert "toll-fare" in game.by_id
    assert not game.gaps.rulings


def test_a_ruling_that_cannot_be_taken_up_is_remembered_by_its_id(toll: Path) -> None:
    change(toll / "fares.yaml", "    certainty: stated\n", "    certainty: sure\n")
    corpus, game = load(toll)
    assert "toll-fare" not in game.by_id
    assert corpus.unread == game.gaps.rulings == {"toll-fare"}
    ((rest, bad),) = game.gaps.partly
    assert (rest.id, rest.see, bad) == ("toll-fare", ("toll-calf",), {"certainty"})


@pytest.mark.parametrize("content", ["rulings:\n  - id: toll-fare\n    title: [\n", "- id: toll-fare\n- {id: toll-x}\n"])
def test_ids_are_glimpsed_in_a_file_that_is_no_yaml(toll: Path, content: str) -> None:
    (toll / "fares.yaml").write_text(content, encoding="utf-8")
    corpus, game = load(toll)
    assert "toll-fare" in corpus.unread
    assert game.gaps.topics == {"fares"}
    assert not corpus.blind


def test_a_file_in_which_nothing_can_be_glimpsed_leaves_the_corpus_blind(toll: Path) -> None:
    (toll / "fares.yaml").write_bytes(b"\xff" * 20)
    assert load(toll)[0].blind


def test_a_game_that_cannot_be_read_still_has_its_other_files_checked(toll: Path) -> None:
    change(toll / "game.yaml", "title: 見本の渡し", "title: 3")
    change(toll / "fares.yaml", "kind: note", "kind: remark")
    change(toll / "names.yaml", "yomi: みほんのふね", "yomi: 1")
    corpus = load_corpus(toll.parent)
    assert corpus.games == ()
    assert {(d.place.file.split("/")[-1], d.code) for d in corpus.defects} == {
        ("game.yaml", "wrong-type"), ("fares.yaml", "wrong-value"), ("names.yaml", "wrong-type")}
    assert "toll-fare" in corpus.unread


def test_names_tables_and_house_files_may_be_missing(toll: Path) -> None:
    for path in (toll / "names.yaml", toll / "house" / "quiet.yaml", toll / "tables" / "fares.yaml"):
        path.unlink()
    corpus, game = load(toll)
    assert corpus.defects == ()
    assert (game.names, game.tables, dict(game.houses)) == ((), (), {})


def test_topic_files_are_all_yaml_files_but_game_and_names(toll: Path) -> None:
    (toll / "boats.yaml").write_text("rulings: []\n", encoding="utf-8")
    assert [p.name for p in ruling_files(toll)] == ["boats.yaml", "fares.yaml"]
    assert load(toll)[0].defects == ()


def test_hidden_and_private_directories_are_no_games(toll: Path) -> None:
    for name in (".git", "_drafts"):
        (toll.parent / name).mkdir()
    assert load(toll)[0].defects == ()


@pytest.mark.parametrize("key", INTERNAL[Ruling])
def test_what_the_reader_works_out_may_not_be_written(toll: Path, key: str) -> None:
    change(toll / "fares.yaml", "    title: 挨拶\n", f"    title: 挨拶\n    {key}: x\n")
    corpus, game = load(toll)
    assert [(d.code, d.place.line) for d in corpus.defects] == [("unknown-key", 80)]
    assert game.by_id["toll-bow"].topic == "fares"


def test_a_message_says_where_what_was_expected_what_was_found_and_a_hint() -> None:
    text = str(Defect(Place("rulings/a.yaml", 3), "a list", "“x”", "write one", "toll-x"))
    assert text == "rulings/a.yaml:3: [toll-x] expected a list; found “x”\n    hint: write one"
    assert str(Defect(Place("a", 1), "b", "c")) == "a:1: expected b; found c"


def test_the_badge_follows_from_certainty_and_the_lowest_authority() -> None:
    assert badge_of("stated", ("publisher", "author")) == "作者"
    assert badge_of("stated", ("publisher",)) == "公式"
    assert badge_of("stated", ("author", "judge", "player")) == "有志"
    assert badge_of("inferred", ("publisher",)) == "推定"
    assert badge_of("open", ("publisher",)) == "裁定待ち"


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_plain_file_is_refused_and_never_waited_for(toll: Path, kind: str) -> None:
    if kind == "pipe":
        os.mkfifo(toll / "boats.yaml")
    else:
        (toll / "boats.yaml").symlink_to("/dev/zero")
    assert [(d.code, d.place.file) for d in load_corpus(toll.parent).defects] == [
        ("unreadable", "rulings/toll/boats.yaml")]
