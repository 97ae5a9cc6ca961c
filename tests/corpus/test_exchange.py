"""A corpus that is exported, as JSON or as YAML, and read again is the same corpus."""

from __future__ import annotations

import dataclasses
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from gunbai.corpus.exchange import Exchanged, games_json, games_of
from gunbai.corpus.model import Game, House, Silences, Table, Topic
from gunbai.corpus.names import Name, NameGroup
from gunbai.corpus.reader import load_corpus, load_game
from gunbai.corpus.ruling import Example, Ruling
from gunbai.corpus.source import Citation, Document, NotARule
from gunbai.corpus.store import bare, game_files, same_game, write_files
from gunbai.engine.kernel import Reading
from hypothesis import given, settings
from hypothesis import strategies as st

RULINGS = Path(__file__).parents[2] / "rulings"
TEXT = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), max_size=20) | st.sampled_from(
    ["no", "012", "12:30", "4.10", "1_000", "true", "~", "- a", "a: b", " #", "'", '"', "[DOM]", "{x}", "日本 語"])
LINES = st.lists(TEXT.map(str.strip).filter(bool), min_size=1, max_size=3).map("\n".join)
WORD = st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,5})?", fullmatch=True)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
PROSE = TEXT | LINES
CITES = st.lists(st.builds(Citation, TEXT, at=TEXT, updated=TEXT, background=st.booleans()), max_size=3).map(tuple)
DATA = st.recursive(TEXT | st.integers(-10**14, 10**14) | st.booleans() | st.none(), lambda inner: (
    st.lists(inner, max_size=3).map(tuple) | st.dictionaries(WORD, inner, max_size=3)), max_leaves=6)
RULING = st.builds(
    Ruling, TEXT, st.sampled_from(["decision", "parameter", "procedure", "note"]), PROSE, PROSE, PROSE,
    st.sampled_from(["stated", "inferred", "open"]), asked=TEXTS, why=PROSE, source=CITES, cards=TEXTS, groups=TEXTS,
    wording=st.dictionaries(TEXT, PROSE, max_size=2), topics=TEXTS, faq=st.booleans(), moment=TEXT, see=TEXTS,
    since=TEXT, until=TEXT, replaces=TEXT, default=TEXT, silence=TEXTS, silence_reason=TEXT, cites_reason=TEXT,
    single=TEXT, topic=st.sampled_from(["one", "two"]),
    readings=st.lists(st.builds(Reading, TEXT, PROSE, st.sampled_from(["strong", "medium", "weak", "none"]), PROSE),
                      max_size=2).map(tuple),
    examples=st.lists(st.builds(Example, TEXT, LINES.map("{}\n".format)), max_size=2).map(tuple))
NAME = st.builds(Name, TEXT, TEXTS, kind=TEXT, aliases=TEXTS, nicknames=TEXTS, number=TEXT, faction=TEXT, text=PROSE,
                 everyday=st.booleans(), source=CITES, slug=TEXT, sample=st.booleans())
GROUP = st.builds(NameGroup, TEXT, TEXT, TEXTS, same=st.booleans(), source=CITES,
                  symbols=st.dictionaries(TEXT, TEXT, max_size=2))
TABLE = st.builds(Table, WORD, TEXT, st.lists(st.dictionaries(WORD, DATA, max_size=3), max_size=3).map(tuple),
                  about=TEXT, sample=st.booleans(), source=CITES)
HOUSE = st.builds(House, TEXT, st.dictionaries(TEXT, TEXT, max_size=2), sample=st.booleans())
DOCUMENT = st.builds(Document, TEXT, TEXT, st.sampled_from(["publisher", "author", "judge", "player"]), address=TEXT,
                     updated=TEXT, since=TEXT, until=TEXT, audited=st.booleans(), note=PROSE,
                     style=st.dictionaries(WORD, DATA.map(lambda v: json.loads(json.dumps(v))), max_size=2))
RULED = st.lists(RULING, max_size=4).map(lambda rulings: tuple(
    dataclasses.replace(r, game="g") for r in sorted(rulings, key=lambda r: r.topic)))
GAME = st.builds(
    Game, st.just("g"), TEXT, TEXT, TEXTS, TEXT, PROSE, PROSE, st.lists(DOCUMENT, max_size=2).map(tuple),
    st.just((Topic("one", "一", "第一"), Topic("two", "二"))), moments=TEXTS, colour=TEXT, lang=TEXT,
    labels=st.dictionaries(TEXT, TEXT, max_size=2), symbols=st.dictionaries(TEXT, TEXT, max_size=2),
    silences=st.builds(Silences, TEXT, st.integers(0, 99), st.dictionaries(TEXT, TEXT, max_size=2)),
    not_a_rule=st.lists(st.builds(NotARule, TEXT, TEXT, TEXT), max_size=2).map(tuple),
    names=st.lists(NAME, max_size=2).map(tuple), groups=st.lists(GROUP, max_size=2).map(tuple),
    tables=st.lists(TABLE, max_size=2, unique_by=lambda t: t.id).map(
        lambda tables: tuple(sorted(tables, key=lambda t: f"{t.id}.yaml"))),
    houses=st.dictionaries(WORD, HOUSE, max_size=2), rulings=RULED)


def through_json(game: Game) -> Game:
    data = json.loads(json.dumps(games_json(Exchanged((game,))), ensure_ascii=False))
    found, defects = games_of(data, "g.json")
    assert not defects, [str(d) for d in defects]
    return found.games[0]


def test_the_strategy_fills_every_key_of_the_model() -> None:
    """A new key of the model must be part of these tests."""
    known: dict[type[Any], Any] = {Game: GAME, Ruling: RULING, Name: NAME, NameGroup: GROUP, Table: TABLE,
                                   House: HOUSE, Document: DOCUMENT}
    for kind, strategy in known.items():
        given_keys = set(strategy.wrapped_strategy.kwargs)
        positional = [f.name for f in dataclasses.fields(kind)][:len(strategy.wrapped_strategy.args)]
        worked_out = {"place", "lines", "gaps", "badge", "updated", "game"} if kind is not Document else set()
        assert {f.name for f in dataclasses.fields(kind)} - worked_out <= given_keys | set(positional), kind


@given(GAME)
@settings(max_examples=60)
def test_json_and_back_is_the_same_game(game: Game) -> None:
    assert same_game(through_json(game), game)


@given(GAME)
@settings(max_examples=60)
def test_yaml_and_back_is_the_same_game(game: Game) -> None:
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place) / "rulings" / "g"
        write_files(directory, dict(game_files(game)))
        again, defects = load_game(directory)
    assert again is not None and not defects, [str(d) for d in defects]
    assert bare(again) == bare(game)


def test_the_games_of_this_project_come_back_as_they_were(tmp_path: Path) -> None:
    corpus = load_corpus(RULINGS)
    for game in corpus.games:
        assert same_game(through_json(game), game)
        write_files(tmp_path / "rulings" / game.id, dict(game_files(game)))
    assert [bare(g) for g in load_corpus(tmp_path / "rulings").games] == [bare(g) for g in corpus.games]


@pytest.mark.parametrize(("data", "expected"), [
    ([], "an object with"), ({"gunbai": 2, "games": []}, "an object with"), ({"gunbai": 1}, "an object with"),
    ({"gunbai": True, "games": [{}]}, "an object with"), ({"gunbai": 1.0, "games": [{}]}, "an object with"),
    ({"gunbai": 1, "games": []}, "at least one game"),
    ({"gunbai": 1, "games": [{"id": "g"}, {"id": "h"}, {"id": "g"}]}, "game g: each game once"),
    ({"gunbai": 1, "games": [{"id": "g"}, {"id": "x" * 5_000}]}, "games[1]: an id of small letters"),
    ({"gunbai": 1, "games": [{"id": "g", "files": {"sources.lock": "\ud800"}}]}, "game g: texts of whole characters"),
    ({"gunbai": 1, "games": [{"id": "g", "tables": {"\udfff": {}}}]}, "game g: texts of whole characters"),
    ({"gunbai": 1, "games": [{"id": "g", "rulings": [{"topic": "\ud83d"}]}]}, "game g: texts of whole characters"),
    ({"gunbai": 1, "games": [{"id": "\ud800"}]}, "games[0]: texts of whole characters"),
    ({"gunbai": 1, "games": [{"id": "g"}], "files": {"synonyms.yaml": "\ud800"}}, "the file: texts of whole characters"),
    ({"gunbai": 1, "games": [{"id": "g", "rulings": [{"id": "g-x", "topic": "Names"}]}]}, "ruling g-x: “topic”"),
    ({"gunbai": 1, "games": [{"id": "g", "rulings": [{"id": "g-x", "topic": "game"}]}]}, "ruling g-x: “topic”"),
    ({"gunbai": 1, "games": [{"id": "g", "tables": {"t" * 300: {}}}]}, "a plain file name"),
    ({"gunbai": 1, "games": [3]}, "games[0]"),
    ({"gunbai": 1, "games": [{"id": "g"}]}, "prefix"),
    ({"gunbai": 1, "games": [{"id": "g", "rulings": [{"topic": "../up"}]}]}, "“topic”"),
    ({"gunbai": 1, "games": [{"id": "g", "tables": {"../up": {}}}]}, "a plain file name"),
    ({"gunbai": 1, "games": [{"id": "g", "names": {}}]}, "name: a list"),
    ({"gunbai": 1, "games": [{"id": "g", "files": {"../../x": ""}}]}, "“files”"),
    ({"gunbai": 1, "games": [{"id": "g", "names": [{"name": "n", "yomi": [], "colour": "red"}]}]}, "colour"),
])
def test_what_does_not_fit_is_told(data: Any, expected: str) -> None:
    found, defects = games_of(data, "g.json")
    assert not found.games
    assert any(expected in d.expected for d in defects), [d.expected for d in defects]




@given(st.recursive(TEXT | st.integers() | st.none(), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
    WORD | st.sampled_from(["gunbai", "games", "id", "rulings", "names", "tables", "files", "topic"]), inner,
    max_size=4), max_leaves=12))
def test_nothing_read_as_json_raises(data: Any) -> None:
    for whole in (data, {"gunbai": 1, "games": data}, {"gunbai": 1, "games": [data]}):
        found, defects = games_of(whole, "g.json")
        assert found.games or defects


def test_a_part_that_nobody_knows_is_told_and_not_left_behind() -> None:
    found, defects = games_of({"gunbai": 1, "games": [{"id": "g"}], "bogus": 1}, "g.json")
    assert not found.games
    assert [str(d).splitlines()[0] for d in defects] == [
        "g.json:1: expected an object of “gunbai”, “games” and “files”; found “bogus”"]


def test_values_in_each_other_without_end_are_told() -> None:
    deep: Any = "x"
    for _ in range(900):
        deep = [deep]
    found, defects = games_of({"gunbai": 1, "games": [{"id": "g", "tables": {"t": {"rows": deep}}}]}, "g.json")
    assert not found.games and [d.expected for d in defects] == ["game g: values at most 40 deep"]
