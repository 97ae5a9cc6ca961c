"""Spells and the spell and rescue piles: use, refill, who may draw. Rulings vv-spell-* and vv-piles-*."""

from __future__ import annotations

from dataclasses import replace

from gunbai.engine.kernel import Illegal, Malformed, reading, rule
from gunbai.engine.variants_war.state import (
    VALIANTS,
    Card,
    Facing,
    Match,
    Monster,
    Player,
    Side,
    piece_of,
    player_of,
    put_player,
    shuffled,
    without,
)
from gunbai.engine.variants_war.turn import listed, settle
from gunbai.engine.verb import Count, verb

__all__ = ["cast", "draw_rescue", "draw_spells", "drawable", "holder"]


@verb("魔法を使う", match="局", name="名")
def cast(match: Match, name: str) -> Match:
    """手札の魔法カードを使う。効果は述べた通りに別の手続きで行う。"""
    may_cast(match)
    one_bundle(match)
    of = player_of(match, match.turn)
    card, rest = without(of.hand, name)
    match = put_player(match, replace(of, hand=rest))
    match = put_player(match, buried(player_of(match, holder(of.side)), card))
    return replace(match, log=(*match.log, ("魔法", name)))


@rule("vv-spell-used")
def buried(keeper: Player, card: Card) -> Player:
    """The keeper of the spells with a used one in 墓地; Illegal for what is no spell."""
    if isinstance(card, Monster):
        raise Illegal(f"{card.name}は魔法カードではない")
    return replace(keeper, grave=(*keeper.grave, card))


@rule("vv-spell-phase")
def may_cast(match: Match) -> None:
    """Illegal in another phase than standby, where spells are for standby only."""
    if match.phase != "スタンバイフェイズ" and reading("vv-spell-phase") == "standby":
        raise Illegal(f"{match.phase}に魔法カードは使えない")


@rule("vv-spell-number")
def one_bundle(match: Match) -> None:
    """Illegal to use a spell apart from those used before, where all of them are one action."""
    if listed(match, "魔法") and match.log[-1][0] != "魔法" and reading("vv-spell-number") == "bundle":
        raise Illegal("魔法カードは続けて使う")


# the spell pile and the rescue pile

@verb("魔法デッキの持ち主", side="陣営")
@rule("vv-piles-whose")
def holder(side: Side) -> Side:
    """その陣営が使う魔法デッキと墓地を持つ陣営。共通なら、森羅万象の所に一つ置く。"""
    return side if reading("vv-piles-whose") == "each" else VALIANTS[0]


@verb("引いて使える", effect="効果の陣営", side="引く陣営")
@rule("vv-piles-by-effect")
def drawable(effect: Side, side: Side) -> bool:
    """その陣営のモンスターの効果で、魔法デッキや救援デッキから引けるか。"""
    return effect in VALIANTS and side in VALIANTS and (effect == side or rivals_effect())


@rule("vv-piles-whose-effect")
def rivals_effect() -> bool:
    """Whether one may draw by the effect of the rival's monster too."""
    return reading("vv-piles-whose-effect") == "any"


@rule("vv-piles-by-effect")
def drawer(match: Match, by: str, side: Side | None) -> Player:
    """Who draws by the effect of a monster on the board; Illegal where that effect may not."""
    effect = piece_of(match, by).monster.owner
    # equivalent: drawable(effect, side or effect) → drawable(side or effect, effect) : both ways ask the same
    if not drawable(effect, side or effect):
        raise Illegal(f"{by}の効果では引けない")
    return player_of(match, side or effect)


@verb("魔法を引く", match="局", by="効果", cards="枚数", side="陣営", using="使用中", order="並び")
def draw_spells(match: Match, by: str, cards: Count = 1, side: Side | None = None, using: str | None = None,
                order: tuple[int, ...] = ()) -> Match:
    """盤上のモンスターの効果で、魔法デッキから引いて手札に加える。「並び」は、墓地を切って山にした時の順。"""
    who = drawer(match, by, side)
    keeper = player_of(match, holder(who.side))
    pile, grave = keeper.spells, keeper.grave
    drawn: tuple[Card, ...] = ()
    for _ in range(min(cards, len(pile) + len(grave))):
        if not pile:
            pile, grave = renewed(grave, using, order)
        drawn, pile = drawn + pile[:1], pile[1:]
        if not pile and at_once():
            pile, grave = renewed(grave, using, order)
    match = put_player(match, replace(keeper, spells=pile, grave=grave))
    who = player_of(match, who.side)
    return put_player(match, replace(who, hand=who.hand + drawn))


@rule("vv-spell-refill-when")
def at_once() -> bool:
    """Whether the pile is made anew when its last card is drawn, and not only when one is to be drawn from none."""
    return reading("vv-spell-refill-when") == "last-card"


def renewed(grave: tuple[Card, ...], using: str | None, order: tuple[int, ...]) -> tuple[tuple[Card, ...], ...]:
    """The new pile and what stays in 墓地."""
    if using in grave and stays_out():
        place = grave.index(using)
        return refilled(grave[:place] + grave[place + 1:], order), (using,)
    return refilled(grave, order), ()


@rule("vv-spell-refill")
def refilled(grave: tuple[Card, ...], order: tuple[int, ...]) -> tuple[Card, ...]:
    """The new pile: all of 墓地, shuffled."""
    return shuffled(grave, order)


@rule("vv-spell-in-use")
def stays_out() -> bool:
    """Whether the spell that is being used right now does not go into the new pile."""
    return reading("vv-spell-in-use") == "not-yet"


@verb("救援を引く", match="局", by="効果", at="マス", facing="向き")
@rule("vv-piles-drawn")
def draw_rescue(match: Match, by: str, at: str | None = None, facing: Facing = "縦") -> Match:
    """盤上のモンスターの効果で、救援デッキの上から1枚引く。「マス」は、すぐに出撃ゾーンに置く解釈で置く所。"""
    who = drawer(match, by, None)
    drawn = who.rescue[:1]
    match = put_player(match, replace(who, rescue=who.rescue[1:]))
    if reading("vv-piles-drawn") == "to-hand":
        who = player_of(match, who.side)
        return put_player(match, replace(who, hand=who.hand + drawn))
    if at is None:
        raise Malformed("すぐに置く出撃ゾーンの「マス」を書く")
    for card in drawn:
        match = settle(match, card, at, facing)
    return match
