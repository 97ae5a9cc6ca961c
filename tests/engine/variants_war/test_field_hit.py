"""The hit on the field of the enemy."""

from __future__ import annotations

import pytest

from gunbai.engine.kernel import Illegal, Setting, run
from gunbai.engine.variants_war.battle import onward
from gunbai.engine.variants_war.board import sample_board
from gunbai.engine.variants_war.field_hit import cells, damage, hit, pending
from gunbai.engine.variants_war.state import Match, player_of
from gunbai.engine.variants_war.turn import match, monster, placed


def _arrived(setting: Setting, *places: str) -> Match:
    with run(setting):
        start = match(sample_board(), ("森羅万象", "百識公国"), "森羅万象", "メインフェイズ")
        for i, at in enumerate(places):
            start = placed(start, monster(f"見本{i}", "森羅万象", 1000, 1000), at, "縦")
        return onward(start)


def test_three_hits_bring_a_life_of_three_to_nothing(house: Setting) -> None:
    with run(house):
        battle = _arrived(house, "b2", "c2", "d2")
        for i, left in enumerate((2, 1, 0)):
            assert f"見本{i}" in pending(battle)
            battle = hit(battle, f"見本{i}")
            assert player_of(battle, "百識公国").life == left
        assert len(player_of(battle, "森羅万象").deck) == 3
        assert not battle.pieces


def test_who_has_not_arrived_does_not_hit(house: Setting) -> None:
    with run(house):
        for at in ("b3", "b4", "c1", "e2"):
            battle = _arrived(house, at)
            assert pending(battle) == ()
            with pytest.raises(Illegal):
                hit(battle, "見本0")


def test_the_areas_nest(setting: Setting) -> None:
    found = []
    for key in ("row", "half", "assigned"):
        with run(setting.choosing({"vv-field-hit-area": key})):
            found.append(set(cells(_arrived(setting), "森羅万象")))
    assert found[0] <= found[1] <= found[2]


def test_each_monster_deals_one(setting: Setting) -> None:
    with run(setting):
        assert [damage(n) for n in range(4)] == [0, 1, 2, 3]
    with run(setting.choosing({"vv-field-hit-each": "one"})):
        assert [damage(n) for n in range(4)] == [0, 1, 1, 1]
