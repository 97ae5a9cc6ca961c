"""少女兵器大戦: priority as a state machine, over random play."""

from __future__ import annotations

import pytest
from gunbai.engine.girl_arms_war.play import begin_turn, decline, use
from gunbai.engine.girl_arms_war.priority import (
    again, holder, leave, may_give, resolution, scene, successive, team_scene, window,
)
from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
CARD = "見本の援護"
HOUSE = {"gaw-priority-next": "turn-order"}


@same_setting
@given(st.lists(st.booleans(), max_size=30), st.integers(2, 5))
def test_priority_goes_round_until_all_pass_in_succession(setting: Setting, uses: list[bool], count: int) -> None:
    players = tuple("ABCDE"[:count])
    with run(setting.choosing(HOUSE)):
        board = window(players)
        passes = 0
        for turn, used in enumerate(uses):
            player = players[turn % count]
            assert holder(board) == player
            for other in set(players) - {player}:
                with pytest.raises(Illegal):
                    use(board, other, CARD)
            board = use(board, player, CARD) if used else decline(board, player)
            passes = 0 if used else passes + 1
            if passes == count:
                assert holder(board) is None
                return
        assert holder(board) == players[len(uses) % count]
        assert len(resolution(board)) == sum(uses)


@same_setting
@given(st.lists(st.booleans(), max_size=12))
def test_the_turn_players_pass_alone_ends_it_where_the_table_says_so(setting: Setting, uses: list[bool]) -> None:
    with run(setting.choosing({"gaw-priority-end": "turn-player"})):
        board = window(("A", "B"))
        for used in uses:
            player = holder(board)
            if player is None:
                break
            board = use(board, player, CARD) if used else decline(board, player)
            assert (holder(board) is None) == (player == "A" and not used)


def test_one_who_passed_acts_again_by_reading(setting: Setting) -> None:
    for reading in ("may-act", "barred"):
        with run(setting.choosing({"gaw-priority-pass-again": reading})):
            board = use(decline(window(("A", "B")), "A"), "B", CARD)
            if reading == "may-act":
                assert holder(use(board, "A", CARD)) == "B"
            else:
                with pytest.raises(Illegal):
                    use(board, "A", CARD)
                assert holder(decline(board, "A")) == "B"


def test_later_windows_and_leaving_players(setting: Setting) -> None:
    gap = "配置フェイズとアクションフェイズの間"
    with run(setting.choosing(HOUSE)):
        board = use(window(("A", "B"), "開始フェイズと配置フェイズの間"), "A", CARD)
        assert not successive(board, "B")
        board = decline(decline(board, "B"), "A")
        assert holder(again(board, gap)) == "A"
        three = window(("A", "B", "C"))
        assert may_give(three, "B")
        assert not may_give(leave(three, "B"), "B")
        with pytest.raises(Malformed):
            leave(three, "A")
        with pytest.raises(Malformed):
            scene(("A",))
        with pytest.raises(Malformed):
            team_scene(("A", "B", "C"))


@same_setting
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=12))
def test_in_a_team_battle_priority_never_goes_to_a_partner(setting: Setting, says: list[tuple[bool, int]]) -> None:
    players = ("A1", "B1", "A2", "B2")
    with run(setting.choosing({**HOUSE, "gaw-priority-next": "chosen", "gaw-frame-phases": "four"})):
        board = begin_turn(players, True)
        for used, n in says:
            player, to = holder(board), players[n]
            if player is None:
                return
            try:
                after = use(board, player, "見本の備え", to) if used else decline(board, player, to)
            except (Illegal, Malformed):
                assert to[0] == player[0]
                continue
            assert to[0] != player[0]
            assert holder(after) in (to, None)
            assert may_give(board, to)
            board = after
