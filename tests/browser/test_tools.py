"""Judge tools in a real browser: what each answers is what the engine answers in CPython, and a situation is an address."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from gunbai.examples.language import Bad, parse_example
from gunbai.examples.session import BUILTINS, Session
from gunbai.site import mkdocs_plugin
from gunbai.site.load import load_site
from gunbai.site.pages import Page, Site, generated
from gunbai.site.said import said_of, words_of
from gunbai.site.statements import Known, statements
from gunbai.site.tool_list import TOOLS
from gunbai.site.tools import ToolView

pytestmark = pytest.mark.xdist_group("browser")
PROJECT = Path(__file__).parents[2]
EACH = 3
"""So many situations of the corpus are asked of each tool, beside its own."""


@pytest.fixture(scope="module")
def corpus() -> Site:
    """The corpus of this repository, read and run."""
    return load_site(PROJECT / "rulings")


@pytest.fixture(scope="module")
def tool_views(corpus: Site) -> dict[str, ToolView]:
    """The tools by id."""
    return {tool.tool.id: tool for view in corpus.views for tool in view.tools}


@pytest.fixture(scope="module")
def address(corpus: Site, tmp_path_factory: pytest.TempPathFactory, browser: object) -> Iterator[str]:
    """The address of a site with the hand-written pages, the tools and the house rules: the rest takes long to build."""
    root = tmp_path_factory.mktemp("tools")
    shutil.copy(PROJECT / "mkdocs.yml", root)
    shutil.copytree(PROJECT / "docs", root / "docs")

    def some(*given: Any) -> Iterator[Page]:
        return (p for p in generated(*given) if p.path.startswith("tools/") or p.path.endswith(("/house.md", "/index.md", "trust.md")))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mkdocs_plugin, "generated", some)
        mkdocs_plugin.build_site(corpus, root / "mkdocs.yml", root / "served/gunbai")
    handler = functools.partial(_Quiet, directory=str(root / "served"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/gunbai/"
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is theirs
        """Say nothing."""


def text_of(page: Any) -> str:
    return str(page.locator('[data-gb-at="text"]').text_content())


def answered(page: Any, act: Any = None) -> None:
    """Press 判定する (or do something else that asks anew) and wait until the new answer stands there."""
    page.evaluate("document.querySelector('[data-gb-at=result]').firstElementChild?.setAttribute('data-old', '')")
    (act or page.locator('[data-gb-at="run"]').click)()
    page.wait_for_selector('[data-gb-at="result"] .gb-result__statements', timeout=120_000)
    page.wait_for_function("""!document.querySelector('[data-gb-at=result] [data-old]')
        && !document.querySelector('[aria-busy]') && !document.querySelector('.gb-result--old')""", timeout=120_000)


def rendered(tool: ToolView, text: str, house: dict[str, str] | None = None) -> str:
    """The same text answered here, as the static pages would show it."""
    setting = tool.game.setting.choosing(house or {})
    session, words = Session(setting, tool.done.verbs), words_of(tool.done.verbs)
    parsed = parse_example("\n".join(f">>> {line}" for line in text.split("\n")))
    assert not any(isinstance(s, Bad) for s in parsed)
    said = [said_of(s.source, session.tell(s), words) for s in parsed if not isinstance(s, Bad)]

    def look(ruling: str) -> Known | None:
        found = tool.game.by_id.get(ruling)
        return Known(found.title, f"../../{tool.game.id}/{ruling}/", {r.key: r.text for r in found.readings}) if found else None

    return str(statements(said, "", look))


def shows(page: Any, html: str) -> bool:
    """Whether the page's answer is ``html``, node by node; what the page adds for house rules aside."""
    return bool(page.evaluate("""html => {
        const wanted = document.createElement("div"), got = document.querySelector(".gb-result__statements").cloneNode(true)
        wanted.innerHTML = html
        got.querySelectorAll(".gb-reply--house").forEach(one => one.remove())
        wanted.className = got.className
        return wanted.isEqualNode(got)
    }""", html))


def situations(tool: ToolView) -> Iterator[list[Any]]:
    """Situations of the corpus's examples that use only this tool's words, as the form holds them."""
    seen = set()
    for ruling in tool.game.rulings:
        for example in ruling.examples:
            rows: list[Any] = []
            for s in parse_example(example.run):
                if isinstance(s, Bad) or (s.verb not in tool.tool.words and s.verb not in BUILTINS):
                    break
                if s.verb in ("取り決め", "時点", "表値"):
                    break
                if s.verb in BUILTINS or (not s.target) != tool.tool.words[s.verb].endswith("？"):
                    continue
                rows.append([s.verb, s.target, tool.given(s)])
            else:
                verbs = tuple(r[0] for r in rows)
                if any(not name for _, name, _ in rows) and verbs not in seen and len(rows) < 40:
                    seen.add(verbs)
                    yield rows


@pytest.mark.parametrize("tool_id", [t.id for t in TOOLS])
def test_a_tool_answers_what_the_engine_answers(visitor: Any, tool_views: dict[str, ToolView], tool_id: str,
                                                pyodide_archive: Path) -> None:
    """Its own situation and some of the corpus: the very nodes that a static page would show."""
    tool = tool_views[tool_id]
    visit = visitor.visit(360)
    page = visit.open(tool.url)
    page.locator('[data-gb-at="form"]').wait_for()
    answered(page)
    assert shows(page, rendered(tool, text_of(page)))
    asked = [rows for rows, _ in zip(situations(tool), range(EACH), strict=False)]
    assert asked, "no example of the corpus fits the tool"
    for rows in asked:
        fragment = quote(json.dumps(rows, ensure_ascii=False))
        answered(page, lambda f=fragment: page.evaluate("f => { location.hash = 's=' + f }", f))
        text = text_of(page)
        assert text.count("\n") + 1 == len(rows)
        assert shows(page, rendered(tool, text)), text
        answered(page)
    assert visit.troubles == []


def test_without_a_run_a_tool_shows_the_answer_to_its_first_situation(visitor: Any, tool_views: dict[str, ToolView]) -> None:
    for tool in tool_views.values():
        page = visitor.visit().open(tool.url)
        page.locator('[data-gb-at="form"]').wait_for()
        answers = [line for said in tool.said for line in said.lines]
        shown = page.locator('[data-gb-at="result"]').inner_text()
        assert answers and all(a.startswith("裁定待ち") or a in shown for a in answers)
        assert page.locator(".gb-result--old").count() == 0
        assert "pyodide" not in " ".join(page.evaluate("performance.getEntriesByType('resource').map(r => r.name)"))


def test_a_chain_is_built_by_tapping_and_its_address_brings_it_back(visitor: Any, tool_views: dict[str, ToolView],
                                                                    pyodide_archive: Path) -> None:
    visit = visitor.visit(360)
    page = visit.open("tools/retarget/")
    page.locator('[data-gb-at="adds"] .gb-taps').get_by_role("button", name="ハマーンの嘲笑").click()
    page.locator(".gb-row--asks summary").click()
    page.locator(".gb-row--asks").get_by_role("button", name="四（").click()
    answered(page)
    text = text_of(page)
    assert '四 = カットイン("ハマーンの嘲笑", 対象=三, 後=三)' in text and '変更先("幼き人質", 四, 後=四)' in text
    assert shows(page, rendered(tool_views["retarget"], text))
    answered(page, page.locator(".gb-row__off").nth(2).click)  # the live form answers each change by itself
    shorter = text_of(page)
    assert "三" not in shorter and '四 = カットイン("ハマーンの嘲笑", 対象=二, 後=二)' in shorter
    assert shows(page, rendered(tool_views["retarget"], shorter))
    answered(page, page.go_back)
    assert text_of(page) == text
    page.locator('[data-gb-at="link"]').click()
    page.wait_for_function("document.querySelector('[data-gb-at=link]').textContent === '写した'")
    link = page.evaluate("navigator.clipboard.readText()")
    other = visitor.visit(360).page
    other.goto(link)
    other.locator('[data-gb-at="form"]').wait_for()
    assert text_of(other) == text
    assert other.locator(".gb-result--old").count() == 1  # the answer that stands there is to another situation
    assert visit.troubles == []


@pytest.mark.parametrize("fragment", ["#s=", "#s=%", "#s=%7B", "#s=[[%22eval%22,%22%22,{}]]", "#s=[[%22プレイ%22,%22一%22,{%22x%22:1}]]",
                                      "#s=[[%22プレイ%22,%22<b>%22,{}]]", "#s=3", "#x"])
def test_an_address_that_cannot_be_read_shows_the_first_situation(visitor: Any, tool_views: dict[str, ToolView],
                                                                  fragment: str) -> None:
    visit = visitor.visit()
    page = visit.open(f"tools/retarget/{fragment}")
    page.locator('[data-gb-at="form"]').wait_for()
    assert text_of(page).startswith('一 = プレイ("赤い彗星")')
    assert visit.troubles == []


def test_hostile_text_in_an_address_stays_text(visitor: Any) -> None:
    visit = visitor.visit()
    rows = [["同じ名称", "", {"一": "<img src=x onerror=alert(1)>", "二": "'\"<script>"}]]
    page = visit.open(f"tools/same-name/#s={quote(json.dumps(rows))}")
    page.locator('[data-gb-at="form"]').wait_for()
    assert page.locator("img[src=x]").count() == 0
    assert "<img src=x onerror=alert(1)>" in text_of(page)
    assert visit.troubles == []


@pytest.mark.parametrize(("typed", "found"), [("まーふぃ", "ウェス・マーフィー"), ("akaisuisei", "赤い彗星"), ("ウエスマーフィ", "ウェス・マーフィー")])
def test_names_complete_by_yomi_romaji_and_in_spite_of_a_slip(visitor: Any, typed: str, found: str) -> None:
    visit = visitor.visit(360)
    page = visit.open("tools/same-name/")
    page.locator(".gb-row summary").first.click()
    more = page.locator(".gb-row").first.get_by_role("button", name="ほかを書く")
    if more.count():
        more.first.click()
    field = page.locator(".gb-row").first.get_by_role("combobox").first
    field.fill(typed)
    option = page.get_by_role("option", name=found, exact=True)
    option.wait_for()
    for _ in range(10):
        field.press("ArrowDown")
        if page.locator('[role="option"][aria-selected="true"]').text_content() == found:
            break
    field.press("Enter")
    assert f'"{found}"' in text_of(page)
    assert page.get_by_role("option").count() == 0
    assert visit.troubles == []


def test_a_tool_follows_house_rules_and_says_so(visitor: Any, tool_views: dict[str, ToolView], pyodide_archive: Path) -> None:
    visit = visitor.visit(360)
    page = visit.open("gundam-war/house/")
    page.locator('[data-gb-choice="gw-stack-copy"] [data-gb-key="earliest"]').click()
    page = visit.open("tools/stacking/")
    page.wait_for_selector(".gb-reply--house")  # the static answer follows, before anything is run
    answered(page)
    text = text_of(page)
    assert text.startswith('取り決め("gw-stack-copy", "earliest")\n')  # what is copied gives the same answer elsewhere
    tool = tool_views["stacking"]
    assert shows(page, rendered(tool, text.partition("\n")[2], {"gw-stack-copy": "earliest"}))
    assert "卓の取り決めによる" in page.locator(".gb-result__house").inner_text()
    page.get_by_text("取り決めが無いとき").click()
    assert "裁定待ち" in page.locator('[data-gb-at="result"]').inner_text()
    assert visit.troubles == []


def test_kept_house_rules_that_this_edition_has_not_are_passed_over_and_named(visitor: Any, tool_views: dict[str, ToolView],
                                                                             pyodide_archive: Path) -> None:
    visit = visitor.visit(360)
    page = visit.open("tools/stacking/")
    kept = {"gundam-war": {"title": "", "choices": {"gw-of-yore": "x", "gw-stack-copy": "earliest"}}}
    page.evaluate("kept => localStorage.setItem('gunbai.house', kept)", json.dumps(kept))
    page.reload()
    page.locator('[data-gb-at="form"]').wait_for()
    answered(page)
    text, result = text_of(page), page.locator('[data-gb-at="result"]')
    assert text.startswith('取り決め("gw-stack-copy", "earliest")\n') and "gw-of-yore" not in text
    assert shows(page, rendered(tool_views["stacking"], text.partition("\n")[2], {"gw-stack-copy": "earliest"}))
    assert "この版に無い取り決めは使っていない：gw-of-yore" in result.inner_text()
    assert " 1点の取り決めに従った。" in page.locator(".gb-result__house").inner_text()
    kept["gundam-war"]["choices"] = {"gw-stack-copy": "no-such-reading"}
    page.evaluate("kept => localStorage.setItem('gunbai.house', kept)", json.dumps(kept))
    page.reload()
    page.locator('[data-gb-at="form"]').wait_for()
    answered(page)
    assert shows(page, rendered(tool_views["stacking"], text_of(page)))
    assert "この版に無い取り決めは使っていない：gw-stack-copy" in result.inner_text()
    assert page.locator(".gb-result__house").count() == 0 and "取り決め(" not in text_of(page)
    assert visit.troubles == []


def test_the_deciding_rulings_stand_below_with_their_badges(visitor: Any, pyodide_archive: Path) -> None:
    page = visitor.visit().open("tools/usable/")
    answered(page)
    rows = page.locator(".gb-result__by li")
    assert rows.count() > 0
    assert rows.locator(".gb-badge").count() == rows.count()
    assert all("girl-arms-war/gaw-" in link for link in rows.locator("a").evaluate_all("all => all.map(a => a.href)"))


def test_a_tool_is_worked_by_keys_alone(visitor: Any, pyodide_archive: Path) -> None:
    visit = visitor.visit()
    page = visit.open("tools/usable/")
    page.locator('[data-gb-at="form"]').wait_for()
    first = page.locator(".gb-row").first
    first.locator("summary").first.focus()
    page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.textContent") == "開始フェイズ中":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert '"開始フェイズ中"' in text_of(page)
    assert page.evaluate("document.activeElement.textContent") == "開始フェイズ中"  # the place is kept
    answered(page, lambda: page.keyboard.press("Control+Enter"))
    assert visit.troubles == []


def test_without_pyodide_a_tool_says_what_is_missing_and_shows_its_text(visitor: Any) -> None:
    visit = visitor.visit()
    page = visit.page
    page.route("**/engine.json", lambda route: route.fulfill(json={
        "version": "x", "pyodide": None, "games": {}, "words": {"missing": "部品が入っていない。"}}))
    visit.open("tools/cost/")
    page.locator('[data-gb-at="run"]').click()
    page.locator(".gb-result .gb-banner").wait_for()
    assert "部品が入っていない" in page.locator('[data-gb-at="result"]').inner_text()
    assert 'コスト("緑2-4-1")' in text_of(page)


def test_a_report_holds_page_situation_and_house_rules_and_can_be_copied(visitor: Any) -> None:
    visit = visitor.visit(360)
    page = visit.open("variants-war/house/")
    page.locator('[data-gb-choice="vv-equal-values"] [data-gb-key="both"]').click()
    page = visit.open("tools/battle/")
    page.locator('[data-gb-at="form"]').wait_for()
    page.get_by_role("button", name="誤りを知らせる").click()
    field = page.locator("dialog textarea")
    report = field.input_value()
    for words in ("tools/battle/", ">>> 盤面 = 見本の盤()", '取り決め("vv-equal-values", "both")', "裁定集の版: 20"):
        assert words in report
    page.locator("dialog").get_by_role("button", name="写す").click()
    page.wait_for_function("document.querySelector('dialog .gb-copy--main').textContent === '写した'")
    assert page.evaluate("navigator.clipboard.readText()") == report
    page.keyboard.press("Escape")
    assert page.locator("dialog").count() == 0
    assert visit.troubles == []


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("tool_id", [t.id for t in TOOLS])
def test_nothing_that_is_shown_moves_when_the_form_is_made(visitor: Any, tool_id: str, width: int) -> None:
    visit = visitor.visit(width)
    visit.page.add_init_script("""window.shifts = []
        new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(one => [one.value,
            one.sources.map(source => source.node?.className ?? source.node?.nodeName)])))
            .observe({ type: "layout-shift", buffered: true })""")
    visit.page.route("**/assets/gunbai/tool.js", lambda route: (visit.page.wait_for_timeout(300), route.continue_()))
    page = visit.open(f"tools/{tool_id}/")
    page.locator('[data-gb-at="form"]').wait_for()
    assert page.locator('[data-gb-at="result"]').is_visible()
    page.wait_for_timeout(500)
    shifts = page.evaluate("shifts")
    assert sum(value for value, _ in shifts) < 0.02, shifts


def test_without_a_script_or_with_one_that_does_not_come_the_first_answer_is_shown(visitor: Any, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{visitor.address}tools/cost/")
    assert page.locator('[data-gb-at="result"]').is_visible()
    context.close()
    page = visitor.visit().page
    page.route("**/assets/gunbai/tool.js", lambda route: route.abort())
    page.goto(f"{visitor.address}tools/cost/")
    page.locator('[data-gb-at="result"]').wait_for(state="visible", timeout=10_000)


@pytest.mark.parametrize("tool_id", [t.id for t in TOOLS])
def test_a_tool_fits_a_narrow_screen_with_buttons_for_a_thumb(visitor: Any, tool_id: str) -> None:
    page = visitor.visit(360, "dark").open(f"tools/{tool_id}/")
    page.locator('[data-gb-at="form"]').wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for summary in page.locator(".gb-row__fields > summary").all():
        if not summary.evaluate("one => one.parentElement.open"):
            summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.evaluate("""[...document.querySelectorAll(".gb-tool :is(.gb-tap, .gb-copy, .gb-token)")]
        .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 34).map(one => one.textContent)""")
    assert small == []
