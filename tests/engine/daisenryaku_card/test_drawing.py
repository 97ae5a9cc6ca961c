"""引いたカード: where a drawn card goes, the limit of nine, the three cards of an aid."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.drawing import (
    aid_drawn, aided, discard, draw, hand_after, may_discard, over_limit, receive,
)
from gunbai.engine.daisenryaku_card.given import table_of
from gunbai.engine.daisenryaku_card.state import AID, Game
from gunbai.engine.kernel import Illegal, Malformed, Setting, run

SIDES = ("アメリカ", "ソビエト", "NATO")
HOLD = [f"見本A{n:02}" for n in range(1, 17)]
BAG = [*(f"見本P{n:02}" for n in range(2, 8)), "見本地形1", *["修理カード", "貿易カード", "戦争／軍事援助カード"] * 3]
ANY = st.sampled_from(BAG)


def cards(game: Game) -> Counter[str]:
    return Counter(one.name for place in (*game.hands, game.pile, game.discards, game.held) for one in place)


@given(st.integers(0, 9), ANY)
def test_drawing_moves_one_card_and_loses_none(setting: Setting, size: int, top: str) -> None:
    with run(setting):
        before = table_of(SIDES, (tuple(HOLD[:size]), ("見本P01",), ()), (top, "見本R01"))
        after = draw(before)
        assert cards(after) == cards(before)
        assert len(after.pile) == 1
        assert len(after.hands[0]) == hand_after(before.pile[0].kind, size)
        assert (after.phase == "捨てる") == over_limit(len(after.hands[0]))


@given(st.integers(0, 9))
def test_after_discarding_the_hand_is_at_the_limit(setting: Setting, which: int) -> None:
    with run(setting):
        game = draw(table_of(SIDES, (tuple(HOLD[:9]), (), ()), ("修理カード", "見本R01")))
        gone = game.hands[0][which]
        after = discard(game, gone.name)
        assert len(after.hands[0]) == 9 and after.discards == (gone,) and after.turn == 1


@given(st.permutations(BAG).map(lambda bag: bag[:3]), st.integers(0, 6))
def test_an_aid_never_breaks_the_limit(setting: Setting, top: list[str], size: int) -> None:
    with run(setting):
        before = table_of(SIDES, (tuple(HOLD[:size]), (), ()), (*top, "見本R01"))
        after = receive(before)
        assert cards(after) == cards(before)
        assert len(after.hands[0]) == size + len(aided(tuple(top))) <= 9
        assert len(after.pile) == 1


@pytest.mark.parametrize(("key", "drawn"), [("go-on", 3), ("stop", 1)])
def test_a_pile_that_runs_out_during_an_aid_is_read_in_two_ways(setting: Setting, key: str, drawn: int) -> None:
    with run(setting.choosing({"dsc-aid-pile-out": key})):
        after = receive(table_of(SIDES, ((), (), ()), ("見本A01",), ("見本A02", "見本A03", "見本A04")))
        assert len(after.hands[0]) == drawn == aid_drawn(1)


@pytest.mark.parametrize("key", ["game-ends", "no-draw"])
def test_an_aid_ends_where_nothing_can_be_drawn(setting: Setting, key: str) -> None:
    with run(setting.choosing({"dsc-empty-pile": key})):
        after = receive(table_of(SIDES, ((), (), ()), ("見本A01",), ("見本A02",)))
        assert [one.name for one in after.hands[0]] == ["見本A01"]


def test_a_war_card_waits_beside_the_piles_under_the_other_reading(setting: Setting) -> None:
    with run(setting.choosing({"dsc-war-card-moment": "after"})):
        game = draw(table_of(SIDES, ((), (), ()), (AID,)))
        assert [one.name for one in game.held] == [AID] and not game.discards


def test_only_a_card_of_the_hand_can_be_discarded() -> None:
    game = draw(table_of(SIDES, (tuple(HOLD[:9]), ("見本P01",), ()), ("修理カード",)))
    with pytest.raises(Malformed):
        discard(game, "見本P01")
    with pytest.raises(Illegal):
        draw(game)


def test_the_drawn_card_may_go_by_default() -> None:
    assert may_discard("修理カード", "修理カード")
