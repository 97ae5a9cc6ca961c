"""Games as one JSON object and back, nothing lost: ``gunbai export json`` and ``gunbai import json``.

The keys are those of the YAML (`docs/writing-rulings.md`), with what has its default left out; a game holds besides its
own keys ``names``, ``groups``, ``tables`` and ``houses`` by file name, ``rulings`` with their ``topic``, and under
``files`` what is kept as it is (the lock of its sources, a licence).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import Game, House, Table
from gunbai.corpus.names import Name, NameGroup
from gunbai.corpus.objects import given, made
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.writer import plain

__all__ = ["BESIDE", "VERBATIM", "VERSION", "Exchanged", "games_json", "games_of"]

VERSION = 1
VERBATIM = ("sources.lock", "LICENSE")
"""Files of a game's directory that are carried as they are."""
BESIDE = ("synonyms.yaml",)
"""The same, of the directory of all games."""

Texts = Mapping[str, str]


@dataclasses.dataclass(frozen=True)
class Exchanged:
    """Games, the texts of files that go with each (by game), and of those beside them."""

    games: tuple[Game, ...]
    files: Mapping[str, Texts] = dataclasses.field(default_factory=dict)
    beside: Texts = dataclasses.field(default_factory=dict)


def games_json(given: Exchanged) -> dict[str, Any]:
    """Games as what JSON can hold."""
    beside = {"files": dict(given.beside)} if given.beside else {}
    return {"gunbai": VERSION, "games": [_game(g, given.files.get(g.id, {})) for g in given.games], **beside}


def _game(game: Game, files: Texts) -> dict[str, Any]:
    parts = {
        "names": plain(game.names), "groups": plain(game.groups),
        "tables": {t.id: plain(t) for t in game.tables}, "houses": {k: plain(h) for k, h in game.houses.items()},
        "rulings": [{"topic": r.topic, **plain(r)} for r in game.rulings], "files": dict(files),
    }
    return {**plain(game), **{key: value for key, value in parts.items() if value}}


def _of_this_version(data: object) -> TypeGuard[Mapping[str, Any]]:
    if not isinstance(data, Mapping) or not isinstance(data.get("games"), list):
        return False
    return type(data.get("gunbai")) is int and data["gunbai"] == VERSION  # true is 1 for Python


def games_of(data: object, name: str) -> tuple[Exchanged, tuple[Defect, ...]]:
    """The games in what ``games_json`` made, or all that is wrong with it; ``name`` is what messages call the file.

    Only the form of each part is looked at here. Whoever writes the games reads them back and checks them.
    """
    reader = _Reader(name)
    if not _of_this_version(data):
        found = f"“gunbai”: {data.get('gunbai')!r}"[:80] if isinstance(data, Mapping) else "no object"
        return Exchanged(()), (Defect(Place(name, 1), f'an object with "gunbai": {VERSION} and a list “games”', found,
                           "export it again with this version", code="exchange"),)
    if not data["games"]:
        reader.wrong("at least one game", "an empty list")
    for key in sorted(map(str, data.keys() - {"gunbai", "games", "files"})):
        reader.wrong("an object of “gunbai”, “games” and “files”", f"“{key}”")
    reader.values(data)
    if reader.defects:  # what cannot be written cannot be told of further
        return Exchanged(()), tuple(reader.defects)
    reader.ids(data["games"])
    games = [reader.game(item, index) for index, item in enumerate(data["games"])]
    files = {str(item["id"]): reader.texts(item.get("files", {}), VERBATIM)
             for item in data["games"] if isinstance(item, Mapping) and "id" in item}
    beside = reader.texts(data.get("files", {}), BESIDE)
    if reader.defects:
        return Exchanged(()), tuple(reader.defects)
    return Exchanged(tuple(game for game in games if game is not None), files, beside), ()


class _Reader:
    """Makes the parts of games, and notes what does not fit. JSON has no lines: ``where`` says what it is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.defects: list[Defect] = []

    def values(self, data: Mapping[str, Any]) -> None:
        """Note the first value of each game, and of the rest, that no file can hold."""
        rest = {key: value for key, value in data.items() if key != "games"}
        for where, item in (*((_called(g, n), g) for n, g in enumerate(data["games"])), ("the file", rest)):
            if fault := _unwritable(item):
                self.wrong(f"{where}: {fault[0]}", fault[1])

    def ids(self, items: list[Any]) -> None:
        """Note games whose id is no name of a directory, and those that come twice."""
        seen: set[str] = set()
        for index, item in enumerate(items):
            found = item.get("id") if isinstance(item, Mapping) else None
            if not isinstance(found, str):
                continue  # told where the game is read
            if not _GAME_ID.match(found):
                self.wrong(f"games[{index}]: an id of small letters, digits and hyphens, at most {MAX_NAME} long",
                           repr(found[:60]))
            elif found in seen:
                self.wrong(f"game {found}: each game once", "a second game with this id")
            seen.add(found)

    def game(self, item: object, index: int) -> Game | None:
        """One game with its parts."""
        if not isinstance(item, Mapping):
            self.wrong(f"games[{index}] to be an object", "something else")
            return None
        rest = {key: value for key, value in item.items() if key not in _PARTS}
        where = _called(item, index)
        game: Game | None = self.part(Game, rest, where)
        names = self.rows(Name, item.get("names", []), f"{where}, name")
        groups = self.rows(NameGroup, item.get("groups", []), f"{where}, group")
        tables = self.files(Table, item.get("tables", {}), f"{where}, table")
        houses = self.files(House, item.get("houses", {}), f"{where}, house rules")
        rulings = self.rulings(item.get("rulings", []), where)
        if game is None:
            return None
        return dataclasses.replace(
            game, names=names, groups=groups, houses=houses,
            tables=tuple(dataclasses.replace(t, id=name, rows=tuple(map(_tuples, t.rows)))
                         for name, t in tables.items()),
            rulings=tuple(dataclasses.replace(r, game=game.id) for r in rulings))

    def rulings(self, items: object, where: str) -> tuple[Ruling, ...]:
        """The rulings, each with its topic."""
        found: list[Ruling] = []
        for index, item in enumerate(self.list(items, f"{where}, rulings")):
            said = dict(item) if isinstance(item, Mapping) else {}
            topic = said.pop("topic", None)
            who = f"{where}, ruling {str(said.get('id', index))[:60]}"
            if not isinstance(topic, str) or not _plain_name(topic):
                self.wrong(f"{who}: “topic”, the name of a topic", repr(topic)[:60])
            elif topic.lower() in _NO_TOPICS:
                self.wrong(f"{who}: “topic”, the name of a topic", f"{topic!r}, whose file holds something else")
            elif ruling := self.part(Ruling, said, who):
                found.append(dataclasses.replace(ruling, topic=topic))
        return tuple(found)

    def rows(self, kind: type[Any], items: object, where: str) -> tuple[Any, ...]:
        """A list of parts."""
        made_of = [self.part(kind, item, f"{where} {n + 1}") for n, item in enumerate(self.list(items, where))]
        return tuple(row for row in made_of if row is not None)

    def files(self, kind: type[Any], items: object, where: str) -> dict[str, Any]:
        """Parts by the name of their file."""
        if not isinstance(items, Mapping):
            self.wrong(f"{where}: an object", "something else")
            return {}
        for name in items:
            if not _plain_name(name):
                self.wrong(f"{where}: a plain file name", repr(name)[:60])
        return {name: part for name, item in items.items()
                if _plain_name(name) and (part := self.part(kind, item, f"{where} {name}"))}

    def texts(self, items: object, known: tuple[str, ...]) -> Texts:
        """The texts of files that are kept as they are."""
        if not isinstance(items, Mapping):
            self.wrong("“files”: an object", "something else")
            return {}
        for name, text in items.items():
            if name not in known or not isinstance(text, str):
                self.wrong(f"“files”: texts of {', '.join(known)}", repr(name)[:60])
        return {name: text for name, text in items.items() if name in known and isinstance(text, str)}

    def part(self, kind: type[Any], item: object, where: str) -> Any:
        """One object as a ``kind``; None where it does not fit."""
        found, errors = made(kind, given(kind, item))
        for error in errors:
            at = ".".join(map(str, error["loc"]))
            self.wrong(f"{where}{f', {at}' if at else ''}: {error['msg'].lower()}", repr(error["input"])[:60])
        return found

    def list(self, items: object, where: str) -> list[Any]:
        """``items`` if it is a list."""
        if not isinstance(items, list):
            self.wrong(f"{where}: a list", "something else")
            return []
        return items

    def wrong(self, expected: str, found: str) -> None:
        """Note a defect."""
        self.defects.append(Defect(Place(self.name, 1), expected, found, code="exchange"))


_PARTS = ("names", "groups", "tables", "houses", "rulings", "files")


MAX_NAME = 100
"""How long the name of a game, a topic, a table or house rules may be: its file must have a name everywhere."""
_MAX_DEPTH = 40
_NO_TOPICS = ("game", "names")
_GAME_ID = re.compile(r"(?=.{1,100}\Z)[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_HALF = re.compile("[\ud800-\udfff]")


def _called(item: object, index: int) -> str:
    """What messages call a game: by its id if that can be shown, else by its place."""
    found = item.get("id") if isinstance(item, Mapping) else None
    return f"game {found}" if isinstance(found, str) and _GAME_ID.match(found) else f"games[{index}]"


def _unwritable(item: object) -> tuple[str, str] | None:
    """What is expected and what is found where a text holds half a character, or values lie too deep in each other."""
    waiting: list[tuple[object, int]] = [(item, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, str):
            if half := _HALF.search(value):
                around = value[max(0, half.start() - 15):half.start() + 15]
                return "texts of whole characters", f"half a character, {half[0]!a}, in {around!a}"
        elif depth > _MAX_DEPTH:
            return f"values at most {_MAX_DEPTH} deep", "deeper ones"
        elif isinstance(value, Mapping):
            waiting.extend((inner, depth + 1) for pair in value.items() for inner in pair)
        elif isinstance(value, list):
            waiting.extend((inner, depth + 1) for inner in value)
    return None


def _plain_name(name: str) -> bool:
    """Whether a file may be called so: nothing that leads elsewhere or that no system takes."""
    return (bool(name) and not name.startswith(".") and not set(name) & set("/\\\0:") and name.isprintable()
            and len(name.encode()) <= MAX_NAME)


def _tuples(value: Any) -> Any:
    """Table rows as the reader gives them."""
    if isinstance(value, Mapping):
        return {k: _tuples(v) for k, v in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
