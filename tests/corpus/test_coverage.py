"""The lock against the corpus: cited, no rule, uncovered, dead."""

from __future__ import annotations

import dataclasses

import pytest

from gunbai.corpus.coverage import Cited, Dead, Exempt, addresses, coverage, coverage_defects
from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.lock import Lock, Locked
from gunbai.corpus.model import Game, Gaps
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.source import Citation, Document, NotARule

HERE = Place("rulings/toy/game.yaml", 1)
LOCK = "rulings/toy/sources.lock"


def ruling(name: str, *source: Citation) -> Ruling:
    """A ruling that cites these."""
    return Ruling(name, "decision", "題", "問い", "答え", "stated", source=source, place=Place("rulings/toy/t.yaml", 7))


def game(*rulings: Ruling, no_rule: tuple[NotARule, ...] = (), documents: tuple[Document, ...] = ()) -> Game:
    """A game with one audited document and one that is not, unless others are given."""
    known = documents or (Document("sheet", "表", "author", audited=True), Document("blog", "記事", "player"))
    return Game("toy", "toy-", "遊び", ("あそび",), "none", "", "", known, (), not_a_rule=no_rule, rulings=rulings,
                place=HERE)


def lock(*names: str, document: str = "sheet") -> Lock:
    """A lock with these addresses, from line 4 on."""
    return Lock(LOCK, tuple(Locked(document, f"{n:016x}", name, n + 4) for n, name in enumerate(names)))


def cite(at: str, document: str = "sheet", background: bool = False) -> Citation:
    """One citation."""
    return Citation(document, at, background=background)


def codes(defects: tuple[Defect, ...]) -> list[str]:
    """The codes of some defects."""
    return [defect.code for defect in defects]


@pytest.mark.parametrize(("at", "expected"), [
    ("甲#1", ("甲#1",)),
    ("甲/乙#2-4", ("甲/乙#2", "甲/乙#3", "甲/乙#4")),
    ("甲#1#2", ("甲#1#2",)),
    ("甲#3-3", ("甲#3",)),
    ("甲", ()), ("甲#", ()), ("甲#0", ()), ("甲#3-2", ()), ("甲#1-", ()), ("#1", ()), ("", ()), ("甲#1 ", ()),
    ("甲#1-999999", ()), ("甲#１", ()),
])
def test_an_at_stands_for_one_address_or_a_range(at: str, expected: tuple[str, ...]) -> None:
    assert addresses(at) == expected


def test_every_clause_is_cited_or_no_rule_or_uncovered() -> None:
    toy = game(ruling("toy-a", cite("甲#1-2")), ruling("toy-b", cite("甲#2")), no_rule=(
        NotARule("sheet", "冒頭#1", "題"),))
    found = coverage(toy, lock("冒頭#1", "甲#1", "甲#2", "甲#3"))
    assert found.cited == (Cited("sheet", "甲#1", ("toy-a",)), Cited("sheet", "甲#2", ("toy-a", "toy-b")))
    assert found.not_a_rule == (Exempt("sheet", "冒頭#1", "題"),)
    assert [row.address for row in found.uncovered] == ["甲#3"]
    assert not found.clean


def test_a_covered_lock_is_clean_and_gives_no_defects() -> None:
    toy = game(ruling("toy-a", cite("甲#1"), cite("どこか", "blog")))
    assert coverage(toy, lock("甲#1")).clean
    assert coverage_defects(toy, lock("甲#1")) == ()


def test_an_uncovered_clause_is_a_defect_at_its_line_of_the_lock() -> None:
    (defect,) = coverage_defects(game(ruling("toy-a", cite("甲#1"))), lock("甲#1", "甲#2"))
    assert (defect.code, str(defect.place)) == ("clause-uncovered", f"{LOCK}:5")
    assert "sheet: 甲#2" in defect.expected


def test_where_a_ruling_could_not_be_read_no_clause_is_called_uncovered() -> None:
    whole = game()
    assert codes(coverage_defects(whole, lock("甲#1"))) == ["clause-uncovered"]
    for gaps in (Gaps(topics=frozenset({"fares"})), Gaps(rulings=frozenset({"toll-fare"}))):
        assert codes(coverage_defects(dataclasses.replace(whole, gaps=gaps), lock("甲#1"))) == []


def test_a_ruling_that_cites_a_clause_twice_counts_once() -> None:
    found = coverage(game(ruling("toy-a", cite("甲#1"), cite("甲#1-2"))), lock("甲#1", "甲#2"))
    assert found.cited[0].rulings == ("toy-a",)


def test_a_citation_of_no_clause_is_dead_and_names_the_nearest() -> None:
    toy = game(ruling("toy-a", cite("甲#1-3")))
    found = coverage(toy, lock("甲#1", "甲#2"))
    assert found.dead == (Dead("sheet", "甲#1-3", ("甲#3",), "toy-a", Place("rulings/toy/t.yaml", 7), "甲#2"),)
    (defect,) = coverage_defects(toy, lock("甲#1", "甲#2"))
    assert (defect.code, defect.ruling, defect.found) == ("dead-citation", "toy-a", "甲#3")
    assert "甲#2" in defect.hint


def test_a_mistyped_heading_is_dead_and_names_the_nearest() -> None:
    toy = game(ruling("toy-a", cite("札の引き型#1"), cite("札の引き方#1")))
    assert coverage(toy, lock("札の引き方#1")).dead[0].near == "札の引き方#1"


def test_a_citation_that_is_no_address_is_dead() -> None:
    toy = game(ruling("toy-a", cite("甲"), cite("甲#1")))
    assert coverage(toy, lock("甲#1")).dead[0].missing == ()
    (defect,) = coverage_defects(toy, lock("甲#1"))
    assert "heading#n" in defect.expected
    assert defect.found == "“甲”"


def test_a_dead_entry_of_not_a_rule_is_a_defect_of_game_yaml() -> None:
    toy = game(ruling("toy-a", cite("甲#1")), no_rule=(NotARule("sheet", "乙#1", "題"),))
    (defect,) = coverage_defects(toy, lock("甲#1"))
    assert (defect.code, defect.ruling, defect.place) == ("dead-citation", "", HERE)
    assert "乙#1" in defect.hint


def test_no_rule_and_cited_as_one_is_a_contradiction() -> None:
    toy = game(ruling("toy-a", cite("甲#1")), no_rule=(NotARule("sheet", "甲#1", "題"),))
    assert codes(coverage_defects(toy, lock("甲#1"))) == ["clause-both"]


def test_what_is_no_rule_may_be_cited_as_background() -> None:
    no_rule = (NotARule("sheet", "甲#1", "題"),)
    toy = game(ruling("toy-a", cite("甲#1", background=True)), no_rule=no_rule)
    assert coverage_defects(toy, lock("甲#1")) == ()


def test_documents_that_are_not_audited_need_no_lock() -> None:
    assert coverage_defects(game(ruling("toy-a", cite("x", "blog")), documents=(
        Document("blog", "記事", "player"),)), Lock(LOCK)) == ()


def test_a_missing_lock_is_said_once_and_not_once_a_citation() -> None:
    gone = Lock(LOCK, (), (Defect(Place(LOCK, 1), "a lock", "no such file", code="no-lock"),))
    assert codes(coverage_defects(game(ruling("toy-a", cite("甲#1"), cite("甲#2"))), gone)) == ["no-lock"]


def test_an_audited_document_without_a_line_in_the_lock_is_a_defect() -> None:
    documents = (Document("sheet", "表", "author", audited=True), Document("more", "表", "author", audited=True))
    toy = game(ruling("toy-a", cite("甲#1"), cite("甲#1", "more")), documents=documents)
    (defect,) = coverage_defects(toy, lock("甲#1"))
    assert defect.code == "document-unlocked"
    assert "--document more" in defect.hint


def test_a_line_of_a_document_that_is_not_audited_is_a_defect() -> None:
    (defect,) = coverage_defects(game(documents=(Document("blog", "記事", "player"),)), lock("甲#1"))
    assert (defect.code, defect.place.line) == ("document-unaudited", 4)


def test_coverage_can_be_asked_for_one_document() -> None:
    documents = (Document("sheet", "表", "author", audited=True), Document("more", "表", "author", audited=True))
    both = Lock(LOCK, (*lock("甲#1").rows, *lock("乙#1", document="more").rows))
    toy = game(ruling("toy-a", cite("甲#1")), documents=documents)
    assert coverage(toy, both, "sheet").clean
    assert [row.address for row in coverage(toy, both).uncovered] == ["乙#1"]


def test_the_lock_s_own_defects_come_first() -> None:
    broken = Lock(LOCK, lock("甲#1").rows, (Defect(Place(LOCK, 9), "a", "b", code="lock-line"),))
    assert codes(coverage_defects(game(), broken)) == ["lock-line", "clause-uncovered"]
