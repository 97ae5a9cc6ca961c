"""What was measured is kept for the state that it belongs to, and for no other."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gunbai.commands.strength import strength
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus
from gunbai.examples.strength import GameStrength, Mutant, Share, Trial, kept, measure, measured
from gunbai.examples.strength.kept import state_of


def game_of(library: Path) -> Game:
    return load_corpus(library / "rulings").games[0]


def place(library: Path) -> Path:
    return library / ".gunbai/strength-mihon.json"


def forbid(patch: pytest.MonkeyPatch) -> None:
    """From now on measuring is a failure."""

    def refuse(*_: object, **__: object) -> GameStrength:
        raise AssertionError("it was measured again")

    patch.setattr(sys.modules["gunbai.examples.strength.kept"], "measure", refuse)


def test_the_second_time_nothing_is_measured_and_all_is_as_it_was(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(library)
    assert kept(game, library) is None
    first = measured(game, library, jobs=2)
    forbid(monkeypatch)
    second = measured(game_of(library), library, jobs=2)
    assert second == first
    assert (first.kept, second.kept) == (False, True)
    assert first.trials
    with pytest.raises(AssertionError, match="again"):
        measured(game, library, fresh=True)


@pytest.mark.parametrize(("file", "before", "after"), [
    ("basics.yaml", "run: |\n", "run: |\n          >>> 時点(\"2001-01-01\")\n"),
    ("tables/limits.yaml", "value: 3", "value: 4"),
    ("tables/limits.yaml", "rows:", "# equivalent: value: 3 → 4 : made up\nrows:"),
    ("names.yaml", "kind: ", "faction: 他, kind: "),
])
def test_a_change_of_examples_tables_or_names_is_another_state(library: Path, file: str, before: str,
                                                               after: str) -> None:
    state = state_of(game_of(library), library)
    path = library / "rulings/mihon" / file
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")
    assert state_of(game_of(library), library) != state


def test_a_change_of_the_wording_is_the_same_state(library: Path) -> None:
    state = state_of(game_of(library), library)
    path = library / "rulings/mihon/basics.yaml"
    text = path.read_text("utf-8")
    assert "answer: " in text
    path.write_text(text.replace("answer: ", "answer: つまり", 1), "utf-8")
    assert state
    assert state_of(game_of(library), library) == state


def test_a_change_of_the_engine_is_another_state(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kept_made/up").mkdir(parents=True)
    engine = tmp_path / "kept_made/up/__init__.py"
    engine.write_text("A = 1\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    path = library / "rulings/mihon/game.yaml"
    path.write_text(path.read_text("utf-8").replace("engine: mihon\n", "engine: kept_made.up\n"), "utf-8")
    game = game_of(library)
    first = state_of(game, library)
    engine.write_text("A = 2\n", "utf-8")
    assert first
    assert state_of(game, library) not in ("", first)


def test_a_measure_from_elsewhere_or_touched_is_not_believed(library: Path) -> None:
    game = game_of(library)
    measured(game, library, jobs=2)
    text = place(library).read_text("utf-8")
    assert kept(game, library) is not None
    for other in (text.replace('"killed"', '"listed"', 1), "0" * 64 + "\n" + text.partition("\n")[2], "", "{}"):
        assert other != text
        place(library).write_text(other, "utf-8")
        assert kept(game, library) is None


def test_what_one_ruling_answers_for_is_told_from_the_whole(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(library)
    whole = measured(game, library, jobs=2)
    ruling = next(iter(whole.shares))
    alone = measure(game, library, ruling=ruling, jobs=2)
    forbid(monkeypatch)
    assert measured(game, library, ruling=ruling).trials == alone.trials


def test_a_measure_with_errors_is_not_kept(library: Path) -> None:
    path = library / "rulings/mihon/basics.yaml"
    text = path.read_text("utf-8")
    assert "\n          はい\n" in text
    path.write_text(text.replace("\n          はい\n", "\n          いいえ\n", 1), "utf-8")
    assert measured(game_of(library), library, jobs=2).errors
    assert not place(library).exists()


def test_shares_tell_what_a_ruling_answers_for_alone_and_with_others() -> None:
    def trial(fate: str, *rulings: str) -> Trial:
        return Trial(Mutant("f", 1, "w", "a", "b", "", rulings), fate)

    result = GameStrength("g", [trial("killed", "x"), trial("survived", "x"), trial("killed", "x", "y"),
                                trial("listed", "y"), trial("killed", "y", "x")])
    assert result.shares == {"x": Share(2, 1, 2, 2), "y": Share(0, 0, 2, 2)}
    assert (result.shares["x"].whole, result.shares["y"].whole) == (False, True)
    assert result.by_ruling == {"x": (3, 4), "y": (2, 2)}


def test_the_command_says_that_it_did_not_measure(library: Path) -> None:
    def run(*options: str) -> Result:
        return CliRunner().invoke(strength, ["--root", str(library), "--jobs", "2", "--floor", "0", *options])

    first, second = run(), run()
    assert "when it was measured" not in first.stdout
    assert "when it was measured" in second.stdout
    assert json.loads(run("--json").stdout)["games"]["mihon"]["kept"] is True
    assert json.loads(run("--json", "--fresh").stdout)["games"]["mihon"]["kept"] is False
