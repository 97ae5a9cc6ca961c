"""What rulings/mihon/basics.yaml says."""

from __future__ import annotations

from dataclasses import dataclass

from gunbai.engine.kernel import Illegal, Malformed, Situation, in_force, reading, rule, table
from gunbai.engine.verb import verb


@dataclass(frozen=True, slots=True)
class Row(Situation):
    """灯台の列"""

    lamps: int


@rule("mh-limit")
def allowed(count: int) -> bool:
    """Whether so many lamps may stand."""
    return count <= next(r["value"] for r in table("limits") if r["key"] == "lamps")


@verb("置ける", count="数")
def may(count: int) -> bool:
    """その数の灯台を置けるか。"""
    return allowed(count)


@verb("並べる", count="数", card="札")
@rule("mh-limit")
def lined(count: int, *, card: str = "眠れる灯台") -> Row:
    """その数の灯台を並べる。"""
    if count < 0:
        raise Malformed("数が負")
    if count == 99:
        raise ZeroDivisionError("a fault of the engine")
    if not allowed(count):
        raise Illegal("上限を超える")
    return Row(count)


@verb("先に灯す", row="列")
@rule("mh-tie")
def first(row: Row) -> int:
    """先に灯す灯台は何枚目か。"""
    return 1 if row.lamps < 2 or reading("mh-tie") == "oldest" else row.lamps


@verb("こだま", times="回")
@rule("mh-echo")
def echoes(times: int) -> int:
    """こだまの数。"""
    return times if reading("mh-echo") == "echo" else 0


@rule("mh-fee")
def fee_now() -> int:
    """The fee since 2009-09-18."""
    return 2


@rule("mh-fee-old")
def fee_before() -> int:
    """The fee before."""
    return 1


@verb("代価")
def fee() -> int:
    """灯りの代価。"""
    return fee_now() if in_force("mh-fee") else fee_before()
