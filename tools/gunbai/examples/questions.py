"""Questions as trees: what an example asks, with every name replaced by the call that made it.

Two examples are a contrast if their questions differ in one input and are answered differently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gunbai.examples.language import Argument, Ref, Statement

__all__ = ["Call", "Question", "Tree", "differences", "grow"]

Tree = "Call | str | int | bool | None | tuple[Tree, ...]"
FAR = 2
"""Differences are counted up to this; more do not matter."""


@dataclass(frozen=True, slots=True)
class Call:
    """A verb with its inputs."""

    verb: str
    args: tuple[object, ...]
    kwargs: tuple[tuple[str, object], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A statement that printed something: its tree, under what it was put, what it answered, which rulings it reached."""

    tree: Call
    context: tuple[tuple[str, object], ...]
    lines: tuple[str, ...]
    reached: frozenset[str]
    table: tuple[tuple[tuple[tuple[str, str], ...], tuple[str, ...]], ...] = ()


def grow(statement: Statement, known: Mapping[str, Call]) -> Call:
    """The tree of a statement; ``known`` holds the trees of the names that are bound."""

    def branch(value: Argument) -> object:
        if isinstance(value, Ref):
            return known[value.name]
        return tuple(map(branch, value)) if isinstance(value, tuple) else value

    return Call(statement.verb, tuple(map(branch, statement.args)),
                tuple(sorted((k, branch(v)) for k, v in statement.kwargs)))


def differences(a: Question, b: Question) -> int:
    """In how many inputs two questions differ, counted up to ``FAR``."""
    context = len({k for k, _ in set(a.context) ^ set(b.context)})
    return min(FAR, context + _apart(a.tree, b.tree))


def _apart(a: object, b: object) -> int:
    if type(a) is type(b) and a == b:
        return 0
    if isinstance(a, Call) and isinstance(b, Call):
        return _calls_apart(a, b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return _lists_apart(a, b)
    return 1


def _calls_apart(a: Call, b: Call) -> int:
    if a in b.args or b in a.args or a in dict(b.kwargs).values() or b in dict(a.kwargs).values():
        return 1  # one more move than the other
    if a.verb != b.verb:
        return 1 if (a.args, a.kwargs) == (b.args, b.kwargs) else FAR
    ours, theirs = dict(a.kwargs), dict(b.kwargs)
    apart = sum(_apart(ours[k], theirs[k]) if k in ours and k in theirs else 1 for k in {*ours, *theirs})
    return min(FAR, apart + _lists_apart(a.args, b.args))


def _lists_apart(a: tuple[object, ...], b: tuple[object, ...]) -> int:
    while a and b and _same(a[0], b[0]):
        a, b = a[1:], b[1:]
    while a and b and _same(a[-1], b[-1]):
        a, b = a[:-1], b[:-1]
    if not a or not b:
        return min(FAR, len(a) + len(b))
    if len(a) == len(b):
        return min(FAR, sum(map(_apart, a, b)))
    return FAR


def _same(a: object, b: object) -> bool:
    return type(a) is type(b) and a == b
