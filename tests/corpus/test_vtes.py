"""The rulings of VTES are taken up whole: on a made-up sample, and on the real files where they lie beside the project."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from gunbai.corpus.checks import check_corpus
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus, load_game
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.store import game_files, same_game, write_files
from gunbai.corpus.vtes import FILES, Source, read_source
from gunbai.corpus.vtes_game import CARD_TEXT, Imported, game_of

SAMPLE = Path(__file__).parents[1] / "corpora" / "vtes"
REAL = Path(__file__).parents[3] / "shared" / "outside" / "vtes"


def read(directory: Path) -> Source:
    source, defects = read_source(directory)
    assert source is not None, [str(d) for d in defects]
    return source


@pytest.fixture(scope="module")
def sample() -> Game:
    return game_of(read(SAMPLE)).game


def ruling(game: Game, ending: str) -> Ruling:
    return next(r for r in game.rulings if r.answer.endswith(ending))


def test_a_statement_becomes_a_note_without_a_question(sample: Game) -> None:
    goat = ruling(sample, "at night.")
    assert (goat.kind, goat.certainty, goat.question) == ("note", "stated", "")
    assert goat.answer == "Carries one goat, even at night."
    assert goat.title == "Ferry of Dón: Carries one goat, even at night"
    assert goat.cards == ("Ferry of Dón",) and goat.topic == "cards-f"


def test_the_card_itself_comes_first_then_those_that_the_text_names(sample: Game) -> None:
    two = ruling(sample, "is in play.")
    assert two.cards == ("Ferry of Dón", "Raft", "The Storm")
    assert two.answer == "[ROW] Carries two goats (eg. Raft, raft) unless The Storm is in play."
    assert sample.by_name["raft"].name == "Raft"  # written with a small letter once


def test_ids_are_words_of_card_and_text_and_tell_like_ones_apart(sample: Game) -> None:
    assert [r.id for r in sample.rulings if r.cards[:1] == ("Ferry of Dón",)] == [
        "vtes-ferry-of-don-carries-one-goat-even-night", "vtes-ferry-of-don-carries-two-goats-eg-raft",
        "vtes-ferry-of-don-carries-one-goat-even-night-winter"]


def test_symbols_are_named_as_the_source_lists_them(sample: Game) -> None:
    assert sample.symbols == {"BOAT": "symbol", "ROW": "Superior skills", "row": "Inferior skills"}
    ferries = next(g for g in sample.groups if g.title == "Ferries")
    assert ferries.symbols == {"Raft": "[ROW]", "Ferryman (200001)": "[row]/[ROW]"}


def test_two_cards_of_one_name_bear_their_number_and_are_found_by_the_name(sample: Game) -> None:
    two = [row for row in sample.names if "Ferryman" in row.nicknames]
    assert [(row.name, row.number) for row in two] == [("Ferryman (200001)", "200001"), ("Ferryman (200002)", "200002")]
    assert ruling(sample, "is no Ferryman.").cards == ("Ferryman (200001)", "Ferryman (200002)")


def test_a_member_keeps_its_own_wording_and_the_reference_of_it(sample: Game) -> None:
    sinks = ruling(sample, "when overloaded.")
    assert sinks.wording == {"Raft": "The raft never sinks."}
    assert sinks.groups == ("g00001-ferries",)
    assert {c.document for c in sinks.source} == {"aaa-20010501", "aaa-20010501-2"}


def test_a_reference_is_a_document_with_date_address_and_the_authority_of_its_author(sample: Game) -> None:
    documents = sample.document
    assert {i: d.authority for i, d in documents.items()} == {
        "aaa-20010430": "judge", "aaa-20010501": "publisher", "aaa-20010501-2": "publisher",
        "rbk-bridge-tolls": "publisher", "rtr-19990101": "publisher", "rtr-19990102": "publisher",
        "zzz-20020202": "player", CARD_TEXT: "publisher"}
    assert documents["aaa-20010501-2"].updated == "2001-05-01"
    assert documents["aaa-20010501-2"].address == "https://example.org/a/3"
    assert documents["rbk-bridge-tolls"].updated == ""


def test_what_a_maintainer_must_know_is_said() -> None:
    made = game_of(read(SAMPLE))
    assert made.warnings == ("the reference ZZZ 20020202 is not in references.yaml: it has no address",
                             "rulings.yaml:13: “\"” after the last reference was left out")


def test_a_reminder_rests_on_the_card_itself(sample: Game) -> None:
    reminder = ruling(sample, "says so.")
    assert reminder.topics == ("reminder",) and [c.document for c in reminder.source] == [CARD_TEXT]


def test_ids_stay_when_a_text_is_edited_and_new_ones_are_never_old_ones(tmp_path: Path) -> None:
    before = game_of(read(SAMPLE)).game
    shutil.copytree(SAMPLE, tmp_path / "vtes")
    path = tmp_path / "vtes" / "rulings.yaml"
    text = path.read_text("utf-8").replace("Can be {Bridge}d.", "May be bridged at noon.")
    path.write_text(text.replace("  - Carries one goat, even at night. [AAA 20010430]\n",
                                 "  - Carries one goat, even at night, says who? [RTR 19990102]\n"), "utf-8")
    after = game_of(read(tmp_path / "vtes"), before)
    assert ruling(after.game, "at noon.").id == ruling(before, "Can be Bridged.").id
    new = ruling(after.game, "says who?")
    assert new.id not in before.by_id
    assert after.warnings[-1] == "the ruling vtes-ferry-of-don-carries-one-goat-even-night is no longer there"
    kept = [r for r in after.game.rulings if r is not new]
    assert {r.id for r in kept} < set(before.by_id)


@pytest.mark.parametrize(("file", "old", "new", "expected"), [
    ("rulings.yaml", "[AAA 20010430]", "", "a reference like [LSJ 20040518] at the end"),
    ("rulings.yaml", "100001|Ferry of Dón:", "Ferry of Dón:", "a key like 100001|.44 Magnum"),
    ("rulings.yaml", "G00002|Bridges:", "G00003|Roads:", "a group of groups.yaml"),
    ("rulings.yaml", "    text: It", "    text: [It]\n    txt: It", "`text:` and `overrides:`"),
    ("groups.yaml", "  100003|Bridge: ''", "  100003|Bridge: []", "a text"),
    ("references.yaml", "RTR 19990101:", "Team 1:", "a reference like LSJ 20040518"),
    ("references.yaml", "RTR 19990101:", "RTR 19990102:", "each key once"),
])
def test_what_does_not_fit_is_told_with_file_and_line(
        tmp_path: Path, file: str, old: str, new: str, expected: str) -> None:
    shutil.copytree(SAMPLE, tmp_path / "vtes")
    path = tmp_path / "vtes" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    source, defects = read_source(tmp_path / "vtes")
    assert source is None
    assert any(expected in d.expected and d.place.file == file and d.place.line > 1 for d in defects), defects


def test_missing_files_are_told(tmp_path: Path) -> None:
    source, defects = read_source(tmp_path)
    assert source is None and [d.place.file for d in defects] == list(FILES)


@pytest.fixture(scope="module", params=["sample", "real"])
def place(request: pytest.FixtureRequest) -> Path:
    if request.param == "real" and not REAL.is_dir():
        pytest.skip("the files of vtes-rulings do not lie beside the project")
    return SAMPLE if request.param == "sample" else REAL


@pytest.fixture(scope="module")
def imported(place: Path) -> Imported:
    return game_of(read(place))


def raw(place: Path, name: str) -> Any:
    """A file as PyYAML reads it: a second way to the same data."""
    return yaml.safe_load((place / name).read_text("utf-8"))


def test_nothing_is_lost(place: Path, imported: Imported) -> None:
    """Every key, text, member, symbol, mention, override and reference of the files is found in the game."""
    game = imported.game
    number = {row.number: row.name for row in game.names if row.number}
    group = {g.id.partition("-")[0].upper(): g for g in game.groups}
    for key, members in raw(place, "groups.yaml").items():
        found = group[key.partition("|")[0]]
        assert found.title == key.partition("|")[2]
        assert list(found.members) == [number[m.partition("|")[0]] for m in members]
        assert found.symbols == {number[m.partition("|")[0]]: s for m, s in members.items() if s}
    addresses = {d.title.partition(",")[0]: d.address for d in game.documents}
    references = raw(place, "references.yaml")
    assert {name: addresses[name] for name in references} == references
    rulings = Counter((r.groups[0] if r.groups else r.cards[0], bare_text(r.answer)) for r in game.rulings)
    wanted: Counter[tuple[str, str]] = Counter()
    touched = {(r.groups[0] if r.groups else r.cards[0], bare_text(r.answer)): r for r in game.rulings}
    for key, entries in raw(place, "rulings.yaml").items():
        mark = key.partition("|")[0]
        about = group[mark].id if mark in group else number[mark]
        for entry in entries:
            text = entry if isinstance(entry, str) else entry["text"]
            overrides = {} if isinstance(entry, str) else entry["overrides"]
            wanted[about, bare_text(text)] += 1
            made = touched[about, bare_text(text)]
            texts = [text, *overrides.values()]
            cites = {d.title.partition(",")[0] for c in made.source if (d := game.document[c.document])}
            assert all(mark in " ".join(texts) for mark in cites - {"The card's own text"})
            for one in texts:
                for said in between(one, "{", "}"):
                    assert {n for n in made.cards if said in (n, *game.by_name[n].nicknames, *game.by_name[n].aliases)
                            } or game.by_name[said].name in made.cards
                for said in between(one, "[", "]"):
                    assert said in cites or said in game.symbols or said == "REMINDER"
            assert {number[k.partition("|")[0]]: bare_text(v) for k, v in overrides.items()} == {
                k: bare_text(v) for k, v in made.wording.items()}
    assert rulings == wanted


def between(text: str, opening: str, closing: str) -> list[str]:
    return [part.partition(closing)[0] for part in text.split(opening)[1:]]


def bare_text(text: str) -> str:
    """A text without spaces, braces and brackets that hold no symbol: written apart from the importer's own way."""
    for cited in between(text, "[", "]"):
        if cited == "REMINDER" or cited.startswith("RBK ") or (cited[3:4] == " " and cited[4:12].isdigit()):
            text = text.replace(f"[{cited}]", "")
    return "".join(text.replace("{", "").replace("}", "").split()).rstrip(".\"'")


def test_the_corpus_is_sound_and_read_back_as_it_was(imported: Imported, tmp_path: Path) -> None:
    write_files(tmp_path / "rulings" / "vtes", dict(game_files(imported.game)))
    corpus = load_corpus(tmp_path / "rulings")
    assert [str(d) for d in (*corpus.defects, *check_corpus(corpus))] == []
    assert same_game(corpus.games[0], imported.game)
    again, defects = load_game(tmp_path / "rulings" / "vtes")
    assert not defects and again == corpus.games[0]


def test_a_second_import_changes_no_id(place: Path, imported: Imported) -> None:
    again = game_of(read(place), imported.game)
    assert again.game == imported.game


def test_the_counts_of_the_real_files() -> None:
    if not REAL.is_dir():
        pytest.skip("the files of vtes-rulings do not lie beside the project")
    counts = game_of(read(REAL)).counts
    assert {k: counts[k] for k in ("rulings", "groups", "references", "members of groups", "overrides",
                                   "cards and groups with rulings")} == {
        "rulings": 2302, "groups": 153, "references": 1551, "members of groups": 2311, "overrides": 1,
        "cards and groups with rulings": 1295}
    assert counts["cards"] == 2062 + counts["cards that only a text names"]
