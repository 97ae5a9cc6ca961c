"""兵器カードと陣営: what a weapon card shows, its type, and at which sides it is at home.

Tables: types, sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunbai.engine.daisenryaku_card.state import WEAPON, Card, Power
from gunbai.engine.kernel import Malformed, keyed, reading, rule, table
from gunbai.engine.verb import Count, verb

__all__ = ["code", "is_home", "meaning", "must_be_weapon", "printed", "used_up", "walkover_returns", "weapon"]


@verb("兵器", kind="型", attack="攻撃力", defence="防御力", sides="陣営", name="名")
@rule("dsc-weapon-face")
def weapon(kind: str, attack: tuple[int | str, ...], defence: Count, sides: tuple[str, ...] = (),
           name: str = "兵器") -> Card:
    """A weapon card as it is printed: type, attack against A, P and R (``8``, ``"8+"``, ``"-"``), defence, sides."""
    keyed("types", kind)
    if len(attack) != len(table("types")):
        raise Malformed("攻撃力は、航空機・戦車・ロケットのそれぞれに一つずつ書く")
    known = {found["value"] for found in table("sides")}
    if not known.issuperset(sides):
        raise Malformed(f"陣営は略号（{'、'.join(sorted(known))}）で書く: {'、'.join(sides)}")
    return Card(name, WEAPON, kind, tuple(_power(one) for one in attack), defence, sides)


def printed(found: Mapping[str, Any]) -> Card:
    """The weapon card of a row of tables/weapons.yaml."""
    return weapon(found["type"], found["attack"], found["defence"], found["sides"], found["key"])


def must_be_weapon(one: Card) -> None:
    """Malformed where a card is no weapon with a type and attack numbers."""
    if not one.type:
        raise Malformed(f"{one.name}は兵器ではない")


def _power(text: int | str) -> Power:
    """One attack number as printed. Malformed where it is none."""
    figure = str(text).removesuffix("+")
    if figure == "-":
        return Power(0)
    if not (figure.isascii() and figure.isdecimal()):
        raise Malformed(f"攻撃力は 8、\"8+\"、\"-\" のように書く: {text}")
    return Power(int(figure), figure != str(text))


@verb("型の意味", kind="型")
@rule("dsc-weapon-types")
def meaning(kind: str) -> str:
    """What a type letter stands for."""
    return str(keyed("types", kind)["value"])


@verb("略号", side="陣営")
@rule("dsc-side-codes")
def code(side: str) -> str:
    """The letters by which weapon cards name a side."""
    return str(keyed("sides", side)["value"])


@verb("自陣営の兵器", card="兵器", side="陣営")
@rule("dsc-sides-several")
def is_home(card: Card, side: str) -> bool:
    """Whether a weapon belongs to a side: any of the sides named on it."""
    must_be_weapon(card)
    return code(side) in card.sides


@verb("使い捨て", card="兵器", side="陣営")
@rule("dsc-foreign-used-up")
def used_up(card: Card, side: str) -> bool:
    """Whether a side loses a weapon after a war even if it survives."""
    return not is_home(card, side)


@rule("dsc-cleanup-unpaired")
def walkover_returns() -> bool:
    """Whether a weapon of another side that had no pair goes back to the hand."""
    return reading("dsc-cleanup-unpaired") == "returns"
