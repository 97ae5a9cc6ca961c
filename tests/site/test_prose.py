"""The three ways in which text of the corpus becomes part of a page."""

from __future__ import annotations

import re

import pytest
from gunbai.site.prose import address, heading, prose, title
from hypothesis import given
from hypothesis import strategies as st


def resolve(link: str) -> str:
    return "../known/" if link == "known" else ""


@pytest.mark.parametrize("link", [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
    "//elsewhere.example/x", "https:", "mailto:a@b", "", "https://a.example/ x", "https://a.example/\"onclick=x", "https://a.example/<b>",
])
def test_only_web_addresses_are_addresses(link: str) -> None:
    assert address(link) == ""


def test_web_addresses_pass() -> None:
    assert address("http://a.example/x?y=%E3%81%82#z") == "http://a.example/x?y=%E3%81%82#z"


@pytest.mark.parametrize("text", [
    "[押す](javascript:alert(1))", "[押す](&#106;avascript:alert(1))", "[押す](data:text/html;base64,x)", "<javascript:alert(1)>",
    "[押す][1]\n\n[1]: javascript:alert(1)", "[押す](//elsewhere.example)", "[押す](../../etc)",
])
def test_prose_has_no_link_to_anything_but_the_web_and_what_is_known(text: str) -> None:
    assert "href" not in prose(text, resolve)


def test_prose_links_to_the_web_and_to_rulings() -> None:
    assert prose("[甲](known)と[乙](https://a.example/)", resolve) == (
        '<p><a href="../known/">甲</a>と<a href="https://a.example/" rel="noopener noreferrer">乙</a></p>\n')


def test_an_unknown_link_keeps_its_text_and_the_links_after_it() -> None:
    assert prose("[甲](unknown)と[乙](known)", resolve) == '<p>甲と<a href="../known/">乙</a></p>\n'


@pytest.mark.parametrize("text", ["<script>x</script>", "<img src=x onerror=y>", "文<b onclick=x>字", "<!-- x -->", "<?php ?>"])
def test_prose_has_no_html_of_its_author(text: str) -> None:
    html = prose(text, resolve)
    assert set(re.findall(r"<\W?(\w+)", html)) == {"p"}
    assert "&lt;" in html


def test_prose_has_no_pictures() -> None:
    assert "<img" not in prose("![絵](https://elsewhere.example/x.png)", resolve)


def test_plain_prose_is_the_same_with_and_without_the_markdown_reader() -> None:
    assert prose("ふつうの文。", resolve).strip() == prose("ふつうの**文**。", resolve).strip().replace(
        "<strong>文</strong>", "文")


@given(st.text())
def test_prose_never_lets_a_tag_through_that_it_did_not_make(text: str) -> None:
    tags = set(re.findall(r"<\s*/?\s*([^\s>/]*)", prose(text, resolve)))
    assert tags <= {"p", "em", "strong", "code", "pre", "ul", "ol", "li", "blockquote", "hr", "br", "a", "h1", "h2", "h3", "h4",
                    "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"}


@given(st.text())
def test_titles_and_headings_hold_no_character_that_html_or_markdown_reads(text: str) -> None:
    assert not re.search(r"[<>&\"'`\\\n]", title(text))
    assert not re.search(r"[<>\"'`\\\n*_\[\]{}]|&(?!#\d+;)", heading(text).replace("<wbr>", ""))
