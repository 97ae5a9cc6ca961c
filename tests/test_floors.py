"""The floors of the house: who may import whom. Import contracts are in pyproject.toml; engines are held to more here."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "tools" / "gunbai"
KERNEL = ("gunbai.engine.kernel", "gunbai.engine.verb", "gunbai.engine.verdict")
ENGINES = sorted(p.parent for p in (PACKAGE / "engine").glob("*/__init__.py"))


def imported(path: Path) -> Iterator[str]:
    """The full names of all modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports say where they import from"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module in ("gunbai", "gunbai.engine"))


def test_there_are_engines_to_look_at() -> None:
    assert "gundam_war" in [p.name for p in ENGINES]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda p: p.name)
def test_an_engine_imports_the_kernel_the_standard_library_and_itself(engine: Path) -> None:
    own = f"gunbai.engine.{engine.name}"
    for path in sorted(engine.rglob("*.py")):
        for name in imported(path):
            first = name.partition(".")[0]
            allowed = first in sys.stdlib_module_names or name in ("gunbai.engine", *KERNEL) or f"{name}.".startswith(f"{own}.") \
                or name.startswith(tuple(f"{k}." for k in KERNEL))
            assert allowed, f"{path.relative_to(PACKAGE)} imports {name}"


def test_the_kernel_and_the_language_run_in_a_browser() -> None:
    for name in ("engine/kernel", "engine/verb", "engine/verdict", "examples/language", "examples/session"):
        for module in imported(PACKAGE / f"{name}.py"):
            inside = module in ("gunbai.engine", "gunbai.examples.language", *KERNEL)
            assert inside or module.partition(".")[0] in sys.stdlib_module_names, f"{name} imports {module}"


def test_nothing_of_an_example_is_ever_executed_as_python() -> None:
    for path in sorted((PACKAGE / "examples").glob("*.py")):
        names = {node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)}
        assert not names & {"eval", "exec", "compile", "__import__"}, path.name


def test_the_contracts_between_the_floors_are_kept(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    cli = pytest.importorskip("importlinter.cli", reason="a tool of development checks the contracts")
    monkeypatch.chdir(PACKAGE.parents[1])
    assert cli.lint_imports(no_cache=True) == 0, capsys.readouterr().out
