"""変えて試す in a real browser: the same engine and the same words as in the static page."""

from __future__ import annotations

import base64
import json
import re
import shutil
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from gunbai.corpus.reader import load_corpus
from gunbai.site.runtime import answering
from gunbai.site.runtime.files import runtime_of
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.xdist_group("browser")
TESTS = Path(__file__).parents[1]
SLOW = 90_000
"""Python may take that many milliseconds to start on a busy machine."""


@pytest.fixture(scope="module")
def opened(built_site: Path) -> str:
    """The made-up game as the browser gets it, opened in this process too."""
    description = json.loads((built_site / "assets/gunbai/engine.json").read_text("utf-8"))
    place = description["games"]["mihon-war"]["place"]
    return answering.open_game((built_site / place).read_text("utf-8"))


@pytest.fixture
def ruling(visitor: Any, pyodide_archive: Path) -> Iterator[Page]:
    """The page of a ruling; at the end nothing may have gone wrong on it."""
    visit = visitor.visit()
    yield visit.open("mihon-war/mw-power/")
    assert visit.troubles == []


def box(page: Page, example: int = 0) -> Any:
    """The box of an example, opened."""
    details = page.locator(".gb-example").nth(example)
    details.evaluate("one => { one.open = true }")
    details.locator("[data-gb-run]").click()
    return details.locator(".gb-run")


def run(form: Any, text: str | None = None) -> str:
    """Run what stands in the box (or ``text``) and give what is told."""
    if text is not None:
        form.locator("textarea").fill(text)
    form.locator("[type=submit]").click()
    expect(form.locator("[data-gb=told]")).not_to_be_empty(timeout=SLOW)
    return str(form.locator("[data-gb=told]").inner_text())


def engine(where: Page, **request: Any) -> Mapping[str, Any]:
    """What the engine answers in the page."""
    found: Mapping[str, Any] = where.evaluate(
        "async given => (await import(given.engine)).run(given.request)",
        {"engine": where.url.split("mihon-war/")[0] + "assets/gunbai/engine.js", "request": request})
    return found


def test_an_example_run_in_the_page_looks_exactly_as_it_stands_there(ruling: Page) -> None:
    for number in range(ruling.locator(".gb-example").count()):
        static = re.sub(' id="__code_[0-9]+"| data-gb-every="[^"]*"', "", ruling.locator(".gb-statements").nth(number).inner_html())
        form = box(ruling, number)
        assert run(form) == "答えは元の例と同じ。"
        assert form.locator("[data-gb=result]").inner_html().strip() == static.strip()


def test_every_situation_is_answered_as_by_the_engine_here(ruling: Page, opened: str) -> None:
    texts = [
        "勝者(3, 3)", "勝者(3, 2)", '取り決め("mw-draw", "nobody")\n勝者(3, 3)', "攻撃([])", '攻撃(["見本の剣"])\n理由()\n経過()',
        "これは何", '>>> 勝者(1, 2)\nはい', '表値("numbers", "x", 3)', '時点("2001-01-01")\n勝者(3, 3)', "勝者(3, 3); 勝者(1, 2)",
        '勝者("<img src=x onerror=alert(1)>", 2)',
    ]
    for text in texts:
        got = engine(ruling, game=opened, text=text, page="mw-power")
        expected = answering.answered(opened, text, page="mw-power", up="../../")
        assert {k: got[k] for k in expected} == expected, text
    house = {"mw-draw": "attacker"}
    got = engine(ruling, game=opened, text="勝者(3, 3)", house=house, date="2020-01-01")
    assert got["verdict"] == answering.answered(opened, "勝者(3, 3)", house, "2020-01-01")["verdict"]
    assert engine(ruling, game="nothing", text="x()")["error"] == "このゲームの基準エンジンは無い"


def test_a_changed_example_tells_that_its_answer_changed_and_what_is_wrong_with_it(ruling: Page) -> None:
    form = box(ruling)
    first = form.locator("textarea").input_value()
    assert run(form, "勝者(3, 2)") == "答えが元の例と変わった。"
    assert form.locator(".gb-reply__answer").inner_text() == "攻める側"
    assert run(form, "勝者(3, 2)\n勝者(3, ").startswith("2行目: 不備: 括弧が閉じていない")
    form.get_by_text("元に戻す").click()
    assert form.locator("textarea").input_value() == first
    form.get_by_text("閉じる").click()
    expect(form).to_have_count(0)
    expect(ruling.locator(".gb-statements").first).to_be_visible()
    assert ruling.evaluate("document.activeElement.textContent") == "変えて試す"


def test_house_rules_of_the_table_are_followed_and_go_along_in_a_link(visitor: Any, pyodide_archive: Path) -> None:
    visit = visitor.visit()
    page = visit.open("mihon-war/mw-draw/")
    page.evaluate("async house => (await import(house)).choose('mihon-war', 'mw-draw', 'nobody')",
                  f"{visit.address}assets/gunbai/house.js")
    form = box(page)
    assert run(form) == "答えが元の例と変わった。卓の取り決めに従っている。"
    assert form.locator(".gb-reply__answer").inner_text() == "なし"
    form.get_by_text("リンクを写す").click()
    expect(form.get_by_text("写した")).to_be_visible()
    other = visitor.visit().page
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    assert other.locator(".gb-run textarea").input_value() == '取り決め("mw-draw", "nobody")\n勝者(3, 3)'
    assert visit.troubles == []


def test_a_kept_house_rule_that_this_edition_has_not_is_passed_over_and_named(visitor: Any, pyodide_archive: Path) -> None:
    visit = visitor.visit()
    page = visit.open("mihon-war/mw-draw/")
    page.evaluate("async house => (await import(house)).choose('mihon-war', 'mw-of-yore', 'x')",
                  f"{visit.address}assets/gunbai/house.js")
    form = box(page)
    assert run(form) == "答えは元の例と同じ。 この版に無い取り決めは使っていない：mw-of-yore"
    form.get_by_text("リンクを写す").click()
    expect(form.get_by_text("写した")).to_be_visible()
    other = visitor.visit().page
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    assert "mw-of-yore" not in other.locator(".gb-run textarea").input_value()
    assert visit.troubles == []


def test_the_keyboard_alone_changes_runs_and_closes(ruling: Page) -> None:
    ruling.locator("[data-gb-run]").first.focus()
    ruling.keyboard.press("Enter")
    ruling.keyboard.press("Control+A")
    ruling.keyboard.insert_text("勝者(9, 2)")
    ruling.keyboard.press("Control+Enter")
    expect(ruling.locator(".gb-run .gb-reply__answer")).to_have_text("攻める側", timeout=SLOW)
    for _ in range(5):
        ruling.keyboard.press("Tab")
    assert ruling.evaluate("document.activeElement.textContent") == "閉じる"
    ruling.keyboard.press("Enter")
    expect(ruling.locator(".gb-run")).to_have_count(0)


def test_a_link_brings_the_situation_to_somebody_else(ruling: Page, visitor: Any) -> None:
    form = box(ruling, 1)
    text = '勝者(3, 3)\n勝者("<b>", 2)'
    form.locator("textarea").fill(text)
    form.get_by_text("リンクを写す").click()
    expect(form.get_by_text("写した")).to_be_visible()
    link = ruling.evaluate("navigator.clipboard.readText()")
    other = visitor.visit(360)
    page = other.page
    page.goto(link)
    expect(page.locator("[data-gb=told]")).not_to_be_empty(timeout=SLOW)
    assert page.locator(".gb-run textarea").input_value() == text
    assert page.locator(".gb-run .gb-said").count() == 2
    assert page.locator(".gb-run b:has-text('この裁定')").count() == page.locator(".gb-run b").count()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    form.get_by_text("文を写す").click()
    ruling.wait_for_function("text => navigator.clipboard.readText().then(got => got === text)", arg=text)
    assert other.troubles == []


@pytest.mark.parametrize("fragment", ["run=example-1.AAAA", "run=example-1.", "run=nothing.abc", "run=example-1.!!", "run="])
def test_a_broken_link_opens_the_example_as_it_was(visitor: Any, fragment: str) -> None:
    visit = visitor.visit()
    page = visit.open(f"mihon-war/mw-power/#{fragment}")
    if fragment == "run=example-1.AAAA":
        expect(page.locator("[data-gb=told]")).to_have_text("リンクの中の文を読めなかった。元の例を開いた。")
    else:
        page.wait_for_load_state("load")
    assert page.locator("h1").count() == 1
    assert visit.troubles == []


def test_a_text_that_grows_without_end_is_not_taken_from_a_link(visitor: Any) -> None:
    squeezed = zlib.compressobj(9, wbits=-15)
    data = squeezed.compress(b"a" * 50_000_000) + squeezed.flush()
    page = visitor.visit().open(f"mihon-war/mw-power/#run=example-1.{base64.urlsafe_b64encode(data).decode().rstrip('=')}")
    expect(page.locator("[data-gb=told]")).to_have_text("リンクの中の文を読めなかった。元の例を開いた。")


def test_a_run_can_be_stopped_and_the_next_one_starts_anew(ruling: Page) -> None:
    form = box(ruling)
    form.locator("[type=submit]").click()
    form.get_by_text("止める").click(timeout=SLOW)
    expect(form.locator("[data-gb=told]")).to_have_text("途中で止めた")
    expect(form.locator("progress")).not_to_be_visible()
    assert run(form) == "答えは元の例と同じ。"


def test_nothing_is_loaded_before_somebody_shows_interest_and_progress_is_told(ruling: Page) -> None:
    asked: list[str] = []
    ruling.on("request", lambda request: asked.append(request.url))
    ruling.wait_for_load_state("load")
    assert not [a for a in asked if "pyodide" in a or "engine" in a]
    seen = ruling.evaluate("""async engine => {
        const { intend, onprogress } = await import(engine)
        const seen = []
        onprogress((fraction, words) => seen.push([fraction, words]))
        await intend("mihon-war")
        await new Promise(resolve => onprogress(fraction => { if (fraction === 1) resolve() }))
        return seen
    }""", ruling.url.split("mihon-war/")[0] + "assets/gunbai/engine.js")
    fractions = [fraction for fraction, _ in seen]
    assert fractions == sorted(fractions)
    assert len({f for f in fractions if f < 0.6}) > 3
    assert [*dict.fromkeys(words for _, words in seen)] == [
        "Python を読み込んでいる", "Python を起動している", "基準エンジンを読み込んでいる", "準備ができた"]


def test_a_broken_download_is_said_and_can_be_tried_again(visitor: Any, pyodide_archive: Path) -> None:
    page = visitor.visit().open("mihon-war/mw-power/")
    page.route("**/pyodide.asm.wasm", lambda route: route.abort())
    form = box(page)
    assert run(form) == "基準エンジンを起動できなかった。通信を確かめて、もう一度試す。"
    page.unroute("**/pyodide.asm.wasm")
    assert run(form) == "答えは元の例と同じ。"


def test_without_python_the_page_says_what_is_missing_and_all_else_works(visitor: Any) -> None:
    visit = visitor.visit()

    def without(route: Route) -> None:
        told = route.fetch().json()
        route.fulfill(json={**told, "pyodide": None})

    visit.page.route("**/engine.json", without)
    page = visit.open("mihon-war/mw-power/")
    form = box(page)
    expect(form.locator("[data-gb=told]")).to_contain_text("部品（Pyodide）が入っていない。 手元では、文を写して gunbai try mihon-war")
    assert form.locator("[type=submit]").is_disabled()
    assert engine(page, game="mihon-war", text="勝者(3, 3)")["missing"] is True
    form.get_by_text("閉じる").click()
    expect(page.locator(".gb-statements").first).to_be_visible()
    assert visit.troubles == []


def test_it_runs_under_a_policy_that_forbids_eval(visitor: Any, pyodide_archive: Path) -> None:
    visit = visitor.visit()
    policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'"

    def strict(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "content-security-policy": policy})

    visit.page.route("**/assets/gunbai/*.js", strict)
    page = visit.open("mihon-war/mw-power/")
    page.evaluate("policy => document.head.append(Object.assign(document.createElement('meta'), {httpEquiv: 'Content-Security-Policy', content: policy}))", policy)
    assert run(box(page)) == "答えは元の例と同じ。"
    assert visit.troubles == []


def test_with_a_snapshot_of_memory_it_answers_alike_and_without_it_where_it_is_broken(
        visitor: Any, opened: str, built_site: Path, pyodide_archive: Path, tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("no node")
    runtime = runtime_of(load_corpus(TESTS / "site/corpus/rulings").games, tmp_path, frozenset({"code", "snapshot"}))
    assert runtime.notes == ()
    broken = False

    def given(route: Route) -> None:
        name = "assets/" + route.request.url.split("/assets/")[1]
        content = runtime.files[name]
        route.fulfill(body=content[:1000] if broken and name.endswith(".gz") else content)

    for broken in (False, True):
        page = visitor.visit().page
        page.route(re.compile(r"/engine\.json|/engine-[0-9a-f]+\.zip|/engine-memory-"), given)
        page.goto(f"{visitor.address}mihon-war/mw-power/")
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        for text in ("勝者(3, 3)", "勝者(3, 2)\n理由()", "勝者(3)", "ショウシャ(3)"):
            expected = answering.answered(opened, text, page="mw-power", up="../../")
            got = engine(page, game=opened, text=text, page="mw-power")
            assert {k: got[k] for k in expected} == expected, text
        assert any(a.endswith(".zip") and "/engine-" in a for a in asked) is broken
