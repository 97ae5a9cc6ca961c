"""開戦: what a drawn 戦争／軍事援助カード means, whom one may fight, whether one must."""

from __future__ import annotations

from typing import Final, Literal

from gunbai.engine.daisenryaku_card import border
from gunbai.engine.daisenryaku_card.drawing import receive
from gunbai.engine.daisenryaku_card.options import BORDER
from gunbai.engine.daisenryaku_card.state import AID, Counts, Game, Option, count_of, number, replace, seat
from gunbai.engine.daisenryaku_card.turn import OVER, end_turn, expect
from gunbai.engine.daisenryaku_card.war import between
from gunbai.engine.kernel import Illegal, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = ["accept_aid", "attack", "counts_itself", "may_choose", "may_join", "may_pass", "may_refuse_aid",
           "may_refuse_war", "moves", "must_be_opponent", "no_war", "opponents", "pass_by", "skirmish", "war_or_aid"]

WAR: Final = "戦争"
HELP: Final = "軍事援助"
PASS: Final = "見送り"


@rule("dsc-war-card-uncounted")
def counts_itself() -> bool:
    """Whether the drawn war card counts as a card of the hand."""
    return reading("dsc-war-card-uncounted") == "counted"


@verb("戦争か援助か", hand="手札")
@rule("dsc-war-or-aid")
def war_or_aid(hand: Count) -> str:
    """What the drawn card means for a player with so many cards."""
    need = number("戦争に要る手札")
    return WAR if hand >= need or (hand == need - 1 and counts_itself()) else HELP


@verb("援助を断れる")
@rule("dsc-aid-duty")
def may_refuse_aid() -> bool:
    """Whether a player may decline the aid."""
    return reading("dsc-aid-duty") == "option"


@verb("戦争の相手", player="手番", held="手札")
@rule("dsc-war-opponent")
def opponents(player: str, held: Counts) -> tuple[str, ...]:
    """Whom the player may make war on: any other with enough cards."""
    count_of(held, player)
    need = number("戦争に要る手札")
    return tuple(side for side, n in held.held if side != player and n >= need)


@rule("dsc-war-opponent")
def must_be_opponent(player: str, held: Counts, opponent: str) -> None:
    """Illegal where the player may not make war on somebody."""
    if opponent not in opponents(player, held):
        raise Illegal(f"{opponent}とは戦争できない")


@verb("戦争を断れる")
@rule("dsc-war-consent")
def may_refuse_war() -> bool:
    """Whether the one who is attacked may refuse."""
    return reading("dsc-war-consent") == "consent"


@verb("戦争を見送れる")
@rule("dsc-war-optional")
def may_pass() -> bool:
    """Whether the drawer may do without a war that is possible."""
    return reading("dsc-war-optional") == "may-pass"


@verb("戦争が起きる", player="手番", held="手札")
@rule("dsc-war-nobody")
def no_war(player: str, held: Counts) -> bool:
    """Whether a war comes about: not where nobody else has enough cards."""
    enough = [side for side, n in held.held if n >= number("戦争に要る手札")]
    if enough == [player]:
        return reading("dsc-war-nobody") == "nobody-at-all"
    return player in enough


@verb("戦争に加われる", who="誰が")
@rule("dsc-war-two-only")
def may_join(who: Literal["攻撃側", "防御側", "ほかの人"]) -> bool:
    """Whether somebody takes part in a war."""
    return who != "ほかの人" or reading("dsc-war-two-only") == "others-too"


@verb("できること", player="手番", held="手札", options="オプション")
@rule("dsc-war-card-moves")
def moves(player: str, held: Counts, options: tuple[Option, ...] = ()) -> tuple[str, ...]:
    """What the player may choose from after drawing a 戦争／軍事援助カード."""
    return tuple(move for move in (WAR, BORDER, HELP, PASS) if may_choose(player, held, options, move))


@rule("dsc-war-card-moves")
def may_choose(player: str, held: Counts, options: tuple[Option, ...], move: str) -> bool:
    """Whether a player may use a drawn 戦争／軍事援助カード in this way."""
    meant = war_or_aid(count_of(held, player))
    if BORDER in options and border.allowed(player, held) and not border.comes_after() and border.foes(player, held):
        return move == BORDER or move == border.choices(HELP if meant == HELP else PASS)
    if meant == WAR and not opponents(player, held):
        return move == PASS
    if move == PASS:
        return may_refuse_aid() if meant == HELP else may_pass()
    return move == meant


# a whole game

@verb("援助を受ける", game="卓")
@rule("dsc-war-card-moves")
def accept_aid(game: Game) -> Game:
    """The player receives the aid; the turn ends, unless a border conflict may follow."""
    before = game.counts
    game = receive(_choose(game, HELP))
    player = game.sides[game.turn]
    if game.phase != OVER and BORDER in game.options and border.allowed(player, before) and border.comes_after():
        return replace(game, phase=BORDER)
    return end_turn(game)


@verb("宣戦", game="卓", opponent="相手")
@rule("dsc-war-card-moves")
def attack(game: Game, opponent: str) -> Game:
    """The player makes war on another; 戦場(卓) then gives the war."""
    game = _choose(game, WAR)
    must_be_opponent(game.sides[game.turn], game.counts, opponent)
    return _at_war(game, opponent, False)


@verb("国境紛争を起こす", game="卓", opponent="相手")
@rule("dsc-war-card-moves")
def skirmish(game: Game, opponent: str) -> Game:
    """The player declares a border conflict on another."""
    game = game if game.phase == BORDER else _choose(game, BORDER)
    border.must_be_foe(game.sides[game.turn], game.counts, opponent)
    return _at_war(game, opponent, True)


@verb("見送る", game="卓")
@rule("dsc-war-card-moves")
def pass_by(game: Game) -> Game:
    """The player does nothing with the drawn card, where that is allowed; the turn ends."""
    return end_turn(game if game.phase == BORDER else _choose(game, PASS))


def _choose(game: Game, move: str) -> Game:
    expect(game, AID)
    if not may_choose(game.sides[game.turn], game.counts, game.options, move):
        raise Illegal(f"ここで「{move}」は選べない")
    return game


def _at_war(game: Game, opponent: str, small: bool) -> Game:
    sides = game.sides[game.turn], opponent
    hands = game.hands[game.turn], game.hands[seat(game.sides, opponent)]
    return replace(game, phase=WAR, war=between(sides, hands, game.options, small))
