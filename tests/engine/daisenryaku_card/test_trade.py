"""貿易: a trade swaps one card for one, whoever the partner is."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.components import card
from gunbai.engine.daisenryaku_card.drawing import draw
from gunbai.engine.daisenryaku_card.given import table_of
from gunbai.engine.daisenryaku_card.state import Counts
from gunbai.engine.daisenryaku_card.trade import give, partners, swap, trade, traded
from gunbai.engine.kernel import Illegal, Malformed, Setting, run

SIDES = ("アメリカ", "ソビエト", "NATO")
names = st.lists(st.sampled_from(["見本A01", "見本P01", "見本R01", "修理カード"]), max_size=9).map(tuple)


@given(names, names.filter(bool), st.data())
def test_a_trade_changes_no_hand_size_and_loses_no_card(
        setting: Setting, own: tuple[str, ...], other: tuple[str, ...], data: st.DataObject) -> None:
    with run(setting):
        mine, theirs = tuple(map(card, own)), tuple(map(card, other))
        taken = data.draw(st.sampled_from(theirs))
        given_back = data.draw(st.sampled_from((*mine, taken)))
        new_mine, new_theirs = swap(mine, theirs, taken, given_back)
    assert (len(new_mine), len(new_theirs)) == (len(mine), len(theirs))
    assert Counter((*new_mine, *new_theirs)) == Counter((*mine, *theirs))


@given(st.lists(st.integers(0, 3), min_size=3, max_size=6), st.sampled_from(["with-cards", "anyone"]))
def test_the_partner_is_always_somebody_else(setting: Setting, hands: list[int], key: str) -> None:
    held = Counts(tuple((str(i), n) for i, n in enumerate(hands)))
    with run(setting.choosing({"dsc-trade-partner": key})):
        found = partners("0", held)
    assert "0" not in found
    assert bool(found) == any(hands[1:])


def test_a_card_that_is_taken_at_random_comes_from_the_partner() -> None:
    for size in range(1, 6):
        pile = ("貿易カード", *(f"見本R{n:02}" for n in range(1, size + 1)))  # the random choice depends on the pile
        game = trade(draw(table_of(SIDES, (("見本A01",), ("見本P01", "見本P02", "修理カード"), ()), pile)), "ソビエト")
        assert game.drawn in game.hands[1]


def test_the_whole_trade_is_played_before_the_turn_ends() -> None:
    game = draw(table_of(SIDES, (("見本A01",), ("見本P01",), ()), ("貿易カード",)))
    with pytest.raises(Illegal):
        trade(game, "アメリカ")
    game = trade(game, "ソビエト")
    assert game.turn == 0
    with pytest.raises(Malformed):
        give(game, "見本R16")
    game = give(game, "見本A01")
    assert game.turn == 1 and [one.name for one in game.hands[1]] == ["見本A01"]


def test_a_hand_that_is_left_empty_is_shown_as_such() -> None:
    assert traded((), ("見本A01",), "見本A01", "見本A01") == ("手札なし", "見本A01")
