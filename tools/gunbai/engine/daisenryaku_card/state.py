"""What a スーパー大戦略カード table consists of: cards, hands, a war, a whole game. Data and lookups only, no rules.

Players are called by the name of their side: nobody shares one. Cards are plain values; two copies of a kind are equal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, TypeVar

from gunbai.engine.kernel import EngineFault, Malformed, Situation, keyed

__all__ = ["AID", "ATTACKER", "DEFENDER", "REPAIR", "ROLES", "TERRAIN", "TRADE", "WEAPON", "Card", "Counts", "Game",
           "Option", "Pair", "Power", "War", "can_come", "count_of", "drawn_card", "find", "number", "put", "replace",
           "seat", "shuffled", "without"]

T = TypeVar("T")
S = TypeVar("S", "War", "Game")

WEAPON, REPAIR, TERRAIN = "兵器カード", "修理カード", "地形／エースパイロットカード"
AID, TRADE = "戦争／軍事援助カード", "貿易カード"
ATTACKER: Final = "攻撃側"
DEFENDER: Final = "防御側"
ROLES = (ATTACKER, DEFENDER)
Option = Literal["自爆", "選択出撃", "国境紛争"]
"""オプションルール: what the players may agree to add."""


@dataclass(frozen=True, slots=True)
class Power:
    """One attack number of a weapon; 0 stands for a dash. ``plus`` is the mark of the first strike."""

    value: int
    plus: bool = False

    def __str__(self) -> str:
        return f"{self.value}+" if self.plus else str(self.value or "-")


@dataclass(frozen=True, slots=True)
class Card(Situation):
    """カード"""

    name: str
    kind: str
    type: str = ""
    attack: tuple[Power, ...] = ()
    # equivalent: 0 → 1 : what is no weapon has no defence, and nobody asks for it
    # equivalent: 0 → -1 : what is no weapon has no defence, and nobody asks for it
    defence: int = 0
    sides: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.type:
            return self.name
        attack = "・".join(map(str, self.attack))
        return f"{self.name}（{self.type}型、攻撃{attack}、防御{self.defence}、{'・'.join(self.sides) or '陣営なし'}）"


@dataclass(frozen=True, slots=True)
class Counts(Situation):
    """各プレイヤーの手札の枚数"""

    held: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return "、".join(f"{side}{n}枚" for side, n in self.held)


@dataclass(frozen=True, slots=True)
class Pair(Situation):
    """対の結果"""

    down: tuple[bool, bool]
    """Whether the first and the second weapon have fallen."""
    shot: tuple[bool, bool]
    """Whether each has fallen to its enemy's fire, and not only to its own."""

    def __str__(self) -> str:
        return {
            (False, False): "両方残る", (False, True): "相手だけ撃破",
            (True, False): "自分だけ失う", (True, True): "両方失う",
        }[self.down]


@dataclass(frozen=True)
class War(Situation):
    """戦争

    ``hands`` is what both sides still hold, ``rows`` the weapons laid out (None: a gap), ``results`` one entry a place
    (None: not fought yet), ``discards`` what the clean-up has thrown away. Index 0 is the attacker.
    """

    sides: tuple[str, str]
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    border: bool
    options: tuple[Option, ...]
    stage: str = "選択"
    chosen: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None] = (None, None)
    terrain: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None] = (None, None)
    rows: tuple[tuple[Card | None, ...] | None, tuple[Card | None, ...] | None] = (None, None)
    results: tuple[Pair | None, ...] = ()
    saved: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The places of the rows whose weapons were repaired."""
    discards: tuple[Card, ...] = ()
    before: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())

    def __str__(self) -> str:
        fought = sum(result is not None for result in self.results)
        what = "国境紛争" if self.border else "戦争"
        return f"{what} {self.sides[0]}→{self.sides[1]}（{self.stage}、解決した対{fought}）"


@dataclass(frozen=True)
class Game(Situation):
    """卓

    ``sides`` in seat order, clockwise. The first card of ``pile`` is the top. ``held`` is a drawn war card that is
    neither in a hand nor among the discards yet. ``seed`` makes shuffling repeatable.
    """

    sides: tuple[str, ...]
    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    discards: tuple[Card, ...]
    wins: tuple[Fraction, ...]
    turn: int
    options: tuple[Option, ...]
    seed: int
    phase: str = "引く"
    drawn: Card | None = None
    held: tuple[Card, ...] = ()
    partner: int | None = None
    war: War | None = None

    @property
    def counts(self) -> Counts:
        """The hand sizes."""
        return Counts(tuple((side, len(hand)) for side, hand in zip(self.sides, self.hands, strict=True)))

    def __str__(self) -> str:
        players = "、".join(f"{side}{len(hand)}枚{_wins(won)}" for side, hand, won in
                           zip(self.sides, self.hands, self.wins, strict=True))
        piles = f"山札{len(self.pile)}、捨て札{len(self.discards)}"
        return f"{self.sides[self.turn]}の手番（{self.phase}）: {players}。{piles}"


def _wins(won: Fraction) -> str:
    return f"{float(won):g}勝" if won else ""


def replace(state: S, **new: object) -> S:
    """A war or a table with some fields changed. As ``dataclasses.replace``, but several times as fast (no slots)."""
    made = object.__new__(type(state))
    if not new.keys() <= state.__dict__.keys():
        raise EngineFault(f"{type(state).__name__} has no field {new.keys() - state.__dict__.keys()}")
    made.__dict__.update(state.__dict__)
    made.__dict__.update(new)
    return made


def number(key: str) -> int:
    """A number that the rules name, from tables/numbers.yaml."""
    return int(keyed("numbers", key)["value"])


def can_come(roll: int) -> None:
    """Malformed where two dice never come to this total."""
    if not number("必ず当たる目") <= roll <= number("必ず外れる目"):
        raise Malformed(f"サイコロ2個で{roll}は出ない")


def seat(sides: Sequence[str], side: str) -> int:
    """The place of a side among those at the table; Malformed where it is not there."""
    if side not in sides:
        raise Malformed(f"「{side}」はこの場にいない（{'、'.join(sides)}）")
    return sides.index(side)


def count_of(counts: Counts, side: str) -> int:
    """How many cards a side holds; Malformed where it is not at the table."""
    return counts.held[seat([name for name, _ in counts.held], side)][1]


def without(cards: Sequence[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """``cards`` less one copy of each of ``gone``; Malformed where one is missing."""
    rest = list(cards)
    for card in gone:
        if card not in rest:
            raise Malformed(f"{card.name}が足りない")
        rest.remove(card)
    return tuple(rest)


def put(both: tuple[Any, Any], i: int, value: object) -> tuple[Any, Any]:
    """A pair, one entry a side, with the entry of side ``i`` changed."""
    return (both[0], value) if i else (value, both[1])


def drawn_card(game: Game) -> Card:
    """The card that was drawn in this turn, at a point of the turn at which there is one."""
    if game.drawn is None:
        raise EngineFault(f"nothing was drawn at 「{game.phase}」")
    return game.drawn


def find(cards: Sequence[Card], name: str) -> Card:
    """The first card of this name among ``cards``; Malformed where there is none."""
    for card in cards:
        if card.name == name:
            return card
    raise Malformed(f"{name}が足りない")


def shuffled(cards: Sequence[T], seed: int) -> tuple[T, ...]:
    """The cards in an order that is the same for the same seed on every Python: only ``random()`` promises that."""
    source = random.Random(f"{seed} {len(cards)}")  # a pile of another size is not shuffled alike
    return tuple(cards[i] for i in sorted(range(len(cards)), key=lambda _: source.random()))
