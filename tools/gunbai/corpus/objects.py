"""From the mappings of YAML files to the dataclasses of the corpus, and the messages where they do not fit."""

from __future__ import annotations

import dataclasses
import difflib
import json
import typing
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import Game, House, Table
from gunbai.corpus.names import Name, NameGroup
from gunbai.corpus.ruling import Example, Ruling
from gunbai.corpus.source import Citation, Document
from gunbai.corpus.yamlfile import Block, Items, line_of

__all__ = [
    "INTERNAL", "ONE_OR_MORE", "drop", "given", "keys_of", "made", "misfit", "seen", "unknown_only", "worked_out",
]

T = TypeVar("T")

INTERNAL = {
    Ruling: ("game", "topic", "place", "lines", "badge", "updated"), Example: ("line",),
    Game: ("names", "groups", "tables", "houses", "rulings", "place", "lines", "gaps"),
    Name: ("place",), NameGroup: ("place",), Table: ("id", "place", "lines"), House: ("place", "lines"),
}
"""Fields that the reader fills in; they are no keys of the YAML."""

NESTED: dict[type[Any], dict[str, type[Any]]] = {Ruling: {"examples": Example}}
"""Lists in which such fields can turn up again."""

ONE_OR_MORE = ("silence", "yomi")
"""Keys that take one text or a list of them."""

_UNKNOWN = ("unexpected_keyword_argument", "extra_forbidden")


def made(kind: type[T], data: Any) -> tuple[T | None, list[Any]]:
    """``data`` as a ``kind``, or what is wrong with it."""
    from pydantic import ValidationError  # slow to import, and not needed by all who read models

    hashable: Any = kind
    try:
        return _adapter(hashable)(json.dumps(data, ensure_ascii=False)), []
    except ValidationError as error:
        return None, error.errors(include_url=False)


def given(kind: type[Any], item: Any) -> Any:
    """The item without what the reader fills in, single texts as lists where both are allowed."""
    if not isinstance(item, dict):
        return item
    inside = NESTED.get(kind, {})
    data = {k: [v] if k in ONE_OR_MORE and isinstance(v, str) else v for k, v in item.items()
            if k not in INTERNAL.get(kind, ())}
    if kind is Table:
        data["id"] = ""  # the file's name, filled in by the reader
    for key, part in inside.items():
        if isinstance(data.get(key), list):
            data[key] = [given(part, one) for one in data[key]]
    return data


def worked_out(kind: type[Any], item: Any) -> Iterator[tuple[str | int, ...]]:
    """Where an item writes what the reader works out."""
    if isinstance(item, Block):
        yield from ((key,) for key in INTERNAL.get(kind, ()) if key in item)
        for key, part in NESTED.get(kind, {}).items():
            for index, one in enumerate(item.get(key) or () if isinstance(item.get(key), Items) else ()):
                yield from ((key, index, *rest) for rest in worked_out(part, one))


def unknown_only(errors: list[Any]) -> bool:
    """Whether nothing but unknown keys is wrong."""
    return all(e["type"] in _UNKNOWN for e in errors)


def drop(data: Any, where: tuple[str | int, ...]) -> None:
    """Take one entry out of nested data, copying nothing: the data is the reader's own."""
    for step in where[:-1]:
        data = data[step]
    data.pop(where[-1], None)


@cache
def _adapter(kind: Any) -> Callable[[str], Any]:
    from pydantic import ConfigDict, TypeAdapter, with_config

    for part in (kind, Citation, Document, *_parts(kind)):
        with_config(ConfigDict(extra="forbid"))(part)
    adapter = TypeAdapter(kind)
    return lambda text: adapter.validate_json(text, strict=True)


def _parts(kind: type[Any]) -> Iterator[type[Any]]:
    """The dataclasses that a dataclass is made of, which must refuse unknown keys too."""
    for hint in typing.get_type_hints(kind).values():
        for part in (hint, *typing.get_args(hint)):
            if dataclasses.is_dataclass(part) and isinstance(part, type) and part is not kind:
                yield part
                yield from _parts(part)


def seen(value: Any) -> str:
    """What was found, for a message."""
    if value is None:
        return "nothing"
    if isinstance(value, (dict, list, bool)):
        return "a mapping" if isinstance(value, dict) else "a list" if isinstance(value, list) else str(value).lower()
    text = f"“{value}”"
    return text if len(text) <= 60 else f"{text[:60]}…"


_WANTED = {"dict_type": "a mapping", "mapping_type": "a mapping", "dataclass_type": "a mapping",
           "dataclass_exact_type": "a mapping"}


def misfit(error: Any, name: str, path: tuple[str | int, ...], whole: Any, who: str, kind: type[Any]) -> Defect:
    """What pydantic found, in our words: ``path`` leads in ``whole`` to the item, ``who`` is the ruling's id."""
    loc = tuple(error["loc"])
    place = Place(name, line_of(whole, (*path, *loc)))
    last = next((str(s) for s in reversed(loc) if isinstance(s, str)), _noun(kind))
    found = seen(error["input"])
    if error["type"] in _UNKNOWN:
        known = keys_of(kind, loc[:-1])
        near = difflib.get_close_matches(last, known, 1, 0.6)
        hint = f"did you mean “{near[0]}”?" if near else f"the keys are {', '.join(known)}"
        return Defect(place, f"a key of a {_noun(kind)}", f"“{last}”", hint, who, "unknown-key")
    match error["type"]:
        case "missing" | "missing_argument":
            return Defect(place, f"the key “{last}”", "none", f"add `{last}:`", who, "missing-field")
        case "literal_error":
            return Defect(place, f"“{last}” to be one of {error['ctx']['expected']}", found, "", who, "wrong-value")
        case "string_type":
            hint = "quote a text that looks like a number or true" if isinstance(error["input"], int) else ""
            return Defect(place, f"a text under “{last}”", found, hint, who, "wrong-type")
        case "tuple_type" | "list_type":
            return Defect(place, f"a list under “{last}”", found, f"write `{last}: [ … ]`", who, "wrong-type")
        case "bool_type":
            return Defect(place, f"true or false under “{last}”", found, "in small letters", who, "wrong-type")
        case "int_type":
            return Defect(place, f"a whole number under “{last}”", found, "", who, "wrong-type")
    which = f"an entry under “{last}”" if loc and isinstance(loc[-1], int) else f"“{last}”"
    return Defect(place, f"{which} to be {_WANTED.get(error['type'], error['type'])}", found, "", who, "wrong-type")


def keys_of(kind: type[Any], loc: tuple[str | int, ...]) -> list[str]:
    """The keys that a mapping inside a ``kind`` may have."""
    for step in loc:
        if isinstance(step, str):
            hint = typing.get_type_hints(kind).get(step)
            kind = next((p for p in (hint, *typing.get_args(hint)) if dataclasses.is_dataclass(p)), kind)  # type: ignore[assignment]
    return [f.name for f in dataclasses.fields(kind) if f.name not in INTERNAL.get(kind, ())]


def _noun(kind: type[Any]) -> str:
    return {"NameGroup": "group", "Name": "name"}.get(kind.__name__, kind.__name__.lower())
