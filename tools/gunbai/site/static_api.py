"""The site's data as JSON files below ``/api/``, for other programs. In: a corpus. Out: place and bytes of each file.

Field names are stable: within a version fields are added, never renamed or removed, and every field is always there
(an empty text, list or object where there is nothing to say). ``docs/api.md`` describes them, ``/api/schema/v1/`` holds
their JSON Schemas, and tests hold every file to its schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gunbai.corpus import urls
from gunbai.corpus.changes import all_changes
from gunbai.corpus.history import successors
from gunbai.corpus.model import Corpus, Game
from gunbai.corpus.names import Name
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.touching import Touch, touching

__all__ = ["HOME", "SCHEMAS", "VERSION", "api_files"]

VERSION = 1
HOME = "api"
SCHEMAS = Path(__file__).parent / "api_schema"
"""The JSON Schemas, one a kind of file."""


def api_files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Every file of the API, by its place below the site's root; the same bytes for the same corpus."""
    for path in sorted(SCHEMAS.glob("*.json")):
        yield f"{HOME}/schema/v{VERSION}/{path.name}", path.read_bytes()
    yield f"{HOME}/games.json", _json(games=[_game_entry(game) for game in corpus.games])
    yield f"{HOME}/changes.json", _json(changes=_changes(corpus))
    for game in corpus.games:
        topics = {t.id: t.title for t in game.topics}
        yield f"{HOME}/games/{game.id}.json", _json(**_game(game))
        for ruling in game.rulings:
            yield f"{HOME}/rulings/{ruling.id}.json", _json(**_ruling(corpus, game, ruling, topics))
        touched = touching(game)
        for name in game.names:
            yield f"{HOME}/{_card_place(game, name)}", _json(**_card(game, name, touched.get(name.name, ())))


def _json(**data: Any) -> bytes:
    return json.dumps({"version": VERSION, **data}, ensure_ascii=False, separators=(",", ":")).encode()


def _game_entry(game: Game) -> dict[str, Any]:
    return {
        "id": game.id, "prefix": game.prefix, "title": game.title, "lang": game.lang, "about": game.about,
        "owner": game.owner, "engine": game.engine != "none", "rulings": len(game.rulings), "cards": len(game.names),
        "url": urls.game_url(game.id), "json": f"games/{game.id}.json",
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        **_game_entry(game), "yomi": list(game.yomi), "moments": list(game.moments), "symbols": dict(game.symbols),
        "topics": [{"id": t.id, "title": t.title, "about": t.about} for t in game.topics],
        "groups": [{"id": g.id, "title": g.title, "same": g.same, "members": list(g.members),
                    "symbols": dict(g.symbols)} for g in game.groups],
        "documents": [{"id": d.id, "title": d.title, "authority": d.authority, "address": d.address,
                       "updated": d.updated, "since": d.since, "until": d.until} for d in game.documents],
        "rulings": [{"id": r.id, "title": r.title, "badge": r.badge, "topic": r.topic, "until": r.until,
                     "url": urls.url_of(r), "json": _ruling_place(r)} for r in game.rulings],
        "cards": [{"name": n.name, "kind": n.kind, "number": n.number, "url": urls.name_url(game.id, n),
                   "json": _card_place(game, n)} for n in game.names],
    }


def _ruling(corpus: Corpus, game: Game, ruling: Ruling, topics: Mapping[str, str]) -> dict[str, Any]:
    groups = {g.id: g for g in game.groups}
    return {
        "id": ruling.id, "game": game.id, "lang": game.lang, "kind": ruling.kind, "title": ruling.title,
        "question": ruling.question, "answer": ruling.answer, "why": ruling.why, "certainty": ruling.certainty,
        "badge": ruling.badge, "updated": ruling.updated, "since": ruling.since, "until": ruling.until,
        "replaces": ruling.replaces, "replaced_by": [r.id for r in successors(game, ruling)],
        "topic": {"id": ruling.topic, "title": topics.get(ruling.topic, ruling.topic)},
        "moment": ruling.moment, "faq": ruling.faq, "keywords": list(ruling.topics),
        "cards": [_card_entry(game, name) for name in ruling.cards if name in game.by_name],
        "groups": [{"id": g.id, "title": g.title} for i in (*ruling.groups, *ruling.cards) if (g := groups.get(i))],
        "wording": dict(ruling.wording),
        "see": [i for i in ruling.see if i in corpus.by_id], "silence": list(ruling.silence),
        "readings": [{"key": r.key, "text": r.text, "support": r.support, "why": r.why} for r in ruling.readings],
        "default": ruling.default,
        "source": [_source(game, ruling, n) for n in range(len(ruling.source))],
        "examples": [{"title": e.title, "run": e.run} for e in ruling.examples],
        "url": urls.url_of(ruling),
    }


def _source(game: Game, ruling: Ruling, index: int) -> dict[str, Any]:
    cited = ruling.source[index]
    document = game.document.get(cited.document)
    return {
        "document": cited.document, "title": document.title if document else "", "at": cited.at,
        "authority": document.authority if document else "", "address": document.address if document else "",
        "updated": cited.updated or (document.updated if document else ""), "background": cited.background,
    }


def _card(game: Game, name: Name, touches: tuple[Touch, ...]) -> dict[str, Any]:
    return {
        "game": game.id, "lang": game.lang, "name": name.name, "yomi": list(name.yomi), "kind": name.kind,
        "aliases": list(name.aliases), "nicknames": list(name.nicknames), "number": name.number,
        "faction": name.faction, "text": name.text, "sample": name.sample, "url": urls.name_url(game.id, name),
        "rulings": [{
            "id": t.ruling.id, "title": t.ruling.title, "badge": t.ruling.badge, "until": t.ruling.until,
            "answer": t.wording or t.ruling.answer, "own_wording": bool(t.wording), "symbols": t.symbols,
            "group": t.group, "url": urls.url_of(t.ruling), "json": _ruling_place(t.ruling)} for t in touches],
    }


def _changes(corpus: Corpus) -> list[dict[str, Any]]:
    return [{
        "date": c.date, "what": c.what, "game": c.ruling.game, "ruling": c.ruling.id, "title": c.ruling.title,
        "badge": c.ruling.badge, "answer": c.ruling.answer, "url": urls.url_of(c.ruling),
        "json": _ruling_place(c.ruling),
        "before": {"ruling": c.before.id, "badge": c.before.badge, "answer": c.before.answer} if c.before else None,
    } for c in all_changes(corpus)]


def _card_entry(game: Game, called: str) -> dict[str, Any]:
    name = game.by_name[called]
    return {"name": name.name, "url": urls.name_url(game.id, name), "json": _card_place(game, name)}


def _ruling_place(ruling: Ruling) -> str:
    return f"rulings/{ruling.id}.json"


def _card_place(game: Game, name: Name) -> str:
    return f"cards/{game.id}/{urls.slug_of(name)}.json"
