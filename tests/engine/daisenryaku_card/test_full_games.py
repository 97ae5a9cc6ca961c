"""Thousands of random full games: no card is lost or doubled, no hand is too large, nobody shares a victory."""

from __future__ import annotations

import random
from collections import Counter
from types import ModuleType

import pytest

from gunbai.engine.daisenryaku_card.components import deck
from gunbai.engine.daisenryaku_card.state import Game
from gunbai.engine.daisenryaku_card.turn import OVER
from gunbai.engine.daisenryaku_card.victory import champions
from gunbai.engine.kernel import Setting, run

SIDES = ("アメリカ", "ソビエト", "NATO", "日本", "イスラエル", "東側諸国")
GAMES = 500
OPTIONS = ("自爆", "選択出撃", "国境紛争")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_games_keep_their_cards_and_have_one_winner(
        setting: Setting, random_play: ModuleType, players: int) -> None:
    with run(setting):
        whole = Counter(card.name for card in deck())
    capped = finished = 0
    for seed in range(GAMES):
        dice = random.Random(seed * 10 + players)
        sides = tuple(dice.sample(SIDES, players))
        options = tuple(option for option in OPTIONS if dice.random() < 0.3)

        def watch(game: Game, seed: int = seed) -> None:
            if game.phase not in ("引く", OVER):
                return
            held = Counter(card.name for hand in game.hands for card in hand)
            for place in (game.pile, game.discards, game.held):
                held.update(card.name for card in place)
            assert held == whole, f"seed {seed}"
            assert max(map(len, game.hands)) <= 9, f"seed {seed}"

        with run(setting):
            played = random_play.play(dice, sides, options, watch)
            won = champions(played.game)
        assert len(won) == (not played.capped), f"seed {seed}"
        capped += played.capped
        finished += played.game.phase == OVER
    assert capped + finished == GAMES
    assert capped < GAMES / 20, f"{capped} of {GAMES} games were broken off"


def test_a_game_is_broken_off_at_the_tables_cap(setting: Setting, random_play: ModuleType) -> None:
    with run(setting.with_value("samples", "手番の上限", 5)):
        played = random_play.play(random.Random(1), SIDES[:4])
    assert played.capped and played.turns == 5


def test_the_same_dice_play_the_same_game(setting: Setting, random_play: ModuleType) -> None:
    games = []
    for _ in range(2):
        with run(setting):
            games.append(random_play.play(random.Random(7), SIDES[:3]))
    assert games[0] == games[1]


@pytest.mark.parametrize("house", [
    {"dsc-war-card-moment": "after"}, {"dsc-empty-pile": "no-draw"}, {"dsc-border-condition": "instead"},
    {"dsc-border-condition": "in-addition"}, {"dsc-trade-partner": "anyone"}, {"dsc-nobody-out": "drops-out"},
    {"dsc-cleanup-hand": "hand-too"}, {"dsc-first-strike-two": "not-sure"}, {"dsc-repair-number": "all"},
    {"dsc-war-card-discarded": "not-discarded", "dsc-war-card-moment": "after"}, {"dsc-terrain-or-ace": "either"},
])
def test_other_readings_play_as_well(setting: Setting, random_play: ModuleType, house: dict[str, str]) -> None:
    with run(setting.choosing(house)):
        whole = Counter(card.name for card in deck())
    for seed in range(12):
        with run(setting.choosing(house)):
            played = random_play.play(random.Random(seed), SIDES[:4], OPTIONS)
        game = played.game
        held = Counter(card.name for place in (*game.hands, game.pile, game.discards, game.held) for card in place)
        assert held == whole
