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

from gunbai.engine.daisenryaku_card.border import DRAW, margin
from gunbai.engine.daisenryaku_card.components import as_card
from gunbai.engine.daisenryaku_card.combat import (
    MISS, Shooter, clash, fires, fires_again, hit_number, hits, initiative, shot,
)
from gunbai.engine.daisenryaku_card.options import Moment
from gunbai.engine.daisenryaku_card.result import points, unpaired, walkover, winner
from gunbai.engine.daisenryaku_card.state import ATTACKER, DEFENDER, Card, Pair, number
from gunbai.engine.kernel import Malformed, rule
from gunbai.engine.verb import verb

__all__ = ["Chances", "Weights", "hit_chance", "pair_table", "pair_weights", "roll_chance", "rolls", "score_table",
           "score_weights", "shot_weights", "win_table"]

Weights = Mapping[Pair, int]
Score = tuple[int, int]
Known = dict[tuple[int, Moment], Mapping[str, int]]
OUTCOMES = tuple(Pair((one, other), (one, other)) for one, other in product((False, True), repeat=2))
MOST = 6
"""How many weapons a row may have here; a war has five."""
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


@verb("命中率", against="命中係数")
@rule("dsc-odds-hit")
def hit_chance(against: int) -> Fraction:
    """The chance that a shot with this hit number destroys its target."""
    weights = rolls()
    return Fraction(sum(n for roll, n in weights.items() if hits(against, roll)), sum(weights.values()))


@rule("dsc-odds-pair")
def shot_weights(against: int, moment: Moment, options: tuple[str, ...]) -> Mapping[str, int]:
    """In how many of the rolls a shot comes to what."""
    found: Counter[str] = Counter()
    for roll, n in rolls().items():
        found[shot(against, roll, moment, options)] += n
    return found


@rule("dsc-odds-pair")
def pair_weights(one: Card, other: Card, terrain: tuple[int, int], options: tuple[str, ...], known: Known) -> Weights:
    """How often a pair ends how. ``terrain`` is each side's own; ``known`` keeps what other pairs had worked out."""
    first = initiative(one, other, terrain)
    idle = {MISS: sum(rolls().values())}  # as heavy as a shot, so that all pairs of a war weigh alike

    def weights(weapon: Card, target: Card, cover: int, moment: Moment) -> Mapping[str, int]:
        if not fires(weapon, target.type):
            return idle
        key = hit_number(weapon, target, cover), moment
        if key not in known:
            known[key] = shot_weights(*key, options)
        return known[key]

    def moment_of(place: int) -> Moment:
        return "同時" if first is None else "先制" if first == place else "反撃"

    mine = weights(one, other, terrain[1], moment_of(0))
    theirs = weights(other, one, terrain[0], moment_of(1))
    second: Mapping[str, int] = idle
    if first is not None and fires_again(MISS):
        second = weights(other, one, terrain[0], "反撃") if first else weights(one, other, terrain[1], "反撃")
    found: Counter[Pair] = Counter()
    for (a, n), (b, m), (c, k) in product(mine.items(), theirs.items(), second.items()):
        found[clash(first, _always(a), _always(b), _always(c))] += n * m * k
    return found


@verb("対の確率", one="自分", other="相手", own="自分の地形", enemy="相手の地形", options="オプション")
@rule("dsc-odds-pair")
def pair_table(one: Card, other: Card, own: int = 0, enemy: int = 0, options: tuple[str, ...] = ()) -> Chances:
    """The chance of each outcome of a pair."""
    found = pair_weights(one, other, (own, enemy), options, {})
    named: Counter[str] = Counter()
    for pair, n in found.items():
        named[str(pair)] += n
    whole = sum(found.values())
    return Chances(tuple((str(pair), Fraction(named[str(pair)], whole)) for pair in OUTCOMES))


@rule("dsc-odds-war")
def score_weights(rows: tuple[tuple[Card, ...], tuple[Card, ...]], terrain: tuple[int, int],
                  options: tuple[str, ...], small: bool, fixed: bool) -> Mapping[Score, int]:
    """How often a war ends with which score, over all ways in which the rows can lie (``fixed``: as they do)."""
    if max(map(len, rows)) > MOST:
        raise Malformed(f"一列は{MOST}枚まで")
    known: Known = {}
    pairs = min(map(len, rows))
    longer = len(rows[1]) > len(rows[0])
    tables = [[_scores(pair_weights(one, other, terrain, options, known)) for other in rows[1]] for one in rows[0]]
    states: dict[int, Counter[Score]] = {0: Counter({(0, 0): 1})}
    for i in range(pairs):
        onward: dict[int, Counter[Score]] = {}
        for used, scores in states.items():
            for j in (i,) if fixed else range(max(map(len, rows))):
                if used >> j & 1:
                    continue
                table = tables[i][j] if longer or len(rows[0]) == len(rows[1]) else tables[j][i]
                into = onward.setdefault(used | 1 << j, Counter())
                for (a, b), n in scores.items():
                    for (x, y), m in table:
                        into[a + x, b + y] += n * m
        states = onward
    extra = tuple(walkover(unpaired(len(row), pairs), small) for row in rows)
    found: Counter[Score] = Counter()
    for scores in states.values():
        for (a, b), n in scores.items():
            found[a + extra[0], b + extra[1]] += n
    return found


@verb("点の確率", attacking="攻撃側", defending="防御側", own="攻撃側の地形", enemy="防御側の地形",
      options="オプション", small="国境紛争", fixed="並びのまま")
@rule("dsc-odds-war")
def score_table(attacking: tuple[Card | str, ...], defending: tuple[Card | str, ...], own: int = 0, enemy: int = 0,
                options: tuple[str, ...] = (), small: bool = False, fixed: bool = False) -> Chances:
    """The chance of each score of a war with these weapons."""
    rows = tuple(map(as_card, attacking)), tuple(map(as_card, defending))
    found = score_weights(rows, (own, enemy), options, small, fixed)
    whole = sum(found.values())
    return Chances(tuple((f"{a}対{b}", Fraction(n, whole)) for (a, b), n in sorted(found.items())))


@verb("勝つ確率", attacking="攻撃側", defending="防御側", own="攻撃側の地形", enemy="防御側の地形",
      options="オプション", small="国境紛争", fixed="並びのまま")
@rule("dsc-odds-win")
def win_table(attacking: tuple[Card | str, ...], defending: tuple[Card | str, ...], own: int = 0, enemy: int = 0,
              options: tuple[str, ...] = (), small: bool = False, fixed: bool = False) -> Chances:
    """The chance that either side wins a war with these weapons, and that nobody does."""
    rows = tuple(map(as_card, attacking)), tuple(map(as_card, defending))
    found = score_weights(rows, (own, enemy), options, small, fixed)
    ends: Counter[str] = Counter()
    for score, n in found.items():
        ends[margin(*score) if small else winner(*score)] += n
    return Chances(tuple((end, Fraction(ends[end], sum(found.values()))) for end in (ATTACKER, DRAW, DEFENDER)))


def _scores(weights: Weights) -> tuple[tuple[Score, int], ...]:
    found: Counter[Score] = Counter()
    for pair, n in weights.items():
        found[points(pair)] += n
    return tuple(found.items())


def _always(what: str) -> Shooter:
    return lambda moment: what
