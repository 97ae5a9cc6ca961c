"""少女兵器大戦: battle royale."""

from __future__ import annotations

import itertools

import pytest
from gunbai.engine.girl_arms_war.royale import (
    after_exhausted, blocks, choosers, deck_ok, departs, empty_deck, entry_counts, first_turn, gathers, how_counted,
    level_owner, markers, piles, places, recovers, royale_wins, same_time, seats, targetable,
)
from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@same_setting
@given(st.lists(st.sampled_from("甲乙丙丁戊"), max_size=6))
def test_three_or_four_different_players_gather(setting: Setting, players: list[str]) -> None:
    with run(setting):
        if len(set(players)) == len(players) and len(players) in (3, 4):
            assert gathers(tuple(players)) == len(players)
        else:
            with pytest.raises(Illegal):
                gathers(tuple(players))


@pytest.mark.parametrize("count", [3, 4])
def test_every_choice_of_turns_seats_each_once(setting: Setting, count: int) -> None:
    players = tuple("ABCD"[:count])
    with run(setting):
        for wishes in itertools.permutations(range(1, count + 1)):
            order = places(players, wishes)
            assert sorted(order) == list(players)
            assert [order.index(p) + 1 for p in players] == list(wishes)
            assert {seats(order, p) for p in players} == set(players)
        assert choosers(players) == players
        with pytest.raises(Illegal):
            places(players, (1,) * count)


@same_setting
@given(st.lists(st.integers(0, 2), min_size=3, max_size=4))
def test_one_survivor_wins(setting: Setting, pp: list[int]) -> None:
    left = [n for n, points in enumerate(pp, 1) if points]
    with run(setting):
        assert royale_wins(tuple(pp)) == (left[0] if len(left) == 1 else None)


@same_setting
@given(st.lists(st.sampled_from(["B", "C", "B効果", "C手番"]), max_size=4), st.sampled_from("BCD"))
def test_once_a_target_never_again_in_that_round(setting: Setting, before: list[str], by: str) -> None:
    with run(setting.choosing({"gaw-royale-target-kinds": "attacks-only"})):
        assert targetable("GA", tuple(before), by) == (not {"B", "C"} & set(before))
        assert targetable("PP", tuple(before), by)
    with run(setting.choosing({"gaw-royale-target-kinds": "everything",
                               "gaw-royale-target-total": "each-opponent"})):
        assert targetable("施設", tuple(before), by) == (not {by, f"{by}効果"} & set(before))


def test_first_turns_decks_and_what_the_table_decides(setting: Setting) -> None:
    with run(setting):
        assert [first_turn(n, "手札", 1) for n in (1, 2, 3, 4)] == [0, 1, 2, 3]
        assert first_turn(1, "リソース", 2) == first_turn(4, "リソース", 2)
        assert deck_ok(2, 3) and not deck_ok(1)
        assert markers(3) == 3
        assert not level_owner("A", "B")
        assert not empty_deck(0)
        assert recovers("手札の補充") and not recovers("回復")
        assert blocks("行動可能", True) and not blocks("行動不能", False)
        assert all((after_exhausted(), piles(), same_time(), departs("PPが0のプレイヤー"),
                    how_counted("支援攻撃を受けた目標"), entry_counts("場に出たカード")))
        with pytest.raises(Malformed):
            seats(("A", "B", "C"), "D")
