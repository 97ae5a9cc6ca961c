from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from gunbai.engine.kernel import Illegal, Malformed, NoAnswer, Point, Reading, Setting, Undecided, reading, rule, run
from gunbai.engine.verdict import MAX_WORLDS, Outcome, Verdict, shown, weigh
from hypothesis import given, settings
from hypothesis import strategies as st

ASK = {}
for _name in "abcdefgh":
    def _make(ruling: str) -> Any:
        @rule(ruling)
        def ask() -> str:
            return reading(ruling)
        return ask
    ASK[f"t-{_name}"] = _make(f"t-{_name}")

Tree = Any  # an answer, or (ruling, {key: Tree})


def decide(tree: Tree) -> object:
    """Walk a decision tree: which points are asked depends on the readings taken before."""
    while isinstance(tree, tuple):
        ruling, branches = tree
        tree = branches[ASK[ruling]()]
    if tree == "illegal":
        raise Illegal("だめ", ("t-x",))
    return tree


def outcome(tree: Tree, setting: Setting) -> Outcome:
    with run(setting) as current:
        try:
            value = decide(tree)
        except NoAnswer as error:
            value = error
    return Outcome(value, tuple(current.trace), tuple(current.touched.items()))


def judge(tree: Tree, points: Mapping[str, Point], house: Mapping[str, str] | None = None) -> Verdict:
    setting = Setting({}, points).choosing(house or {})
    return weigh(outcome(tree, setting), lambda choices: outcome(tree, setting.choosing(choices)), points, setting.house)


def point(name: str, keys: int, default: int | None) -> Point:
    readings = tuple(Reading(f"k{n}", "", "none") for n in range(keys))
    return Point(name, "open" if default is None else "inferred", readings, None if default is None else f"k{default}")


@st.composite
def cases(draw: st.DrawFn) -> tuple[Tree, dict[str, Point], dict[str, str]]:
    names = [f"t-{c}" for c in "abcd"[: draw(st.integers(1, 4))]]
    points: dict[str, Point] = {}
    for name in names:
        keys = draw(st.integers(2, 2 if len(points) == 3 else 3))  # at most 54 combinations, fewer than the limit
        points[name] = point(name, keys, draw(st.one_of(st.none(), st.integers(0, keys - 1))))

    def tree(left: list[str]) -> Tree:
        if not left or draw(st.integers(0, 3)) == 0:
            return draw(st.sampled_from([True, False, "甲", "illegal"]))
        name = draw(st.sampled_from(left))
        rest = [n for n in left if n != name]
        return name, {key: tree(rest) for key in points[name].keys}

    house = {n: draw(st.sampled_from(points[n].keys)) for n in names if draw(st.integers(0, 4)) == 0}
    return tree(names), points, house


@settings(max_examples=600, deadline=None)
@given(case=cases())
def test_a_verdict_is_as_firm_as_brute_force_over_all_readings_says(case: tuple[Tree, dict[str, Point], dict[str, str]]) -> None:
    tree, points, house = case
    free = [p for p in points.values() if p.id not in house]
    all_answers: set[tuple[str, ...]] = set()
    default_answers: set[tuple[str, ...]] = set()
    for keys in product(*(p.keys for p in free)):
        choices = dict(zip((p.id for p in free), keys, strict=True))
        lines = outcome(tree, Setting({}, points).choosing({**house, **choices})).lines
        all_answers.add(lines)
        if all(p.default in (None, choices[p.id]) for p in free):
            default_answers.add(lines)
    verdict = judge(tree, points, house)
    expected = "firm" if len(all_answers) == 1 else "inferred" if len(default_answers) == 1 else "open"
    assert (verdict.firmness, verdict.complete) == (expected, True)
    if expected == "firm":
        assert verdict.lines == next(iter(all_answers))
    elif expected == "inferred":
        assert verdict.lines == tuple(f"{line}（推定）" for line in next(iter(default_answers)))
    else:
        assert {row.lines for row in verdict.table} == default_answers
        assert verdict.lines[0] == f"裁定待ち: {'、'.join(verdict.points)}"
        assert set(verdict.points) <= {p.id for p in free if p.default is None}
        for row in verdict.table:  # each row holds what it says, whatever the other open points are
            chosen = dict(row.choices)
            for keys in product(*(p.keys if p.default is None else (p.default,) for p in free)):
                choices = {**dict(zip((p.id for p in free), keys, strict=True)), **chosen}
                assert outcome(tree, Setting({}, points).choosing({**house, **choices})).lines == row.lines


def test_an_open_point_that_changes_nothing_leaves_the_answer_firm() -> None:
    verdict = judge(("t-a", {"k0": True, "k1": True}), {"t-a": point("t-a", 2, None)})
    assert (verdict.lines, verdict.firmness, verdict.reasons) == (("はい",), "firm", ("t-a",))


def test_a_default_that_matters_is_marked_and_the_table_holds_the_others() -> None:
    verdict = judge(("t-a", {"k0": True, "k1": False}), {"t-a": point("t-a", 2, 1)})
    assert (verdict.lines, verdict.points) == (("いいえ（推定）",), ("t-a",))
    assert [(row.keys, row.text) for row in verdict.table] == [("k0", "はい"), ("k1", "いいえ")]


def test_an_open_point_shows_each_reading_in_the_order_of_the_corpus() -> None:
    verdict = judge(("t-a", {"k2": 3, "k0": 1, "k1": "illegal"}), {"t-a": point("t-a", 3, None)})
    assert verdict.lines == ("裁定待ち: t-a", "  k0 → 1", "  k1 → 不可: t-x", "  k2 → 3")


def test_a_row_of_an_open_point_is_inferred_where_a_default_stands_behind_it() -> None:
    tree = ("t-a", {"k0": ("t-b", {"k0": 1, "k1": 2}), "k1": 3})
    verdict = judge(tree, {"t-a": point("t-a", 2, None), "t-b": point("t-b", 2, 0)})
    assert verdict.lines == ("裁定待ち: t-a", "  k0 → 1（推定）", "  k1 → 3")
    assert [row.points for row in verdict.table] == [("t-b",), ()]


def test_two_open_points_that_matter_together_are_shown_together() -> None:
    tree = ("t-a", {"k0": ("t-b", {"k0": 1, "k1": 2}), "k1": ("t-b", {"k0": 2, "k1": 1})})
    verdict = judge(tree, {"t-a": point("t-a", 2, None), "t-b": point("t-b", 2, None)})
    assert verdict.lines == ("裁定待ち: t-a、t-b", "  k0・k0 → 1", "  k0・k1 → 2", "  k1・k0 → 2", "  k1・k1 → 1")


def test_what_the_house_has_chosen_is_settled() -> None:
    points = {"t-a": point("t-a", 2, None)}
    verdict = judge(("t-a", {"k0": 1, "k1": 2}), points, {"t-a": "k1"})
    assert (verdict.lines, verdict.firmness) == (("2",), "firm")


def chain(names: str, at_the_end: Tree) -> Tree:
    tree = at_the_end
    for name in reversed(names):
        tree = (f"t-{name}", {"k0": tree, "k1": tree})
    return tree


def test_more_combinations_than_the_limit_are_said_not_to_be_tried() -> None:
    six = {f"t-{n}": point(f"t-{n}", 2, 0) for n in "abcdef"}
    verdict = judge(chain("abcdef", True), six)
    assert (2 ** 6, verdict.complete, verdict.lines) == (MAX_WORLDS, True, ("はい",))
    seven = {**six, "t-g": point("t-g", 2, 0)}
    verdict = judge(chain("abcdefg", True), seven)
    assert not verdict.complete
    assert verdict.lines == ("はい", f"（解釈の組合せが{MAX_WORLDS}を超え、すべては確かめていない）")


def test_an_open_point_is_never_lost_among_more_inferred_ones_than_can_be_tried() -> None:
    points = {"t-a": point("t-a", 2, None), **{f"t-{n}": point(f"t-{n}", 2, 0) for n in "bcdefgh"}}
    tree = ("t-a", {"k0": chain("bcdefgh", 1), "k1": chain("bcdefgh", 2)})
    verdict = judge(tree, points)
    assert verdict.firmness == "open"
    assert verdict.lines[:3] == ("裁定待ち: t-a", "  k0 → 1", "  k1 → 2")


def test_the_answer_by_default_is_kept_where_not_all_can_be_tried() -> None:
    points = {f"t-{n}": point(f"t-{n}", 2, 1) for n in "abcdefgh"}
    tree = ("t-h", {"k0": 1, "k1": chain("abcdefg", 2)})
    verdict = judge(tree, points)
    assert (verdict.firmness, verdict.complete, verdict.lines[0]) == ("inferred", False, "2（推定）")


@pytest.mark.parametrize(("value", "lines"), [
    (True, ("はい",)), (False, ("いいえ",)), (None, ("なし",)), (0, ("0",)), ("二行\nの文", ("二行", "の文")), ((), ("なし",)),
    ([], ("なし",)), (("甲", 2, True), ("甲", "2", "はい")), ((("甲", "乙"), "丙"), ("甲、乙", "丙")), (Fraction(1, 3), ("1/3",)),
    (Fraction(2), ("2",)), (Illegal("x", ("t-a", "t-b")), ("不可: t-a、t-b",)), (Malformed("読めない"), ("不備: 読めない",)),
    (Undecided("t-a"), ("裁定待ち: t-a",)),
])
def test_values_are_shown_in_the_words_of_the_examples(value: object, lines: tuple[str, ...]) -> None:
    assert shown(value) == lines
