"""Pytest collects every example of every ruling file as ``rulings/<game>/<topic>.yaml::<ruling>::<example title>``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from gunbai.corpus.model import Corpus, Game
from gunbai.corpus.reader import load_corpus
from gunbai.corpus.ruling import Example, Ruling
from gunbai.examples.runner import load_verbs, run_example

__all__ = ["ExampleItem", "RulingCollector", "RulingFile", "pytest_collect_file"]

_DATA = frozenset(("game.yaml", "names.yaml"))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A topic file is one that lies beside a game.yaml and is no table, house file or list of names."""
    if file_path.suffix != ".yaml" or file_path.name in _DATA or not (file_path.parent / "game.yaml").is_file():
        return None
    return RulingFile.from_parent(parent, path=file_path)


@cache
def _corpus(root: Path) -> Corpus:
    return load_corpus(root)


class RulingFile(pytest.File):
    """A topic file: its rulings, or its defects as one collection error."""

    def collect(self) -> Iterator[pytest.Collector]:
        """The rulings that have examples."""
        corpus = _corpus(self.path.parent.parent)
        name = self.path.relative_to(self.path.parent.parent.parent).as_posix()
        needed = (name, *(name.replace(self.path.name, shared) for shared in ("game.yaml", "names.yaml", "tables/")))
        defects = [d for d in corpus.defects if d.place.file.startswith(needed)]
        if defects:
            raise self.CollectError("\n".join(map(str, defects)))
        game = corpus.game(self.path.parent.name)
        for ruling in game.rulings if game else ():
            if ruling.place.file == name and ruling.examples:
                yield RulingCollector.from_parent(self, name=ruling.id, game=game, ruling=ruling)


class RulingCollector(pytest.Collector):
    """One ruling with its examples."""

    def __init__(self, *, game: Game, ruling: Ruling, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.game, self.ruling = game, ruling

    def collect(self) -> Iterator[pytest.Item]:
        """Its examples."""
        for example in self.ruling.examples:
            yield ExampleItem.from_parent(self, name=example.title, game=self.game, ruling=self.ruling, example=example)


class ExampleItem(pytest.Item):
    """One example."""

    def __init__(self, *, game: Game, ruling: Ruling, example: Example, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.game, self.ruling, self.example = game, ruling, example

    def runtest(self) -> None:
        """Run it in a fresh session."""
        run = run_example(self.ruling, self.example, self.game.setting, load_verbs(self.game))
        if run.failures:
            raise ExampleFailed("\n".join(map(str, run.failures)))
        if self.ruling.kind != "note" and self.ruling.id not in run.reached:
            raise ExampleFailed(f"{self.ruling.place.file}:{self.example.line}: this example never reaches the rule")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The message alone: file, line, statement, expected, got, trace."""
        if isinstance(excinfo.value, ExampleFailed):
            return str(excinfo.value)
        where = f"{self.ruling.place.file}:{self.example.line}"
        return f"{where}: the engine broke: {excinfo.value!r}\n{excinfo.traceback[-1]}"

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, self.example.line - 1, f"{self.ruling.id}::{self.example.title}"


class ExampleFailed(Exception):
    """An example printed something else than what it expects."""
