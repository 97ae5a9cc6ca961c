"""What the site tells of a game's points: enough to choose from, codes that stay, nothing of what has ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus
from gunbai.site.house_data import CODE, badges_file, house_files, house_place, points_of

ROOT = Path(__file__).parents[2]
GAMES = load_corpus(ROOT / "rulings").games


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
def test_every_reading_in_force_can_be_chosen_and_has_a_code_of_its_own(game: Game) -> None:
    told = json.loads(house_files((game,))[house_place(game.id)])
    shown = {(p["id"], r["key"]): r["code"] for p in told["points"] for r in p["readings"]}
    assert set(shown) == {(r.id, x.key) for r in game.rulings if not r.until for x in r.readings}
    assert len(set(shown.values())) == len(shown)
    assert {len(code) for code in shown.values()} == {CODE}


def test_a_code_follows_from_the_ids_so_that_old_links_are_read() -> None:
    """Written down: a change here makes the links and QR codes that are on paper useless."""
    game = load_corpus(ROOT / "tests/site/corpus/rulings").game("mihon-war")
    assert game
    told = json.loads(house_files((game,))[house_place("mihon-war")])
    codes = {r["key"]: r["code"] for p in told["points"] if p["id"] == "mw-draw" for r in p["readings"]}
    assert codes == CODES


CODES = {"attacker": "UIMqD", "nobody": "kSYY-"}


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
def test_points_stand_in_reading_order_and_are_open_or_inferred(game: Game) -> None:
    points = points_of(game)
    order = [t.id for t in game.topics]
    places = [order.index(r.topic) for r in points]
    assert places == sorted(places)
    assert {r.certainty for r in points} <= {"open", "inferred"}


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
def test_badges_tell_of_every_ruling(game: Game) -> None:
    _, content = badges_file(game)
    told = json.loads(content)
    assert {i: row[1] for i, row in told.items()} == {r.id: r.badge for r in game.rulings}
