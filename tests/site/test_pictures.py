"""Pictures as SVG: safe whoever names the cards, readable in either theme, and saying in words all that they show."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from gunbai.corpus.model import Corpus
from gunbai.corpus.reader import load_corpus
from gunbai.corpus.ruling import Example
from gunbai.engine.gundam_war.chain import Cut, Play
from gunbai.engine.kernel import Illegal, Malformed, Point, Reading, Setting, reading, rule
from gunbai.examples.check import run_game
from gunbai.examples.runner import run_example
from gunbai.site.pages import Site, generated
from gunbai.site.pictures import Film, Picture, Shown, module_of, of_example, turn_of
from gunbai.site.pictures.asking import INFERRED, OPEN, UNKNOWN, Asked, ask
from gunbai.site.pictures.film import Keep, differences
from gunbai.site.pictures.gundam_war import drawn_cut
from gunbai.site.pictures.svg import WIDTH, Pen, clean, cut, measure, wrapped
from gunbai.site.view import GameView
from hypothesis import given, settings
from hypothesis import strategies as st

PROJECT = Path(__file__).parents[2]
GAMES = ("gundam-war", "girl-arms-war", "variants-war", "daisenryaku-card")
STYLES = [(PROJECT / "tools/gunbai/site/assets" / name).read_text("utf-8") for name in ("gunbai.css", "pictures.css")]
STYLE = "".join(STYLES)
SVG = "{http://www.w3.org/2000/svg}"
ATTRIBUTES = {
    "svg": {"class", "role", "aria-label", "viewBox", "width", "height"}, "rect": {"class", "x", "y", "width", "height", "rx"},
    "circle": {"class", "cx", "cy", "r"}, "path": {"class", "d"},
    "text": {"class", "x", "y", "font-size", "text-anchor", "transform"},
}
SIGNS = re.compile(r"[›？伏○×・－a-j0-9 ]*|≒(0|100)%|行は.*の点、列は.*の点")
"""What stands for something that is said in other words: a step, a doubt, a set card, a line or column."""
HOSTILE = ("<script>x()</script>", '"/><a href="javascript:x()">', "]]></text><image href='//x'/>", "&lt;b&gt;", "\x00\x1b\ud800",
           "\u202eabc", "{{ x }}", "長" * 500)


@cache
def all_games() -> tuple[GameView, ...]:
    """The games of this repository, their examples run."""
    return tuple(GameView(game, run_game(game)) for game in load_corpus(PROJECT / "rulings").games)


@pytest.fixture(scope="module")
def games() -> tuple[GameView, ...]:
    """The games of this repository."""
    return all_games()


@pytest.fixture(scope="module")
def drawn(games: tuple[GameView, ...]) -> Mapping[str, list[Picture]]:
    """Every picture of every game, each once: those of all statements of the examples and the chart of the turn."""
    return {v.game.id: [*dict.fromkeys(
        [f.picture for films in v.pictures.values() for film in films if film for f in film.frames] + ([v.turn] if v.turn else []))]
        for v in games}


def read(picture: Picture) -> ET.Element:
    """The picture as XML."""
    return ET.fromstring(picture.svg)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_pictures_in_its_examples_and_a_chart_of_the_turn(drawn: Mapping[str, list[Picture]], game: str) -> None:
    assert len(drawn[game]) > 10
    assert any("ターン" in p.title or "手番" in p.title for p in drawn[game])


@pytest.mark.parametrize("game", GAMES)
def test_pictures_hold_shapes_with_classes_and_nothing_else(drawn: Mapping[str, list[Picture]], game: str) -> None:
    for picture in drawn[game]:
        for element in read(picture).iter():
            name = element.tag.removeprefix(SVG)
            assert set(element.attrib) <= ATTRIBUTES[name], element.attrib
            assert element.attrib["class"].startswith("gb-svg"), picture.title
            assert name == "text" or not (element.text or "").strip()


@pytest.mark.parametrize("game", GAMES)
def test_every_class_has_a_colour_of_the_theme(drawn: Mapping[str, list[Picture]], game: str) -> None:
    used = {e.attrib["class"] for p in drawn[game] for e in read(p).iter()} - {"gb-svg", "gb-svg__text"}
    assert {c for c in used if f".{c} " not in STYLE and f".{c}," not in STYLE} == set()


def test_pictures_take_their_colours_from_variables_that_both_themes_set() -> None:
    for rule_text in re.findall(r"\.gb-svg[^{]*\{([^}]*)\}", STYLE):
        for colour in re.findall(r"(?:fill|stroke|(?<![-\w])color): ([^;]+?)\s*(?:;|$)", rule_text):
            assert colour in ("none", "currentcolor") or colour.startswith("var(--gb-"), colour
    dark = STYLE[STYLE.index('[data-md-color-scheme="slate"]'):]
    dark = dark[:dark.index("}")]
    section = STYLE[STYLE.index("/* Pictures"):STYLE.index("/* A phone")] + STYLES[1]
    for name in set(re.findall(r"var\((--gb-[a-z]+)\)", section)):
        assert f"{name}:" in dark, name


@pytest.mark.parametrize("game", GAMES)
def test_the_text_alternative_says_every_word_that_is_drawn(drawn: Mapping[str, list[Picture]], game: str) -> None:
    for picture in drawn[game]:
        root = read(picture)
        assert root.attrib["role"] == "img"
        assert root.attrib["aria-label"] == picture.text
        for text in root.iter(f"{SVG}text"):
            for word in re.split("[ ・]", (text.text or "").rstrip("…")):
                assert word in picture.text or SIGNS.fullmatch(word), (word, picture.text)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_drawn_outside_the_picture(drawn: Mapping[str, list[Picture]], game: str) -> None:
    for picture in drawn[game]:
        for text in read(picture).iter(f"{SVG}text"):
            size, x = float(text.attrib["font-size"]), float(text.attrib["x"])
            width = measure(text.text or "") * size
            left = x - {"start": 0.0, "middle": width / 2, "end": width}[text.attrib.get("text-anchor", "start")]
            if "transform" not in text.attrib:
                assert left >= -6 and left + width <= WIDTH + 6, (text.text, picture.text)
            assert 0 < float(text.attrib["y"]) < picture.height, (text.text, picture.text)
            assert size >= 9


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_drawn_as_text(name: str) -> None:
    cards = Cut((Play(name, name, (name,), "手番"), Play(name, 0, (0,), "相手")), "相手", gone=frozenset({name}))
    picture = drawn_cut(Shown(cards, Setting()))
    assert picture
    assert {e.tag.removeprefix(SVG) for e in read(picture).iter()} <= set(ATTRIBUTES)
    assert "\u202e" not in picture.svg
    assert len(picture.text) < 1000


@settings(deadline=None)
@given(st.text(), st.text())
def test_any_text_makes_valid_xml_in_the_drawing_and_in_its_alternative(word: str, fact: str) -> None:
    pen = Pen()
    pen.words(0, 10, word, room=100)
    root = read(pen.finish(word, [fact], 20))
    assert measure("".join(root.itertext())) <= 100 / 12
    assert clean(fact) in root.attrib["aria-label"]


@settings(deadline=None)
@given(st.text(), st.integers(3, 40), st.integers(1, 4))
def test_lines_of_a_wrapped_text_fit_and_hold_its_beginning(text: str, room: int, most: int) -> None:
    lines = wrapped(text, room, most)
    assert len(lines) <= most
    assert all(measure(line) <= room for line in lines)
    whole = "".join(lines).replace(" ", "")
    assert clean(text).replace(" ", "").startswith(whole.removesuffix("…"))


def test_a_long_text_is_cut_and_a_short_one_is_not() -> None:
    assert cut("赤い彗星", 4) == "赤い彗星"
    assert cut("赤い彗星の砲撃", 4) == "赤い彗…"


@rule("test-inferred")
def inferred(_: object = None) -> bool:
    return reading("test-inferred") == "a"


@rule("test-open")
def undecided(same: bool) -> bool:
    return reading("test-open") == "a" or same


TWO = (Reading("a", "", "medium"), Reading("b", "", "weak"))
SETTING = Setting(points={"test-inferred": Point("test-inferred", "inferred", TWO, "a"), "test-open": Point("test-open", "open", TWO)})


def test_a_picture_knows_how_firm_an_answer_is() -> None:
    assert ask(SETTING, lambda: 1) == Asked(1)
    assert ask(SETTING, inferred) == Asked(True, INFERRED)
    assert ask(SETTING.choosing({"test-inferred": "b"}), inferred) == Asked(False)
    assert ask(SETTING, lambda: undecided(False)) == Asked(None, OPEN)
    assert ask(SETTING, lambda: undecided(True)) == Asked(True)


def test_a_picture_does_not_guess_where_the_engine_does_not_answer() -> None:
    def broken() -> bool:
        raise Malformed("資料が無い")

    def refused() -> bool:
        raise Illegal("できない", ["test-open"])

    assert ask(SETTING, broken) == Asked(None, UNKNOWN)
    assert ask(SETTING, refused) == Asked(None, UNKNOWN, "できない")
    assert ask(Setting(), inferred) == Asked(None, UNKNOWN)  # a corpus that is not finished


def example(view: GameView, run: str) -> Film | None:
    """The pictures of an example of GUNDAM WAR that is written here."""
    game = view.game
    done = run_example(game.rulings[0], Example("例", run), game.setting, view.done.verbs)
    return of_example(game, view.done.verbs, done.told)


@pytest.fixture(scope="module")
def gundam(games: tuple[GameView, ...]) -> GameView:
    return next(v for v in games if v.game.id == "gundam-war")


FIRST = '>>> 一 = プレイ("見本の砲撃", 対象="ガンダム", 対象候補=["ガンダム"])\n'


def test_an_example_has_a_picture_for_each_statement_and_ends_with_the_last(gundam: GameView) -> None:
    run = FIRST + '>>> 二 = カットイン("見本の横槍", 対象=一, 対象候補=[一])\n>>> 変更先("幼き人質", 二)\n>>> 理由()\n'
    film = example(gundam, run + '>>> 三 = カットイン("見本の一喝", 対象=二, 対象候補=[一, 二])\n')
    assert film
    assert [frame.at for frame in film.frames] == [0, 1, 2, 4]
    assert [frame.picture.facts[0] for frame in film.frames] == ["カットは1枚", "カットは2枚", "カットは2枚", "カットは3枚"]
    assert film.last is film.frames[-1]
    assert film.frames[2].gist.startswith("不可")


def test_a_refused_statement_shows_on_what_it_was_put(gundam: GameView) -> None:
    film = example(gundam, FIRST + '>>> 二 = カットイン("見本の横槍", 対象=一, 対象候補=["ザク"])\n')
    assert film
    assert [frame.picture for frame in film.frames] == [film.last.picture] * 2
    assert "カットは1枚" in film.last.facts
    assert film.last.gist.startswith("不可")


def test_what_the_example_settles_later_is_what_a_later_question_is_drawn_under() -> None:
    view = next(v for v in all_games() if v.game.id == "variants-war")
    run = ('>>> 盤 = 見本の盤()\n>>> 桜 = モンスター("見本の桜", "森羅万象", 2000, 1000)\n>>> 接する値(桜, "縦", "上")\n'
           '>>> 取り決め("vv-axis-view", "{}")\n>>> 接する値(桜, "縦", "上")\n')
    key = view.game.setting.points["vv-axis-view"].keys[0]
    done = run_example(view.game.rulings[0], Example("例", run.format(key)), view.game.setting, view.done.verbs)
    assert [dict(told.setting.house) for told in done.told][-2:] == [{"vv-axis-view": key}] * 2
    assert dict(done.told[0].setting.house) == {}
    assert [value.name for name, value in done.told[2].answer.inputs if name == "モンスター"] == ["見本の桜"]


def test_a_picture_that_would_be_another_under_another_reading_says_so_and_names_the_point(games: tuple[GameView, ...]) -> None:
    view = next(v for v in games if v.game.id == "girl-arms-war")
    marked = [frame for films in view.pictures.values() for film in films if film for frame in film.frames if frame.mark]
    assert {INFERRED, OPEN} == {frame.mark for frame in marked}
    for frame in marked:
        assert frame.points and all(view.game.setting.points[i].readings for i in frame.points)
        assert frame.facts[0] == f"{frame.mark}の点による図"
    film = view.pictures["gaw-start-places"][1]
    assert film and film.last.mark == INFERRED
    settled = run_example(
        view.game.rulings[0], Example("例", f'>>> 取り決め("{film.last.points[0]}", "{default(view, film.last.points[0])}")\n'
                                      + "".join(f">>> {frame.source}\n" for frame in film.frames)),
        view.game.setting, view.done.verbs)
    again = of_example(view.game, view.done.verbs, settled.told)
    assert again and film.last.points[0] not in again.last.points


def default(view: GameView, ruling: str) -> str:
    """The key of the reading that is taken."""
    return view.game.setting.points[ruling].default or ""


@given(st.lists(st.sampled_from("abcdef"), max_size=12), st.lists(st.sampled_from("abcdefg"), max_size=12))
def test_what_differs_and_what_is_kept_make_the_whole_again(base: list[str], other: list[str]) -> None:
    again: list[str] = []
    for one in differences(base, other):
        again += base[one.first:one.end] if isinstance(one, Keep) else [one]
    assert again == other


@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_the_last_picture_of_an_example_and_of_the_others_only_what_differs(games: tuple[GameView, ...], game: str) -> None:
    view = next(v for v in games if v.game.id == game)
    films = [film for found in view.pictures.values() for film in found if film and len(film.frames) > 3]
    kept = sum(len(held.svg) + len(held.facts) for film in films for held in film.others)
    whole = sum(len(frame.picture.svg) for film in films for frame in film.frames[:-1])
    assert kept < whole * 0.75
    assert all(n < held.base < len(film.frames) for film in films for n, held in enumerate(film.others))


def test_a_row_of_an_open_table_that_is_inferred_names_its_point(gundam: GameView, games: tuple[GameView, ...]) -> None:
    rows = [(view, row) for view in games for runs in view.done.runs.values() for run in runs for told in run.told
            if told.answer.verdict for row in told.answer.verdict.table if row.inferred]
    assert rows
    for view, row in rows:
        assert row.text.endswith("（推定）")
        assert all(view.game.setting.points[i].readings for i in row.points)
        assert not set(row.points) & {i for i, _ in row.choices}


def test_where_nothing_can_be_drawn_there_is_no_picture(gundam: GameView) -> None:
    assert example(gundam, '>>> 次("リロールフェイズ")\n>>> 無い(\n') is None
    assert module_of("gunbai.engine.mihon_war") is None
    assert module_of("elsewhere.gundam_war") is None


def test_a_ruling_page_shows_the_picture_of_its_first_example_below_the_answer_and_only_once(gundam: GameView) -> None:
    site = Site(Corpus(PROJECT / "rulings", (gundam.game,)), {gundam.game.id: gundam.done})
    pages = {p.path: p.content.replace("<wbr>", "") for p in generated(site)}
    page = pages["gundam-war/gw-retarget-candidates.md"]
    places = [page.index(t) for t in ('class="gb-answer', 'id="picture"', "今の対象は作戦の看破", "## 理由", "## 例", "図は上にある")]
    assert places == sorted(places)
    first = page[page.index("## 例"):page.index(">表に無いカードは")]
    assert "<svg" not in first
    assert page.count("<svg") > 1
    assert "ターンの流れ" in pages["gundam-war/index.md"]


def test_a_game_without_pictures_has_pages_without_them(pages: Mapping[str, str], site: Site) -> None:
    assert not any("gb-picture" in content for content in pages.values())
    assert turn_of(site.corpus.games[0]) is None
