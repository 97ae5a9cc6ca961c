"""Two rulings' rules on one question are put to the same situations."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus
from gunbai.engine import kernel
from gunbai.engine.kernel import rule
from gunbai.examples.conflicts import engine_conflicts
from gunbai.examples.runner import load_verbs

TWIN = "mh-limit-twin"


@pytest.fixture
def planted(library: Path) -> Iterator[Callable[..., Game]]:
    """The made-up game with a second ruling on how many lamps may stand, whose rule is the function given."""
    def plant(function: Callable[..., object], **changes: object) -> Game:
        rule(TWIN)(function)
        game = load_corpus(library / "rulings").games[0]
        load_verbs(game)
        first = game.by_id["mh-limit"]
        twin = dataclasses.replace(first, id=TWIN, examples=(), **{"question": "眠れる灯台は、何枚まで置ける", **changes})
        return dataclasses.replace(game, rulings=(*game.rulings, twin))

    yield plant
    kernel._RULES.pop(TWIN, None)


def found(game: Game) -> list[str]:
    return [d.found for d in engine_conflicts(game, load_verbs(game))]


def test_rules_that_part_in_a_situation_of_the_examples_are_a_conflict(planted: Callable[..., Game]) -> None:
    def laxer(count: int) -> bool:
        return count <= 4

    assert found(planted(laxer)) == ["いいえ and はい for 4"]


def test_rules_that_part_only_beside_the_examples_are_a_conflict(planted: Callable[..., Game]) -> None:
    def odd(count: int) -> bool:
        return count <= 3 and count != 2

    assert found(planted(odd)) == ["はい and いいえ for 2"]


def test_rules_that_agree_are_none(planted: Callable[..., Game]) -> None:
    def same(count: int) -> bool:
        return count < 4

    assert found(planted(same)) == []


def test_rules_of_other_inputs_are_not_compared(planted: Callable[..., Game]) -> None:
    def of_names(card: str) -> bool:
        return bool(card)

    assert found(planted(of_names)) == []


def test_rulings_that_ask_something_else_or_on_other_days_are_not_compared(planted: Callable[..., Game]) -> None:
    def laxer(count: int) -> bool:
        return count <= 4

    assert found(planted(laxer, question="灯台はいつ灯す？")) == []
    assert found(planted(laxer, since="2009-01-01", until="2009-12-31")) == ["いいえ and はい for 4"]


def test_the_four_games_have_none() -> None:
    for game in load_corpus(Path(__file__).parents[2] / "rulings").games:
        assert found(game) == []
