"""重複しない: what counts as the same, and the slots that the official table of types would fill."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import Any

import pytest
from gunbai.corpus.model import Game
from gunbai.engine.gundam_war.stacking import Effects, Side, applied, end, mark_of, number_applied, occur, type_of
from gunbai.engine.kernel import Malformed, Setting, Undecided, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

POINTS = {"scope": "gw-stack-scope", "copy": "gw-stack-copy", "leaves": "gw-stack-leaves",
          "controllers": "gw-stack-controllers"}
MADE_UP: Mapping[int, Mapping[str, str]] = {
    1: {"scope": "per-card", "copy": "earliest", "leaves": "next", "controllers": "together"},
    2: {"scope": "whole-table", "copy": "latest", "leaves": "none", "controllers": "together"},
    3: {"scope": "whole-table", "copy": "largest", "leaves": "next", "controllers": "together"},
    4: {"scope": "per-player", "copy": "controller", "leaves": "none", "controllers": "apart"},
}
"""Nobody's table: it only shows that a filled one decides."""

SIDES: tuple[Side, ...] = ("自軍", "敵軍")
same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
occurrences = st.lists(st.tuples(
    st.sampled_from(["内憂外患", "戦乱の雄", "一斉射撃", "見本の先触れ", "見本の伝令"]),
    st.sampled_from(["甲", "乙"]), st.sampled_from(SIDES)), max_size=6)


def filled(setting: Setting, types: Mapping[str, int]) -> Setting:
    """The setting with the made-up table typed in, and cards given types."""
    tables: dict[str, Any] = dict(setting.tables)
    tables["stacking_types"] = tuple(
        {**row, "value": MADE_UP[row["type"]][row["point"]]} for row in tables["stacking_types"])
    tables["stacking"] = tuple({**row, "type": types.get(row["card"], row["type"])} for row in tables["stacking"])
    return Setting(MappingProxyType(tables), setting.points)


def situation(key: str) -> Effects:
    """Three effects of one card: two on 甲 from both sides, one on 乙 of the other player."""
    state = occur(key, "甲", value=1)
    state = occur(key, "甲", state, controller="敵軍", value=3, picked=True)
    return occur(key, "乙", state, player="敵軍", value=2, picked=True)


def numbers(state: Effects) -> list[int]:
    return [int(text.partition(":")[0]) for text in applied(state)]


def test_a_filled_table_decides_one_situation_in_four_ways(setting: Setting) -> None:
    outcomes = {}
    for kind in MADE_UP:
        with run(filled(setting, {"内憂外患": kind})) as current:
            state = situation("内憂外患")
            outcomes[kind] = numbers(state)
            assert type_of("内憂外患") == kind
        assert not current.touched, "a filled table leaves nothing to a reading"
    assert outcomes == {1: [1, 3], 2: [3], 3: [2], 4: [1, 2, 3]}


def test_a_filled_table_decides_who_takes_over(setting: Setting) -> None:
    after = {}
    for kind, leaving in ((1, 1), (2, 3), (3, 2), (4, 2)):
        with run(filled(setting, {"戦乱の雄": kind})):
            after[kind] = numbers(end(situation("戦乱の雄"), leaving))
    assert after == {1: [2, 3], 2: [], 3: [3], 4: [1, 3]}


def test_the_slots_of_the_official_table_ship_empty(setting: Setting) -> None:
    rows = setting.tables["stacking_types"]
    assert {(r["type"], r["point"]) for r in rows} == set(product((1, 2, 3, 4), POINTS))
    assert len(rows) == 16 and not any(r["value"] for r in rows)
    assert all(r["key"] == f"{r['type']}-{r['point']}" for r in rows)
    assert all(r["type"] is None for r in setting.tables["stacking"] if not r.get("sample"))
    with run(setting), pytest.raises(Undecided):
        type_of("内憂外患")


def test_values_that_may_be_typed_in_are_the_readings_of_the_open_points(game: Game) -> None:
    for point, ruling in POINTS.items():
        assert {row[point] for row in MADE_UP.values()} <= set(game.by_id[ruling].point.keys)
        assert game.by_id[ruling].certainty == "open"


def test_every_effect_has_one_row_and_a_mark(setting: Setting) -> None:
    rows = setting.tables["stacking"]
    assert len({row["card"] for row in rows}) == len(rows)
    assert {row["mark"] for row in rows} == {"与える効果", "与えられたテキスト", "なし"}


@same_setting
@given(occurrences, st.sampled_from(["per-card", "per-player", "whole-table"]), st.sampled_from(["together", "apart"]))
def test_the_number_agrees_with_brute_force(
    setting: Setting, made: list[tuple[str, str, Side]], scope: str, controllers: str,
) -> None:
    house = {"gw-stack-scope": scope, "gw-stack-controllers": controllers}
    with run(setting.choosing(house)):
        state = Effects((), 0)
        seen: set[object] = set()
        for number, (key, target, side) in enumerate(made):
            player: Side = "自軍" if target == "甲" else "敵軍"
            state = occur(key, target, state, player=player, controller=side)
            same = {"一斉射撃": number, "見本の先触れ": "号令", "見本の伝令": "号令"}.get(key, key)
            where = {"per-card": target, "per-player": player, "whole-table": ""}[scope]
            seen.add((same,) if key == "一斉射撃" else (same, where, side if controllers == "apart" else ""))
        assert number_applied(state) == len(seen)


@same_setting
@given(st.integers(1, 8), st.sampled_from(["内憂外患", "戦乱の雄"]))
def test_on_one_card_only_one_is_applied_and_no_open_point_is_asked(setting: Setting, copies: int, key: str) -> None:
    with run(setting) as current:
        state = Effects((), 0)
        for _ in range(copies):
            state = occur(key, "甲", state)
        assert number_applied(state) == 1
        assert not current.touched


def test_borrowed_names_do_not_make_effects_the_same(setting: Setting) -> None:
    with run(setting):
        state = occur("見本の布告一", "甲", occur("内憂外患", "甲"), borrowed="内憂外患")
        assert number_applied(state) == 2
        assert number_applied(occur("内憂外患", "甲", state, borrowed="見本の布告二")) == 2


def test_what_the_table_lacks_is_not_guessed(setting: Setting) -> None:
    with run(setting):
        for refused in (lambda: occur("見本の流言", "甲"), lambda: mark_of("見本の流言"), lambda: type_of(""),
                        lambda: end(occur("内憂外患", "甲"), 2)):
            with pytest.raises(Malformed):
                refused()
