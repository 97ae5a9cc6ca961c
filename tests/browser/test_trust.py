"""The page どこまで確かめてあるか on a phone: the map unfolds, a clause leads to its ruling, nothing is wider than the screen."""

from __future__ import annotations

from typing import Any

import pytest

GROWN = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("width", [360, 1280])
def test_it_tells_what_is_verified_and_what_is_not(visitor: Any, width: int) -> None:
    visit = visitor.visit(width)
    page = visit.open("trust/")
    assert page.locator("h1").inner_text().startswith("どこまで確かめてあるか")
    assert page.locator("table.gb-trust tbody tr").count() == 1
    assert page.locator("h2#unverified").is_visible()
    assert page.evaluate(GROWN) <= 0
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert page.evaluate(GROWN) <= 0
    assert visit.troubles == []


def test_a_ruling_leads_to_what_the_strength_of_examples_means(visitor: Any) -> None:
    page = visitor.visit(360).open("mihon-war/mw-draw/")
    link = page.locator(".gb-strength a")
    link.scroll_into_view_if_needed()
    link.click()
    page.wait_for_url("**/trust/#strength")
    assert page.locator("#strength dd").is_visible()


def test_all_tabs_fit_where_there_are_tabs(visitor: Any) -> None:
    page = visitor.visit(1280).open("")
    assert page.locator(".md-tabs__item").count() == 5
    assert page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.md-tabs__list'))") <= 0


def test_the_menu_on_a_phone_leads_to_it(visitor: Any) -> None:
    page = visitor.visit(360).open("mihon-war/mw-draw/")
    page.locator(".md-header label[for=__drawer]").click()
    page.locator(".md-nav--primary label.md-nav__link", has_text="このサイト").first.click()
    page.locator(".md-nav--primary a", has_text="どこまで確かめてあるか").first.click()
    page.wait_for_url("**/gunbai/trust/")
