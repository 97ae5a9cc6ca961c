"""勝敗と後始末: counting what was destroyed, the winner, what returns to the hand, the win."""

from __future__ import annotations

from typing import Literal

from gunbai.engine.daisenryaku_card import border
from gunbai.engine.daisenryaku_card.border import DRAW
from gunbai.engine.daisenryaku_card.options import counts_for_enemy
from gunbai.engine.daisenryaku_card.repair import after_repair, cards_needed, fell, points_lost
from gunbai.engine.daisenryaku_card.state import (
    ATTACKER, DEFENDER, REPAIR, ROLES, WEAPON, Card, Game, Pair, War, replace, seat, without,
)
from gunbai.engine.daisenryaku_card.turn import OVER, end_turn, expect
from gunbai.engine.daisenryaku_card.victory import ends_now, needed, reached, win_worth
from gunbai.engine.daisenryaku_card.war import at_stage, fighters
from gunbai.engine.daisenryaku_card.weapons import is_home, walkover_returns
from gunbai.engine.kernel import Illegal, Malformed, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = ["clean_up", "conclude", "discarded", "earner", "gets_win", "held", "points", "returns", "score",
           "stays_in_hand", "unpaired", "victor", "walkover", "winner"]


@rule("dsc-score")
def points(pair: Pair) -> tuple[int, int]:
    """What a pair counts for the two sides: a destroyed enemy is one point."""
    one, other = (down and (shot or counts_for_enemy()) for down, shot in zip(pair.down, pair.shot, strict=True))
    return int(other), int(one)


@verb("余る兵器", laid="兵器", pairs="対")
@rule("dsc-unpaired-number")
def unpaired(laid: Count, pairs: Count) -> int:
    """How many weapons of a side have nobody opposite."""
    if pairs > laid:
        raise Malformed("対の数は、兵器の数より多くならない")
    return laid - pairs


@verb("不戦勝の点", left="余り", small="国境紛争")
@rule("dsc-unpaired-score")
def walkover(left: Count, small: bool = False) -> int:
    """How many points weapons without a pair make: each counts as an enemy destroyed."""
    if small:
        return border.unpaired_count(left)
    return left if reading("dsc-unpaired-score") == "points" else 0


@verb("破壊数", war="戦")
@rule("dsc-result-after-all")
def score(war: War) -> tuple[int, int]:
    """The points of the attacker and of the defender. Illegal before all pairs are settled."""
    if war.stage not in ("判定", "終了"):
        raise Illegal("すべての対の戦闘が終わってから数える")
    pairs = [points(result) for result in war.results if result is not None]
    shot = [sum(pair[i] for pair in pairs) for i in (0, 1)]
    return (shot[0] + _unfought(war, 0, len(pairs)) - _repaired(war, 1),
            shot[1] + _unfought(war, 1, len(pairs)) - _repaired(war, 0))


def _unfought(war: War, i: int, pairs: int) -> int:
    """The points of a side for its weapons that had no pair."""
    left = unpaired(sum(one is not None for one in war.rows[i] or ()), pairs)
    return walkover(left, war.border) if left else 0


def _repaired(war: War, i: int) -> int:
    """The points that the enemy of a side loses because the side repaired weapons."""
    down = sum(fell(war, i, place) for place in war.saved[i])
    return points_lost(down) if down else 0


@verb("戦争の勝者", attacker="攻撃側", defender="防御側")
@rule("dsc-more-destroyed")
def winner(attacker: Count, defender: Count) -> str:
    """Who wins a war in which the sides have destroyed so many: who destroyed more."""
    if attacker > defender:
        return ATTACKER
    return DEFENDER if defender > attacker else DRAW


@verb("戦争の勝ちを得る", won="勝った側")
@rule("dsc-defender-wins")
def gets_win(won: Literal["攻撃側", "防御側"]) -> bool:
    """Whether the side that destroyed more gets a win for it; also the defender."""
    return won == ATTACKER or reading("dsc-defender-wins") == "either"


@verb("勝者", war="戦")
@rule("dsc-score")
def victor(war: War) -> str:
    """The side that has won a war or a border conflict, or 引き分け."""
    counted = border.margin(*score(war)) if war.border else winner(*score(war))
    return counted if counted == DRAW else war.sides[ROLES.index(counted)]


@rule("dsc-war-win")
def earner(war: War) -> str:
    """The side to which the war brings a win, or 引き分け."""
    won = victor(war)
    if won == war.sides[0] or won == DRAW:
        return won
    return won if (border.credited(DEFENDER) if war.border else gets_win(DEFENDER)) else DRAW


@verb("手札に戻る", one="カード", side="陣営", down="撃破された", left="対なし")
@rule("dsc-cleanup-return")
def returns(one: Card, side: str, down: bool = False, left: bool = False) -> bool:
    """Whether a card that was used in a war goes back to the hand: own weapons that were not destroyed."""
    if one.kind != WEAPON or down:
        return False
    return is_home(one, side) or (left and walkover_returns())


@verb("手札に残る", one="カード", side="陣営")
@rule("dsc-cleanup-hand")
def stays_in_hand(one: Card, side: str) -> bool:
    """After a war: whether a card that was not used in it stays in the hand; also a weapon of another side."""
    return one.kind != WEAPON or is_home(one, side) or reading("dsc-cleanup-hand") == "war-only"


@verb("後始末", war="戦")
@rule("dsc-cleanup")
def clean_up(war: War) -> War:
    """The war put away: survivors back to the hands, the rest to the discards."""
    at_stage(war, "判定")
    hands: list[tuple[Card, ...]] = []
    thrown: list[Card] = []
    for i, side in enumerate(war.sides):
        spent = (Card(REPAIR, REPAIR),) * cards_needed(len(war.saved[i])) if war.saved[i] else ()
        rest = without(war.hands[i], spent)
        hand: list[Card] = []
        thrown.extend((*spent, *(war.terrain[i] or ())))
        for one in rest:
            (hand if stays_in_hand(one, side) else thrown).append(one)
        for place, used in enumerate(war.rows[i] or ()):
            if used is None:
                continue
            if place in war.saved[i]:
                hand.append(after_repair(used, side))
            elif (returns(used, side, fell(war, i, place), None in fighters(war, place))
                  or (war.border and not fell(war, i, place) and not border.like_war("他陣営の兵器の廃棄"))):
                hand.append(used)
            else:
                thrown.append(used)
        hands.append(tuple(hand))
    return replace(war, stage="終了", hands=(hands[0], hands[1]), discards=tuple(thrown))


@verb("終戦", game="卓", war="戦")
@rule("dsc-war-win")
def conclude(game: Game, war: War) -> Game:
    """The table after a war that was put away: hands, discards, the win; the game or the turn ends."""
    expect(game, "戦争")
    at_stage(war, "終了")
    if game.war is None or (game.war.sides, game.war.before, game.war.border) != (war.sides, war.before, war.border):
        raise Malformed("この卓の戦争ではない")
    new = dict(zip(war.sides, war.hands, strict=True))
    hands = tuple(new.get(side, hand) for side, hand in zip(game.sides, game.hands, strict=True))
    game = replace(game, hands=hands, discards=(*game.discards, *war.discards), war=None)
    won = earner(war)
    if won != DRAW:
        i = seat(game.sides, won)
        wins = tuple(n + win_worth(war.border) if i == j else n for j, n in enumerate(game.wins))
        game = replace(game, wins=wins)
        if reached(wins[i], needed(won, len(game.sides))) and ends_now():
            game = replace(game, phase=OVER)
    return end_turn(game)


@verb("戦争の手札", war="戦", side="陣営")
def held(war: War, side: str) -> tuple[str, ...]:
    """The names of the cards that a side of a war holds."""
    return tuple(one.name for one in war.hands[seat(war.sides, side)])


@verb("戦争の捨て札", war="戦")
def discarded(war: War) -> tuple[str, ...]:
    """The names of the cards that the clean-up threw away."""
    return tuple(one.name for one in war.discards)
