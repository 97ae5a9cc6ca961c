"""The engine's functions as a reader sees them: which implement a ruling, where they stand, their source in colour."""

from __future__ import annotations

import inspect
import keyword
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from gunbai.engine.kernel import rules
from gunbai.site.said import anchor_of

__all__ = ["EngineFunction", "functions_of"]

_PARTS = re.compile(
    r"""(?P<c>\#[^\n]*|^\s*\"{3}.*?\"{3})|(?P<s>[rbf]*(?:\"{3}.*?\"{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))"""
    r"""|^(?P<d>@[\w.]+)|(?<=\bdef\ )(?P<f>\w+)|\b(?P<n>\d[\d_.]*)\b|\b(?P<k>"""
    rf"""{'|'.join(keyword.kwlist)})\b""", re.DOTALL | re.MULTILINE)
"""Comments and docstrings, texts, decorators, the function's name, numbers, keywords; by group, their class."""


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
def _coloured(source: str) -> Markup:
    """Python in HTML, with a class for what a reader looks for, and none for the rest: pages stay small."""
    out, at = [], 0
    for match in _PARTS.finditer(source):
        kind = match.lastgroup or "c"  # every alternative is a group
        out.append(Markup('{}<i class="{}">{}</i>').format(source[at:match.start(kind)], kind, match[kind]))
        at = match.end()
    out.append(escape(source[at:].rstrip()))
    return Markup("").join(out)
