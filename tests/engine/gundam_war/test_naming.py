"""Names and wordings of GUNDAM WAR: identity is strict, whatever search folds together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.gundam_war.naming import (
    card_face, contains, counts_as_effect, gaining, known_as, same_model, same_name,
)
from gunbai.engine.kernel import Malformed, Point, Reading, Setting, run
from gunbai.text import fold

PAIRS = (("見本・甲ガタ", "見本・甲ガダ"), ("見本乙", "乙の見本"))
READINGS = (Reading("whole-only", "", "weak"), Reading("parts-too", "", "weak"))
SETTING = Setting(
    tables={
        "groups": (
            *({"id": f"same-{i}", "members": pair, "same": True} for i, pair in enumerate(PAIRS)),
            {"id": "other", "members": ("見本丙", "見本丁"), "same": False},
        ),
        "wordings": ({"written": "見本装甲(X)", "counts_as": "見本装甲"},),
    },
    points={"gw-special-names-part": Point("gw-special-names-part", "open", READINGS)},
)
POOL = (
    *(name for pair in PAIRS for name in pair), "見本甲ガタ", "｜見本《みほん》乙", "見本丙", "見本丁", "見本・丙", "")
NAMES = st.one_of(st.sampled_from(POOL), st.text("見本甲乙ガタダ・の", max_size=6))


@pytest.fixture(autouse=True)
def judged() -> Iterator[None]:
    with run(SETTING):
        yield


@given(NAMES, NAMES, NAMES)
def test_same_name_is_an_equivalence(a: str, b: str, c: str) -> None:
    with run(SETTING):
        assert same_name(a, a)
        assert same_name(a, b) == same_name(b, a)
        if same_name(a, b) and same_name(b, c):
            assert same_name(a, c)


def test_same_name_is_transitive_over_every_triple_of_the_known_names() -> None:
    related = {(a, b) for a, b in product(POOL, repeat=2) if same_name(a, b)}
    assert len(related) > len(POOL)
    assert all((a, d) in related for a, b in related for c, d in related if b == c)


@pytest.mark.parametrize(("one", "other"), [
    ("見本マーフィ", "見本マーフィー"), ("見本ガンダム", "見本がんだむ"), ("見本ヴァル", "見本バル"),
    ("見本-1", "見本1"), ("見本 機", "見本機"),
])
def test_names_that_search_folds_together_stay_apart(one: str, other: str) -> None:
    assert fold(one) == fold(other)
    assert not same_name(one, other)


def test_a_group_that_is_not_of_equal_names_makes_nothing_equal() -> None:
    assert not same_name("見本丙", "見本丁")


@given(NAMES, st.text("見本甲乙ガタダ", max_size=4), st.text("見本甲乙ガタダ", max_size=4))
def test_a_text_contains_every_name_that_counts_as_one_that_stands_in_it(name: str, before: str, after: str) -> None:
    with run(SETTING):
        for pair in PAIRS:
            for a, b in product(pair, repeat=2):
                assert contains(a, f"{before}{b}{after}", "名称")


def test_the_characters_of_a_wording_must_stand_together() -> None:
    assert contains("砲台", "見本砲台機", "名称")
    assert not contains("砲台", "見本砲の台", "名称")


def test_kyara_is_the_longer_word_in_texts_only() -> None:
    assert contains("自軍キャラクター", "自軍キャラをロールする", "テキスト")
    assert not contains("自軍キャラクター", "自軍キャラをロールする", "名称")


def test_effects_count_as_the_general_one_and_never_the_other_way_round() -> None:
    assert counts_as_effect("見本装甲(12)", "見本装甲")
    assert not counts_as_effect("見本装甲", "見本装甲(12)")
    assert not counts_as_effect("見本装甲", "見本装甲(X)")


def test_model_numbers_of_units_are_one_by_faction_and_number_together() -> None:
    faces = [card_face("見本機", "ユニット", f"M-{i}", f, n) for i, (f, n) in enumerate(product("甲乙", "12"))]
    for a, b in product(faces, repeat=2):
        assert same_model(a, b) == (a is b)
    assert same_model(faces[0], card_face("見本機", "ユニット", "M-9", "甲", "1"))


def test_model_numbers_that_differ_are_not_compared_without_faction_and_number() -> None:
    with pytest.raises(Malformed):
        same_model(card_face("見本機", "ユニット", "M-1"), card_face("見本機", "ユニット", "M-2"))


def test_a_gained_name_counts_in_the_field_only() -> None:
    card = gaining(card_face("見本の荒野", "オペレーション"), "見本の地")
    assert known_as(card, "見本の地", "場")
    assert not known_as(card, "見本の地", "ハンガー")
    assert known_as(card, "見本の荒野", "ハンガー")
