"""Plays random games of スーパー大戦略カード through the engine's own rule functions: for the benchmark and the tests.

Nothing is decided here but the players' choices and the dice; what is allowed and what comes of it the engine says.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from gunbai.engine.daisenryaku_card.combat import fight, total
from gunbai.engine.daisenryaku_card.components import is_terrain
from gunbai.engine.daisenryaku_card.declare import (
    BORDER, PASS, WAR, accept_aid, attack, moves, opponents, pass_by, skirmish,
)
from gunbai.engine.daisenryaku_card.border import foes
from gunbai.engine.daisenryaku_card.drawing import discard, draw
from gunbai.engine.daisenryaku_card.repair import fell, repair, repairable
from gunbai.engine.daisenryaku_card.result import clean_up, conclude
from gunbai.engine.daisenryaku_card.setup import open_game
from gunbai.engine.daisenryaku_card.state import AID, REPAIR, TERRAIN, WEAPON, Game, War
from gunbai.engine.daisenryaku_card.trade import give, partners, skip, trade
from gunbai.engine.daisenryaku_card.turn import OVER
from gunbai.engine.daisenryaku_card.victory import capped
from gunbai.engine.daisenryaku_card.war import (
    arrange, battlefield, fighters, play_terrain, select, weapons_due,
)

__all__ = ["Played", "play", "play_war"]

Watch = Callable[[Game], None]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: the table at its end, how many turns and wars it took, whether it was broken off."""

    game: Game
    turns: int
    wars: int
    capped: bool


def play(dice: random.Random, sides: tuple[str, ...], options: tuple[str, ...] = (),
         watch: Watch = lambda game: None) -> Played:
    """One game with random choices; ``watch`` sees the table after every step. Runs inside ``with run(setting)``."""
    game = open_game(sides, dice.randrange(10 ** 6), dice.choice(sides), dice.choice(sides), options)
    turns = wars = 0
    while game.phase != OVER:
        watch(game)
        if game.phase == "引く":
            if capped(turns):
                break
            turns += 1
        wars += game.phase == WAR
        game = _step(dice, game)
    watch(game)
    return Played(game, turns, wars, game.phase != OVER)


def _step(dice: random.Random, game: Game) -> Game:
    player = game.sides[game.turn]
    match game.phase:
        case "引く":
            return draw(game)
        case "捨てる":
            return discard(game, dice.choice(game.hands[game.turn]).name)
        case "貿易":
            others = partners(player, game.counts)
            return trade(game, dice.choice(others)) if others else skip(game)
        case "渡す":
            assert game.drawn is not None
            return give(game, dice.choice((*game.hands[game.turn], game.drawn)).name)
        case "戦争":
            return conclude(game, play_war(dice, battlefield(game)))
    choices = moves(player, game.counts, game.options) if game.phase == AID else (BORDER, PASS)
    match dice.choice(choices):
        case "軍事援助":
            return accept_aid(game)
        case "戦争":
            return attack(game, dice.choice(opponents(player, game.counts)))
        case "国境紛争":
            return skirmish(game, dice.choice(foes(player, game.counts)))
    return pass_by(game)


def play_war(dice: random.Random, war: War) -> War:
    """A whole war with random choices and dice, up to the clean-up."""
    for side, hand in zip(war.sides, war.hands, strict=True):
        weapons = [card for card in hand if card.kind == WEAPON]
        war = select(war, side, tuple(dice.sample(weapons, weapons_due(len(weapons), war.border))))
    for side, hand in zip(war.sides, war.hands, strict=True):
        terrain = [card.name for card in hand if card.kind == TERRAIN and is_terrain(card.name)]
        war = play_terrain(war, side, (dice.choice(terrain),) if terrain and dice.random() < 0.5 else ())
    for side in war.sides:
        war = arrange(war, side, seed=dice.randrange(1000))
    for place in dice.sample(range(len(war.results)), len(war.results)):
        if None not in fighters(war, place):
            rolls = total((dice.randint(1, 6), dice.randint(1, 6))), total((dice.randint(1, 6), dice.randint(1, 6)))
            war = fight(war, place + 1, rolls)
    for i, side in enumerate(war.sides):
        cards = sum(card.kind == REPAIR for card in war.hands[i])
        lost = [one.name for place, one in enumerate(war.rows[i] or ())
                if one and cards and repairable(one, side, fell(war, i, place), None in fighters(war, place))]
        war = repair(war, side, tuple(dice.sample(lost, dice.randint(0, min(cards, len(lost))))))
    return clean_up(war)
