"""渡し賃: what a crossing costs."""

from __future__ import annotations

from dataclasses import dataclass

from gunbai.engine.kernel import Illegal, Malformed, Situation, reading, rule, table
from gunbai.engine.verb import verb

MOST = 1_000


@dataclass(frozen=True, slots=True)
class Party(Situation):
    """舟に乗る一行"""

    people: int
    cows: int = 0


def rate(key: str) -> int:
    """What one of a kind costs."""
    for row in table("fares"):
        if row["key"] == key:
            return int(row["value"])
    raise Malformed(f"渡し賃の表に「{key}」が無い")


@verb("乗る", people="人", cows="牛")
def board(people: int, cows: int = 0) -> Party:
    """A party that gets on."""
    return Party(people, cows)


@verb("渡し賃", people="人", cows="牛")
@rule("toll-fare")
def fare(people: int, cows: int = 0) -> int:
    """What a party pays; nobody crosses alone."""
    if not 0 < people <= MOST or not 0 <= cows <= MOST:
        raise Illegal("人が乗っていない")
    return people * rate("person") + cows * rate("cow")


@verb("夜の渡し賃", by_day="昼")
@rule("toll-night")
def by_night(by_day: int) -> int:
    """What is paid at night."""
    return by_day * 2 if reading("toll-night") == "double" else by_day


@verb("子牛の渡し賃", calves="子牛")
@rule("toll-calf")
def for_calves(calves: int) -> int:
    """What calves cost."""
    return calves * rate("cow") if reading("toll-calf") == "counts" else 0
