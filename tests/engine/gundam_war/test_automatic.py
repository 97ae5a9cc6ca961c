"""Automatic effects of GUNDAM WAR."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Literal

import pytest
from gunbai.engine.gundam_war.automatic import (
    Standing, added, at_once, chained, count, entered, has, in_order, leave, met, next_turn, text_play, trigger, works,
)
from gunbai.engine.gundam_war.naming import Zone
from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Change = Literal["得る", "失う"]
Made = tuple[Change, str, Zone]
PLACES: tuple[Zone, ...] = ("場", "手札")
CHANGES: tuple[Change, ...] = ("得る", "失う")
same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
effects = st.lists(
    st.tuples(st.sampled_from(CHANGES), st.sampled_from(["高機動", "強襲"]), st.sampled_from(PLACES)),
    max_size=6)


def standing(made: list[Made]) -> Standing:
    state = Standing(())
    for number, (change, text, place) in enumerate(made):
        state = added(f"見本{number}", change, text, place, state)
    return state


@same_setting
@given(effects, st.booleans())
def test_losing_beats_gaining_in_any_order(
    setting: Setting, made: list[Made], innate: bool,
) -> None:
    with run(setting):
        here = [(change, text) for change, text, place in made if place == "場"]
        for text in ("高機動", "強襲"):
            wanted = (innate or ("得る", text) in here) and ("失う", text) not in here
            assert has(standing(made), text, innate) == wanted
            assert has(standing(made[::-1]), text, innate) == wanted


@same_setting
@given(effects.filter(bool), st.data())
def test_what_has_left_might_never_have_been_there(
    setting: Setting, made: list[Made], data: st.DataObject,
) -> None:
    with run(setting):
        gone = data.draw(st.integers(0, len(made) - 1))
        after = leave(standing(made), f"見本{gone}")
        without = standing([m for n, m in enumerate(made) if n != gone])
        assert [has(after, t) for t in ("高機動", "強襲")] == [has(without, t) for t in ("高機動", "強襲")]
        with pytest.raises(Malformed):
            leave(after, f"見本{gone}")


@same_setting
@given(effects)
def test_effects_are_processed_in_the_order_in_which_they_came(
    setting: Setting, made: list[Made],
) -> None:
    with run(setting):
        order = [int(card.removeprefix("見本")) for card in in_order(standing(made))]
        assert all(a < b for a, b in pairwise(order))
        assert len(order) == sum(place == "場" for _, _, place in made)


def test_the_attacker_orders_ties_and_nothing_else(setting: Setting) -> None:
    with run(setting):
        first = added("甲", "得る", "高機動")
        tied = at_once(added("乙", "得る", "高機動", before=first), "丙", "失う", "高機動")
        assert in_order(tied, ("丙", "乙", "甲")) == ("甲", "丙", "乙")
        assert in_order(tied, ("乙", "丙")) == ("甲", "乙", "丙")
        with pytest.raises(Malformed):
            in_order(tied, ("乙",))
        assert in_order(leave(tied, "丙")) == ("甲", "乙")


def test_a_card_that_comes_back_never_ties_with_one_that_stayed(setting: Setting) -> None:
    with run(setting):
        state = added("丙", "得る", "強襲", before=added("乙", "得る", "強襲", before=added("甲", "得る", "強襲")))
        assert in_order(added("甲", "得る", "強襲", before=leave(state, "甲"))) == ("乙", "丙", "甲")


def test_own_b_comes_before_standing_a(setting: Setting) -> None:
    with run(setting):
        state = added("甲", "失う", "テキスト")
        assert entered(state, "新", True) == ("自動B: 新", "自動A: 甲")
        assert entered(state, "新", False) == ("自動A: 甲",)


def test_types_answer_what_the_sources_say_and_no_more(setting: Setting) -> None:
    with run(setting):
        assert [chained(f"自動{t}") for t in "ABCD"] == [False, False, True, False]
        assert not text_play("自動B")
        assert works("自動A", "場") and not works("自動A", "ハンガー") and works("自動B", "ハンガー")
        questions: tuple[Callable[[], bool], ...] = (
            lambda: works("自動C", "場"), lambda: text_play("自動D"), lambda: chained("自動Z"))
        for refused in questions:
            with pytest.raises(Malformed):
                refused()


@same_setting
@given(st.lists(st.lists(st.booleans(), max_size=4), max_size=4))
def test_triggers_happen_as_often_as_their_wording_says(setting: Setting, turns: list[list[bool]]) -> None:
    """Each inner list is a turn: its moments, and whether the player wants the effect."""
    with run(setting):
        once, every, may = trigger("～した場合"), trigger("～する毎に"), trigger("～した場合、できる")
        for turn in turns:
            for use in turn:
                once, every, may = met(once), met(every), met(may, use)
            once, every, may = next_turn(once), next_turn(every), next_turn(may)
        assert count(once) == sum(map(bool, turns))
        assert count(every) == sum(map(len, turns))
        assert count(may) == sum(turn[0] for turn in turns if turn)


def test_only_an_optional_trigger_can_be_declined(setting: Setting) -> None:
    with run(setting):
        for wording in ("～した場合", "～する毎に"):
            with pytest.raises(Illegal) as caught:
                met(trigger(wording), False)
            assert caught.value.rulings == ("gw-auto-d-forced",)
        assert count(met(trigger("～した場合、できる"), False)) == 0
