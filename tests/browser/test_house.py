"""House rules in a real browser: chosen by a tap, followed by every verdict, handed on as a link, as YAML, on paper."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import segno
from gunbai.commands.options import setting_of
from gunbai.corpus.house import read_house
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus
from gunbai.examples.check import run_game
from gunbai.examples.runner import load_verbs, run_example

pytestmark = pytest.mark.xdist_group("browser")
ROOT = Path(__file__).parents[2]
HOUSE = "mihon-war/house/"
MODULE = 'import(new URL("assets/gunbai/house.js", document.querySelector("link[rel=manifest]").href.replace(/app.webmanifest$/, "")))'


def call(page: Any, words: str, given: object = None) -> Any:
    """Ask the module house.js of the page: ``words`` is a function of the module and what is given."""
    return page.evaluate(f"async given => ({words})(await {MODULE}, given)", given)


def pick(page: Any, ruling: str, key: str) -> None:
    button = page.locator(f'[data-gb-point="{ruling}"][data-gb-key="{key}"] [data-gb-pick]').first
    point = page.locator("details", has=button)
    if point.count() and not point.first.evaluate("d => d.open"):
        point.first.locator("summary").first.click()
    button.click()


def shown(page: Any, example: int) -> list[str]:
    """What an example shows under the table's house rules; empty where it shows nothing of its own."""
    box = page.locator(".gb-example").nth(example).locator(".gb-reply--house .gb-reply__answer")
    return [text.strip() for text in box.all_text_contents()]


def test_a_tap_on_an_open_point_decides_its_verdict_and_what_holds_without_it_stays(visitor: Any) -> None:
    visit = visitor.visit(360)
    page = visit.open("mihon-war/mw-draw/")
    assert shown(page, 0) == []
    assert "ヘッドジャッジ" in page.locator(".gb-lead").inner_text()
    pick(page, "mw-draw", "attacker")
    page.wait_for_selector(".gb-reply--house")
    assert shown(page, 0) == ["攻める側"]
    example = page.locator(".gb-example").nth(0)
    assert "卓の取り決めによる" in example.inner_text() and "攻める側が勝つ" in example.locator(".gb-reply--house").inner_text()
    assert example.locator(".gb-reply:not(.gb-reply--house) .gb-badge--open").is_visible()
    assert "攻める側が勝つ" in page.locator(".gb-housenote").inner_text()
    assert shown(page, 1) == []  # a firm answer hangs on no reading
    pick(page, "mw-draw", "attacker")
    page.wait_for_selector(".gb-reply--house", state="detached")
    assert page.locator(".gb-housenote").count() == 0
    assert visit.troubles == []


def test_what_is_chosen_on_one_page_holds_on_every_other_and_after_a_reload(visitor: Any) -> None:
    page = visitor.visit(360).open("mihon-war/open/")
    pick(page, "mw-draw", "nobody")
    pick(page, "mw-attack", "allowed")
    page.goto(visitor.address + "mihon-war/mw-draw/")
    page.wait_for_selector(".gb-reply--house")
    assert shown(page, 0) == ["なし"]
    page.goto(visitor.address + "mihon-war/mw-attack/")
    page.wait_for_selector(".gb-reply--house")
    assert shown(page, 0) == ["はい"]
    page.reload()
    page.wait_for_selector(".gb-reply--house")
    page.goto(visitor.address + HOUSE)
    page.wait_for_function("document.querySelectorAll('[aria-pressed=true][data-gb-key]').length === 2")
    assert "2点を選んだ" in page.locator("[data-gb-count]").inner_text()


def test_the_small_panel_tells_what_is_chosen_from_any_page_of_the_game_and_takes_it_back(visitor: Any) -> None:
    visit = visitor.visit(360)
    page = visit.open("mihon-war/mw-draw/")
    pick(page, "mw-draw", "nobody")
    page.goto(visitor.address + "mihon-war/cards/")
    page.get_by_text("卓の取り決め 1点").click()
    dialog = page.locator("dialog.gb-panel")
    dialog.wait_for()
    assert "どちらも勝たない" in dialog.inner_text()
    dialog.get_by_role("button", name="を外す").click()
    assert "何も選ばれていない" in dialog.inner_text()
    page.keyboard.press("Escape")
    assert dialog.count() == 0
    assert call(page, "m => m.chosen('mihon-war')") == {}
    page.locator(".gb-housemark").click()  # with nothing chosen the way leads to the page where one chooses
    page.wait_for_url(f"**/{HOUSE}")
    assert visit.troubles == []


def test_another_open_page_follows_at_once(visitor: Any) -> None:
    visit = visitor.visit()
    page = visit.open("mihon-war/mw-draw/")
    other = page.context.new_page()
    other.goto(visitor.address + HOUSE)
    other.locator('[data-gb-choice="mw-draw"] [data-gb-key="attacker"]').click()
    page.wait_for_selector(".gb-reply--house")
    assert shown(page, 0) == ["攻める側"]


def test_the_yaml_is_what_the_command_reads_and_is_read_back(visitor: Any, built_site: Path, tmp_path: Path) -> None:
    page = visitor.visit().open(HOUSE)
    page.locator("[data-gb-title]").fill('秋の "大会": 一日目 # か')
    page.locator('[data-gb-choice="mw-draw"] [data-gb-key="nobody"]').click()
    page.locator('[data-gb-choice="mw-attack"] [data-gb-key="allowed"]').click()
    with page.expect_download() as download:
        page.locator('[data-gb-do="save"]').click()
    path = tmp_path / "house.yaml"
    download.value.save_as(path)
    game = load_corpus(ROOT / "tests/site/corpus/rulings").game("mihon-war")
    assert game
    house, defects = read_house(path, game)
    assert defects == () and house
    assert dict(house.choices) == {"mw-draw": "nobody", "mw-attack": "allowed"}
    assert house.title == '秋の "大会": 一日目 # か'
    assert setting_of(game, None, house).house == house.choices
    page.locator('[data-gb-do="clear"]').click()
    assert page.locator('[aria-pressed="true"][data-gb-key]').count() == 0
    page.locator("summary").first.click()
    page.locator("[data-gb-text]").fill(path.read_text("utf-8"))
    page.locator('[data-gb-do="read"]').click()
    page.wait_for_selector('[aria-pressed="true"][data-gb-key]')
    assert call(page, "m => [m.chosen('mihon-war'), m.titleOf('mihon-war')]") == [dict(house.choices), house.title]


def test_a_file_can_be_brought(visitor: Any, tmp_path: Path) -> None:
    page = visitor.visit(360).open(HOUSE)
    path = tmp_path / "house.yaml"
    path.write_text("# 見本\ntitle: 卓\nsample: true\nchoices: {mw-draw: 'nobody'}\n", "utf-8")
    page.locator("summary").first.click()
    page.locator("[data-gb-file]").set_input_files(path)
    page.wait_for_selector('[data-gb-key="nobody"][aria-pressed="true"]')


@pytest.mark.parametrize(("text", "told"), [
    ("", "中身が無い"),
    ("title: 卓\nchoices:\n  mw-drew: nobody\n", "3行目: 「mw-drew」は、見本ウォーの解釈を選べる裁定ではない（「mw-draw」のことか）"),
    ("title: 卓\nchoices:\n  mw-draw: maybe\n", "3行目: 「mw-draw」に解釈「maybe」は無い（attacker、nobody）"),
    ("title: 卓\nchoices:\n  mw-draw: nobody\n  mw-draw: attacker\n", "YAML として読めない"),
    ("title: 卓\n  - x: [\n", "YAML として読めない"),
    ("choices: {mw-draw: nobody}\n", "「title:」に"),
    ("title: 卓\nchoices: [mw-draw]\n", "「choices:」に"),
    ("title: 卓\nnumber: 3\nchoices: {}\n", "2行目: 「number」という項目は無い"),
    ("- 1\n", "「title:」と「choices:」"),
    ("a: &a [*a]\ntitle: 卓\nchoices: {}", "読めない"),
])
def test_what_is_wrong_with_a_yaml_is_said_in_words_and_nothing_is_taken(visitor: Any, text: str, told: str) -> None:
    visit = visitor.visit()
    page = visit.open(HOUSE)
    page.locator('[data-gb-choice="mw-draw"] [data-gb-key="attacker"]').click()
    page.locator("summary").first.click()
    page.locator("[data-gb-text]").fill(text)
    page.locator('[data-gb-do="read"]').click()
    page.wait_for_selector("[data-gb-wrong] li")
    assert told in page.locator("[data-gb-wrong]").inner_text()
    assert call(page, "m => m.chosen('mihon-war')") == {"mw-draw": "attacker"}
    assert visit.troubles == []


def test_a_link_brings_the_same_choices_to_another_device_once_its_reader_agrees(visitor: Any) -> None:
    page = visitor.visit(360).open(HOUSE)
    page.locator("[data-gb-title]").fill("見本の卓")
    page.locator('[data-gb-choice="mw-draw"] [data-gb-key="nobody"]').click()
    page.locator('[data-gb-do="link"]').click()
    page.wait_for_function("document.querySelector('[data-gb-do=link]').textContent === '写した'")
    link = page.evaluate("navigator.clipboard.readText()")
    assert HOUSE in link
    other = visitor.visit(360).page
    other.goto(link)
    other.locator("[data-gb-offer] button").first.wait_for()
    assert call(other, "m => m.chosen('mihon-war')") == {}
    assert "見本の卓" in other.locator("[data-gb-offer]").inner_text()
    other.get_by_role("button", name="この取り決めにする").click()
    assert call(other, "m => [m.chosen('mihon-war'), m.titleOf('mihon-war')]") == [{"mw-draw": "nobody"}, "見本の卓"]
    assert "#" not in other.url


def test_codes_that_this_edition_does_not_know_are_said_and_the_rest_is_offered(visitor: Any) -> None:
    page = visitor.visit().open(HOUSE)
    link = call(page, "m => m.link('mihon-war', {'mw-draw': 'nobody'}, '')")
    page.goto(re.sub(r"#c=", "#c=zzzzz", link))
    page.reload()
    page.locator("[data-gb-offer] button").first.wait_for()
    assert "知らない選択が1" in page.locator("[data-gb-offer]").inner_text()
    page.get_by_role("button", name="使わない").click()
    assert call(page, "m => m.chosen('mihon-war')") == {}


def test_what_cannot_be_read_on_the_device_counts_as_nothing_chosen(visitor: Any) -> None:
    visit = visitor.visit()
    page = visit.open("mihon-war/mw-draw/")
    for kept in ("{", "[1]", '{"mihon-war": 3}', '{"mihon-war": {"choices": {"mw-draw": 7, "<b>": "x"}}}', "null"):
        page.evaluate("kept => localStorage.setItem('gunbai.house', kept)", kept)
        page.reload()
        page.wait_for_selector("[data-gb-pick]:not([hidden])")
        assert page.locator(".gb-reply--house").count() == 0
        assert call(page, "m => m.games()") == []
    assert visit.troubles == []


def test_the_event_sheet_holds_choices_ids_date_and_a_code_and_prints(visitor: Any) -> None:
    visit = visitor.visit(360)
    page = visit.open("mihon-war/mw-draw/")
    pick(page, "mw-draw", "nobody")
    page.goto(visitor.address + "event-sheet/#g=mihon-war&n=秋の大会&d=2026-11-29&rest=1")
    page.wait_for_selector(".gb-sheet__qr svg path")
    paper = page.locator("[data-gb-paper]").inner_text()
    for words in ("秋の大会", "2026-11-29", "見本ウォー", "どちらも勝たない", "mw-draw", "ヘッドジャッジ"):
        assert words in paper
    page.emulate_media(media="print")
    assert not page.locator(".gb-sheet__form").is_visible() and page.locator(".gb-sheet__qr").is_visible()
    assert page.pdf().startswith(b"%PDF")
    page.emulate_media(media="screen")
    page.locator("[data-gb-name]").fill("冬の大会")
    assert "%E5%86%AC" in page.url  # the state is in the address
    page.reload()
    assert page.locator("[data-gb-name]").input_value() == "冬の大会"
    assert visit.troubles == []


def test_codes_on_the_sheet_are_those_that_another_maker_of_qr_codes_draws(visitor: Any) -> None:
    """Of texts that fill a code whole: what follows a shorter one is of no matter to a reader, and makers differ in it."""
    page = visitor.visit().open("event-sheet/")
    address = "https://example.org/variants-war/house/#c="
    for text, version in (((address + "aB3_-" * 99)[:106], 5), ((address + "aB3_-" * 99)[:458], 14)):
        for mask in (0, 3, 6):
            ours = page.evaluate("""async ([text, version, mask]) => {
                const { generate, mode, correction } = await import(new URL("../assets/gunbai/lean-qr.js", location))
                const code = generate(text, { minVersion: version, maxVersion: version, mask, modes: [mode.ascii],
                    minCorrectionLevel: correction.L, maxCorrectionLevel: correction.L })
                return Array.from({ length: code.size }, (_, y) =>
                    Array.from({ length: code.size }, (_, x) => code.get(x, y) ? 1 : 0))
            }""", [text, version, mask])
            theirs = segno.make(text, version=version, mask=mask, error="l", boost_error=False, mode="byte", micro=False)
            assert ours == [[int(cell) for cell in row] for row in theirs.matrix]


@pytest.mark.parametrize("game_id", ["gundam-war", "girl-arms-war", "variants-war", "daisenryaku-card"])
def test_rows_in_a_page_give_what_the_engine_answers_under_the_same_house_rules(visitor: Any, game_id: str) -> None:
    """For every verdict of the corpus that hangs on readings: the sample house rules, and ten choices at random."""
    game = load_corpus(ROOT / "rulings").game(game_id)
    assert game
    cases = list(_cases(game, random.Random(7)))
    assert len(cases) > 100
    page = visitor.visit().open("")
    got = call(page, "(m, cases) => cases.map(c => m.settle(c.rows, c.choices, id => c.defaults[id]))", cases)
    wrong = [(case["where"], found, case["expected"]) for case, found in zip(cases, got, strict=True)
             if (found["firmness"], found["lines"] if found["firmness"] != "open" else []) != tuple(case["expected"])]
    assert wrong == []


def _cases(game: Game, rng: random.Random) -> Any:
    verbs, defaults = load_verbs(game), {r.id: r.default or "" for r in game.rulings if r.readings}
    for ruling in game.rulings:
        for usual in run_game_of(game).get(ruling.id, ()):
            points = {i for told in usual.told if told.answer.verdict
                      for row in told.answer.verdict.worlds for i, _ in row.choices}
            if not points:
                continue
            houses: list[Mapping[str, str]] = [h.choices for h in game.houses.values()]
            for _ in range(2):
                some = rng.sample(sorted(points), rng.randint(1, len(points)))
                houses.append({i: rng.choice(game.by_id[i].point.keys) for i in some})
            for choices in houses:
                again = run_example(ruling, usual.example, game.setting.choosing(choices), verbs)
                refused: dict[str, Any] = {}  # what could not be set up under these: what builds on it is refused alike
                for before, after in zip(usual.told, again.told, strict=True):
                    verdict, now = before.answer.verdict, after.answer.verdict
                    root = next((refused[name] for name in after.statement.refs if name in refused), None)
                    if after.statement.target:
                        refused.pop(after.statement.target, None)
                        if after.answer.lines or root:
                            refused[after.statement.target] = root or now
                    now = root or now
                    concerned = verdict and any(i in choices for row in verdict.worlds for i, _ in row.choices)
                    if verdict and now and verdict.complete and concerned:
                        yield {"where": f"{ruling.id}: {before.statement.source}: {dict(choices)}",
                               "rows": [[dict(r.choices), r.lines] for r in verdict.worlds], "choices": dict(choices),
                               "defaults": defaults,
                               "expected": [now.firmness, [] if now.firmness == "open" else list(now.outcome.lines)]}


_RUNS: dict[str, Any] = {}


def run_game_of(game: Game) -> Any:
    """The runs of a game's examples, once."""
    if game.id not in _RUNS:
        _RUNS[game.id] = run_game(game).runs
    return _RUNS[game.id]


def test_a_choice_that_this_edition_does_not_know_counts_nowhere(visitor: Any) -> None:
    """It came from another edition's link: no verdict follows it, and the mark in the head does not count it."""
    page = visitor.visit().open("")
    rows = [[{"mw-a": "x"}, ["甲"]], [{"mw-a": "y"}, ["乙"]]]
    settle = "(m, [rows, choices]) => m.settle(rows, choices, () => 'x')"
    assert call(page, settle, [rows, {"mw-a": "gone"}]) is None
    assert call(page, settle, [rows, {"mw-a": "y"}])["lines"] == ["乙"]
    page.evaluate("""() => localStorage.setItem("gunbai.house",
        JSON.stringify({"mihon-war": {title: "", choices: {"mw-gone": "x"}}}))""")
    page.goto(page.url + "mihon-war/")
    page.wait_for_timeout(600)
    mark = page.locator("a[data-gb-house]").first
    assert mark.inner_text() == "卓の取り決め"
    assert not mark.evaluate("e => e.classList.contains('gb-housemark--on')")


def test_a_reading_that_this_edition_does_not_know_leaves_the_verdicts_of_its_ruling_as_they_are(visitor: Any) -> None:
    page = visitor.visit().open("mihon-war/mw-draw/")
    choose = "async key => (await import(new URL('../../assets/gunbai/house.js', location))).choose('mihon-war', 'mw-draw', key)"
    page.evaluate(choose, "nobody")
    page.locator(".gb-housenote").wait_for()
    assert page.locator(".gb-reply--house").count() > 0
    page.evaluate(choose, "gone")
    page.wait_for_function("!document.querySelector('.gb-housenote') && !document.querySelector('.gb-reply--house')")
