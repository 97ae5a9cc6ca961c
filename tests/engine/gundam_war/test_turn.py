"""The turn of GUNDAM WAR: its order, its windows, the once-a-turn plays, the battle."""

from __future__ import annotations

import pytest
from gunbai.engine.gundam_war.turn import (
    allowed_now, drawn, ends, flow, following, goes_through, once_a_turn, own_side, rerolls, returned, sorties,
    spills_over, turn_end,
)
from gunbai.engine.kernel import Malformed, Setting, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
PARTS = ["リロールフェイズ", "ドローフェイズ", "配備フェイズ", "攻撃ステップ", "防御ステップ", "ダメージ判定ステップ",
         "帰還ステップ", "ターン終了時"]


def test_the_parts_follow_one_another_each_once(setting: Setting) -> None:
    with run(setting):
        seen = [PARTS[0]]
        while seen[-1] != "相手のターン":
            seen.append(following(seen[-1]))
        assert seen == [*PARTS, "相手のターン"]
        with pytest.raises(Malformed):
            following("相手のターン")


def test_nothing_is_played_outside_a_free_timing(setting: Setting) -> None:
    with run(setting):
        for part in PARTS[:-1]:
            timings = flow(part)
            assert timings[0] == "開始"
            assert timings[-1] == "終了"
            assert "フリータイミング" in timings
            for timing in timings:
                for stated in ("", "常時", part):
                    assert allowed_now("コマンド", part, timing, stated) == (timing == "フリータイミング")


def test_units_are_played_in_the_deployment_phase_or_with_quick(setting: Setting) -> None:
    with run(setting):
        for part in PARTS[:-1]:
            assert allowed_now("ユニット", part) == (part == "配備フェイズ")
            assert allowed_now("ユニット", part, quick=True)
            assert allowed_now("コマンド", part, stated="戦闘フェイズ") == part.endswith("ステップ")


@same_setting
@given(st.lists(st.sampled_from(["ユニット", "G", "国力キャラ", "艦船", "拠点", "特殊Gとしてのヴァリアブル"])))
def test_each_play_is_used_up_once_whatever_the_order(setting: Setting, played: list[str]) -> None:
    as_g = {"G", "国力キャラ", "特殊Gとしてのヴァリアブル"}
    with run(setting):
        assert once_a_turn("ユニット", tuple(played)) == ("ユニット" not in played)
        assert once_a_turn("G", tuple(played)) == as_g.isdisjoint(played)
        assert once_a_turn("サポート", tuple(played)) == {"艦船", "拠点"}.isdisjoint(played)
    with run(setting.choosing({"gw-turn-once-ships": "each"})):
        assert once_a_turn("サポート", tuple(played))


@same_setting
@given(st.integers(0, 20), st.integers(0, 20), st.lists(st.booleans(), min_size=1, max_size=3))
def test_assault_gives_the_rest_of_the_damage_to_the_home_country(
    setting: Setting, damage: int, defence: int, assault: list[bool],
) -> None:
    with run(setting):
        rest = spills_over(damage, defence, tuple(assault), "攻撃側")
        assert rest == (max(damage - defence, 0) if all(assault) else 0)
        assert spills_over(damage, defence, tuple(assault), "防御側") == 0


def test_first_turns(setting: Setting) -> None:
    with run(setting):
        assert [rerolls(n) for n in (1, 2)] == [False, True]
        assert [drawn(first, n) for first in (True, False) for n in (1, 2)] == [0, 1, 1, 1]


def test_battle_and_its_end(setting: Setting) -> None:
    with run(setting):
        assert sorties("攻撃ステップ") == "攻撃側"
        assert sorties("防御ステップ") == "防御側"
        assert sorties("帰還ステップ") is None
        assert goes_through("防御ステップ")
        assert not goes_through("ダメージ判定ステップ")
        assert returned("手番") != returned("手番", False)
        assert ends("戦闘フェイズ中") == ends("ターン終了時まで") == turn_end(False)
        assert ends("戦闘フェイズ中", True) == turn_end(True)
        assert own_side("規定の効果", "防御側") == "攻撃側"
