"""The rulings that were not always in force, for the pages' script that shows the site as of a day (時点)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from gunbai.corpus.history import line_of_rulings
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.urls import url_of

__all__ = ["HISTORY", "history_file"]

HISTORY = "assets/gunbai/history.json"
"""Its place on the site."""


def history_file(games: Sequence[Game]) -> bytes:
    """``{rulings: {id: {url, title, since, until, sourced, line}}}``: those with dates, and all of their lines.

    ``line`` begins with the ruling itself and has the nearest first; an empty ``since`` or ``until`` is no limit.
    ``sourced`` is the date of a source where nobody knows since when the ruling is in force, else empty.
    """
    found = {ruling.id: (game, ruling) for game in games for ruling in game.rulings if _dated(ruling)}
    for game, ruling in list(found.values()):
        found.update((other.id, (game, other)) for other in line_of_rulings(game, ruling))
    rulings = {
        i: {"url": url_of(ruling), "title": ruling.title, "since": _since(ruling), "until": ruling.until,
            "sourced": "" if _since(ruling) else ruling.updated,
            "line": [other.id for other in line_of_rulings(game, ruling)]}
        for i, (game, ruling) in sorted(found.items())}
    return json.dumps({"rulings": rulings}, ensure_ascii=False, separators=(",", ":")).encode()


def _dated(ruling: Ruling) -> bool:
    return bool(ruling.updated or ruling.until or ruling.replaces)


def _since(ruling: Ruling) -> str:
    return "" if ruling.since == "unknown" else ruling.since
