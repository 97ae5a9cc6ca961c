"""少女兵器大戦: phases, the steps of the start phase, the number of actions."""

from __future__ import annotations

import itertools

import pytest
from gunbai.engine.girl_arms_war.frame import (
    following, is_step, may_act_again, order_fits, phases, refill, same_phase,
)
from gunbai.engine.girl_arms_war.state import steps_of
from gunbai.engine.kernel import Malformed, Setting, Undecided, run

FOUR = {"gaw-frame-phases": "four"}


def test_the_phases_follow_one_another_each_once(setting: Setting) -> None:
    with run(setting.choosing(FOUR)):
        seen = ["開始フェイズ"]
        while seen[-1] != "相手のターン":
            seen.append(following(seen[-1]))
        assert tuple(seen[:-1]) == phases()
        with pytest.raises(Malformed):
            following("相手のターン")
    with run(setting), pytest.raises(Undecided):
        phases()
    with run(setting.choosing({"gaw-frame-phases": "more"})), pytest.raises(Malformed):
        phases()


def test_any_order_of_the_start_phase_is_allowed_only_where_it_is_free(setting: Setting) -> None:
    with run(setting):
        steps = steps_of("開始フェイズ")
    for reading, allowed in (("free", 6), ("as-listed", 1)):
        with run(setting.choosing({"gaw-frame-start-steps": reading})):
            assert sum(order_fits(order) for order in itertools.permutations(steps)) == allowed
    with run(setting), pytest.raises(Malformed):
        order_fits(steps[:2])


def test_names_and_amounts(setting: Setting) -> None:
    with run(setting):
        assert same_phase("開始フェイズ", "ターン開始フェイズ")
        assert not same_phase("開始フェイズ", "終了フェイズ")
        assert is_step("回復")
        assert not is_step("バランス調整")
        assert refill("手札の補充") > 0
        with pytest.raises(Malformed):
            refill("配置")


def test_the_limit_of_actions_follows_the_table_and_rest_ends_them(setting: Setting) -> None:
    for limit in range(4):
        with run(setting.with_value("samples", "アクションの上限", limit)):
            for done in range(5):
                assert may_act_again(("生産",) * done) == (done < limit)
                assert not may_act_again((*("生産",) * done, "休息"))
