"""The made-up game of these tests: as pages, and built as a whole site."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import gunbai.engine
import pytest
from gunbai.site.load import load_site
from gunbai.site.mkdocs_plugin import build_site
from gunbai.site.pages import Site, generated

collect_ignore = ["corpus"]  # its examples need the engine beside it
HERE = Path(__file__).parent
PROJECT = HERE.parents[1]


@pytest.fixture(scope="session", autouse=True)
def engines() -> Iterator[None]:
    """Lets ``engine: mihon_war`` be found beside these tests."""
    gunbai.engine.__path__.append(str(HERE / "engines"))
    yield
    gunbai.engine.__path__.remove(str(HERE / "engines"))


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with this repository's configuration and hand-written pages, and the made-up game."""
    return copied_project(tmp_path_factory.mktemp("project"))


def copied_project(root: Path) -> Path:
    """Copy the configuration, the hand-written pages and the made-up game to ``root``."""
    shutil.copy(PROJECT / "mkdocs.yml", root)
    shutil.copytree(PROJECT / "docs", root / "docs")
    shutil.copytree(HERE / "corpus" / "rulings", root / "rulings")
    return root


@pytest.fixture(scope="session")
def site(project: Path, engines: None) -> Site:
    """The made-up game, read and run."""
    return load_site(project / "rulings")


@pytest.fixture(scope="session")
def pages(site: Site) -> Mapping[str, str]:
    """The generated pages by path, without the breaks between phrases (test_typeset.py is about these)."""
    return {page.path: page.content.replace("<wbr>", "") for page in generated(site)}


@pytest.fixture(scope="session")
def built(site: Site, project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    target = tmp_path_factory.mktemp("built")
    build_site(site, project / "mkdocs.yml", target)
    return target
