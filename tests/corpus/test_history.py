"""Lines of predecessors and successors: which ruling was in force when."""

from __future__ import annotations

import dataclasses

import pytest
from gunbai.corpus.history import in_force_on, line_of_rulings, predecessor, successors
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Ruling


def ruling(name: str, since: str = "", until: str = "", replaces: str = "") -> Ruling:
    return Ruling(name, "note", name, "?", "!", "stated", since=since, until=until, replaces=replaces)


GAME = Game("g", "g-", "G", (), "none", "", "", (), (), rulings=(
    ruling("first", "unknown", "2005-12-31"),
    ruling("second", "2006-01-01", "2009-09-17", "first"),
    ruling("third", "2009-09-18", "", "second"),
    ruling("third-too", "2009-10-01", "", "second"),
    ruling("alone"),
))


@pytest.mark.parametrize("asked", ["first", "second", "third"])
@pytest.mark.parametrize(("date", "expected"), [
    ("1999-01-01", "first"), ("2005-12-31", "first"), ("2006-01-01", "second"), ("2009-09-17", "second"),
    ("2009-09-18", "third"),
])
def test_whichever_is_asked_the_one_in_force_is_found(asked: str, date: str, expected: str) -> None:
    found = in_force_on(GAME, GAME.by_id[asked], date)
    assert found is not None and found.id == expected


def test_of_two_successors_the_one_that_was_asked_answers_for_itself() -> None:
    found = in_force_on(GAME, GAME.by_id["third-too"], "2010-01-01")
    assert found is not None and found.id == "third-too"
    assert [r.id for r in successors(GAME, GAME.by_id["second"])] == ["third", "third-too"]


def test_before_a_line_begins_there_is_none() -> None:
    late = dataclasses.replace(GAME, rulings=(ruling("late", "2020-01-01"),))
    assert in_force_on(late, late.rulings[0], "2019-12-31") is None


def test_a_ring_of_replacements_ends() -> None:
    ring = dataclasses.replace(GAME, rulings=(ruling("a", replaces="b"), ruling("b", replaces="a")))
    assert {r.id for r in line_of_rulings(ring, ring.rulings[0])} == {"a", "b"}


def test_a_ruling_without_a_past_has_none() -> None:
    assert predecessor(GAME, GAME.by_id["alone"]) is None and successors(GAME, GAME.by_id["alone"]) == ()
