"""Targets of GUNDAM WAR: chosen at the play among what is legal, lost or not."""

from __future__ import annotations

import pytest
from gunbai.engine.gundam_war.cutin import cut_in, resolve
from gunbai.engine.gundam_war.targets import (
    all_targets, enemy_only, in_that_case, leave, objects, options, place_allowed, play, shielded, targetable,
    with_prevent,
)
from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
names = st.lists(st.sampled_from(["ガンダム", "ガンキャノン", "ジム", "ボール"]), unique=True)


@same_setting
@given(names, st.sampled_from(["ガンダム", "ジム"]))
def test_a_target_is_chosen_among_the_candidates_and_without_any_the_card_is_not_played(
    setting: Setting, legal: list[str], target: str,
) -> None:
    with run(setting):
        if target in legal:
            assert play("赤い彗星", target, tuple(legal)).plays[0].target == target
        else:
            with pytest.raises(Illegal):
                play("赤い彗星", target, tuple(legal))


@same_setting
@given(st.lists(st.sampled_from(["赤い彗星", "回避運動"]), min_size=1, max_size=6), st.data())
def test_only_cards_that_are_still_being_played_can_be_targets(
    setting: Setting, cards: list[str], data: st.DataObject,
) -> None:
    with run(setting):
        cuts = [play(cards[0])]
        for card in cards[1:]:
            cuts.append(cut_in(card, after=cuts[-1]))
        gone = data.draw(st.sets(st.integers(0, len(cards) - 1)))
        cut = cuts[-1]
        for place in gone:
            cut = leave(cut, cuts[place])
        assert options(cut, "ハマーンの嘲笑", None) == tuple(i for i in range(len(cards)) if i not in gone)
        assert options(cut, "手土産", None) == ()


@same_setting
@given(names, names)
def test_an_effect_does_nothing_exactly_if_its_target_has_left(
    setting: Setting, legal: list[str], left: list[str],
) -> None:
    with run(setting):
        for target in legal:
            cut = play("赤い彗星", target, tuple(legal))
            for name in left:
                cut = leave(cut, name)
            assert ("対象を失い" in resolve(cut)[0]) == (target in left)


def test_what_the_table_does_not_know_is_asked_for(setting: Setting) -> None:
    with run(setting):
        strange = play("見本の砲撃", "ガンダム")
        with pytest.raises(Malformed):
            targetable("ハマーンの嘲笑", strange)
        with pytest.raises(Malformed):
            cut_in("ハマーンの嘲笑", strange)
        assert cut_in("ハマーンの嘲笑", strange, None, (strange,)).plays[1].legal == (0,)
        with pytest.raises(Malformed, match="呼び分ける"):
            play("赤い彗星", "ザク", ("ザク", "ザク"))


def test_texts_about_targets(setting: Setting) -> None:
    with run(setting):
        assert objects(("敵軍部隊1つの", "全てのユニットに", "Xダメージを与える")) == ("全てのユニット",)
        assert not enemy_only(("戦闘エリアにいる", "ユニット1枚に", "3ダメージを与える"))
        assert place_allowed("場")
        assert not place_allowed("ハンガー")
        assert in_that_case("できる", "一部だけ") == in_that_case("できない", "できる")
        assert all_targets(("ザク",), ("ザク", "グフ")) == ("ザク", "グフ")
        assert not shielded("敵軍コマンド", ("敵軍コマンド",))


@same_setting
@given(st.integers(0, 12), st.integers(0, 9))
def test_prevent_weighs_on_enemy_commands_only(setting: Setting, total: int, prevent: int) -> None:
    with run(setting):
        assert with_prevent(total, prevent, "コマンド", "敵軍") == total + prevent
        assert with_prevent(total, prevent, "テキスト", "敵軍") == total
        assert with_prevent(total, prevent, "コマンド", "自軍") == total
