"""専用機のセット: whom a unit is made for."""

from __future__ import annotations

import pytest
from gunbai.engine.gundam_war.dedicated import all_set, dedicated, detach, named, unit
from gunbai.engine.kernel import Malformed, Setting, Undecided, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
plain = st.text(st.characters(categories=["Lo"]), min_size=1, max_size=8).filter(lambda t: not set(t) & set("機専用"))


@same_setting
@given(plain, plain)
def test_both_forms_name_the_character_in_brackets(setting: Setting, machine: str, person: str) -> None:
    with run(setting):
        for name in (f"{machine}（{person}機）", f"{machine}（{person}専用機）"):
            assert dedicated(unit(name, (person,)))
            assert not dedicated(unit(name))
        assert named(machine) == ()
        assert not dedicated(unit(machine, (person,)))


def test_every_pair_of_the_list_names_a_part_of_the_character(setting: Setting) -> None:
    """A pair of which the unit's name says nothing would be a slip of the pen, but for other names of one person."""
    with run(setting):
        for row in setting.tables["dedicated"]:
            assert row["certainty"] in ("inferred", "open")
            (part,) = named(row["unit"])
            if row["certainty"] == "inferred":
                assert part in row["character"].replace("・", "")


def test_pairs_that_the_official_table_would_settle_are_refused(setting: Setting) -> None:
    with run(setting):
        pairs = (("シャア専用ゲルググ", "クワトロ・バジーナ"), ("見本機（クルツ機）", "トーマス・クルツ"))
        for name, character in pairs:
            with pytest.raises(Undecided) as caught:
                dedicated(unit(name, (character,)))
            assert caught.value.ruling == "gw-dedicated-open"


@pytest.mark.parametrize(("key", "answer"), [("person", True), ("exact", False)])
def test_a_part_of_a_name_counts_as_the_table_says(setting: Setting, key: str, answer: bool) -> None:
    with run(setting.choosing({"gw-dedicated-short": key})):
        assert dedicated(unit("シャア専用ゲルググ", ("シャア・アズナブル",))) is answer
        assert not dedicated(unit("シャア専用ゲルググ", ("アムロ・レイ",)))


@pytest.mark.parametrize(("key", "answer"), [("with-aliases", True), ("name-only", False)])
def test_other_names_count_as_the_table_says(setting: Setting, key: str, answer: bool) -> None:
    with run(setting.choosing({"gw-dedicated-alias": key})):
        assert dedicated(unit("見本機（グラハム・エーカー機）", ("ミスター・ブシドー",))) is answer
        assert dedicated(unit("見本機（ミスター・ブシドー機）", ("ミスター・ブシドー",)))


def test_a_trait_names_the_character_where_the_name_does_not(setting: Setting) -> None:
    with run(setting):
        assert dedicated(unit("ダブルオーガンダム", ("刹那・F・セイエイ",)))
        assert dedicated(unit("ガンダムシュピーゲル(シュツルムウントドランク)", ("シュバルツ・ブルーダー",)))
        assert not dedicated(unit("ダブルオーガンダム", ("シュバルツ・ブルーダー",)))


def test_the_state_ends_when_the_character_leaves(setting: Setting) -> None:
    with run(setting):
        state = unit("スモー（ハリー・オード機）", ("ハリー・オード", "アムロ・レイ"))
        assert dedicated(detach(state, "アムロ・レイ"))
        assert not dedicated(detach(state, "ハリー・オード"))
        with pytest.raises(Malformed):
            detach(state, "ケーラ・スゥ")


def test_all_units_are_looked_at(setting: Setting) -> None:
    with run(setting):
        one, two = unit("見本機（甲機）", ("甲",)), unit("見本機（乙機）", ("甲",))
        assert all_set((one, two)) == ("見本機（甲機）",)
        assert all_set(()) == ()
