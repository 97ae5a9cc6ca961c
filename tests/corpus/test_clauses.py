"""How source documents are cut into clauses. The texts are made up; real ones are read only where they are at hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.corpus.clauses import Clause, Heading, Style, outline, split, style_of
from gunbai.corpus.lock import lock_of, read_lock
from gunbai.corpus.reader import load_corpus

ROOT = Path(__file__).parents[2]
SOURCES = ROOT.parent / "shared" / "sources"
GAMES = ("gundam-war", "girl-arms-war", "variants-war", "daisenryaku-card")

REFERENCE = Style(headings=("≪(?P<h>[^≫]+)≫",), items="[・●※]|[１-９][）、]|（例：", joined=True)
MANUAL = Style(
    headings=(r"『(?P<h>[^』]+)』$|(?P<h2>[^\s。、：（）()・『』]{2,10})$", r"\s*[a-z]\)(?P<h>[^。、]+時)$"),
    items=r"・|（[０-９]+）|[a-z]\)", rows="[^。]+　|[^。]*時：$", joined=True, blanks=False,
)
SHEET = Style(headings=("■(?P<h>.+)$|(?P<h2>[^。：■●・【]+ルール)$", "【(?P<h>[^】]+)】$|●(?P<h2>[^。：]{1,12})："))


def addressed(text: str, style: Style) -> dict[str, str]:
    """The clauses of a text by their addresses."""
    return {clause.address: clause.text for clause in split(text, style)}


def squeezed(text: str) -> str:
    """A text without white space."""
    return "".join(text.split())


def test_a_line_with_two_sentences_is_two_clauses() -> None:
    assert addressed("上げる。下げてもよい！", Style()) == {"冒頭#1": "上げる。", "冒頭#2": "下げてもよい！"}


def test_a_sentence_does_not_end_within_brackets() -> None:
    sentences = ["「待て。見よ」と言う（そうでない。こともある）。", "次の文〈名前。〉です。"]
    assert [c.text for c in split("".join(sentences), Style())] == sentences


def test_brackets_of_mixed_width_belong_together() -> None:
    assert len(split("札(甲。乙）を引く。", Style())) == 1


def test_a_bracket_without_partner_does_not_swallow_the_rest() -> None:
    assert len(split("札「甲を引く。札を捨てる。", Style())) == 2
    assert len(split("札」甲を引く。札を捨てる。", Style())) == 2


def test_several_marks_end_one_sentence() -> None:
    assert [c.text for c in split("本当か！？本当だ。", Style())] == ["本当か！？", "本当だ。"]


def test_the_part_before_the_first_heading_is_the_preamble() -> None:
    assert list(addressed("遊び方\n\n≪甲≫\n一。", REFERENCE)) == ["冒頭#1", "甲#1"]


def test_a_date_is_no_part_of_the_heading() -> None:
    parts = outline("≪「札」について≫ 　(2020/01/02更新）\n一。\n", REFERENCE)
    assert parts[0] == Heading("「札」について", "≪「札」について≫ 　(2020/01/02更新）", 0, 1, "2020/01/02")
    assert [p.address for p in parts if isinstance(p, Clause)] == ["「札」について#1"]


def test_a_wrapped_sentence_is_one_clause_and_begins_where_its_first_word_stands() -> None:
    clauses = split("≪甲≫\n一つ目は短い。二つ目は\n長いので\n折り返す。\n三つ目。", REFERENCE)
    assert [c.text for c in clauses] == ["一つ目は短い。", "二つ目は長いので折り返す。", "三つ目。"]
    assert [c.line for c in clauses] == [2, 2, 5]


def test_latin_words_of_two_lines_do_not_grow_together() -> None:
    assert split("blue\nred。", Style(joined=True))[0].text == "blue red。"


def test_a_blank_line_ends_a_clause_unless_the_style_says_otherwise() -> None:
    text = "折り返す\n\n文。"
    assert len(split(text, Style(joined=True))) == 2
    assert len(split(text, Style(joined=True, blanks=False))) == 1


def test_an_item_begins_a_clause_and_takes_in_its_wrapped_lines() -> None:
    text = "≪甲≫\n手順は、\n１、札を\n引く\n２、捨てる\n・終わり"
    assert [c.text for c in split(text, REFERENCE)] == ["手順は、", "１、札を引く", "２、捨てる", "・終わり"]


def test_a_remark_in_brackets_that_fills_its_line_does_not_take_in_the_next() -> None:
    assert [c.text for c in split("札を捨てる。(一番下へ)\nただし残る。", Style(joined=True))] == [
        "札を捨てる。", "(一番下へ)", "ただし残る。"]


def test_rows_of_a_table_stay_apart() -> None:
    text = "『数』\n\n　　四人の時：\n\n　　　甲、乙　５回\n\n　　　丙　　４回\n\n　　終わりです。"
    assert addressed(text, MANUAL) == {
        "数#1": "四人の時：", "数#2": "甲、乙　５回", "数#3": "丙　　４回", "数#4": "終わりです。"}


def test_what_a_heading_line_says_after_the_heading_is_a_clause() -> None:
    assert addressed("■二対二\n●人数：4人\n●勝ち：先に三勝。なお続ける。\n・五勝でもよい。", SHEET) == {
        "二対二/人数#1": "4人", "二対二/勝ち#1": "先に三勝。", "二対二/勝ち#2": "なお続ける。",
        "二対二/勝ち#3": "・五勝でもよい。"}


def test_a_sub_heading_that_occurs_twice_is_told_apart_by_its_path() -> None:
    assert list(addressed("■甲\n●人数：4人\n■乙\n●人数：3人", SHEET)) == ["甲/人数#1", "乙/人数#1"]


def test_a_heading_that_occurs_twice_is_counted_on() -> None:
    assert list(addressed("■甲\n一。\n■乙\n二。\n■甲\n三。", SHEET)) == ["甲#1", "乙#1", "甲#2"]


def test_a_heading_under_which_nothing_stands_is_a_clause() -> None:
    assert addressed("■甲\n■乙\n●丙：\n■丁", SHEET) == {
        "甲#1": "■甲", "乙/丙#1": "●丙：", "丁#1": "■丁"}


def test_a_line_with_less_indentation_ends_the_heading_above_it() -> None:
    text = "『手番』\n札を引きます。\n　a)甲を引いた時\n　　捨てます。\n手番が終わります。"
    assert list(addressed(text, MANUAL)) == ["手番#1", "手番/甲を引いた時#1", "手番#2"]


def test_a_bare_title_line_can_be_a_heading() -> None:
    assert list(addressed("戦い\n\n（１）札を出します。\n\n勝ち\n\n　　三勝です。", MANUAL)) == ["戦い#1", "勝ち#1"]


def test_line_ends_and_a_byte_order_mark_make_no_difference() -> None:
    text = "≪甲≫\n一\n\n二。\n"
    expected = split(text, REFERENCE)
    assert split("\ufeff" + text.replace("\n", "\r\n"), REFERENCE) == expected
    assert split(text.replace("\n", "\r"), REFERENCE) == expected


def test_the_digest_ignores_width_and_white_space_and_nothing_else() -> None:
    assert Clause("甲", 1, "札を ２枚　引く（任意）", 1).digest == Clause("乙", 9, "札を2枚引く(任意)", 5).digest
    assert Clause("甲", 1, "札を２枚引く", 1).digest != Clause("甲", 1, "札を３枚引く", 1).digest


def test_an_empty_document_has_no_clauses() -> None:
    assert split("", REFERENCE) == split(" \n　\n", REFERENCE) == ()


def test_a_style_is_read_from_a_plain_mapping() -> None:
    data = {"headings": ["≪(?P<h>.+)≫"], "items": "・", "rows": "x", "joined": True, "blanks": False}
    assert style_of(data) == Style(("≪(?P<h>.+)≫",), "・", "x", True, False)
    assert style_of({}) == Style()


@pytest.mark.parametrize(("data", "message"), [
    ({"heading": []}, "found heading"),
    ({"headings": "≪(?P<h>.+)≫"}, "headings: expected a list of patterns"),
    ({"headings": [1]}, "headings: expected a list of patterns"),
    ({"headings": ["≪(.+)≫"]}, "expected a group"),
    ({"headings": ["≪(?P<h>.+"]}, "expected a regular expression"),
    ({"items": "("}, "expected a regular expression"),
    ({"items": ["・"]}, "items: expected a pattern"),
    ({"joined": "yes"}, "joined: expected true or false"),
])
def test_a_wrong_style_is_refused_with_what_is_wrong(data: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        style_of(data)


LETTERS = st.text(st.sampled_from("甲乙。！、「」（）()【】≪≫■●・※１a) 　\n：時2x#/\t"), max_size=120)
STYLES = st.sampled_from([REFERENCE, MANUAL, SHEET, Style(), Style(joined=True, blanks=False)])


@given(LETTERS | st.text(st.characters(exclude_categories=["Cs"]), max_size=80), STYLES)
def test_nothing_of_a_document_is_lost_or_doubled(text: str, style: Style) -> None:
    parts = outline(text, style)
    assert squeezed("".join(part.text for part in parts)) == squeezed(text.removeprefix("\ufeff"))


@given(LETTERS, STYLES)
def test_addresses_are_unique_and_numbers_count_from_one(text: str, style: Style) -> None:
    clauses = split(text, style)
    assert len({clause.address for clause in clauses}) == len(clauses)
    for heading in {clause.heading for clause in clauses}:
        numbers = [clause.number for clause in clauses if clause.heading == heading]
        assert numbers == list(range(1, len(numbers) + 1))


@given(LETTERS, STYLES)
def test_every_clause_begins_on_the_line_that_it_names(text: str, style: Style) -> None:
    lines = text.split("\n")
    for clause in split(text, style):
        assert clause.text == clause.text.strip() != ""
        assert clause.text[0] in lines[clause.line - 1]


FLAT = LETTERS.map(lambda text: text.replace("■", ""))


@given(FLAT, FLAT)
def test_what_stands_above_a_heading_does_not_change_what_stands_under_it(above: str, below: str) -> None:
    tail = f"\n■末尾\n{below}"
    alone = [(c.address, c.digest) for c in split(tail, SHEET)]
    after = [(c.address, c.digest) for c in split(above + tail, SHEET)]
    assert after[len(after) - len(alone) :] == alone


@pytest.mark.parametrize("game", GAMES)
def test_a_real_document_is_cut_without_loss_and_agrees_with_the_lock(game: str) -> None:
    path = SOURCES / f"{game}.txt"
    if not path.is_file():
        pytest.skip("the source documents are not beside the repository")
    found = load_corpus(ROOT / "rulings").game(game)
    if found is None:
        pytest.skip(f"the corpus has no readable game {game}")
    documents = [d for d in found.documents if d.audited]
    if not documents:
        pytest.skip(f"{game} has no audited document")
    text = path.read_text(encoding="utf-8")
    style = style_of(documents[0].style)
    assert squeezed("".join(part.text for part in outline(text, style))) == squeezed(text)
    lock = read_lock(ROOT / "rulings" / game / "sources.lock")
    assert not lock.defects
    assert [(r.digest, r.address) for r in lock.of(documents[0].id)] == [
        (r.digest, r.address) for r in lock_of(documents[0].id, split(text, style))]
