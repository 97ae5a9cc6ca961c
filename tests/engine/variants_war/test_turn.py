"""The phases of a turn, draw and setting."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from gunbai.engine.variants_war.board import sample_board
from gunbai.engine.variants_war.state import Match, Monster, Player
from gunbai.engine.variants_war.turn import (
    draw, drawn, excess, following, match, monster, placed, player, set_monster,
)

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


@same_setting
@given(st.lists(st.sampled_from("abc"), max_size=5), st.lists(st.sampled_from("abc"), max_size=5))
def test_no_two_monsters_of_a_table_share_a_name(setting: Setting, hand: list[str], deck: list[str]) -> None:
    def told(names: list[str]) -> tuple[Monster, ...]:
        return tuple(monster(name, "森羅万象", 1, 1) for name in names)

    with run(setting):
        if len({*hand, *deck}) < len(hand) + len(deck):
            with pytest.raises(Malformed):
                player("森羅万象", 3, told(hand), told(deck))
            return
        before = match(sample_board(), (player("森羅万象", 3, told(hand), told(deck)),))
        for name in (*hand, *deck):
            after = placed(before, monster(name, "森羅万象", 1, 1), "c3", "縦")
            assert sorted((name, *after.players[0].monsters)) == sorted((*hand, *deck))


@pytest.mark.parametrize(("at", "key"), [
    ("c3", ""), ("e3", ""), ("c5", "出撃ゾーンの1マスの数"), ("b5", "撤退ゾーンの1マスの数")])
def test_two_valiants_monsters_share_a_cell_only_where_the_table_lets(setting: Setting, at: str, key: str) -> None:
    for told in ("出撃ゾーンの1マスの数", "撤退ゾーンの1マスの数"):
        with run(setting.with_value("numbers", told, 2)):
            one = placed(match(sample_board(), ("森羅万象",)), SAKURA, at, "縦")
            other = monster("見本の楓", "森羅万象", 1, 1)
            if told == key:
                assert len(placed(one, other, at, "縦").pieces) == 2
            else:
                with pytest.raises(Malformed):
                    placed(one, other, at, "縦")
