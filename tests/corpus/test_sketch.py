"""A sketch tells how alike two texts are, and no more."""

from __future__ import annotations

from gunbai.corpus.clauses import Clause, Style, split
from gunbai.corpus.audit import compare
from gunbai.corpus.lock import lock_of
from gunbai.corpus.sketch import SKETCH_LENGTH, likeness, sketch_of
from hypothesis import given
from hypothesis import strategies as st

LONG = "カードを引いた時、手札が７枚以上なら、その人は戦争を始める。相手は手札が７枚以上の人から選ぶ。"


@given(st.text())
def test_every_text_has_a_sketch_that_is_wholly_like_itself(text: str) -> None:
    sketch = sketch_of(text)
    assert len(sketch) == SKETCH_LENGTH and likeness(sketch, sketch) == 1


def test_width_and_white_space_do_not_count() -> None:
    assert sketch_of("手札 ７枚\n以上") == sketch_of("手札7枚以上")


def test_changed_words_stay_alike_and_other_texts_are_not() -> None:
    changed = LONG.replace("７枚", "８枚", 1)
    assert likeness(sketch_of(LONG), sketch_of(changed)) > 0.7
    assert likeness(sketch_of(LONG), sketch_of("盤の上のモンスターは、向きに応じた値で戦い、値の小さい方が破壊される。")) < 0.2


def test_of_a_long_text_the_beginning_counts() -> None:
    begins = "".join(f"{n}枚目の札。" for n in range(400))[:2_000]
    assert sketch_of(begins + LONG) == sketch_of(begins + "別の文。" * 100_000) == sketch_of(begins)
    assert sketch_of(begins[:1_000] + LONG + begins[1_000 + len(LONG):]) != sketch_of(begins)


def test_of_what_has_no_sketch_nothing_is_known() -> None:
    assert likeness("", sketch_of("a")) == 0


def clauses(text: str) -> tuple[Clause, ...]:
    return split(text, Style(headings=("■(?P<h>.+)$",)))


def test_a_clause_that_moved_under_another_heading_and_was_reworded_is_followed() -> None:
    before = clauses(f"■甲\n{LONG}\n札は裏に置く。\n■乙\n山が無くなれば作り直す。\n")
    after = clauses(f"■甲\n札は裏に置く。\n■乙\n山が無くなれば作り直す。\n{LONG.replace('７枚', '８枚')}\n")
    found = compare(after, lock_of("d", before))
    assert [(p.old.address, p.new.address) for p in found.changed] == [("甲#1", "乙#2"), ("甲#2", "乙#3")]
    assert [(p.old.address, p.new.address) for p in found.moved] == [("甲#3", "甲#1")]
    assert not found.new and not found.gone


def test_a_renumbered_document_has_only_moved() -> None:
    before = clauses("■甲\n一つ目の決まり。二つ目の決まり。三つ目の決まり。\n")
    after = clauses("■甲\n全く新しい前置きの文がここに入る。一つ目の決まり。二つ目の決まり。三つ目の決まり。\n")
    found = compare(after, lock_of("d", before))
    assert len(found.moved) == 3 and len(found.new) == 1 and not found.changed and not found.gone
