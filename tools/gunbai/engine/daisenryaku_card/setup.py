"""準備: players and sides, the seven cards, replacing open cards, the pile, the start player.

Seats run clockwise: the neighbour on the left is the next seat. Tables: advised, setup_steps, numbers.
"""

from __future__ import annotations

from fractions import Fraction

from gunbai.engine.daisenryaku_card.components import card, deck, face, pile_total
from gunbai.engine.daisenryaku_card.options import agreed
from gunbai.engine.daisenryaku_card.state import Card, Game, Option, number, seat, shuffled
from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule, table
from gunbai.engine.verb import Count, verb

__all__ = ["advised", "allowed_sides", "can_play", "deal", "dealt", "first_refill", "may_refill", "next_refill",
           "open_game", "proper_order", "refill", "refill_order", "refilled", "start", "unique_sides",
           "whole_pile"]

HOLD, OPEN = "ホールドカード", "オープンカード"
Dealt = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[Card, ...]]
"""The hands, the rest of the pile, the cards thrown away."""


@verb("遊べる人数", players="人数")
@rule("dsc-players")
def can_play(players: Count) -> bool:
    """Whether so many can play."""
    if players == number("最少人数") - 1:
        return reading("dsc-players") == "two-too"
    return number("最少人数") <= players <= number("最多人数")


@verb("お勧め陣営", players="人数")
@rule("dsc-sides-advised")
def advised(players: Count) -> tuple[str, ...]:
    """The sides that the text recommends for so many players. Malformed where it recommends none."""
    sides = _advice(players)
    if not sides:
        raise Malformed(f"{players}人のお勧め陣営は書かれていない")
    return sides


def _advice(players: int) -> tuple[str, ...]:
    return next((tuple(found["sides"]) for found in table("advised") if found["players"] == players), ())


@verb("この陣営で遊べる", sides="陣営")
@rule("dsc-sides-advice-only")
def allowed_sides(sides: tuple[str, ...]) -> bool:
    """Whether the players may take these sides."""
    chosen = unique_sides(sides)
    advice = _advice(len(chosen))
    return sorted(chosen) == sorted(advice or chosen) or reading("dsc-sides-advice-only") == "advice"


@verb("陣営を配る", sides="陣営")
@rule("dsc-sides-unique")
def unique_sides(sides: tuple[str, ...]) -> tuple[str, ...]:
    """The sides in seat order. Illegal where two players want the same one."""
    for side in sides:
        keyed("sides", side)
    if len(set(sides)) < len(sides):
        raise Illegal("陣営カードは一つの陣営に1枚しか無い")
    return sides


@verb("配る枚数", players="人数")
@rule("dsc-deal-seven")
def dealt(players: Count) -> int:
    """How many cards are dealt to all players together."""
    return players * number("最初の手札")


@verb("補充の始まり", sides="席", dealer="親", start="スタート")
@rule("dsc-dealer")
def first_refill(sides: tuple[str, ...], dealer: str, start: str) -> str:
    """Who replaces open cards first: the left neighbour of the 親."""
    parent = dealer if dealer == start or reading("dsc-dealer") == "dealer" else start
    return sides[(seat(sides, parent) + 1) % len(sides)]


@rule("dsc-refill-order")
def next_refill(needs: tuple[int, ...], done: tuple[int, ...]) -> int:
    """Who replaces the next open card; ``needs`` is how many each still has, in order, ``done`` who did so far."""
    waiting = [i for i, need in enumerate(needs) if need]
    if reading("dsc-refill-order") == "one-player":
        return waiting[0]
    return next((i for i in waiting if (i,) > done[-1:]), waiting[0])


@verb("補充の順", needs="枚数")
@rule("dsc-refill-order")
def refill_order(needs: tuple[int, ...]) -> tuple[int, ...]:
    """In which order the players (1 is left of the 親) replace their open cards."""
    most = number("最初の手札")
    if not all(0 <= need <= most for need in needs):
        raise Malformed(f"取り替えるのは一人0枚から{most}枚")
    order: tuple[int, ...] = ()
    left = list(needs)
    while any(left):
        who = next_refill(tuple(left), order)
        left[who] -= 1
        order += (who,)
    return tuple(who + 1 for who in order)


@rule("dsc-refill-until-hold")
def may_refill() -> bool:
    """Whether an open card that came as a replacement is replaced again."""
    return reading("dsc-refill-until-hold") == "until-hold"


@rule("dsc-refill-until-hold")
def refill(hands: tuple[tuple[Card, ...], ...], pile: tuple[Card, ...]) -> Dealt:
    """Open cards thrown away and replaced from the top of the pile; the hands in the order in which that is done."""
    kept = [[one for one in hand if not _is_open(one)] for hand in hands]
    thrown = [one for hand in hands for one in hand if _is_open(one)]
    needs = [len(hand) - len(hold) for hand, hold in zip(hands, kept, strict=True)]
    rest = list(pile)
    done: tuple[int, ...] = ()
    while any(needs):
        who = next_refill(tuple(needs), done)
        if not rest:
            raise Malformed("補充するカードが無い")
        drawn = rest.pop(0)
        if _is_open(drawn):
            thrown.append(drawn)
            needs[who] -= not may_refill()
        else:
            kept[who].append(drawn)
            needs[who] -= 1
        done += (who,)
    return tuple(map(tuple, kept)), tuple(rest), tuple(thrown)


@verb("補充する", hands="手札", pile="山")
@rule("dsc-refill-until-hold")
def refilled(hands: tuple[tuple[str, ...], ...], pile: tuple[str, ...]) -> tuple[str, ...]:
    """The hands, from the left of the 親 on, after open cards were replaced from the top of a pile; what is left."""
    new, rest, thrown = refill(tuple(tuple(map(card, hand)) for hand in hands), tuple(map(card, pile)))
    shown = ["・".join(one.name for one in hand) for hand in new]
    return (*shown, f"捨てたオープンカード{len(thrown)}枚、残り{len(rest)}枚")


@verb("準備後の山札", hands="手札の枚数")
@rule("dsc-setup-pile")
def whole_pile(hands: tuple[Count, ...]) -> int:
    """How many cards the pile has when play begins: all that are not in a hand, the thrown open cards too."""
    most = number("最初の手札")
    if len(hands) > number("最多人数") or any(hand > most for hand in hands):
        raise Malformed(f"準備が済んだときの手札は、{number('最多人数')}人まで、一人{most}枚まで")
    return pile_total() - sum(hands)


@verb("準備の順", steps="手順")
@rule("dsc-setup-order")
def proper_order(steps: tuple[str, ...]) -> bool:
    """Whether the set-up is made in the order of the text."""
    return steps == tuple(found["step"] for found in table("setup_steps"))


@verb("スタートを決める", how="方法", player="決まった人")
@rule("dsc-start-player")
def start(how: str, player: str) -> bool:
    """Whether play may begin: somebody has been settled as start player, in whatever way."""
    if player:
        keyed("sides", player)
    return bool(how and player)


@verb("開幕", sides="席", seed="種", dealer="親", first="スタート", options="オプション")
@rule("dsc-setup")
def open_game(sides: tuple[str, ...], seed: int, dealer: str = "", first: str = "",
              options: tuple[Option, ...] = ()) -> Game:
    """A whole set-up with the 見本 deck, shuffled by ``seed``. 親 and スタート are the first seat unless told."""
    if not can_play(len(sides)):
        raise Illegal(f"{len(sides)}人では遊べない")
    if not allowed_sides(sides):
        raise Illegal("この人数のお勧め陣営ではない")
    first = first or sides[0]
    begin = seat(unique_sides(sides), first_refill(sides, dealer or first, first))
    hands, rest, thrown = refill(*deal(shuffled(deck(), seed), len(sides)))
    seated = (*hands[len(sides) - begin:], *hands[:len(sides) - begin])  # dealt in the order of the refill
    return Game(sides, seated, shuffled((*rest, *thrown), seed), (), (Fraction(0),) * len(sides), seat(sides, first),
                agreed(options), seed)


@rule("dsc-deal-seven")
def deal(cards: tuple[Card, ...], players: int) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Seven cards for everybody, and the rest."""
    each = number("最初の手札")
    return tuple(cards[i * each:(i + 1) * each] for i in range(players)), cards[dealt(players):]


def _is_open(one: Card) -> bool:
    return face(one.kind) == OPEN
