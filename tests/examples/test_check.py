from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gunbai.corpus.defect import Defect
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Example, Ruling
from gunbai.engine import kernel
from gunbai.engine.kernel import rule
from gunbai.examples.check import check_examples, run_game

Changed = Callable[..., Game]


@pytest.fixture
def changed(toll: Game) -> Iterator[Changed]:
    """The game with the examples (title: text) or other fields of one ruling replaced."""

    def change(ruling: str, *texts: str, **fields: object) -> Game:
        examples = tuple(Example(f"例{n}", text, 10 * n) for n, text in enumerate(texts, 1))
        new = dataclasses.replace(toll.by_id[ruling], **({"examples": examples} if texts else {}), **fields)  # type: ignore[arg-type]
        return dataclasses.replace(toll, rulings=tuple(new if r.id == ruling else r for r in toll.rulings))

    yield change


def found(game: Game) -> list[Defect]:
    return list(check_examples(run_game(game)))


def codes(game: Game) -> list[str]:
    return [d.code for d in found(game)]


CONTRAST = (">>> 渡し賃(2)\n6\n", ">>> 渡し賃(3)\n9\n")


def test_a_game_that_is_right_has_no_defects(toll: Game) -> None:
    assert found(toll) == []
    assert run_game(toll).reruns > 0


def test_two_questions_that_differ_in_one_input_are_a_contrast(changed: Changed) -> None:
    assert codes(changed("toll-fare", *CONTRAST)) == []


@pytest.mark.parametrize("texts", [
    (">>> 渡し賃(2)\n6\n", ">>> 渡し賃(3, 1)\n14\n"), (">>> 渡し賃(2)\n6\n", ">>> 渡し賃(2)\n6\n"),
    (">>> 渡し賃(2)\n6\n", ">>> 渡し賃(5, 牛=3)\n30\n"),
])
def test_questions_that_differ_in_two_inputs_or_not_at_all_are_none(changed: Changed, texts: tuple[str, ...]) -> None:
    assert "contrast" in codes(changed("toll-fare", *texts))


def test_a_reason_may_stand_in_place_of_a_contrast(changed: Changed, toll: Game) -> None:
    game = changed("toll-fare", ">>> 渡し賃(2)\n6\n", ">>> 渡し賃(5, 牛=3)\n30\n", single="他に場合が無い")
    assert codes(game) == ["singles"]
    more = tuple(dataclasses.replace(toll.by_id["toll-night"], id=f"toll-n{n}") for n in range(7))
    many = dataclasses.replace(game, rulings=(*game.rulings, *more))
    assert "singles" not in codes(many)


def test_a_contrast_may_lie_in_the_date_the_house_or_a_table(changed: Changed) -> None:
    assert codes(changed("toll-fare", '>>> 渡し賃(2)\n6\n>>> 表値("fares", "person", 4)\n>>> 渡し賃(2)\n8\n')) == []


def test_a_contrast_must_reach_the_ruling(changed: Changed) -> None:
    text = ">>> 夜の渡し賃(1)\n2（推定）\n>>> 夜の渡し賃(2)\n4（推定）\n>>> 渡し賃(2)\n6\n"
    assert codes(changed("toll-fare", text, ">>> 渡し賃(5, 1)\n20\n")) == ["contrast"]


def test_an_example_that_never_reaches_the_rule_is_named_by_its_title(changed: Changed) -> None:
    (defect,) = found(changed("toll-fare", *CONTRAST, ">>> 夜の渡し賃(0)\n0\n"))
    assert (defect.code, defect.place.line, defect.ruling) == ("never-reaches", 30, "toll-fare")
    assert "例3" in defect.found
    assert "toll-night" in defect.hint


def test_an_example_in_which_the_engine_breaks_does_not_shift_the_others(
        changed: Changed, monkeypatch: pytest.MonkeyPatch) -> None:
    from gunbai.examples import check

    def run_example(ruling: Ruling, example: Example, *rest: object) -> object:
        if example.title == "例1":
            raise ZeroDivisionError("kaputt")
        return original(ruling, example, *rest)  # type: ignore[arg-type]

    original = check.run_example
    monkeypatch.setattr(check, "run_example", run_example)
    defects = found(changed("toll-fare", ">>> 渡し賃(1)\n3\n", *CONTRAST, ">>> 夜の渡し賃(0)\n0\n"))
    assert [(d.code, d.place.line) for d in defects] == [("engine", 10), ("never-reaches", 40)]
    assert "ZeroDivisionError: kaputt" in defects[0].found


def test_each_reading_must_be_tried_on_one_situation(changed: Changed) -> None:
    one = '>>> 取り決め("toll-calf", "free")\n>>> 子牛の渡し賃(1)\n0\n'
    other = '>>> 取り決め("toll-calf", "counts")\n>>> 子牛の渡し賃({})\n{}\n'
    assert codes(changed("toll-calf", one, other.format(1, 5))) == []
    untried = [d for d in found(changed("toll-calf", one, other.format(2, 10))) if d.code == "reading-untried"]
    (defect,) = untried
    assert defect.found == "no example with counts"
    assert '取り決め("toll-calf", "counts")' in defect.hint


def test_readings_that_answer_alike_prove_nothing(changed: Changed) -> None:
    text = "".join(f'>>> 取り決め("toll-calf", "{key}")\n>>> 子牛の渡し賃(0)\n0\n' for key in ("free", "counts"))
    contrast = '>>> 取り決め("toll-calf", "counts")\n>>> 子牛の渡し賃(3)\n15\n'
    assert codes(changed("toll-calf", text, contrast)) == ["reading-idle"]


def test_the_table_of_an_open_or_inferred_answer_tries_all_readings(changed: Changed) -> None:
    assert codes(changed("toll-night", ">>> 夜の渡し賃(1)\n2（推定）\n", ">>> 夜の渡し賃(2)\n4（推定）\n")) == []


def test_a_rule_that_never_varies_is_an_error(changed: Changed) -> None:
    assert codes(changed("toll-fare", ">>> 渡し賃(2)\n6\n", ">>> 渡し賃(2, 0)\n6\n", single="無い")).count("constant-rule") == 1


def test_a_ruling_without_a_function_and_a_function_without_a_ruling_are_errors(
        toll: Game, changed: Changed, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [d.code for d in found(changed("toll-bow", kind="procedure"))] == ["no-rule"]
    monkeypatch.setattr(kernel, "_RULES", dict(kernel._RULES))

    def stray() -> int:
        return 1

    stray.__module__ = "tollgame.engine.fares"
    rule("toll-stray")(stray)
    (defect,) = found(toll)
    assert (defect.code, defect.ruling) == ("no-ruling", "toll-stray")
    assert "stray" in defect.hint


def test_a_wrong_example_is_one_defect_and_not_several(changed: Changed) -> None:
    assert codes(changed("toll-fare", ">>> 渡し賃(2)\n7\n", ">>> 渡し賃(3)\n6\n")) == ["example", "example"]


def test_an_engine_that_cannot_be_imported_is_one_defect(toll: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(dataclasses.replace(toll, engine="tollgame.motor")) == ["engine"]
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "engines"))
    (defect,) = found(dataclasses.replace(toll, engine="broken_game.engine"))
    assert "ZeroDivisionError" in defect.found
    assert str(defect.place) == "rulings/toll/game.yaml:5"


def test_a_game_without_an_engine_has_no_examples_to_prove(toll: Game) -> None:
    notes = tuple(dataclasses.replace(r, examples=()) for r in toll.rulings)
    assert codes(dataclasses.replace(toll, engine="none", rulings=notes)) == []
