"""勝敗と後始末: random whole wars lose no card, and the hands that come back are the right ones."""

from __future__ import annotations

import random
from collections import Counter
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.components import deck
from gunbai.engine.daisenryaku_card.options import DESTRUCT
from gunbai.engine.daisenryaku_card.repair import fell
from gunbai.engine.daisenryaku_card.result import earner, points, returns, score, victor, winner
from gunbai.engine.daisenryaku_card.state import ROLES, WEAPON, Pair, War, shuffled
from gunbai.engine.daisenryaku_card.war import between
from gunbai.engine.daisenryaku_card.weapons import is_home
from gunbai.engine.kernel import Setting, run

seeds = st.integers(0, 10 ** 6)
choices = st.fixed_dictionaries({
    "dsc-repair-foreign-stays": st.sampled_from(["stays"]),
    "dsc-repair-which": st.sampled_from(["any", "foreign-survivors", "destroyed"]),
    "dsc-repair-number": st.sampled_from(["one-each", "all"]),
    "dsc-cleanup-unpaired": st.sampled_from(["discarded", "returns"]),
    "dsc-cleanup-hand": st.sampled_from(["war-only", "hand-too"]),
    "dsc-self-destruct-score": st.sampled_from(["counts", "not-counted"]),
    "dsc-unpaired-score": st.sampled_from(["points", "no-points"]),
})


def fought(random_play: ModuleType, seed: int, border: bool) -> tuple[War, War]:
    dice = random.Random(seed)
    cards = [one for one in shuffled(deck(), seed) if one.kind not in ("貿易カード", "戦争／軍事援助カード")]
    sizes = dice.randint(0, 9), dice.randint(0, 9)
    hands = tuple(cards[:sizes[0]]), tuple(cards[sizes[0]:sum(sizes)])
    before = between(("アメリカ", "日本"), hands, (DESTRUCT,) if seed % 2 else (), border)
    return before, random_play.play_war(dice, before)


@given(seeds, choices, st.booleans())
def test_a_war_loses_and_doubles_no_card(
        setting: Setting, random_play: ModuleType, seed: int, house: dict[str, str], border: bool) -> None:
    with run(setting.choosing(house)):
        before, after = fought(random_play, seed, border)
    assert Counter((*after.hands[0], *after.hands[1], *after.discards)) == Counter((*before.hands[0], *before.hands[1]))
    assert all(len(new) <= len(old) for new, old in zip(after.hands, before.hands, strict=True))


@given(seeds)
def test_what_comes_back_is_own_and_unharmed_or_repaired(
        setting: Setting, random_play: ModuleType, seed: int) -> None:
    with run(setting):
        before, after = fought(random_play, seed, False)
        for i, side in enumerate(after.sides):
            row = [one for one in after.rows[i] or () if one]
            held = Counter(before.hands[i]) - Counter(row)
            back = Counter(after.hands[i]) - held
            for place, one in enumerate(row):
                if place not in after.saved[i] and returns(one, side, fell(after, i, place)):
                    back[one] -= 1
                if place in after.saved[i]:
                    back[one] -= 1
            assert not +back


@given(seeds, st.booleans())
def test_the_score_is_what_the_enemy_lost_and_what_had_no_pair(
        setting: Setting, random_play: ModuleType, seed: int, border: bool) -> None:
    with run(setting):
        _, after = fought(random_play, seed, border)
        laid = [len(row or ()) for row in after.rows]
        fallen = [sum(fell(after, i, place) for place in range(min(laid))) for i in (0, 1)]
        assert score(after) == tuple(fallen[1 - i] + laid[i] - min(laid) for i in (0, 1))


@given(st.integers(0, 6), st.integers(0, 6))
def test_the_winner_does_not_depend_on_who_is_named_first(setting: Setting, a: int, b: int) -> None:
    with run(setting):
        seen = winner(a, b), winner(b, a)
    assert seen == ("引き分け",) * 2 if a == b else set(seen) == set(ROLES)


@given(seeds)
def test_whoever_earns_the_win_has_won_the_war(setting: Setting, random_play: ModuleType, seed: int) -> None:
    for key in ("either", "attacker-only"):
        with run(setting.choosing({"dsc-defender-wins": key, "dsc-border-defender":
                                   "either" if key == "either" else "declarer-only"})):
            _, after = fought(random_play, seed, bool(seed % 3))
            assert earner(after) in (victor(after), "引き分け")
            if key == "either" or victor(after) == "アメリカ":
                assert earner(after) == victor(after)


@pytest.mark.parametrize(("key", "counted"), [("counts", (0, 1)), ("not-counted", (0, 0))])
def test_a_weapon_that_destroyed_itself_counts_by_the_reading(
        setting: Setting, key: str, counted: tuple[int, int]) -> None:
    with run(setting.choosing({"dsc-self-destruct-score": key})):
        assert points(Pair((True, False), (False, False))) == counted
        assert points(Pair((True, True), (True, True))) == (1, 1)


def test_no_card_but_a_weapon_ever_comes_back() -> None:
    for one in deck():
        assert returns(one, "アメリカ") == (one.kind == WEAPON and is_home(one, "アメリカ"))
        assert not returns(one, "アメリカ", down=True)
