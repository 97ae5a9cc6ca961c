"""The site as a reader's browser shows it."""

from __future__ import annotations

from typing import Any

import pytest
from gunbai.corpus.names import Name
from gunbai.corpus.urls import name_url

pytestmark = pytest.mark.xdist_group("browser")
SWORD = name_url("mihon-war", Name("見本の剣", ("みほんのけん",)))
PAGES = {
    "home": "", "reading": "reading/", "game": "mihon-war/", "rules": "mihon-war/rules/", "faq": "mihon-war/faq/",
    "open": "mihon-war/open/", "cards": "mihon-war/cards/", "card": SWORD, "ruling": "mihon-war/mw-power/",
    "open ruling": "mihon-war/mw-draw/", "superseded": "mihon-war/mw-power-old/",
}


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_pages_load_without_errors_foreign_requests_or_sideways_scrolling(visitor: Any, width: int, scheme: str) -> None:
    visit = visitor.visit(width, scheme)
    for kind, place in PAGES.items():
        page = visit.open(place)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, kind
        assert page.locator("h1").count() == 1, kind
        assert page.evaluate("document.documentElement.lang") == "ja"
    visit.page.wait_for_load_state("networkidle")
    assert visit.troubles == []


def test_what_goes_wrong_is_seen(visitor: Any) -> None:
    """The watch that the other tests rely on sees errors, missing files and foreign requests itself."""
    visit = visitor.visit()
    page = visit.open("assets/gunbai/edition.json")  # a page of the site forbids what is tried here
    page.evaluate("""async () => {
        console.error("x"); await fetch("nowhere.json")
        await fetch("http://elsewhere.invalid/x", {mode: "no-cors"}).catch(() => {})
    }""")
    assert {t.split(":")[0] for t in visit.troubles} >= {"console", "404", "foreign", "failed"}


def test_the_search_box_on_the_home_page_opens_the_search_and_finds_a_ruling(visitor: Any) -> None:
    page = visitor.visit(360).open("")
    page.locator(".gb-searchbox").click()
    page.wait_for_function("document.activeElement.matches('.md-search__input')")
    page.keyboard.insert_text("戦力")
    page.keyboard.press("Shift")
    hit = page.locator(".md-search-result__link").first
    hit.wait_for()
    assert "mihon-war/" in hit.get_attribute("href")


def test_search_is_in_reach_of_the_thumb_on_a_ruling_page(visitor: Any) -> None:
    page = visitor.visit(360).open("mihon-war/mw-power/")
    button = page.locator(".gb-nav__search")
    box = button.bounding_box()
    assert box["y"] > 700
    assert box["height"] >= 40
    button.click()
    page.wait_for_function("document.activeElement.matches('.md-search__input')")


def test_the_bar_does_not_cover_the_end_of_a_page(visitor: Any) -> None:
    page = visitor.visit(360).open("mihon-war/mw-power/")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    copyright_ends = page.locator(".md-copyright").bounding_box()
    assert copyright_ends["y"] + copyright_ends["height"] <= page.locator(".gb-nav").bounding_box()["y"]


def test_dark_mode_follows_the_device_and_can_be_chosen(visitor: Any) -> None:
    def brightness(page: Any) -> int:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(",")[:3])

    assert brightness(visitor.visit(scheme="dark").open("mihon-war/mw-power/")) < 150
    page = visitor.visit(scheme="light").open("mihon-war/mw-power/")
    assert brightness(page) > 650
    for _ in range(2):
        page.locator("[data-md-component=palette] label:not([hidden])").click()
    assert brightness(page) < 150
    page.reload()
    assert brightness(page) < 150


def test_a_badge_can_be_read_in_both_schemes(visitor: Any) -> None:
    """The contrast between a badge's words and its ground is at least 4.5 to 1."""
    for scheme in ("light", "dark"):
        page = visitor.visit(scheme=scheme).open("")
        for badge in page.locator(".gb-badge").all():
            ratio = badge.evaluate("""e => {
                const parse = c => c.match(/[0-9.]+/g).map(Number)
                const ground = n => { const c = parse(getComputedStyle(n).backgroundColor)
                    return c.length === 4 && c[3] === 0 ? ground(n.parentElement) : c }
                const light = c => { const [r, g, b] = c.slice(0, 3).map(v => v / 255)
                    .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
                    return .2126 * r + .7152 * g + .0722 * b }
                const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x)
                return (a + .05) / (b + .05)
            }""")
            assert ratio >= 4.5, (scheme, badge.inner_text(), ratio)


def test_the_permanent_link_is_copied(visitor: Any) -> None:
    visit = visitor.visit()
    page = visit.open("mihon-war/mw-power/?from=list#examples")
    page.wait_for_function("document.documentElement.dataset.gbEdition")
    key = page.evaluate("document.documentElement.dataset.gbEdition")
    page.locator("[data-gb-copy]").click()
    page.get_by_text("写した").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{visit.address}mihon-war/mw-power/?v={key}"


def test_examples_after_the_first_are_folded_until_asked_for_linked_to_or_printed(visitor: Any) -> None:
    page = visitor.visit(360).open("mihon-war/mw-draw/")
    first, second = page.locator(".gb-example .gb-statements").nth(0), page.locator(".gb-example .gb-statements").nth(1)
    assert first.is_visible() and not second.is_visible()
    page.locator(".gb-example > summary").nth(1).click()
    assert second.is_visible()
    page.locator(".gb-example > summary").nth(1).click()
    page.evaluate("location.hash = 'example-2'")
    second.wait_for()
    page.locator(".gb-example > summary").nth(1).click()
    assert not second.is_visible()
    page.emulate_media(media="print")
    assert second.bounding_box()["height"] > 20


def test_a_trace_opens_and_its_links_lead_to_rulings(visitor: Any) -> None:
    page = visitor.visit(360).open("mihon-war/mw-power/")
    step = page.locator(".gb-trace__step").first
    assert not step.is_visible()
    page.locator(".gb-trace summary").first.click()
    assert step.is_visible()


def test_from_a_card_to_the_answer_by_keyboard_alone(visitor: Any) -> None:
    page = visitor.visit().open(SWORD)
    page.locator(".gb-item__link").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/mihon-war/mw-power/")
    assert page.locator(".gb-answer").inner_text() == "自軍のカードの戦力を合計する。"


def test_the_answer_is_on_the_first_screen_of_a_phone(visitor: Any) -> None:
    page = visitor.visit(360).open("mihon-war/mw-draw/")
    box = page.locator(".gb-answer").bounding_box()
    assert box["y"] + box["height"] < 500
    assert page.locator(".gb-badge").first.bounding_box()["y"] < box["y"]


def test_the_menu_on_a_phone_leads_to_the_games(visitor: Any) -> None:
    page = visitor.visit(360).open("mihon-war/mw-draw/")
    page.locator(".md-header label[for=__drawer]").click()
    link = page.locator(".md-nav--primary a", has_text="見本ウォー").first
    link.click()
    page.wait_for_url("**/gunbai/mihon-war/")
