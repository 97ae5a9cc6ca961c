"""Where free timings (フリータイミング) are, and where cards tied to a phase may be used. Rulings gaw-timing-*.

Points are those of tables/points.yaml. Cards of the start and the end of a phase are in start_end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from gunbai.engine.girl_arms_war.frame import phase_of
from gunbai.engine.girl_arms_war.state import point_row, sample
from gunbai.engine.kernel import keyed, reading, rule, table
from gunbai.engine.verb import verb

__all__ = [
    "after", "boundary", "conflict", "entering", "free", "fulfilled", "opened_by_tied", "side_may", "tied",
]

ACTION = "アクションフェイズ"


@verb("フリータイミングか", point="時点")
@rule("gaw-timing-free")
def free(point: str) -> bool:
    """その時点がフリータイミングか。"""
    row = point_row(point)
    match row["kind"]:
        case "gap":
            return same_turn(row) and (row["before"] != ACTION or third_gap(point))
        case "open":
            return around(point)
        case "inside":
            return inside(row["of"])
        case "after":
            return after(row["of"]) and around(point)
        case "attack":
            return between_attack_steps(row)
        case "declared":
            return declared(point)
    return False


@rule("gaw-timing-turns")
def same_turn(row: Mapping[str, Any]) -> bool:
    """Whether what lies before and after a gap belongs to one turn."""
    return bool(row["after"] != table("phases")[0]["key"])


@rule("gaw-timing-third-gap")
def third_gap(point: str) -> bool:
    """Whether there is a free timing between the action phase and the end phase, if no 休息 leads there."""
    return reading("gaw-timing-third-gap") == "unless-rest"


@rule("gaw-timing-actions")
def around(point: str) -> bool:
    """Whether there are free timings before the first action and after each, or inside attacks alone."""
    return reading("gaw-timing-actions") == "around"


@verb("アクションの最中に窓がある", action="アクション")
@rule("gaw-timing-quiet")
def inside(action: str) -> bool:
    """そのアクションの途中に、フリータイミングがあるか。"""
    return bool(keyed("actions", action)["inside"])


@verb("アクションの後に窓がある", action="アクション")
@rule("gaw-timing-after-rest")
def after(action: str) -> bool:
    """そのアクションの後、すぐには次のフェイズに移らず、フリータイミングがありうるか。"""
    return bool(keyed("actions", action)["after"])


@rule("gaw-timing-attack-steps")
def between_attack_steps(row: Mapping[str, Any]) -> bool:
    """Whether a point of an attack lies between its steps, not in one of them."""
    return bool(row["whole"])


@rule("gaw-attack-declared")
def declared(point: str) -> bool:
    """Whether there is a free timing between the declaration of an attack and the turning of the GA."""
    return reading("gaw-attack-declared") == "window"


@rule("gaw-timing-phase-cards")
def tied(phase: str, point: str) -> bool:
    """Whether a card that says 中 of a phase may be used at a point."""
    row = point_row(point)
    if row.get("phase") != phase:
        return False
    match row["kind"]:
        case "between":
            return between_steps(point)
        case "bare":
            return in_end_phase(row)
        case "inside":
            return inside(row["of"]) or in_quiet_action(point)
        case "open" | "after" | "attack" | "declared":
            return free(point)
    return not in_step(row)


@rule("gaw-timing-phase-steps")
def in_step(row: Mapping[str, Any]) -> bool:
    """Whether a point lies inside a step in which no free timing is, not even for cards tied to the phase."""
    return bool(row["kind"] == "step")


@rule("gaw-timing-between-steps")
def between_steps(point: str) -> bool:
    """Whether cards tied to a phase may be used between its steps, or at its edges alone."""
    return reading("gaw-timing-between-steps") == "usable"


@rule("gaw-timing-end-phase")
def in_end_phase(row: Mapping[str, Any]) -> bool:
    """Whether cards that say 終了フェイズ中 may be used throughout it, or at its very end alone."""
    return reading("gaw-timing-end-phase") == "throughout" or row.get("edge") == "last"


@rule("gaw-timing-quiet-tied")
def in_quiet_action(point: str) -> bool:
    """Whether a card that says アクションフェイズ中 may be used inside 生産, レベルアップ or 休息."""
    return reading("gaw-timing-quiet-tied") == "allowed"


@rule("gaw-timing-tied-only")
def opened_by_tied(point: str) -> bool:
    """Whether the use of a card tied to a phase opens a free timing for everybody's cards."""
    return reading("gaw-timing-tied-only") == "everything"


@verb("原則と細則では使える", point="時点")
@rule("gaw-timing-conflict")
def conflict(point: str) -> bool:
    """原則は「いつでも」、細則は「フリータイミングに」という。条件の無いカードをその時点で使えるか。"""
    return free(point) or reading("gaw-timing-conflict") == "principle"


@verb("使える側", side="側")
@rule("gaw-timing-sides")
def side_may(side: Literal["攻撃側", "防御側", "第三者"]) -> bool:
    """攻撃のあいだのフリータイミングに、その側のプレイヤーが能力や戦術カードを使えるか。"""
    return side != "第三者" or third_party(side)


@rule("gaw-timing-third-party")
def third_party(side: str) -> bool:
    """Whether a player who is neither attacker nor defender may use cards in an attack's free timing."""
    return reading("gaw-timing-third-party") == "anyone"


@verb("条件を満たす", wanted="条件", met="満たしたこと")
@rule("gaw-timing-condition")
def fulfilled(wanted: tuple[str, ...], met: tuple[str, ...]) -> bool:
    """カードに書かれた条件を並べると、満たしたことだけで使えるか。"""
    return all(one in met for one in wanted)


@verb("フェイズに入るまでの窓", phase="フェイズ")
@rule("gaw-timing-opening")
def entering(phase: str) -> tuple[str, ...]:
    """前のフェイズが終わってから、そのフェイズで最初のことをするまでの、フリータイミングの並び。"""
    phase = phase_of(phase)
    found = [row["key"] for row in table("points")
             if (row.get("after") == phase or (row.get("phase") == phase and row.get("edge") == "first"))
             and free(row["key"])]
    merged = len(found) > 1 and reading("gaw-timing-opening") == "merged"
    return tuple(found[1:] if merged else found)


@verb("効果の境", span="期間")
@rule("gaw-timing-span")
def boundary(span: Literal["ターン終了時までの効果", "ターン開始時の効果"]) -> str:
    """その期間の効果が終わる、または働く時点（見本の値）。"""
    return str(point_row(str(sample(span)))["key"])
