"""Every file of the JSON API fits the schema that is published beside it, and names only files and pages that exist."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from gunbai.corpus.model import Corpus
from gunbai.corpus.reader import load_corpus
from gunbai.corpus.vtes import read_source
from gunbai.corpus.vtes_game import game_of
from gunbai.site.static_api import SCHEMAS, api_files

PROJECT = Path(__file__).parents[2]
KINDS = {"games": "games.json", "game": "games/", "ruling": "rulings/", "card": "cards/", "changes": "changes.json"}


def closed(schema: Any) -> Any:
    """A schema that also refuses what it does not name: here every new field must be described."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(part) for key, part in schema.items()}
    return {**made, "additionalProperties": False} if "properties" in made and made.get("type") == "object" else made


def validators() -> dict[str, jsonschema.Draft202012Validator]:
    found = {}
    for kind in KINDS:
        schema = json.loads((SCHEMAS / f"{kind}.json").read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        found[kind] = jsonschema.Draft202012Validator(closed(schema))
    return found


@pytest.fixture(scope="module", params=["project", "vtes"])
def corpus(request: pytest.FixtureRequest) -> Corpus:
    if request.param == "project":
        return load_corpus(PROJECT / "rulings")
    source, _ = read_source(PROJECT / "tests" / "corpora" / "vtes")
    assert source
    return Corpus(Path("rulings"), (game_of(source).game,))


@pytest.fixture(scope="module")
def files(corpus: Corpus) -> dict[str, Any]:
    return {place.removeprefix("api/"): json.loads(content) for place, content in api_files(corpus)}


def test_every_file_fits_its_schema(files: dict[str, Any]) -> None:
    known = validators()
    seen: dict[str, int] = dict.fromkeys(KINDS, 0)
    for place, data in files.items():
        if place.startswith("schema/"):
            continue
        kind = next(k for k, start in KINDS.items() if place.startswith(start))
        errors = [f"{place}: {'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in
                  known[kind].iter_errors(data)]
        assert not errors
        assert data["version"] == 1
        seen[kind] += 1
    assert all(seen.values())


def test_every_game_ruling_and_card_has_a_file(files: dict[str, Any], corpus: Corpus) -> None:
    assert {r.id for r in corpus.rulings} == {p[8:-5] for p in files if p.startswith("rulings/")}
    assert sum(len(g.names) for g in corpus.games) == sum(p.startswith("cards/") for p in files)
    assert [g["id"] for g in files["games.json"]["games"]] == [g.id for g in corpus.games]


def test_what_a_file_names_exists(files: dict[str, Any]) -> None:
    def named(data: Any) -> list[str]:
        if isinstance(data, list):
            return [p for part in data for p in named(part)]
        if not isinstance(data, dict):
            return []
        return [data[key] for key in ("json",) if key in data] + [p for part in data.values() for p in named(part)]

    places = {p for place, data in files.items() if not place.startswith("schema/") for p in named(data)}
    assert places and places <= files.keys()


def test_a_card_lists_its_rulings_as_they_read_for_it() -> None:
    source, _ = read_source(PROJECT / "tests" / "corpora" / "vtes")
    assert source
    data = dict(api_files(Corpus(Path("rulings"), (game_of(source).game,))))
    raft = json.loads(data["api/cards/vtes/raft.json"])
    assert {(r["answer"], r["symbols"], r["group"], r["own_wording"]) for r in raft["rulings"]} == {
        ("The raft never sinks.", "[ROW]", "Ferries", True),
        ("[ROW] Carries two goats (eg. Raft, raft) unless The Storm is in play.", "", "", False)}


def test_the_built_site_serves_the_api_and_its_schemas(built: Path) -> None:
    games = json.loads((built / "api/games.json").read_text("utf-8"))["games"]
    for entry in games:
        game = json.loads((built / "api" / entry["json"]).read_text("utf-8"))
        for row in (*game["rulings"], *game["cards"]):
            assert (built / "api" / row["json"]).is_file()
            assert (built / row["url"] / "index.html").is_file()
    for kind in KINDS:
        schema = json.loads((built / f"api/schema/v1/{kind}.json").read_text("utf-8"))
        assert schema["$id"] == f"/api/schema/v1/{kind}.json"


def test_the_documentation_names_every_kind_of_file() -> None:
    text = (PROJECT / "docs" / "api.md").read_text("utf-8")
    for kind in KINDS:
        assert f"/api/schema/v1/{kind}.json" in text
