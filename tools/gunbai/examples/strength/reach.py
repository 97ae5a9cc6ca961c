"""One traced run of all examples: which lines and rows each reaches, and whose rule was innermost there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType, MappingProxyType
from typing import Any, Self

from gunbai.corpus.defect import Place
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Example, Ruling
from gunbai.engine import kernel
from gunbai.engine.kernel import Setting
from gunbai.engine.verb import Verb
from gunbai.examples.language import Bad, Statement, parse_example
from gunbai.examples.runner import alike
from gunbai.examples.session import Session

__all__ = ["Reach", "Ready", "prepared", "reached", "wrong"]

Line = tuple[str, int]
Cell = tuple[str, int, str]
"""Table, row and column."""


@dataclass(slots=True)
class Ready:
    """An example that is parsed once and run many times. ``seconds`` is what one run of it costs."""

    ruling: str
    title: str
    place: Place
    statements: tuple[Statement | Bad, ...]
    seconds: float = 0.0
    lines: frozenset[Line] = frozenset()
    cells: frozenset[Cell] = frozenset()
    tables: frozenset[str] = frozenset()


@dataclass
class Reach:
    """Whose rule was innermost where: rulings by line, by cell of a table, and by table."""

    lines: dict[Line, set[str]] = field(default_factory=dict)
    cells: dict[Cell, set[str]] = field(default_factory=dict)
    tables: dict[str, set[str]] = field(default_factory=dict)


def prepared(game: Game) -> list[Ready]:
    """All examples of a game, parsed."""
    return [_ready(r, e) for r in game.rulings for e in r.examples]


def _ready(ruling: Ruling, example: Example) -> Ready:
    place = Place(ruling.place.file, example.line)
    return Ready(ruling.id, example.title, place, parse_example(example.run, example.line))


def wrong(example: Ready, setting: Setting, verbs: Mapping[str, Verb]) -> Statement | Bad | None:
    """The first statement that prints something else than expected; whatever breaks passes through."""
    session = Session(setting, verbs)
    for statement in example.statements:
        if isinstance(statement, Bad):
            got: tuple[str, ...] = (f"不備: {statement.message}",)
        else:
            got = session.tell(statement).lines
        if got != statement.expected and not alike(got, statement.expected):
            return statement
    return None


def reached(examples: Sequence[Ready], setting: Setting, verbs: Mapping[str, Verb], files: Iterable[str],
            forget: Callable[[], None]) -> Reach:
    """Run every example traced; fills in what each of them reaches."""
    known, reach = frozenset(files), Reach()
    watch = _Watch(known)
    tracked = Setting(watch.tables(setting.tables), setting.points, setting.date, setting.house)
    for example in examples:
        forget()
        watch.begin(example.ruling)
        previous = sys.gettrace()
        sys.settrace(watch.call)
        try:
            wrong(example, tracked, verbs)
        finally:
            sys.settrace(previous)
        example.lines = frozenset((f, n) for f, n, _ in watch.lines)
        example.cells = frozenset(c for c, _ in watch.cells)
        example.tables = frozenset(t for t, _ in watch.read)
        for file, number, ruling in watch.lines:
            reach.lines.setdefault((file, number), set()).add(ruling)
        for cell, ruling in watch.cells:
            reach.cells.setdefault(cell, set()).add(ruling)
        for table, ruling in watch.read:
            reach.tables.setdefault(table, set()).add(ruling)
    return reach


class _Watch:
    """Records lines and table reads with the innermost rule; what runs outside any belongs to the example's ruling."""

    def __init__(self, files: frozenset[str]) -> None:
        self.files = files
        self.begin("")

    def begin(self, ruling: str) -> None:
        self.own = ruling
        self.lines: set[tuple[str, int, str]] = set()
        self.cells: set[tuple[Cell, str]] = set()
        self.read: set[tuple[str, str]] = set()

    def innermost(self) -> str:
        current = kernel._RUN.get(None)
        return (current.innermost if current is not None else "") or self.own

    def call(self, frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename not in self.files:
            return None
        self.lines.add((frame.f_code.co_filename, frame.f_code.co_firstlineno, self.innermost()))
        return self.line

    def line(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            self.lines.add((frame.f_code.co_filename, frame.f_lineno, self.innermost()))
        return self.line

    def cell(self, table: str, index: int, column: str) -> None:
        if kernel._RUN.get(None) is not None:  # else the session copies a table for 表値, and the engine reads nothing
            ruling = self.innermost()
            self.cells.add(((table, index, column), ruling))
            self.read.add((table, ruling))  # after 表値 the table itself does not tell

    def table(self, name: str) -> None:
        if kernel._RUN.get(None) is not None:
            self.read.add((name, self.innermost()))

    def tables(self, tables: Mapping[str, Any]) -> Mapping[str, Any]:
        return MappingProxyType({
            name: _Rows(self, name, tuple(_Row(self, name, i, row) for i, row in enumerate(rows)))
            if isinstance(rows, tuple) and all(isinstance(r, dict) for r in rows) else rows
            for name, rows in tables.items()
        })


class _Rows(tuple[Any, ...]):
    """A table that knows when it is read."""

    def __new__(cls, watch: _Watch, table: str, rows: tuple[Any, ...]) -> Self:
        return super().__new__(cls, rows)

    def __init__(self, watch: _Watch, table: str, rows: tuple[Any, ...]) -> None:
        self.watch, self.name = watch, table

    def __iter__(self) -> Iterator[Any]:
        self.watch.table(self.name)
        return super().__iter__()

    def __len__(self) -> int:
        self.watch.table(self.name)
        return super().__len__()

    def __getitem__(self, key: Any) -> Any:
        self.watch.table(self.name)
        return super().__getitem__(key)


class _Row(dict[str, Any]):
    """A row that knows which of its columns are read. Every way to read a dict is covered, ``**row`` included."""

    def __init__(self, watch: _Watch, table: str, index: int, row: Mapping[str, Any]) -> None:
        super().__init__(row)
        self.watch, self.table, self.index = watch, table, index

    def _all(self) -> None:
        for column in super().__iter__():
            self.watch.cell(self.table, self.index, column)

    def __getitem__(self, column: str) -> Any:
        self.watch.cell(self.table, self.index, column)
        return super().__getitem__(column)

    def get(self, column: str, default: Any = None) -> Any:
        self.watch.cell(self.table, self.index, column)
        return super().get(column, default)

    def __contains__(self, column: object) -> bool:
        self.watch.cell(self.table, self.index, str(column))
        return super().__contains__(column)

    def __iter__(self) -> Iterator[str]:
        return super().__iter__()

    def keys(self) -> Any:
        return super().keys()

    def items(self) -> Any:
        self._all()
        return super().items()

    def values(self) -> Any:
        self._all()
        return super().values()

    def __or__(self, other: Any) -> Any:
        """What 表値 makes of a row is still that row: reading it counts."""
        return _Row(self.watch, self.table, self.index, {**self, **other})

    def __eq__(self, other: object) -> bool:
        self._all()
        return super().__eq__(other)

    __hash__ = None
