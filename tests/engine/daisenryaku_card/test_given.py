"""途中の卓: a table laid out by hand is taken where a game can come to it, and refused where none can."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.components import copies, deck
from gunbai.engine.daisenryaku_card.given import table_of
from gunbai.engine.daisenryaku_card.setup import open_game
from gunbai.engine.kernel import Malformed, Setting, run

SIDES = ("アメリカ", "ソビエト", "NATO")
EMPTY: tuple[tuple[str, ...], ...] = ((), (), ())


def test_a_table_can_be_laid_out_by_hand() -> None:
    game = table_of(SIDES, (("見本A01",), (), ("修理カード",)), ("貿易カード",), turn="NATO", won=(1, 0, 2))
    assert game.turn == 2 and [len(hand) for hand in game.hands] == [1, 0, 1] and sum(game.wins) == 3


@given(st.integers(0, 10 ** 6))
def test_every_table_that_a_set_up_makes_can_be_laid_out(setting: Setting, seed: int) -> None:
    with run(setting):
        game = open_game(SIDES, seed)
        hands = tuple(tuple(one.name for one in hand) for hand in game.hands)
        again = table_of(SIDES, hands, tuple(one.name for one in game.pile))
    assert (again.hands, again.pile) == (game.hands, game.pile)


def test_no_more_copies_of_a_card_lie_on_the_table_than_the_deck_has() -> None:
    for one in set(deck()):
        names = (one.name,) * copies(one)
        table_of(SIDES, EMPTY, names)
        with pytest.raises(Malformed):
            table_of(SIDES, EMPTY, names, (one.name,))


def test_the_copies_of_all_cards_make_up_the_deck() -> None:
    assert sum(map(copies, set(deck()))) == len(deck())


@pytest.mark.parametrize("hand", [
    tuple(f"見本A{n:02}" for n in range(1, 11)), ("貿易カード",), ("戦争／軍事援助カード",), ("予備カード",)])
def test_a_hand_that_nobody_holds_is_refused(hand: tuple[str, ...]) -> None:
    with pytest.raises(Malformed):
        table_of(SIDES, ((), hand, ()))


def test_two_winners_are_refused_where_the_first_ends_the_game(setting: Setting) -> None:
    table_of(SIDES, EMPTY, won=(5, 4, 0))
    with pytest.raises(Malformed):
        table_of(SIDES, EMPTY, won=(5, 5, 0))
    with run(setting.choosing({"dsc-wins-at-once": "not-at-once"})):
        assert sum(table_of(SIDES, EMPTY, won=(5, 5, 0)).wins) == 10
