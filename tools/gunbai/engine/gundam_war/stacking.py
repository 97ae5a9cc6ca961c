"""「重複しない」: of effects that count as the same, only one is applied.

Which effects carry the mark, and what makes two of them the same, stands in tables/stacking.yaml. What the four types
settle stands in tables/stacking_types.yaml; while a slot there is empty, the open ruling of that point is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gunbai.engine.gundam_war.general import row_of
from gunbai.engine.kernel import Malformed, Situation, Undecided, reading, rule, table
from gunbai.engine.verb import verb

__all__ = ["Effect", "Effects", "applied", "chosen", "controllers", "end", "identity", "mark_of", "number_applied",
           "occur", "original", "scope", "stacks", "type_of"]

Side = Literal["自軍", "敵軍"]


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect that occurred: its row in the table, on what, for whom, and which of its kind it is."""

    number: int
    key: str
    target: str
    player: str
    controller: str
    value: int
    picked: bool

    def __str__(self) -> str:
        return f"{self.number}: {self.key} → {self.target}"


@dataclass(frozen=True, slots=True)
class Effects(Situation):
    """発生した効果の並び"""

    held: tuple[Effect, ...]
    last: int


@verb("効果の発生", key="効果", target="対象", before="前", player="対象の側", controller="支配", value="値",
      picked="選択", borrowed="得た名称")
@rule("gw-stack-one")
def occur(key: str, target: str, before: Effects | None = None, player: Side = "自軍", controller: Side = "自軍",
          value: int = 0, picked: bool = False, borrowed: str | None = None) -> Effects:
    """An effect of the table occurs and is about to be applied to something, after those that occurred before."""
    earlier = before or Effects((), 0)
    number = earlier.last + 1
    effect = Effect(number, original(key, borrowed), target, player, controller, value, picked)
    return Effects((*earlier.held, effect), number)


@rule("gw-stack-borrowed")
def original(key: str, borrowed: str | None) -> str:
    """The effect goes by the name that is printed on its card, whatever name the card has borrowed."""
    return str(row_of("stacking", "card", key)["card"])


@verb("適用数", effects="状況")
@rule("gw-stack-one")
def number_applied(effects: Effects) -> int:
    """How many of the effects are applied: of those that count as the same, one."""
    return len(_groups(effects))


@verb("適用される効果", effects="状況")
@rule("gw-stack-one")
def applied(effects: Effects) -> tuple[str, ...]:
    """Which of the effects are applied."""
    return tuple(str(chosen(group)) for group in _groups(effects))


@verb("効果の終わり", effects="状況", number="番号")
@rule("gw-stack-leaves")
def end(effects: Effects, number: int) -> Effects:
    """An effect ends, as its source leaves. Malformed where there is no such effect."""
    effect = next((e for e in effects.held if e.number == number), None)
    if effect is None:
        raise Malformed(f"{number}の効果は無い")
    gone: tuple[Effect, ...] = (effect,)
    (group,) = (g for g in _groups(effects) if effect in g)
    if chosen(group) == effect and (_settled(effect, "leaves") or reading("gw-stack-leaves")) == "none":
        gone = group
    return Effects(tuple(e for e in effects.held if e not in gone), effects.last)


def _groups(effects: Effects) -> tuple[tuple[Effect, ...], ...]:
    """The effects, those together of which only one is applied."""
    kinds: dict[int | str, list[Effect]] = {}
    for effect in effects.held:
        kinds.setdefault(effect.number if stacks(effect.key) else identity(effect.key), []).append(effect)
    return tuple(group for kind in kinds.values() for group in _parted(kind))


def _parted(kind: list[Effect]) -> tuple[tuple[Effect, ...], ...]:
    """Effects that are the same, parted by scope and controller where these differ."""
    targets, sides = {e.target for e in kind}, {e.controller for e in kind}
    groups: dict[tuple[str, ...], list[Effect]] = {}
    for effect in kind:
        where = scope(effect) if len(targets) > 1 else ()
        whose = controllers(effect) if len(sides) > 1 else ()
        groups.setdefault((*where, *whose), []).append(effect)
    return tuple(map(tuple, groups.values()))


@rule("gw-stack-pump")
def stacks(key: str) -> bool:
    """Whether an effect is free of the mark, so that every one of its kind is applied."""
    return mark_of(key) == "なし"


@verb("印の位置", key="効果")
@rule("gw-stack-mark")
def mark_of(key: str) -> str:
    """Where 「重複しない」 stands: on the effect that grants something, in the granted text, or nowhere."""
    return str(row_of("stacking", "card", key)["mark"])


@rule("gw-stack-same")
def identity(key: str) -> str:
    """What makes effects the same: the 特殊効果 where the row names one, else the original name of the card."""
    row = row_of("stacking", "card", key)
    return str(row["special"] or row["card"])


@rule("gw-stack-scope")
def scope(effect: Effect) -> tuple[str, ...]:
    """Within what only one is applied; empty for the whole table."""
    parts: dict[str, tuple[str, ...]] = {
        "per-card": (effect.target,), "per-player": (effect.player,), "whole-table": ()}
    return parts[_settled(effect, "scope") or reading("gw-stack-scope")]


@rule("gw-stack-controllers")
def controllers(effect: Effect) -> tuple[str, ...]:
    """Whose effects are counted together; empty for everyone's."""
    parts: dict[str, tuple[str, ...]] = {"together": (), "apart": (effect.controller,)}
    return parts[_settled(effect, "controllers") or reading("gw-stack-controllers")]


@rule("gw-stack-copy")
def chosen(group: tuple[Effect, ...]) -> Effect:
    """The one that is applied; Malformed where its controller picks and no pick is given."""
    earliest, *others = group
    if not others:
        return earliest
    match _settled(earliest, "copy") or reading("gw-stack-copy"):
        case "earliest":
            return earliest
        case "latest":
            return others[-1]
        case "largest":
            return max(group, key=lambda e: e.value)
    for effect in group:
        if effect.picked:
            return effect
    raise Malformed("コントローラーが選んだ効果に「選択=True」が要る")


@verb("重複しないのタイプ", key="効果")
@rule("gw-stack-types")
def type_of(key: str) -> int | None:
    """The type in the official table: 1 to 4, None for an effect without the mark; Undecided where it is not known."""
    row = row_of("stacking", "card", key)
    if row["type"] is None and not stacks(key):
        raise Undecided("gw-stack-types")
    return row["type"]  # type: ignore[no-any-return]


def _settled(effect: Effect, point: str) -> str | None:
    """What the type of the effect says of a point; None while the table has nothing there."""
    kind = row_of("stacking", "card", effect.key)["type"]
    for row in table("stacking_types"):
        if row["type"] == kind and row["point"] == point:
            return row["value"]  # type: ignore[no-any-return]
    return None
