"""修理: which weapons a 修理カード brings back, how many, and what that changes."""

from __future__ import annotations

import dataclasses

from gunbai.engine.daisenryaku_card.border import must_hold
from gunbai.engine.daisenryaku_card.state import REPAIR, WEAPON, Card, War, put, replace, seat
from gunbai.engine.daisenryaku_card.war import at_stage, fighters
from gunbai.engine.daisenryaku_card.weapons import code, is_home, used_up, walkover_returns
from gunbai.engine.kernel import Illegal, keyed, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = ["after_repair", "cards_needed", "fell", "is_weapon", "must_suffice", "outside_war", "points_lost", "repair",
           "repairable"]


@verb("修理の対象になる", kind="種類")
@rule("dsc-repair-weapons-only")
def is_weapon(kind: str) -> bool:
    """Whether a kind of card can be brought back at all."""
    keyed("components", kind)
    return kind == WEAPON


@verb("修理できる", weapon="兵器", side="陣営", down="撃破された", left="対なし")
@rule("dsc-repair-which")
def repairable(weapon: Card, side: str, down: bool, left: bool = False) -> bool:
    """Whether a weapon that was in a war can be brought back: one that would be discarded."""
    foreign = used_up(weapon, side)
    if not down and (not foreign or (left and walkover_returns())):
        return False
    match reading("dsc-repair-which"):
        case "foreign-survivors":
            return not down
        case "destroyed":
            return down
        case _:
            return True


@verb("修理カードの必要枚数", weapons="兵器")
@rule("dsc-repair-number")
def cards_needed(weapons: Count) -> int:
    """How many 修理カード it takes to bring so many weapons back."""
    return min(weapons, 1) if reading("dsc-repair-number") == "all" else weapons


@rule("dsc-repair-number")
def must_suffice(cards: int, weapons: int) -> None:
    """Illegal where so many 修理カード cannot bring so many weapons back."""
    if cards < cards_needed(weapons):
        raise Illegal("修理カードが足りない")


@verb("修理すると減る点", repaired="修理した兵器")
@rule("dsc-repair-still-destroyed")
def points_lost(repaired: Count) -> int:
    """By how many points the enemy's score shrinks when so many destroyed weapons are brought back."""
    return repaired if reading("dsc-repair-still-destroyed") == "undone" else 0


@verb("戦争の外で修理できる")
@rule("dsc-repair-outside-war")
def outside_war() -> bool:
    """Whether a weapon that is discarded otherwise (over the hand limit) can be brought back."""
    return reading("dsc-repair-outside-war") == "any-discard"


@verb("修理した兵器", weapon="兵器", side="陣営")
@rule("dsc-repair-foreign-stays")
def after_repair(weapon: Card, side: str) -> Card:
    """A weapon as it is after its repair: of the same sides as before."""
    if is_home(weapon, side) or reading("dsc-repair-foreign-stays") == "stays":
        return weapon
    return dataclasses.replace(weapon, sides=(*weapon.sides, code(side)))


@verb("修理する", war="戦", side="陣営", names="兵器")
@rule("dsc-repair")
def repair(war: War, side: str, names: tuple[str, ...]) -> War:
    """A side uses 修理カード on weapons that would be discarded; 後始末 then brings them back."""
    at_stage(war, "判定")
    if names and war.border:
        must_hold("修理カード")
    i = seat(war.sides, side)
    saved = list(war.saved[i])
    for name in names:
        for place, one in enumerate(war.rows[i] or ()):
            if one is None or one.name != name or place in saved:
                continue
            if repairable(one, side, fell(war, i, place), None in fighters(war, place)):
                saved.append(place)
                break
        else:
            raise Illegal(f"{name}は修理できない", ["dsc-repair-which"])
    must_suffice(sum(one.kind == REPAIR for one in war.hands[i]), len(saved))
    return replace(war, saved=put(war.saved, i, tuple(saved)))


def fell(war: War, i: int, place: int) -> bool:
    """Whether the weapon of a side at a place of its row was destroyed."""
    result = war.results[place]
    return result is not None and result.down[i]
