"""Battles: what the battle.yaml of the made-up game says."""

from __future__ import annotations

from gunbai.engine.kernel import Illegal, reading, rule
from gunbai.engine.verb import verb


@verb("勝者", attacker="攻め", defender="守り")
@rule("mw-draw")
def winner(attacker: int, defender: int) -> str | None:
    """Who wins a battle."""
    if attacker == defender:
        return "攻める側" if reading("mw-draw") == "attacker" else None
    return "攻める側" if attacker > defender else "守る側"


@verb("攻撃", cards="カード")
@rule("mw-attack")
def attack(cards: tuple[str, ...]) -> bool:
    """Whether one may attack with these cards."""
    if not cards and reading("mw-attack") == "forbidden":
        raise Illegal("攻めるカードが無い")
    return True
