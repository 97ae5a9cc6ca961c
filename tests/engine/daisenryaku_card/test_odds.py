"""確率: the exact chances against brute force, against their mirror image, and against simulation."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.combat import duel, hits
from gunbai.engine.daisenryaku_card.components import card
from gunbai.engine.daisenryaku_card.odds import (
    hit_chance, pair_table, pair_weights, roll_chance, score_table, score_weights, win_table,
)
from gunbai.engine.daisenryaku_card.options import DESTRUCT
from gunbai.engine.daisenryaku_card.result import points, unpaired, walkover
from gunbai.engine.daisenryaku_card.state import WEAPON, Card, Power
from gunbai.engine.kernel import Illegal, Malformed, Setting, run

ONE = ("見本A10", "見本A07", "見本P04", "見本P11", "見本R02")
OTHER = ("見本A08", "見本A03", "見本P12", "見本R04", "見本R06")
powers = st.builds(Power, st.integers(0, 12), st.booleans())
weapons = st.builds(Card, st.just("兵器"), st.just(WEAPON), st.sampled_from("APR"), st.tuples(powers, powers, powers),
                    st.integers(0, 4))
rows = st.lists(weapons, max_size=3).map(tuple)
house = st.fixed_dictionaries({
    "dsc-first-strike-fails": st.sampled_from(["answer-only", "again"]),
    "dsc-no-attack-number": st.sampled_from(["rolls", "cannot-fire"]),
    "dsc-self-destruct-score": st.sampled_from(["counts", "not-counted"]),
    "dsc-self-destruct-simultaneous": st.sampled_from(["both", "no-target"]),
    "dsc-self-destruct-first-strike": st.sampled_from(["no-answer", "still-fires"]),
    "dsc-unpaired-score": st.sampled_from(["points", "no-points"]),
})


def dice() -> dict[int, int]:
    return Counter(a + b for a in range(1, 7) for b in range(1, 7))


@pytest.mark.parametrize(("number", "of_36"), [
    (-3, 1), (2, 1), (3, 3), (4, 6), (5, 10), (6, 15), (7, 21), (8, 26), (9, 30), (10, 33), (11, 35), (12, 35), (20, 35)])
def test_the_chance_to_hit_is_as_counted_by_hand(number: int, of_36: int) -> None:
    assert hit_chance(number) == Fraction(of_36, 36)
    assert hit_chance(number) == Fraction(sum(n for roll, n in dice().items() if hits(number, roll)), 36)


def test_the_totals_of_two_dice_have_the_chances_of_two_dice() -> None:
    assert {roll: roll_chance(roll) for roll in range(2, 13)} == {r: Fraction(n, 36) for r, n in dice().items()}


@given(weapons, weapons, st.integers(0, 2), st.integers(0, 2), st.booleans(), house)
@settings(max_examples=40, deadline=None)
def test_the_chances_of_a_pair_are_those_of_all_its_rolls(
        setting: Setting, one: Card, other: Card, own: int, enemy: int, option: bool, chosen: dict[str, str]) -> None:
    options = (DESTRUCT,) if option else ()
    counted: Counter[object] = Counter()
    with run(setting.choosing(chosen)):
        found = pair_weights(one, other, (own, enemy), options, {})
        for third, k in (dice() if chosen["dsc-first-strike-fails"] == "again" else {2: 36}).items():
            for a, n in dice().items():
                for b, m in dice().items():
                    with run(setting.choosing(chosen)):
                        counted[duel(one, other, (a, b, third), own, enemy, options)] += n * m * k
    whole = sum(found.values())
    assert whole == 36 ** 3
    assert {pair: Fraction(n, whole) for pair, n in found.items()} == {
        pair: Fraction(n, 36 ** 3) for pair, n in counted.items()}


@given(rows, rows, st.booleans(), st.booleans(), st.booleans(), house)
@settings(max_examples=60, deadline=None)
def test_the_chances_of_a_war_are_those_of_all_ways_to_lie(
        setting: Setting, attacking: tuple[Card, ...], defending: tuple[Card, ...], small: bool, fixed: bool,
        option: bool, chosen: dict[str, str]) -> None:
    options = (DESTRUCT,) if option else ()
    with run(setting.choosing(chosen)):
        found, whole = score_weights((attacking, defending), (1, 2), options, small, fixed)
        brute: Counter[tuple[int, int]] = Counter()
        for first in [attacking] if fixed else list(permutations(attacking)):
            for second in [defending] if fixed else list(permutations(defending)):
                for score, chance in _in_order(first, second, options, small).items():
                    brute[score] += chance  # type: ignore[assignment]
    ways = sum(brute.values())
    assert sum(found.values()) == whole
    assert {score: Fraction(n, whole) for score, n in found.items()} == {s: c / ways for s, c in brute.items()}


def _in_order(attacking: tuple[Card, ...], defending: tuple[Card, ...], options: tuple[str, ...],
              small: bool) -> dict[tuple[int, int], Fraction]:
    """The scores of two rows as they lie, by plain multiplication of the chances of their pairs."""
    pairs = min(len(attacking), len(defending))
    extra = tuple(walkover(unpaired(len(row), pairs), small) for row in (attacking, defending))
    scores: dict[tuple[int, int], Fraction] = {(extra[0], extra[1]): Fraction(1)}
    for one, other in zip(attacking, defending, strict=False):
        weights = pair_weights(one, other, (1, 2), options, {})
        onward: dict[tuple[int, int], Fraction] = {}
        for (a, b), chance in scores.items():
            for pair, n in weights.items():
                x, y = points(pair)
                key = a + x, b + y
                onward[key] = onward.get(key, Fraction(0)) + chance * Fraction(n, sum(weights.values()))
        scores = onward
    return scores


@given(rows, rows, house)
@settings(max_examples=60, deadline=None)
def test_a_war_seen_from_the_other_side_has_the_same_chances(
        setting: Setting, attacking: tuple[Card, ...], defending: tuple[Card, ...], chosen: dict[str, str]) -> None:
    with run(setting.choosing(chosen)):
        seen = dict(win_table(attacking, defending, 1, 2).rows)
        mirrored = dict(win_table(defending, attacking, 2, 1).rows)
    assert sum(seen.values()) == 1
    assert (seen["攻撃側"], seen["引き分け"]) == (mirrored["防御側"], mirrored["引き分け"])


@pytest.mark.parametrize(("small", "option"), [(False, False), (False, True), (True, True)])
def test_a_simulation_comes_close_to_the_exact_chances(small: bool, option: bool, setting: Setting) -> None:
    games = 4000
    source = random.Random(20091209)
    attacking, defending = (tuple(map(card, names[:3 if small else 5])) for names in (ONE, OTHER[1:]))
    options = (DESTRUCT,) if option else ()
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(games):
        first, second = source.sample(attacking, len(attacking)), source.sample(defending, len(defending))
        scores = [0, 0]
        with run(setting):
            for one, other in zip(first, second, strict=False):
                thrown = tuple(source.randint(1, 6) + source.randint(1, 6) for _ in range(2))
                for i, gained in enumerate(points(duel(one, other, thrown, 1, 2, options))):
                    scores[i] += gained
            for i, row in enumerate((first, second)):
                scores[i] += walkover(unpaired(len(row), min(len(first), len(second))), small)
        seen[scores[0], scores[1]] += 1
    with run(setting):
        exact, whole = score_weights((attacking, defending), (1, 2), options, small, False)
    for score, n in exact.items():
        chance = n / whole
        off = abs(seen[score] / games - chance)
        assert off < 5 * (chance * (1 - chance) / games) ** 0.5 + 1e-9, score
    assert set(seen) <= set(exact)


def test_the_tables_add_up_to_one_and_show_it() -> None:
    one, other = card("見本A10"), card("見本A04")
    for shown in (pair_table(one, other), score_table((one,), (other,)), win_table((one,), (other,))):
        assert sum(chance for _, chance in shown.rows) == 1
        assert len(str(shown).split("\n")) == len(shown.rows)


def test_a_fraction_beyond_reading_is_rounded() -> None:
    assert "約" in str(win_table(ONE, OTHER))
    assert "約" not in str(win_table(ONE[:1], OTHER[:1]))


def test_terrain_in_a_border_conflict_has_chances_only_where_it_may_be_played(setting: Setting) -> None:
    with run(setting.choosing({"dsc-border-like-war": "pairs-only"})):
        for chances, own, enemy in ((win_table, 1, 0), (win_table, 0, 2), (score_table, 1, 2)):
            with pytest.raises(Illegal):
                chances(ONE[:1], OTHER[:1], own, enemy, small=True)
            assert chances(ONE[:1], OTHER[:1], own, enemy).rows != chances(ONE[:1], OTHER[:1], small=True).rows


def test_too_many_weapons_are_refused() -> None:
    with pytest.raises(Malformed):
        score_table(("見本A10",) * 7, ())
