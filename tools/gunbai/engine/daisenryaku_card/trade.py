"""貿易: whom a trade may be made with, how the card is taken, what is given back."""

from __future__ import annotations

from typing import Literal

from gunbai.engine.daisenryaku_card.components import card
from gunbai.engine.daisenryaku_card.state import (
    Card, Counts, Game, count_of, drawn_card, find, replace, seat, shuffled, without,
)
from gunbai.engine.daisenryaku_card.turn import end_turn, expect
from gunbai.engine.kernel import EngineFault, Illegal, reading, rule
from gunbai.engine.verb import verb

__all__ = ["give", "may_look", "may_skip", "must_be_givable", "must_be_partner", "partners", "skip", "swap",
           "taken_properly", "trade", "traded"]


@verb("貿易の相手", player="手番", held="手札")
@rule("dsc-trade-partner")
def partners(player: str, held: Counts) -> tuple[str, ...]:
    """Whom the player may trade with: one other, with cards if any other has some."""
    count_of(held, player)
    others = [(side, n) for side, n in held.held if side != player]
    with_cards = tuple(side for side, n in others if n)
    if not with_cards or len(with_cards) == len(others) or reading("dsc-trade-partner") == "with-cards":
        return with_cards
    return tuple(side for side, _ in others)


@rule("dsc-trade-partner")
def must_be_partner(player: str, held: Counts, partner: str) -> None:
    """Illegal where the player may not trade with somebody."""
    if partner not in partners(player, held):
        raise Illegal(f"{partner}とは貿易できない")


@verb("貿易を断れる")
@rule("dsc-trade-duty")
def may_skip() -> bool:
    """Whether the player may leave a drawn trade unused."""
    return reading("dsc-trade-duty") == "option"


@verb("貿易の引き方", how="方法")
@rule("dsc-trade-random")
def taken_properly(how: Literal["裏向きのまま無作為に引く", "中身を見て選ぶ", "相手が選んで渡す"]) -> bool:
    """Whether the card is taken as it should be: at random."""
    return how == "裏向きのまま無作為に引く"


@verb("貿易のカードを見てよい", who="誰が")
@rule("dsc-trade-shown")
def may_look(who: Literal["引いた人", "貿易の相手", "ほかの人"]) -> bool:
    """Whether somebody learns which card was taken."""
    return who != "ほかの人" or reading("dsc-trade-shown") == "shown"


@rule("dsc-trade-give-any")
def must_be_givable(taken: str, given: str) -> None:
    """Illegal where a card may not be given back; the very card that was taken may."""
    if taken == given and reading("dsc-trade-give-any") == "other":
        raise Illegal("引いたカードそのものは渡せない")


@verb("貿易の結果", own="自分", other="相手", taken="引いた", given="渡す")
@rule("dsc-trade")
def traded(own: tuple[str, ...], other: tuple[str, ...], taken: str, given: str) -> tuple[str, ...]:
    """Both hands after a trade, the own one first."""
    hands = swap(tuple(map(card, own)), tuple(map(card, other)), card(taken), card(given))
    return tuple("・".join(one.name for one in hand) or "手札なし" for hand in hands)


@rule("dsc-trade")
def swap(own: tuple[Card, ...], other: tuple[Card, ...], taken: Card,
         given: Card) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Both hands after one card was taken and one given back. Illegal where it may not be given."""
    must_be_givable(taken=taken.name, given=given.name)
    return without((*own, taken), (given,)), (*without(other, (taken,)), given)


# a whole game

@verb("貿易する", game="卓", partner="相手", taken="引いた")
@rule("dsc-trade")
def trade(game: Game, partner: str, taken: str = "") -> Game:
    """The player takes a card from the partner: at random by the table's seed, or the one told."""
    expect(game, "貿易")
    must_be_partner(game.sides[game.turn], game.counts, partner)
    place = seat(game.sides, partner)
    hand = game.hands[place]
    if not hand:
        return end_turn(game)
    got = find(hand, taken) if taken else shuffled(hand, game.seed + len(game.pile))[0]
    return replace(game, phase="渡す", drawn=got, partner=place)


@verb("貿易しない", game="卓")
@rule("dsc-trade-duty")
def skip(game: Game) -> Game:
    """The player does not trade: where nobody else has a card, or where it is no duty. The turn ends."""
    expect(game, "貿易")
    if partners(game.sides[game.turn], game.counts) and not may_skip():
        raise Illegal("貿易は行わなければならない")
    return end_turn(game)


@verb("渡す", game="卓", name="カード")
@rule("dsc-trade")
def give(game: Game, name: str) -> Game:
    """The player gives one card back to the partner; the turn ends."""
    expect(game, "渡す")
    if game.partner is None:
        raise EngineFault("nobody was named to trade with")
    drawn, hand = drawn_card(game), game.hands[game.turn]
    own, other = swap(hand, game.hands[game.partner], drawn, find((*hand, drawn), name))
    new = {game.turn: own, game.partner: other}
    return end_turn(replace(game, hands=tuple(new.get(i, hand) for i, hand in enumerate(game.hands))))
