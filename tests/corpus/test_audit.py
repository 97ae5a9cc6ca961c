"""A document against its lock: new, gone, changed, moved, the same."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from gunbai.corpus.audit import Affected, Changes, audit_report, compare
from gunbai.corpus.clauses import Clause, Style, split
from gunbai.corpus.defect import Place
from gunbai.corpus.lock import Lock, Locked, lock_of
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.source import Citation, Document, NotARule

SHEET = Style(headings=("■(?P<h>.+)$",))


def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of a made-up document."""
    return split(text, SHEET)


def rows(text: str) -> tuple[Locked, ...]:
    """The lock's rows of a made-up document."""
    return lock_of("sheet", clauses(text))


def changes(before: str, after: str) -> Changes:
    """How one text differs from another."""
    return compare(clauses(after), rows(before))


def moves(found: Changes) -> list[tuple[str, str]]:
    """Old and new addresses of what has moved."""
    return [(pair.old.address, pair.new.address) for pair in found.moved]


def edits(found: Changes) -> list[tuple[str, str]]:
    """Old and new addresses of what has changed."""
    return [(pair.old.address, pair.new.address) for pair in found.changed]


BEFORE = "■甲\n一。二。三。\n■乙\n四。五。"


def test_a_document_that_is_the_same_is_clean() -> None:
    found = changes(BEFORE, BEFORE)
    assert found.clean
    assert len(found.same) == 5


def test_width_and_line_ends_are_no_change() -> None:
    assert changes("■甲\n札は２枚（任意）。\n", "■甲\r\n札は2枚 (任意)。").clean


def test_an_inserted_clause_is_new_and_moves_those_behind_it() -> None:
    found = changes(BEFORE, "■甲\n一。新。二。三。\n■乙\n四。五。")
    assert [c.address for c in found.new] == ["甲#2"]
    assert moves(found) == [("甲#2", "甲#3"), ("甲#3", "甲#4")]
    assert not found.changed
    assert not found.gone


def test_a_removed_clause_is_gone_and_moves_those_behind_it() -> None:
    found = changes(BEFORE, "■甲\n一。三。\n■乙\n四。五。")
    assert [row.address for row in found.gone] == ["甲#2"]
    assert moves(found) == [("甲#3", "甲#2")]


def test_other_words_at_the_same_place_are_a_change() -> None:
    assert edits(changes(BEFORE, "■甲\n一。二だけ。三。\n■乙\n四。五。")) == [("甲#2", "甲#2")]


def test_a_clause_that_changed_and_was_pushed_along_is_one_change() -> None:
    found = changes(BEFORE, "■甲\n新。一。二だけ。三。\n■乙\n四。五。")
    assert edits(found) == [("甲#2", "甲#3")]
    assert [c.address for c in found.new] == ["甲#1"]
    assert not found.gone


def test_a_renamed_heading_moves_its_clauses() -> None:
    found = changes(BEFORE, BEFORE.replace("乙", "丙"))
    assert moves(found) == [("乙#1", "丙#1"), ("乙#2", "丙#2")]
    assert not found.new


def test_clauses_under_another_heading_are_not_taken_for_changes() -> None:
    found = changes(BEFORE, "■甲\n一。二。三。\n■丙\n六。七。")
    assert [c.address for c in found.new] == ["丙#1", "丙#2"]
    assert [row.address for row in found.gone] == ["乙#1", "乙#2"]
    assert not found.changed


def test_the_same_words_under_two_headings_stay_where_they_are() -> None:
    before = "■甲\n一。表を見よ。\n■乙\n表を見よ。"
    found = changes(before, "■甲\n一。零。表を見よ。\n■乙\n表を見よ。")
    assert moves(found) == [("甲#2", "甲#3")]
    assert [p.new.address for p in found.same] == ["甲#1", "乙#1"]


def test_everything_is_new_without_a_lock() -> None:
    found = compare(clauses(BEFORE), ())
    assert len(found.new) == 5


TEXTS = st.lists(st.sampled_from(["■甲", "■乙", "一。", "二。", "三。四。", "五"]), max_size=12).map("\n".join)


@given(TEXTS, TEXTS)
def test_every_clause_and_every_row_is_counted_exactly_once(before: str, after: str) -> None:
    found = changes(before, after)
    pairs = (*found.same, *found.changed, *found.moved)
    new = [*(p.new for p in pairs), *found.new]
    old = [*(p.old for p in pairs), *found.gone]
    assert sorted(c.address for c in new) == sorted(c.address for c in clauses(after))
    assert sorted(r.address for r in old) == sorted(r.address for r in rows(before))


@given(TEXTS)
def test_no_document_differs_from_its_own_lock(text: str) -> None:
    assert changes(text, text).clean


@given(st.lists(st.sampled_from("一二三四五六七八九"), unique=True, max_size=9), st.integers(0, 9))
def test_one_added_sentence_is_one_new_clause_and_nothing_else(words: list[str], where: int) -> None:
    added = [*words[:where], "新しい文", *words[where:]]
    found = changes("■甲\n序。" + "".join(f"{w}。" for w in words), "■甲\n序。" + "".join(f"{w}。" for w in added))
    assert [c.text for c in found.new] == ["新しい文。"]
    assert not found.gone
    assert not found.changed
    assert len(found.moved) == len(words[where:])


def toy(*rulings: Ruling, no_rule: tuple[NotARule, ...] = ()) -> Game:
    """A game with one audited document."""
    documents = (Document("sheet", "表", "author", audited=True),)
    return Game("toy", "toy-", "遊び", ("あそび",), "none", "", "", documents, (), not_a_rule=no_rule,
                rulings=rulings, place=Place("rulings/toy/game.yaml", 1))


def ruling(name: str, at: str) -> Ruling:
    """A ruling that cites one thing."""
    return Ruling(name, "decision", "題", "問い", "答え", "stated", source=(Citation("sheet", at),),
                  place=Place("rulings/toy/t.yaml", 7))


def test_a_clean_report_has_one_line_of_counts_and_one_of_coverage() -> None:
    game = toy(ruling("toy-a", "甲#1-3"), ruling("toy-b", "乙#1"), no_rule=(NotARule("sheet", "乙#2", "挨拶"),))
    report = audit_report(game, Lock("sources.lock", rows(BEFORE)), "sheet", clauses(BEFORE))
    assert report.clean
    assert list(report.lines()) == [
        "toy, sheet: 5 clauses (5 the same)",
        "5 of 5 clauses are covered: 4 cited, 1 not a rule (20 %), 0 uncovered",
    ]


def test_the_report_names_the_rulings_that_a_change_touches() -> None:
    game = toy(ruling("toy-a", "甲#1-2"), ruling("toy-b", "甲#3"), ruling("toy-c", "乙#1"), ruling("toy-d", "甲#4"),
               no_rule=(NotARule("sheet", "乙#2", "挨拶"),))
    after = "■甲\n一。二だけ。新。三。\n■乙\n四。"
    report = audit_report(game, Lock("sources.lock", rows(BEFORE)), "sheet", clauses(after))
    assert report.affected == (
        Affected("toy-a", "甲#1-2", "甲#2", "甲#2"), Affected("toy-b", "甲#3", "甲#3", "甲#4"),
        Affected("", "乙#2", "乙#2", ""),
    )
    assert not report.clean
    text = "\n".join(report.lines())
    assert "5 clauses (2 the same, 1 new, 1 changed, 1 moved, 1 gone)" in text
    assert "new        甲#3  新。" in text
    assert "changed    甲#2  二だけ。" in text
    assert "moved      甲#3 → 甲#4" in text
    assert "gone       乙#2" in text
    assert "look at    toy-a: 甲#1-2 (甲#2 has other words now)" in text
    assert "look at    toy-b: 甲#3 (甲#3 is 甲#4 now)" in text
    assert "look at    not_a_rule: 乙#2 (乙#2 is gone)" in text
    assert "no clause  not_a_rule: 乙#2 at rulings/toy/game.yaml:1; did you mean 乙#1?" in text


def test_the_report_shows_what_is_uncovered_dead_or_both() -> None:
    game = toy(ruling("toy-a", "甲#1"), ruling("toy-b", "甲"), no_rule=(NotARule("sheet", "甲#1", "題"),))
    report = audit_report(game, Lock("sources.lock", rows("■甲\n一。二。")), "sheet", clauses("■甲\n一。二。"))
    text = "\n".join(report.lines())
    assert "uncovered  甲#2" in text
    assert "both       甲#1 is under not_a_rule and cited by toy-a" in text
    assert "no clause  toy-b: 甲 (is not of the form heading#n) at rulings/toy/t.yaml:7" in text
    assert "1 of 2 clauses are covered: 1 cited, 0 not a rule (0 %), 1 uncovered" in text


def test_the_report_for_programs_is_plain_json() -> None:
    game = toy(ruling("toy-a", "甲#1-2"), ruling("toy-b", "丁#1"))
    after = "■甲\n一。二だけ。新。三。\n■乙\n四。"
    report = audit_report(game, Lock("sources.lock", rows(BEFORE)), "sheet", clauses(after))
    data = json.loads(json.dumps(report.to_dict()))
    assert data["new"] == [{"address": "甲#3", "line": 2, "text": "新。"}]
    assert data["changed"] == [{"from": "甲#2", "to": "甲#2", "line": 2, "text": "二だけ。"}]
    assert data["moved"] == [{"from": "甲#3", "to": "甲#4", "line": 2}]
    assert data["gone"] == ["乙#2"]
    assert data["affected"] == [{"ruling": "toy-a", "at": "甲#1-2", "from": "甲#2", "to": "甲#2"}]
    assert data["uncovered"] == ["甲#3", "甲#4", "乙#1"]
    assert data["cited"] == {"甲#1": ["toy-a"], "甲#2": ["toy-a"]}
    assert data["dead"] == [{"ruling": "toy-b", "at": "丁#1", "missing": ["丁#1"], "file": "rulings/toy/t.yaml",
                             "line": 7, "near": "甲#1"}]
    assert (data["clauses"], data["same"], data["clean"]) == (5, 2, False)
