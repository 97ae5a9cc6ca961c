from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gunbai
import pytest
from gunbai.corpus.schema import DIRECTORY, schema_defects, schemas, write_schemas
from gunbai.corpus.yamlfile import read_yaml

jsonschema = pytest.importorskip("jsonschema", reason="a tool of development checks the files against the schemas")
HERE = Path(__file__).parent
CORPORA = (HERE.parents[1] / "rulings", HERE / "minimal" / "rulings")
FILES = sorted(p for corpus in CORPORA for p in corpus.rglob("*.yaml"))


def schema_of(path: Path) -> dict[str, Any]:
    whole = {"game.yaml": "game", "names.yaml": "names", "synonyms.yaml": "synonyms"}.get(path.name)
    name = whole or {"tables": "table", "house": "house"}.get(path.parent.name, "rulings")
    found: dict[str, Any] = json.loads((DIRECTORY / f"{name}.json").read_text(encoding="utf-8"))
    return found


def test_the_schemas_are_those_that_the_dataclasses_give() -> None:
    assert [str(d) for d in schema_defects()] == []


def test_a_schema_that_is_missing_or_old_is_a_defect_until_it_is_written(tmp_path: Path) -> None:
    assert {d.found for d in schema_defects(tmp_path)} == {"none"}
    assert len(write_schemas(tmp_path)) == len(schemas()) == 6
    assert list(schema_defects(tmp_path)) == []
    (tmp_path / "schema" / "game.json").write_text("{}", encoding="utf-8")
    assert [(d.code, d.found) for d in schema_defects(tmp_path)] == [("schema", "an older one")]
    assert [p.name for p in write_schemas(tmp_path)] == ["game.json"]


@pytest.mark.parametrize("name", sorted(schemas()))
def test_each_schema_is_itself_valid_and_describes_every_key(name: str) -> None:
    schema = json.loads(schemas()[name])
    jsonschema.Draft7Validator.check_schema(schema)
    for part in (schema, *schema["definitions"].values()):
        if "description" in part and part is not schema:
            assert all(v.get("description") for v in part["properties"].values()), part["description"]
        assert part["additionalProperties"] is False


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_every_file_of_the_corpus_is_valid(path: Path) -> None:
    data = read_yaml(path, path.name).data
    assert data is not None
    assert [e.message for e in jsonschema.Draft7Validator(schema_of(path)).iter_errors(data)] == []


@pytest.mark.parametrize("case", [
    "unknown-key", "unknown-key-of-an-example", "wrong-type", "missing-field", "unknown-kind", "number-for-text", "merge-key",
    "game-unknown-key", "game-missing-field", "game-wrong-authority", "names-unknown-list", "name-wrong-type",
    "table-no-rows", "table-row-no-mapping", "rulings-no-list", "ruling-no-mapping",
])
def test_what_the_reader_refuses_by_its_shape_the_editor_marks_too(case: str) -> None:
    (path,) = (HERE / "broken" / case).rglob("*.yaml")
    data = read_yaml(path, path.name).data
    assert list(jsonschema.Draft7Validator(schema_of(path)).iter_errors(data))


def test_the_schemas_are_part_of_the_package() -> None:
    assert DIRECTORY.is_relative_to(Path(next(iter(gunbai.__path__))))
