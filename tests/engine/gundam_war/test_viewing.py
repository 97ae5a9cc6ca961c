"""見る, 表にする, 無作為の選択."""

from __future__ import annotations

from itertools import product

import pytest
from gunbai.engine.gundam_war.viewing import Side, choose_at_random, resolved, seen_by, tell_tale
from gunbai.engine.kernel import Illegal, Malformed, Setting, Undecided, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

MIXED: tuple[Side, ...] = ("自軍", "敵軍")
OWN: tuple[Side, ...] = ("自軍", "自軍")
same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
parts = st.lists(st.sampled_from(["一", "二", "三", "四"]), unique=True, min_size=1)


def test_looking_tells_one_player_and_showing_tells_both(setting: Setting) -> None:
    with run(setting):
        assert seen_by("見る", "敵軍") == ("敵軍",)
        assert seen_by("表にする", "敵軍") == seen_by("表にする", "自軍") == ("自軍", "敵軍")


@same_setting
@given(parts, st.data())
def test_what_can_be_applied_is_applied_in_its_order(setting: Setting, made: list[str], data: st.DataObject) -> None:
    failing = tuple(data.draw(st.lists(st.sampled_from(made), unique=True)))
    with run(setting):
        assert resolved(tuple(made), failing) == tuple(p for p in made if p not in failing)
    for key, left in (("in-part", tuple(p for p in made if p not in failing)), ("all-or-nothing", ())):
        with run(setting.choosing({"gw-view-linked": key})):
            assert resolved(tuple(made), failing, True) == (left if failing else tuple(made))


def test_a_part_that_the_effect_lacks_is_malformed(setting: Setting) -> None:
    with run(setting), pytest.raises(Malformed):
        resolved(("一",), ("二",))


def test_tied_parts_of_which_one_fails_are_open(setting: Setting) -> None:
    with run(setting), pytest.raises(Undecided) as caught:
        resolved(("一", "二"), ("一",), True)
    assert caught.value.ruling == "gw-view-linked"


def test_backs_matter_only_among_mixed_owners_that_show(setting: Setting) -> None:
    with run(setting):
        assert [tell_tale(o, m) for o, m in product((MIXED, OWN), (True, False))] == [True, False, False, False]


def test_each_forbidden_way_names_its_ruling(setting: Setting) -> None:
    with run(setting):
        for way, feasible, ruling in (("テーブルの下で引かせる", True, "gw-random-hidden"),
                                      ("そのまま引く", True, "gw-random-sleeves"),
                                      ("サイコロで決める", False, "gw-random-dice")):
            with pytest.raises(Illegal) as caught:
                choose_at_random(MIXED, True, way, feasible)
            assert caught.value.rulings == (ruling,)
        for way in ("スリーブを外して引く", "サイコロで決める"):
            assert choose_at_random(MIXED, True, way) == way
        assert choose_at_random(MIXED, False, "そのまま引く") == "そのまま引く"
        with pytest.raises(Malformed):
            choose_at_random(MIXED, True, "見本の方法")
