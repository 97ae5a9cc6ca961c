"""``gunbai new ruling``: the questions of a ruling, and a valid file or none."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gunbai.cli import main
from gunbai.corpus.reader import load_corpus

TOPIC = "rulings/mihon/notes.yaml"
BEGIN = ("notes", "mh-new", "新しい題", "新しい問い", "新しい答え")
SOURCE = ("book", "心得#9", "n")
REST = ("", "", "")


def answers(library: Path, *lines: str) -> Result:
    """Run the command with these answers; what it did not foresee is raised here."""
    return CliRunner().invoke(main, ["new", "ruling", "--game", "mihon", "--root", str(library)],
                              input="\n".join((*lines, "")), catch_exceptions=False)


def test_the_answers_become_a_ruling_at_the_end_of_the_topic_with_an_example_as_it_ran(library: Path) -> None:
    before = (library / TOPIC).read_text("utf-8")
    result = answers(library, *BEGIN, "1", *SOURCE, "", "虎、眠れる灯台", "置き方", "y", "三枚", "置ける(3)", "置ける(9)", "", "y",
                     "n", "y")
    assert result.exit_code == 0, result.output
    text = (library / TOPIC).read_text("utf-8")
    assert text.startswith(before.rstrip())
    ruling = load_corpus(library / "rulings").by_id["mh-new"]
    assert (ruling.kind, ruling.certainty, ruling.cards, ruling.topics) == \
        ("note", "stated", ("虎", "眠れる灯台"), ("置き方",))
    assert ruling.examples[0].run == ">>> 置ける(3)\nはい\n>>> 置ける(9)\nいいえ\n"


def test_what_is_wrong_is_said_at_once_and_asked_again(library: Path) -> None:
    result = answers(library, "notes", "xx-new", "mh-limit", "mh-new", "題", "問い", " ", "答え", "4", "1", *SOURCE, "", "トラ", "虎",
                     "", "y", "題", "置ける(", "置けろ(3)", "置ける(3)", "", "y", "n", "y")
    assert result.exit_code == 0, result.output
    assert "「xx-new」: mh- で始め" in result.stderr
    assert "「mh-limit」: その番号はもうある" in result.stderr
    assert "空にはできない" in result.stderr
    assert "stated、inferred、open か、その番号" in result.stderr
    assert "「トラ」: names.yaml に無い" in result.stderr
    assert "不備: 括弧が閉じていない" in result.stderr
    assert "「置けろ」という手続きは無い" in result.stdout


@pytest.mark.parametrize("begin", [(), BEGIN, (*BEGIN, "1", *SOURCE, *REST), (*BEGIN, "1", *SOURCE, *REST, "y", "題")])
@pytest.mark.parametrize("word", ["", "？", "y"])
def test_endless_answers_that_cannot_be_taken_end_the_run(library: Path, begin: tuple[str, ...], word: str) -> None:
    before = (library / TOPIC).read_bytes()
    result = answers(library, *begin, *[word] * 3000)
    assert result.exit_code in (0, 1) and (result.exit_code == 0 or "何も書いていない" in result.stderr)
    assert result.exit_code == 0 or (library / TOPIC).read_bytes() == before


@pytest.mark.parametrize("count", range(14))
def test_an_end_of_input_at_any_question_writes_nothing(library: Path, count: int) -> None:
    before = (library / TOPIC).read_bytes()
    lines = (*BEGIN, "1", *SOURCE, *REST, "n", "y")[:count]
    result = answers(library, *lines)
    assert result.exit_code == 1 and "nothing was written" in result.stderr
    assert (library / TOPIC).read_bytes() == before and "Traceback" not in result.output


def test_a_ruling_with_a_function_in_the_engine_may_be_a_decision_and_a_defect_is_shown_before_it_is_written(
        library: Path) -> None:
    path = library / "rulings/mihon/basics.yaml"
    text = path.read_text("utf-8")
    start = text.index("  - id: mh-echo")
    end = text.find("  - id:", start + 5)
    path.write_text(text[:start] + (text[end:] if end > 0 else ""), "utf-8")
    result = answers(library, "basics", "mh-echo", "decision", "題", "問い", "答え", "1", *SOURCE, *REST, "n", "n")
    assert result.exit_code == 1
    assert "[mh-echo] expected examples; found none" in result.stderr
    assert "mh-echo" not in path.read_text("utf-8").split("rulings:")[1]


def test_an_inferred_ruling_is_asked_for_its_readings(library: Path) -> None:
    result = answers(library, *BEGIN, "2", *SOURCE, *REST, "n", "y")
    assert result.exit_code == 0, result.output  # a note needs none
    assert load_corpus(library / "rulings").by_id["mh-new"].certainty == "inferred"


def test_an_unwritable_directory_is_said_and_nothing_changes(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import gunbai.commands.new_ruling as module

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "write_whole", full)
    result = answers(library, *BEGIN, "1", *SOURCE, *REST, "n", "y")
    assert result.exit_code == 1 and "cannot be written: No space left on device" in result.stderr
