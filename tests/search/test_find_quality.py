"""What must be found, and first: names as written, said, in Roman letters, mistyped; numbers, ids, text, fields."""

from __future__ import annotations

from pathlib import Path

import pytest
from gunbai.corpus.cache import cached_corpus, corpus_state
from gunbai.search.index import Index, open_index
from gunbai.search.query import BadQuery, Hit, nearest, parse_query, search

LIBRARY = Path(__file__).parents[1] / "corpora" / "library"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """The index over the made-up game."""
    import shutil

    project = tmp_path_factory.mktemp("quality") / "library"
    shutil.copytree(LIBRARY, project)
    rulings = project / "rulings"
    return open_index(project, corpus_state(rulings), lambda: cached_corpus(rulings))


def found(index: Index, query: str, limit: int = 20) -> list[Hit]:
    return search(index, parse_query(query), limit)


def ids(index: Index, query: str) -> list[str]:
    """The rulings that are found."""
    return [h.entry.id for h in found(index, query) if not h.entry.is_name]


def names(index: Index, query: str) -> list[str]:
    """The pages of names that are found."""
    return [h.entry.title for h in found(index, query) if h.entry.is_name]


@pytest.mark.parametrize(("query", "first"), [
    ("眠れる灯台", "mh-limit"), ("ねむれるとうだい", "mh-limit"), ("ネムレルトウダイ", "mh-limit"),
    ("nemureru toudai", "mh-limit"),
    ("nemurerutoudai", "mh-limit"), ("nemureru todai", "mh-limit"), ("眠灯", "mh-limit"), ("眠れる灯合", "mh-limit"),
    ("眠れる台", "mh-limit"), ("灯台守の歌", "mh-tie"), ("虎", "mh-tiger"), ("とら", "mh-tiger"), ("tora", "mh-tiger"),
    ("ヴァーレン・シュミット", "mh-schmidt"), ("ヴァーレンシュミット", "mh-schmidt"),
    ("バーレンシュミット", "mh-schmidt"),
    ("ｳﾞｧｰﾚﾝ", "mh-schmidt"), ("シュミットヴァーレン", "mh-schmidt"), ("ヴァレンシュミト", "mh-schmidt"),
    ("重複しない", "mh-stack"), ("ちょうふく", "mh-stack"), ("じゅうふく", "mh-stack"), ("choufuku", "mh-stack"),
    ("jufuku", "mh-stack"),
    ("角笛の仲間", "mh-echo"), ("波間の各笛", "mh-echo"), ("L-7", "mh-limit"), ("Ｌ－７", "mh-limit"),
    ("mh-fee-old", "mh-fee-old"),
    ("MH-TIE", "mh-tie"), ("同じ効果が二つあったらどうなる", "mh-stack"), ("縁の色", "mh-horn"), ("上限", "mh-limit"),
    ("灯台 順", "mh-tie"), ("代価", "mh-fee"), ("否定する語", "mh-tie"),
])
def test_the_right_ruling_comes_first(index: Index, query: str, first: str) -> None:
    assert ids(index, query)[:1] == [first]


def test_an_id_jumps_and_brings_nothing_beside_itself_but_ids_that_begin_so(index: Index) -> None:
    assert ids(index, "mh-fee") == ["mh-fee", "mh-fee-old"]
    assert ids(index, "mh-tie") == ["mh-tie"]


def test_every_ruling_of_a_card_is_found_by_its_name_and_by_its_number(index: Index) -> None:
    assert set(ids(index, "眠れる灯台")) >= {"mh-limit", "mh-tie"}
    assert set(ids(index, "L-7")) == {"mh-limit", "mh-tie"}
    assert set(ids(index, "波間の角笛")[:2]) == {"mh-horn", "mh-echo"}


def test_names_come_in_the_order_equal_prefix_part_yomi_text(index: Index) -> None:
    def score(query: str, ruling: str) -> float:
        return next(h.score for h in found(index, query) if h.entry.id == ruling)

    equal = score("波間の角笛", "mh-horn")
    prefix = score("波間", "mh-horn")
    part = score("角笛", "mh-horn")
    yomi = score("なみまのつのぶえ", "mh-horn")
    yomi_part = score("つのぶえ", "mh-horn")
    text = score("縁の色で見分ける", "mh-horn")
    nearly = score("波間の角苗", "mh-horn")
    loose = score("二種類の札はどう見分けるのか", "mh-horn")
    assert equal > prefix > part > yomi > yomi_part > text > nearly > loose > 0


def test_the_exact_script_comes_before_the_folded(index: Index) -> None:
    exact, folded = found(index, "ヴァーレン・シュミット")[:2], found(index, "ばーれんしゅみっと")[:2]
    assert [h.entry.title for h in exact] == [h.entry.title for h in folded]
    assert all(a.score > b.score for a, b in zip(exact, folded, strict=True))


def test_what_is_in_force_comes_before_what_was_replaced(index: Index) -> None:
    assert ids(index, "灯りの代価はいくつ") == ["mh-fee", "mh-fee-old"]


def test_equal_hits_come_by_badge_and_then_by_date(index: Index) -> None:
    badges = [h.entry.badge for h in found(index, "game:mihon")]
    assert badges == sorted(badges, key=["公式", "作者", "有志", "推定", "裁定待ち", ""].index) and len(set(badges)) > 3
    dates = [h.entry.date for h in found(index, "game:mihon badge:公式")]
    assert dates == sorted(dates, reverse=True) and len(dates) > 2


@pytest.mark.parametrize(("query", "first"), [
    ("眠れる灯台", "眠れる灯台"), ("ねむれるとうだい", "眠れる灯台"), ("nemureru todai", "眠れる灯台"), ("眠灯", "眠れる灯台"), ("L-7", "眠れる灯台"),
    ("Ｌ－７", "眠れる灯台"), ("眠れる灯合", "眠れる灯台"), ("虎", "虎"), ("とら", "虎"), ("シュミット・ヴァーレン", "ヴァーレン・シュミット"),
    ("ばーれんしゅみっと", "ヴァーレン・シュミット"), ("ヴァレンシュミト", "ヴァーレン・シュミット"), ("波間の各笛", "波間の各笛"),
])
def test_a_name_asked_for_whole_has_its_own_page_first_and_its_rulings_after_it(index: Index, query: str, first: str) -> None:
    hits = found(index, query)
    assert hits[0].entry.is_name and hits[0].entry.title == first
    assert first in (*hits[1].entry.names, *hits[1].entry.others) and not hits[1].entry.is_name


def test_the_page_of_a_name_tells_what_it_is_how_it_is_said_and_how_many_rulings_touch_it(index: Index) -> None:
    page = found(index, "眠れる灯台")[0].entry
    assert (page.sort, page.yomi, page.touching) == ("カード", ("ねむれるとうだい",), 2)
    assert page.url.startswith("/mihon/cards/")


def test_a_name_that_no_ruling_touches_is_found(index: Index) -> None:
    assert names(index, "波間の各笛")[0] == "波間の各笛"


def test_in_a_question_the_answering_ruling_comes_before_the_page_of_the_name(index: Index) -> None:
    assert not found(index, "眠れる灯台は何枚まで置ける？")[0].entry.is_name


def test_pages_of_names_are_asked_for_by_kind_and_bear_no_badge(index: Index) -> None:
    assert "虎" in names(index, "kind:name") and ids(index, "kind:name") == []
    assert names(index, "kind:用語") == ["重複しない"]
    assert names(index, "badge:公式") == []


def test_voiced_marks_are_kept_apart_in_exact_hits(index: Index) -> None:
    assert ids(index, "どら") != ["mh-tiger"]


@pytest.mark.parametrize(("query", "expected"), [
    ("badge:裁定待ち", {"mh-tie"}), ("badge:推定 game:mihon", {"mh-echo"}), ("kind:note 笛", {"mh-horn"}),
    ("topic:notes", {"mh-stack", "mh-schmidt", "mh-horn", "mh-tiger"}), ("card:灯台守の歌", {"mh-tie"}),
    ("card:とらではない", set()),
    ("date:2009", {"mh-fee"}), ("date:2009-09-18", {"mh-fee"}),
    ("date:2008..2009", {"mh-fee", "mh-fee-old", "mh-schmidt"}),
    ("date:..2008", {"mh-fee-old", "mh-schmidt"}), ("date:2010.. kind:note", {"mh-stack", "mh-horn", "mh-tiger"}),
    ("document:fans", {"mh-fee-old", "mh-schmidt"}), ("id:mh-tie", {"mh-tie"}), ("game:elsewhere 灯台", set()),
    ("badge:裁定待ち badge:推定", {"mh-tie", "mh-echo"}),
])
def test_fields_narrow_the_search(index: Index, query: str, expected: set[str]) -> None:
    assert set(ids(index, query)) == expected


@pytest.mark.parametrize("query", ["colour:red", "date:yesterday", "date:2009-9", "", "　・ー", "灯" * 400, "灯 " * 30])
def test_a_query_that_cannot_be_read_says_why(query: str) -> None:
    with pytest.raises(BadQuery) as caught:
        parse_query(query)
    assert str(caught.value)


@pytest.mark.parametrize("query", [
    "zzzz", "鯨", "存在しないものの話", "こんにちは", "ぬ", "%", "*", "AND", "names:", "(", "\"", "\\", "灯台\x00",
    "a" * 300, "🦊", "[]{}^~:",
])
def test_strange_queries_find_nothing_or_something_but_never_fail(index: Index, query: str) -> None:
    try:
        hits = found(index, query)
    except BadQuery:
        return
    assert all(h.score > 0 for h in hits)


@pytest.mark.parametrize("query", ["zzzz", "鯨", "存在しないものの話", "ぬ"])
def test_what_is_nowhere_is_not_found(index: Index, query: str) -> None:
    assert ids(index, query) == []


def test_for_what_is_not_found_the_nearest_names_are_told(index: Index) -> None:
    assert "灯台守の歌" in nearest(index, parse_query("灯台鷹の唄"))
    assert len(nearest(index, parse_query("灯篭"), 2)) == 2


def test_the_limit_holds(index: Index) -> None:
    assert len(found(index, "game:mihon", 2)) == 2


@pytest.mark.parametrize(("query", "name"), [
    ("灯台眠れる", "眠れる灯台"), ("灯台 眠れる", "眠れる灯台"), ("角笛の波間", "波間の角笛"), ("角笛 波間", "波間の角笛"), ("歌 灯台守", "灯台守の歌"),
])
def test_a_name_with_its_parts_in_another_order_is_that_name_just_below_the_name_as_written(index: Index, query: str, name: str) -> None:
    turned, written = found(index, query)[0], found(index, name)[0]
    assert turned.entry.title == written.entry.title == name and turned.entry.is_name
    assert 800 < turned.score < written.score


def test_the_way_people_ask_a_ruling_finds_it_is_never_shown_and_adds_up_over_no_two_ways(tmp_path: Path) -> None:
    def index_of(asked: str) -> Index:
        import shutil

        project = tmp_path / str(len(asked)) / "library"
        shutil.copytree(LIBRARY, project)
        file = project / "rulings" / "mihon" / "basics.yaml"
        text = file.read_text("utf-8")
        at = text.index("    answer:", text.index("id: mh-tie"))
        file.write_text(text[:at] + asked + text[at:], "utf-8")
        rulings = project / "rulings"
        return open_index(project, corpus_state(rulings), lambda: cached_corpus(rulings))

    query = "どの船着場から荷を降ろす？"
    with_it, split = index_of('    asked: ["荷を降ろす船着場はどこ？"]\n'), index_of('    asked: [荷を降ろす人, 船着場の番]\n')
    assert ids(index_of(""), query) == []
    best, halves = found(with_it, query)[0], found(split, query)
    assert best.entry.id == "mh-tie"
    assert all("船着場" not in text for text in (best.entry.title, best.entry.question, best.entry.answer, *best.entry.names))
    assert all(h.score < best.score for h in halves)
