"""Typed objects to YAML text, in the form in which people write the corpus: the reverse of ``corpus.reader``.

Keys stand in the order of the dataclasses; what has its default is left out; lists and small mappings are written in
one line, examples, readings and texts of several lines as blocks. Comments are not known here: a file that people wrote
is only ever added to (``with_ruling``).
"""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

import yaml

from gunbai.corpus.objects import INTERNAL
from gunbai.corpus.ruling import Example, Ruling

__all__ = ["HEAD", "plain", "ruling_yaml", "rulings_yaml", "to_yaml", "with_ruling"]

HEAD = "# yaml-language-server: $schema=../../tools/gunbai/corpus/schema/{kind}.json\n"
"""The first line of a file, by which editors find its schema."""

_WIDTH = 1 << 20
_OPEN = ("examples", "rulings")
"""Lists whose entries have a line a key; other lists of mappings have a line an entry."""


_NO_BLOCK = re.compile("\\A[ \n]|[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\u2028\u2029\ufeff]")
"""What a text in a block cannot hold."""


class _Dumper(yaml.SafeDumper):
    """Lists inside mappings are indented."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """As people write it: ``- `` two columns right of its key."""
        super().increase_indent(flow, False)

    def analyze_scalar(self, scalar: str) -> Any:
        """A block may end a line with a space: what an engine prints may do so."""
        found: Any = super().analyze_scalar(scalar)
        if found.multiline and not _NO_BLOCK.search(scalar):
            found.allow_block = True
        return found


_QUICK: Any = getattr(yaml, "CSafeDumper", None)
"""Thirty times as fast, but it indents lists its own way and knows no block that ends in spaces."""


def plain(item: Any) -> Any:
    """A dataclass of the corpus as mappings and lists, without what the reader works out and without defaults.

    Everything else is handed back with tuples as lists.
    """
    if dataclasses.is_dataclass(item) and not isinstance(item, type):
        hidden = INTERNAL.get(type(item), ()) if not isinstance(item, Example) else ("line",)
        found = {f.name: getattr(item, f.name) for f in dataclasses.fields(item) if f.name not in hidden}
        return {k: plain(v) for k, v in found.items() if not _default(item, k, v)}
    if isinstance(item, Mapping):
        return {k: plain(v) for k, v in item.items()}
    return [plain(v) for v in item] if isinstance(item, (tuple, list)) else item


def to_yaml(data: Mapping[str, Any]) -> str:
    """A mapping of plain data as YAML text that ``read_yaml`` reads back as the same data."""
    node = _mapping(data, flow=False)
    if _QUICK and all(_in_lines(value) for _, value in node.value):
        quick: str = yaml.serialize(node, Dumper=_QUICK, allow_unicode=True, width=_WIDTH, indent=2)
        return _indented(quick)
    text: str = yaml.serialize(node, Dumper=_Dumper, allow_unicode=True, width=_WIDTH, indent=2)
    return text


def ruling_yaml(ruling: Ruling) -> str:
    """One ruling as an entry of ``rulings:``."""
    return re.sub(r"^rulings:\n", "", to_yaml({"rulings": [plain(ruling)]}), count=1)


def rulings_yaml(rulings: Iterable[Ruling]) -> str:
    """A topic file with these rulings, an empty line between them."""
    return f"{HEAD.format(kind='rulings')}rulings:\n" + "\n".join(map(ruling_yaml, rulings))


def with_ruling(text: str, ruling: Ruling) -> str:
    """The text of a topic file with a ruling put at its end; an empty text becomes a new file."""
    if not text.strip():
        return rulings_yaml([ruling])
    return f"{text.rstrip()}\n\n{ruling_yaml(ruling)}"


def _in_lines(node: yaml.Node, depth: int = 0) -> bool:
    """Whether the quick writer does for a node: no text in a block, no list with a line an entry inside another."""
    if isinstance(node, yaml.ScalarNode):
        return node.style != "|"
    if isinstance(node, yaml.SequenceNode):
        return (bool(node.flow_style) or depth == 0) and all(_in_lines(n, depth + 1) for n in node.value)
    return all(_in_lines(n, depth + 1) for _, n in node.value)


def _indented(text: str) -> str:
    """What the quick writer made, its lists two columns right of their keys."""
    lines, inside = text.splitlines(keepends=True), False
    for at, line in enumerate(lines):
        inside = line.startswith("- ") or (inside and line.startswith("  "))
        lines[at] = f"  {line}" if inside else line
    return "".join(lines)


def _default(item: Any, key: str, value: Any) -> bool:
    field = next(f for f in dataclasses.fields(item) if f.name == key)
    if field.default is not dataclasses.MISSING:
        return bool(value == field.default)
    return field.default_factory is not dataclasses.MISSING and value == field.default_factory()


def _mapping(data: Mapping[str, Any], *, flow: bool) -> yaml.MappingNode:
    pairs = [(_scalar(key), _node(value, key, flow)) for key, value in data.items()]
    return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=flow)


def _node(value: Any, key: str, flow: bool) -> yaml.Node:
    if isinstance(value, Mapping):
        return _mapping(value, flow=flow or not any(isinstance(v, (Mapping, list)) for v in value.values()))
    if isinstance(value, list):
        lines = not flow and any(isinstance(v, Mapping) for v in value) and key != "source"
        items = [_mapping(v, flow=key not in _OPEN) if isinstance(v, Mapping) else _node(v, "", True) for v in value]
        return yaml.SequenceNode("tag:yaml.org,2002:seq", items, flow_style=not lines)
    return _scalar(value, block=not flow and (key == "run" or "\n" in str(value)))


def _scalar(value: Any, *, block: bool = False) -> yaml.ScalarNode:
    if isinstance(value, str) and block:
        return yaml.ScalarNode("tag:yaml.org,2002:str", value, style="|")
    if isinstance(value, str) and "\n" in value:  # on one line, so that no line end of the file is taken for one of it
        return yaml.ScalarNode("tag:yaml.org,2002:str", value, style='"')
    node: Any = _represent(value)  # quoted where it would be read as something else
    return cast(yaml.ScalarNode, node)


_represent = _Dumper(io.StringIO()).represent_data
