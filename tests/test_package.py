"""What is installed holds all that the code reads: every file of the package that is no Python is declared."""

from __future__ import annotations

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1]
PACKAGE = PROJECT / "tools" / "gunbai"


def test_every_file_of_the_package_is_installed() -> None:
    declared = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    covered = {path for pattern in declared["gunbai"] for path in PACKAGE.glob(pattern) if path.is_file()}
    found = {path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")
             and "__pycache__" not in path.parts}
    assert sorted(p.relative_to(PACKAGE).as_posix() for p in found - covered) == []


def test_the_starter_points_to_the_pages_of_this_site() -> None:
    assert (PACKAGE / "starter" / "mkdocs.yml").resolve() == PROJECT / "mkdocs.yml"
    assert (PACKAGE / "starter" / "docs").resolve() == PROJECT / "docs"
