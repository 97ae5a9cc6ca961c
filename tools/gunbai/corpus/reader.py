"""YAML files to typed objects: every file is read, every defect kept with its file and line, nothing raised."""

from __future__ import annotations

import dataclasses
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import Corpus, Game, Gaps, House, Table
from gunbai.corpus.names import Name, NameGroup
from gunbai.corpus.objects import INTERNAL, ONE_OR_MORE, drop, given, made, misfit, seen, unknown_only, worked_out
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.source import badge_of
from gunbai.corpus.yamlfile import MAX_BYTES, Block, Items, line_of, read_yaml

__all__ = ["INTERNAL", "ONE_OR_MORE", "load_corpus", "load_game", "ruling_files"]

T = TypeVar("T")

_NO_TOPIC = ("game.yaml", "names.yaml")
_RULING_KEYS = {f.name for f in dataclasses.fields(Ruling)} - set(INTERNAL[Ruling])
_ANY_RULING = {"id": "", "kind": "note", "title": "-", "question": "-", "answer": "-", "certainty": "stated"}
_ID_LINE = re.compile(r"^\s*(?:-\s+)?\{?id:\s*[\"']?([a-z0-9-]+)", re.MULTILINE)


def load_corpus(root: Path) -> Corpus:
    """Read every game under ``root`` (a directory of game directories). Never raises for bad content."""
    games: list[Game] = []
    unread: set[str] = set()
    blind = False
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
        unread |= reader.lost["rulings"]
        blind = blind or reader.blind
        if game is not None:
            games.append(game)
    return Corpus(root, tuple(games), tuple(defects), unread=frozenset(unread), blind=blind)


def load_game(directory: Path) -> tuple[Game | None, tuple[Defect, ...]]:
    """Read one game from its directory: the game, None where game.yaml does not say enough, and what is wrong."""
    reader = _Reader(directory)
    game = reader.game()
    return game, tuple(reader.defects)


def ruling_files(directory: Path) -> list[Path]:
    """The topic files of one game's directory, by name."""
    return sorted(p for p in directory.glob("*.yaml") if p.name not in _NO_TOPIC)


class _Reader:
    """Reads one game's directory and collects what is wrong with it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.defects: list[Defect] = []
        self.lost: dict[str, set[str]] = {k: set() for k in ("rulings", "examples", "topics", "names", "tables")}
        self.partly: list[tuple[Ruling, frozenset[str]]] = []
        self.all_names = self.blind = False

    def game(self) -> Game | None:
        """The game, or None where its game.yaml does not say enough."""
        head = self.directory / "game.yaml"
        if not head.is_file():
            self.note(Place(self.name(self.directory), 1), "a file game.yaml in the game's directory", "none",
                      "copy one from another game", "no-game-yaml")
            return None
        data = self.block(head)
        game = self.object(Game, data, self.name(head), ()) if data is not None else None
        rows, groups = self.names()
        tables = [t for p in sorted((self.directory / "tables").glob("*.yaml")) if (t := self.table(p)) is not None]
        houses = {p.stem: h for p in sorted((self.directory / "house").glob("*.yaml"))
                  if (h := self.house(p)) is not None}
        rulings = [r for path in ruling_files(self.directory) for r in self.rulings(path, game)]
        self.strays()
        if game is None:
            self.lost["rulings"].update(r.id for r in rulings)
            return None
        return dataclasses.replace(
            game, names=tuple(rows), groups=tuple(groups), tables=tuple(tables), houses=houses,
            rulings=tuple(_ordered(rulings, game)), lines=_lines(data), gaps=self.gaps(),
        )

    def gaps(self) -> Gaps:
        """What was lost on the way."""
        return Gaps(**{k: frozenset(v) for k, v in self.lost.items()}, partly=tuple(self.partly),
                    all_names=self.all_names)

    def names(self) -> tuple[list[Name], list[NameGroup]]:
        """The rows and groups of names.yaml; none where there is no such file."""
        path = self.directory / "names.yaml"
        if not path.is_file():
            return [], []
        data = self.block(path)
        if data is None:
            self.all_names = True
            return [], []
        if not self.only(data, self.name(path), "names", "groups"):
            self.all_names = True
        rows = [row for _, row in self.items(Name, data, self.name(path), "names")] if "names" in data else []
        groups = [row for _, row in self.items(NameGroup, data, self.name(path), "groups")] if "groups" in data else []
        return rows, groups

    def rulings(self, path: Path, game: Game | None) -> Iterator[Ruling]:
        """The rulings of one topic file."""
        data = self.block(path)
        name = self.name(path)
        if data is None or not isinstance(data.get("rulings"), Items):
            self.lost["topics"].add(path.stem)
            found = _glimpsed(path)
            self.blind = self.blind or found is None
            self.lost["rulings"].update(found or ())
        if data is None:
            return
        self.only(data, name, "rulings")
        before = len(self.partly)
        for index, ruling in self.items(Ruling, data, name, "rulings"):
            yield self.finished(ruling, data["rulings"][index], name, path.stem, game)
        if len(self.partly) > before:
            self.lost["topics"].add(path.stem)
        for at in range(before, len(self.partly)):
            ruling, bad = self.partly[at]
            self.partly[at] = dataclasses.replace(ruling, topic=path.stem), bad

    def finished(self, ruling: Ruling, raw: Block, name: str, topic: str, game: Game | None) -> Ruling:
        """A ruling with what is worked out: lines, badge, date."""
        documents = game.document if game else {}
        examples = tuple(dataclasses.replace(e, line=self.text_line(item, name, raw)) for e, item in
                         zip(ruling.examples, raw.get("examples") or (), strict=True))
        authorities = tuple(documents[c.document].authority for c in ruling.source
                            if c.document in documents and not c.background)
        return dataclasses.replace(
            ruling, game=game.id if game else self.directory.name, topic=topic, examples=examples, lines=_lines(raw),
            badge=badge_of(ruling.certainty, authorities), updated=_updated(ruling, documents),
        )

    def text_line(self, item: Block, name: str, ruling: Block) -> int:
        """Where the text of an example begins."""
        line = item.texts.get("run", 0)
        if not line:
            line = item.lines.get("run", item.line)
            self.note(Place(name, line), "`run: |` with the statements on lines of their own",
                      "a text in one line or folded", "begin the example with `run: |`", "example-form",
                      str(ruling.get("id", "")))
            self.lost["examples"].add(str(ruling.get("id", "")))
        return line

    def table(self, path: Path) -> Table | None:
        """A file under tables/, its rows as the engine gets them."""
        data = self.block(path)
        table = self.object(Table, data, self.name(path), ()) if data is not None else None
        if table is None or data is None:
            self.lost["tables"].add(path.stem)
            return None
        rows = data["rows"]
        return dataclasses.replace(table, id=path.stem, rows=tuple(map(_plain, rows)), lines=tuple(rows.lines))

    def house(self, path: Path) -> House | None:
        """A file under house/."""
        data = self.block(path)
        house = self.object(House, data, self.name(path), ()) if data is not None else None
        return dataclasses.replace(house, lines=_lines(data)) if house else None

    def strays(self) -> None:
        """Files that look like ours and would never be read."""
        read = {*self.directory.glob("*.yaml"), *(self.directory / "tables").glob("*.yaml"),
                *(self.directory / "house").glob("*.yaml")}
        for path in sorted(self.directory.rglob("*")):
            if path.suffix.lower() in (".yaml", ".yml") and path not in read:
                self.note(Place(self.name(path), 1), "*.yaml beside game.yaml, in tables/ or in house/",
                          "a file that is not read", "move or rename it", "unread-file")

    def only(self, data: Block, name: str, *keys: str) -> bool:
        """Refuse other keys at the top of a file; whether there are none."""
        others = [key for key in data if key not in keys]
        for key in others:
            self.note(Place(name, data.lines[key]), f"only {' and '.join(f'“{k}”' for k in keys)} at the top",
                      f"“{key}”", "check the spelling and the indentation", "unknown-key")
        return not others

    def items(self, kind: type[T], data: Block, name: str, key: str) -> Iterator[tuple[int, T]]:
        """The entries of a list that are what they should be, with their index."""
        items = data.get(key)
        if not isinstance(items, Items):
            self.note(Place(name, data.lines.get(key, 1)), f"a list under “{key}”", seen(items), "", "wrong-type")
            self.all_names = self.all_names or kind is not Ruling
            return
        for index, item in enumerate(items):
            result = self.object(kind, item, name, (key, index), data)
            if result is not None:
                yield index, result
            elif kind is not Ruling and isinstance(item, Block):
                self.lost["names"].update(str(item[k]) for k in ("name", "id") if k in item)

    def object(self, kind: type[T], item: Any, name: str, path: tuple[str | int, ...], whole: Any = None) -> T | None:
        """``item`` as a ``kind``, or None. Unknown keys are a defect but do not hide what stands beside them."""
        whole = item if whole is None else whole
        who = str(item.get("id", "")) if kind is Ruling and isinstance(item, Block) else ""
        data = given(kind, item)
        self.defects.extend(
            Defect(Place(name, line_of(whole, (*path, *where))), "what is written, not worked out", f"“{where[-1]}”",
                   "remove it", who, "unknown-key") for where in worked_out(kind, item))
        result, errors = made(kind, data)
        self.defects.extend(misfit(e, name, path, whole, who, kind) for e in errors)
        if errors and unknown_only(errors):
            for error in errors:
                drop(data, tuple(error["loc"]))
            result, errors = made(kind, data)
        place = Place(name, line_of(whole, path))
        if result is None:
            if kind is Ruling and isinstance(item, Block):
                self.salvage(item, data, {str(e["loc"][0]) for e in errors if e["loc"]}, place)
            return None
        placed: Any = result
        return dataclasses.replace(placed, place=place) if "place" in INTERNAL.get(kind, ()) else result

    def salvage(self, item: Block, data: dict[str, Any], bad: set[str], place: Place) -> None:
        """Keep what can be read of a ruling, so that its other keys are checked in the same run."""
        if isinstance(item.get("id"), str):
            self.lost["rulings"].add(item["id"])
        rest = {k: v for k, v in data.items() if k not in bad and k in _RULING_KEYS}
        ruling, _ = made(Ruling, {**_ANY_RULING, **rest})
        if ruling is not None:
            who = item["id"] if isinstance(item.get("id"), str) else ""
            ruling = dataclasses.replace(ruling, id=who, place=place, lines=_lines(item))
            self.partly.append((ruling, frozenset(bad)))

    def block(self, path: Path) -> Block | None:
        """The mapping in a file, its defects noted."""
        read = read_yaml(path, self.name(path))
        self.defects.extend(read.defects)
        return read.data

    def name(self, path: Path) -> str:
        """A path as messages show it."""
        return path.relative_to(self.directory.parent.parent).as_posix()

    def note(self, place: Place, expected: str, found: str, hint: str, code: str, who: str = "") -> None:
        """Keep one defect."""
        self.defects.append(Defect(place, expected, found, hint, who, code))


def _lines(data: Block | None) -> dict[str, int]:
    """The lines of a mapping's keys (``see``) and of the entries of its lists and mappings (``see/0``)."""
    lines: dict[str, int] = {}
    for key, value in (data or {}).items():
        lines[key] = data.lines[key] if data else 0
        if isinstance(value, Items):
            lines.update((f"{key}/{n}", line) for n, line in enumerate(value.lines))
        elif isinstance(value, Block):
            lines.update((f"{key}/{inner}", line) for inner, line in value.lines.items())
    return lines


def _glimpsed(path: Path) -> set[str] | None:
    """The ids in a file that could not be read as YAML; None where not even that can be said."""
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode) or info.st_size > MAX_BYTES:  # a pipe or a device would never end
            return None
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return None
    return set(_ID_LINE.findall(text)) or None


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


