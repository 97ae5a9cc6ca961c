"""The search in a real browser: the theme's box and the search page, by mouse, keys and an input method."""

from __future__ import annotations

import re
import shutil
from typing import Any

import pytest

pytestmark = pytest.mark.xdist_group("browser")
RULING = "mw-power"
HITS = "[data-gb-hits] a"


def typed(page: Any, text: str) -> None:
    page.locator(".gb-finder__input").fill(text)


def first(page: Any) -> str:
    page.wait_for_selector(HITS)
    return str(page.locator(f"{HITS} .gb-hits__title").first.inner_text())


def test_a_link_with_q_opens_a_search_whose_hits_show_badge_game_title_and_answer(visitor: Any) -> None:
    visit = visitor.visit()
    page = visit.open("search/?q=戦力はいくつ")
    row = page.locator(HITS).first
    row.wait_for()
    assert page.locator(".gb-finder__input").input_value() == "戦力はいくつ"
    assert row.locator(".gb-badge").count() == 1 and row.locator("p").nth(1).inner_text()
    assert visit.troubles == []


def test_the_page_of_a_name_comes_first_for_the_name_and_tells_yomi_kind_and_how_many_rulings_touch_it(visitor: Any) -> None:
    visit = visitor.visit()
    page = visit.open("search/?q=みほんのけん")
    row = page.locator(HITS).first
    row.wait_for()
    text = row.inner_text()
    assert all(part in text for part in ("見本の剣", "カード", "みほんのけん", "裁定")), text
    row.click()
    page.wait_for_url("**/cards/**")
    assert visit.troubles == []


def test_results_come_while_typing_and_the_match_is_marked_in_the_original_script(visitor: Any) -> None:
    visit = visitor.visit()
    page = visit.open("search/")
    typed(page, "かーど")
    page.wait_for_selector(f"{HITS} mark")
    assert page.locator(f"{HITS} mark").first.inner_text() == "カード"
    assert visit.troubles == []


def test_a_ruling_id_and_enter_jump_to_the_ruling(visitor: Any) -> None:
    page = visitor.visit().open("search/")
    typed(page, RULING)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{RULING}/")


def test_arrows_go_through_the_hits_and_escape_clears(visitor: Any) -> None:
    page = visitor.visit().open("search/?q=カード")
    page.wait_for_selector(HITS)
    page.locator(".gb-finder__input").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('[data-gb-hits] li:nth-child(1) a')")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('.gb-finder__input')")
    page.keyboard.press("Escape")
    assert page.locator(".gb-finder__input").input_value() == "" and page.locator(HITS).count() == 0


@pytest.mark.parametrize("key", ["/", "s", "Control+k"])
def test_keys_lead_to_the_box_of_the_search_page(visitor: Any, key: str) -> None:
    page = visitor.visit().open("search/")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(key)
    page.wait_for_function("document.activeElement.matches('.gb-finder__input')")
    assert page.locator(".gb-finder__input").input_value() == ""


def test_control_k_opens_the_box_in_the_header_elsewhere(visitor: Any) -> None:
    page = visitor.visit().open("")
    page.keyboard.press("Control+k")
    page.wait_for_function("document.activeElement.matches('.md-search__input')")


def test_what_an_input_method_is_still_composing_is_not_searched(visitor: Any) -> None:
    page = visitor.visit().open("search/")
    told = page.evaluate("""async () => {
        const input = document.querySelector(".gb-finder__input"), hits = document.querySelector("[data-gb-hits]")
        const wait = ms => new Promise(done => setTimeout(done, ms))
        input.dispatchEvent(new CompositionEvent("compositionstart"))
        input.value = "かーど"
        input.dispatchEvent(new InputEvent("input", { isComposing: true, bubbles: true }))
        await wait(400)
        const before = hits.children.length
        input.dispatchEvent(new CompositionEvent("compositionend"))
        for (let i = 0; i < 50 && !hits.children.length; i++) await wait(50)
        return [before, hits.children.length > 0]
    }""")
    assert told == [0, True]


def test_in_the_header_box_too_half_typed_words_do_not_fire(visitor: Any) -> None:
    page = visitor.visit().open("")
    page.keyboard.press("Control+k")
    page.wait_for_function("document.activeElement.matches('.md-search__input')")
    seen = page.evaluate("""() => {
        const input = document.querySelector(".md-search__input")
        let heard = 0
        input.addEventListener("keyup", () => heard++)
        input.dispatchEvent(new KeyboardEvent("keyup", { key: "a", isComposing: true, bubbles: true }))
        const composing = heard
        input.dispatchEvent(new KeyboardEvent("keyup", { key: "a", bubbles: true }))
        return [composing, heard]
    }""")
    assert seen == [0, 1]


def test_in_the_header_box_text_that_comes_without_keys_is_searched(visitor: Any) -> None:
    """Pasted, dictated, put in by a program: the theme hears keys alone."""
    visit = visitor.visit()
    page = visit.open("")
    page.keyboard.press("Control+k")
    page.wait_for_function("document.activeElement.matches('.md-search__input')")
    page.keyboard.insert_text("見本の剣")
    page.wait_for_function("document.querySelector('.md-search-result__item')?.textContent.includes('見本の剣')")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("zqxj")
    page.wait_for_function("!document.querySelector('.md-search-result__item')?.textContent.includes('見本の剣')")
    heard = page.evaluate("""() => {
        const input = document.querySelector(".md-search__input")
        let heard = 0
        input.addEventListener("keyup", () => heard++)
        input.dispatchEvent(new InputEvent("input", { isComposing: true, bubbles: true }))
        const composing = heard
        input.dispatchEvent(new InputEvent("input", { bubbles: true }))
        return [composing, heard]
    }""")
    assert heard == [0, 1]
    assert visit.troubles == []


def test_results_are_told_to_screen_readers(visitor: Any) -> None:
    page = visitor.visit().open("search/?q=カード")
    page.wait_for_selector(HITS)
    told = page.locator("[data-gb-told]")
    assert told.get_attribute("aria-live") == "polite" and re.match(r"\d+件", told.inner_text())
    assert page.locator(".md-search-result__meta").get_attribute("aria-live") == "polite"


def test_what_is_not_found_offers_near_names_and_a_question_to_copy(visitor: Any) -> None:
    page = visitor.visit().open("search/?q=zqxj")
    page.locator("[data-gb-lost] textarea").wait_for()
    assert "zqxj" in page.locator("[data-gb-lost] textarea").input_value()
    page.locator("[data-gb-lost] button", has_text="質問を写す").click()
    page.wait_for_function("[...document.querySelectorAll('[data-gb-lost] button')].some(b => b.textContent === '写した')")
    assert "zqxj" in page.evaluate("navigator.clipboard.readText()")


def test_a_chip_writes_its_word_into_the_box_and_takes_it_away_again(visitor: Any) -> None:
    page = visitor.visit().open("search/?q=カード")
    page.wait_for_selector(HITS)
    chip = page.locator("[data-gb-word^='badge:']").first
    word = chip.get_attribute("data-gb-word")
    chip.click()
    assert page.locator(".gb-finder__input").input_value() == f"カード {word}" and chip.get_attribute("aria-pressed") == "true"
    chip.click()
    assert page.locator(".gb-finder__input").input_value() == "カード"


def test_the_last_searches_stay_on_the_device_and_can_be_cleared(visitor: Any) -> None:
    page = visitor.visit().open("search/")
    typed(page, RULING)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{RULING}/")
    page.go_back()
    page.reload()
    typed(page, "")
    page.locator("[data-gb-last] button", has_text=RULING).wait_for()
    page.locator("[data-gb-last] button", has_text="履歴を消す").click()
    assert page.evaluate("localStorage.getItem('gunbai.searches')") is None


def test_a_site_that_is_opened_as_a_file_searches_too_and_its_hits_open(visitor: Any, built_site: Any) -> None:
    page = visitor.visit().page
    page.goto((built_site / "search/index.html").as_uri())
    typed(page, "せんりょく")
    page.wait_for_selector(HITS)
    page.locator(HITS).first.click()
    page.wait_for_function("location.pathname.endsWith('/index.html') && !location.pathname.includes('/search/')")
    assert page.locator("h1").count() == 1


def test_opened_as_a_file_the_box_in_the_header_leads_to_the_search_page(visitor: Any, built_site: Any) -> None:
    page = visitor.visit().page
    page.set_viewport_size({"width": 390, "height": 800})
    for way in ("", "header label[for=__search]", "[data-gb-search]:visible"):
        page.goto((built_site / "mihon-war/index.html").as_uri())
        if way:
            page.locator(way).first.click()
        else:
            page.keyboard.press("Control+k")
        page.wait_for_url("**/search/index.html")


def test_opened_as_a_file_without_the_script_of_all_files_the_page_says_so(
        visitor: Any, built_site: Any, tmp_path: Any) -> None:
    shutil.copytree(built_site, tmp_path / "site", ignore=shutil.ignore_patterns("as-file.js"))
    page = visitor.visit().page
    page.goto((tmp_path / "site/search/index.html").as_uri())
    page.wait_for_function("document.querySelector('[data-gb-told]').textContent.includes('gunbai serve')")
    assert page.locator(".gb-finder__input").is_disabled()


def test_the_header_box_shows_hits_of_our_worker_with_badge_and_answer(visitor: Any) -> None:
    visit = visitor.visit()
    page = visit.open("mihon-war/mw-draw/")
    page.keyboard.press("/")
    page.wait_for_function("document.activeElement.matches('.md-search__input')")
    page.keyboard.insert_text("せんりょく")
    page.keyboard.press("Shift")
    page.locator(".md-search-result__item .gb-badge").first.wait_for()
    page.keyboard.press("Escape")
    assert visit.troubles == []


def found(page: Any) -> list[str]:
    """The addresses of the hits, once they are those of the words in the box."""
    page.wait_for_function("/^\\d+件|見つからない/.test(document.querySelector('[data-gb-told]').textContent)")
    return [a.rstrip("/").rpartition("/")[2] for a in page.locator(HITS).evaluate_all("all => all.map(a => a.href)")]


@pytest.mark.parametrize(("word", "in_it", "not_in_it"), [
    ("game:mihon-war", {"mw-draw", "mw-power"}, set()), ("badge:裁定待ち", {"mw-draw"}, {"mw-power", "mw-attack"}),
    ("badge:公式", {"mw-power"}, {"mw-draw", "mw-attack"}), ("topic:battle", {"mw-draw", "mw-attack"}, {"mw-power"}),
])
def test_each_chip_narrows_the_hits_as_its_word_in_the_box_does(
        visitor: Any, word: str, in_it: set[str], not_in_it: set[str]) -> None:
    page = visitor.visit().open("search/?q=戦力")
    page.wait_for_selector(HITS)
    page.locator(".gb-finder__more").evaluate("more => more.open = true")
    page.locator(f"[data-gb-word='{word}']").click()
    page.wait_for_function("word => location.search.includes(encodeURIComponent(word))", arg=word)
    page.wait_for_timeout(300)
    by_chip = found(page)
    page.goto(page.url.partition("?")[0] + f"?q={word}")
    page.wait_for_selector(HITS)
    page.wait_for_timeout(300)
    by_word = set(found(page))
    assert by_word >= in_it and not by_word & not_in_it
    assert by_chip and set(by_chip) <= by_word


def test_the_cards_of_the_hits_are_chips_that_narrow_to_what_bears_the_name(visitor: Any) -> None:
    page = visitor.visit().open("search/?q=戦力")
    page.wait_for_selector(HITS)
    page.locator(".gb-finder__more").evaluate("more => more.open = true")
    page.locator("[data-gb-cards] button", has_text="見本の剣").first.click()
    page.wait_for_timeout(400)
    assert page.locator(".gb-finder__input").input_value() == "戦力 card:見本の剣"
    hits = found(page)
    assert "mw-power" in hits and "mw-draw" not in hits


def test_dates_narrow_the_hits(visitor: Any) -> None:
    page = visitor.visit().open("search/?q=戦力")
    page.wait_for_selector(HITS)
    page.locator(".gb-finder__more").evaluate("more => more.open = true")
    page.locator("[data-gb-date=from]").fill("2021")
    page.locator("[data-gb-date=from]").dispatch_event("change")
    page.wait_for_timeout(400)
    assert page.locator(".gb-finder__input").input_value() == "戦力 date:2021.."
    assert "mw-power" not in found(page)
    page.locator("[data-gb-date=from]").fill("2019-12")
    page.locator("[data-gb-date=from]").dispatch_event("change")
    page.wait_for_timeout(400)
    assert "mw-power" in found(page)


def test_the_number_of_a_card_and_enter_jump_to_its_page(visitor: Any) -> None:
    page = visitor.visit().open("search/")
    typed(page, "m-1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/**")
    assert "見本の剣" in page.title()


def test_for_a_name_that_is_mistyped_beyond_finding_the_near_names_are_buttons_that_search(visitor: Any) -> None:
    page = visitor.visit().open("search/?q=見武器 game:mihon-war badge:有志 kind:procedure")
    page.locator("[data-gb-lost]").wait_for()
    assert page.locator("[data-gb-lost] textarea").input_value()
