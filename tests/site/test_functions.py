"""The engine's source as pages show it, and where the steps of a trace lead."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path

import pytest
from gunbai.corpus.model import Corpus
from gunbai.corpus.reader import load_corpus
from gunbai.engine.kernel import rules
from gunbai.examples.runner import load_verbs
from gunbai.site.functions import functions_of
from gunbai.site.said import anchor_of

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    found = load_corpus(ROOT / "rulings")
    for game in found.games:
        load_verbs(game)
    return found


def test_what_is_shown_of_every_engine_is_its_source_character_by_character(corpus: Corpus) -> None:
    seen = 0
    for game in corpus.games:
        for ruling in game.rulings:
            shown = functions_of(ruling.id, game.engine_package)
            written = [inspect.getsource(inspect.unwrap(f)) for f in rules(ruling.id)]
            assert [unescape(re.sub("<[^>]*>", "", f.source)) for f in shown] == [source.rstrip() for source in written]
            seen += len(shown)
    assert seen > 400


def test_a_function_says_where_it_stands_and_has_an_anchor_of_its_own_on_its_page(corpus: Corpus) -> None:
    for game in corpus.games:
        for ruling in game.rulings:
            shown = functions_of(ruling.id, game.engine_package)
            assert len({f.anchor for f in shown}) == len(shown), ruling.id
            for f in shown:
                file, _, line = f.place.rpartition(":")
                lines = (ROOT / "tools" / file).read_text("utf-8").splitlines()
                assert lines[int(line) - 1].startswith("@"), f.place


def test_keywords_texts_and_names_have_classes_and_the_rest_has_none(corpus: Corpus) -> None:
    game = next(g for g in corpus.games if g.id == "gundam-war")
    source = functions_of("gw-cost-floor", game.engine_package)[0].source
    assert '<i class="d">@rule</i>(<i class="s">&#34;gw-cost-floor&#34;</i>)' in source
    assert re.search(r'<i class="k">def</i> <i class="f">\w+</i>\(', source)
    assert set(re.findall('class="(.)"', source)) <= set("csdfnk")


def test_a_step_of_a_trace_leads_to_the_function_that_ran(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/mw-power.md"]
    assert f'<a class="gb-fn" href="#{anchor_of("gunbai.engine.mihon_war.basics.total")}">total</a>' in page
    anchors = set(re.findall(r'class="gb-fn" href="#(fn-[^"]+)"', page))
    assert anchors
    assert anchors <= set(re.findall(r'<details class="gb-more gb-function" id="([^"]+)"', page))
    assert "gunbai/engine/mihon_war/basics.py:" in page


def test_a_game_without_an_engine_shows_no_source() -> None:
    assert functions_of("mw-power", "gunbai.engine.elsewhere") == ()
