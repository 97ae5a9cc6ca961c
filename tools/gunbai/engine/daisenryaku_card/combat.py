"""戦闘: the hit number, the dice, first strike, the outcome of one pair."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

from gunbai.engine.daisenryaku_card.options import DESTRUCT, Moment, blows_up, still_answers, target_remains
from gunbai.engine.daisenryaku_card.state import Card, Option, Pair, Power, War, can_come, number, replace
from gunbai.engine.daisenryaku_card.war import at_stage, fighters, onward, terrain_sum
from gunbai.engine.daisenryaku_card.weapons import must_be_weapon
from gunbai.engine.kernel import EngineFault, Illegal, Malformed, reading, rule, table
from gunbai.engine.verb import Count, verb

__all__ = ["HIT", "MISS", "Shooter", "against", "cancelled", "clash", "dud", "duel", "exchange", "fallen", "fight",
           "figure", "fires", "fires_again", "hit_number", "hits", "initiative", "is_answered", "power", "shielded",
           "shot", "spoiled", "strikes_first", "sure", "sure_at_once", "total"]

HIT, MISS = "撃破", "外れ"
Shooter = Callable[[Moment], str]
"""A shot that is made at a moment; it says what came of it."""


@verb("攻撃力", weapon="兵器", target="相手の型")
@rule("dsc-attack-by-type")
def power(weapon: Card, target: str) -> Power:
    """The attack number of a weapon that counts against an enemy of this type."""
    must_be_weapon(weapon)
    for found, one in zip(table("types"), weapon.attack, strict=True):
        if found["key"] == target:
            return one
    raise Malformed(f"「{target}」という型は無い")


@rule("dsc-plus-number")
def figure(one: Power) -> int:
    """The number by which an attack with a + reckons; the + takes nothing from it and adds nothing."""
    if reading("dsc-plus-number") == "unknown":
        raise Malformed("＋の付いた攻撃力の値は書かれていない")
    return one.value


@verb("射撃できる", weapon="兵器", target="相手の型")
@rule("dsc-no-attack-number")
def fires(weapon: Card, target: str) -> bool:
    """Whether a weapon fires at this type at all, also without a number against it."""
    return power(weapon, target).value > 0 or reading("dsc-no-attack-number") == "rolls"


@rule("dsc-terrain-every-pair")
def shielded(target: str, terrain: int) -> int:
    """How much the terrain of a side protects its weapon of this type."""
    return 0 if target == "A" and reading("dsc-terrain-every-pair") == "not-aircraft" else terrain


@rule("dsc-terrain-whose")
def against(terrain: tuple[int, int], shooter: int) -> int:
    """The terrain that lowers the fire of a side (0 or 1): that of the other side. ``terrain`` is each side's own."""
    return terrain[1 - shooter]


@verb("命中係数", weapon="兵器", target="相手", terrain="相手の地形")
@rule("dsc-hit-number")
def hit_number(weapon: Card, target: Card, terrain: Count = 0) -> int:
    """The hit number of a weapon against another: attack less defence less the terrain of the other side."""
    attack = power(weapon, target.type)
    cover = shielded(target.type, terrain) if terrain else 0
    return (figure(attack) if attack.plus else attack.value) - target.defence - cover


@verb("出目", dice="サイコロ")
@rule("dsc-dice-sum")
def total(dice: tuple[int, ...]) -> int:
    """What a roll of two dice counts."""
    faces = number("サイコロの面")
    if len(dice) != number("サイコロの数") or not all(1 <= one <= faces for one in dice):
        raise Malformed("サイコロは2個で、目は1から6")
    return sum(dice)


@verb("命中", at="命中係数", roll="出目")
@rule("dsc-hit-roll")
def hits(at: int, roll: int) -> bool:
    """Whether a roll hits: not above the hit number; 2 always, 12 never."""
    can_come(roll)
    return sure(roll) or (roll <= at and not dud(roll))


@rule("dsc-two-hits")
def sure(roll: int) -> bool:
    """Whether a roll hits whatever the hit number."""
    return roll == number("必ず当たる目")


@rule("dsc-twelve-misses")
def dud(roll: int) -> bool:
    """Whether a roll misses whatever the hit number."""
    return roll == number("必ず外れる目")


@rule("dsc-first-strike-two")
def sure_at_once() -> bool:
    """Whether the roll that always hits does so in a first strike as well."""
    return reading("dsc-first-strike-two") == "sure"


@verb("射撃", at="命中係数", roll="出目", moment="撃ち方", options="オプション")
@rule("dsc-hit-roll")
def shot(at: int, roll: int, moment: Moment = "同時", options: tuple[Option, ...] = ()) -> str:
    """What comes of one shot: 撃破, 外れ, or with the option 自爆."""
    if moment not in get_args(Moment):
        raise EngineFault(f"a shot is not made at 「{moment}」")
    if hits(at, roll) and (moment != "先制" or roll <= at or sure_at_once()):
        return HIT
    return DESTRUCT if DESTRUCT in options and blows_up(roll, moment) else MISS


@rule("dsc-terrain-first-strike")
def spoiled() -> bool:
    """Whether terrain of the enemy takes the first strike away."""
    return reading("dsc-terrain-first-strike") == "cancels"


@verb("先制できる", weapon="兵器", target="相手", enemy="相手の地形")
@rule("dsc-first-strike")
def strikes_first(weapon: Card, target: Card, enemy: Count = 0) -> bool:
    """Whether a weapon strikes first: a + against the enemy's type, and the enemy has none against its own."""
    return power(weapon, target.type).plus and not cancelled(weapon, target) and not (enemy and spoiled())


@rule("dsc-both-plus")
def cancelled(weapon: Card, target: Card) -> bool:
    """Whether the enemy has a + as well, so that the attack is an ordinary one."""
    return power(target, weapon.type).plus


@rule("dsc-first-strike")
def initiative(one: Card, other: Card, terrain: tuple[int, int]) -> int | None:
    """Which of a pair strikes first: 0, 1 or None. ``terrain`` is each side's own."""
    if strikes_first(one, other, against(terrain, 0)):
        return 0
    return 1 if strikes_first(other, one, against(terrain, 1)) else None


@rule("dsc-first-strike-kill")
def is_answered(first: str) -> bool:
    """Whether the enemy fires after a first strike that came to ``first``."""
    return first == MISS or (first == DESTRUCT and still_answers())


@rule("dsc-first-strike-fails")
def fires_again() -> bool:
    """Whether the first striker fires once more, together with the answer, after a first strike that missed."""
    return reading("dsc-first-strike-fails") == "again"


@rule("dsc-simultaneous")
def exchange(one: str, other: str) -> Pair:
    """Both fire at once: what comes of the pair. Both shots count, whoever is hit."""
    if not {one, other} <= {HIT, MISS, DESTRUCT}:
        raise EngineFault(f"a shot comes to 「{one}」 or 「{other}」")
    shot_down = (other == HIT and (one != DESTRUCT or target_remains()),
                 one == HIT and (other != DESTRUCT or target_remains()))
    return Pair((shot_down[0] or one == DESTRUCT, shot_down[1] or other == DESTRUCT), shot_down)


def clash(first: int | None, one: Shooter, other: Shooter, again: Shooter) -> Pair:
    """The outcome of a pair: ``first`` strikes first (None: nobody), ``again`` is the first striker's second shot."""
    if first is None:
        return exchange(one("同時"), other("同時"))
    shooters = one, other
    strike = shooters[first]("先制")
    answer = shooters[1 - first]("反撃") if is_answered(strike) else MISS
    if strike == MISS and fires_again():
        strike = again("反撃")
    return exchange(answer, strike) if first == 1 else exchange(strike, answer)


@verb("撃ち合い", one="自分", other="相手", rolls="出目", own="自分の地形", enemy="相手の地形", options="オプション")
@rule("dsc-pair")
def duel(one: Card, other: Card, rolls: tuple[int | None, ...], own: Count = 0, enemy: Count = 0,
         options: tuple[Option, ...] = ()) -> Pair:
    """One pair with the rolls of the first weapon, of the second, and (where a reading asks for it) a second shot.

    None stands for a roll that was not made. Malformed where a roll is missing that the rules demand.
    """
    def roll(place: int) -> int:
        made = rolls[place] if place < len(rolls) else None
        if made is None:
            raise Malformed(f"{('自分', '相手', '二度目')[place]}の出目が無い")
        return made

    def fire(weapon: Card, target: Card, enemy: int, place: int, moment: Moment) -> str:
        if not power(weapon, target.type).value and not fires(weapon, target.type):
            return MISS
        return shot(hit_number(weapon, target, enemy), roll(place), moment, options)

    terrain = own, enemy
    first = initiative(one, other, terrain)
    mine = partial(fire, one, other, against(terrain, 0))
    theirs = partial(fire, other, one, against(terrain, 1))
    return clash(first, partial(mine, 0), partial(theirs, 1), partial(theirs if first == 1 else mine, 2))


@verb("対決", war="戦", place="対", rolls="出目")
@rule("dsc-pair")
def fight(war: War, place: int, rolls: tuple[int | None, ...] = ()) -> War:
    """One pair of a war is settled, in any order but once; the rolls are the attacker's and the defender's."""
    at_stage(war, "戦闘")
    one, other = fighters(war, place - 1)
    if one is None or other is None:
        raise Illegal(f"{place}番目は対になっていない")
    if war.results[place - 1] is not None:
        raise Illegal(f"{place}番目の対はもう解決した")
    own, enemy = (terrain_sum(tuple(card.name for card in played)) if played else 0 for played in war.terrain)
    pair = duel(one, other, rolls, own, enemy, war.options)
    return onward(replace(war, results=(*war.results[:place - 1], pair, *war.results[place:])))


@verb("対の結果", war="戦", place="対")
@rule("dsc-turned-down")
def fallen(war: War, place: int) -> Pair | None:
    """Which weapons of a pair are turned face down; None where it is not settled yet."""
    if not 1 <= place <= len(war.results):
        raise Malformed(f"{place}番目の対は無い")
    return war.results[place - 1]
