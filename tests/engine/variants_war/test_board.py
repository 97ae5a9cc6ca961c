"""The board, seats and directions."""

from __future__ import annotations

import pytest

from gunbai.engine.kernel import Malformed, Setting, run
from gunbai.engine.variants_war.board import axis, crossable, long_axis, on_board, sample_board, told_board, zone_at
from gunbai.engine.variants_war.state import SIDES, Direction, named, place

DIRECTIONS: tuple[Direction, ...] = ("上", "下", "左", "右")


def test_every_cell_of_the_sample_board_has_its_own_name(setting: Setting) -> None:
    with run(setting):
        board = sample_board()
        cells = [(i, j) for i, row in enumerate(board.rows) for j, cell in enumerate(row) if cell]
        assert [place(board, named(at)) for at in cells] == cells
        assert {zone_at(board, named(at))[-5:] for at in cells} >= {"出撃ゾーン", "戦場ゾーン", "撤退ゾーン"}


def test_a_board_is_written_as_it_is_read() -> None:
    rows = ("百出 ・ ラ", "戦 森戦 百撤")
    assert str(told_board(rows)) == "\n".join(rows)
    for wrong in ("谷戦", "森谷"):
        with pytest.raises(Malformed):
            told_board((wrong,))


def test_each_player_sees_four_different_directions(setting: Setting) -> None:
    with run(setting):
        for side in SIDES:
            assert sorted(on_board(side, d) for d in DIRECTIONS) == sorted(DIRECTIONS)
        for direction in DIRECTIONS:
            seen = {on_board(side, direction) for side in SIDES}
            assert seen == set(DIRECTIONS)  # four seats, four views


def test_the_long_axis_turns_only_for_who_sits_at_the_side(setting: Setting) -> None:
    with run(setting):
        assert [long_axis(f, "百識公国") for f in ("縦", "横")] == ["縦", "横"]
        assert [long_axis(f, "ラビュリンス") for f in ("縦", "横")] == ["横", "縦"]
        assert [axis(d) for d in DIRECTIONS] == ["縦", "縦", "横", "横"]


def test_borders_come_from_the_table(setting: Setting) -> None:
    with run(setting):
        assert crossable("出撃ゾーン", "戦場ゾーン", "自分")
        assert not crossable("戦場ゾーン", "撤退ゾーン", "自分")
    with run(setting.with_value("borders", "戦場ゾーン→自分の撤退ゾーン", "可")):
        assert crossable("戦場ゾーン", "撤退ゾーン", "自分")
        assert not crossable("戦場ゾーン", "撤退ゾーン", "相手")
