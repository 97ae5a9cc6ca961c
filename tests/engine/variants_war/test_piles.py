"""Spells and the two extra piles."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gunbai.engine.kernel import Illegal, Setting, run
from gunbai.engine.variants_war.board import sample_board
from gunbai.engine.variants_war.piles import cast, draw_rescue, draw_spells, drawable
from gunbai.engine.variants_war.state import VALIANTS, Card, Match, Player
from gunbai.engine.variants_war.turn import match, monster, placed

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def _spells(setting: Setting, pile: tuple[Card, ...], grave: tuple[Card, ...], hand: tuple[Card, ...] = ()) -> Match:
    with run(setting):
        own = Player("森羅万象", 3, hand, (), pile, (monster("見本の柳", "森羅万象", 1, 1, True),), grave)
        start = match(sample_board(), (own, "百識公国"), "森羅万象", "スタンバイフェイズ")
        return placed(start, monster("見本の桜", "森羅万象", 2000, 1000), "b4", "縦")


@same_setting
@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 12), st.sampled_from(["last-card", "when-needed"]))
def test_no_spell_is_lost_or_doubled(setting: Setting, pile: int, grave: int, cards: int, when: str) -> None:
    names = [f"札{i}" for i in range(pile + grave)]
    start = _spells(setting, tuple(names[:pile]), tuple(names[pile:]))
    with run(setting.choosing({"vv-spell-refill-when": when})):
        after = draw_spells(start, "見本の桜", cards).players[0]
    assert sorted(map(str, after.hand + after.spells + after.grave)) == sorted(names)
    assert len(after.hand) == min(cards, len(names))
    assert [str(card) for card in after.hand[:pile]] == names[:min(cards, pile)]


def test_a_used_spell_goes_to_the_graveyard(setting: Setting) -> None:
    with run(setting):
        after = cast(_spells(setting, (), (), ("札",)), "札").players[0]
        assert (after.hand, after.grave) == ((), ("札",))


def test_only_effects_of_valiants_draw(setting: Setting) -> None:
    with run(setting):
        assert [side for side in ("神碑", "ラビュリンス", *VALIANTS) if drawable(side, "森羅万象")] == ["森羅万象"]
        start = placed(_spells(setting, ("札",), ()), monster("コマ", "神碑", 0, 0), "c3")
        with pytest.raises(Illegal):
            draw_spells(start, "コマ", 1, "森羅万象")


def test_a_rescue_monster_is_drawn_to_the_hand_or_set_at_once(setting: Setting) -> None:
    start = _spells(setting, (), ())
    with run(setting.choosing({"vv-piles-drawn": "to-hand"})):
        after = draw_rescue(start, "見本の桜")
        assert len(after.players[0].hand) == 1
        assert len(after.pieces) == 1
    with run(setting.choosing({"vv-piles-drawn": "at-once"})):
        after = draw_rescue(start, "見本の桜", "c5")
        assert len(after.players[0].hand) == 0
        assert len(after.pieces) == 2
