"""The kernel that every engine stands on: rules, verbs, readings, dates, the three errors, the trace.

Engines import this module, ``gunbai.engine.verdict`` and the standard library, nothing else. They never see YAML:
a :class:`Setting` brings them plain tables and the points that can be taken in more than one way.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Literal, ParamSpec, TypeVar

__all__ = [
    "EngineFault", "Illegal", "Malformed", "NoAnswer", "Point", "Reading", "Run", "Setting", "Situation", "Step",
    "Undecided", "in_force", "keyed", "reading", "rule", "ruled", "rules", "run", "table",
]

P = ParamSpec("P")
R = TypeVar("R")
Certainty = Literal["stated", "inferred", "open"]
Support = Literal["strong", "medium", "weak", "none"]

MAX_STEPS = 200_000
"""How many rule calls one run may make; more means that an example asks for something endless."""

MAX_NESTED = 150
"""How deep rules may call rules. Our own limit, so that it is the same on every Python and met before Python's."""


@dataclass(frozen=True, slots=True)
class Reading:
    """解釈: one of the ways in which an inferred or open point can be taken."""

    key: str
    """A short name, kebab-case, once in a ruling."""
    text: str
    """What the point means when it is taken so."""
    support: Support
    """How strongly the source supports it: strong, medium, weak or none."""
    why: str = ""
    """What speaks for it."""


@dataclass(frozen=True, slots=True)
class Point:
    """What the kernel knows of a ruling: its certainty, its readings, when it is in force (ISO dates, inclusive)."""

    id: str
    certainty: Certainty = "stated"
    readings: tuple[Reading, ...] = ()
    default: str | None = None
    since: str | None = None
    until: str | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the readings, in the order in which the corpus lists them."""
        return tuple(r.key for r in self.readings)


@dataclass(frozen=True, slots=True)
class Setting:
    """Under what a situation is judged: the game's tables and points, a date (ISO, None: now), the house rules."""

    tables: Mapping[str, Any] = field(default_factory=dict)
    points: Mapping[str, Point] = field(default_factory=dict)
    date: str | None = None
    house: Mapping[str, str] = field(default_factory=dict)
    ended: frozenset[str] = field(init=False, repr=False, compare=False)
    """The ids of the rulings that are not in force on the date; worked out once, since every rule that runs asks."""

    def __post_init__(self) -> None:
        ended = frozenset(i for i, point in self.points.items() if not _holds(point, self.date))
        object.__setattr__(self, "ended", ended)

    def choosing(self, choices: Mapping[str, str]) -> Setting:
        """This setting with more readings chosen; Malformed where a ruling has no such reading."""
        for ruling, key in choices.items():
            point = self.points.get(ruling)
            if point is None or not point.readings:
                raise Malformed(f"「{ruling}」は解釈を選べる裁定ではない")
            if key not in point.keys:
                raise Malformed(f"「{ruling}」に解釈「{key}」は無い（{'、'.join(point.keys)}）")
        return Setting(self.tables, self.points, self.date, MappingProxyType({**self.house, **choices}))

    def on(self, date: str | None) -> Setting:
        """This setting on another date."""
        return Setting(self.tables, self.points, date, self.house)

    def with_value(self, name: str, key: str, value: object) -> Setting:
        """This setting with the ``value`` of one row (found by its ``key``) replaced in the table ``name``."""
        rows = self.tables.get(name)
        if not isinstance(rows, tuple) or not any(r.get("key") == key for r in rows):
            raise Malformed(f"表「{name}」に「{key}」の行は無い")
        changed = tuple(r | {"value": value} if r.get("key") == key else r for r in rows)
        return Setting(MappingProxyType({**self.tables, name: changed}), self.points, self.date, self.house)


class Situation:
    """Base of every immutable state that a verb returns; what is not a Situation is an answer."""

    __slots__ = ()

    def __str__(self) -> str:
        """What it is, in the words of its class; a state with more to say says it itself."""
        return (type(self).__doc__ or type(self).__name__).strip().split("\n")[0]


class NoAnswer(Exception):
    """Base of the three ways in which a situation gets no answer."""

    word: ClassVar[str]

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.situation = ""
        """The situation in one line that can be pasted back; filled in by who knows it."""


class Malformed(NoAnswer):
    """不備: the situation cannot be read (wrong words, missing data)."""

    word = "不備"


class Illegal(NoAnswer):
    """不可: the rules forbid it. Carries the rulings that do: the innermost rule, or those named in ``rulings``."""

    word = "不可"

    def __init__(self, message: str, rulings: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.rulings = tuple(rulings)


class Undecided(NoAnswer):
    """裁定待ち: no source decides. Carries the ruling and its readings."""

    word = "裁定待ち"

    def __init__(self, ruling: str, readings: Sequence[Reading] = ()) -> None:
        super().__init__(ruling)
        self.ruling = ruling
        self.readings = tuple(readings)


class EngineFault(Exception):
    """The engine contradicts itself or the corpus: a defect of ours, never of the example."""

    def __init__(self, message: str, ruling: str = "") -> None:
        super().__init__(message)
        self.ruling = ruling
        """The ruling that the fault is about, where there is one."""


@dataclass(slots=True)
class Step:
    """One line of the trace: a rule that ran, how deep, and what came of it."""

    ruling: str
    function: str
    depth: int
    result: object = None


class Run:
    """What happens while a situation is judged. One per ``with run(…)``."""

    __slots__ = ("ended", "indexes", "setting", "stack", "tables_read", "touched", "trace")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.ended = setting.ended
        self.indexes: dict[str, dict[Any, Mapping[str, Any]]] = {}
        self.trace: list[Step] = []
        self.stack: list[Step] = []
        self.touched: dict[str, str | None] = {}
        self.tables_read: dict[tuple[str, str], None] = {}

    @property
    def innermost(self) -> str:
        """The id of the rule that is running now, or an empty string."""
        return self.stack[-1].ruling if self.stack else ""


_RUN: ContextVar[Run] = ContextVar("gunbai_run")
_RULES: dict[str, list[Callable[..., Any]]] = {}


@contextmanager
def run(setting: Setting) -> Iterator[Run]:
    """Judge under ``setting``: the only ambient state there is. Two runs never mix, also across threads and tasks."""
    current = Run(setting)
    token = _RUN.set(current)
    try:
        yield current
    finally:
        _RUN.reset(token)


def _current() -> Run:
    try:
        return _RUN.get()
    except LookupError:
        raise EngineFault("an engine function was called outside `with run(setting)`") from None


def rule(ruling: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Say which ruling a function implements. While it runs, the trace records the id."""

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        name = f"{function.__module__}.{function.__qualname__}"

        @functools.wraps(function)
        def traced(*args: P.args, **kwargs: P.kwargs) -> R:
            try:  # as _current does, but without calling it: this runs more often than anything else
                current = _RUN.get()
            except LookupError:
                current = _current()
            trace, stack = current.trace, current.stack
            depth = len(stack)
            if ruling in current.ended or depth >= MAX_NESTED or len(trace) >= MAX_STEPS:
                raise _stopped(ruling, current)
            step = Step(ruling, name, depth)
            trace.append(step)
            stack.append(step)
            try:
                step.result = function(*args, **kwargs)
            except NoAnswer as error:
                if isinstance(error, Illegal) and not error.rulings:
                    error.rulings = (ruling,)
                step.result = error
                raise
            finally:
                stack.pop()
            return step.result

        traced.ruling = ruling  # type: ignore[attr-defined]
        # a module that is loaded again (after it failed, or was changed) replaces what it said before
        others = [f for f in _RULES.get(ruling, ()) if f"{f.__module__}.{f.__qualname__}" != name]
        _RULES[ruling] = [*others, traced]
        return traced

    return mark


def _stopped(ruling: str, current: Run) -> Malformed:
    """Why a rule may not run: it is not in force, or the run is endless."""
    if ruling in current.ended:
        return Malformed(f"{current.setting.date or '現在'}に有効な裁定ではない: {ruling}")
    if len(current.trace) >= MAX_STEPS:
        return Malformed(f"手順が{MAX_STEPS}を超えた")
    return Malformed(f"手順の入れ子が{MAX_NESTED}を超えた")


def rules(ruling: str) -> tuple[Callable[..., Any], ...]:
    """The functions marked with ``ruling``, in the order in which their modules were loaded."""
    return tuple(_RULES.get(ruling, ()))


def ruled(package: str) -> tuple[str, ...]:
    """The ids that functions of an engine package are marked with."""
    return tuple(i for i, found in _RULES.items() if any(f.__module__.startswith(f"{package}.") for f in found))


def in_force(ruling: str) -> bool:
    """Whether ``ruling`` is in force on the run's date. Without a date: whether it has not ended."""
    return ruling not in _current().ended


def _holds(point: Point, date: str | None) -> bool:
    if date is None:
        return point.until is None
    return (point.since is None or point.since <= date) and (point.until is None or date <= point.until)


def reading(ruling: str) -> str:
    """The key chosen by the house rules, else the default, else raises Undecided with the readings.

    Only a function marked with the same id may ask, so that the trace names every reading that mattered.
    """
    current = _current()
    if current.innermost != ruling:
        raise EngineFault(f"reading({ruling!r}) was asked outside a function marked @rule({ruling!r})", ruling)
    point = current.setting.points.get(ruling)
    if point is None or not point.readings:
        raise EngineFault(f"the engine asks for a reading of {ruling}, which has none in the corpus", ruling)
    key = current.setting.house.get(ruling, point.default)
    if key is not None and key not in point.keys:
        raise EngineFault(f"{key!r} was chosen for {ruling}, which has the readings {', '.join(point.keys)}", ruling)
    current.touched.setdefault(ruling, key)
    if key is None:
        raise Undecided(ruling, point.readings)
    return key


def table(name: str) -> Any:
    """A table of the game: a tuple of rows (dicts). Malformed where the corpus has none of that name."""
    current = _current()
    try:
        rows = current.setting.tables[name]
    except KeyError:
        raise Malformed(f"表「{name}」が無い") from None
    stack = current.stack
    current.tables_read[name, stack[-1].ruling if stack else ""] = None
    return rows


def keyed(name: str, key: str) -> Mapping[str, Any]:
    """The row of the table ``name`` whose ``key`` is this one; Malformed where there is none."""
    rows = table(name)
    if type(rows) is tuple:
        indexes = _current().indexes
        index = indexes.get(name)
        if index is None:
            index = indexes[name] = {row.get("key"): row for row in reversed(rows)}
        found = index.get(key)
    else:  # somebody watches which rows are read: one by one, as far as need be
        found = next((row for row in rows if row["key"] == key), None)
    if found is None:
        raise Malformed(f"「{key}」は表「{name}」に無い")
    return found
