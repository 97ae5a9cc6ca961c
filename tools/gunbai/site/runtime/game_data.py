"""A game as the browser's engine gets it: tables, points, and what an answer may show of a ruling, as JSON.

``game_json`` writes it when the site is built, ``read_game`` reads it in the browser.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from gunbai.engine.kernel import Point, Reading, Setting

if TYPE_CHECKING:
    from gunbai.corpus.model import Game

__all__ = ["GameData", "Shown", "game_json", "read_game"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What an answer may show of a ruling: title, address from the site's root, the texts of its readings by key."""

    title: str
    address: str
    readings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GameData:
    """A game in the browser: its engine's package (or an empty text), its setting, its rulings by id."""

    id: str
    package: str
    setting: Setting
    rulings: Mapping[str, Shown]


def game_json(game: Game, addresses: Mapping[str, str]) -> bytes:
    """``game`` as JSON; ``addresses`` are those of its rulings' pages, from the site's root, by id."""
    setting = game.setting
    rulings = [
        {"id": p.id, "title": game.by_id[p.id].title, "address": addresses[p.id], "certainty": p.certainty,
         "readings": [[r.key, r.text, r.support] for r in p.readings], "default": p.default, "since": p.since,
         "until": p.until}
        for p in setting.points.values()
    ]
    data = {"id": game.id, "package": game.engine_package, "tables": dict(setting.tables),
            "rulings": [{k: v for k, v in r.items() if v not in (None, [])} for r in rulings]}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def read_game(text: str | bytes) -> GameData:
    """What :func:`game_json` wrote. Of readings the reasons are left out: no engine asks for them."""
    data = json.loads(text)
    points = {r["id"]: _point(r) for r in data["rulings"]}
    shown = {r["id"]: Shown(r["title"], r["address"], {key: text for key, text, _ in r.get("readings", ())})
             for r in data["rulings"]}
    tables = {name: _frozen(rows) for name, rows in data["tables"].items()}
    return GameData(data["id"], data["package"], Setting(MappingProxyType(tables), MappingProxyType(points)), shown)


def _point(ruling: Mapping[str, Any]) -> Point:
    readings: Iterable[tuple[str, str, Any]] = ruling.get("readings", ())
    return Point(ruling["id"], ruling["certainty"], tuple(Reading(*r) for r in readings), ruling.get("default"),
                 ruling.get("since"), ruling.get("until"))


def _frozen(value: Any) -> Any:
    """Lists become tuples at every depth, as the corpus gives them."""
    if isinstance(value, dict):
        return {key: _frozen(inner) for key, inner in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
