from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from gunbai.site.defects import defects_of
from gunbai.corpus.checks import check_corpus
from gunbai.corpus.reader import load_corpus
from gunbai.corpus.ruling_checks import is_date, near

MINIMAL = Path(__file__).parent / "minimal"


@pytest.fixture
def toll(tmp_path: Path) -> Path:
    """A copy of the minimal corpus' one game."""
    shutil.copytree(MINIMAL, tmp_path / "p")
    return tmp_path / "p" / "rulings" / "toll"


def change(path: Path, *pairs: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")


def found(toll: Path) -> list[tuple[str, str]]:
    """Code and place of every defect, examples included."""
    return [(d.code, f"{d.place.file.rpartition('/')[2]}:{d.place.line}") for d in defects_of(load_corpus(toll.parent))]


def across(toll: Path) -> list[tuple[str, str]]:
    """Code and place of what shows only across files."""
    return [(d.code, f"{d.place.file.rpartition('/')[2]}:{d.place.line}") for d in check_corpus(load_corpus(toll.parent))]


def test_a_reference_to_a_ruling_that_could_not_be_read_is_not_dead(toll: Path) -> None:
    change(toll / "fares.yaml", ("    title: 子牛\n", ""))
    assert found(toll) == [("missing-field", "fares.yaml:54")]


def test_what_names_a_ruling_in_an_unreadable_file_is_not_wrong(toll: Path) -> None:
    change(toll / "game.yaml", ("topics:\n", "topics:\n  - {id: boats, title: 舟}\n"))
    (toll / "boats.yaml").write_text("rulings:\n  - id: toll-boat\n    title: [\n", encoding="utf-8")
    change(toll / "fares.yaml", ("see: [toll-calf]", "see: [toll-calf, toll-boat, toll-bout]"))
    change(toll / "house" / "quiet.yaml", ("  toll-calf: free\n", "  toll-calf: free\n  toll-boat: big\n"))
    assert found(toll) == [("syntax", "boats.yaml:3"), ("dead-see", "fares.yaml:13")]


def test_where_nothing_of_a_file_can_be_read_no_id_is_called_dead(toll: Path) -> None:
    change(toll / "game.yaml", ("topics:\n", "topics:\n  - {id: boats, title: 舟}\n"))
    (toll / "boats.yaml").write_bytes(b"\xff")
    change(toll / "fares.yaml", ("see: [toll-calf]", "see: [toll-boat]"))
    assert found(toll) == [("not-utf8", "boats.yaml:1")]


def test_a_ruling_of_a_game_that_could_not_be_read_is_not_dead(toll: Path) -> None:
    other = toll.parent / "ferry"
    shutil.copytree(toll, other)
    for path in other.rglob("*.yaml"):
        path.write_text(path.read_text(encoding="utf-8").replace("toll", "ferry"), encoding="utf-8")
    change(other / "game.yaml", ("title: 見本の渡し\n", ""))
    change(toll / "fares.yaml", ("see: [toll-calf]", "see: [ferry-calf]"))
    assert found(toll) == [("missing-field", "game.yaml:1")]


def test_names_that_could_not_be_read_are_not_unknown(toll: Path) -> None:
    change(toll / "names.yaml", ("kind: unit", "kind: [unit]"))
    assert found(toll) == [("wrong-type", "names.yaml:3"), ("unknown-card", "fares.yaml:9")]  # an alias of it
    change(toll / "fares.yaml", ("見本の黒牛", "見本の牛"))
    assert found(toll) == [("wrong-type", "names.yaml:3")]
    (toll / "names.yaml").write_text("- x\n", encoding="utf-8")
    assert found(toll) == [("not-a-mapping", "names.yaml:1")]


def test_a_table_that_could_not_be_read_fails_no_example(toll: Path) -> None:
    change(toll / "tables" / "fares.yaml", ("sample: true", "sample: perhaps"))
    assert found(toll) == [("wrong-type", "fares.yaml:2")]


def test_all_defects_of_one_ruling_that_could_not_be_read_are_told(toll: Path) -> None:
    change(toll / "fares.yaml", ("kind: decision", "kind: 3"), ("moment: 乗るとき", "moment: 後で"),
           ('source: [{document: board, at: "渡し賃#1"}]', "source: [{document: bored}]\n    since: soon"))
    assert sorted(found(toll)) == [("bad-date", "fares.yaml:9"), ("moment", "fares.yaml:13"),
                                   ("unknown-document", "fares.yaml:8"), ("wrong-value", "fares.yaml:3")]


def test_what_rests_on_a_key_that_could_not_be_read_is_not_told(toll: Path) -> None:
    change(toll / "fares.yaml", ("    certainty: open\n", "    certainty: vague\n"))
    assert found(toll) == [("wrong-value", "fares.yaml:59")]


def test_two_games_may_not_share_a_prefix_or_an_id(toll: Path) -> None:
    shutil.copytree(toll, toll.parent / "troll")
    change(toll.parent / "troll" / "game.yaml", ("id: toll", "id: troll"))
    assert [code for code, _ in across(toll)] == ["prefix", *["duplicate-id"] * 4]


def test_a_ruling_may_refer_to_another_game(toll: Path) -> None:
    other = toll.parent / "ferry"
    shutil.copytree(toll, other)
    for path in other.rglob("*.yaml"):
        path.write_text(path.read_text(encoding="utf-8").replace("toll", "ferry"), encoding="utf-8")
    change(other / "game.yaml", ("engine: ferrygame.engine", "engine: none"))
    change(toll / "fares.yaml", ("see: [toll-calf]", "see: [ferry-calf]"))
    assert across(toll) == []


@pytest.mark.parametrize(("name", "old", "new", "expected"), [
    ("fares.yaml", "see: [toll-calf]", "see: [toll-fare]", ("dead-see", "fares.yaml:13")),
    ("fares.yaml", "see: [toll-calf]", "replaces: toll-nothing", ("dead-see", "fares.yaml:13")),
    ("fares.yaml", "see: [toll-calf]", "replaces: toll-fare", ("dead-see", "fares.yaml:13")),
    ("fares.yaml", "see: [toll-calf]", "wording: {見本の馬: 乗れない}", ("unknown-card", "fares.yaml:13")),
    ("fares.yaml", 'source: [{document: board, at: "渡し賃#1"}]', "source: [{document: board, background: true}]",
     ("missing-field", "fares.yaml:2")),
    ("fares.yaml", 'source: [{document: board, at: "渡し賃#1"}]', "source: [{document: board, updated: 2001}]", ("wrong-type", "")),
    ("fares.yaml", 'source: [{document: board, at: "渡し賃#1"}]', 'source: [{document: board, updated: "2001-1-1"}]',
     ("bad-date", "fares.yaml:8")),
    ("fares.yaml", "    faq: true\n    moment: 乗るとき\n", "    faq: true\n", ("moment", "fares.yaml:11")),
    ("fares.yaml", "{key: same,", "{key: Same,", ("readings", "fares.yaml:38")),
    ("game.yaml", "  - {id: fares, title: 渡し賃}\n", "  - {id: fares, title: 渡し賃}\n  - {id: fares, title: 渡し賃}\n",
     ("duplicate-topic", "game.yaml:12")),
    ("game.yaml", "id: talk,", "id: board,", ("duplicate-document", "game.yaml:14")),
    ("game.yaml", "{id: talk,", '{id: talk, until: "2000-12-31",', ("bad-date", "fares.yaml:35")),
    ("game.yaml", "documents:\n", 'not_a_rule: [{document: bard, at: "a#1", reason: 題}]\ndocuments:\n', ("unknown-document", "game.yaml:12")),
    ("game.yaml", "{T1: 子牛を数えるか}", "{T1: 子牛を数えるか, T2: 馬を数えるか}", ("silence", "game.yaml:9")),
    ("names.yaml", "members: [見本の牛]", "members: [見本の牛], source: [{document: bard}]", ("unknown-document", "names.yaml:5")),
    ("tables/fares.yaml", "sample: true", "source: [{document: bard}]", ("unknown-document", "fares.yaml:1")),
])
def test_what_does_not_fit_together_is_told_where_it_stands(
        toll: Path, name: str, old: str, new: str, expected: tuple[str, str]) -> None:
    change(toll / name, (old, new))
    if expected[0] == "wrong-type":
        assert [d.code for d in load_corpus(toll.parent).defects] == ["wrong-type"]
        return
    assert expected in across(toll)


def cites(count: int) -> str:
    return "source: [" + ", ".join(f'{{document: board, at: "渡し賃#{n}"}}' for n in range(count)) + "]"


def test_many_clauses_of_an_audited_document_need_a_reason(toll: Path) -> None:
    change(toll / "game.yaml", ("authority: publisher,", "authority: publisher, audited: true,"))
    one = 'source: [{document: board, at: "渡し賃#1"}]'
    change(toll / "fares.yaml", (one, cites(4)))
    assert across(toll) == []
    change(toll / "fares.yaml", (cites(4), cites(5)))
    assert across(toll) == [("cites", "fares.yaml:8")]
    change(toll / "fares.yaml", (cites(5), f"{cites(5)}\n    cites_reason: 表の全部の行"))
    assert across(toll) == []


def test_a_citation_of_an_audited_document_says_where(toll: Path) -> None:
    change(toll / "game.yaml", ("authority: player}", "authority: player, audited: true}"))
    assert across(toll) == [("missing-field", "fares.yaml:35"), ("missing-field", "fares.yaml:83")]


def test_many_silences_need_a_reason(toll: Path) -> None:
    change(toll / "game.yaml", ("count: 1", "count: 4"))
    change(toll / "fares.yaml", ("silence: T1", "silence: [T1, T2, T3, T4]"))
    assert across(toll) == [("silence", "fares.yaml:60")]
    change(toll / "fares.yaml", ("silence: [T1, T2, T3, T4]", "silence: [T1, T2, T3, T4]\n    silence_reason: 同じ問い"))
    assert across(toll) == []


def test_a_predecessor_that_has_ended_may_be_replaced(toll: Path) -> None:
    change(toll / "fares.yaml", ("    title: 挨拶\n", '    title: 挨拶\n    until: "2001-01-01"\n'),
           ("    title: 渡し賃\n", "    title: 渡し賃\n    replaces: toll-bow\n"))
    assert across(toll) == []


@pytest.mark.parametrize(("text", "is_one"), [
    ("2009-09-18", True), ("2000-02-29", True), ("2001-02-29", False), ("2009-9-18", False), ("20090918", False),
    ("2009-09-18T00:00", False), ("２００９-09-18", False), ("2009-W01-1", False), ("", False), ("unknown", False),
])
def test_a_date_is_written_in_one_way(text: str, is_one: bool) -> None:
    assert is_date(text) is is_one


def test_the_nearest_known_word_is_the_hint() -> None:
    assert near("toll-calv", ["toll-calf", "toll-bow"]) == "did you mean “toll-calf”?"
    assert near("zzz", ["toll-calf"]) == ""


@pytest.mark.parametrize("count", ["-1", "1000", "999999999999"])
def test_a_list_of_silences_has_a_length_that_can_be_counted(toll: Path, count: str) -> None:
    change(toll / "game.yaml", ("count: 1", f"count: {count}"))
    assert ("silence", "game.yaml:9") in across(toll)


def test_a_style_that_cannot_be_used_is_a_defect_before_anyone_audits(toll: Path) -> None:
    change(toll / "game.yaml", ("title: 船頭の話, ", "title: 船頭の話, style: {headings: ['([']}, "))
    assert ("style", "game.yaml:14") in across(toll)


def test_a_page_s_address_is_well_formed_and_its_own(toll: Path) -> None:
    change(toll / "names.yaml", ("sample: true}\n", "sample: true, slug: Boat}\n"))
    change(toll / "names.yaml", ("kind: unit,", "kind: unit, slug: ushi,"), ("groups:", "  - {name: 見本の馬, yomi: [みほんのうま], slug: ushi}\ngroups:"))
    assert [code for code, _ in across(toll) if code == "slug"] == ["slug", "slug"]
