"""What the tests of the engines share: the tables and points of the game whose directory they lie in."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from gunbai.corpus.model import Corpus, Game
from gunbai.corpus.reader import load_corpus
from gunbai.engine.kernel import Setting

RULINGS = Path(__file__).parents[2] / "rulings"


@cache
def _corpus() -> Corpus:
    return load_corpus(RULINGS)


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    """The game's corpus."""
    found = _corpus().game(request.path.parent.name.replace("_", "-"))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def setting(game: Game) -> Setting:
    """Its tables and points, on no date and without house rules."""
    return game.setting


@pytest.fixture(scope="module")
def house(game: Game) -> Setting:
    """The setting under 見本の卓, which chooses a reading for every open point that play meets."""
    return game.setting.choosing(game.houses["sample"].choices)
