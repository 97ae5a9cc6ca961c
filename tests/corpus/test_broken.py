"""Hand-made broken files: each is laid over the minimal corpus and gives exactly these defects, no others."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from gunbai.cli import main
from gunbai.site.defects import defects_of
from gunbai.corpus.reader import load_corpus

HERE = Path(__file__).parent
ENGINES = HERE / "minimal" / "engines"
TRACES = ("Traceback", "pydantic", "NoneType", "_type", "Error:", "<class")

EXPECTED: dict[str, tuple[tuple[str, str], ...]] = {
    "alias-is-a-name": (("duplicate-name", "toll/names.yaml:3"),),
    "bad-date": (("bad-date", "toll/fares.yaml:40"),),
    "bad-indentation": (("syntax", "toll/fares.yaml:80"),),
    "colon-in-text": (("syntax", "toll/fares.yaml:58"),),
    "date-with-one-digit": (("bad-date", "toll/fares.yaml:40"),),
    "dead-see": (("dead-see", "toll/fares.yaml:13"),),
    "deep-nesting": (("too-deep", "toll/fares.yaml:9"),),
    "default-without-reading": (("readings", "toll/fares.yaml:39"),),
    "duplicate-id": (("duplicate-id", "toll/fares.yaml:77"),),
    "duplicate-key": (("duplicate-key", "toll/fares.yaml:8"),),
    "empty-answer": (("missing-field", "toll/fares.yaml:6"),),
    "empty-file": (("not-a-mapping", "toll/fares.yaml:1"),),
    "empty-topic": (("empty-topic", "toll/game.yaml:11"),),
    "engine-no-name": (("engine", "toll/game.yaml:5"),),
    "example-answers-otherwise": (("example", "toll/fares.yaml:23"),),
    "example-folded": (("example-form", "toll/fares.yaml:73"),),
    "example-in-one-line": (("example-form", "toll/fares.yaml:16"),),
    "example-missing": (("missing-examples", "toll/fares.yaml:54"),),
    "example-never-reaches": (("never-reaches", "toll/fares.yaml:17"),),
    "example-title-twice": (("duplicate-title", "toll/fares.yaml:19"),),
    "example-unknown-verb": (("example", "toll/fares.yaml:26"),),
    "example-with-attribute": (("example", "toll/fares.yaml:23"),),
    "foreign-prefix": (("bad-id", "toll/fares.yaml:77"),),
    "game-bad-date": (("bad-date", "toll/game.yaml:13"),),
    "game-bad-prefix": (("prefix", "toll/game.yaml:2"),),
    "game-missing-field": (("missing-field", "toll/game.yaml:1"),),
    "game-other-id": (("game-id", "toll/game.yaml:1"),),
    "game-unknown-key": (("unknown-key", "toll/game.yaml:8"),),
    "game-wrong-authority": (("wrong-value", "toll/game.yaml:14"),),
    "group-member-unknown": (("unknown-card", "toll/names.yaml:5"),),
    "hidden-direction-mark": (("hidden", "toll/fares.yaml:6"),),
    "house-unknown-reading": (("house", "toll/house/quiet.yaml:4"),),
    "house-unknown-ruling": (("house", "toll/house/quiet.yaml:5"),),
    "id-not-kebab": (("bad-id", "toll/fares.yaml:77"),),
    "inferred-without-default": (("readings", "toll/fares.yaml:29"),),
    "list-as-key": (("bad-key", "toll/fares.yaml:79"),),
    "merge-key": (("unknown-key", "toll/fares.yaml:80"),),
    "missing-field": (("missing-field", "toll/fares.yaml:2"),),
    "name-twice": (("duplicate-name", "toll/names.yaml:4"),),
    "name-without-yomi": (("yomi", "toll/names.yaml:2"),),
    "name-wrong-type": (("wrong-type", "toll/names.yaml:2"),),
    "names-unknown-list": (("unknown-key", "toll/names.yaml:4"),),
    "no-contrast": (("contrast", "toll/fares.yaml:2"),),
    "no-game-yaml": (("no-game-yaml", "other:1"),),
    "no-is-no-boolean": (("wrong-type", "toll/fares.yaml:11"),),
    "not-a-mapping": (("not-a-mapping", "toll/fares.yaml:1"),),
    "not-utf8": (("not-utf8", "toll/fares.yaml:4"),),
    "nul-byte": (("hidden", "toll/fares.yaml:6"),),
    "number-for-text": (("wrong-type", "toll/fares.yaml:58"),),
    "old-yaml-numbers": (
        ("example", "toll/fares.yaml:17"),
        ("example", "toll/fares.yaml:23"),
        ("example", "toll/fares.yaml:68"),
    ),
    "open-with-default": (("readings", "toll/fares.yaml:60"),),
    "open-without-readings": (("readings", "toll/fares.yaml:54"),),
    "python-tag": (("tag", "toll/fares.yaml:79"),),
    "reading-key-twice": (("readings", "toll/fares.yaml:64"),),
    "reading-without-example": (("reading-untried", "toll/fares.yaml:29"),),
    "replaced-without-until": (("bad-date", "toll/fares.yaml:2"),),
    "ruling-no-mapping": (("wrong-type", "toll/fares.yaml:2"),),
    "rulings-no-list": (("unknown-key", "toll/fares.yaml:1"), ("wrong-type", "toll/fares.yaml:1"),),
    "several-defects-in-one-ruling": (
        ("wrong-value", "toll/fares.yaml:3"),
        ("unknown-card", "toll/fares.yaml:9"),
        ("moment", "toll/fares.yaml:12"),
        ("dead-see", "toll/fares.yaml:13"),
    ),
    "silence-unanswered": (("silence", "toll/game.yaml:9"),),
    "single-value": (("not-a-mapping", "toll/names.yaml:1"),),
    "stated-with-readings": (("readings", "toll/fares.yaml:36"),),
    "tab": (("tab", "toll/fares.yaml:11"),),
    "table-for-engine-lacks-row": (
        ("example", "toll/fares.yaml:17"),
        ("example", "toll/fares.yaml:23"),
        ("example", "toll/fares.yaml:68"),
        ("example", "toll/fares.yaml:74"),
    ),
    "table-no-rows": (("missing-field", "toll/tables/fares.yaml:1"),),
    "table-row-no-mapping": (("wrong-type", "toll/tables/fares.yaml:6"),),
    "three-defects": (
        ("unknown-key", "toll/fares.yaml:5"),
        ("wrong-type", "toll/fares.yaml:40"),
        ("missing-field", "toll/fares.yaml:55"),
    ),
    "topic-without-entry": (("unknown-topic", "toll/game.yaml:10"),),
    "twin-missing": (("twin", "toll/boats.yaml:1"), ("twin", "toll/boats.yaml:1"), ("no-rule", "toll/boats.yaml:2"),),
    "two-documents": (("documents", "toll/fares.yaml:77"),),
    "unclosed-list": (("syntax", "toll/fares.yaml:10"),),
    "unclosed-quote": (("syntax", "toll/fares.yaml:50"),),
    "unknown-card": (("unknown-card", "toll/fares.yaml:9"),),
    "unknown-document": (("unknown-document", "toll/fares.yaml:35"),),
    "unknown-engine": (("engine", "toll/game.yaml:5"),),
    "unknown-group": (("unknown-group", "toll/fares.yaml:10"),),
    "unknown-key": (("unknown-key", "toll/fares.yaml:5"),),
    "unknown-key-of-an-example": (("unknown-key", "toll/fares.yaml:16"),),
    "unknown-kind": (("wrong-value", "toll/fares.yaml:78"),),
    "unknown-moment": (("moment", "toll/fares.yaml:12"),),
    "unknown-silence": (("silence", "toll/fares.yaml:60"),),
    "until-before-since": (("bad-date", "toll/fares.yaml:41"),),
    "wrong-type": (("wrong-type", "toll/fares.yaml:11"),),
    "yaml-bomb": (("alias", "toll/fares.yaml:1"),),
    "yml-file": (("unread-file", "toll/boats.yml:1"),),
    "yomi-in-katakana": (("yomi", "toll/names.yaml:2"),),
}
"""For each case the kind of each defect and where it stands, below rulings/."""


def project(directory: Path, case: str) -> Path:
    """The minimal project with the files of a case laid over it."""
    shutil.copytree(HERE / "minimal", directory / case)
    shutil.copytree(HERE / "broken" / case, directory / case / "rulings", dirs_exist_ok=True)
    return directory / case


def test_the_minimal_corpus_is_right(tmp_path: Path) -> None:
    corpus = load_corpus(HERE / "minimal" / "rulings")
    assert [str(d) for d in defects_of(corpus)] == []
    assert sum(len(r.examples) for r in corpus.rulings) > 5


def test_every_broken_case_is_in_the_table() -> None:
    assert sorted(EXPECTED) == sorted(p.name for p in (HERE / "broken").iterdir())
    assert len(EXPECTED) >= 40


@pytest.mark.parametrize("case", sorted(EXPECTED))
def test_a_broken_file_gives_its_own_defects_and_no_others(case: str, tmp_path: Path) -> None:
    root = project(tmp_path, case)
    found = [(d.code, str(d.place).removeprefix("rulings/")) for d in defects_of(load_corpus(root / "rulings"))]
    assert sorted(found) == sorted(EXPECTED[case])
    result = CliRunner().invoke(main, ["check", "--root", str(root)])
    assert result.exit_code == 1
    assert result.exception is None or isinstance(result.exception, SystemExit)
    for _, place in EXPECTED[case]:
        assert f"rulings/{place}: " in result.stderr
    assert not [word for word in TRACES if word in result.stderr]


@pytest.mark.parametrize("case", ["unknown-key", "not-utf8", "yaml-bomb", "unknown-engine", "example-with-attribute"])
def test_a_real_process_ends_with_one_and_a_message(case: str, tmp_path: Path) -> None:
    root = project(tmp_path, case)
    command = [sys.executable, "-c", "from gunbai.cli import main; main()", "check", "--root", str(root)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False,
                          env={"PYTHONPATH": str(ENGINES), "PYTHONUTF8": "1"})
    (_, place), *_ = EXPECTED[case]
    assert done.returncode == 1
    assert f"rulings/{place}: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_of_ten_megabytes_is_refused_unread(tmp_path: Path) -> None:
    root = project(tmp_path, "unknown-key")
    (root / "rulings" / "toll" / "fares.yaml").write_bytes(b"# " + b"x" * 10_000_000)
    defects = list(defects_of(load_corpus(root / "rulings")))
    assert [(d.code, str(d.place)) for d in defects] == [("too-big", "rulings/toll/fares.yaml:1")]
    assert "10,000,002 bytes" in str(defects[0])


def test_a_missing_test_is_missed_only_where_there_are_tests(tmp_path: Path) -> None:
    root = project(tmp_path, "topic-without-entry")
    (root / "rulings" / "toll" / "boats.yaml").unlink()
    (root / "tests" / "engine" / "engine" / "test_fares.py").unlink()
    assert [d.code for d in defects_of(load_corpus(root / "rulings"))] == ["twin"]
    shutil.rmtree(root / "tests")
    assert list(defects_of(load_corpus(root / "rulings"))) == []


def test_a_directory_without_games_is_one_defect(tmp_path: Path) -> None:
    assert [d.code for d in load_corpus(tmp_path / "nowhere").defects] == ["no-corpus"]
    assert CliRunner().invoke(main, ["check", "--root", str(tmp_path)]).exit_code == 1
