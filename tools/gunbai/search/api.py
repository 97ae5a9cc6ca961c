"""``GET /api/search?q=``: the search of the command line as JSON, beside the site while it is served here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from gunbai.corpus.cache import cached_corpus, corpus_state
from gunbai.search.index import Index, open_index
from gunbai.search.query import BadQuery, Hit, nearest, parse_query, search

__all__ = ["Api", "answer"]

LIMIT, MOST = 20, 100
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def answer(index: Index, q: str, limit: int = LIMIT) -> dict[str, Any]:
    """Hits, best first: rulings and pages of names (kind ``name``); the nearest names where there are none. BadQuery
    where ``q`` cannot be read."""
    query = parse_query(q)
    hits = [_hit(h) for h in search(index, query, min(limit, MOST))]
    return {"q": q, "hits": hits, "near": [] if hits else nearest(index, query)}


def _hit(hit: Hit) -> dict[str, Any]:
    own = hit.entry
    told = {"id": own.id, "game": own.game, "title": own.title, "badge": own.badge, "date": own.date,
            "question": own.question, "answer": own.answer, "url": own.url, "score": hit.score, "kind": own.kind}
    return {**told, "yomi": list(own.yomi), "rulings": own.touching} if own.is_name else told


class Api:
    """A WSGI application that answers at one path and passes everything else on. The index follows the files."""

    def __init__(self, project: Path, inner: Wsgi | None, path: str) -> None:
        self.project, self.inner, self.path = project, inner, path

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request."""
        if self.inner is not None and environ.get("PATH_INFO") != self.path:
            return self.inner(environ, start_response)
        asked = parse_qs(environ.get("QUERY_STRING", ""))
        q = asked.get("q", [""])[0]
        limit = asked.get("limit", [""])[0]
        try:
            body, status = answer(self._index(), q, int(limit) if limit.isdecimal() else LIMIT), "200 OK"
        except BadQuery as error:
            body, status = {"q": q, "error": str(error)}, "400 Bad Request"
        content = json.dumps(body, ensure_ascii=False).encode("utf-8")
        start_response(status, [("Content-Type", "application/json; charset=utf-8"),
                                ("Content-Length", str(len(content)))])
        return [content]

    def _index(self) -> Index:
        rulings = self.project / "rulings"
        return open_index(self.project, corpus_state(rulings), lambda: cached_corpus(rulings))
