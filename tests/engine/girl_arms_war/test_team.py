"""少女兵器大戦: team battle."""

from __future__ import annotations

import pytest
from gunbai.engine.girl_arms_war.priority import scene, team_scene
from gunbai.engine.girl_arms_war.team import (
    adjusted, adjusted_in_full, adjustment, breaks_through_team, deck_fits, first_team, in_range, marker_of,
    may_choose_field, may_raise, partners, partners_may, pays_for, seating, simultaneous, team_level, team_wins,
    turn_after,
)
from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
FOUR = ("A1", "B1", "A2", "B2")


def test_turns_alternate_between_the_teams_and_partners_sit_two_apart(setting: Setting) -> None:
    with run(setting):
        for player in FOUR:
            assert turn_after(player)[0] != player[0]  # type: ignore[arg-type]
            assert {p for p in FOUR if partners(team_scene(FOUR), player, p)} == {
                p for p in FOUR if p[0] == player[0] and p != player}
            assert not any(partners(scene(FOUR), player, p) for p in FOUR)


@same_setting
@given(st.lists(st.lists(st.sampled_from("甲乙丙丁戊"), max_size=3), max_size=3))
def test_only_two_teams_of_two_different_players_sit_down(setting: Setting, teams: list[list[str]]) -> None:
    fits = [len(t) for t in teams] == [2, 2] and len({p for t in teams for p in t}) == 4
    with run(setting):
        if fits:
            assert seating(tuple(map(tuple, teams))) == 4
        else:
            with pytest.raises(Illegal):
                seating(tuple(map(tuple, teams)))


@same_setting
@given(st.tuples(st.integers(0, 2), st.integers(0, 2)), st.tuples(st.integers(0, 2), st.integers(0, 2)))
def test_one_fallen_player_or_one_empty_deck_decides(
    setting: Setting, pp: tuple[int, int], decks: tuple[int, int],
) -> None:
    with run(setting.choosing({"gaw-team-empty-deck": "at-once"})):
        assert team_wins(pp, decks) == (0 in pp or 0 in decks)
    with run(setting.choosing({"gaw-team-empty-deck": "at-draw"})):
        assert team_wins(pp, decks) == (0 in pp)
        assert team_wins(pp, decks, (1, 2)) == (0 in pp or 0 in decks)
        with pytest.raises(Malformed):
            team_wins((1,), decks)


def test_markers_levels_and_adjustment(setting: Setting) -> None:
    with run(setting):
        assert marker_of("テクノロジーレベル") != marker_of("PP")
        assert team_level(1, ("A1", "A2", "A1")) == 4
        assert may_raise("A2", "A2", ("A1",))
        assert not may_raise("A1", "A2")
        assert in_range(1) and not in_range(0)
        assert [p for p in FOUR if adjusted(p)] == ["A1", "A2"]  # type: ignore[arg-type]
        assert adjusted_in_full("A2") and not adjusted_in_full("A2", 2)
        assert adjustment("手札") >= 0
        assert pays_for("A1", "A1") and not pays_for("A2", "A1")
        assert deck_fits("構築済みデッキ", 1) and not deck_fits("構築済みデッキ", 2)
        assert partners_may("味方との相談") and simultaneous()


def test_fields_are_judged_one_by_one(setting: Setting) -> None:
    with run(setting.choosing({"gaw-team-first": "winner-chooses"})):
        assert breaks_through_team((), ("行動可能",))
        assert not breaks_through_team(("行動可能",), ())
        assert may_choose_field(("B1", "B2"), "B2") and not may_choose_field(("B1", "B2"), "A2")
        assert first_team("赤組", "後攻") == "青組"
        assert first_team("青組", "後攻") == "赤組"
