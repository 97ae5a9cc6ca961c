from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from gunbai.engine import kernel
from gunbai.engine.kernel import (
    EngineFault, Illegal, Malformed, Point, Reading, Setting, Situation, Undecided, in_force, reading, rule, ruled, rules,
    run, table,
)

TWO = (Reading("yes", "はい", "medium"), Reading("no", "いいえ", "weak"))


@pytest.fixture(autouse=True)
def own_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rules that a test marks are forgotten after it."""
    monkeypatch.setattr(kernel, "_RULES", {})
    yield


def setting(**points: Point) -> Setting:
    return Setting({"limits": ({"key": "hand", "value": 6}, {"key": "deck"})}, {p.id: p for p in points.values()})


def test_the_trace_records_each_rule_its_depth_and_what_came_of_it() -> None:
    @rule("t-inner")
    def inner(n: int) -> int:
        return n + 1

    @rule("t-outer")
    def outer(n: int) -> int:
        return inner(n) * inner(n + 1)

    with run(setting()) as current:
        assert outer(1) == 6
    assert [(s.ruling, s.depth, s.result) for s in current.trace] == [("t-outer", 0, 6), ("t-inner", 1, 2), ("t-inner", 1, 3)]
    assert current.trace[0].function.endswith("outer")
    assert current.stack == []


def test_illegal_names_the_innermost_rule_and_those_outside_see_it_too() -> None:
    @rule("t-inner")
    def inner() -> int:
        raise Illegal("理由")

    @rule("t-outer")
    def outer() -> int:
        return inner()

    with run(setting()) as current, pytest.raises(Illegal) as error:
        outer()
    assert error.value.rulings == ("t-inner",)
    assert [s.result for s in current.trace] == [error.value, error.value]
    assert current.innermost == ""


def test_illegal_may_name_its_rulings_itself() -> None:
    @rule("t-a")
    def a() -> None:
        raise Illegal("理由", ["t-x", "t-y"])

    with run(setting()), pytest.raises(Illegal) as error:
        a()
    assert error.value.rulings == ("t-x", "t-y")


def test_a_rule_outside_a_run_is_a_fault() -> None:
    @rule("t-a")
    def a() -> int:
        return 1

    with pytest.raises(EngineFault, match="outside"):
        a()
    with pytest.raises(EngineFault, match="outside"):
        table("limits")


def test_a_reading_is_the_house_rule_else_the_default_else_undecided() -> None:
    @rule("t-point")
    def point() -> str:
        return reading("t-point")

    inferred, undecided = Point("t-point", "inferred", TWO, "yes"), Point("t-point", "open", TWO)
    with run(setting(p=inferred)) as current:
        assert point() == "yes"
        assert current.touched == {"t-point": "yes"}
    with run(setting(p=inferred).choosing({"t-point": "no"})):
        assert point() == "no"
    with run(setting(p=undecided)) as current:
        with pytest.raises(Undecided) as error:
            point()
        assert (error.value.ruling, error.value.readings) == ("t-point", TWO)
        assert current.touched == {"t-point": None}


def test_a_reading_may_only_be_asked_by_the_rule_that_it_is_of() -> None:
    @rule("t-other")
    def other() -> str:
        return reading("t-point")

    with run(setting(p=Point("t-point", "open", TWO))), pytest.raises(EngineFault, match="outside a function marked") as error:
        other()
    assert error.value.ruling == "t-point"


def test_a_reading_of_a_ruling_without_readings_is_a_fault_of_ours() -> None:
    @rule("t-point")
    def point() -> str:
        return reading("t-point")

    for known in (setting(), setting(p=Point("t-point"))):
        with run(known), pytest.raises(EngineFault, match="none in the corpus"):
            point()
    with run(Setting({}, {"t-point": Point("t-point", "open", TWO)}, None, {"t-point": "maybe"})), \
            pytest.raises(EngineFault, match="maybe"):
        point()


def test_choosing_refuses_what_is_no_reading() -> None:
    known = setting(p=Point("t-point", "open", TWO), q=Point("t-stated"))
    with pytest.raises(Malformed, match="解釈「maybe」は無い（yes、no）"):
        known.choosing({"t-point": "maybe"})
    for ruling in ("t-stated", "t-nothing"):
        with pytest.raises(Malformed, match="解釈を選べる裁定ではない"):
            known.choosing({ruling: "yes"})
    assert known.choosing({"t-point": "no"}).choosing({}).house == {"t-point": "no"}
    assert known.house == {}


@pytest.mark.parametrize(("since", "until", "date", "is_so"), [
    (None, None, None, True), ("2009-09-18", None, None, True), (None, "2009-09-17", None, False),
    ("2009-09-18", None, "2009-09-17", False), ("2009-09-18", None, "2009-09-18", True),
    (None, "2009-09-17", "2009-09-17", True), (None, "2009-09-17", "2009-09-18", False),
    ("2009-01-01", "2009-12-31", "2009-06-01", True), ("2009-01-01", "2009-12-31", "2010-01-01", False),
])
def test_dates_say_what_is_in_force(since: str | None, until: str | None, date: str | None, is_so: bool) -> None:
    @rule("t-dated")
    def dated() -> int:
        return 1

    with run(setting(p=Point("t-dated", since=since, until=until)).on(date)):
        assert in_force("t-dated") is is_so
        assert in_force("t-unknown")
        if is_so:
            assert dated() == 1
        else:
            with pytest.raises(Malformed, match="t-dated"):
                dated()


def test_tables_are_read_by_name_and_the_run_remembers_who_read_them() -> None:
    @rule("t-hand")
    def hand() -> int:
        return int(table("limits")[0]["value"])

    with run(setting()) as current:
        assert hand() == 6
        assert list(current.tables_read) == [("limits", "t-hand")]
        with pytest.raises(Malformed, match="表「cards」が無い"):
            table("cards")


def test_a_value_of_a_table_can_be_changed_for_one_setting() -> None:
    known = setting()
    changed = known.with_value("limits", "hand", 7)
    assert changed.tables["limits"][0] == {"key": "hand", "value": 7}
    assert known.tables["limits"][0] == {"key": "hand", "value": 6}
    for name, key in (("limits", "foot"), ("cards", "hand")):
        with pytest.raises(Malformed):
            known.with_value(name, key, 1)


def test_endless_rules_stop_at_a_number_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    @rule("t-again")
    def again(n: int) -> int:
        return again(n + 1)

    @rule("t-step")
    def step() -> int:
        return 1

    with run(setting()), pytest.raises(Malformed, match="入れ子"):
        again(0)
    monkeypatch.setattr(kernel, "MAX_STEPS", 10)
    with run(setting()):
        for _ in range(10):
            step()
        with pytest.raises(Malformed, match="10"):
            step()


def test_rules_nest_as_deep_as_the_limit_and_no_deeper() -> None:
    @rule("t-down")
    def down(n: int) -> int:
        return n if n == 0 else down(n - 1)

    with run(setting()):
        assert down(kernel.MAX_NESTED - 1) == 0
        with pytest.raises(Malformed):
            down(kernel.MAX_NESTED)


def test_a_module_that_is_loaded_again_replaces_its_rules() -> None:
    def load(result: int) -> None:
        @rule("t-a")
        def a() -> int:
            return result

    load(1)
    load(2)
    (only,) = rules("t-a")
    with run(setting()):
        assert only() == 2
    assert ruled(__name__.rpartition(".")[0] or __name__) in ((), ("t-a",))


def test_an_inner_run_ends_and_the_outer_one_goes_on_even_after_an_error() -> None:
    @rule("t-a")
    def a() -> str | None:
        return kernel._current().setting.date

    with run(setting().on("2001-01-01")) as outer:
        with pytest.raises(ZeroDivisionError), run(setting().on("2002-02-02")):
            assert a() == "2002-02-02"
            raise ZeroDivisionError
        assert a() == "2001-01-01"
    assert len(outer.trace) == 1


def test_threads_with_different_runs_never_mix() -> None:
    @rule("t-date")
    def date() -> str | None:
        return kernel._current().setting.date

    found: dict[str, list[str | None]] = {}
    together = threading.Barrier(4)

    def judge(day: str) -> None:
        with run(setting().on(day)) as current:
            together.wait()
            found[day] = [date() for _ in range(500)]
            assert len(current.trace) == 500

    threads = [threading.Thread(target=judge, args=(f"2001-01-0{n}",)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {day: set(seen) for day, seen in found.items()} == {f"2001-01-0{n}": {f"2001-01-0{n}"} for n in range(1, 5)}


def test_tasks_with_different_runs_never_mix() -> None:
    @rule("t-date")
    def date() -> str | None:
        return kernel._current().setting.date

    async def judge(day: str) -> tuple[set[str | None], int]:
        with run(setting().on(day)) as current:
            seen = set()
            for _ in range(50):
                seen.add(date())
                await asyncio.sleep(0)
            return seen, len(current.trace)

    async def all_of_them() -> list[tuple[set[str | None], int]]:
        return await asyncio.gather(*(judge(f"2001-01-0{n}") for n in range(1, 5)))

    # in a thread of its own: the browser tests of the same process may leave an event loop running in this one
    with ThreadPoolExecutor(1) as pool:
        got = pool.submit(asyncio.run, all_of_them()).result()
    assert got == [({f"2001-01-0{n}"}, 50) for n in range(1, 5)]


def test_a_situation_is_printed_by_what_it_is_and_not_by_its_fields() -> None:
    @dataclass(frozen=True, slots=True)
    class Row(Situation):
        """発生した効果の並び

        More of it."""

        held: tuple[int, ...]

    assert str(Row((1, 2))) == "発生した効果の並び"
