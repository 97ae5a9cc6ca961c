"""The cut of GUNDAM WAR: priority, passes, the order of resolution."""

from __future__ import annotations

import pytest
from gunbai.engine.gundam_war.chain import Cut, Side
from gunbai.engine.gundam_war.cutin import (
    automatic_applies, can_be_cut_into, cut_in, decline, first_effect, holder, resolve, resolve_next,
)
from gunbai.engine.gundam_war.targets import play
from gunbai.engine.kernel import Illegal, Malformed, Setting, Undecided, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
OTHER: dict[Side, Side] = {"手番": "相手", "相手": "手番"}
sides = st.sampled_from(["手番", "相手"])


def answered(cut: Cut, side: Side | None = None) -> Cut:
    return cut_in("回避運動", "ガンダム", cut, side=side)


@same_setting
@given(sides, st.lists(st.booleans(), max_size=12))
def test_a_cut_closes_only_after_two_passes_in_a_row(setting: Setting, first: Side, acts: list[bool]) -> None:
    """``acts``: True cuts in, False passes."""
    with run(setting):
        cut, side, passes = play("赤い彗星", "ガンダム", side=first), OTHER[first], 0
        for cuts in acts:
            if passes == 2:
                with pytest.raises(Illegal):
                    answered(cut, side)
                with pytest.raises(Illegal):
                    decline(cut, side)
                break
            with pytest.raises(Illegal):
                resolve(cut)
            assert holder(cut) == side
            with pytest.raises(Illegal):
                decline(cut, OTHER[side])
            with pytest.raises(Illegal):
                answered(cut, OTHER[side])
            cut, passes = (answered(cut, side), 0) if cuts else (decline(cut, side), passes + 1)
            side = OTHER[side]
        if passes == 2:
            assert len(resolve(cut)) == len(cut.plays)


@same_setting
@given(st.lists(st.sampled_from(["赤い彗星", "回避運動", "見本の横槍"]), min_size=1, max_size=8))
def test_the_last_played_card_resolves_first(setting: Setting, cards: list[str]) -> None:
    with run(setting):
        cut = play(cards[0], "ガンダム")
        for card in cards[1:]:
            cut = cut_in(card, "ガンダム", cut)
        told = [line.split(":")[0].split("（")[0] for line in resolve(cut)]
        assert told == cards[::-1]
        step = cut
        for number in range(len(cards)):
            assert len(step.handled) == number
            step = resolve_next(step)
            assert max(step.handled) == len(cards) - 1
        assert step.log == resolve(cut)
        with pytest.raises(Illegal):
            answered(step)
        with pytest.raises(Malformed):
            resolve_next(step)


def test_a_negated_card_takes_its_answer_down_with_it(setting: Setting) -> None:
    with run(setting):
        one = play("赤い彗星", "ガンダム")
        two = cut_in("作戦の看破", one)
        three = cut_in("ハマーンの嘲笑", one, two)
        assert resolve(three) == (
            "ハマーンの嘲笑: 「赤い彗星」を無効にする", "作戦の看破: 対象を失い、何も起きない",
            "赤い彗星: 無効になっていて、解決されない")


def test_cutting_in_between_resolutions_is_open(setting: Setting) -> None:
    with run(setting):
        between = resolve_next(answered(play("赤い彗星", "ガンダム")))
        with pytest.raises(Undecided):
            answered(between)
    with run(setting.choosing({"gw-cut-between": "allowed"})):
        again = answered(between)
        assert [line.split(":")[0] for line in resolve(again)] == ["回避運動", "回避運動（2枚目）", "赤い彗星"]


def test_sides_are_told_for_all_cards_or_for_none(setting: Setting) -> None:
    with run(setting):
        with pytest.raises(Malformed):
            answered(play("赤い彗星"), "手番")
        with pytest.raises(Malformed):
            answered(play("赤い彗星", side="手番"))
        with pytest.raises(Malformed):
            cut_in("回避運動", "ガンダム")


def test_opening_and_what_can_be_cut_into(setting: Setting) -> None:
    with run(setting):
        assert first_effect(("相手", "手番")) == "手番"
        assert [e for e in ("規定の効果", "自動A", "自動B", "自動C", "自動D", "カードのプレイ", "テキストのプレイ")
                if can_be_cut_into(e)] == ["自動C", "カードのプレイ", "テキストのプレイ"]
        assert automatic_applies("カットの途中") != automatic_applies("効果の解決の途中")
