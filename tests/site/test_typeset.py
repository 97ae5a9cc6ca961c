"""Breaks between phrases, and the words of a text that are linked."""

from __future__ import annotations

import dataclasses
import re
from html import unescape

import pytest
from gunbai.corpus.names import Name
from gunbai.corpus.urls import slug_of
from gunbai.site.lexicon import Lexicon, Weaver
from gunbai.site.pages import Site
from gunbai.site.typeset import LONGEST, hard_to_read, phrases, typeset
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

TAG = re.compile("<[^>]*>")
JAPANESE = st.text(alphabet="カードをターンの終わりに、山札へ戻す。「」幼き人質<>&\"' ab", max_size=60)


def plain(html: str) -> str:
    """What a reader copies."""
    return unescape(TAG.sub("", html))


def test_a_text_may_break_between_its_phrases_and_nowhere_inside_them() -> None:
    assert phrases("山札の上に戻す。") == "山札の<wbr>上に<wbr>戻す。"


@given(JAPANESE)
def test_breaks_change_nothing_of_what_is_copied(text: str) -> None:
    assert plain(phrases(text)) == text
    assert set(TAG.findall(phrases(text))) <= {"<wbr>"}


def test_a_text_too_long_for_a_title_is_left_as_it_is() -> None:
    assert "<wbr>" not in phrases("山札の上に戻す。" * LONGEST)


@given(JAPANESE, st.integers(0, 60), st.integers(1, 60))
def test_a_link_holds_its_part_and_nothing_else(text: str, begin: int, length: int) -> None:
    end = min(begin + length, len(text))
    if begin >= end:
        return
    html = typeset(text, [(begin, end, Markup("<a>"), Markup("</a>"))])
    assert plain(html) == text
    assert plain(html[html.index("<a>"):html.index("</a>")]) == text[begin:end]


def test_a_name_with_kanji_is_hard_to_read() -> None:
    assert [hard_to_read(n) for n in ("幼き人質", "ハマーン", "PP", "々")] == [True, False, False, True]


@pytest.fixture
def lexicon(site: Site) -> Lexicon:
    def term(name: str, text: str = "意味", **more: object) -> Name:
        return dataclasses.replace(Name(name, ("よみ",), "term", text=text), **more)  # type: ignore[arg-type]

    names = (term("カット"), term("カットイン"), term("対象"), term("見る", everyday=True), term("場", text=""),
             term("開始フェイズ", aliases=("ターン開始フェイズ",)), Name("対象の札", ("よみ",)), Name("無", ("む",)))
    return Lexicon(dataclasses.replace(site.corpus.games[0], names=names))


@pytest.mark.parametrize(("text", "expected"), [
    ("カットインとカット", ["カットイン", "カット"]),  # the longest first
    ("カットにカット", ["カット"]),  # the first occurrence
    ("カットバックはしない", []),  # part of another word
    ("対象外の対象", ["対象"]),
    ("場を見る", []),  # no definition; everyday
    ("「対象の札」を選ぶ", ["対象の札"]),  # a name in quotation marks, not the term inside it
    ("対象の札を選ぶ", ["対象"]),
    ("ターン開始フェイズ", ["開始フェイズ"]),  # an alias
    ("無対象", []),
])
def test_which_words_of_a_text_are_linked(lexicon: Lexicon, text: str, expected: list[str]) -> None:
    assert [name.name for _, _, name in lexicon.found(text)] == expected


def test_a_page_defines_what_its_texts_speak_of_and_does_not_link_to_itself(lexicon: Lexicon) -> None:
    cut, target = (next(n for n in lexicon.game.names if n.name == name) for name in ("カット", "対象"))
    weaver = Weaver(lexicon, "../", own="カット")
    html = weaver("カットの対象<b>")
    assert html == f'カットの<wbr><a class="gb-term" href="../mihon-war/cards/{slug_of(target)}/" aria-describedby="def-{slug_of(target)}">対象</a>&lt;b&gt;'
    assert list(weaver.used.values()) == [target]
    assert cut not in weaver.used.values()


def test_a_name_without_a_text_is_a_plain_link(lexicon: Lexicon) -> None:
    weaver = Weaver(lexicon, "")
    assert 'class="gb-name"' in weaver.plain("「無」を出す")
    assert weaver.used == {}
