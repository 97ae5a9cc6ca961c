"""手番: whose turn it is, drawing from the pile, an empty pile, what is open to view."""

from __future__ import annotations


from gunbai.engine.daisenryaku_card.state import Card, Counts, Game, War, replace, seat, shuffled
from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = ["OVER", "after_card", "counts", "end_turn", "expect", "following", "is_public", "no_pile", "show",
           "show_drawn", "show_hand", "show_pile", "still_plays", "take"]

OVER = "終わり"


@verb("枚数", us="アメリカ", soviet="ソビエト", nato="NATO", japan="日本", israel="イスラエル", east="東側諸国")
def counts(us: int | None = None, soviet: int | None = None, nato: int | None = None, japan: int | None = None,
           israel: int | None = None, east: int | None = None) -> Counts:
    """How many cards each player holds, in seat order; sides that are left out do not play."""
    named = {"アメリカ": us, "ソビエト": soviet, "NATO": nato, "日本": japan, "イスラエル": israel, "東側諸国": east}
    held = tuple((side, n) for side, n in named.items() if n is not None)
    if len(held) < 2 or any(n < 0 for _, n in held):
        raise Malformed("二人以上の手札の枚数を、0枚から書く")
    return Counts(held)


@verb("次の手番", now="いま", held="手札")
@rule("dsc-clockwise")
def following(now: str, held: Counts) -> str:
    """Whose turn comes after that of ``now``: the next seat clockwise that plays."""
    sides = [side for side, _ in held.held]
    place = seat(sides, now)
    order = [*held.held[place + 1:], *held.held[:place]]
    return next((side for side, n in order if n or still_plays()), now)


@rule("dsc-nobody-out")
def still_plays() -> bool:
    """Whether a player without cards takes turns."""
    return reading("dsc-nobody-out") == "stays"


@verb("公開か", thing="もの")
@rule("dsc-public")
def is_public(thing: str) -> bool:
    """Whether every player may know a thing."""
    return bool(keyed("public", thing)["open"]) and reading("dsc-public") == "counts-open"


@verb("山札が切れたら", discards="捨て札")
@rule("dsc-empty-pile")
def no_pile(discards: Count) -> str:
    """What happens when a card is to be drawn and the pile is empty."""
    match reading("dsc-empty-pile"):
        case "reshuffle":
            return f"捨て札{discards}枚で山札を作り直す"
        case "game-ends":
            return "ゲームが終わる"
        case _:
            return "引かない"


@rule("dsc-empty-pile")
def renew(game: Game) -> Game:
    """The table after what an empty pile brings about when a card is to be drawn."""
    match reading("dsc-empty-pile"):
        case "reshuffle":
            if not game.discards:
                raise Malformed("引くカードも捨て札も無い")
            return replace(game, pile=shuffled(game.discards, game.seed), discards=())
        case "game-ends":
            return replace(game, phase=OVER)
    return game


def take(game: Game) -> Game:
    """The table with the top card drawn (``drawn``; None where none is)."""
    if not game.pile:
        game = renew(game)
    return replace(game, drawn=next(iter(game.pile), None), pile=game.pile[1:])


@rule("dsc-turn-order")
def expect(game: Game, phase: str) -> None:
    """Illegal where the turn is not at this point."""
    if game.phase != phase:
        raise Illegal(f"いまは「{game.phase}」で、「{phase}」ではない")


@rule("dsc-turn-ends")
def end_turn(game: Game) -> Game:
    """The turn passes to the next player."""
    if game.phase == OVER:
        return game
    player = following(game.sides[game.turn], game.counts)
    game = replace(game, turn=seat(game.sides, player), phase="引く", drawn=None)
    return after_card(game) if game.held else game


@rule("dsc-war-card-discarded")
def after_card(game: Game) -> Game:
    """A war card that was held while it was used goes to the discards."""
    if reading("dsc-war-card-discarded") == "discarded":
        return replace(game, held=(), discards=(*game.discards, *game.held))
    return game


@verb("手札を見る", game="卓", side="陣営")
def show_hand(game: Game, side: str) -> tuple[str, ...]:
    """The names of the cards that a player holds."""
    return _names(game.hands[seat(game.sides, side)])


@verb("引いたカード", game="卓")
def show_drawn(game: Game) -> str | None:
    """The card that was drawn last in this turn."""
    return game.drawn.name if game.drawn else None


@verb("山札を見る", game="卓", number="枚数")
def show_pile(game: Game, number: Count) -> tuple[str, ...]:
    """The names of the next cards of the pile: for trying things out, no player may look."""
    return _names(game.pile[:number])


@verb("様子", state="状況")
def show(state: Game | War | Card) -> Game | War | Card:
    """A table, a war or a card as it stands."""
    return state


def _names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(card.name for card in cards)
