"""What several tests share: a made-up game with a tiny engine, and a home that is not the user's."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import gunbai.engine
import pytest
from gunbai.site.runtime import pyodide
from hypothesis import settings

settings.register_profile("no-deadline", deadline=None)  # a busy machine is no defect; timings are benchmarks
settings.load_profile("no-deadline")

CORPORA = Path(__file__).parent / "corpora"
PYODIDE = Path(__file__).parents[1] / ".gunbai" / pyodide.ARCHIVE
"""What `python -m gunbai.site.runtime.pyodide` has fetched; without it the tests that need it are skipped."""


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """State and cache directories of their own: no test writes into the user's."""
    path = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(path / "state"))
        patch.setenv("XDG_CACHE_HOME", str(path / "cache"))
        if not os.environ.get("GUNBAI_PYODIDE"):  # no build of a test asks the network
            patch.setenv("GUNBAI_PYODIDE", str(PYODIDE) if PYODIDE.is_file() else "none")
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


@pytest.fixture(scope="session")
def pyodide_archive(home: Path) -> Path:
    """The archive of Pyodide, or a visible skip."""
    named = os.environ.get("GUNBAI_PYODIDE", "none")
    if named == "none":
        why = "no Pyodide; run python -m gunbai.site.runtime.pyodide"
        if os.environ.get("GUNBAI_PYODIDE_REQUIRED"):
            pytest.fail(why)
        pytest.skip(why)
    return Path(named)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with a real browser or a real server wait for other processes: on a busy machine they get another chance."""
    for item in items:
        if "tests/browser/" in item.path.as_posix() or item.path.name == "test_serve.py":
            item.add_marker(pytest.mark.flaky(reruns=3, reruns_delay=1))
