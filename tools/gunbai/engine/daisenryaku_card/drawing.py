"""引いたカード: what a drawn card makes a player do, the hand limit, 軍事援助."""

from __future__ import annotations

from typing import Literal

from gunbai.engine.daisenryaku_card.components import card, face
from gunbai.engine.daisenryaku_card.setup import OPEN
from gunbai.engine.daisenryaku_card.state import AID, TRADE, Card, Game, drawn_card, find, number, replace, without
from gunbai.engine.daisenryaku_card.turn import end_turn, expect, take
from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = ["action", "aid_drawn", "aid_goes_on", "aided", "discard", "discards_open", "draw", "drop", "hand_after",
           "is_discarded", "may_discard", "over_limit", "receive", "war_card_lies"]

KEEP = "手札に加える"


@verb("引いたとき", kind="種類")
@rule("dsc-drawn-action")
def action(kind: str) -> str:
    """What a player does with a drawn card of a kind."""
    return str(keyed("drawn", kind)["value"])


@verb("引いた後の手札", kind="種類", hand="手札")
@rule("dsc-hold-same")
def hand_after(kind: str, hand: Count) -> int:
    """How many cards a hand has after a card was drawn, before any is discarded: open cards never enter it."""
    return hand + 1 if action(kind) == KEEP else hand


@verb("捨てる必要", hand="手札")
@rule("dsc-hand-limit")
def over_limit(hand: Count) -> bool:
    """Whether a hand of so many cards is over the limit, so that one must be discarded."""
    return hand > number("手札上限")


@verb("捨ててよい", chosen="捨てる", drawn="引いた")
@rule("dsc-limit-choice")
def may_discard(chosen: str, drawn: str) -> bool:
    """Over the limit: whether a card may be the one to go; also the one just drawn."""
    return chosen != drawn or reading("dsc-limit-choice") == "any"


@verb("捨て札を見てよい")
@rule("dsc-discards-open")
def discards_open() -> bool:
    """Whether the discards may be looked at."""
    return reading("dsc-discards-open") == "face-up"


@verb("戦争カードの行き先")
@rule("dsc-war-card-discarded")
def is_discarded() -> str:
    """Where a used war card goes."""
    return "捨て札" if reading("dsc-war-card-discarded") == "discarded" else "書かれていない"


@verb("戦争カードは捨て札にある", when="いつ")
@rule("dsc-war-card-moment")
def war_card_lies(when: Literal["処理の途中", "処理の後"]) -> bool:
    """Whether a war card is among the discards while it is being used, and after."""
    return when != "処理の途中" or reading("dsc-war-card-moment") == "at-once"


@verb("軍事援助で得る", cards="引いた3枚")
@rule("dsc-aid-three")
def aided(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Which of three drawn cards a player keeps; open ones are dropped, and not replaced."""
    if len(cards) != number("援助の枚数"):
        raise Malformed(f"軍事援助で引くのは{number('援助の枚数')}枚")
    return tuple(name for name in cards if face(card(name).kind) != OPEN)


@verb("援助で引ける枚数", pile="山札")
@rule("dsc-aid-pile-out")
def aid_drawn(pile: Count) -> int:
    """How many of the three aid cards are drawn when the pile may run out on the way."""
    wanted = number("援助の枚数")
    return wanted if aid_goes_on() else min(pile, wanted)


@rule("dsc-aid-pile-out")
def aid_goes_on() -> bool:
    """Whether drawing goes on in the middle of an aid after the pile ran out."""
    return reading("dsc-aid-pile-out") == "go-on"


# a whole game

@verb("引く", game="卓")
@rule("dsc-draw-one")
def draw(game: Game) -> Game:
    """The player whose turn it is draws; the table then waits for what the card demands."""
    expect(game, "引く")
    game = take(game)
    drawn = game.drawn
    if drawn is None:
        return end_turn(game)
    if action(drawn.kind) == KEEP:
        game = _added(game, drawn)
        return replace(game, phase="捨てる") if over_limit(len(game.hands[game.turn])) else end_turn(game)
    if drawn.kind == TRADE:
        return replace(_thrown(game, drawn), phase="貿易")
    game = _thrown(game, drawn) if war_card_lies("処理の途中") else replace(game, held=(*game.held, drawn))
    return replace(game, phase=AID)


@verb("捨てる", game="卓", name="カード")
@rule("dsc-hand-limit")
def discard(game: Game, name: str) -> Game:
    """The player discards one card because the hand is over the limit."""
    expect(game, "捨てる")
    if name == drawn_card(game).name and not may_discard(name, name):
        raise Illegal("引いたばかりのカードは捨てられない")
    return end_turn(drop(game, game.turn, find(game.hands[game.turn], name)))


@rule("dsc-aid-three")
def receive(game: Game) -> Game:
    """The player draws three cards: aid. Open ones among them go to the discards."""
    for n in range(number("援助の枚数")):
        if n and not game.pile and not aid_goes_on():
            return game
        game = take(game)
        if game.drawn is None:
            return game
        drawn = game.drawn
        game = _thrown(game, drawn) if face(drawn.kind) == OPEN else _added(game, drawn)
    return game


def drop(game: Game, player: int, gone: Card) -> Game:
    """The table after a player has put a card from the hand onto the discards."""
    hands = tuple(without(hand, (gone,)) if i == player else hand for i, hand in enumerate(game.hands))
    return replace(game, hands=hands, discards=(*game.discards, gone))


def _added(game: Game, drawn: Card) -> Game:
    return replace(game, hands=tuple((*hand, drawn) if i == game.turn else hand for i, hand in enumerate(game.hands)))


def _thrown(game: Game, drawn: Card) -> Game:
    return replace(game, discards=(*game.discards, drawn))
