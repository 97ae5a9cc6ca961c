"""オプションルール 自爆 and 選択出撃, and how options are agreed. 国境紛争 has a module of its own."""

from __future__ import annotations

from typing import Final, Literal

from gunbai.engine.daisenryaku_card.state import DEFENDER, Option, can_come, number
from gunbai.engine.kernel import Illegal, reading, rule
from gunbai.engine.verb import verb

__all__ = ["BORDER", "CHOICE", "DESTRUCT", "Moment", "agreed", "blows_up", "counts_for_enemy", "in_every_shot",
           "may_agree",
           "may_arrange", "sees_order", "still_answers", "target_remains"]

DESTRUCT: Final = "自爆"
CHOICE: Final = "選択出撃"
BORDER: Final = "国境紛争"
Moment = Literal["同時", "先制", "反撃"]


@verb("オプションを使う", options="オプション")
@rule("dsc-options-mix")
def agreed(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options of a game. Illegal where they may not be used together."""
    if len(options) > 1 and reading("dsc-options-mix") == "one":
        raise Illegal("オプションは一つしか使えない")
    return options


@verb("オプションを決められる", when="いつ")
@rule("dsc-options-before")
def may_agree(when: Literal["開始前", "途中"]) -> bool:
    """Whether the players may settle at this time which options they use."""
    return when == "開始前" or reading("dsc-options-before") == "any-time"


@verb("自爆する", roll="出目", moment="撃ち方")
@rule("dsc-self-destruct")
def blows_up(roll: int, moment: Moment = "同時") -> bool:
    """With the option: whether a roll destroys the shooter; the same in first strike and answer."""
    can_come(roll)
    return roll == number("必ず外れる目") and (moment == "同時" or in_every_shot())


@rule("dsc-self-destruct-all")
def in_every_shot() -> bool:
    """Whether a weapon can destroy itself also in a first strike and in an answer."""
    return reading("dsc-self-destruct-all") == "all"


@verb("自爆は相手の点")
@rule("dsc-self-destruct-score")
def counts_for_enemy() -> bool:
    """Whether a weapon that destroyed itself counts as destroyed by the enemy."""
    return reading("dsc-self-destruct-score") == "counts"


@rule("dsc-self-destruct-simultaneous")
def target_remains() -> bool:
    """In simultaneous fire: whether the enemy's shot still hits a weapon that destroyed itself."""
    return reading("dsc-self-destruct-simultaneous") == "both"


@rule("dsc-self-destruct-first-strike")
def still_answers() -> bool:
    """Whether the enemy fires at a first striker that destroyed itself."""
    return reading("dsc-self-destruct-first-strike") == "still-fires"


@verb("順番を選べる", options="オプション")
@rule("dsc-choose-order")
def may_arrange(options: tuple[Option, ...] = ()) -> bool:
    """Whether a player may arrange the own weapons as he likes."""
    return CHOICE in options


@verb("相手の並びを見て並べる", role="役")
@rule("dsc-choose-secretly")
def sees_order(role: Literal["攻撃側", "防御側"]) -> bool:
    """With 選択出撃: whether a side arranges its weapons knowing the enemy's order."""
    return reading("dsc-choose-secretly") == "in-turn" and role == DEFENDER
