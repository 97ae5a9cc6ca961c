"""JSON Schemas of the corpus' files, for editors: completion with descriptions, and the plain mistakes marked at once.

Generated from the same dataclasses that the reader checks with. ``python -m gunbai.corpus.schema`` writes them;
``gunbai check`` says when they are no longer current.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import re
import sys
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import Game, House, Table
from gunbai.corpus.names import Name, NameGroup
from gunbai.corpus.objects import INTERNAL, ONE_OR_MORE
from gunbai.corpus.ruling import Ruling

__all__ = ["DIRECTORY", "schema_defects", "schemas", "write_schemas"]

DIRECTORY = Path(__file__).parent
_DIALECT = "http://json-schema.org/draft-07/schema#"
_KINDS: Mapping[str, tuple[str, Mapping[str, type[Any]]]] = {
    "rulings": ("The rulings of one topic: rulings/<game>/<topic>.yaml.", {"rulings": Ruling}),
    "names": ("The names of one game: rulings/<game>/names.yaml.", {"names": Name, "groups": NameGroup}),
    "game": ("One game: rulings/<game>/game.yaml.", {}),
    "table": ("One table of one game: rulings/<game>/tables/*.yaml.", {}),
    "house": ("卓の取り決め of one game: rulings/<game>/house/*.yaml.", {}),
}
_WHOLE: Mapping[str, type[Any]] = {"game": Game, "table": Table, "house": House}


def schemas() -> dict[str, str]:
    """The text of every schema by its path below gunbai/corpus; schema.json is the one of rulings."""
    texts = {f"schema/{name}.json": _text(_file(name)) for name in _KINDS}
    return {**texts, "schema.json": texts["schema/rulings.json"]}


def write_schemas(directory: Path = DIRECTORY.parent) -> list[Path]:
    """Write those that are not current, and return their paths."""
    written = []
    for name, text in schemas().items():
        path = directory / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    return written


def schema_defects(directory: Path = DIRECTORY.parent) -> Iterator[Defect]:
    """The schemas that are not what the dataclasses say now."""
    for name, text in schemas().items():
        path = directory / name
        found = path.read_text(encoding="utf-8") if path.is_file() else None
        if found != text:
            place = Place(f"gunbai/corpus/{name}", 1)
            yield Defect(place, "the schema that the dataclasses give", "none" if found is None else "an older one",
                         "run `python -m gunbai.corpus.schema`", code="schema")


def _file(name: str) -> dict[str, Any]:
    about, lists = _KINDS[name]
    if name in _WHOLE:
        whole = _object(_WHOLE[name])
        return {"$schema": _DIALECT, "title": f"Gunbai: {name}", "description": about,
                **{k: v for k, v in whole.items() if k != "description"}, "definitions": _definitions(_WHOLE[name])}
    return {
        "$schema": _DIALECT, "title": f"Gunbai: {name}", "description": about, "type": "object",
        "properties": {key: {"type": "array", "items": _ref(kind)} for key, kind in lists.items()},
        "required": ["rulings"] if name == "rulings" else [], "additionalProperties": False,
        "definitions": {k: v for kind in lists.values() for k, v in _definitions(kind, itself=True).items()},
    }


def _definitions(kind: type[Any], *, itself: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = {kind.__name__: _object(kind)} if itself else {}
    for _, hint in _keys(kind):
        for part in (hint, *typing.get_args(hint)):
            if dataclasses.is_dataclass(part) and isinstance(part, type):
                found.update(_definitions(part, itself=True))
    return found


def _object(kind: type[Any]) -> dict[str, Any]:
    required = [f.name for f in dataclasses.fields(kind)
                if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING]
    texts = _descriptions(kind)
    keys = list(_keys(kind))
    return {
        "description": _said(kind.__doc__ or ""), "type": "object",
        "properties": {key: {"description": texts.get(key, ""), **_value(key, hint)} for key, hint in keys},
        "required": [key for key, _ in keys if key in required], "additionalProperties": False,
    }


def _keys(kind: type[Any]) -> Iterator[tuple[str, Any]]:
    hints = typing.get_type_hints(kind)
    internal = INTERNAL.get(kind, ())
    return ((f.name, hints[f.name]) for f in dataclasses.fields(kind) if f.name not in internal)


def _value(key: str, hint: Any) -> dict[str, Any]:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _ref(hint)
    if origin is typing.Literal:
        return {"enum": list(args)}
    if origin is tuple:
        many: dict[str, Any] = {"type": "array", "items": _value("", args[0])}
        return {"anyOf": [{"type": "string"}, many]} if key in ONE_OR_MORE else many
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _value("", args[1])}
    return {} if hint is Any else {"type": {str: "string", int: "integer", bool: "boolean"}[hint]}


def _ref(kind: type[Any]) -> dict[str, Any]:
    return {"$ref": f"#/definitions/{kind.__name__}"}


def _descriptions(kind: type[Any]) -> dict[str, str]:
    """The texts that stand below the fields of a dataclass."""
    body = _classes(kind.__module__)[kind.__name__].body
    found: dict[str, str] = {}
    for field, after in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(after, ast.Expr) \
                and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            found[field.target.id] = _said(after.value.value)
    return found


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _said(text: str) -> str:
    """A docstring on one line, without its markup."""
    return re.sub(r"\s+", " ", inspect.cleandoc(text)).replace("``", "`")


def _text(schema: Mapping[str, Any]) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
