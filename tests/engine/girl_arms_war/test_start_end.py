"""少女兵器大戦: the order of cards of the start for any number of users; cards of the end."""

from __future__ import annotations

import pytest
from gunbai.engine.girl_arms_war.start_end import (
    begin, chart, choose, finish, more_allowed, next_window, order, ordinary, resolve, usable, windows,
)
from gunbai.engine.kernel import Illegal, Malformed, Setting, run, table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
HOUSE = {
    "gaw-timing-third-gap": "unless-rest", "gaw-timing-actions": "around", "gaw-start-optional": "at-place",
    "gaw-start-look": "one-by-one",
}


@same_setting
@given(st.data())
def test_any_choice_of_places_lets_every_user_resolve_once_in_that_order(setting: Setting, data: st.DataObject) -> None:
    players = tuple("ABCDEFG"[:data.draw(st.integers(2, 7))])
    users = tuple(p for p in players if data.draw(st.booleans()))
    with run(setting.choosing(HOUSE)):
        state = begin(users, players)
        places = data.draw(st.permutations(range(1, len(users) + 1)))
        for user, place in zip(users, places, strict=True):
            if user not in dict(state.places):
                state = choose(state, user, place)
        assert dict(state.places) == dict(zip(users, places, strict=True))
        assert [dict(state.places)[u] for u in order(state)] == sorted(places)
        for user in order(state):
            assert not ordinary(state)
            for other in set(users) - {user}:
                with pytest.raises(Illegal):
                    resolve(state, other, "見本の号砲")
            state = finish(resolve(resolve(state, user, "見本の号砲"), user, "見本の夜明け"), user)
        assert ordinary(state)


@same_setting
@given(st.integers(1, 6), st.integers(-2, 9), st.integers(-2, 9))
def test_a_place_is_between_one_and_the_number_of_users_and_taken_once(
    setting: Setting, count: int, first: int, second: int,
) -> None:
    players = tuple("ABCDEFG"[:count + 1])
    with run(setting):
        state = begin(players[:count], players)
        if not 1 <= first <= count:
            with pytest.raises(Illegal):
                choose(state, "A", first)
        elif count > 2 and (first == second or not 1 <= second <= count):
            state = choose(state, "A", first)
            with pytest.raises(Illegal):
                choose(state, "B", second)


def test_cards_of_the_start_have_one_point_and_those_of_the_end_stay_in_their_phase(setting: Setting) -> None:
    with run(setting.choosing(HOUSE)):
        for row in table("phases"):
            phase = row["key"]
            assert windows(f"{phase}の開始時") == (f"{phase}の最初",)
            for point in windows(f"{phase}の終了時"):
                assert usable(f"{phase}中", point)
                assert next_window(point) not in windows(f"{phase}中")
            assert len(chart(f"{phase}中")) == len(table("points"))
        with pytest.raises(Malformed):
            usable("明日", "生産の後")
        with pytest.raises(Malformed):
            next_window("ターンとターンの間")


@same_setting
@given(st.integers(0, 30))
def test_only_cards_of_the_start_may_be_many(setting: Setting, used: int) -> None:
    with run(setting):
        assert more_allowed("開始時", used)
        assert more_allowed("終了時", used) == (used == 0)
