"""Costs of GUNDAM WAR: reductions, payments and their order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.gundam_war.costs import (
    declare, payable, payment, play_by_alternative, printed, put, reduced, reduction, side, text_payable,
    variable_resource,
)
from gunbai.engine.gundam_war.power import COLOURS, Cost, G, Half
from gunbai.engine.kernel import Illegal, Malformed, Point, Reading, Setting, run


def point(ruling: str, default: str | None, *keys: str) -> Point:
    return Point(ruling, "inferred" if default else "open", tuple(Reading(k, "", "weak") for k in keys), default)


SETTING = Setting(
    tables={"outside-play": ({"card": "見本の戦隊", "colour": "青", "lowers_total": 2},)},
    points={p.id: p for p in (
        point("gw-cost-printed-zero", "stays", "stays", "one"),
        point("gw-cost-floor-exception", None, "express-only", "result-too"),
        point("gw-alternative-both", None, "each", "together"),
        point("gw-text-cost-power", "included", "included", "added"),
        point("gw-dual-both", "both", "both", "either"),
    )},
)
costs = st.builds(
    Cost, st.lists(st.builds(Half, st.sampled_from(COLOURS), st.integers(0, 9)), min_size=1, max_size=1).map(tuple),
    st.integers(0, 12), st.integers(0, 9))
few = st.integers(0, 15)


@pytest.fixture(autouse=True)
def judged() -> Iterator[None]:
    with run(SETTING):
        yield


@given(costs, few, few, few)
def test_a_reduction_never_raises_a_cost(cost: Cost, coloured: int, total: int, resource: int) -> None:
    with run(SETTING):
        after = reduced(cost, reduction(coloured, total, resource))
    assert after.halves[0].colour == cost.halves[0].colour
    assert after.halves[0].value <= cost.halves[0].value
    assert after.total <= cost.total
    assert after.resource <= cost.resource


@given(costs, few, few, few)
def test_a_reduction_without_exception_never_goes_below_the_floor(
        cost: Cost, coloured: int, total: int, resource: int) -> None:
    with run(SETTING):
        after = reduced(cost, reduction(coloured, total, resource))
    assert after.resource == max(0, cost.resource - resource)
    for before, now, by in ((cost.halves[0].value, after.halves[0].value, coloured), (cost.total, after.total, total)):
        assert now == before - by or now == min(1, before)
        assert now >= min(1, before)


@given(costs, few, few)
def test_an_exception_lowers_at_least_as_far(cost: Cost, coloured: int, total: int) -> None:
    with run(SETTING):
        plain = reduced(cost, reduction(coloured, total))
        free = reduced(cost, reduction(coloured, total, wording="0以下にできる"))
    assert 0 <= free.total <= plain.total
    assert 0 <= free.halves[0].value <= plain.halves[0].value


@given(costs)
def test_a_cost_is_printed_as_it_is_read(cost: Cost) -> None:
    with run(SETTING):
        assert printed(str(cost)) == cost


@pytest.mark.parametrize("text", ["", "緑2", "緑2-4", "緑-4-0", "橙2-4-0", "緑2-4-0-", "緑2-赤1-青1-4-0", "緑2 -4-0"])
def test_what_is_no_cost_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        printed(text)


@given(st.dictionaries(st.sampled_from("XYZ"), st.integers(0, 9), min_size=1), st.data())
def test_variables_cost_their_sum_and_each_letter_has_one_value(values: dict[str, int], data: st.DataObject) -> None:
    letters = data.draw(st.lists(st.sampled_from(sorted(values)), min_size=1, max_size=5))
    with run(SETTING):
        said = tuple(values[x] for x in letters)
        assert variable_resource("".join(letters), said) == sum(said)
        if letters.count(letters[0]) > 1:
            with pytest.raises(Illegal) as error:
                variable_resource("".join(letters), (said[0] + 1, *said[1:]))
            assert error.value.rulings == ("gw-same-variable",)


def test_the_steps_of_an_alternative_cost_stand_in_the_trace_in_their_order() -> None:
    with run(SETTING) as current:
        play_by_alternative(printed("青1-3-2"), reduction(total=1, resource=1), payment(2, 1), side((blue(2),), 9, 3))
    steps = [s.function.rpartition(".")[2] for s in current.trace if (s.ruling, s.depth) == ("gw-alternative-order", 1)]
    assert steps == ["_apply", "_pay_printed", "_pay_extra"]


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 12))
def test_an_alternative_cost_is_undecided_exactly_if_each_is_payable_and_not_both(
        own: int, extra: int, home: int) -> None:
    answers = set()
    for key in ("each", "together"):
        with run(SETTING.choosing({"gw-alternative-both": key})):
            try:
                declare(printed(f"青1-1-{own}"), reduction(), payment(extra), side((blue(1),), home))
                answers.add(True)
            except Illegal:
                answers.add(False)
    assert (len(answers) == 2) == (own <= home and extra <= home < own + extra)


def test_an_effect_has_the_lowered_cost_paid_and_a_play_the_printed_one() -> None:
    cost = printed("青1-4-0")
    assert str(put(cost, (blue(2),), "見本の戦隊").cost) == "青1-2-0"
    with pytest.raises(Illegal):
        put(cost, (blue(2),))


def test_an_effect_that_the_table_does_not_know_is_refused() -> None:
    with pytest.raises(Malformed):
        put(printed("青1-4-0"), (blue(4),), "見本の別の戦隊")


@given(st.integers(0, 4), st.integers(0, 4), st.integers(1, 4), st.integers(0, 6))
def test_total_power_includes_the_coloured_part(own: int, other: int, coloured: int, total: int) -> None:
    gs = tuple(G("基本G", c, c, n) for c, n in (("青", own), ("緑", other)) if n)
    with run(SETTING):
        assert payable(printed(f"青{coloured}-{total}-0"), gs) == (own >= coloured and own + other >= total)


@pytest.mark.parametrize("text", ["2", "(2", "[2]", "(2)x", "R R", "(100)"])
def test_what_is_no_cost_of_a_text_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        text_payable(printed("青1-1-0"), text, side((blue(1),), 200))


def blue(count: int) -> G:
    return G("基本G", "青", "青", count)
