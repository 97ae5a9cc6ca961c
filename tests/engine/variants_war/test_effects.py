"""Effects, and whose view counts."""

from __future__ import annotations

import pytest

from gunbai.engine.kernel import Illegal, Setting, run
from gunbai.engine.variants_war.board import sample_board
from gunbai.engine.variants_war.effects import activate, beside, moved, viewer
from gunbai.engine.variants_war.moving import moves_left
from gunbai.engine.variants_war.state import Match, Side, named, piece_of
from gunbai.engine.variants_war.turn import match, monster, placed


def _piece(setting: Setting, turn: Side) -> Match:
    with run(setting):
        start = match(sample_board(), ("森羅万象", "百識公国", "神碑"), turn, "メインフェイズ")
        return placed(start, monster("神碑プレイヤーコマ", "神碑", 0, 0), "c3")


@pytest.mark.parametrize(("by", "to"), [("森羅万象", "b3"), ("百識公国", "d3"), ("神碑", "c2"), ("ラビュリンス", "c4")])
def test_left_is_left_of_whoever_activates(setting: Setting, by: Side, to: str) -> None:
    with run(setting):
        after = moved(_piece(setting, "森羅万象"), by, "神碑プレイヤーコマ", "左")
        assert named(piece_of(after, "神碑プレイヤーコマ").at) == to


def test_beside_is_left_or_right(setting: Setting) -> None:
    with run(setting):
        assert [beside(d) for d in ("上", "下", "左", "右")] == [False, False, True, True]
    with run(setting.choosing({"vv-neighbour": "any-side", "vv-direction-viewer": "turn-player"})):
        assert beside("上")
        assert viewer("森羅万象", "百識公国") == "百識公国"


def test_one_effect_a_turn_that_uses_up_no_move(setting: Setting) -> None:
    with run(setting):
        start = placed(_piece(setting, "森羅万象"), monster("南月", "森羅万象", 1, 1), "c4", "縦")
        used = activate(start, "南月")
        assert moves_left(used) == 2
        with pytest.raises(Illegal):
            activate(used, "南月")


def test_an_effect_off_the_board_is_refused_or_idle(setting: Setting) -> None:
    start = _piece(setting, "森羅万象")
    with run(setting):
        edge = moved(start, "森羅万象", "神碑プレイヤーコマ", "左")
    with run(setting.choosing({"vv-effect-blocked": "nothing"})):
        assert moved(edge, "森羅万象", "神碑プレイヤーコマ", "左") == edge
    with run(setting.choosing({"vv-effect-blocked": "illegal"})), pytest.raises(Illegal):
        moved(edge, "森羅万象", "神碑プレイヤーコマ", "左")
