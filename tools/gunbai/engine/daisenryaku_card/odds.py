"""確率: exact chances. A shot over the 36 rolls, a pair over its shots, a war over its pairs and over all ways to lie.

Nothing is worked out a second time: what a roll does, who strikes first and what counts are asked of the same rules.
Weights are whole numbers; the fraction is made at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import factorial

from gunbai.engine.daisenryaku_card.border import DRAW, margin, must_hold
from gunbai.engine.daisenryaku_card.components import as_card
from gunbai.engine.daisenryaku_card.combat import (
    MISS, Shooter, against, clash, fires, hit_number, hits, initiative, power, shot,
)
from gunbai.engine.daisenryaku_card.options import Moment
from gunbai.engine.daisenryaku_card.result import points, unpaired, walkover, winner
from gunbai.engine.daisenryaku_card.state import ATTACKER, DEFENDER, Card, Option, Pair, number
from gunbai.engine.kernel import Malformed, rule
from gunbai.engine.verb import Count, verb

__all__ = ["Chances", "Weights", "heft", "hit_chance", "pair_table", "pair_weights", "roll_chance", "rolls",
           "score_table", "score_weights", "shot_weights", "win_table"]

Weights = Mapping[Pair, int]
Score = tuple[int, int]
Known = dict[tuple[int, Moment], Mapping[str, int]]
MOST = 6
"""How many weapons a row may have here; a war has five."""
SHOTS = 3
"""How many throws a pair can take: one of each side, and a second one of the first striker under one reading."""
# equivalent: 10 → 11 : how much is shown of a chance, not what it is
# equivalent: 10 → 9 : how much is shown of a chance, not what it is
# equivalent: 9 → 10 : how much is shown of a chance, not what it is
PRECISE = 10 ** 9
"""Up to this denominator a chance is said exactly."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Chances that add up to one, in order."""

    rows: tuple[tuple[str, Fraction], ...]

    def __str__(self) -> str:
        return "\n".join(f"{what}: {_said(chance)}" for what, chance in self.rows)


def _said(chance: Fraction) -> str:
    """An exact chance and about how much that is; only the latter where the fraction is beyond reading."""
    percent = round(chance * 10000)
    about = f"{percent // 100}.{percent % 100:02}%"
    # equivalent: > → >= : no chance has just this denominator
    return f"約{about}" if chance.denominator > PRECISE else f"{chance}（{about}）"


def rolls() -> Counter[int]:
    """How many of the rolls of the dice come to each total."""
    faces = range(1, number("サイコロの面") + 1)
    return Counter(map(sum, product(faces, repeat=number("サイコロの数"))))


@verb("出目の確率", roll="出目")
@rule("dsc-odds-dice")
def roll_chance(roll: int) -> Fraction:
    """The chance that two dice come to this total."""
    return Fraction(rolls().get(roll, 0), sum(rolls().values()))


@verb("命中率", at="命中係数")
@rule("dsc-odds-hit")
def hit_chance(at: int) -> Fraction:
    """The chance that a shot with this hit number destroys its target."""
    weights = rolls()
    return Fraction(sum(n for roll, n in weights.items() if hits(at, roll)), sum(weights.values()))


@rule("dsc-odds-pair")
def shot_weights(at: int, moment: Moment, options: tuple[Option, ...]) -> Mapping[str, int]:
    """In how many of the rolls a shot comes to what."""
    found: Counter[str] = Counter()
    for roll, n in rolls().items():
        found[shot(at, roll, moment, options)] += n
    return found


@rule("dsc-odds-pair")
def pair_weights(one: Card, other: Card, terrain: tuple[int, int], options: tuple[Option, ...],
                 known: Known) -> Weights:
    """How often a pair ends how. ``terrain`` is each side's own; ``known`` keeps what other pairs had worked out.

    The weights of every pair add up to :func:`heft`: three throws, whether each of them is made or not.
    """
    first = initiative(one, other, terrain)

    def weights(shooter: int, moment: Moment) -> Mapping[str, int]:
        weapon, target = (other, one) if shooter else (one, other)
        if not power(weapon, target.type).value and not fires(weapon, target.type):
            return {MISS: sum(rolls().values())}
        key = hit_number(weapon, target, against(terrain, shooter)), moment
        # equivalent: key not in known → True : what is known is only not worked out again
        if key not in known:
            known[key] = shot_weights(*key, options)
        return known[key]

    def moment_of(shooter: int) -> Moment:
        return "同時" if first is None else "先制" if first == shooter else "反撃"

    shots = weights(0, moment_of(0)), weights(1, moment_of(1)), weights(first or 0, "反撃")
    found: Counter[Pair] = Counter()
    for (a, n), (b, m), (c, k) in product(*(weight.items() for weight in shots)):
        found[clash(first, _always(a), _always(b), _always(c))] += n * m * k
    return found


def heft() -> int:
    """What the weights of a pair add up to."""
    return int(sum(rolls().values()) ** SHOTS)


@verb("対の確率", one="自分", other="相手", own="自分の地形", enemy="相手の地形", options="オプション")
@rule("dsc-odds-pair")
def pair_table(one: Card, other: Card, own: Count = 0, enemy: Count = 0, options: tuple[Option, ...] = ()) -> Chances:
    """The chance of each outcome of a pair."""
    named: Counter[tuple[bool, bool]] = Counter()
    for pair, n in pair_weights(one, other, (own, enemy), options, {}).items():
        named[pair.down] += n
    outcomes = ((False, False), (False, True), (True, False), (True, True))
    return Chances(tuple((str(Pair(down, down)), Fraction(named[down], heft())) for down in outcomes))


@rule("dsc-odds-war")
def score_weights(rows: tuple[tuple[Card, ...], tuple[Card, ...]], terrain: tuple[int, int],
                  options: tuple[Option, ...], small: bool, fixed: bool) -> tuple[Mapping[Score, int], int]:
    """How often a war ends with which score, over all ways in which the rows can lie (``fixed``: as they do)."""
    size = max(map(len, rows))
    if size > MOST:
        raise Malformed(f"一列は{MOST}枚まで")
    if small and any(terrain):
        must_hold("地形カード")
    known: Known = {}
    lines = [(*row, *(None,) * size)[:size] for row in rows]
    tables = [[_scores(one, other, terrain, options, small, known) for other in lines[1]] for one in lines[0]]
    states: dict[int, Counter[Score]] = {0: Counter({(0, 0): 1})}
    for i in range(size):  # the first row in order, each with one of the other row that is not used yet
        onward: dict[int, Counter[Score]] = {}
        for used, scores in states.items():
            for j in (i,) if fixed else range(size):
                if used >> j & 1:
                    continue
                into = onward.setdefault(used | 1 << j, Counter())
                for (a, b), n in scores.items():
                    for (x, y), m in tables[i][j]:
                        into[a + x, b + y] += n * m
        states = onward
    found: Counter[Score] = Counter()
    for scores in states.values():
        found.update(scores)
    return found, heft() ** size * (1 if fixed else factorial(size))


@verb("点の確率", attacking="攻撃側", defending="防御側", own="攻撃側の地形", enemy="防御側の地形",
      options="オプション", small="国境紛争", fixed="並びのまま")
@rule("dsc-odds-war")
def score_table(attacking: tuple[Card | str, ...], defending: tuple[Card | str, ...], own: Count = 0, enemy: Count = 0,
                options: tuple[Option, ...] = (), small: bool = False, fixed: bool = False) -> Chances:
    """The chance of each score of a war with these weapons."""
    rows = tuple(map(as_card, attacking)), tuple(map(as_card, defending))
    found, whole = score_weights(rows, (own, enemy), options, small, fixed)
    return Chances(tuple((f"{a}対{b}", Fraction(n, whole)) for (a, b), n in sorted(found.items())))


@verb("勝つ確率", attacking="攻撃側", defending="防御側", own="攻撃側の地形", enemy="防御側の地形",
      options="オプション", small="国境紛争", fixed="並びのまま")
@rule("dsc-odds-win")
def win_table(attacking: tuple[Card | str, ...], defending: tuple[Card | str, ...], own: Count = 0, enemy: Count = 0,
              options: tuple[Option, ...] = (), small: bool = False, fixed: bool = False) -> Chances:
    """The chance that either side wins a war with these weapons, and that nobody does."""
    rows = tuple(map(as_card, attacking)), tuple(map(as_card, defending))
    found, whole = score_weights(rows, (own, enemy), options, small, fixed)
    ends: Counter[str] = Counter()
    for score, n in found.items():
        ends[margin(*score) if small else winner(*score)] += n
    return Chances(tuple((end, Fraction(ends[end], whole)) for end in (ATTACKER, DRAW, DEFENDER)))


def _scores(one: Card | None, other: Card | None, terrain: tuple[int, int], options: tuple[Option, ...], small: bool,
            known: Known) -> tuple[tuple[Score, int], ...]:
    """How often two that lie opposite make which score; a weapon without a pair makes what a walkover makes."""
    if one is None or other is None:
        alone = walkover(unpaired(1, 0), small)
        return (((0, alone) if one is None else (alone, 0), heft()),)
    found: Counter[Score] = Counter()
    for pair, n in pair_weights(one, other, terrain, options, known).items():
        found[points(pair)] += n
    return tuple(found.items())


def _always(what: str) -> Shooter:
    return lambda moment: what
