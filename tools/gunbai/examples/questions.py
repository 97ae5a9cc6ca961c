"""Questions as trees: what an example asks, with every name replaced by the call that made it.

Two examples are a contrast if their questions differ in one input and are answered differently.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gunbai.examples.language import Argument, Ref, Statement

__all__ = ["Call", "Question", "Tree", "differences", "grow"]

Tree = "Call | str | int | bool | None | tuple[Tree, ...]"
FAR = 2
"""Differences are counted up to this; more do not matter."""


@dataclass(frozen=True, eq=False)
class Call:
    """A verb with its inputs. Two are equal if they were written alike, however deep they are."""

    verb: str
    args: tuple[object, ...]
    kwargs: tuple[tuple[str, object], ...]

    @cached_property
    def digest(self) -> bytes:
        """What it is, in few bytes: equality must not walk through hundreds of moves, some of them many times over."""
        waiting = [self]
        while waiting:  # bottom up and without recursion
            call = waiting[-1]
            below = [c for c in _calls((call.args, call.kwargs)) if "digest" not in c.__dict__]
            if below:
                waiting.extend(below)
                continue
            written = repr((call.verb, _known(call.args), _known(call.kwargs)))
            waiting.pop().__dict__["digest"] = hashlib.sha256(written.encode()).digest()
        digest: bytes = self.__dict__["digest"]
        return digest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Call) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)


def _calls(value: object) -> Iterator[Call]:
    if isinstance(value, Call):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _calls(inner)


def _known(value: object) -> object:
    if isinstance(value, Call):
        return value.digest
    return tuple(map(_known, value)) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Question:
    """A statement that printed something: its tree, under what it was put, its answer, the rulings that it reached."""

    tree: Call
    context: tuple[tuple[str, object], ...]
    lines: tuple[str, ...]
    reached: frozenset[str]
    table: tuple[tuple[tuple[tuple[str, str], ...], tuple[str, ...]], ...] = ()


def grow(statement: Statement, known: Mapping[str, Call], places: Sequence[str] = ()) -> Call:
    """The tree of a statement; ``known`` holds the trees of the names that are bound.

    ``places`` are the names of the inputs that may be given by place, so that both ways of writing make one tree.
    """

    def branch(value: Argument) -> object:
        if isinstance(value, Ref):
            return known[value.name]
        return tuple(map(branch, value)) if isinstance(value, tuple) else value

    named = dict(zip(places, statement.args, strict=False)) if len(statement.args) <= len(places) else {}
    args = () if named else statement.args
    inputs = [*named.items(), *statement.kwargs]
    return Call(statement.verb, tuple(map(branch, args)), tuple((k, branch(v)) for k, v in sorted(inputs, key=_first)))


def _first(pair: tuple[str, Argument]) -> str:
    return pair[0]


def differences(a: Question, b: Question) -> int:
    """In how many inputs two questions differ, counted up to ``FAR``."""
    context = len({k for k, _ in set(a.context) ^ set(b.context)})
    return min(FAR, context + _apart(a.tree, b.tree))


def _apart(a: object, b: object) -> int:
    """A list of pairs to compare instead of recursion: a situation may be hundreds of moves deep."""
    waiting: list[tuple[object, object]] = [(a, b)]
    seen: set[tuple[Call, Call]] = set()
    apart = 0
    while waiting and apart < FAR:
        a, b = waiting.pop()
        if _same(a, b):
            continue
        if isinstance(a, Call) and isinstance(b, Call):
            if (a, b) not in seen:  # a situation that is used twice was written once
                seen.add((a, b))
                apart += _calls_apart(a, b, waiting)
        elif isinstance(a, tuple) and isinstance(b, tuple):
            apart += _lists_apart(a, b, waiting)
        else:
            apart += 1
    return apart


def _calls_apart(a: Call, b: Call, waiting: list[tuple[object, object]]) -> int:
    if _moves_on(a, b) or _moves_on(b, a):
        return 1  # one more move than the other
    if a.verb != b.verb:
        return 1 if (a.args, a.kwargs) == (b.args, b.kwargs) else FAR
    ours, theirs = dict(a.kwargs), dict(b.kwargs)
    waiting.extend((ours[k], theirs[k]) for k in ours.keys() & theirs.keys())
    return len(ours.keys() ^ theirs.keys()) + _lists_apart(a.args, b.args, waiting)


def _moves_on(longer: Call, shorter: Call) -> bool:
    return any(_same(shorter, value) for value in (*longer.args, *(v for _, v in longer.kwargs)))


def _lists_apart(a: tuple[object, ...], b: tuple[object, ...], waiting: list[tuple[object, object]]) -> int:
    while a and b and _same(a[0], b[0]):
        a, b = a[1:], b[1:]
    while a and b and _same(a[-1], b[-1]):
        a, b = a[:-1], b[:-1]
    if not a or not b:
        return len(a) + len(b)
    if len(a) == len(b):
        waiting.extend(zip(a, b, strict=True))
        return 0
    return FAR


def _same(a: object, b: object) -> bool:
    return type(a) is type(b) and a == b
