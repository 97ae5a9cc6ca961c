"""デッキと準備: what a deck may hold, names with and without 型番, limits in play, the opening hand and the redraw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from gunbai.engine.gundam_war.naming import CardFace, same_model, same_name
from gunbai.engine.kernel import Illegal, Malformed, Situation, reading, rule, table
from gunbai.engine.verb import Count, verb

__all__ = ["Entry", "Hand", "legal_deck", "redraw", "same_for_limit"]

Limit = Literal["1枚制限", "1枚制限/自軍", "1枚制限/デッキ"]
G_KINDS = ("基本G", "特殊G")


@dataclass(frozen=True, slots=True)
class Entry(Situation):
    """デッキに入れるカードと枚数（枚）"""

    card: CardFace
    count: int

    def __str__(self) -> str:
        return f"{self.card.name} {self.count}枚"


@dataclass(frozen=True, slots=True)
class Hand(Situation):
    """最初の手札"""

    size: int
    home: int
    redraws: int
    """How many redraws of fewer cards there were."""
    first: bool
    """Whether no redraw was made yet."""

    def __str__(self) -> str:
        return f"手札{self.size}枚、本国{self.home}枚"


def number(key: str) -> int:
    """A number of the table, by its key."""
    return next(int(row["value"]) for row in table("limits") if row["key"] == key)


@verb("枚", card="カード", count="枚数")
@rule("gw-deck-size")
def copies_of(card: CardFace, count: Count) -> Entry:
    """So many copies of a card."""
    return Entry(card, count)


@verb("デッキを組める", entries="内容")
@rule("gw-deck-size")
def legal_deck(entries: tuple[Entry, ...]) -> bool:
    """Whether these cards are a deck: the number of cards, then the limits by kind of card."""
    if sum(entry.count for entry in entries) != number("デッキの枚数"):
        raise Illegal("デッキの枚数が違う")
    others = unique_apart(entries)
    special_g(others)
    three_of_a_name(others)
    return True


@rule("gw-deck-unique")
def unique_apart(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries under the other limits; ユニーク cards have one of their own, over all their names."""
    if sum(entry.count for entry in entries if "ユニーク" in entry.card.effects) > number("ユニークの枚数"):
        raise Illegal("ユニークのカードが多い")
    return tuple(entry for entry in entries if "ユニーク" not in entry.card.effects)


@rule("gw-deck-special-g")
def special_g(entries: tuple[Entry, ...]) -> None:
    """Refuse too many 特殊G, counted together; 基本G are free."""
    if sum(entry.count for entry in entries if entry.card.kind == "特殊G") > number("特殊Gの枚数"):
        raise Illegal("特殊Gが多い")


@rule("gw-deck-three")
def three_of_a_name(entries: tuple[Entry, ...]) -> None:
    """Refuse more than three cards of one name, G apart."""
    limited = tuple(entry for entry in entries if entry.card.kind not in G_KINDS)
    if any(together(entry.card, limited) > number("同じ名称の枚数") for entry in limited):
        raise Illegal("同じ名称のカードが多い")


@rule("gw-deck-across-types")
def together(card: CardFace, entries: tuple[Entry, ...]) -> int:
    """How many of the cards have the name of ``card``, whatever their type."""
    return sum(entry.count for entry in entries if same_in_deck(card, other=entry.card))


@verb("デッキで同じカード", one="一", other="二")
@rule("gw-deck-model")
def same_in_deck(one: CardFace, other: CardFace) -> bool:
    """Whether two cards share the limit of a deck: same name, 型番 included."""
    return same_name(one.name, other=other.name) and same_model(one, other=other)


@verb("制限で同じカード", limit="制限", one="一", other="二")
@rule("gw-limit-without-model")
def same_for_limit(limit: Limit, one: CardFace, other: CardFace) -> bool:
    """Whether two cards are the same for a limit in play: same name, 型番 left out."""
    if limit == "1枚制限/デッキ":
        return same_for_deck_limit(one, other=other)
    return same_name(one.name, other=other.name)


@rule("gw-deck-limit-model")
def same_for_deck_limit(one: CardFace, other: CardFace) -> bool:
    """Whether two cards are the same for 1枚制限/デッキ: the readings differ about 型番."""
    if not same_name(one.name, other=other.name):
        return False
    return same_model(one, other=other) or reading("gw-deck-limit-model") == "without-model"


@verb("同じターンにプレイできる", earlier="先", later="後", negated="打ち消された")
@rule("gw-one-per-turn")
def playable_after(earlier: CardFace, later: CardFace, negated: bool = False) -> bool:
    """Whether ``later`` may be played in the turn of ``earlier``: not after ターン1枚制限 of the same name."""
    if "ターン1枚制限" in earlier.effects and not negated and same_name(earlier.name, other=later.name):
        raise Illegal("ターン1枚制限を持つ同じ名称のカードをこのターンにプレイした")
    return True


@verb("最初の手札", deck="デッキ")
@rule("gw-opening-hand")
def opening_hand(deck: Count) -> Hand:
    """The cards with which a player begins: drawn from the 本国, which is the whole deck of so many cards."""
    size = number("最初の手札")
    if deck < size:
        raise Malformed("デッキが最初の手札より少ない")
    return Hand(size, deck - size, 0, True)


@verb("引き直す", hand="手札", gs="G")
@rule("gw-redraw")
def redraw(hand: Hand, gs: Count) -> Hand:
    """Draw anew with ``gs`` G in the hand: as many again where the first hand has none, else fewer each time."""
    if hand.first and gs == 0:
        return replace(hand, first=False)
    fewer = [int(row["value"]) for row in table("redraws")]
    if hand.redraws == len(fewer):
        raise Illegal("これより少ない枚数の引き直しは無い")
    size = fewer[hand.redraws]
    return Hand(size, hand.home + hand.size - size, hand.redraws + 1, False)
