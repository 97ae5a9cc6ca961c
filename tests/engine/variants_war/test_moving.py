"""Moves and the change of position."""

from __future__ import annotations

import pytest

from gunbai.engine.kernel import Illegal, Setting, run
from gunbai.engine.variants_war.board import sample_board
from gunbai.engine.variants_war.moving import movable, move, moves_left, turn_face
from gunbai.engine.variants_war.state import Facing, Match, piece_of
from gunbai.engine.variants_war.turn import match, monster, placed

SAKURA = monster("見本の桜", "森羅万象", 2000, 1000)
MAPLE = monster("見本の楓", "森羅万象", 1000, 1200)


def _main(setting: Setting, at: str, facing: Facing) -> Match:
    with run(setting):
        board = match(sample_board(), ("森羅万象", "百識公国"), "森羅万象", "メインフェイズ")
        return placed(board, SAKURA, at, facing)


def test_a_monster_moves_along_its_long_side(setting: Setting) -> None:
    with run(setting):
        assert movable(_main(setting, "c3", "縦"), "見本の桜") == ("上", "下")
        assert movable(_main(setting, "c3", "横"), "見本の桜") == ("左", "右")


def test_two_moves_by_two_monsters(setting: Setting) -> None:
    start = placed(_main(setting, "b4", "縦"), MAPLE, "c4", "縦")
    with run(setting):
        first = move(start, "見本の桜", "上")
        assert movable(first, "見本の桜") == ()
        second = move(first, "見本の楓", "上")
        assert [moves_left(m) for m in (start, first, second)] == [2, 1, 0]
        assert movable(second, "見本の楓") == ()


def test_a_move_and_its_return_restore_the_board(setting: Setting) -> None:
    start = _main(setting, "c3", "縦")
    with run(setting.choosing({"vv-move-same": "not-in-a-row"})):
        there = move(start, "見本の桜", "上")
        with pytest.raises(Illegal):
            move(there, "見本の桜", "下")


def test_swapping_keeps_both_monsters(setting: Setting) -> None:
    start = placed(_main(setting, "b3", "縦"), monster("見本の砲", "百識公国", 1, 1), "b2", "縦")
    with run(setting.choosing({"vv-blocked": "swap"})):
        after = move(start, "見本の桜", "上")
        assert sorted(map(str, after.pieces)) == sorted(["見本の桜b2縦", "見本の砲b3縦"])
    with run(setting), pytest.raises(Illegal):
        move(start, "見本の桜", "上")


def test_a_monster_is_turned_once_a_turn(setting: Setting) -> None:
    with run(setting):
        turned = turn_face(_main(setting, "c3", "縦"), "見本の桜")
        assert piece_of(turned, "見本の桜").facing == "横"
        with pytest.raises(Illegal):
            turn_face(turned, "見本の桜")
