from __future__ import annotations

import dataclasses

import pytest
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Example, Ruling
from gunbai.engine.kernel import EngineFault, Illegal
from gunbai.examples.runner import ExampleRun, alike, comparable, load_verbs, run_example


def run(toll: Game, text: str, line: int = 100, ruling: str = "toll-fare") -> ExampleRun:
    return run_example(toll.by_id[ruling], Example("題", text, line), toll.setting, load_verbs(toll))


def test_a_right_example_has_no_failures_and_says_what_it_reached(toll: Game) -> None:
    done = run(toll, ">>> 渡し賃(2, 1)\n11\n>>> 夜の渡し賃(1)\n2（推定）\n")
    assert done.failures == ()
    assert done.reached == {"toll-fare", "toll-night"}
    assert (("fares", "toll-fare") in done.tables_read, done.reruns) == (True, 1)
    assert [t.right for t in done.told] == [True, True]
    assert dict(done.results)["tollgame.engine.fares.fare"] == ("int", 11)


def test_a_mismatch_shows_file_line_expected_found_and_trace(toll: Game) -> None:
    done = run(toll, "\n>>> 値 = 渡し賃(2)\n>>> 夜の渡し賃(\n...   値)\n13\n")
    (failure,) = done.failures
    assert str(failure) == (
        "rulings/toll/fares.yaml:102: [toll-fare] expected 13; found 12（推定）\n    hint: trace: toll-night → 12")


def test_a_refusal_shows_the_situation_to_paste_back(toll: Game) -> None:
    (failure,) = run(toll, ">>> 値 = 渡し賃(2)\n>>> 渡し賃(値, -1)\n11\n").failures
    assert (failure.found, failure.place.line) == ("不可: toll-fare", 101)
    assert failure.hint == "人が乗っていない; situation: 値 = 渡し賃(2); 渡し賃(値, -1); trace: toll-fare → 不可: toll-fare"


def test_a_statement_that_should_print_nothing_and_does_is_a_failure(toll: Game) -> None:
    (failure,) = run(toll, ">>> 渡し賃(2)\n").failures
    assert failure.expected == "`>>> 渡し賃(2)` to print nothing"
    (failure,) = run(toll, ">>> 値 = 渡し賃(2)\n6\n").failures
    assert failure.found == "`>>> 値 = 渡し賃(2)` printed nothing"


def test_a_statement_that_cannot_be_read_fails_alone(toll: Game) -> None:
    done = run(toll, ">>> 渡し賃(2)\n6\n>>> 渡し賃(2.5)\n7\n>>> 渡し賃(3)\n9\n")
    assert [f.place.line for f in done.failures] == [102]


def test_what_cannot_be_read_can_be_expected(toll: Game) -> None:
    assert run(toll, '>>> 渡し賃("二")\n不備: 渡し賃の「人」は文字列でなければならない: "二"\n').failures
    assert not run(toll, '>>> 渡し賃("二")\n不備: 渡し賃の「人」は数でなければならない: "二"\n').failures


@pytest.mark.parametrize(("got", "expected", "same"), [
    (["はい"], ["はい"], True), ([" はい "], ["はい"], True), (["はい（推定）"], ["はい(推定)"], True), (["１２"], ["12"], True),
    (["ﾊﾞﾅｰｼﾞ"], ["バナージ"], True), (["a", "", "b"], ["a", "b"], True), (["a　b"], ["a b"], True), (["①"], ["1"], False),
    (["㍿"], ["株式会社"], False), (["あ"], ["ア"], False), (["a"], ["A"], False), (["a", "b"], ["b", "a"], False), (["a b"], ["ab"], False),
    (["か\u3099"], ["が"], False), ([], [], True), (["a"], [], False),
])
def test_lines_are_alike_but_for_width_and_outer_space(got: list[str], expected: list[str], same: bool) -> None:
    assert alike(got, expected) is same


def test_results_are_compared_by_type_and_value() -> None:
    assert comparable(1) != comparable(True)
    assert comparable([1]) == comparable([1])
    assert comparable(Illegal("x", ("t-a",))) == comparable(Illegal("y", ("t-a",)))
    deep: tuple[object, ...] = ()
    for _ in range(100_000):
        deep = (deep,)
    try:
        hash(deep)
    except RecursionError:
        assert comparable(deep) == comparable(deep)


def test_an_engine_that_does_not_exist_is_a_fault(toll: Game) -> None:
    for engine in ("tollgame.motor", "nowhere.at.all", "no_such_game"):
        with pytest.raises(EngineFault, match="there is no engine"):
            load_verbs(dataclasses.replace(toll, engine=engine))
    assert load_verbs(dataclasses.replace(toll, engine="none")) == {}


def test_a_fault_of_the_engine_passes_through(toll: Game) -> None:
    bare = toll.setting.points | {"toll-calf": dataclasses.replace(toll.by_id["toll-calf"].point, readings=())}
    ruling: Ruling = toll.by_id["toll-calf"]
    with pytest.raises(EngineFault) as fault:
        run_example(ruling, Example("題", ">>> 子牛の渡し賃(1)\n5\n", 1),
                    dataclasses.replace(toll.setting, points=bare), load_verbs(toll))
    assert fault.value.ruling == "toll-calf"
