"""What is written is read back as the same."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import yaml
from gunbai.corpus.reader import load_corpus
from gunbai.corpus.ruling import Example, Ruling
from gunbai.corpus.source import Citation
from gunbai.corpus.writer import plain, rulings_yaml, to_yaml, with_ruling
from gunbai.corpus.yamlfile import read_yaml
from gunbai.engine.kernel import Reading
from hypothesis import given
from hypothesis import strategies as st

RULINGS = Path(__file__).parents[2] / "rulings"
TEXT = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), max_size=30)
LINES = st.lists(TEXT.map(str.strip).filter(bool), min_size=1, max_size=3).map("\n".join)


def bare(ruling: Ruling) -> Ruling:
    """A ruling without where it stands."""
    examples = tuple(dataclasses.replace(e, line=0) for e in ruling.examples)
    return dataclasses.replace(ruling, place=Ruling.__dataclass_fields__["place"].default, lines={}, examples=examples)


def test_every_topic_file_of_the_corpus_is_read_back_as_it_was(tmp_path: Path) -> None:
    shutil.copytree(RULINGS, tmp_path / "rulings")
    before = load_corpus(RULINGS)
    for game in before.games:
        for topic in {r.topic for r in game.rulings}:
            text = rulings_yaml(r for r in game.rulings if r.topic == topic)
            (tmp_path / "rulings" / game.id / f"{topic}.yaml").write_text(text, "utf-8")
    after = load_corpus(tmp_path / "rulings")
    assert not after.defects
    assert [bare(r) for r in after.rulings] == [bare(r) for r in before.rulings]


@given(st.recursive(
    TEXT | LINES | st.integers(-10**14, 10**14) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.from_regex(r"[a-z]{1,6}", fullmatch=True), inner,
                                                                 max_size=3), max_leaves=8))
def test_plain_data_is_read_back_as_it_was(tmp_path_factory: object, data: object) -> None:
    path = tmp_path_factory.mktemp("yaml") / "one.yaml"  # type: ignore[attr-defined]
    path.write_text(to_yaml({"data": data}), "utf-8")
    read = read_yaml(path, "one.yaml")
    assert not read.defects
    assert read.data == {"data": data}


@given(LINES, LINES, TEXT, st.sampled_from(["no", "012", "12:30", "4.10", "1_000", "true", "", "~", "- a", "a: b", "#"]))
def test_words_that_yaml_takes_for_something_else_stay_words(why: str, run: str, text: str, trap: str) -> None:
    ruling = Ruling("x-y", "decision", trap, text, trap, "inferred", why=why, topics=(trap, text), default="a",
                    source=(Citation("d", at=trap),), readings=(Reading("a", trap, "weak", text),),
                    wording={"名": trap}, examples=(Example(trap, f">>> {run}\n"),))
    written = plain(ruling)
    assert written["title"] == trap and written["examples"][0]["run"] == f">>> {run}\n"
    assert set(written) == {"id", "kind", "title", "question", "answer", "certainty", "why", "source", "wording",
                            "topics", "default", "readings", "examples"} - ({"why"} if not why else set())
    again = yaml.load(rulings_yaml([ruling]), yaml.BaseLoader)["rulings"][0]
    assert (again["title"], again["topics"], again["wording"]["名"]) == (trap, [trap, text], trap)


def test_a_ruling_is_added_at_the_end_and_comments_stay() -> None:
    ruling = Ruling("x-y", "note", "題", "問い", "答え", "stated")
    text = with_ruling("# 見出し\nrulings:\n  - id: x-a  # 前からある\n    kind: note\n", ruling)
    assert text.startswith("# 見出し\nrulings:\n  - id: x-a  # 前からある\n    kind: note\n\n  - id: x-y\n")
    assert with_ruling("", ruling).startswith("# yaml-language-server: $schema=")
