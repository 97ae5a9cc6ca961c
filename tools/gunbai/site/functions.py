"""The engine's functions as a reader sees them: which implement a ruling, where they stand, their source in colour."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup, escape
from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType  # type: ignore[import-untyped]

from gunbai.engine.kernel import rules
from gunbai.site.said import anchor_of

__all__ = ["EngineFunction", "functions_of"]

_COLOURS: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "c"), (String.Doc, "c"), (String, "s"), (Number, "n"), (Keyword, "k"), (Operator.Word, "k"),
    (Name.Decorator, "d"), (Name.Function, "f"), (Name.Class, "f"),
)


@dataclass(frozen=True, slots=True)
class EngineFunction:
    """One function: its anchor on the page of its ruling, its name, its file below ``tools`` and line, its source."""

    anchor: str
    name: str
    place: str
    source: Markup


def functions_of(ruling: str, package: str) -> tuple[EngineFunction, ...]:
    """The functions of an engine's ``package`` that implement a ruling; without those whose source is not to be had."""
    found = (_function(f) for f in rules(ruling) if f.__module__.startswith(f"{package}."))
    return tuple(f for f in found if f is not None)


def _function(function: Callable[..., Any]) -> EngineFunction | None:
    try:
        lines, first = inspect.getsourcelines(inspect.unwrap(function))
    except (OSError, TypeError):  # an engine without its files, as in an archive
        return None
    place = f"{function.__module__.replace('.', '/')}.py:{first}"
    anchor = anchor_of(f"{function.__module__}.{function.__qualname__}")
    return EngineFunction(anchor, function.__qualname__, place, _coloured("".join(lines)))


@cache
def _lexer() -> PythonLexer:
    return PythonLexer(stripnl=False)


@cache
def _coloured(source: str) -> Markup:
    """Python in HTML, with a class for what a reader looks for, and none for the rest: pages stay small."""
    out, kind, text = [], "", ""
    for token, value in _lexer().get_tokens(source):
        found = next((css for wanted, css in _COLOURS if token in wanted), "")
        if found != kind and value.strip():
            out.append(_span(kind, text))
            kind, text = found, ""
        text += value
    out.append(_span(kind, text.rstrip()))
    return Markup("").join(out)


def _span(kind: str, text: str) -> Markup:
    return Markup('<i class="{}">{}</i>').format(kind, text) if kind else escape(text)
