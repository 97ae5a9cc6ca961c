"""Folding, cutting, Roman letters: what search takes for the same, and what it keeps apart."""

from __future__ import annotations

import pytest
from gunbai.text import bigrams, distance, exact, fold, fold_at, kana, marked, misses, short, weight
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(("one", "other"), [
    ("ハーディー・シュタイナー", "ﾊｰﾃﾞｨｰｼｭﾀｲﾅｰ"),
    ("ハーディー・シュタイナー", "はでぃしゅたいな"),
    ("ヴァリアブル", "バリアブル"),
    ("ｳﾞｧﾘｱﾌﾞﾙ", "ばりあぶる"),
    ("ヴ", "ぶ"),
    ("ヴィ・ヴェ・ヴォ", "びべぼ"),
    ("ＳＰＣ－２５", "spc 25"),
    ("SPC‐25", "SPC25"),
    ("「幼き人質」", "幼き人質"),
    ("赤い彗星。", "赤い　彗星"),
    ("か゛ンダム", "ガンダム"),
    ("カ\u3099ンダム", "ガンダム"),
    ("シャア", "シヤア"),
    ("一ヶ月", "一ケ月"),
    ("①", "1"),
    ("らーめん", "らめん"),
    ("∀ガンダム", "∀がんだむ"),
])
def test_what_people_type_differently_folds_to_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other) != ""


@pytest.mark.parametrize(("one", "other"), [
    ("か", "が"), ("は", "ぱ"), ("ば", "ぱ"), ("人質", "人実"), ("∀ガンダム", "ガンダム"), ("一", "ー"), ("力", "カ"),
    ("ヴ", "う"),
])
def test_what_is_different_stays_different(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_a_text_of_marks_alone_folds_to_nothing() -> None:
    assert fold("・ー「」　-～。") == ""


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet="かがハパゔヴァぁー・-「」゛゜ﾊﾟﾞA１ -～\u3099", max_size=12))
def test_folding_twice_changes_nothing_for_kana_and_marks(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet="ァアィイヴカガシャュョッーンヶ・", max_size=10))
def test_katakana_and_hiragana_fold_alike(text: str) -> None:
    hiragana = "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)
    assert fold(hiragana) == fold(text)


@given(st.text(max_size=40))
def test_every_folded_character_knows_where_it_comes_from(text: str) -> None:
    folded = fold_at(text)
    assert len(folded.at) == len(folded.text) + 1
    assert list(folded.at) == sorted(folded.at)
    assert all(0 <= place < len(text) for place in folded.at[:-1]) and folded.at[-1] == len(text)


def test_marks_point_into_the_original_across_width_and_punctuation() -> None:
    text = "「ﾊｰﾃﾞｨｰ・シュタイナー」と幼き人質"
    found = marked(text, [fold("ハーディーシュタイナー"), "人質"])
    assert [text[a:b] for a, b in found] == ["ﾊｰﾃﾞｨｰ・シュタイナー", "人質"]


def test_marks_that_touch_are_one_and_empty_terms_mark_nothing() -> None:
    assert marked("幼き人質", ["幼き", "き人", ""]) == ((0, 3),)


def test_bigrams_are_neighbouring_pairs_and_one_character_stands_alone() -> None:
    assert bigrams("幼き人質") == ("幼き", "き人", "人質")
    assert bigrams("虎") == ("虎",)
    assert bigrams("") == ()


def test_pairs_of_hiragana_tell_less_than_kanji_and_katakana() -> None:
    assert weight("する") < weight("人は") < weight("人質") == weight("カー")


def test_the_exact_form_keeps_script_and_marks_but_not_width_and_case() -> None:
    assert exact(" ＳＰＣ－２５ ") == "spc-25"
    assert exact("ガンダム") != exact("がんだむ")


@pytest.mark.parametrize(("romaji", "expected"), [
    ("osanaki hitojichi", "おさなきひとじち"), ("osanakihitoziti", "おさなきひとじち"), ("shinbun", "しんぶん"),
    ("shimbun", "しんぶん"),
    ("kan'i", "かんい"), ("kani", "かに"), ("konnichiwa", "こんにちわ"), ("onna", "おんな"), ("kippu", "きっぷ"),
    ("matcha", "まっちゃ"),
    ("zyuuhuku", "じゅうふく"), ("jūfuku", "じゅうふく"), ("syuto", "しゅと"), ("fi", "ふぃ"), ("OSANAKI", "おさなき"),
    ("sinnyuu", "しんにゅう"),
    ("osanak", "おさな"), ("osanaky", "おさな"), ("g3", "") , ("spc", ""), ("xyz", ""), ("", ""), ("123", ""),
    ("人質", ""), ("a人", ""),
])
def test_roman_letters_become_kana_by_hepburn_and_kunrei(romaji: str, expected: str) -> None:
    assert kana(romaji) == expected


@given(st.text(max_size=30))
def test_whatever_is_typed_becomes_kana_or_nothing(text: str) -> None:
    assert all("ぁ" <= c <= "ゖ" or c == "ゔ" or c.isdigit() for c in kana(text))


def test_long_vowels_fall_away_so_that_roman_letters_need_not_write_them() -> None:
    assert short("とうきょう") == short("とおきょお") == short("とーきょー") == "ときょ"
    assert short("あい") == "あい"


@pytest.mark.parametrize(("query", "found"), [
    ("幼き人実", True), ("幼人質", True), ("幼きい人質", True), ("幼い人実", False), ("人", False), ("幼き", False),
    ("幼き人質たちへの道", False),
])
def test_one_wrong_missing_or_extra_character_is_nearly_the_name(query: str, found: bool) -> None:
    assert nearly(query, "幼き人質") is found


def nearly(query: str, name: str) -> bool:
    """Whether a query of three characters or more stands in a name with as many misses as its length allows."""
    return 0 < misses(query) >= distance(query, name, part=True)


@given(st.text("あいう人", max_size=9), st.text("あいう人", max_size=9))
def test_every_character_that_is_nowhere_in_a_name_is_at_least_one_that_is_wrong(query: str, name: str) -> None:
    strange = sum(char not in name for char in query)
    assert distance(query, name) >= strange and distance(query, name, part=True) >= strange


def test_a_long_name_may_have_two_misses() -> None:
    assert nearly(fold("ハーデーシュタイナ"), fold("ハーディー・シュタイナー")) is True
    assert nearly(fold("ハーデーシタイナ"), fold("ハーディー・シュタイナー")) is False


@given(st.one_of(st.text(max_size=20), st.text(alphabet="かハゔヴァぁー・-゛ﾞﾟ々ゝゞヾ十五一〇龍Σİ\u3099 ", max_size=12)))
def test_the_quick_way_to_fold_gives_what_the_one_with_places_gives(text: str) -> None:
    assert fold(text) == fold_at(text).text
