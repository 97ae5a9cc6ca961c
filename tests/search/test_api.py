"""``GET /api/search?q=``: what the command line finds, as JSON; other paths are passed on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from gunbai.search.api import Api


def get(api: Api, path: str, **asked: str) -> tuple[str, Any]:
    said: list[str] = []
    body = b"".join(api({"PATH_INFO": path, "QUERY_STRING": urlencode(asked)}, lambda status, headers: said.append(status)))
    return said[0], json.loads(body)


def inner(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [])
    return [b'"the site"']


def test_hits_come_as_json_with_badge_date_title_and_answer(library: Path) -> None:
    status, body = get(Api(library, inner, "/api/search"), "/api/search", q="ねむれるとうだい")
    page, hit = body["hits"][:2]
    assert status == "200 OK" and hit["id"] == "mh-limit"
    assert hit.keys() >= {"game", "badge", "date", "title", "answer", "url", "score"}
    assert page["kind"] == "name" and page["rulings"] == 2 and page["yomi"] == ["ねむれるとうだい"]


def test_the_limit_is_kept_and_fields_narrow(library: Path) -> None:
    api = Api(library, inner, "/api/search")
    assert len(get(api, "/api/search", q="game:mh", limit="2")[1]["hits"]) == 2
    assert {h["badge"] for h in get(api, "/api/search", q="game:mh badge:open")[1]["hits"]} == {"裁定待ち"}


def test_where_nothing_is_found_near_names_are_told(library: Path) -> None:
    body = get(Api(library, inner, "/api/search"), "/api/search", q="灯篭鶴亀")[1]
    assert body["hits"] == [] and body["near"]


def test_a_query_that_cannot_be_read_is_refused_with_the_reason(library: Path) -> None:
    status, body = get(Api(library, inner, "/api/search"), "/api/search", q="colour:red")
    assert status.startswith("400") and "colour" in body["error"]


def test_other_paths_are_the_sites(library: Path) -> None:
    assert get(Api(library, inner, "/api/search"), "/api/searching")[1] == "the site"


def test_a_saved_ruling_is_found_by_the_next_request(library: Path) -> None:
    api = Api(library, inner, "/api/search")
    assert get(api, "/api/search", q="裏の紋様")[1]["hits"] == []
    path = library / "rulings" / "mihon" / "notes.yaml"
    path.write_text(path.read_text("utf-8").replace("縁の色", "裏の紋様"), "utf-8")
    assert get(api, "/api/search", q="裏の紋様")[1]["hits"][0]["id"] == "mh-horn"
