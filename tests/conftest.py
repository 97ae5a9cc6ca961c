"""What several tests share: a made-up game with a tiny engine, and a home that is not the user's."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import gunbai.engine
import pytest
from hypothesis import settings

settings.register_profile("no-deadline", deadline=None)  # a busy machine is no defect; timings are benchmarks
settings.load_profile("no-deadline")

CORPORA = Path(__file__).parent / "corpora"


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """State and cache directories of their own: no test writes into the user's."""
    path = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(path / "state"))
        patch.setenv("XDG_CACHE_HOME", str(path / "cache"))
        yield path


@pytest.fixture(scope="session", autouse=True)
def mihon_engine() -> Iterator[None]:
    """Lets ``engine: mihon`` be found in tests/corpora/engine."""
    gunbai.engine.__path__.append(os.fspath(CORPORA / "engine"))
    yield
    gunbai.engine.__path__.remove(os.fspath(CORPORA / "engine"))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A project of its own with the game ``mihon``."""
    shutil.copytree(CORPORA / "library", tmp_path / "library")
    return tmp_path / "library"


@pytest.fixture
def gunbai_mihon() -> Path:
    """The script that runs the command with the engine of ``mihon``, for tests with real processes."""
    return CORPORA / "gunbai_mihon.py"
