"""Addresses of pages."""

from __future__ import annotations

import re

import pytest
from gunbai.corpus.names import Name
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.urls import name_url, romaji, slug_of, url_of
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(("yomi", "expected"), [
    ("あかいすいせい", "akaisuisei"), ("おさなきひとじち", "osanakihitojichi"), ("しゅーてぃんぐ", "shutingu"), ("じゅうふく", "juufuku"),
    ("まっちゃ", "matcha"), ("ちょうふく", "choufuku"), ("きっぷ", "kippu"), ("ふぁんねる", "fanneru"), ("がんだむうぉー", "gandamuuo"),
    ("えすぴーしー25", "esupishi25"), ("", ""),
])
def test_yomi_in_romaji(yomi: str, expected: str) -> None:
    assert romaji(yomi) == expected


def test_a_ruling_s_address_holds_its_id() -> None:
    assert url_of(Ruling("gw-x", "note", "t", "q", "a", "stated", game="gundam-war")) == "gundam-war/gw-x/"


def test_names_that_sound_alike_have_different_addresses() -> None:
    assert slug_of(Name("橋", ("はし",))) != slug_of(Name("箸", ("はし",)))


def test_a_name_s_page_stays_where_it_is_when_its_yomi_is_corrected() -> None:
    one = Name("赤い彗星", ("あかいすいせい",))
    assert name_url("g", one) == name_url("g", Name("赤い彗星", ("れっどこめっと",), kind="card", number="C-1"))
    assert name_url("g", Name("赤い彗星", ("あかい",), slug="akaisuisei")) == "g/cards/akaisuisei/"


def test_a_name_in_letters_can_be_read_in_its_address() -> None:
    assert slug_of(Name("Abbot, The", ())).startswith("abbot-the-")


@pytest.mark.parametrize("slug", ["../../etc", "A", "a--b", "-a", "a/b", "a" * 61])
def test_what_is_no_slug_never_names_a_file(slug: str) -> None:
    assert re.fullmatch("[0-9a-f]{8}", slug_of(Name("赤い彗星", (), slug=slug)))


@given(st.text(), st.text(max_size=200))
def test_slugs_are_short_ascii_words(name: str, yomi: str) -> None:
    assert re.fullmatch(r"([a-z0-9-]{1,40}-)?[0-9a-f]{8}", slug_of(Name(name, (yomi,))))
