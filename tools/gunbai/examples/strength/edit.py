"""An edit: one small, wrong change to the syntax tree of an engine's module, which can be made and taken back."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gunbai.examples.strength.source import Source

__all__ = ["DROPPED", "Edit", "clipped", "lines_of", "other_text"]

DROPPED = "dropped"
MAX_LABEL = 60


@dataclass(eq=False, repr=False, slots=True)
class Edit:
    """One mutant of the code: put ``new`` in the place of what ``field`` (at ``index``) of ``parent`` holds.

    ``function`` is the qualified name of the function that it changes, empty where it changes what runs at import;
    ``names`` are then what that code binds, and ``body`` the lines of the function whose default it changes. ``lines``
    is where it stands, ``span`` the statement around it.
    """

    source: Source
    parent: ast.AST
    field: str
    index: int | None
    new: object
    before: str
    after: str
    lines: range
    span: range
    function: str
    top: ast.stmt
    names: tuple[str, ...] = ()
    body: range = range(0)
    where: str = ""
    """The function, class or constant, for messages."""

    @property
    def line(self) -> int:
        """Where it stands."""
        return self.lines.start

    @property
    def change(self) -> str:
        """Before → after, as a listing of equivalent mutants names it."""
        return f"{self.before} → {self.after}"

    @contextmanager
    def made(self) -> Iterator[None]:
        """The tree with the change, for as long as the block runs."""
        held = getattr(self.parent, self.field)
        if self.index is None:
            setattr(self.parent, self.field, self.new)
        else:
            old, held[self.index] = held[self.index], self.new
        try:
            yield
        finally:
            if self.index is None:
                setattr(self.parent, self.field, held)
            else:
                held[self.index] = old


def clipped(text: str) -> str:
    """A piece of code on one line, short enough for a message."""
    text = " ".join(text.split())
    return text if len(text) <= MAX_LABEL else text[:MAX_LABEL - 1] + "…"


def other_text(text: str) -> str:
    """A text that no engine expects in the place of ``text``."""
    return "!" if text == "?" else "?"


def lines_of(node: ast.AST) -> range:
    """The lines on which a node stands."""
    first = getattr(node, "lineno", 0)
    return range(first, (getattr(node, "end_lineno", None) or first) + 1)
