"""勝利: the numbers of wins, halves, and when a game ends."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.given import table_of
from gunbai.engine.daisenryaku_card.victory import (
    capped, champion, champions, ends, ends_now, needed, reached, win_worth,
)
from gunbai.engine.kernel import Illegal, Setting, run, table

STRONG, WEAK = ("アメリカ", "ソビエト", "NATO"), ("日本", "イスラエル", "東側諸国")


@pytest.mark.parametrize(("players", "strong"), [(3, 5), (4, 5), (5, 4), (6, 4)])
def test_a_weak_side_needs_one_win_less(players: int, strong: int) -> None:
    assert {needed(side, players) for side in STRONG} == {strong}
    assert {needed(side, players) for side in WEAK} == {strong - 1}


def test_the_wins_are_known_for_three_to_six_players_only() -> None:
    for players in (1, 2, 7):
        with pytest.raises(Illegal):
            needed("日本", players)


@given(st.integers(0, 12), st.integers(1, 6))
def test_wins_beyond_the_goal_count_by_default(setting: Setting, halves: int, goal: int) -> None:
    with run(setting):
        assert reached(Fraction(halves, 2), goal) == (halves >= 2 * goal)
    with run(setting.choosing({"dsc-wins-sum": "exactly"})):
        assert reached(Fraction(halves, 2), goal) == (halves == 2 * goal)


@given(st.integers(0, 5), st.integers(0, 10))
def test_two_border_conflicts_are_worth_one_war(setting: Setting, wars: int, borders: int) -> None:
    with run(setting):
        assert 2 * win_worth(True) == win_worth(False)
        assert champion("アメリカ", 3, wars, borders) == (2 * wars + borders >= 10)


def test_only_who_has_won_enough_is_a_champion() -> None:
    for row in table("sides"):
        sides = (row["key"], *[side for side in STRONG if side != row["key"]])[:3]
        enough = needed(row["key"], 3)
        assert champions(table_of(sides, ((),) * 3, won=(enough, 0, 0))) == (row["key"],)
        assert champions(table_of(sides, ((),) * 3, won=(enough - 1, 0, 0))) == ()


def test_a_game_goes_on_after_the_goal_only_under_that_reading(setting: Setting) -> None:
    assert ends_now() and ends("日本", 3, 4) and not ends("日本", 3, 3)
    with run(setting.choosing({"dsc-wins-at-once": "not-at-once"})):
        assert not ends_now() and not ends("日本", 3, 4)


def test_the_turn_cap_is_the_tables_own(setting: Setting) -> None:
    with run(setting.with_value("samples", "手番の上限", 10)):
        assert [capped(turns) for turns in (9, 10, 11)] == [False, True, True]
