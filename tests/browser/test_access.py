"""For everyone: axe finds nothing on any page, light and dark; the keyboard alone does everything."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.xdist_group("browser")


def kinds(places: list[str]) -> list[str]:
    """Of pages that are made alike, one: the first of each name of ruling, card and hand-written page."""
    chosen: dict[str, str] = {}
    for place in places:
        parts = place.strip("/").split("/")
        alike = f"{parts[0]}/card" if "cards" in parts[1:2] and len(parts) > 2 else place
        chosen.setdefault(alike, place)
    return list(chosen.values())


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_axe_finds_nothing_on_any_kind_of_page(visitor: Any, places: list[str], width: int, scheme: str) -> None:
    visit = visitor.visit(width, scheme)
    found = {}
    for place in kinds(places):
        page = visit.open(place)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert page.evaluate("document.body.dataset.mdColorScheme") == ("slate" if scheme == "dark" else "default")
        told = Axe().run(page).response["violations"]
        wrong = [f"{v['id']}: {n['html'][:160]} {n.get('failureSummary', '')[:160]}" for v in told for n in v["nodes"]]
        if wrong:
            found[place] = wrong[:6]
    assert found == {}


def test_axe_itself_is_at_work(visitor: Any) -> None:
    page = visitor.visit().open("")
    page.evaluate("document.querySelector('article').append(Object.assign(document.createElement('img'), { src: 'x.png' }))")
    assert "image-alt" in [v["id"] for v in Axe().run(page).response["violations"]]


def test_the_first_tab_offers_to_skip_to_the_text(visitor: Any) -> None:
    page = visitor.visit().open("mihon-war/mw-power/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "md-skip"
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('article')")


@pytest.mark.parametrize("place", ["", "mihon-war/", "mihon-war/mw-power/", "mihon-war/mw-draw/", "search/"])
def test_tab_reaches_everything_that_can_be_used_and_shows_where_it_is(visitor: Any, place: str) -> None:
    page = visitor.visit().open(place)
    wanted = page.evaluate("""() => {
        const all = [...document.querySelectorAll("article a[href], article button, article input, article summary, article textarea, article select")]
        return all.filter(e => e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !e.disabled && e.tabIndex >= 0)
            .map((e, i) => { e.dataset.wanted = i; return i })
    }""")
    assert wanted
    seen: set[int] = set()
    hidden = []
    for _ in range(len(wanted) * 2 + 60):
        page.keyboard.press("Tab")
        told = page.evaluate("""() => {
            const e = document.activeElement, style = getComputedStyle(e)
            const shown = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== "none"
                || e.matches(":focus-visible") && style.textDecorationLine !== "none"
            return [e.dataset.wanted ?? null, shown, e.outerHTML.slice(0, 120)]
        }""")
        if told[0] is None and seen:
            if len(seen) == len(wanted):
                break
            continue
        if told[0] is not None:
            seen.add(int(told[0]))
            if not told[1]:
                hidden.append(told[2])
    assert sorted(set(wanted) - seen) == []
    assert hidden == []


def test_the_search_opens_by_a_key_is_walked_by_arrows_and_closed_by_escape_with_nothing_left_behind(visitor: Any) -> None:
    page = visitor.visit().open("mihon-war/mw-draw/")
    page.keyboard.press("/")
    page.wait_for_function("document.activeElement.matches('.md-search__input')")
    page.keyboard.insert_text("戦力")
    page.keyboard.press("Shift")
    page.locator(".md-search-result__link").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.wait_for_function("document.activeElement.matches('.md-search-result__link')")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('#__search').checked")
    page.wait_for_function("!document.activeElement.matches('.md-search-result__link')")


def test_the_theme_keys_work_before_the_theme_is_loaded_and_colours_stay(visitor: Any) -> None:
    visit = visitor.visit(1280, "light")
    page = visit.open("mihon-war/mw-power/")
    button = page.locator("label[for=__palette_1]")
    button.click()
    page.wait_for_function("__md_get('__palette')?.index === 1")
    page.locator("label[for=__palette_2]").click()
    page.wait_for_function("document.body.dataset.mdColorScheme === 'slate'")
    page = visit.open("mihon-war/mw-draw/")
    assert page.evaluate("document.body.dataset.mdColorScheme") == "slate"
    assert page.locator("label[for=__palette_0]").is_visible() and page.locator("label[for=__palette_2]").is_hidden()
    assert visit.troubles == []
