"""Where destroyed monsters go."""

from __future__ import annotations

import pytest

from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from gunbai.engine.variants_war.board import sample_board
from gunbai.engine.variants_war.destruction import destination, destroy_all, retreat_cells
from gunbai.engine.variants_war.state import Match, player_of
from gunbai.engine.variants_war.turn import match, monster, placed


def _at(setting: Setting, at: str, *, rescue: bool = False) -> Match:
    with run(setting):
        start = match(sample_board(), ("森羅万象", "百識公国"), "森羅万象", "メインフェイズ")
        return placed(start, monster("見本の桜", "森羅万象", 2000, 1000, rescue), at, "縦")


def test_the_bottom_of_the_right_pile(setting: Setting) -> None:
    with run(setting):
        for rescue in (False, True):
            of = player_of(destroy_all(_at(setting, "c3", rescue=rescue), ("見本の桜",)), "森羅万象")
            assert [len(of.deck), len(of.rescue)] == [1 - rescue, rescue]
            assert not of.grave


def test_only_in_front_of_ones_own_free_retreat_cell(setting: Setting) -> None:
    with run(setting):
        found = {at: retreat_cells(_at(setting, at), "見本の桜") for at in ("b4", "c4", "d4", "b2", "b3", "c5")}
        assert found == {"b4": ("b5",), "c4": (), "d4": ("d5",), "b2": (), "b3": (), "c5": ()}
        assert retreat_cells(_at(setting, "b4"), "見本の桜", "突破") == ()
        with pytest.raises(Illegal):
            destroy_all(_at(setting, "b4"), ("見本の桜",), "b5")


def test_a_pile_is_unknown_where_only_fights_have_one(setting: Setting) -> None:
    with run(setting.choosing({"vv-destroyed-any": "fights"})):
        card = monster("見本の桜", "森羅万象", 1, 1)
        assert destination(card).endswith("デッキの一番下")
        for cause in ("効果", "突破"):
            with pytest.raises(Malformed):
                destination(card, cause)
