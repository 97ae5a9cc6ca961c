"""戦闘: hit numbers, rolls and first strike, over all values that cards can have."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.combat import (
    HIT, MISS, against, clash, duel, exchange, hit_number, hits, initiative, shot, strikes_first, total,
)
from gunbai.engine.daisenryaku_card.options import DESTRUCT
from gunbai.engine.daisenryaku_card.state import WEAPON, Card, Pair, Power
from gunbai.engine.kernel import Malformed, Setting, run

powers = st.builds(Power, st.integers(1, 12), st.booleans())
weapons = st.builds(Card, st.just("兵器"), st.just(WEAPON), st.sampled_from("APR"), st.tuples(powers, powers, powers),
                    st.integers(0, 5))
rolls = st.integers(2, 12)


@given(st.integers(-9, 20), rolls)
def test_a_higher_hit_number_never_hits_less(setting: Setting, against: int, roll: int) -> None:
    with run(setting):
        assert hits(against + 1, roll) >= hits(against, roll)
        assert hits(against, 2) and not hits(against, 12)
        assert hits(against, roll) == (roll == 2 or (roll <= against and roll < 12))


@given(weapons, weapons, st.integers(0, 3), st.integers(0, 3))
def test_only_the_enemys_terrain_lowers_the_hit_number(
        setting: Setting, one: Card, other: Card, own: int, enemy: int) -> None:
    with run(setting):
        assert against((own, enemy), 0) == enemy and against((own, enemy), 1) == own
        assert hit_number(one, other, enemy) == hit_number(one, other) - enemy


@given(weapons, weapons)
def test_at_most_one_of_a_pair_strikes_first(setting: Setting, one: Card, other: Card) -> None:
    with run(setting):
        both = strikes_first(one, other), strikes_first(other, one)
        assert not all(both)
        assert initiative(one, other, (0, 0)) == (0 if both[0] else 1 if both[1] else None)


@given(weapons, weapons, rolls, rolls, st.integers(0, 2), st.integers(0, 2), st.booleans())
def test_a_pair_seen_from_the_other_side_ends_the_same(
        setting: Setting, one: Card, other: Card, a: int, b: int, own: int, enemy: int, option: bool) -> None:
    options = (DESTRUCT,) if option else ()
    with run(setting):
        pair = duel(one, other, (a, b), own, enemy, options)
        mirrored = duel(other, one, (b, a), enemy, own, options)
    assert mirrored == Pair(pair.down[::-1], pair.shot[::-1])


@given(weapons, weapons, rolls, rolls)
def test_a_first_strike_that_kills_is_never_answered(setting: Setting, one: Card, other: Card, a: int, b: int) -> None:
    with run(setting):
        pair = duel(one, other, (a, b))
        if strikes_first(one, other) and hits(hit_number(one, other), a):
            assert pair.down == (False, True)


def test_without_first_strike_each_falls_to_the_others_hit_and_only_to_that() -> None:
    for one, other in product((HIT, MISS), repeat=2):
        pair = exchange(one, other)
        assert pair.down == pair.shot == (other == HIT, one == HIT)


def test_self_destruction_needs_the_option_and_a_twelve() -> None:
    for roll in range(2, 13):
        assert (shot(5, roll, "同時", (DESTRUCT,)) == DESTRUCT) == (roll == 12)
        assert shot(5, roll) != DESTRUCT


def test_a_second_first_striker_fires_in_the_second_place() -> None:
    fired: list[str] = []

    def say(who: str, what: str):  # type: ignore[no-untyped-def]
        return lambda moment: fired.append(f"{who}{moment}") or what

    assert clash(1, say("一", MISS), say("二", MISS), say("再", MISS)).down == (False, False)
    assert fired == ["二先制", "一反撃"]


@pytest.mark.parametrize("dice", [(), (1,), (1, 2, 3), (0, 3), (3, 7)])
def test_what_is_no_roll_of_two_dice_is_refused(dice: tuple[int, ...]) -> None:
    with pytest.raises(Malformed):
        total(dice)
