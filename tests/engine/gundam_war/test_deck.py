"""Decks of GUNDAM WAR: limits, names with and without 型番, the opening hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.gundam_war.deck import (
    copies_of, legal_deck, opening_hand, playable_after, redraw, same_for_limit, same_in_deck,
)
from gunbai.engine.gundam_war.naming import card_face
from gunbai.engine.kernel import Illegal, Malformed, Point, Reading, Setting, Undecided, run

LIMITS = {"デッキの枚数": 50, "同じ名称の枚数": 3, "特殊Gの枚数": 6, "ユニークの枚数": 3, "最初の手札": 6}
SETTING = Setting(
    tables={
        "groups": ({"id": "same", "members": ("見本甲", "見本乙"), "same": True},),
        "limits": tuple({"key": k, "value": v} for k, v in LIMITS.items()),
        "redraws": ({"key": "a", "value": 5}, {"key": "b", "value": 4}, {"key": "c", "value": 3}),
    },
    points={"gw-deck-limit-model": Point("gw-deck-limit-model", "open", tuple(
        Reading(k, "", "weak") for k in ("without-model", "with-model")))},
)


@pytest.fixture(autouse=True)
def judged() -> Iterator[None]:
    with run(SETTING):
        yield


@given(st.integers(0, 8), st.integers(0, 8), st.integers(0, 8))
def test_a_deck_is_legal_exactly_within_its_limits(units: int, special: int, unique: int) -> None:
    with run(SETTING):
        entries = (
            copies_of(card_face("見本機"), units), copies_of(card_face("見本の特殊G", "特殊G"), special),
            copies_of(card_face("見本の英雄", effects=("ユニーク",)), unique),
            copies_of(card_face("見本の基本G", "基本G"), 50 - units - special - unique),
        )
        try:
            legal = legal_deck(entries)
        except Illegal:
            legal = False
    assert legal == (units <= 3 and special <= 6 and unique <= 3)


@pytest.mark.parametrize("size", [0, 49, 51])
def test_a_deck_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(Illegal) as error:
        legal_deck((copies_of(card_face("見本の基本G", "基本G"), size),))
    assert error.value.rulings == ("gw-deck-size",)


def test_names_that_count_as_one_share_the_limit_of_three() -> None:
    rest = copies_of(card_face("見本の基本G", "基本G"), 46)
    with pytest.raises(Illegal) as error:
        legal_deck((rest, copies_of(card_face("見本甲"), 2), copies_of(card_face("見本乙", "キャラクター"), 2)))
    assert error.value.rulings == ("gw-deck-three",)


def test_the_model_number_counts_in_deck_building_and_not_in_play() -> None:
    one = card_face("見本機", "ユニット", "M-1", "甲", "1")
    other = card_face("見本機", "ユニット", "M-2", "甲", "2")
    assert not same_in_deck(one, other)
    assert same_for_limit("1枚制限", one, other)
    with pytest.raises(Undecided):
        same_for_limit("1枚制限/デッキ", one, other)


def test_only_a_card_with_the_limit_bars_its_name_for_the_turn() -> None:
    plain, limited = card_face("見本甲", "コマンド"), card_face("見本乙", "コマンド", effects=("ターン1枚制限",))
    assert playable_after(plain, limited)
    assert playable_after(limited, plain, True)
    with pytest.raises(Illegal):
        playable_after(limited, plain)


@given(st.lists(st.integers(0, 3), max_size=4))
def test_redraws_never_lose_a_card_and_never_grow_the_hand(gs: list[int]) -> None:
    with run(SETTING):
        hand = opening_hand(50)
        for n, g in enumerate(gs):
            if hand.redraws == 3:
                with pytest.raises(Illegal):
                    redraw(hand, g)
                return
            after = redraw(hand, g)
            assert after.size + after.home == 50
            assert (after.size == hand.size) == (n == 0 and g == 0)
            assert after.size <= hand.size
            hand = after


def test_a_deck_smaller_than_the_hand_is_refused() -> None:
    with pytest.raises(Malformed):
        opening_hand(5)
