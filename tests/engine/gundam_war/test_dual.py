"""Dual cards and purple: the two rules by date, and the matching of kinds against brute force."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.gundam_war.costs import printed
from gunbai.engine.gundam_war.dual import (
    Demand, apart, halves_met, matched, purple_basics, shared_out, some_g, text_colour, turned,
)
from gunbai.engine.gundam_war.power import COLOURS, G, kinds
from gunbai.engine.kernel import Malformed, Point, Reading, Setting, run


def point(ruling: str, default: str, *keys: str) -> Point:
    return Point(ruling, "inferred", tuple(Reading(k, "", "weak") for k in (default, *keys)), default)


POINTS = {p.id: p for p in (
    point("gw-purple-one-kind", "one-kind", "several-kinds"),
    point("gw-purple-pays", "any-kind", "other-kinds", "purple-only"),
    point("gw-purple-x", "smaller", "larger"),
    point("gw-dual-both", "both", "either"),
    Point("gw-purple-dual-old", until="2009-09-17"),
    Point("gw-purple-dual", since="2009-09-18"),
)}


def setting(date: str | None = None, house: Mapping[str, str] | None = None) -> Setting:
    return Setting(points=POINTS, date=date, house=house or {})


powers = st.sampled_from([*COLOURS, "黒赤", "青紫"])
gs_of = st.lists(st.builds(G, st.just("特殊G"), st.just(""), powers, st.integers(1, 3)), max_size=5).map(tuple)
demands_of = st.lists(
    st.builds(Demand, st.integers(1, 4), st.frozensets(st.sampled_from(COLOURS), min_size=1)), min_size=2, max_size=2)
choices_of = st.lists(st.frozensets(st.sampled_from(COLOURS), max_size=4), max_size=4)


def power_of(gs: tuple[G, ...], chosen: frozenset[str]) -> int:
    return sum(g.count for g in gs if any(c in chosen for c in g.power))


def by_one_kind(demands: list[Demand], gs: tuple[G, ...]) -> bool:
    return any(
        all(k in d.payers and power_of(gs, frozenset(k)) >= d.value for d, k in zip(demands, order, strict=True))
        for order in permutations(COLOURS, len(demands)))


def by_several_kinds(demands: list[Demand], gs: tuple[G, ...]) -> bool:
    there = sorted({c for g in gs for c in g.power})
    for given_to in product(range(len(demands) + 1), repeat=len(there)):  # the last number: given to neither
        shares = [frozenset(k for k, i in zip(there, given_to, strict=True) if i == n) for n in range(len(demands))]
        if all(s <= d.payers and power_of(gs, s) >= d.value for s, d in zip(shares, demands, strict=True)):
            return True
    return False


@given(choices_of)
def test_the_matching_agrees_with_brute_force(choices: list[frozenset[str]]) -> None:
    assert matched(choices) == any(
        all(k in c for c, k in zip(choices, order, strict=True)) for order in permutations(COLOURS, len(choices)))


@given(demands_of, gs_of)
def test_payment_by_one_kind_each_agrees_with_brute_force(demands: list[Demand], gs: tuple[G, ...]) -> None:
    with run(setting()):
        assert apart(demands, gs) == by_one_kind(demands, gs)


@given(demands_of, gs_of)
def test_payment_by_several_kinds_agrees_with_brute_force(demands: list[Demand], gs: tuple[G, ...]) -> None:
    assert shared_out(demands, gs) == by_several_kinds(demands, gs)
    with run(setting(house={"gw-purple-one-kind": "several-kinds"})):
        assert apart(demands, gs) == by_several_kinds(demands, gs)


@given(gs_of, st.integers(1, 3), st.integers(1, 3), st.sampled_from(["other-kinds", "purple-only"]))
def test_no_narrower_reading_pays_what_any_kind_does_not(gs: tuple[G, ...], a: int, b: int, key: str) -> None:
    with run(setting()):
        cost = printed(f"紫{a}-緑{b}-2-0")
        wide = halves_met(cost, gs)
    with run(setting(house={"gw-purple-pays": key})):
        assert not halves_met(cost, gs) or wide


@given(gs_of, st.integers(1, 3), st.integers(1, 3))
def test_one_kind_of_power_never_pays_a_purple_dual_card(gs: tuple[G, ...], a: int, b: int) -> None:
    for date in ("2009-09-17", "2009-09-18"):
        with run(setting(date)):
            purple = turned(gs, "紫")
            assert len(kinds(purple)) <= 1
            assert not halves_met(printed(f"紫{a}-紫{b}-2-0"), purple)


@pytest.mark.parametrize(("date", "expected"), [("2000-01-01", True), ("2009-09-17", True), ("2009-09-18", False),
                                                (None, False)])
def test_the_rule_changes_with_the_date(date: str | None, expected: bool) -> None:
    gs = (G("基本G", "青", "青", 3), G("基本G", "緑", "緑", 2))
    with run(setting(date)):
        assert halves_met(printed("紫2-緑2-5-0"), gs) is expected


def test_only_plain_purple_basic_g_count_as_such() -> None:
    with run(setting()):
        gs = (some_g("基本G", "紫", 2), some_g("特殊基本G", "紫", 3), some_g("特殊G", "紫", 4), some_g("基本G", "青"))
        assert purple_basics(gs) == 2
        assert purple_basics(turned(gs, "紫")) == 2


def test_the_text_of_a_dual_card_is_paid_in_its_right_hand_colour() -> None:
    with run(setting()):
        assert text_colour(printed("黒2-赤1-4-0")) == "赤"


@pytest.mark.parametrize("power", ["", "桃", "青桃"])
def test_power_of_an_unknown_kind_is_refused(power: str) -> None:
    with run(setting()), pytest.raises(Malformed):
        some_g("特殊G", power)
