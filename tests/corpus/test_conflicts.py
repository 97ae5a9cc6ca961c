"""Two rulings on one question are found where both are in force on one day."""

from __future__ import annotations

from pathlib import Path

import pytest
from gunbai.corpus.checks import check_corpus
from gunbai.corpus.conflicts import conflict_defects, rivals
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus

GAME = """\
id: toy
prefix: toy-
title: 遊び
yomi: [あそび]
engine: none
about: 作り物
owner: なし
documents:
  - {id: sheet, title: 表, authority: author}
  - {id: old, title: 旧い表, authority: publisher, since: "2001-01-01", until: "2005-12-31"}
topics: [{id: draw, title: 引く}]
silences: {prefix: T, count: 0}
"""
RULING = """\
  - id: toy-{id}
    kind: note
    title: 引く{id}
    question: {question}
    answer: {answer}
    certainty: stated
    source: [{{document: {document}, at: "甲#1"{updated}}}]
"""


def game(tmp_path: Path, *rulings: dict[str, str]) -> Game:
    """A game of notes, each given by what differs."""
    directory = tmp_path / "rulings/toy"
    directory.mkdir(parents=True)
    (directory / "game.yaml").write_text(GAME, "utf-8")
    usual = {"question": "札は何枚引く？", "answer": "一枚。", "document": "sheet", "updated": ""}
    text = "rulings:\n"
    for ruling in rulings:
        text += RULING.format(**{**usual, **ruling})
        text += "".join(f"    {k}: {ruling[k]}\n" for k in ("since", "until", "replaces") if k in ruling)
    (directory / "draw.yaml").write_text(text, "utf-8")
    corpus = load_corpus(tmp_path / "rulings")
    assert not corpus.defects
    assert {d.code for d in check_corpus(corpus)} <= {"conflict", "bad-date"}
    return corpus.games[0]


def test_the_same_question_with_another_answer_is_a_conflict(tmp_path: Path) -> None:
    (defect,) = conflict_defects(game(tmp_path, {"id": "a"}, {"id": "b", "answer": "二枚。"}))
    assert str(defect) == (
        "rulings/toy/draw.yaml:12: [toy-b] expected one answer to a question on one day; found toy-a and toy-b answer it "
        "otherwise, both in force since ever\n    hint: join them, or say with `until:` and `replaces:` which follows which")


def test_width_kana_and_marks_do_not_make_another_question(tmp_path: Path) -> None:
    assert len(list(conflict_defects(game(tmp_path, {"id": "a", "question": "カードは１枚？"},
                                          {"id": "b", "question": "かーどは1枚?", "answer": "二枚。"})))) == 1


def test_another_question_is_no_conflict(tmp_path: Path) -> None:
    found = game(tmp_path, {"id": "a"}, {"id": "b", "question": "札は何枚捨てる？", "answer": "二枚。"})
    assert not list(conflict_defects(found))


@pytest.mark.parametrize(("since", "defects"), [('"2009-09-18"', 0), ('"2009-09-17"', 2), ("unknown", 0)])
def test_a_predecessor_must_have_ended_before_its_successor_begins(tmp_path: Path, since: str, defects: int) -> None:
    found = game(tmp_path, {"id": "a", "until": '"2009-09-17"'},
                 {"id": "b", "answer": "二枚。", "since": since, "replaces": "toy-a"},
                 {"id": "c", "question": "ほかの問い", "replaces": "toy-a", "since": since})
    assert len(list(conflict_defects(found))) == defects


def test_rulings_into_which_one_was_split_are_no_rivals(tmp_path: Path) -> None:
    found = game(tmp_path, {"id": "a", "until": '"2009-09-17"'},
                 {"id": "b", "question": "甲の札を引く？", "since": '"2009-09-18"', "replaces": "toy-a"},
                 {"id": "c", "question": "山はいつ切る？", "since": '"2009-09-18"', "replaces": "toy-a"})
    assert not list(rivals(found))


@pytest.mark.parametrize(("more", "date"), [
    ({"since": '"2000-01-01"'}, "since 2000-01-01"), ({"since": '"2006-01-01"'}, "since 2006-01-01"),
    ({"until": '"2006-01-01"'}, "until 2006-01-01"), ({"updated": ', updated: "2006-01-01"'}, "updated 2006-01-01"),
])
def test_a_ruling_claims_no_day_on_which_its_source_was_not_valid(
        tmp_path: Path, more: dict[str, str], date: str) -> None:
    game(tmp_path, {"id": "a", "document": "old", **more})
    (defect,) = check_corpus(load_corpus(tmp_path / "rulings"))
    assert defect.code == "bad-date" and defect.found == date and "old (2001-01-01 to 2005-12-31)" in defect.expected


def test_a_ruling_within_the_dates_of_its_source_is_right(tmp_path: Path) -> None:
    game(tmp_path, {"id": "a", "document": "old", "since": '"2001-01-01"', "until": '"2005-12-31"'})
    assert not list(check_corpus(load_corpus(tmp_path / "rulings")))


def test_the_badge_is_that_of_the_lowest_authority_that_a_ruling_rests_on(tmp_path: Path) -> None:
    found = game(tmp_path, {"id": "a", "document": "old"}, {"id": "b", "question": "ほか", "document": "sheet"})
    assert [r.badge for r in found.rulings] == ["公式", "作者"]
