"""What a form must know of a verb: its inputs with their kinds, as plain data. All of it is read from the signature."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin

from gunbai.engine.kernel import Situation
from gunbai.engine.verb import Count, Parameter, Verb, described

__all__ = ["form_of", "kind_of"]


def form_of(verb: Verb) -> dict[str, Any]:
    """A verb: its word, what state it makes (the class and those above it, if any), its inputs in order."""
    return {"verb": verb.name, "gives": list(_states(_returned(verb))), "fields": [_field(p) for p in verb.parameters]}


def _field(p: Parameter) -> dict[str, Any]:
    kind = kind_of(p.type)
    return {"name": p.name, "kind": {"is": "list", "of": kind} if p.variadic else kind, "required": p.required,
            "default": list(p.default) if isinstance(p.default, tuple) else p.default, "words": described(p.type)}


def kind_of(wanted: Any) -> dict[str, Any]:
    """The kind of an input: text, number, flag, choice, none, state (a situation), list (of one), any (of several)."""
    if isinstance(wanted, typing.NewType):
        return kind_of(wanted.__supertype__)
    if wanted == Count:
        return {"is": "number", "least": 0}
    origin, args = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return {"is": "any", "of": [kind_of(a) for a in args]}
    if origin is Literal:
        return {"is": "choice", "of": list(args)}
    if wanted is tuple or (origin is not None and issubclass(origin, Sequence)):
        return {"is": "list", "of": kind_of(args[0] if args else Any)}
    if isinstance(wanted, type) and issubclass(wanted, Situation):
        return {"is": "state", "of": _name(wanted)}
    plain: Mapping[Any, str] = {str: "text", int: "number", bool: "flag", type(None): "none"}
    return {"is": plain.get(wanted, "text")}


def _returned(verb: Verb) -> Any:
    return typing.get_type_hints(verb.function).get("return")


def _states(returned: Any) -> Iterator[str]:
    """The classes of situation that a value of this type is."""
    if isinstance(returned, type) and issubclass(returned, Situation):
        yield from (_name(c) for c in returned.__mro__ if issubclass(c, Situation) and c is not Situation)
    elif get_origin(returned) in (Union, types.UnionType):
        for one in get_args(returned):
            yield from _states(one)


def _name(situation: type) -> str:
    return f"{situation.__module__}.{situation.__qualname__}"
