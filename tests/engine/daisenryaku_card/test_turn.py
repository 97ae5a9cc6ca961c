"""手番: the order of the turns, the empty pile, what is open to view."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.given import table_of
from gunbai.engine.daisenryaku_card.state import AID, Counts, replace
from gunbai.engine.daisenryaku_card.turn import OVER, counts, end_turn, expect, following, take
from gunbai.engine.kernel import Illegal, Malformed, Setting, run

SIDES = ("アメリカ", "ソビエト", "NATO")
HANDS = (("見本A01",), (), ("見本P01",))


@given(st.lists(st.integers(0, 9), min_size=3, max_size=6))
def test_the_turns_go_around_the_whole_table(setting: Setting, hands: list[int]) -> None:
    held = Counts(tuple((str(i), n) for i, n in enumerate(hands)))
    with run(setting):
        seen, now = [], "0"
        for _ in hands:
            now = following(now, held)
            seen.append(now)
    assert seen == [*map(str, range(1, len(hands))), "0"]


@given(st.lists(st.integers(0, 2), min_size=3, max_size=6))
def test_under_the_other_reading_nobody_without_cards_takes_a_turn(setting: Setting, hands: list[int]) -> None:
    held = Counts(tuple((str(i), n) for i, n in enumerate(hands)))
    with run(setting.choosing({"dsc-nobody-out": "drops-out"})):
        after = following("0", held)
    assert hands[int(after)] > 0 or not any(hands)


def test_hand_sizes_stand_in_seat_order() -> None:
    assert counts(us=3, japan=0).held == (("アメリカ", 3), ("日本", 0))


def test_an_empty_pile_is_made_of_all_discards_and_no_other_card() -> None:
    game = table_of(SIDES, HANDS, (), ("見本R01", "見本R02", "修理カード"))
    after = take(game)
    assert after.drawn is not None and not after.discards
    assert sorted(one.name for one in (after.drawn, *after.pile)) == sorted(one.name for one in game.discards)


def test_every_seed_shuffles_the_discards_in_its_own_way() -> None:
    names = [f"見本A{n:02}" for n in range(1, 17)]
    game = table_of(SIDES, HANDS, (), tuple(names))
    orders = {tuple(one.name for one in take(replace(game, seed=seed)).pile) for seed in range(20)}
    assert len(orders) == 20
    assert take(game) == take(game), "the same table is shuffled alike"


@pytest.mark.parametrize(("key", "phase"), [("game-ends", OVER), ("no-draw", "引く")])
def test_without_a_new_pile_nothing_is_drawn(setting: Setting, key: str, phase: str) -> None:
    with run(setting.choosing({"dsc-empty-pile": key})):
        after = take(table_of(SIDES, HANDS, (), ("見本R01",)))
    assert after.drawn is None and after.phase == phase


def test_where_there_is_no_card_at_all_none_can_be_drawn() -> None:
    with pytest.raises(Malformed):
        take(table_of(SIDES, HANDS))


def test_a_game_that_is_over_has_no_next_turn(setting: Setting) -> None:
    with run(setting.choosing({"dsc-empty-pile": "game-ends"})):
        over = take(table_of(SIDES, HANDS))
        assert end_turn(over) == over
        with pytest.raises(Illegal):
            expect(over, "引く")


def test_the_phase_after_a_war_card_is_called_by_the_card() -> None:
    assert AID == "戦争／軍事援助カード"
