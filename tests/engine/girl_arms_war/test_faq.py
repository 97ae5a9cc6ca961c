"""少女兵器大戦: the publisher's FAQ."""

from __future__ import annotations

import pytest
from gunbai.engine.girl_arms_war.attack import attack, facing
from gunbai.engine.girl_arms_war.faq import armour_works, breakthrough_goes_on, redirect, stand_up, stops_breakthrough
from gunbai.engine.girl_arms_war.priority import scene
from gunbai.engine.kernel import Illegal, Malformed, Setting, run


def test_standing_a_unit_up_does_not_stop_a_breakthrough_but_a_new_target_does(setting: Setting) -> None:
    with run(setting):
        board = attack(scene(("A", "B"), "アクションフェイズの最後", turned=("標的",)), "戦車", "PP", "B")
        stood = stand_up(board, "標的")
        assert facing(board, "標的") != facing(stood, "標的")
        assert breakthrough_goes_on(stood)
        assert not breakthrough_goes_on(redirect(stood, "標的"))
        with pytest.raises(Malformed):
            stand_up(stood, "標的")
        with pytest.raises(Illegal):
            redirect(scene(("A", "B")), "標的")


def test_armour_and_the_time_to_act(setting: Setting) -> None:
    with run(setting):
        assert [armour_works(a) for a in ("攻撃", "反撃", "何もしない")] == [False, False, True]
        assert stops_breakthrough("アクションフェイズの前")
        assert not stops_breakthrough("PPが目標に選ばれた後")
