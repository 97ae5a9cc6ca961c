"""The phases of a turn, draw and setting."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from gunbai.engine.variants_war.board import sample_board
from gunbai.engine.variants_war.state import Match, Monster, Player
from gunbai.engine.variants_war.turn import draw, drawn, excess, following, match, monster, set_monster

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)

SAKURA = monster("見本の桜", "森羅万象", 2000, 1000)


def _standby(setting: Setting, *hand: Monster) -> Match:
    with run(setting):
        return match(sample_board(), (Player("森羅万象", 3, hand),), "森羅万象", "スタンバイフェイズ")


def test_the_phases_follow_one_another(setting: Setting) -> None:
    with run(setting):
        phase: str | None = "ドローフェイズ"
        seen = []
        while phase:
            seen.append(phase)
            phase = following(phase)
        assert len(seen) == len(set(seen)) == 4


@same_setting
@given(st.integers(0, 40))
def test_an_empty_deck_skips_the_draw_and_nothing_else(setting: Setting, deck: int) -> None:
    cards = tuple(monster(f"見本{i}", "森羅万象", i, i) for i in range(deck))
    with run(setting):
        before = match(sample_board(), (Player("森羅万象", 3, (), cards),), "森羅万象")
        after = draw(before).players[0]
        assert drawn(deck) == len(after.hand) == min(deck, 1)
        assert after.hand + after.deck == cards


def test_one_monster_is_set_onto_ones_own_free_sortie_cell(setting: Setting) -> None:
    before = _standby(setting, SAKURA, monster("見本の楓", "森羅万象", 1, 1))
    with run(setting):
        after = set_monster(before, "見本の桜", "c5", "横")
        assert [str(p) for p in after.pieces] == ["見本の桜c5横"]
        for name, at in (("見本の桜", "c1"), ("見本の桜", "b4")):
            with pytest.raises(Illegal):
                set_monster(before, name, at)
        with pytest.raises(Illegal):
            set_monster(after, "見本の楓", "c5")
        with pytest.raises(Malformed):
            set_monster(before, "見本の桜", "a9")


def test_the_hand_has_a_limit_only_where_the_table_says_so(setting: Setting) -> None:
    with run(setting):
        assert excess(99) == 0
    with run(setting.with_value("numbers", "手札の上限", 5)):
        assert [excess(n) for n in (4, 5, 6)] == [0, 0, 1]
