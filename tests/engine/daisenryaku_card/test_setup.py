"""準備: whatever the shuffle, everybody begins with seven hold cards and the rest is in the pile."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.components import deck, face
from gunbai.engine.daisenryaku_card.setup import (
    OPEN, advised, allowed_sides, can_play, first_refill, next_refill, open_game, refill_order, unique_sides, whole_pile,
)
from gunbai.engine.kernel import Illegal, Malformed, Setting, run, table

SIDES = ("アメリカ", "ソビエト", "NATO", "日本", "イスラエル", "東側諸国")


@given(st.integers(3, 6), st.integers(0, 10 ** 6))
def test_everybody_begins_with_seven_hold_cards(setting: Setting, players: int, seed: int) -> None:
    with run(setting):
        game = open_game(SIDES[:players], seed, SIDES[seed % players], SIDES[seed // 7 % players])
        assert [len(hand) for hand in game.hands] == [7] * players
        assert all(face(one.kind) != OPEN for hand in game.hands for one in hand)
        assert len(game.pile) == whole_pile((7,) * players) == 88 - 7 * players
        assert sum(face(one.kind) == OPEN for one in game.pile) == 15
        assert Counter((*game.pile, *(one for hand in game.hands for one in hand))) == Counter(deck())
        assert not game.discards


@given(st.integers(0, 10 ** 6))
def test_no_card_is_lost_where_open_cards_are_replaced_once_only(setting: Setting, seed: int) -> None:
    with run(setting.choosing({"dsc-refill-until-hold": "once", "dsc-refill-order": "one-card"})):
        game = open_game(SIDES[:4], seed)
        assert all(face(one.kind) != OPEN for hand in game.hands for one in hand)
        assert Counter((*game.pile, *(one for hand in game.hands for one in hand))) == Counter(deck())


@given(st.lists(st.integers(0, 4), min_size=1, max_size=6).map(tuple), st.booleans())
def test_everybody_replaces_as_many_cards_as_needed(setting: Setting, needs: tuple[int, ...], around: bool) -> None:
    key = "one-card" if around else "one-player"
    with run(setting.choosing({"dsc-refill-order": key})):
        order = refill_order(needs)
    assert Counter(order) == Counter({i + 1: n for i, n in enumerate(needs) if n})
    if not around:
        assert list(order) == sorted(order)


def test_going_around_starts_again_at_the_first_who_waits(setting: Setting) -> None:
    with run(setting.choosing({"dsc-refill-order": "one-card"})):
        assert next_refill((2, 0, 1), (0, 2)) == 0
        assert next_refill((2, 0, 1), (2, 0)) == 2
        assert next_refill((2, 0, 1), ()) == 0


def test_the_left_neighbour_is_the_next_seat_also_around_the_end() -> None:
    assert first_refill(("アメリカ", "ソビエト", "NATO"), "NATO", "NATO") == "アメリカ"


def test_the_advised_sides_grow_with_the_players() -> None:
    assert [len(advised(n)) for n in (3, 4, 5)] == [3, 4, 5]
    assert all(set(advised(n)) < set(advised(n + 1)) for n in (3, 4))


def test_no_sides_are_advised_for_six_who_have_no_choice(setting: Setting) -> None:
    with pytest.raises(Malformed):
        advised(6)
    with run(setting.choosing({"dsc-sides-advice-only": "rule"})):
        assert allowed_sides(SIDES)


@pytest.mark.parametrize("players", [0, 1, 2, 7, 100])
def test_too_few_or_too_many_cannot_play(players: int) -> None:
    assert not can_play(players)


def test_the_same_side_twice_is_refused() -> None:
    with pytest.raises(Illegal):
        unique_sides(("日本", "日本", "NATO"))


def test_a_side_that_does_not_play_cannot_start() -> None:
    with pytest.raises(Malformed):
        open_game(SIDES[:3], 1, first="日本")


def test_the_setup_table_names_each_step_once() -> None:
    steps = [row["step"] for row in table("setup_steps")]
    assert len(steps) == len(set(steps)) == 6
