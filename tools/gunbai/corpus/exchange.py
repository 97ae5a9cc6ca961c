"""Games as one JSON object and back, nothing lost: ``gunbai export json`` and ``gunbai import json``.

The keys are those of the YAML (`docs/writing-rulings.md`), with what has its default left out; a game holds besides its
own keys ``names``, ``groups``, ``tables`` and ``houses`` by file name, ``rulings`` with their ``topic``, and under
``files`` what is kept as it is (the lock of its sources, a licence).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import Game, House, Name, NameGroup, Ruling, Table
from gunbai.corpus.objects import given, made
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


def games_of(data: object, name: str) -> tuple[Exchanged, tuple[Defect, ...]]:
    """The games in what ``games_json`` made, or all that is wrong with it; ``name`` is what messages call the file.

    Only the form of each part is looked at here. Whoever writes the games reads them back and checks them.
    """
    reader = _Reader(name)
    if not isinstance(data, Mapping) or data.get("gunbai") != VERSION or not isinstance(data.get("games"), list):
        found = f"“gunbai”: {data.get('gunbai')!r}" if isinstance(data, Mapping) else "no object"
        return Exchanged(()), (Defect(Place(name, 1), f'an object with "gunbai": {VERSION} and a list “games”', found,
                           "export it again with this version", code="exchange"),)
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

    def game(self, item: object, index: int) -> Game | None:
        """One game with its parts."""
        if not isinstance(item, Mapping):
            self.wrong(f"games[{index}] to be an object", "something else")
            return None
        rest = {key: value for key, value in item.items() if key not in _PARTS}
        where = f"game {item.get('id', index)}"
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
            who = f"{where}, ruling {said.get('id', index)}"
            if not isinstance(topic, str) or not _plain_name(topic):
                self.wrong(f"{who}: “topic”, the name of a topic", repr(topic))
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
                self.wrong(f"{where}: a plain file name", repr(name))
        return {name: part for name, item in items.items() if (part := self.part(kind, item, f"{where} {name}"))}

    def texts(self, items: object, known: tuple[str, ...]) -> Texts:
        """The texts of files that are kept as they are."""
        if not isinstance(items, Mapping):
            self.wrong("“files”: an object", "something else")
            return {}
        for name, text in items.items():
            if name not in known or not isinstance(text, str):
                self.wrong(f"“files”: texts of {', '.join(known)}", repr(name))
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


def _plain_name(name: str) -> bool:
    """Whether a file may be called so: nothing that leads elsewhere."""
    return bool(name) and not name.startswith(".") and not set(name) & set("/\\\0:")


def _tuples(value: Any) -> Any:
    """Table rows as the reader gives them."""
    if isinstance(value, Mapping):
        return {k: _tuples(v) for k, v in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
