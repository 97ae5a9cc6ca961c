"""The site as of a day, and the page of changes, in a real browser."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.xdist_group("browser")
ATOM = "{http://www.w3.org/2005/Atom}"
NEW, OLD = "mihon-war/mw-power/", "mihon-war/mw-power-old/"


@pytest.fixture
def visit(visitor: Any) -> Any:
    return visitor.visit()


def test_a_day_in_the_link_leads_from_a_ruling_to_the_one_that_was_in_force(visit: Any) -> None:
    page = visit.open(f"{NEW}?as-of=2020-02-02")
    banner = page.locator(".gb-head .gb-banner").first
    assert "2020-02-02 には有効でなかった裁定" in banner.inner_text()
    banner.locator("a").click()
    page.wait_for_url(f"**/{OLD}")
    assert "時点 2020-02-02 の裁定で見ている" in page.locator(".gb-asof").inner_text()
    assert page.locator(".gb-head .gb-banner", has_text="には有効でなかった").count() == 0


def test_links_to_what_was_not_in_force_are_marked_and_the_day_can_be_left(visit: Any) -> None:
    page = visit.open("mihon-war/rules/?as-of=2020-02-02")
    page.wait_for_function("() => document.querySelectorAll('.gb-ended').length > 0")
    marked = page.eval_on_selector_all(".gb-ended", "all => all.map(a => a.pathname)")
    assert all(path.endswith(NEW) for path in marked) and marked
    page.get_by_role("button", name="今に戻す").click()
    page.wait_for_function("() => !document.querySelector('.gb-asof')")
    assert page.locator(".gb-ended").count() == 0 and "as-of" not in page.url


def test_on_the_page_of_changes_a_day_is_chosen_and_kept_over_pages(visit: Any) -> None:
    page = visit.open("changes/")
    assert page.locator("#day-2020-02-03").count() == 1
    assert page.locator(".gb-diff del").count() >= 1 and page.locator(".gb-diff ins").count() >= 1
    page.locator("#gb-asof").fill("2020-02-02")
    page.get_by_role("button", name="この日の裁定で見る").click()
    page.wait_for_function("() => document.querySelector('.gb-asof')")
    visit.open(NEW)
    page.wait_for_function("() => document.querySelector('.gb-head .gb-banner a')")


@pytest.mark.parametrize("day", ["2020-02-30", "x", "2020-2-3", "<b>"])
def test_a_day_that_is_none_is_passed_over(visit: Any, day: str) -> None:
    page = visit.open(f"{NEW}?as-of={day}")
    page.wait_for_timeout(200)
    assert page.locator(".gb-asof").count() == 0


def test_the_feed_is_found_from_every_page_and_lists_the_changes(visit: Any) -> None:
    page = visit.open(NEW)
    href = page.get_attribute("link[type='application/atom+xml']", "href")
    text = page.evaluate("async href => (await fetch(href)).text()", href)
    root = ElementTree.fromstring(text)
    titles = [e.findtext(f"{ATOM}title") for e in root.iter(f"{ATOM}entry")]
    assert any(t and t.startswith("改められた裁定: ") for t in titles)
    ids = [e.findtext(f"{ATOM}id") for e in root.iter(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids) and all(i and i.startswith("urn:uuid:") for i in ids)


def test_a_ruling_whose_source_is_younger_than_the_day_says_so(visit: Any) -> None:
    page = visit.open("?as-of=2001-01-01")
    told = page.evaluate("""async () => (await (await fetch("assets/gunbai/history.json")).json()).rulings""")
    dated = next(r for r in told.values() if r["sourced"])
    visit.open(dated["url"])
    page.wait_for_function("() => document.querySelector('.gb-head .gb-banner')")
    assert f"出典の日付（{dated['sourced']}）は、選んだ日より後" in page.locator(".gb-head .gb-banner").first.inner_text()
