"""What a page's script needs to let a table choose readings: every point of a game with its readings, as JSON.

A reading has a short code, so that a link or a QR code can carry sixty choices. It follows from the ids alone: a link
made from one edition of the corpus is read by another, which says what it does not know.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping

from gunbai.corpus import urls
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Ruling
from gunbai.site.words import BADGE_CLASS, SUPPORT

__all__ = ["CODE", "badges_file", "house_files", "house_place", "points_of"]

CODE = 5
"""How many characters a code has: 30 bits, so that two readings of a game hardly ever share one."""


def house_place(game: str) -> str:
    """Where the site tells the points of a game."""
    return f"assets/gunbai/house-{game}.json"


def house_files(games: tuple[Game, ...]) -> Mapping[str, bytes]:
    """A file for each game that has points, by place."""
    return {house_place(g.id): json.dumps(_told(g), ensure_ascii=False, separators=(",", ":")).encode()
            for g in games if any(map(_choosable, g.rulings))}


def badges_file(game: Game) -> tuple[str, bytes]:
    """The place and the content of a file that tells each ruling's title, badge (and its look) and page."""
    told = {r.id: (r.title, r.badge, BADGE_CLASS[r.badge], urls.url_of(r)) for r in game.rulings}
    return f"assets/gunbai/rulings-{game.id}.json", json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def points_of(game: Game) -> tuple[Ruling, ...]:
    """The rulings of which a table may choose a reading, in reading order: those in force, 裁定待ち and 推定."""
    order = {t.id: n for n, t in enumerate(game.topics)}
    found = (r for r in game.rulings if _choosable(r))
    return tuple(sorted(found, key=lambda r: order.get(r.topic, len(order))))


def _choosable(ruling: Ruling) -> bool:
    return bool(ruling.readings) and not ruling.until


def _told(game: Game) -> dict[str, object]:
    codes = dict(_codes(game))
    titles = {t.id: t.title for t in game.topics}
    return {
        "game": game.id, "title": game.title,
        "points": [{
            "id": r.id, "title": r.title, "question": r.question, "topic": titles.get(r.topic, r.topic),
            "url": urls.url_of(r), "default": r.default or "",
            "readings": [{"key": reading.key, "text": reading.text, "support": SUPPORT[reading.support],
                          "code": codes[r.id, reading.key]} for reading in r.readings],
        } for r in points_of(game)],
    }


def _codes(game: Game) -> Iterator[tuple[tuple[str, str], str]]:
    """A code for every reading. Where two would share one, the later in the alphabet takes another."""
    taken: set[str] = set()
    for ruling, key in sorted((r.id, reading.key) for r in points_of(game) for reading in r.readings):
        turn = 0
        while (code := _code(ruling, key, turn)) in taken:
            turn += 1
        taken.add(code)
        yield (ruling, key), code


def _code(ruling: str, key: str, turn: int) -> str:
    digest = hashlib.sha256(f"{ruling}\0{key}\0{turn or ''}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:CODE]
