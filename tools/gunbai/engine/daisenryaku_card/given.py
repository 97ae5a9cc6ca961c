"""途中の卓: a table in the middle of a game as somebody describes it, and what no game comes to."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from gunbai.engine.daisenryaku_card.components import card, copies, face
from gunbai.engine.daisenryaku_card.options import agreed
from gunbai.engine.daisenryaku_card.setup import HOLD, unique_sides
from gunbai.engine.daisenryaku_card.state import Card, Game, Option, number, seat
from gunbai.engine.daisenryaku_card.victory import ends_now, goal
from gunbai.engine.kernel import Malformed
from gunbai.engine.verb import Count, verb

__all__ = ["table_of"]


@verb("卓を作る", sides="席", hands="手札", pile="山札", discards="捨て札", won="勝ち", turn="手番",
      options="オプション")
def table_of(sides: tuple[str, ...], hands: tuple[tuple[str, ...], ...], pile: tuple[str, ...] = (),
             discards: tuple[str, ...] = (), won: tuple[Count, ...] = (), turn: str = "",
             options: tuple[Option, ...] = ()) -> Game:
    """A table in the middle of a game, with cards of the 見本 deck; the first card of the pile is its top.

    Malformed where no game comes to such a table: too many copies, hands that cannot be, two who have won.
    """
    players = len(unique_sides(sides))
    if players < 2:
        raise Malformed("席は二人から")
    if len(hands) != players or len(won) not in (0, players):
        raise Malformed("手札（と勝ち）は席の数だけ並べる")
    held = tuple(tuple(map(card, hand)) for hand in hands)
    game = Game(sides, held, tuple(map(card, pile)), tuple(map(card, discards)),
                tuple(map(Fraction, won or (0,) * players)), seat(sides, turn or sides[0]), agreed(options), 0)
    for hand in held:
        _holds(hand)
    _exist((*sum(held, ()), *game.pile, *game.discards))
    _one_winner(game)
    return game


def _holds(hand: tuple[Card, ...]) -> None:
    """Malformed where nobody holds such a hand between two turns."""
    if len(hand) > number("手札上限"):
        raise Malformed(f"手札は{number('手札上限')}枚まで")
    for one in hand:
        if face(one.kind) != HOLD:
            raise Malformed(f"{one.name}はホールドカードではないので、手札に入らない")


def _exist(cards: tuple[Card, ...]) -> None:
    """Malformed where the game has not so many of a card."""
    for one, n in Counter(cards).items():
        if n > copies(one):
            raise Malformed(f"{one.name}は{copies(one)}枚しか無い")


def _one_winner(game: Game) -> None:
    """Malformed where several sides have won the game, though it ended when the first of them had."""
    winners = [side for side, won in zip(game.sides, game.wins, strict=True) if won >= goal(side, len(game.sides))]
    if len(winners) > 1 and ends_now():
        raise Malformed(f"{'と'.join(winners)}がともに勝っていることはない")
