"""Verbs: engine functions that are words of the example language, with Japanese names and checked types."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from gunbai.engine.kernel import EngineFault, Malformed, Situation

__all__ = ["Count", "Parameter", "Verb", "verb", "verbs"]

F = TypeVar("F", bound=Callable[..., Any])

_VERBS: dict[str, dict[str, Verb]] = {}
Count = Annotated[int, "0以上の数"]
"""How many there are of something: a whole number that is never below 0."""

_PLAIN: dict[Any, str] = {Count: "0以上の数", str: "文字列", int: "数", bool: "True か False", type(None): "None"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One input of a verb: its Japanese name, its Python name and type, and whether it may be left out."""

    name: str
    python: str
    type: Any
    required: bool
    default: object
    variadic: bool
    keyword_only: bool


@dataclass(frozen=True)
class Verb:
    """手続き: one word of the example language and the engine function behind it."""

    name: str
    function: Callable[..., Any]
    names: Mapping[str, str]

    @property
    def doc(self) -> str:
        """What the verb does: the docstring of its function."""
        return inspect.cleandoc(self.function.__doc__ or "")

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The inputs in order, with types read from the function's annotations. EngineFault where one has none."""
        hints = typing.get_type_hints(inspect.unwrap(self.function), include_extras=True)
        kinds = inspect.Parameter
        for p in inspect.signature(self.function).parameters.values():
            if p.name not in hints or not _checkable(hints[p.name]):
                raise EngineFault(f"the parameter {p.name} of the verb {self.name} has no type that can be checked")
            if p.kind in (kinds.VAR_KEYWORD, kinds.POSITIONAL_ONLY):
                raise EngineFault(f"the verb {self.name} cannot have the parameter {p}: every input needs a name")
        return tuple(
            Parameter(
                name=self.names.get(p.name, p.name),
                python=p.name,
                type=hints[p.name],
                required=p.default is kinds.empty and p.kind is not kinds.VAR_POSITIONAL,
                default=None if p.default is kinds.empty else p.default,
                variadic=p.kind is kinds.VAR_POSITIONAL,
                keyword_only=p.kind is kinds.KEYWORD_ONLY,
            )
            for p in inspect.signature(self.function).parameters.values()
        )

    @cached_property
    def _shape(self) -> tuple[Mapping[str, Parameter], tuple[Parameter, ...], Parameter | None]:
        """The inputs by name, those that may be given by place, and the one that takes the rest."""
        named = tuple(p for p in self.parameters if not p.variadic)
        rest = next((p for p in self.parameters if p.variadic), None)
        return {p.name: p for p in named}, tuple(p for p in named if not p.keyword_only), rest

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the inputs that may be given by place; empty where the verb takes any number of inputs."""
        _, positional, rest = self._shape
        return () if rest else tuple(p.name for p in positional)

    @cached_property
    def signature(self) -> str:
        """The verb as one would write it: ``カットイン(カード, 対象=None)``."""
        shown = []
        for p in self.parameters:
            shown.append(f"*{p.name}" if p.variadic else p.name if p.required else f"{p.name}={_said(p.default)}")
        return f"{self.name}({', '.join(shown)})"

    def call(self, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        """Call the function with Japanese keyword names; Malformed where the inputs do not fit."""
        by_name, positional, rest = self._shape
        if rest is None and len(args) > len(positional):
            raise Malformed(f"{self.name}に渡すものが多い: {self.signature}")
        given: dict[str, object] = {}
        for p, value in zip(positional, args, strict=False):
            given[p.python] = self._fit(p, value)
        for name, value in kwargs.items():
            if name not in by_name:
                raise Malformed(f"{self.name}に「{name}」という項目は無い: {self.signature}")
            p = by_name[name]
            if p.python in given:
                raise Malformed(f"{self.name}の「{name}」が二度ある")
            given[p.python] = self._fit(p, value)
        for p in by_name.values():
            if p.required and p.python not in given:
                raise Malformed(f"{self.name}に「{p.name}」が無い: {self.signature}")
        extra = [self._fit(rest, value) for value in args[len(positional):]] if rest is not None else []
        if not extra:
            return self.function(**given)
        front = [given.pop(p.python) for p in positional]
        return self.function(*front, *extra, **given)

    def _fit(self, p: Parameter, value: object) -> object:
        if not fits(value, p.type):
            raise Malformed(f"{self.name}の「{p.name}」は{described(p.type)}でなければならない: {_said(value)}")
        return value


def verb(name: str, /, **names: str) -> Callable[[F], F]:
    """Make a function a word of its game's example language.

    ``name`` is the Japanese word, ``names`` maps Python parameter names to Japanese ones. Put it above ``@rule``.
    """

    def mark(function: F) -> F:
        words = _VERBS.setdefault(function.__module__.rpartition(".")[0], {})
        known = set(inspect.signature(function).parameters)
        other = words[name].function if name in words else None
        if other and (other.__module__, other.__qualname__) != (function.__module__, function.__qualname__):
            raise EngineFault(f"two verbs are called {name}: {other.__qualname__} and {function.__qualname__}")
        if not set(names) <= known:
            raise EngineFault(f"{name} names parameters that its function lacks: {sorted(set(names) - known)}")
        words[name] = Verb(name, function, names)
        return function

    return mark


def verbs(package: str) -> Mapping[str, Verb]:
    """The verbs of one engine package (``gunbai.engine.gundam_war``), by Japanese name."""
    return _VERBS.get(package, {})


def fits(value: object, wanted: Any) -> bool:
    """Whether ``value`` is of the annotated type; lists of the example language arrive as tuples."""
    if wanted in (Any, object):
        return True
    if isinstance(wanted, typing.NewType):
        return fits(value, wanted.__supertype__)
    if wanted == Count:
        return fits(value, int) and value >= 0  # type: ignore[operator]
    origin, args = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return any(fits(value, a) for a in args)
    if origin is Literal:
        return any(value == a and type(value) is type(a) for a in args)
    if wanted is tuple or (origin is not None and issubclass(origin, Sequence)):
        inner = args[0] if args else Any
        return isinstance(value, tuple) and all(fits(v, inner) for v in value)
    if wanted is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, wanted)


def _checkable(wanted: Any) -> bool:
    """Whether ``fits`` can tell: plain classes, NewTypes, literals, unions, and lists of one type."""
    if wanted in (Any, object, Count) or isinstance(wanted, typing.NewType):
        return True
    origin, args = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return all(map(_checkable, args))
    if origin is None or origin is Literal:
        return origin is Literal or isinstance(wanted, type)
    several = [a for a in args if a is not Ellipsis]
    return isinstance(origin, type) and issubclass(origin, Sequence) and len(several) == 1 and _checkable(several[0])


def _said(value: object) -> str:
    """An input as one would write it, cut where it is long; a situation by what it is."""
    if isinstance(value, Situation):
        return described(type(value))
    if isinstance(value, tuple):
        text = f"[{', '.join(map(_said, value))}]"
    else:
        text = f'"{value}"' if isinstance(value, str) else repr(value)
    return text if len(text) <= 80 else f"{text[:80]}…"


def described(wanted: Any) -> str:
    """A type in Japanese words, for messages and forms."""
    if isinstance(wanted, typing.NewType):
        return described(wanted.__supertype__)
    origin, args = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return "か".join(described(a) for a in args)
    if wanted == Count:
        return _PLAIN[wanted]
    if origin is Literal:
        return "か".join(f"「{a}」" for a in args)
    if origin is not None and issubclass(origin, Sequence):
        return f"{described(args[0])}の並び" if args else "並び"
    return _PLAIN.get(wanted) or inspect.cleandoc(getattr(wanted, "__doc__", "") or wanted.__name__).split("\n")[0]
