"""Reading in a real browser: meanings beside terms, readings side by side, nothing that jumps, paper."""

from __future__ import annotations

import io
import unicodedata
from typing import Any

import pytest
from gunbai.corpus.names import Name
from gunbai.corpus.urls import name_url
from pypdf import PdfReader

pytestmark = pytest.mark.xdist_group("browser")
SWORD = name_url("mihon-war", Name("見本の剣", ()))
FORCE = name_url("mihon-war", Name("戦力", ()))
POWER, DRAW = "mihon-war/mw-power/", "mihon-war/mw-draw/"
KINDS = {"home": "", "game": "mihon-war/", "rules": "mihon-war/rules/", "faq": "mihon-war/faq/", "open": "mihon-war/open/",
         "cards": "mihon-war/cards/", "card": SWORD, "term": FORCE, "ruling": POWER, "open ruling": DRAW}
SHIFTS = """() => new Promise(done => {
    let sum = 0; const what = []
    new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) {
        sum += e.value; what.push(...e.sources.map(s => (s.node?.outerHTML ?? s.node?.parentElement?.outerHTML ?? '').slice(0, 80))) } })
        .observe({ type: "layout-shift", buffered: true })
    setTimeout(() => done([sum, what]), 700)
})"""


def term(page: Any) -> Any:
    return page.locator(".gb-answer .gb-term")


def meaning(page: Any) -> Any:
    return page.locator(".gb-def:popover-open")


def test_a_pointer_that_rests_on_a_term_shows_its_meaning_until_it_leaves_both(visitor: Any) -> None:
    visit = visitor.visit()
    page = visit.open(POWER)
    assert meaning(page).count() == 0
    term(page).hover()
    meaning(page).wait_for()
    assert "見本の札に書かれた強さ。" in meaning(page).inner_text()
    box, line = meaning(page).bounding_box(), term(page).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 1280
    assert abs(box["y"] - line["y"] - line["height"]) < 12
    meaning(page).hover()
    page.wait_for_timeout(400)
    assert meaning(page).count() == 1
    page.mouse.move(5, 400)
    meaning(page).wait_for(state="detached")
    assert visit.troubles == []


def test_by_keyboard_a_term_shows_its_meaning_escape_hides_it_and_enter_goes_to_its_page(visitor: Any) -> None:
    page = visitor.visit().open(POWER)
    page.locator(".gb-badgelink").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('gb-term')")
    meaning(page).wait_for()
    described = page.evaluate("document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent")
    assert "見本の札に書かれた強さ。" in described
    page.keyboard.press("Escape")
    meaning(page).wait_for(state="detached")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{FORCE}")


def test_a_tap_shows_the_meaning_first_and_its_link_leads_on(visitor: Any) -> None:
    visit = visitor.visit(360)
    page = visit.open(POWER)
    term(page).tap()
    meaning(page).wait_for()
    assert page.url.endswith(POWER)
    box = meaning(page).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    page.locator(".gb-question").tap()
    meaning(page).wait_for(state="detached")
    term(page).tap()
    meaning(page).locator("a").tap()
    page.wait_for_url(f"**/{FORCE}")
    assert visit.troubles == []


def test_without_a_script_a_term_is_a_link(visitor: Any) -> None:
    context = visitor.browser.new_context(java_script_enabled=False)
    visitor.contexts.append(context)
    page = context.new_page()
    page.goto(visitor.address + POWER)
    term(page).click()
    page.wait_for_url(f"**/{FORCE}")


def test_the_answer_is_copied_without_the_marks_between_its_phrases(visitor: Any) -> None:
    page = visitor.visit(360).open(POWER)
    assert page.locator(".gb-answer wbr").count() > 0
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.gb-answer p'))")
    assert page.evaluate("getSelection().toString()") == "自軍のカードの戦力を合計する。"


def test_a_line_of_an_answer_ends_where_a_phrase_does(visitor: Any) -> None:
    page = visitor.visit(220).open(POWER)
    lines = page.locator(".gb-answer p").evaluate("""p => {
        const range = document.createRange(), lines = []; let last = null
        const walk = document.createTreeWalker(p, NodeFilter.SHOW_TEXT)
        for (let n; (n = walk.nextNode());) for (let i = 0; i < n.length; i++) {
            range.setStart(n, i); range.setEnd(n, i + 1)
            const top = Math.round(range.getBoundingClientRect().top)
            if (top !== last) lines.push(""); last = top; lines[lines.length - 1] += n.data[i] }
        return lines }""")
    parts = page.locator(".gb-answer p").evaluate("p => p.innerHTML.replace(/<(?!wbr)[^>]*>/g, '').split('<wbr>')")
    ends = {"".join(parts[:n]) for n in range(1, len(parts) + 1)}
    assert len(lines) > 1
    assert all("".join(lines[:n]) in ends for n in range(1, len(lines) + 1)), lines


def test_two_readings_stand_side_by_side_on_a_phone_with_their_answers_below_them(visitor: Any) -> None:
    page = visitor.visit(360).open(DRAW)
    heads = [h.bounding_box() for h in page.locator(".gb-readings thead th").all()]
    answers = [a.bounding_box() for a in page.locator(".gb-readings__answer").all()[:2]]
    assert heads[0]["y"] == heads[1]["y"] and heads[1]["x"] + heads[1]["width"] <= 360
    assert [a["x"] for a in answers] == [h["x"] for h in heads]
    assert page.locator(".gb-readings__answer").all_inner_texts()[:2] == ["攻める側", "なし"]
    colours = {a.evaluate("e => getComputedStyle(e.querySelector('.gb-line')).backgroundColor")
               for a in page.locator(".gb-readings__answer").all()[:2]}
    assert len(colours) == 2


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (768, "light"), (1280, "dark")])
def test_nothing_jumps_while_a_page_loads(visitor: Any, width: int, scheme: str) -> None:
    for kind, place in KINDS.items():
        page = visitor.visit(width, scheme).open(place)
        moved, what = page.evaluate(SHIFTS)
        assert [w for w in what if "md-footer" not in w] == [], kind
        assert moved < 0.01, kind  # the footer of a page shorter than the screen may settle by some pixels
        page.context.close()


def test_the_home_page_has_its_search_under_the_thumb(visitor: Any) -> None:
    page = visitor.visit(360).open("")
    box = page.locator(".gb-searchbox--home").bounding_box()
    assert box["y"] > 700 and box["height"] >= 44 and box["width"] == 360


def test_share_is_offered_where_the_device_can_and_hands_over_title_answer_and_link(visitor: Any) -> None:
    page = visitor.visit().open(POWER)
    assert not page.locator("[data-gb-share]").is_visible()
    visit = visitor.visit(360)
    visit.page.add_init_script("navigator.share = async given => { window.given = given }")
    page = visit.open(f"{POWER}?from=list#examples")
    page.locator("[data-gb-share]").click()
    given = page.evaluate("window.given")
    assert given["title"] == "戦力の合計"
    assert "自軍のカードの戦力を合計する。" in given["text"]
    assert given["url"].startswith(f"{visit.address}{POWER}") and "from=list" not in given["url"]


def test_a_site_that_does_not_know_its_address_makes_the_code_of_a_page_in_the_browser(visitor: Any) -> None:
    visit = visitor.visit(360)
    page = visit.open(POWER)
    page.locator("[data-gb-qr] summary").click()
    code = page.locator(".gb-qr__place svg")
    code.wait_for()
    assert code.get_attribute("aria-label") == "「戦力の合計」のQRコード"
    assert code.bounding_box()["width"] > 150
    assert visit.troubles == []


def test_the_source_of_a_function_opens_from_a_trace(visitor: Any) -> None:
    page = visitor.visit(360).open(POWER)
    page.locator(".gb-trace summary").first.click()
    page.locator(".gb-fn").first.click()
    source = page.locator(".gb-function .gb-source").first
    source.wait_for()
    assert "def total" in source.inner_text()


@pytest.mark.parametrize("place", [POWER, DRAW, "mihon-war/rules/", "mihon-war/open/"])
def test_paper_holds_the_text_and_none_of_the_buttons(visitor: Any, place: str) -> None:
    page = visitor.visit().open(place)
    pages = PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    text = unicodedata.normalize("NFKC", "".join(p.extract_text() for p in pages)).replace("\n", "")
    wanted = {POWER: ["自軍のカードの戦力を合計する。", "剣と盾", "見本ルールブック"], DRAW: ["攻める側が勝つ", "どちらも勝たない"],
              "mihon-war/rules/": ["戦力の合計", "自軍のカードの戦力を合計する。"], "mihon-war/open/": ["攻める側が勝つ"]}[place]
    assert [w for w in wanted if w not in text] == []
    for furniture in ("リンクを写す", "裁定・カード名・よみで探す", "変えて試す"):
        assert furniture not in text
