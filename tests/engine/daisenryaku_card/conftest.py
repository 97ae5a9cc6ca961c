"""The tables of the corpus under the house rules of the 見本の卓, and the random player of the benchmark."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from gunbai.corpus.reader import load_corpus
from gunbai.engine.kernel import Setting, run

PROJECT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def setting() -> Setting:
    """The game's tables, with a reading for every open point."""
    game = load_corpus(PROJECT / "rulings").game("daisenryaku-card")
    assert game is not None
    return game.setting.choosing(game.houses["sample"].choices)


@pytest.fixture(autouse=True)
def judged(setting: Setting) -> Iterator[None]:
    """Every test judges under that setting."""
    with run(setting):
        yield


@pytest.fixture(scope="session")
def random_play() -> ModuleType:
    """tools/bench/random_play.py, which is no part of the package."""
    spec = util.spec_from_file_location("random_play", PROJECT / "tools" / "bench" / "random_play.py")
    assert spec is not None and spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
