"""修理: which weapons come back, and that each 修理カード is spent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.combat import fight
from gunbai.engine.daisenryaku_card.components import deck
from gunbai.engine.daisenryaku_card.repair import after_repair, cards_needed, points_lost, repair, repairable
from gunbai.engine.daisenryaku_card.result import clean_up, score
from gunbai.engine.daisenryaku_card.state import WEAPON, War
from gunbai.engine.daisenryaku_card.war import arrange, declare, play_terrain, select
from gunbai.engine.daisenryaku_card.weapons import is_home
from gunbai.engine.kernel import Illegal, Setting, run

ONE, OTHER = ("見本A10", "見本R10"), ("見本A04", "見本P16")


def fought(repairs: int = 1) -> War:
    """A war in which both of the attacker's weapons fell, and none of the defender's."""
    war = declare("アメリカ", (*ONE, *["修理カード"] * repairs), "ソビエト", OTHER)
    war = select(select(war, "アメリカ", ONE), "ソビエト", OTHER)
    war = play_terrain(play_terrain(war, "アメリカ"), "ソビエト")
    war = arrange(arrange(war, "アメリカ"), "ソビエト")
    return fight(fight(war, 1, (12, 2)), 2, (12, 2))


@given(st.integers(0, 9))
def test_one_card_repairs_one_weapon_or_all(setting: Setting, weapons: int) -> None:
    with run(setting):
        assert cards_needed(weapons) == weapons
    with run(setting.choosing({"dsc-repair-number": "all"})):
        assert cards_needed(weapons) == min(weapons, 1)


@pytest.mark.parametrize(("key", "destroyed", "foreign"), [
    ("any", True, True), ("foreign-survivors", False, True), ("destroyed", True, False)])
def test_each_reading_says_which_losses_can_be_repaired(
        setting: Setting, key: str, destroyed: bool, foreign: bool) -> None:
    with run(setting.choosing({"dsc-repair-which": key})):
        for one in (card for card in deck() if card.kind == WEAPON):
            home = is_home(one, "日本")
            assert repairable(one, "日本", True) == destroyed
            assert repairable(one, "日本", False) == (foreign and not home)


def test_a_repaired_weapon_is_back_and_the_card_is_gone() -> None:
    after = clean_up(repair(fought(), "アメリカ", ("見本R10",)))
    assert [one.name for one in after.hands[0]] == ["見本R10"]
    assert sorted(one.name for one in after.discards) == sorted(["修理カード", "見本A10", "見本P16"])


@pytest.mark.parametrize("key", ["discarded", "returns"])
def test_a_foreign_weapon_without_a_pair_is_repaired_only_where_it_would_be_discarded(
        setting: Setting, key: str) -> None:
    with run(setting.choosing({"dsc-cleanup-unpaired": key})):
        war = declare("アメリカ", ("見本R10", "修理カード"), "ソビエト", ())
        war = select(select(war, "アメリカ", ("見本R10",)), "ソビエト", ())
        war = arrange(arrange(play_terrain(play_terrain(war, "アメリカ"), "ソビエト"), "アメリカ"), "ソビエト")
        if key == "returns":
            with pytest.raises(Illegal):
                repair(war, "アメリカ", ("見本R10",))
        else:
            war = repair(war, "アメリカ", ("見本R10",))
        after = clean_up(war)
    spent = ["修理カード"] if key == "discarded" else []
    assert [one.name for one in after.discards] == spent
    assert "見本R10" in [one.name for one in after.hands[0]]


def test_the_result_of_the_war_stays() -> None:
    war = fought()
    assert score(war) == score(repair(war, "アメリカ", ("見本R10",))) == (0, 2)
    assert points_lost(5) == 0


def test_two_weapons_take_two_cards() -> None:
    with pytest.raises(Illegal):
        repair(fought(1), "アメリカ", ONE)
    after = clean_up(repair(repair(fought(2), "アメリカ", ("見本A10",)), "アメリカ", ("見本R10",)))
    assert len(after.hands[0]) == 2


def test_the_same_weapon_is_not_repaired_twice() -> None:
    with pytest.raises(Illegal):
        repair(fought(2), "アメリカ", ("見本A10", "見本A10"))


def test_a_repaired_weapon_changes_sides_only_under_that_reading(setting: Setting) -> None:
    for one in (card for card in deck() if card.kind == WEAPON):
        assert after_repair(one, "日本") == one
        with run(setting.choosing({"dsc-repair-foreign-stays": "becomes-own"})):
            assert is_home(after_repair(one, "日本"), "日本")
