"""What began, changed and ended, and how a text changed."""

from __future__ import annotations

from pathlib import Path

from gunbai.corpus.changes import all_changes, pieces
from gunbai.corpus.reader import load_corpus
from hypothesis import given
from hypothesis import strategies as st

RULINGS = Path(__file__).parents[2] / "rulings"


def test_a_successor_is_a_change_of_its_predecessor_which_is_not_listed_as_ended() -> None:
    found = [c for c in all_changes(load_corpus(RULINGS)) if c.ruling.id in ("gw-purple-dual", "gw-purple-dual-old")]
    assert [(c.date, c.what, c.ruling.id, c.before and c.before.id) for c in found] == [
        ("2009-09-18", "changed", "gw-purple-dual", "gw-purple-dual-old")]


def test_the_newest_come_first_and_a_day_cuts_them() -> None:
    corpus = load_corpus(RULINGS)
    dates = [c.date for c in all_changes(corpus)]
    assert dates == sorted(dates, reverse=True) and min(dates) < "2009-09-18"
    assert {c.date for c in all_changes(corpus, "2009-09-18")} == {d for d in dates if d >= "2009-09-18"}


def test_a_ruling_that_only_ended_is_listed_on_its_last_day(library: Path) -> None:
    path = library / "rulings/mihon/notes.yaml"
    path.write_text(path.read_text("utf-8").replace("    title: 笛の見分け\n", '    title: 笛の見分け\n    until: "2011-02-03"\n'), "utf-8")
    found = all_changes(load_corpus(library / "rulings"))
    assert (found[0].date, found[0].what, found[0].ruling.id) == ("2011-02-03", "ended", "mh-horn")


def test_what_was_taken_out_and_put_in_is_told_apart() -> None:
    assert [(p.what, p.text) for p in pieces("two cards may be drawn", "three cards may be drawn")] == [
        ("out", "two "), ("in", "three "), ("same", "cards may be drawn")]


@given(st.text(), st.text())
def test_the_pieces_give_both_texts_again(before: str, after: str) -> None:
    found = pieces(before, after)
    assert "".join(p.text for p in found if p.what != "in") == before
    assert "".join(p.text for p in found if p.what != "out") == after
