"""Texts that mean harm, shown in a real browser: they stay texts, and the page stays as wide as the phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

LONG = "w" * 10_000
HOSTILE = ('合計する <script>gbxss()</script> <img src=x onerror=gbxss()> [押す](javascript:gbxss()) </p></div><b '
           f"onclick=gbxss()> שלום {LONG} ")
PLACES = ("mihon-war/mw-power/", "mihon-war/", "mihon-war/rules/", "mihon-war/faq/", "changes/", "trust/")


@pytest.fixture(scope="module")
def hostile(build: Callable[..., Path], visitor_of: Callable[[Path], Any]) -> Any:
    """Opens pages of a site whose first ruling has such texts as its title and answer."""
    texts = {"title: 戦力の合計\n": f"title: '{HOSTILE}'\n", "answer: 自軍のカードの戦力を合計する。": f"answer: '{HOSTILE}'"}
    return visitor_of(build(texts))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("width", [360, 1280])
def test_a_hostile_text_runs_nothing_and_the_page_stays_as_wide_as_the_screen(hostile: Any, place: str,
                                                                              width: int) -> None:
    visit = hostile.visit(width)
    visit.page.add_init_script("window.ran = 0; window.gbxss = () => { window.ran++ }")
    page = visit.open(place)
    assert visit.troubles == []
    assert page.evaluate("window.ran") == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("a[href^='javascript:'], [onclick], [onerror], img[src='x']").count() == 0


def test_a_hostile_text_is_there_to_be_read_and_what_follows_it_stands_in_its_order(hostile: Any) -> None:
    page = hostile.visit(360).open("mihon-war/mw-power/")
    text = page.locator("main").inner_text()
    assert "<script>gbxss()</script>" in text and LONG in text.replace("\n", "")
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).direction") == "ltr"


def test_a_hostile_title_is_found_and_its_hit_is_text(hostile: Any) -> None:
    visit = hostile.visit(360)
    visit.page.add_init_script("window.ran = 0; window.gbxss = () => { window.ran++ }")
    page = visit.open("search/?q=mw-power")
    page.wait_for_function("document.querySelectorAll('.gb-hit').length > 0")
    assert "<script>gbxss()</script>" in page.locator("main").inner_text()
    assert page.evaluate("window.ran") == 0 and visit.troubles == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
