"""少女兵器大戦: attacks and the exceptions to priority, over random play."""

from __future__ import annotations

import pytest
from gunbai.engine.girl_arms_war.attack import attack, breaks_through, counter, departure, facing, flow, support
from gunbai.engine.girl_arms_war.play import decline, use
from gunbai.engine.girl_arms_war.priority import holder, scene
from gunbai.engine.girl_arms_war.state import Board
from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
HOUSE = {"gaw-attack-support-when": "in-window", "gaw-attack-counter-late": "still", "gaw-attack-counter-support": "yes"}
CARD = "見本の援護"


def begun() -> Board:
    return attack(scene(("A", "B"), "アクションフェイズの最後"), "戦車", "標的", "B")


@same_setting
@given(st.lists(st.sampled_from(["use", "pass", "counter", "support"]), max_size=25))
def test_the_defender_is_first_after_each_turning_and_two_passes_end_it(setting: Setting, moves: list[str]) -> None:
    with run(setting.choosing(HOUSE)):
        board = begun()
        expected, passes, supports, counters = "B", 0, 0, 0
        for move in moves:
            assert holder(board) == expected
            other = "A" if expected == "B" else "B"
            if move == "support":
                if expected == "B" or supports == 3:
                    with pytest.raises(Illegal):
                        support(board, "A", f"支援{supports}")
                    continue
                board = support(board, "A", f"支援{supports}")
                assert facing(board, f"支援{supports}") == "行動不能"
                supports, passes, expected = supports + 1, 0, "B"
            elif move == "counter":
                if expected == "A" or counters:
                    with pytest.raises(Illegal):
                        counter(board, "B", "標的")
                    continue
                board = counter(board, "B", "標的")
                counters, passes, expected = 1, 0, "A"
            elif move == "use":
                board, passes, expected = use(board, expected, CARD), 0, other
            else:
                board, passes = decline(board, expected), passes + 1
                if passes == 2:
                    assert holder(board) is None
                    return
                expected = other


def test_a_turned_unit_neither_attacks_nor_strikes_back(setting: Setting) -> None:
    with run(setting.choosing(HOUSE)):
        board = scene(("A", "B"), "アクションフェイズの最後", turned=("戦車", "標的"))
        with pytest.raises(Illegal):
            attack(board, "戦車", "標的", "B")
        board = attack(board, "戦闘機", "標的", "B")
        with pytest.raises(Illegal):
            counter(board, "B", "標的")
        with pytest.raises(Illegal):
            attack(board, "列車砲", "標的", "B")


def test_an_attack_needs_the_action_phase_a_target_and_an_opponent(setting: Setting) -> None:
    with run(setting):
        with pytest.raises(Malformed):
            attack(scene(("A", "B"), "配置フェイズの最後"), "戦車", "標的", "B")
        with pytest.raises(Malformed):
            attack(scene(("A", "B"), "生産の後"), "戦車", "標的", "A")
        with pytest.raises(Illegal):
            attack(scene(("A", "B"), "生産の後"), "戦車", "", "B")
        assert holder(attack(scene(("A", "B"), "生産の後"), "戦車", "標的", "B", "能力による攻撃")) == "A"


@same_setting
@given(st.lists(st.sampled_from(["行動可能", "行動不能"]), max_size=5))
def test_one_upright_unit_in_front_stops_a_breakthrough(setting: Setting, front: list) -> None:  # type: ignore[type-arg]
    with run(setting):
        assert breaks_through(tuple(front)) == ("行動可能" not in front)


def test_what_the_source_leaves_out_comes_from_the_table(setting: Setting) -> None:
    with run(setting.with_value("samples", "攻撃の手順", "甲→乙").with_value("samples", "目標が変わった", "丙")):
        assert flow() == ("甲", "乙")
        assert departure("目標が変わった") == "丙"
