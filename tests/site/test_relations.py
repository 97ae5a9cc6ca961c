"""Which rulings hang together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from gunbai.corpus.model import Corpus
from gunbai.corpus.reader import load_corpus
from gunbai.examples.check import GameRun, run_game
from gunbai.site.pages import Site, generated
from gunbai.site.relations import decided, general


@pytest.fixture(scope="module")
def gundam() -> GameRun:
    game = load_corpus(Path(__file__).parents[2] / "rulings").game("gundam-war")
    assert game
    return run_game(game)


def test_a_ruling_is_told_whose_examples_it_decided(gundam: GameRun) -> None:
    done = gundam
    found = decided(done)
    for ruling, others in found.items():
        for other in others:
            assert other.id != ruling
            reasons = [r for run in done.runs[other.id] for t in run.told if t.answer.verdict for r in t.answer.verdict.reasons]
            assert ruling in reasons
    assert "gw-retarget-candidates" in {r.id for r in found["gw-retarget-unplayable"]}


def test_what_was_decided_stands_folded_on_the_page_with_links(gundam: GameRun) -> None:
    site = Site(Corpus(Path("rulings"), (gundam.game,)), {gundam.game.id: gundam})
    pages = {p.path: p.content for p in generated(site)}
    for ruling, others in decided(gundam).items():
        page = pages[f"gundam-war/{ruling}.md"]
        part = page[page.index('id="decided"'):]
        part = part[:part.index("</details>")]
        assert all(f'href="../../gundam-war/{other.id}/"' in part for other in others), ruling


def test_a_term_lists_the_rulings_whose_words_use_it_and_a_card_those_that_decided_about_it(site: Site) -> None:
    found = general(site.runs["mihon-war"])
    game = site.corpus.games[0]
    spoken = [r.id for r in game.rulings if "戦力" in r.title + r.question + r.answer]
    assert [r.id for r in found["戦力"]] == spoken
    assert "mw-power" in {r.id for r in found["見本の剣"]}


def test_a_name_s_page_keeps_what_names_it_apart_from_its_groups_and_from_the_rest(pages: Mapping[str, str], site: Site) -> None:
    view = site.views[0]
    for name, rulings in view.general.items():
        assert not {r.id for r in rulings} & {t.ruling.id for t in view.touching.get(name, ())}
    page = next(c for p, c in pages.items() if "# 見本の剣" in c and "/cards/" in p)
    heads = [page.index(h) for h in ("## これについての裁定", "## まとまりについての裁定")]
    assert heads == sorted(heads)
