"""The turn: its phases, the steps of the start phase, how many actions. Rulings gaw-frame-*."""

from __future__ import annotations

from gunbai.engine.girl_arms_war.state import sample, steps_of
from gunbai.engine.kernel import Malformed, keyed, reading, rule, table
from gunbai.engine.verb import verb

__all__ = ["following", "is_step", "may_act_again", "order_fits", "phase_of", "phases", "refill", "same_phase"]

START = "開始フェイズ"


@rule("gaw-frame-phases")
def phases() -> tuple[str, ...]:
    """The phases of a turn in order. Malformed where the table takes it that there are more than the source names."""
    if reading("gaw-frame-phases") == "more":
        raise Malformed("ほかのフェイズの資料が無い")
    return tuple(row["key"] for row in table("phases"))


@verb("次のフェイズ", phase="フェイズ")
@rule("gaw-frame-phases")
def following(phase: str) -> str:
    """そのフェイズの次に来るフェイズ。"""
    known = phases()
    return (*known, "相手のターン")[known.index(phase_of(phase)) + 1]


def phase_of(name: str) -> str:
    """The phase that either of its names names; Malformed where there is none."""
    for row in table("phases"):
        if name == row.get("also") and same_phase(one=name, other=row["key"]):
            return str(row["key"])
    return str(keyed("phases", name)["key"])


@verb("同じフェイズ", one="一方", other="他方")
@rule("gaw-frame-start-name")
def same_phase(one: str, other: str) -> bool:
    """2つの名が同じフェイズを指すか。"""
    names = [{row["key"], row.get("also")} for row in table("phases")]
    return one == other or ({one, other} in names and reading("gaw-frame-start-name") == "one")


@verb("手順か", name="名前")
@rule("gaw-frame-balance")
def is_step(name: str) -> bool:
    """その名前のものが、開始フェイズの中の一つの手順か。"""
    return name in steps_of(START) or (name == "バランス調整" and reading("gaw-frame-balance") == "own-step")


@verb("手順の順でよい", order="順")
@rule("gaw-frame-start-steps")
def order_fits(order: tuple[str, ...]) -> bool:
    """開始フェイズの手順を、並べた順に行ってよいか。"""
    listed = steps_of(START)
    if sorted(order) != sorted(listed):
        raise Malformed("開始フェイズの手順を一度ずつ並べる")
    return order == listed or reading("gaw-frame-start-steps") == "free"


@verb("補充の量", step="手順")
@rule("gaw-frame-amounts")
def refill(step: str) -> int:
    """通常のターンの、手札の補充かリソースの補充の量（見本の値）。"""
    if step not in steps_of(START):
        raise Malformed(f"「{step}」は開始フェイズの手順ではない")
    return int(sample(step))


@verb("もう一度アクションできる", done="済んだアクション")
@rule("gaw-frame-actions")
def may_act_again(done: tuple[str, ...]) -> bool:
    """済んだアクションを並べると、アクションフェイズのうちにもう一つ行えるか（回数の上限は見本の値）。"""
    return len(done) < sample("アクションの上限") and "休息" not in done
