"""選択・地形・配置: how a war is set up, whatever the hands."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.war import (
    arrange, battlefield, declare, fighters, gaps_allowed, laid, legal_number, play_terrain, select, terrain_sum,
    weapons_due,
)
from gunbai.engine.daisenryaku_card.given import table_of
from gunbai.engine.daisenryaku_card.state import War
from gunbai.engine.kernel import Illegal, Malformed, Setting, run

ONE = ("見本A10", "見本A14", "見本P08", "見本P11", "見本R14")
OTHER = ("見本A04", "見本A08", "見本A12")


def ready() -> War:
    war = declare("アメリカ", (*ONE, "見本地形1"), "ソビエト", OTHER)
    war = select(select(war, "ソビエト", OTHER), "アメリカ", ONE)
    return play_terrain(play_terrain(war, "アメリカ"), "ソビエト")


@given(st.integers(0, 9), st.integers(0, 9), st.booleans())
def test_exactly_one_number_of_weapons_is_legal_by_default(
        setting: Setting, weapons: int, chosen: int, border: bool) -> None:
    with run(setting):
        due = weapons_due(weapons, border)
        assert due == min(weapons, 3 if border else 5)
        assert legal_number(weapons, chosen, border) == (chosen == due)


@given(st.integers(0, 9), st.integers(0, 9))
def test_under_the_other_readings_fewer_are_legal_too_but_never_more(
        setting: Setting, weapons: int, chosen: int) -> None:
    with run(setting.choosing({"dsc-select-five": "up-to", "dsc-border-three": "up-to"})):
        for border in (False, True):
            assert legal_number(weapons, chosen, border) == (chosen <= weapons_due(weapons, border))


@given(st.integers(0, 10 ** 6))
def test_a_shuffled_row_holds_the_chosen_weapons(setting: Setting, seed: int) -> None:
    with run(setting):
        war = arrange(ready(), "アメリカ", seed=seed)
        assert Counter(laid(war, "アメリカ")) == Counter(ONE)
        assert laid(war, "アメリカ") == laid(arrange(ready(), "アメリカ", seed=seed), "アメリカ")


def test_shuffling_gives_every_place_to_every_weapon() -> None:
    firsts = {laid(arrange(ready(), "アメリカ", seed=seed), "アメリカ")[0] for seed in range(60)}
    assert firsts == set(ONE)


def test_the_longer_row_sticks_out_at_the_end() -> None:
    war = arrange(arrange(ready(), "アメリカ"), "ソビエト")
    assert len(war.results) == 5
    assert [None in fighters(war, place) for place in range(5)] == [False, False, False, True, True]
    assert fighters(war, -1) == fighters(war, 5) == (None, None)


def test_a_gap_is_open_to_readings(setting: Setting) -> None:
    assert gaps_allowed(("見本A04", "")) and not gaps_allowed(("", "見本A04"))
    with run(setting.choosing({"dsc-arrange-aligned": "anywhere"})):
        war = arrange(arrange(ready(), "アメリカ"), "ソビエト", ("", "見本A04", "", "見本A08", "見本A12"))
        assert [None in fighters(war, place) for place in range(5)] == [True, False, True, False, False]


def test_a_war_whose_sides_have_no_weapons_goes_straight_to_its_result() -> None:
    war = declare("アメリカ", (), "ソビエト", OTHER)
    war = select(select(war, "アメリカ", ()), "ソビエト", OTHER)
    war = play_terrain(play_terrain(war, "アメリカ"), "ソビエト")
    assert arrange(arrange(war, "アメリカ"), "ソビエト").stage == "判定"


def test_a_weapon_cannot_be_put_out_twice() -> None:
    war = declare("アメリカ", ("見本A10", "見本P08"), "ソビエト", OTHER)
    with pytest.raises(Malformed):
        select(war, "アメリカ", ("見本A10", "見本A10"))


def test_terrain_is_added_up_only_where_several_may_be_played(setting: Setting) -> None:
    with pytest.raises(Illegal):
        terrain_sum(("見本地形1", "見本地形2"))
    with run(setting.choosing({"dsc-terrain-one": "several"})):
        assert terrain_sum(("見本地形1", "見本地形2", "見本地形1")) == 4


def test_a_table_at_peace_has_no_battlefield() -> None:
    with pytest.raises(Illegal):
        battlefield(table_of(("アメリカ", "ソビエト", "NATO"), ((), (), ())))
