"""Mutants of an engine's data: rows of tables dropped, swapped and flipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from gunbai.corpus.model import Game
from gunbai.engine.kernel import Setting
from gunbai.examples.strength.edit import DROPPED, clipped, other_text

__all__ = ["Layout", "RowEdit", "layouts", "row_edits"]

_NAMES = {"names": frozenset(("aliases", "number", "faction"))}
"""Of names.yaml only what makes two names one is the engine's business: the rest is a dictionary for search."""

Rows = tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A table as it stands in its file: the line of each row, and the line after the last."""

    table: str
    file: str
    lines: tuple[int, ...]
    end: int

    def block(self, index: int) -> range:
        """The lines of one row."""
        following = self.lines[index + 1] if index + 1 < len(self.lines) else self.end
        return range(self.lines[index], max(following, self.lines[index] + 1))


@dataclass(frozen=True, eq=False, slots=True)
class RowEdit:
    """One mutant of a table. ``column`` is what must be read for it to be noticed; empty for the row as a whole."""

    layout: Layout
    index: int
    column: str
    rows: Rows = field(repr=False)
    before: str
    after: str

    @property
    def line(self) -> int:
        """Where its row stands."""
        return self.layout.lines[self.index]

    @property
    def span(self) -> range:
        """The lines of its row."""
        return self.layout.block(self.index)

    @property
    def change(self) -> str:
        """Before → after, as a listing of equivalent mutants names it."""
        return f"{self.before} → {self.after}"

    def changed(self, setting: Setting) -> Setting:
        """The setting with this change made."""
        tables = MappingProxyType({**setting.tables, self.layout.table: self.rows})
        return Setting(tables, setting.points, setting.date, setting.house)


def layouts(game: Game) -> Mapping[str, Layout]:
    """Where the rows of each table stand, by table id; ``names`` and ``groups`` are those of names.yaml."""
    found = {t.id: Layout(t.id, t.place.file, t.lines, 1 << 30) for t in game.tables}
    if game.names:
        found["names"] = Layout("names", game.names[0].place.file, tuple(n.place.line for n in game.names), 1 << 30)
    if game.groups:
        found["groups"] = Layout("groups", game.groups[0].place.file, tuple(g.place.line for g in game.groups), 1 << 30)
    return found


def row_edits(setting: Setting, layout: Layout, columns: frozenset[str], ordered: bool) -> Iterator[RowEdit]:
    """Every mutant of one table: ``columns`` are those that the engine reads, ``ordered`` whether order matters."""
    rows: Rows = setting.tables[layout.table]
    whole = layout.table not in _NAMES
    columns = columns & _NAMES.get(layout.table, columns)
    for index, row in enumerate(rows):
        if whole:
            yield RowEdit(layout, index, "", (*rows[:index], *rows[index + 1:]), f"row {_title(row)}", DROPPED)
        if whole and ordered and index + 1 < len(rows) and row != rows[index + 1]:
            swapped = (*rows[:index], rows[index + 1], row, *rows[index + 2:])
            yield RowEdit(layout, index, "", swapped, f"row {_title(row)}", f"after {_title(rows[index + 1])}")
        for column in row:
            if column in columns:
                others = [r[column] for r in (*rows[index + 1:], *rows[:index]) if column in r]
                for value in flips(row[column], others):
                    new = (*rows[:index], {**row, column: value}, *rows[index + 1:])
                    yield RowEdit(layout, index, column, new, clipped(f"{column}: {_said(row[column])}"),
                                  clipped(_said(value)))


def flips(value: Any, others: list[Any]) -> Iterator[Any]:
    """Wrong values in the place of ``value``; ``others`` are what the same column holds elsewhere, nearest first."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
            yield value - 1
        case str():
            yield next((o for o in others if isinstance(o, str) and o != value), other_text(value))
        case None:
            yield from [o for o in others if o is not None][:1]
        case tuple():
            for index, item in enumerate(value):
                yield (*value[:index], *value[index + 1:])
                if not isinstance(item, str):
                    for new in flips(item, []):
                        yield (*value[:index], new, *value[index + 1:])
            if not value:
                yield from [o for o in others if o][:1]
        case dict():
            for key, item in value.items():
                for new in flips(item, [o[key] for o in others if isinstance(o, dict) and key in o]):
                    yield {**value, key: new}


def _title(row: Mapping[str, Any]) -> str:
    first = next(iter(row.values()), "")
    return clipped(_said(first))[:30]


def _said(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_said, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k}: {_said(v)}' for k, v in value.items())}}}"
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
