"""A whole game as the files of its directory: what ``gunbai import`` and ``gunbai export yaml`` write.

Reading the files again (``corpus.reader``) gives the same game, lines and places aside.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gunbai.corpus.model import Game
from gunbai.corpus.writer import HEAD, plain, rulings_yaml, to_yaml

__all__ = ["bare", "game_files", "same_game", "write_files"]


def game_files(game: Game, *, head: bool = False) -> Iterator[tuple[str, str]]:
    """The files of a game: path below its directory, and text. ``head``: with the line that names the schema."""
    def text(kind: str, data: Mapping[str, Any]) -> str:
        return (HEAD.format(kind=kind) if head else "") + to_yaml(data)

    yield "game.yaml", text("game", plain(game))
    if game.names or game.groups:
        rows = {"names": plain(game.names), "groups": plain(game.groups)}
        yield "names.yaml", text("names", {key: value for key, value in rows.items() if value})
    for table in game.tables:
        yield f"tables/{table.id}.yaml", text("table", plain(table))
    for name, house in game.houses.items():
        yield f"house/{name}.yaml", text("house", plain(house))
    for topic in dict.fromkeys(r.topic for r in game.rulings):
        written = rulings_yaml(r for r in game.rulings if r.topic == topic)
        yield f"{topic}.yaml", written if head else written.partition("\n")[2]


def write_files(directory: Path, files: Mapping[str, str]) -> None:
    """Write texts below ``directory``, which is not yet in its place."""
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def bare(item: Any) -> Any:
    """A game or a part of it without where it stands in files: what two readings of one game have in common."""
    if dataclasses.is_dataclass(item) and not isinstance(item, type):
        blank = _BLANK & {f.name for f in dataclasses.fields(item)}
        made: Any = dataclasses.replace(item, **{name: _of_default(item, name) for name in blank})
        parts = {f.name: bare(getattr(made, f.name)) for f in dataclasses.fields(made) if f.name not in blank}
        return dataclasses.replace(made, **parts)
    if isinstance(item, Mapping):
        return {key: bare(value) for key, value in item.items()}
    return tuple(map(bare, item)) if isinstance(item, (tuple, list)) else item


def same_game(one: Game, other: Game) -> bool:
    """Whether two games are one, apart from where they stand and what the reader works out."""
    return bool(bare(one) == bare(other))


_BLANK = frozenset(("place", "line", "lines", "gaps", "badge", "updated"))


def _of_default(item: Any, name: str) -> Any:
    field = next(f for f in dataclasses.fields(item) if f.name == name)
    return field.default_factory() if field.default_factory is not dataclasses.MISSING else field.default
