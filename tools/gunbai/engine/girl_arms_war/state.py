"""The table (卓) as state: who plays, at which point of the turn, who has priority, what goes on. No rules here.

Points of the turn stand in tables/points.yaml, in order; they are named by their key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gunbai.engine.kernel import Situation, keyed, table

__all__ = ["Attack", "Board", "point_row", "sample", "steps_of"]

MAX_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack under way: who attacks with which GA whom, the supports as (player, GA), the GA that struck back."""

    attacker: str
    unit: str
    defender: str
    target: str
    supports: tuple[tuple[str, str], ...] = ()
    counters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Board(Situation):
    """卓（プレイヤー、時点、優先権、攻撃のようす）

    ``players`` stand in turn order, the turn player first. ``holder`` has priority; it is empty where no free timing
    is open. ``passed`` passed in direct succession, ``gave`` at any time in this free timing, ``used`` are its cards as
    (player, card). ``due`` would have been next when it closed. ``exception``: the defender holds the first priority
    after a 通常攻撃 or 支援攻撃, and has not spent it yet. ``actions`` are those of this turn, ``log`` its used cards.
    ``started``: the cards of the start of the phase were dealt with as a whole in this free timing.
    """

    players: tuple[str, ...]
    point: str
    holder: str = ""
    passed: tuple[str, ...] = ()
    gave: tuple[str, ...] = ()
    used: tuple[tuple[str, str], ...] = ()
    due: str = ""
    attack: Attack | None = None
    exception: bool = False
    turned: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    teams: bool = False
    started: bool = False  # equivalent: False → True : it is asked only in a free timing, and each opens with False

    def __str__(self) -> str:
        return f"{self.point}: 優先権は{self.holder or '誰にも無い'}（{'、'.join(self.players)}の順）"


def point_row(point: str) -> Mapping[str, Any]:
    """The row of a point of the turn."""
    return keyed("points", point)


def sample(key: str) -> Any:
    """A 見本 value that the sources do not give."""
    return keyed("samples", key)["value"]


def steps_of(phase: str) -> tuple[str, ...]:
    """The steps of a phase in the order in which the source lists them."""
    return tuple(row["of"] for row in table("points") if row["kind"] == "step" and row["phase"] == phase)
