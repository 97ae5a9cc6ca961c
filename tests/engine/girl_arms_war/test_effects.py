"""少女兵器大戦: effects on enemies and partners."""

from __future__ import annotations

import pytest
from gunbai.engine.girl_arms_war.effects import checked_on, mixed, on_enemy, on_own, royale_enemy, suffers
from gunbai.engine.kernel import Malformed, Setting, run

FOUR = ("A1", "B1", "A2", "B2")


def test_one_enemy_or_oneself_and_the_partner(setting: Setting) -> None:
    with run(setting):
        for user in FOUR:
            for to in FOUR:
                assert on_enemy(user, (to,)) == (user[0] != to[0])  # type: ignore[arg-type]
                assert on_own(user, to) == (user[0] == to[0])  # type: ignore[arg-type]
                assert royale_enemy(user, (to,)) == (user != to)
        assert not on_enemy("A1", ("B1", "B2"))
        assert suffers(("B", "C"), "B") == ("B",)
        with pytest.raises(Malformed):
            suffers(("B", "C"), "A")
        assert checked_on()


def test_taking_a_hit_for_a_partner_by_reading(setting: Setting) -> None:
    with run(setting):
        assert mixed("A1", "A2", "A2") and not mixed("A1", "A2", "A1")
    with run(setting.choosing({"gaw-effects-mixed": "mixed"})):
        assert mixed("A1", "A2", "A1") and not mixed("A1", "B1", "A1")
