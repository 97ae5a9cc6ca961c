"""Synonyms are data: read and checked, found in both directions, never at the cost of the word itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from gunbai.search.synonyms import NONE, Synonyms, read_synonyms

OURS = Path(__file__).parents[2] / "rulings"


def written(root: Path, text: str) -> tuple[Synonyms, list[str]]:
    (root / "synonyms.yaml").write_text(text, "utf-8")
    found, defects = read_synonyms(root)
    return found, [str(d) for d in defects]


def test_any_word_of_a_group_finds_the_others(tmp_path: Path) -> None:
    found, defects = written(tmp_path, "groups:\n  - [山札, デッキ]\nyomi:\n  山札: [やまふだ]\n")
    assert defects == []
    assert set(found.of("デッキから引く")) == {"山札", "デッキ"} and found.of("手札") == ()
    assert found.said("山札が無い") == {"やまふだ": "山札"}


@pytest.mark.parametrize(("text", "said"), [
    ("groups:\n  - [山札]\n", "two words or more"), ("groups:\n  - [山札, デッキ]\n  - [デッキ, 束束]\n", "each word once"),
    ("groups:\n  - [山, デッキ]\n", "2 characters"), ("yomi:\n  山札: [ヤマフダ]\n", "hiragana"), ("yomi:\n  山札: やまふだ\n", "list"),
    ("words: []\n", "groups and yomi"), ("groups: {}\n", "list of lists"), ("groups: [\n", ""),
])
def test_what_is_wrong_with_the_file_is_said_with_its_line_and_nothing_of_it_is_used(tmp_path: Path, text: str, said: str) -> None:
    found, defects = written(tmp_path, text)
    assert found == NONE and defects and said in " ".join(defects) and "synonyms.yaml:" in defects[0]


def test_without_a_file_there_are_none(tmp_path: Path) -> None:
    assert read_synonyms(tmp_path) == (NONE, ())


def test_our_own_are_without_defect() -> None:
    found, defects = read_synonyms(OURS)
    assert defects == () and len(found.groups) > 30


def test_our_own_fit_the_schema_that_editors_read() -> None:
    import json

    import yaml

    jsonschema = pytest.importorskip("jsonschema", reason="a tool of development")
    schema = json.loads((OURS.parent / "tools/gunbai/corpus/schema/synonyms.json").read_text("utf-8"))
    jsonschema.validate(yaml.safe_load((OURS / "synonyms.yaml").read_text("utf-8")), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"groups": [["山札"]]}, schema)
