"""YAML files to typed objects: every file is read, every defect kept with its file and line, nothing raised."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from gunbai.corpus.model import (
    Citation, Corpus, Defect, Document, Game, House, Name, NameGroup, Place, Ruling, Table, badge_of,
)
from gunbai.corpus.yamlfile import Block, Items, line_of, read_yaml

__all__ = ["INTERNAL", "ONE_OR_MORE", "load_corpus", "ruling_files"]

T = TypeVar("T")

INTERNAL = {
    Ruling: ("game", "topic", "place", "badge", "updated"),
    Game: ("names", "groups", "tables", "houses", "rulings", "place"),
    Name: ("place",), NameGroup: ("place",), Table: ("id", "place", "lines"), House: ("place",),
}
"""Fields that the reader fills in; they are no keys of the YAML."""

ONE_OR_MORE = ("silence", "yomi")
"""Keys that take one text or a list of them."""

_NO_TOPIC = ("game.yaml", "names.yaml")


def load_corpus(root: Path) -> Corpus:
    """Read every game under ``root`` (a directory of game directories). Never raises for bad content."""
    games: list[Game] = []
    defects: list[Defect] = []
    directories = sorted(p for p in root.iterdir() if p.is_dir() and not p.name.startswith((".", "_"))) \
        if root.is_dir() else []
    if not directories:
        defects.append(Defect(Place(root.name, 1), "a directory with one directory a game", "none",
                              "run the command in the project's directory, or name it with --root", code="no-corpus"))
    for directory in directories:
        reader = _Reader(directory)
        game = reader.game()
        defects.extend(reader.defects)
        if game is not None:
            games.append(game)
    return Corpus(root, tuple(games), tuple(defects))


def ruling_files(directory: Path) -> list[Path]:
    """The topic files of one game's directory, by name."""
    return sorted(p for p in directory.glob("*.yaml") if p.name not in _NO_TOPIC)


class _Reader:
    """Reads one game's directory and collects what is wrong with it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.defects: list[Defect] = []

    def game(self) -> Game | None:
        head = self.directory / "game.yaml"
        if not head.is_file():
            self.defects.append(Defect(Place(self.name(self.directory), 1), "a file game.yaml in the game's directory",
                                       "none", "copy one from another game", code="no-game-yaml"))
            return None
        data = self.block(head)
        game = self.object(Game, data, self.name(head), ()) if data is not None else None
        names = self.block(self.directory / "names.yaml") if (self.directory / "names.yaml").is_file() else None
        rows = list(self.listed(Name, names, "names.yaml", "names"))
        groups = list(self.listed(NameGroup, names, "names.yaml", "groups"))
        tables = [t for p in sorted((self.directory / "tables").glob("*.yaml")) if (t := self.table(p)) is not None]
        houses = {p.stem: h for p in sorted((self.directory / "house").glob("*.yaml"))
                  if (h := self.whole(House, p)) is not None}
        rulings = [r for path in ruling_files(self.directory) for r in self.rulings(path, game)]
        if game is None:
            return None
        return dataclasses.replace(
            game, names=tuple(rows), groups=tuple(groups), tables=tuple(tables), houses=houses,
            rulings=tuple(_ordered(rulings, game)),
        )

    def rulings(self, path: Path, game: Game | None) -> Iterator[Ruling]:
        data = self.block(path)
        documents = game.document if game else {}
        name = self.name(path)
        if data is None:
            return
        for key in data:
            if key != "rulings":
                self.defects.append(Defect(Place(name, data.lines[key]), "only the key “rulings”", f"“{key}”",
                                           "", code="unknown-key"))
        for index, ruling in self.items(Ruling, data, name, "rulings"):
            raw = data["rulings"][index]
            examples = tuple(
                dataclasses.replace(e, line=self.text_line(item, name, raw)) for e, item in
                zip(ruling.examples, raw.get("examples") or (), strict=True)
            )
            authorities = tuple(documents[c.document].authority for c in ruling.source
                                if c.document in documents and not c.background)
            yield dataclasses.replace(
                ruling, game=game.id if game else self.directory.name, topic=path.stem, examples=examples,
                badge=badge_of(ruling.certainty, authorities), updated=_updated(ruling, documents),
            )

    def text_line(self, item: Block, name: str, ruling: Block) -> int:
        line = item.texts.get("run", 0)
        if not line:
            line = item.lines.get("run", item.line)
            self.defects.append(Defect(Place(name, line), "`run: |` with the statements on lines of their own",
                                       "a text in one line or folded", "begin the example with `run: |`",
                                       str(ruling.get("id", "")), "example-form"))
        return line

    def table(self, path: Path) -> Table | None:
        data = self.block(path)
        if data is None:
            return None
        table = self.object(Table, data, self.name(path), ())
        rows = data.get("rows")
        if table is None or not isinstance(rows, Items):
            return table
        return dataclasses.replace(table, id=path.stem, rows=tuple(_plain(r) for r in rows), lines=tuple(rows.lines))

    def whole(self, kind: type[T], path: Path) -> T | None:
        data = self.block(path)
        return None if data is None else self.object(kind, data, self.name(path), ())

    def listed(self, kind: type[T], data: Block | None, file: str, key: str) -> Iterator[T]:
        if data is not None and key in data:
            yield from (item for _, item in self.items(kind, data, self.name(self.directory / file), key))

    def items(self, kind: type[T], data: Block, name: str, key: str) -> Iterator[tuple[int, T]]:
        items = data.get(key)
        if not isinstance(items, Items):
            self.defects.append(Defect(Place(name, data.lines.get(key, 1)), f"a list under “{key}”",
                                       "nothing" if items is None else f"{items!r:.40}", "", code="wrong-type"))
            return
        for index, item in enumerate(items):
            made = self.object(kind, item, name, (key, index), data)
            if made is not None:
                yield index, made

    def object(self, kind: type[T], item: Any, name: str, path: tuple[str | int, ...], whole: Any = None) -> T | None:
        whole = item if whole is None else whole
        who = str(item.get("id", "")) if kind is Ruling and isinstance(item, Block) else ""
        before = len(self.defects)
        if isinstance(item, Block):
            for key in INTERNAL.get(kind, ()):
                if key in item:
                    self.defects.append(Defect(Place(name, item.lines[key]), f"a key of a {_noun(kind)}", f"“{key}”",
                                               "this is worked out, not written", who, "unknown-key"))
            item = {k: [v] if k in ONE_OR_MORE and isinstance(v, str) else v for k, v in item.items()}
        from pydantic import ValidationError  # slow to import, and not needed where a cache answers

        try:
            made = _adapter(kind)(json.dumps(item, ensure_ascii=False))
        except ValidationError as error:
            for one in error.errors(include_url=False):
                self.defects.append(_defect(one, name, path, whole, who, kind))
            return None
        line = line_of(whole, path)
        if len(self.defects) > before:
            return None
        return dataclasses.replace(made, place=Place(name, line)) if "place" in INTERNAL.get(kind, ()) else made

    def block(self, path: Path) -> Block | None:
        read = read_yaml(path, self.name(path))
        self.defects.extend(read.defects)
        return read.data

    def name(self, path: Path) -> str:
        return path.relative_to(self.directory.parent.parent).as_posix()


@cache
def _adapter(kind: type[Any]) -> Callable[[str], Any]:
    from pydantic import ConfigDict, TypeAdapter, with_config

    for part in (kind, Citation, Document, *_parts(kind)):
        with_config(ConfigDict(extra="forbid"))(part)
    adapter = TypeAdapter(kind)
    return lambda text: adapter.validate_json(text, strict=True)


def _parts(kind: type[Any]) -> Iterator[type[Any]]:
    """The dataclasses that a dataclass is made of, which must refuse unknown keys too."""
    import typing

    for hint in typing.get_type_hints(kind).values():
        for part in (hint, *typing.get_args(hint)):
            if dataclasses.is_dataclass(part) and isinstance(part, type) and part is not kind:
                yield part
                yield from _parts(part)


def _defect(error: Any, name: str, path: tuple[str | int, ...], whole: Any, who: str, kind: type[Any]) -> Defect:
    loc = tuple(error["loc"])
    line = line_of(whole, (*path, *loc))
    last = next((str(s) for s in reversed(loc) if isinstance(s, str)), _noun(kind))
    match error["type"]:
        case "unexpected_keyword_argument" | "extra_forbidden":
            return Defect(Place(name, line), f"a key of a {_noun(kind)}", f"“{last}”",
                          "see docs/writing-rulings.md for the keys", who, "unknown-key")
        case "missing" | "missing_argument":
            return Defect(Place(name, line), f"the key “{last}”", "none", f"add `{last}:`", who, "missing-field")
        case "literal_error":
            return Defect(Place(name, line), f"“{last}” to be one of {error['ctx']['expected']}",
                          f"{error['input']!r:.60}", "", who, "wrong-value")
    return Defect(Place(name, line), f"“{last}”: {error['msg'].removeprefix('Input should be ')}",
                  f"{error['input']!r:.60}", "quote a text that looks like a number or a date"
                  if error["type"] == "string_type" else "", who, "wrong-type")


def _updated(ruling: Ruling, documents: Any) -> str:
    """The date a reader sees: when the ruling began, else the newest date of its sources."""
    if ruling.since not in ("", "unknown"):
        return ruling.since
    dates = [c.updated or documents[c.document].updated for c in ruling.source
             if c.document in documents and not c.background]
    return max(dates, default="")


def _ordered(rulings: list[Ruling], game: Game) -> list[Ruling]:
    """In the reading order of the topics, within a topic as written."""
    order = {t.id: i for i, t in enumerate(game.topics)}
    return sorted(rulings, key=lambda r: order.get(r.topic, len(order)))


def _plain(value: Any) -> Any:
    """Table data as the engine gets it: plain dicts and tuples."""
    if isinstance(value, Block):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, Items):
        return tuple(_plain(v) for v in value)
    return value


def _noun(kind: type[Any]) -> str:
    return {"NameGroup": "group", "Name": "name"}.get(kind.__name__, kind.__name__.lower())
