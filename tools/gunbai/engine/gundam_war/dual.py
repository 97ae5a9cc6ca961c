"""デュアルカードと紫: whether both 指定国力 of a dual card are met, by the rule of 2009-09-18 or the one before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, compress, product
from typing import Literal

from gunbai.engine.gundam_war.power import COLOURS, PURPLE, Colour, Cost, G, Half, amount, kinds
from gunbai.engine.kernel import Malformed, in_force, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = ["Demand", "apart", "halves_met", "met_outside_play", "text_colour"]

GKind = Literal["基本G", "特殊G", "特殊基本G"]


@dataclass(frozen=True, slots=True)
class Demand:
    """What one 指定国力 asks for: so much 国力 of the kinds that may pay it."""

    value: int
    payers: frozenset[str]


@verb("G", kind="種別", power="国力", count="枚数")
@rule("gw-basic-g-kinds")
def some_g(kind: GKind, power: str, count: Count = 1) -> G:
    """G of one kind: 基本G, 特殊G or 特殊基本G, the 国力 that each produces now (黒赤: counts as both), how many."""
    if not power or not set(power) <= set(COLOURS):
        raise Malformed(f"国力の種類は{'、'.join(COLOURS)}: {power}")
    return G(kind, basic_colour(kind, power), power, count)


@rule("gw-special-basic-g")
def basic_colour(kind: GKind, power: str) -> str:
    """Of which colour a G is a 基本G: only a plain 基本G has one."""
    return power if kind == "基本G" else ""


@verb("紫基本Gの枚数", gs="場のG")
@rule("gw-purple-basic-count")
def purple_basics(gs: tuple[G, ...]) -> int:
    """How many 紫基本G there are; 国力 that other G produce as 紫 does not count."""
    return sum(g.count for g in gs if g.basic == PURPLE)


@verb("国力の種類の数", gs="場のG")
@rule("gw-three-kinds")
def kinds_of_power(gs: tuple[G, ...]) -> int:
    """How many kinds of own 国力 are being produced; 紫 is one, whatever produces it."""
    return len(kinds(gs))


@verb("国力を変える", gs="場のG", colour="種類")
@rule("gw-all-purple")
def turned(gs: tuple[G, ...], colour: Colour) -> tuple[G, ...]:
    """The G while an effect turns all 国力 into one kind. What basic G they are does not change."""
    return tuple(G(g.kind, g.basic, colour, g.count) for g in gs)


@rule("gw-g-both-colours")
def supply(gs: tuple[G, ...], colour: str) -> int:
    """How much 国力 of one colour there is; 国力 that counts as two colours counts for each."""
    return amount(gs, colour)


@rule("gw-dual-both")
def halves_met(cost: Cost, gs: tuple[G, ...]) -> bool:
    """Whether both 指定国力 of a dual card are met."""
    if cost.purple:
        return purple_met(cost, gs) if in_force("gw-purple-dual") else purple_met_before(cost, gs)
    met = [supply(gs, half.colour) >= half.value for half in cost.halves]
    return all(met) or (any(met) and reading("gw-dual-both") == "either")


@rule("gw-purple-dual")
def purple_met(cost: Cost, gs: tuple[G, ...]) -> bool:
    """The rule of 2009-09-18: X 紫基本G or three kinds of 国力, and the two halves by different kinds."""
    if purple_basics(gs) < threshold(cost) and kinds_of_power(gs) < 3:
        return False
    return apart([Demand(half.value, payers(half)) for half in cost.halves], gs)


@rule("gw-purple-dual-old")
def purple_met_before(cost: Cost, gs: tuple[G, ...]) -> bool:
    """The rule until 2009-09-17: a 紫 half by any 国力 that is not 紫, the two halves by different kinds."""
    others = frozenset(COLOURS) - {PURPLE}
    return apart([
        Demand(half.value, others if half.colour == PURPLE else frozenset(half.colour)) for half in cost.halves], gs)


@rule("gw-purple-x")
def threshold(cost: Cost) -> int:
    """X: the value of either 紫 指定国力. With two of them the readings differ."""
    values = [half.value for half in cost.halves if half.colour == PURPLE]
    return min(values) if reading("gw-purple-x") == "smaller" else max(values)


@rule("gw-purple-pays")
def payers(half: Half) -> frozenset[str]:
    """The kinds of 国力 that may pay a 指定国力 of a purple dual card."""
    if half.colour != PURPLE:
        return frozenset(half.colour)
    every = frozenset(COLOURS)
    allowed = {"any-kind": every, "other-kinds": every - {PURPLE}, "purple-only": frozenset(PURPLE)}
    return allowed[reading("gw-purple-pays")]


@rule("gw-purple-one-kind")
def apart(demands: Sequence[Demand], gs: tuple[G, ...]) -> bool:
    """Whether the 指定国力 can be paid by different kinds: each by one kind, or (a reading) by several together."""
    if matched([frozenset(k for k in d.payers if amount(gs, k) >= d.value) for d in demands]):
        return True
    return shared_out(demands, gs) and reading("gw-purple-one-kind") == "several-kinds"


def matched(choices: Sequence[frozenset[str]]) -> bool:
    """Whether each can be given one of its kinds, no kind twice: the marriage condition (Hall)."""
    return all(len(_union(some)) >= len(some) for n in range(len(choices)) for some in combinations(choices, n + 1))


def shared_out(demands: Sequence[Demand], gs: tuple[G, ...]) -> bool:
    """Whether the kinds can be shared out between two halves so that each gets enough."""
    first, second = demands
    there = sorted(kinds(gs))
    shares = (set(compress(there, mine)) for mine in product((True, False), repeat=len(there)))
    return any(
        amount(gs, first.payers & mine) >= first.value and amount(gs, second.payers - mine) >= second.value
        for mine in shares)


def _union(some: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*some)


@rule("gw-purple-outside")
def met_outside_play(cost: Cost, gs: tuple[G, ...]) -> bool:
    """Whether the 指定国力 of a dual card are met where its cost is paid other than by a normal play: the same rule."""
    return halves_met(cost, gs)


@verb("テキストの国力の色", cost="コスト")
@rule("gw-dual-text-colour")
def text_colour(cost: Cost) -> str:
    """The colour in which the 国力 cost of a card's own text is paid: that of its right-hand 指定国力."""
    return cost.halves[-1].colour
