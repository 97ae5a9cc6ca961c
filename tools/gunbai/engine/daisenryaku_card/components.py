"""構成: how many cards of which kind there are, which of them make up the pile, what the double-named cards are.

Tables: components, weapons and terrain (both 見本: no source lists the cards).
"""

from __future__ import annotations

from typing import Literal

from gunbai.engine.daisenryaku_card.state import TERRAIN, WEAPON, Card
from gunbai.engine.daisenryaku_card.weapons import printed
from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule, table
from gunbai.engine.verb import verb

__all__ = ["amount", "amounts", "as_card", "card", "copies", "deck", "deck_size", "face", "in_pile", "is_terrain",
           "kinds", "must_be_terrain", "pile_total", "samples", "terrain_value"]


@verb("構成枚数", kind="種類")
@rule("dsc-counts")
def amount(kind: str = "すべて") -> int:
    """How many cards of a kind the game has; without a kind, of all."""
    if kind == "すべて":
        return sum(int(found["value"]) for found in table("components"))
    return int(keyed("components", kind)["value"])


@verb("構成の一覧")
@rule("dsc-counts")
def amounts() -> tuple[str, ...]:
    """All kinds of cards with their numbers."""
    return tuple(f"{found['key']}{found['value']}枚" for found in table("components"))


@verb("カードの種別", kind="種類")
@rule("dsc-hold-open")
def face(kind: str) -> str | None:
    """Whether a kind of card is a ホールドカード or an オープンカード; None for what is neither."""
    return keyed("components", kind).get("face")


@verb("種類数", kind="種類")
@rule("dsc-kinds")
def kinds(kind: str) -> int | None:
    """How many different cards a kind comes in; None where the source does not say."""
    return keyed("components", kind).get("kinds")


@verb("山札に使う", kind="種類")
@rule("dsc-in-pile")
def in_pile(kind: str) -> bool:
    """Whether cards of a kind are dealt and drawn."""
    found = keyed("components", kind)
    return bool(found["in_pile"] or (found.get("spare") and reading("dsc-in-pile") == "with-spare"))


@verb("使う枚数")
@rule("dsc-in-pile")
def pile_total() -> int:
    """How many cards are dealt and drawn in all."""
    return sum(amount(found["key"]) for found in table("components") if in_pile(found["key"]))


@verb("地形として出せる", name="カード")
@rule("dsc-terrain-or-ace")
def is_terrain(name: str) -> bool:
    """Whether a card of the double-named kind may be played as terrain."""
    return not keyed("terrain", name).get("ace") or reading("dsc-terrain-or-ace") == "either"


@rule("dsc-terrain-or-ace")
def must_be_terrain(name: str) -> None:
    """Illegal where a card may not be played as terrain."""
    if not is_terrain(name):
        raise Illegal(f"{name}は地形として出せない")


@verb("地形の値", name="カード")
@rule("dsc-terrain-value")
def terrain_value(name: str) -> int:
    """By how much a terrain card lowers the enemy's hit number."""
    return int(keyed("terrain", name)["value"])


@verb("見本カード", name="名")
@rule("dsc-sample-deck")
def card(name: str) -> Card:
    """A card of the 見本 deck by its name. Malformed where there is none."""
    for found in table("weapons"):
        if found["key"] == name:
            return printed(found)
    if any(found["key"] == name for found in table("terrain")):
        return Card(name, TERRAIN)
    if keyed("components", name).get("kinds"):
        raise Malformed(f"「{name}」は種類で、カードの名ではない")
    return Card(name, name)


def copies(one: Card) -> int:
    """How many copies of a card there are."""
    if one.kind == TERRAIN:
        return int(keyed("terrain", one.name)["copies"])
    return int(keyed("weapons" if one.kind == WEAPON else "components", one.name)["value"])


def as_card(one: Card | str) -> Card:
    """A card, or the card of the 見本 deck with this name."""
    return card(one) if isinstance(one, str) else one


@rule("dsc-sample-deck")
def deck() -> tuple[Card, ...]:
    """The cards that are dealt and drawn, unshuffled. Malformed where the 見本 do not add up to the printed numbers."""
    cards: tuple[Card, ...] = ()
    for found in table("weapons"):
        cards += (printed(found),) * found["value"]
    for found in table("terrain"):
        cards += (Card(found["key"], TERRAIN),) * found["copies"]
    for found in table("components"):
        kind = found["key"]
        if kind in (WEAPON, TERRAIN):
            if sum(one.kind == kind for one in cards) != amount(kind):
                raise Malformed(f"見本の{kind}が{amount(kind)}枚でない")
        elif in_pile(kind):
            cards += (Card(kind, kind),) * amount(kind)
    return cards


@verb("見本の一覧", kind="種類")
@rule("dsc-sample-deck")
def samples(kind: Literal["兵器", "地形"]) -> tuple[str, ...]:
    """The 見本 weapons or terrain cards, with how many there are of each."""
    if kind == "地形":
        return tuple(f"{found['key']} {found['copies']}枚" for found in table("terrain"))
    return tuple(f"{printed(found)} {found['value']}枚" for found in table("weapons"))


@verb("見本の山")
@rule("dsc-sample-deck")
def deck_size() -> int:
    """How many cards the 見本 deck has."""
    return len(deck())
