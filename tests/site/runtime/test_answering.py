"""The browser's path, run by this Python with nothing but the bundle on its path."""

from __future__ import annotations

import html
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from gunbai.corpus import urls
from gunbai.site.load import load_site
from gunbai.site.pages import Site, generated
from gunbai.site.runtime import answering
from gunbai.site.runtime.bundle import bundle, sources
from gunbai.site.runtime.game_data import game_json, read_game

PROJECT = Path(__file__).parents[3]
BY_STRANGER = """
import json, sys
sys.path[:] = [p for p in sys.path if "site-packages" not in p]
sys.path.insert(0, sys.argv[1])
from gunbai.site.runtime import answering
given = json.load(sys.stdin)
for text in given["games"]:
    answering.open_game(text)
print(json.dumps([answering.answered(**request) for request in given["requests"]]))
print(json.dumps(sorted(m.split(".")[0] for m in sys.modules)), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def real() -> Site:
    """The corpus of this project, read and run."""
    return load_site(PROJECT / "rulings")


@pytest.fixture(scope="module")
def data(real: Site) -> Mapping[str, bytes]:
    """The games as the browser gets them."""
    return {g.id: game_json(g, {r.id: urls.url_of(r) for r in g.rulings}) for g in real.corpus.games}


@pytest.fixture(scope="module", autouse=True)
def opened(data: Mapping[str, bytes]) -> None:
    """The games, opened in this process too."""
    for text in data.values():
        answering.open_game(text.decode())


def asked(text: str, game: str = "gundam-war", **more: Any) -> dict[str, Any]:
    return answering.answered(game, text, **more)


def test_the_game_that_the_browser_gets_is_the_game_that_is_checked(real: Site, data: Mapping[str, bytes]) -> None:
    for game in real.corpus.games:
        read = read_game(data[game.id])
        assert read.setting.tables == game.setting.tables
        for point in game.setting.points.values():
            got = read.setting.points[point.id]
            assert (got.certainty, got.default, got.since, got.until) == (
                point.certainty, point.default, point.since, point.until)
            assert [(r.key, r.text, r.support) for r in got.readings] == [(r.key, r.text, r.support) for r in point.readings]


def test_every_example_answers_in_the_bundle_exactly_as_its_page_shows(
        real: Site, data: Mapping[str, bytes], tmp_path: Path) -> None:
    packages = [g.engine_package for g in real.corpus.games]
    (tmp_path / "engine.zip").write_bytes(bundle(packages))
    examples = [(r, e) for g in real.corpus.games for r in g.rulings for e in r.examples]
    requests = [{"game": r.game, "text": e.run, "page": r.id, "up": "../../"} for r, e in examples]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", BY_STRANGER, str(tmp_path / "engine.zip")], capture_output=True, text=True,
        input=json.dumps({"games": [d.decode() for d in data.values()], "requests": requests}), check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    modules = set(json.loads(done.stderr))
    assert not modules & {"yaml", "pydantic", "jinja2", "markupsafe", "markdown", "mkdocs", "click"}
    answers = json.loads(done.stdout)
    pages = {page.path: page.content for page in generated(real)}
    assert len(answers) == len(examples) > 1000
    other = [f"{r.id}: {e.title}" for (r, e), answer in zip(examples, answers, strict=True)
             if answer["html"].strip() not in pages[f"{urls.url_of(r).rstrip('/')}.md"]]
    assert other == []


def test_the_bundle_is_the_same_bytes_each_time_and_holds_what_it_needs() -> None:
    one = bundle(["gunbai.engine.gundam_war"])
    assert one == bundle(["gunbai.engine.gundam_war"])
    assert one != bundle(["gunbai.engine.variants_war"])
    files = sources(["gunbai.engine.gundam_war"])
    assert "gunbai/engine/gundam_war/costs.py" in files
    assert not any("variants_war" in name for name in files)


def test_a_package_that_does_not_exist_is_not_in_the_bundle() -> None:
    assert sources(["gunbai.engine.nothing", "nowhere.at_all"]) == sources([])


def test_house_rules_hold_for_the_answer(real: Site) -> None:
    tried = 0
    for ruling in (r for g in real.corpus.games for r in g.rulings if r.certainty == "open"):
        for text in (e.run for e in ruling.examples if "取り決め" not in e.run):
            free = asked(text, ruling.game)
            if not free["verdict"] or free["verdict"]["points"] != [ruling.id]:
                continue
            chosen = [asked(text, ruling.game, house={ruling.id: reading.key}) for reading in ruling.readings]
            assert not any(ruling.id in c["verdict"]["points"] for c in chosen)
            assert len({c["answer"] for c in chosen}) > 1
            tried += 1
    assert tried > 20


def test_a_date_holds_for_the_answer() -> None:
    now, then = asked("理由()"), asked("理由()", date="2009-09-17")
    assert now == then
    assert asked("x()", date="2009-09-17")["verdict"]["situation"] == '時点("2009-09-17"); x()'


def test_house_rules_that_this_edition_has_not_are_passed_over_and_named(real: Site) -> None:
    """A device keeps its choices longer than an edition lives; the others still hold, and a text that chooses is strict."""
    game = next(g for g in real.corpus.games if g.id == "gundam-war")
    stated = next(r.id for r in game.rulings if not r.readings)
    for ruling in (r for r in game.rulings if r.certainty == "open"):
        for text in (e.run for e in ruling.examples if "取り決め" not in e.run):
            if (asked(text)["verdict"] or {"points": ()})["points"] == [ruling.id]:
                good = {ruling.id: ruling.readings[0].key}
                foreign = {"gw-nothing": "x", stated: "x"}
                got = asked(text, house={**foreign, **good})
                assert got == {**asked(text, house=good), "unused": [*foreign]}
                assert got["error"] is None and got["answer"] != asked(text)["answer"]
                outdated = asked(text, house={ruling.id: "no-such-key"})
                assert outdated == {**asked(text), "unused": [ruling.id]}
                assert "不備" in asked('取り決め("gw-nothing", "x")')["error"]
                return
    pytest.fail("no open point decides an example alone")


def test_a_date_that_is_none_is_said() -> None:
    assert asked("x()", date="2009-9-17")["error"] == "不備: 日付は 2009-09-18 の形で書く: 2009-9-17"


@pytest.mark.parametrize(("text", "error"), [
    ("一 = プレイ(\"赤い彗星\")\nプレー(一)", "2行目: 不備: 「プレー」という手続きは無い（「プレイ」のことか）"),
    ("一 = プレイ(\"赤い彗星\"", "1行目: 不備: 括弧が閉じていない"),
    ("\n\n__import__(\"os\")", "3行目: 不備: 「__import__」は使えない"),
    ("＞＞＞ プレイ()", "1行目: 不備: 「>>> 」は半角で、空白を1つ続けて書く"),
    ("プレイ(赤い彗星)", "1行目: 不備: 「赤い彗星」はまだ決まっていない（文字なら引用符で囲む: \"赤い彗星\"）"),
])
def test_what_cannot_be_read_is_said_with_its_line_and_a_hint(text: str, error: str) -> None:
    said = asked(text)
    assert said["error"] == error
    assert error.split(": ", 1)[1].split("（")[0] in html.unescape(said["html"])


def test_after_a_bad_line_the_others_are_still_answered() -> None:
    said = asked("これは何\n一 = プレイ(\"赤い彗星\")\n理由()")
    assert said["error"].startswith("1行目: 不備: ")
    assert said["answer"] == "なし"
    assert said["html"].count('class="gb-said"') == 3


def test_prompts_may_stand_before_the_lines_and_expected_lines_are_passed_over() -> None:
    plain = asked("理由()")
    assert plain == asked(">>> 理由()") == asked(">>> 理由()\n何か\n")


def test_a_stranger_can_ask_neither_for_too_much_text_nor_for_too_many_statements() -> None:
    assert asked("あ" * (answering.MAX_TEXT + 1))["error"] == "不備: 40000字を超える"
    many = asked("理由()\n" * (answering.MAX_STATEMENTS + 5))
    assert many["error"] == f"{answering.MAX_STATEMENTS + 1}行目: 不備: 文が{answering.MAX_STATEMENTS}を超える"


def test_text_is_shown_and_never_read_as_html() -> None:
    said = asked('プレイ("<img src=x onerror=alert(1)>")\n<script>alert(1)</script>')
    assert "<img" not in said["html"]
    assert "<script" not in said["html"]


def test_a_fault_of_the_engine_is_an_answer_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("見本")

    monkeypatch.setattr(answering.Session, "tell", broken)
    assert asked("理由()")["error"] == "1行目: 基準エンジンの誤り: ZeroDivisionError: 見本"
