"""Every page of the built site in a browser: opens, says no error, asks no other host, breaks no policy, prints."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_every_page_opens_without_error_foreign_request_or_breach_of_its_policy(
        visitor: Any, places: list[str], width: int, scheme: str) -> None:
    visit = visitor.visit(width, scheme)
    visit.page.add_init_script("""window.breaches = []
        document.addEventListener("securitypolicyviolation", e => breaches.push(`${e.violatedDirective} ${e.blockedURI}`))""")
    assert len(places) > 15
    for place in places:
        page = visit.open(place)
        page.mouse.move(30, 30)  # the theme's script comes with the first sign of use
        page.wait_for_function("typeof window.component$ !== 'undefined'")
        assert page.evaluate("breaches") == [], place
        assert page.locator("h1").count() == 1, place
        assert page.evaluate("document.documentElement.scrollWidth") <= width, place
    assert visit.troubles == []


def test_the_policy_is_in_force(visitor: Any) -> None:
    """What the other tests find no breach of does forbid inline scripts, eval, styles and other hosts."""
    page = visitor.visit().open("")
    told = page.evaluate("""async () => {
        const seen = []
        document.addEventListener("securitypolicyviolation", e => seen.push(e.effectiveDirective))
        const script = document.createElement("script")
        script.textContent = "window.ran = true"
        document.body.append(script)
        document.body.setAttribute("onclick", "window.ran = true")
        document.body.click()
        setTimeout("window.ran = true")
        document.body.append(Object.assign(document.createElement("img"), { src: "https://elsewhere.invalid/x.png" }))
        await fetch("https://elsewhere.invalid/").catch(() => {})
        const style = document.createElement("style")
        style.textContent = "body { color: red }"
        document.body.append(style)
        await new Promise(done => setTimeout(done, 200))
        return [window.ran ?? false, [...new Set(seen)].sort()]
    }""")
    assert told == [False, ["connect-src", "img-src", "script-src", "script-src-attr", "script-src-elem", "style-src-elem"]]


def test_no_link_of_the_whole_site_is_dead_nor_any_anchor(visitor: Any, places: list[str]) -> None:
    """Links as the browser resolves them, with the anchors that scripts make."""
    visit = visitor.visit()
    ids: dict[str, set[str]] = {}
    links: set[tuple[str, str, str]] = set()
    for place in places:
        page = visit.open(place)
        ids[visit.address + place] = set(page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)"))
        for target, anchor in page.evaluate("""[...document.querySelectorAll("a[href]")].filter(a => a.protocol.startsWith("http"))
                .map(a => [a.origin + a.pathname, decodeURIComponent(a.hash.slice(1))])"""):
            links.add((place, target, anchor))
    assert len(links) > 200
    inside = [(p, t, a) for p, t, a in links if t.startswith(visit.address)]
    pages = [(p, t, a) for p, t, a in inside if t in ids]
    assert [(p, t, a) for p, t, a in pages if a and not a.startswith(("run=", "h=", "house=")) and a not in ids[t]] == []
    files = sorted({t for _, t, _ in inside if t not in ids})
    for target in files:
        assert visit.page.request.get(target).ok, target


@pytest.mark.parametrize("place", ["mihon-war/mw-power/", "mihon-war/mw-draw/", "mihon-war/rules/", "mihon-war/faq/"])
def test_a_page_prints_to_pdf_with_its_text_and_without_bars_and_buttons(visitor: Any, tmp_path: Path, place: str) -> None:
    page = visitor.visit().open(place)
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    for control in (".md-header", ".gb-nav", ".gb-toasts", "[data-gb-offline]", ".md-tabs"):
        for one in page.locator(control).all():
            assert one.is_hidden(), control
    path = tmp_path / "page.pdf"
    page.pdf(path=str(path), format="A4")
    text = "".join(sheet.extract_text() for sheet in PdfReader(path).pages).replace("\n", "").replace(" ", "")
    text = unicodedata.normalize("NFKC", text)  # fonts name some characters by their look-alikes among the radicals
    title = page.locator("h1").evaluate("e => [...e.childNodes].filter(n => !n.classList?.contains('headerlink')).map(n => n.textContent).join('')")
    assert title.replace(" ", "").strip() in text


def test_words_half_typed_with_an_input_method_are_searched_once_they_are_whole(visitor: Any) -> None:
    """Composition as a real input method sends it, through the browser's own input channel."""
    visit = visitor.visit(390)
    page = visit.open("search/")
    page.locator(".gb-finder__input").focus()
    channel = page.context.new_cdp_session(page)
    for text in ("せ", "せん", "せんr", "せんりょく"):
        channel.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    page.wait_for_timeout(300)
    assert page.locator("[data-gb-hits] a").count() == 0
    channel.send("Input.insertText", {"text": "戦力"})
    page.locator("[data-gb-hits] a").first.wait_for()
    assert page.locator(".gb-finder__input").input_value() == "戦力"
    assert visit.troubles == []


def test_a_page_tells_others_what_it_is_about(visitor: Any, places: list[str]) -> None:
    page = visitor.visit().open("mihon-war/mw-power/")
    told = page.evaluate("""Object.fromEntries([...document.querySelectorAll("meta[property], meta[name]")]
        .map(m => [m.getAttribute("property") ?? m.name, m.content]))""")
    assert "合計する" in told["description"] and told["og:description"] == told["description"]
    assert told["og:title"] and told["og:type"] == "article" and told["og:locale"] == "ja_JP"
    assert "canonical" not in page.content()  # its address is not known
    app = page.evaluate("""async () => {
        const link = document.querySelector("link[rel=manifest]"), app = await (await fetch(link.href)).json()
        const found = await Promise.all(app.icons.map(async i => (await fetch(new URL(i.src, link.href))).ok))
        const pages = await Promise.all([app.start_url, ...app.shortcuts.map(s => s.url)].map(async u => (await fetch(new URL(u, link.href))).ok))
        return [app.display, new URL(app.scope, link.href).href, found, pages]
    }""")
    assert app[0] == "standalone" and app[1] == visitor.address and all(app[2]) and len(app[2]) == 4 and all(app[3])
