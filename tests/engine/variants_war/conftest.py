"""What the tests of the ヴァリアンツ＝ウォー engine share: its tables and points, as the corpus has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus
from gunbai.engine.kernel import Setting

RULINGS = Path(__file__).parents[3] / "rulings"


@pytest.fixture(scope="session")
def game() -> Game:
    """The game's corpus."""
    found = load_corpus(RULINGS).game("variants-war")
    assert found is not None
    return found


@pytest.fixture(scope="session")
def setting(game: Game) -> Setting:
    """Its tables and points, on no date and without house rules."""
    return game.setting


@pytest.fixture(scope="session")
def house(game: Game) -> Setting:
    """The setting under 見本の卓, which chooses a reading for every open point."""
    return game.setting.choosing(game.houses["sample"].choices)
