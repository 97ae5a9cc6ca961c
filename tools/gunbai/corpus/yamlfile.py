"""One YAML file, read safely: limits on size, depth and scalars, no aliases, no tags, no surprises of YAML 1.1.

Values are str, int, True, False, None, :class:`Block` (a dict) and :class:`Items` (a list); both know the line of
every entry. ``no``, ``on``, ``1_000``, ``012``, ``12:30``, ``4.10`` and dates stay strings.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from gunbai.corpus.folding import unfolded
from gunbai.corpus.defect import Defect, Place

__all__ = ["MAX_BYTES", "MAX_DEPTH", "Block", "Items", "YamlFile", "hidden_in", "line_of", "read_yaml"]

MAX_BYTES = 2_000_000
MAX_DEPTH = 16
MAX_EVENTS = 400_000
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"(?:0|-?[1-9][0-9]{0,14})\Z")
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f]"
                     "|[\ufeff\ufffe\uffff]|\r(?!\n)")
"""Characters that no text needs and that hide something: control, zero width, direction marks, foreign line ends."""

_HALF = re.compile("[\ud800-\udfff]")
"""Halves of characters, which no UTF-8 can hold."""
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


class Block(dict[str, Any]):
    """A YAML mapping; ``line`` is its own, ``lines`` those of its keys, ``texts`` those where block texts begin."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}
        self.texts: dict[str, int] = {}


class Items(list[Any]):
    """A YAML sequence; ``line`` is its own, ``lines`` those of its items."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: list[int] = []


@dataclass(frozen=True, slots=True)
class YamlFile:
    """A file's content and what was wrong with it; ``data`` is None where it could not be read at all."""

    name: str
    data: Block | None
    defects: tuple[Defect, ...]


def read_yaml(path: Path, name: str) -> YamlFile:
    """Read the mapping in ``path``; ``name`` is what messages call it. Never raises for bad content."""
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            return _refused(name, 1, "a file", "something else of that name", "", "unreadable")
        size = info.st_size
        if size > MAX_BYTES:
            return _refused(name, 1, f"a file of at most {MAX_BYTES:,} bytes", f"{size:,} bytes",
                            "split the topic into several files", "too-big")
        raw = path.read_bytes()
    except OSError as error:
        return _refused(name, 1, "a readable file", error.strerror or str(error), "", "unreadable")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return _refused(name, line, "UTF-8 text", f"the byte 0x{raw[error.start]:02x}",
                        "save the file as UTF-8 (it may be Shift_JIS)", "not-utf8")
    if hidden := _HIDDEN.search(text):
        return YamlFile(name, None, (_hidden(name, text.count("\n", 0, hidden.start()) + 1, hidden.group()),))
    builder = _Builder(name)
    try:
        builder.read(text)
    except _Stop as stop:
        return YamlFile(name, None, (*builder.defects, stop.defect))
    except yaml.YAMLError as error:
        return YamlFile(name, None, (*builder.defects, _syntax(name, text, error)))
    if not isinstance(builder.root, Block):
        found = "nothing" if builder.root is None else "a list" if isinstance(builder.root, Items) else "a single value"
        return _refused(name, 1, "a mapping at the top of the file (`rulings:` and the like)", found, "",
                        "not-a-mapping", builder.defects)
    return YamlFile(name, builder.root, tuple(builder.defects))


def hidden_in(text: str) -> str:
    """The first character of ``text`` that no file of the corpus may hold, as U+XXXX, or nothing."""
    found = _HIDDEN.search(text) or _HALF.search(text)
    return f"U+{ord(found.group()):04X}" if found else ""


def line_of(data: Any, path: tuple[str | int, ...]) -> int:
    """The line on which the entry at ``path`` stands, or that of the nearest entry above it that exists."""
    line = getattr(data, "line", 1)
    for step in path:
        if isinstance(data, Block) and step in data:
            line, data = data.lines[str(step)], data[str(step)]
        elif isinstance(data, Items) and isinstance(step, int) and step < len(data):
            line, data = data.lines[step], data[step]
        else:
            break
    return line


class _Stop(Exception):
    def __init__(self, defect: Defect) -> None:
        self.defect = defect


class _Builder:
    """Builds the data from YAML events in one pass, so that limits hold before anything grows."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Any = None
        self.defects: list[Defect] = []
        self.stack: list[tuple[Block | Items, str | None]] = []
        self.documents = 0

    def read(self, text: str) -> None:
        events: Iterator[Any] = yaml.parse(text, Loader=_LOADER)
        for count, event in enumerate(events):
            line = event.start_mark.line + 1
            if count > MAX_EVENTS:
                raise self.stop(line, f"at most {MAX_EVENTS:,} values", "more", "split the file", "too-big")
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                raise self.stop(line, "plain values", f"the anchor or alias “{event.anchor}”",
                                "write the value out; quote a text that begins with & or *", "alias")
            if isinstance(event, yaml.DocumentStartEvent):
                self.documents += 1
                if self.documents > 1:
                    raise self.stop(line, "one document a file", "a second one after ---", "", "documents")
            elif isinstance(event, (yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                if getattr(event, "tag", None) and not (isinstance(event, yaml.ScalarEvent) and event.tag == "!"):
                    raise self.stop(line, "plain values", f"the tag {event.tag}", "remove the tag", "tag")
                self.value(event, line)
                if isinstance(event, yaml.ScalarEvent) and (hidden := _HIDDEN.search(event.value)):
                    self.defects.append(_hidden(self.name, line, hidden.group()))
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                self.stack.pop()

    def value(self, event: Any, line: int) -> None:
        if self.stack and isinstance(self.stack[-1][0], Block) and self.stack[-1][1] is None:
            self.key(event, line)
            return
        if isinstance(event, yaml.ScalarEvent):
            self.put(_scalar(event), line, line + 1 if event.style == "|" else 0)
            return
        new: Block | Items = Block(line) if isinstance(event, yaml.MappingStartEvent) else Items(line)
        self.put(new, line, 0)
        if len(self.stack) >= MAX_DEPTH:
            raise self.stop(line, f"at most {MAX_DEPTH} levels", "deeper nesting", "", "too-deep")
        self.stack.append((new, None))

    def key(self, event: Any, line: int) -> None:
        block = self.stack[-1][0]
        assert isinstance(block, Block)
        if not isinstance(event, yaml.ScalarEvent):
            raise self.stop(line, "a word as key", "a list or mapping", "", "bad-key")
        key = event.value
        if key in block:
            self.defects.append(Defect(Place(self.name, line), "each key once",
                                       f"“{key}” again (first on line {block.lines[key]})",
                                       "remove one of the two", code="duplicate-key"))
        else:
            block.lines[key] = line
        self.stack[-1] = (block, key)

    def put(self, value: Any, line: int, text_line: int) -> None:
        if not self.stack:
            self.root = value
            return
        holder, key = self.stack[-1]
        if isinstance(holder, Items):
            holder.append(value)
            holder.lines.append(line)
            return
        assert key is not None
        if key not in holder:
            holder[key] = value
            if text_line:
                holder.texts[key] = text_line
        self.stack[-1] = (holder, None)

    def stop(self, line: int, expected: str, found: str, hint: str, code: str) -> _Stop:
        return _Stop(Defect(Place(self.name, line), expected, found, hint, code=code))


def _scalar(event: Any) -> str | int | bool | None:
    text: str = event.value
    if event.style != "|" and event.end_mark.line > event.start_mark.line:
        text = unfolded(text)
    if event.style:  # quoted or a block: always text
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INT.match(text) else text


def _hidden(name: str, line: int, char: str) -> Defect:
    return Defect(Place(name, line), "characters that can be seen", f"U+{ord(char):04X}",
                  "delete it; it often comes along when text is copied", code="hidden")


def _syntax(name: str, text: str, error: yaml.YAMLError) -> Defect:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = mark.line + 1 if mark else 1
    lines = text.splitlines()
    while line > len(lines) or (line > 1 and not lines[line - 1].strip()):
        line -= 1  # what is missing at the end of the file is missing after its last words
    shown = lines[line - 1]
    if "\t" in shown[: len(shown) - len(shown.lstrip())]:
        return Defect(Place(name, line), "indentation by spaces", "a tab", "replace the tab by two spaces", code="tab")
    problem = " ".join(str(p) for p in (getattr(error, "context", ""), getattr(error, "problem", "")) if p)
    if "depth" in problem:  # libyaml's own limit, met while it looks ahead
        return Defect(Place(name, line), f"at most {MAX_DEPTH} levels", "deeper nesting", code="too-deep")
    return Defect(Place(name, line), "YAML", problem or "something that is not YAML",
                  "quote a text with “: ” or “ #” in it; check quotes and indentation here and above", code="syntax")


def _refused(name: str, line: int, expected: str, found: str, hint: str, code: str,
             before: list[Defect] | None = None) -> YamlFile:
    return YamlFile(name, None, (*(before or ()), Defect(Place(name, line), expected, found, hint, code=code)))
