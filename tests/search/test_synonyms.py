"""Synonyms are data: read and checked, found in both directions, never at the cost of the word itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from gunbai.corpus.reader import load_corpus
from gunbai.search.documents import entries
from gunbai.search.index import build, opened
from gunbai.search.query import parse_query, search
from gunbai.search.shards import browser_files
from gunbai.search.synonyms import NONE, Synonyms, forms, read_synonyms

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


@pytest.mark.parametrize(("word", "texts", "others"), [
    ("引く", ["引いて", "引けない", "引かずに", "引こう"], ["引継ぎ", "綱引"]), ("混ぜる", ["混ぜて", "混ぜない", "混ぜれば"], ["混乱"]),
    ("見る", ["見て", "見た", "見ない", "見れば"], ["見せる"]), ("勝つ", ["勝って", "勝てば", "勝ちで", "勝たないと"], ["優勝"]),
    ("めくる", ["めくって", "めくらない"], ["めぐる"]), ("山札", ["山札から"], ["山の札"]),
])
def test_a_verb_in_its_plain_form_stands_for_all_its_forms(word: str, texts: list[str], others: list[str]) -> None:
    found = Synonyms(groups=((*forms(word), "代わり"),))
    assert all(found.of(text) for text in texts) and not any(found.of(text) for text in others)


def test_a_word_in_katakana_is_no_part_of_another() -> None:
    found = Synonyms(groups=(("ターン", "手番"), ("マス", "升目")))
    assert found.of("ターンプレイヤー") and found.of("次のターンに") and not found.of("リターン")
    assert found.of("このマスへ") and not found.of("マスターが") and not found.of("クリスマス")


@pytest.mark.parametrize(("query", "first"), [
    ("着火", "mh-tie"), ("着火の順はどう決める", "mh-tie"), ("コスト", "mh-fee"), ("ランプのコスト", "mh-fee"), ("けものの札", "mh-tiger"),
])
def test_both_indexes_find_alike_what_is_asked_in_other_words(
        library: Path, tmp_path: Path, ask: Any, query: str, first: str) -> None:
    (library / "rulings/synonyms.yaml").write_text(
        "groups:\n  - [灯す, 着火]\n  - [代価, コスト]\n  - [灯り, ランプ]\n  - [獣の札, けもの]\n", "utf-8")
    corpus = load_corpus(library / "rulings")
    (tmp_path / "whoosh").mkdir()
    build(tmp_path / "whoosh", entries(corpus))
    hits = [(h.entry.id, h.score) for h in search(opened(tmp_path / "whoosh"), parse_query(query), 10)]
    answer = ask(tmp_path, *browser_files(entries(corpus)), [{"q": query}])[0]
    assert hits[0][0] == first and [tuple(h[:2]) for h in answer["hits"]] == hits


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
