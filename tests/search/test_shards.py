"""The browser's index: the same bytes for the same corpus, the same hits as the command line, nothing it need not read."""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from gunbai.corpus.cache import cached_corpus, corpus_state
from gunbai.corpus.reader import load_corpus
from gunbai.search import shards
from gunbai.search.documents import Entry, entries
from gunbai.search.index import build, open_index, opened
from gunbai.search.query import BadQuery, parse_query, search
from gunbai.search.shards import browser_files

LIBRARY = Path(__file__).parents[1] / "corpora" / "library"
QUERIES = (
    "眠れる灯台", "ねむれるとうだい", "nemureru toudai", "眠灯", "眠れる灯合", "虎", "とら", "tora", "ヴァーレン・シュミット", "ｳﾞｧｰﾚﾝ",
    "シュミットヴァーレン", "重複しない", "じゅうふく", "L-7", "Ｌ－７", "mh-fee-old", "mh-fee", "同じ効果が二つあったらどうなる", "縁の色", "灯台 順",
    "否定する語", "game:mihon", "game:mh badge:open", "badge:裁定待ち badge:推定", "topic:notes", "document:fans", "document:book 灯台", "kind:name", "kind:用語", "card:灯台守の歌", "date:2008..2009",
    "date:2009", "date:..2008", "date:2010.. kind:note", "id:mh-tie", "game:elsewhere 灯台", "zzzz", "鯨", "🦊", "[]{}^~", "笛 kind:note", "灯",
)


@pytest.fixture(scope="module")
def found() -> list[Entry]:
    """The entries of the made-up game."""
    return list(entries(load_corpus(LIBRARY / "rulings")))


def test_the_same_corpus_gives_the_same_bytes(found: list[Entry]) -> None:
    assert browser_files(found) == browser_files(list(found))


def test_another_corpus_gives_other_names_so_that_every_file_may_be_kept_for_ever(found: list[Entry]) -> None:
    place, files = browser_files(found)
    other_place, other = browser_files([dataclasses.replace(found[0], answer="別の答え"), *found[1:]])
    assert place != other_place and not {n for n in files if n != place} & {n for n in other if n != other_place}
    assert browser_files(found, fixed_name=True)[0] == "assets/gunbai/search/worker.js"


def test_the_browser_finds_what_the_command_line_finds(found: list[Entry], tmp_path: Path, ask: Any, library: Path) -> None:
    rulings = library / "rulings"
    index = open_index(library, corpus_state(rulings), lambda: cached_corpus(rulings))

    def by_command(query: str) -> list[list[Any]]:
        try:
            return [[h.entry.id, h.score] for h in search(index, parse_query(query), 12)]
        except BadQuery:
            return []

    answers = ask(tmp_path, *browser_files(found), [{"q": q, "limit": 12} for q in QUERIES])
    for query, answer in zip(QUERIES, answers, strict=True):
        assert [h[:2] for h in answer["hits"]] == by_command(query), query


def test_the_browser_scores_other_ways_to_ask_and_turned_names_as_the_command_line_does(found: list[Entry], tmp_path: Path, ask: Any) -> None:
    ways = ("荷を降ろす船着場はどこ？", "船着場の番", *(f"{n}番目の荷の船" for n in range(9)))
    told = [dataclasses.replace(e, asked=ways[n % 3:n % 3 + 9]) if not e.is_name else e for n, e in enumerate(found)]
    (tmp_path / "whoosh").mkdir()
    build(tmp_path / "whoosh", told)
    index = opened(tmp_path / "whoosh")
    queries = ("どの船着場から荷を降ろす？", "船着場", "8番目の船", "荷を降ろす 眠れる灯台", "角笛の波間", "灯台 眠れる", "歌 灯台守", "いまうみ")
    answers = ask(tmp_path, *browser_files(told), [{"q": q, "limit": 12} for q in queries])
    for query, answer in zip(queries, answers, strict=True):
        expected = [[h.entry.id, h.score] for h in search(index, parse_query(query), 12)]
        assert [h[:2] for h in answer["hits"]] == expected, query
        assert expected or query == "いまうみ"
        assert "荷" not in "".join(answer["html"])


def test_a_query_reads_only_what_it_needs(found: list[Entry], tmp_path: Path, ask: Any) -> None:
    many = [dataclasses.replace(e, id=f"mh-{n}-{e.id}", title=f"{e.title}{n}") for n in range(60) for e in found]
    place, files = browser_files(many)
    answer = ask(tmp_path, place, files, [{"q": "角笛"}])[0]
    assert answer["hits"] and answer["requests"] < 30 and answer["bytes"] < sum(map(len, files.values())) / 5


def test_a_field_that_is_unknown_is_said(found: list[Entry], tmp_path: Path, ask: Any) -> None:
    answer = ask(tmp_path, *browser_files(found), [{"q": "colour:red"}])[0]
    assert "colour" in answer["error"] and answer["hits"] == []


def test_near_names_are_offered_where_nothing_is_found(found: list[Entry], tmp_path: Path, ask: Any) -> None:
    answer = ask(tmp_path, *browser_files(found), [{"q": "灯台鷹之唄鶴亀"}])[0]
    assert answer["hits"] == [] and answer["near"]


def test_no_markup_of_the_corpus_reaches_the_page(found: list[Entry], tmp_path: Path, ask: Any) -> None:
    bad = "<img src=x onerror=alert(1)>罠\"&'"
    hostile = dataclasses.replace(found[0], title=bad, answer=bad, date=bad, names=(bad, *found[0].names), game_title=bad)
    html = ask(tmp_path, *browser_files([hostile]), [{"q": "罠"}])[0]["html"][0]
    assert "<img" not in html and "&lt;img" in html and "<mark>" in html


def test_an_empty_corpus_finds_nothing(tmp_path: Path, ask: Any) -> None:
    answers: Sequence[Any] = ask(tmp_path, *browser_files([]), [{"q": "灯台"}, {"q": "game:x"}, {"q": ""}])
    assert [a["hits"] for a in answers] == [[], [], []]


def test_one_script_holds_every_file_for_pages_that_are_opened_as_files(found: list[Entry]) -> None:
    _, files = browser_files(found)
    named = {place.rsplit("/", 1)[1]: content for place, content in files.items() if "worker" not in place}
    script = named.pop(shards.AS_FILE).decode("utf-8")
    held = json.loads(script.removeprefix("gbSearchFiles(").rstrip().removesuffix(")"))
    assert {n: c.encode("utf-8") if n.endswith(".json") else base64.b64decode(c) for n, c in held.items()} == named


def test_an_index_that_is_too_large_for_one_script_has_none(found: list[Entry], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "MOST_AS_FILE", 1000)
    place, files = browser_files(found)
    assert not [n for n in files if n.endswith(shards.AS_FILE)] and b"asFile\":" not in files[place]
