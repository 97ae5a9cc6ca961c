"""Pictures in a real browser: steps by buttons, keys and swipe; what is said is what is drawn; no text is cut or covered."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from gunbai.corpus.model import Corpus
from gunbai.corpus.reader import load_corpus
from gunbai.examples.check import run_game
from gunbai.site.pages import Site, generated
from gunbai.site.pictures import Film, Picture
from gunbai.site.view import GameView
from playwright.sync_api import Browser, Locator, Page

PROJECT = Path(__file__).parents[2]
ASSETS = PROJECT / "tools/gunbai/site/assets"
GAMES = ("gundam-war", "girl-arms-war", "variants-war", "daisenryaku-card")
EVERY = 7
"""One in so many pictures is looked at here; a maker of pictures looks at all of them."""
CLASHES = """() => {
  const found = []
  document.querySelectorAll("svg.gb-svg").forEach(svg => {
    const view = svg.viewBox.baseVal
    const texts = [...svg.querySelectorAll("text")].filter(text => text.textContent.trim()).map(text => {
      const box = text.getBBox(), size = Number(text.getAttribute("font-size")), base = Number(text.getAttribute("y"))
      const turned = svg.getCTM().inverse().multiply(text.getCTM())
      const [a, b] = [[box.x, base - .86 * size], [box.x + box.width, base + .14 * size]].map(
        ([x, y]) => new DOMPoint(x, y).matrixTransform(turned))
      return { text: text.textContent, left: Math.min(a.x, b.x), right: Math.max(a.x, b.x), top: Math.min(a.y, b.y), foot: Math.max(a.y, b.y) }
    })
    texts.forEach((one, n) => {
      if (one.left < -.5 || one.right > view.width + .5 || one.top < -.5 || one.foot > view.height + .5) found.push(`cut: ${one.text}`)
      texts.slice(n + 1).forEach(other => {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        const high = Math.min(one.foot, other.foot) - Math.max(one.top, other.top)
        if (wide > .5 && high > .5) found.push(`${one.text} / ${other.text}`)
      })
    })
  })
  return found
}"""
"""The texts that leave their picture or lie on another text; of a text its characters count, not the space around them."""


@cache
def view(game: str) -> GameView:
    """A game of this repository, its examples run."""
    found = next(g for g in load_corpus(PROJECT / "rulings").games if g.id == game)
    return GameView(found, run_game(found))


@cache
def ruling_page(game: str, ruling: str) -> str:
    """A ruling's page as HTML, without what the site generator puts around it."""
    v = view(game)
    site = Site(Corpus(PROJECT / "rulings", (v.game,)), {game: v.done})
    object.__setattr__(site, "views", (v,))  # its pictures are drawn once for all tests
    content = next(page.content for page in generated(site) if page.path == f"{game}/{ruling}.md")
    return content.split("---\n", 2)[2]


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page of a phone's size that can be touched."""
    context = browser.new_context(viewport={"width": 360, "height": 760}, has_touch=True)
    yield context.new_page()
    context.close()


def opened(page: Page, game: str, ruling: str, *, script: bool = True) -> Locator:
    """Show a ruling's page; its first film."""
    style = "".join((ASSETS / name).read_text("utf-8") for name in ("gunbai.css", "pictures.css"))
    page.set_content(f'<!doctype html><html lang="ja"><meta name="viewport" content="width=device-width"><style>{style}</style>'
                     f'<body class="md-typeset" data-md-color-scheme="default">{ruling_page(game, ruling)}</body></html>')
    if script:
        page.add_script_tag(path=ASSETS / "pictures.js")
    return page.locator(".gb-film").first


def film_of(game: str, ruling: str) -> Film:
    """The pictures of a ruling's first example that has any."""
    return next(film for film in view(game).pictures[ruling] if film)


def drawn(page: Page, film: Locator) -> tuple[list[str], list[str]]:
    """What a film shows: its shapes and words as elements, and its facts."""
    found: tuple[list[str], list[str]] = tuple(film.evaluate("""film => [
      [...film.querySelector("svg").children].map(one => one.outerHTML.replaceAll(' xmlns="http://www.w3.org/2000/svg"', "")),
      [...film.querySelectorAll(".gb-film__facts li")].map(one => one.textContent)]"""))
    return found


def as_parsed(page: Page, picture: Picture) -> list[str]:
    """A picture's elements as the browser writes them."""
    return list(page.evaluate("""svg => { const box = document.createElement("div"); box.innerHTML = svg
      return [...box.firstChild.children].map(one => one.outerHTML) }""", str(picture.svg)))


LONG = [("gundam-war", "gw-retarget-candidates"), ("girl-arms-war", "gaw-priority-moves"), ("variants-war", "vv-fight-list"),
        ("daisenryaku-card", "dsc-war-win")]


@pytest.mark.parametrize(("game", "ruling"), LONG)
def test_stepping_back_shows_each_picture_whole_with_its_facts_and_its_statement(phone: Page, game: str, ruling: str) -> None:
    film, whole = opened(phone, game, ruling), film_of(game, ruling)
    assert len(whole.frames) > 2
    back, on = film.locator("[data-gb-step='-1']"), film.locator("[data-gb-step='1']")
    for n in reversed(range(len(whole.frames))):
        frame = whole.frames[n]
        assert drawn(phone, film) == (as_parsed(phone, frame.picture), list(frame.facts))
        assert film.locator("svg").get_attribute("aria-label") == frame.picture.title + (f"（{frame.mark}）" if frame.mark else "")
        assert film.locator("[data-gb-count]").text_content() == f"{n + 1}／{len(whole.frames)}"
        assert film.locator("figcaption code").first.text_content() == frame.line
        now = phone.locator(f".gb-example:has(#{film.get_attribute('data-gb-film')}) [aria-current='step']")
        assert now.count() == 1
        assert now.locator("code").first.text_content() == frame.source
        assert on.is_disabled() == (n == len(whole.frames) - 1)
        if n:
            back.click()
    assert back.is_disabled()
    for _ in whole.frames[1:]:
        on.click()
    assert drawn(phone, film) == (as_parsed(phone, whole.last.picture), list(whole.last.facts))


def test_arrow_keys_step_while_the_picture_has_the_focus_and_not_elsewhere(phone: Page) -> None:
    film, whole = opened(phone, *LONG[0]), film_of(*LONG[0])
    count = film.locator("[data-gb-count]")
    phone.keyboard.press("ArrowLeft")
    assert count.text_content() == f"{len(whole.frames)}／{len(whole.frames)}"
    film.locator("[data-gb-stage]").focus()
    phone.keyboard.press("ArrowLeft")
    assert count.text_content() == f"{len(whole.frames) - 1}／{len(whole.frames)}"
    phone.keyboard.press("Home")
    phone.keyboard.press("ArrowLeft")
    assert count.text_content() == f"1／{len(whole.frames)}"
    phone.keyboard.press("Control+ArrowRight")
    assert count.text_content() == f"1／{len(whole.frames)}"
    phone.keyboard.press("ArrowRight")
    assert count.text_content() == f"2／{len(whole.frames)}"
    phone.keyboard.press("End")
    assert drawn(phone, film) == (as_parsed(phone, whole.last.picture), list(whole.last.facts))


def test_a_button_that_ends_hands_the_focus_to_the_picture(phone: Page) -> None:
    film, whole = opened(phone, *LONG[0]), film_of(*LONG[0])
    film.locator("[data-gb-step='-1']").focus()
    for _ in whole.frames[1:]:
        phone.keyboard.press("Enter")
    assert film.locator("[data-gb-stage]").evaluate("one => one === document.activeElement")


def swipe(page: Page, film: Locator, across: float, down: float) -> None:
    """Drag a finger over a film's picture."""
    film.scroll_into_view_if_needed()
    box = film.locator("svg").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"], 100) / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for n in range(1, 6):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + across * n / 5, "y": y + down * n / 5}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(100)


def test_a_swipe_across_steps_and_one_down_scrolls(phone: Page) -> None:
    film, whole = opened(phone, *LONG[0]), film_of(*LONG[0])
    count, last = film.locator("[data-gb-count]"), len(whole.frames)
    swipe(phone, film, 120, 8)
    assert count.text_content() == f"{last - 1}／{last}"
    swipe(phone, film, -20, 0)
    assert count.text_content() == f"{last - 1}／{last}"
    swipe(phone, film, 50, -120)
    assert count.text_content() == f"{last - 1}／{last}"
    swipe(phone, film, -120, -8)
    assert count.text_content() == f"{last}／{last}"


def test_without_a_script_the_last_picture_stands_and_no_button(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 760}, java_script_enabled=False)
    page = context.new_page()
    film, whole = opened(page, *LONG[0], script=False), film_of(*LONG[0])
    assert film.locator("svg").get_attribute("aria-label") == whole.last.picture.title
    assert not film.locator(".gb-film__bar").is_visible()
    assert film.locator(".gb-film__facts li").all_text_contents() == list(whole.last.facts)
    context.close()


def test_the_page_does_not_move_while_the_script_starts(phone: Page) -> None:
    film = opened(phone, *LONG[0], script=False)
    before = film.bounding_box(), phone.evaluate("document.body.scrollHeight")
    phone.add_script_tag(path=ASSETS / "pictures.js")
    assert (film.bounding_box(), phone.evaluate("document.body.scrollHeight")) == before


def sample(pictures: Sequence[Picture]) -> list[Picture]:
    """The highest picture, the one that says most, and every so manieth."""
    return list(dict.fromkeys([max(pictures, key=lambda p: p.height), max(pictures, key=lambda p: len(p.text)), *pictures[::EVERY]]))


@pytest.mark.parametrize("game", GAMES)
def test_no_text_of_a_picture_is_cut_or_lies_on_another(phone: Page, game: str) -> None:
    v = view(game)
    pictures = [*dict.fromkeys(f.picture for films in v.pictures.values() for film in films if film for f in film.frames)]
    style = "".join((ASSETS / name).read_text("utf-8") for name in ("gunbai.css", "pictures.css"))
    shown = sample(pictures) + ([v.turn] if v.turn else [])
    phone.set_content(f'<style>{style} body {{ margin: 10px; width: 340px }}</style><body class="md-typeset">'
                      + "".join(p.svg for p in shown))
    assert phone.locator("svg.gb-svg").count() == len(shown) > 10
    assert phone.evaluate(CLASHES) == []


def test_texts_that_are_cut_or_covered_would_be_found(phone: Page) -> None:
    text = '<text x="{}" y="20" font-size="12">見本の一</text>'
    phone.set_content('<svg class="gb-svg" viewBox="0 0 340 40" width="340" height="40">' + text.format(0) + text.format(30)
                      + text.format(320) + "</svg>")
    assert phone.evaluate(CLASHES) == ["見本の一 / 見本の一", "cut: 見本の一"], json.dumps(phone.evaluate(CLASHES))
