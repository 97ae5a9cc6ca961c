"""国力, G and cost as values: what costs and dual cards are computed from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from gunbai.engine.kernel import Situation

__all__ = ["COLOURS", "PURPLE", "Colour", "Cost", "G", "Half", "amount", "kinds"]

Colour = Literal["青", "緑", "黒", "赤", "茶", "白", "紫"]
COLOURS = "".join(get_args(Colour))
PURPLE = "紫"


@dataclass(frozen=True, slots=True)
class G(Situation):
    """G（種別、国力の種類、枚数）"""

    kind: str
    basic: str
    """The colour of a 基本G; empty for every other G."""
    power: str
    """The kinds of 国力 that it produces: one character each."""
    count: int

    def __str__(self) -> str:
        return f"{self.basic or self.power + 'を出す'}{self.kind} {self.count}枚"


@dataclass(frozen=True, slots=True)
class Half:
    """One 指定国力: its colour and value."""

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour}{self.value}"


@dataclass(frozen=True, slots=True)
class Cost(Situation):
    """カード右上のコスト"""

    halves: tuple[Half, ...]
    total: int
    resource: int

    @property
    def purple(self) -> bool:
        """Whether a 紫 指定国力 is among its 指定国力."""
        return any(half.colour == PURPLE for half in self.halves)

    def __str__(self) -> str:
        return "-".join(map(str, (*self.halves, self.total, self.resource)))


def amount(gs: Sequence[G], colours: Iterable[str]) -> int:
    """How much 国力 the G produce that is of one of these kinds."""
    return sum(g.count for g in gs if set(g.power) & set(colours))


def kinds(gs: Sequence[G]) -> frozenset[str]:
    """The kinds of 国力 that are being produced."""
    return frozenset("".join(g.power for g in gs))
