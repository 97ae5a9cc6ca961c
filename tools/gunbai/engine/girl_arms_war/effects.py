"""Abilities and tactics that affect enemies, oneself or a partner. Rulings gaw-effects-*."""

from __future__ import annotations

from typing import Literal

from gunbai.engine.girl_arms_war.state import sample
from gunbai.engine.kernel import Malformed, reading, rule
from gunbai.engine.verb import verb

__all__ = ["checked_on", "mixed", "on_enemy", "on_own", "royale_enemy", "suffers"]

TEAM = {"A1": "A2", "A2": "A1", "B1": "B2", "B2": "B1"}
Player = Literal["A1", "B1", "A2", "B2"]


@verb("敵への効果", user="使用者", to="相手")
@rule("gaw-effects-team-enemy")
def on_enemy(user: Player, to: tuple[Player, ...]) -> bool:
    """チーム戦で、敵や敵の場に働く能力や戦術カードを、並べた相手に対して使えるか。"""
    match to:
        case (one,):
            return one not in (user, TEAM[user]) or anyone(one)
    return False


@verb("バトルロイヤルの敵への効果", user="使用者", to="相手")
@rule("gaw-effects-royale-enemy")
def royale_enemy(user: str, to: tuple[str, ...]) -> bool:
    """バトルロイヤルで、敵や敵の場に働く能力や戦術カードを、並べた相手を指定して使えるか。"""
    match to:
        case (one,):
            return one != user or anyone(one)
    return False


@rule("gaw-effects-anyone")
def anyone(player: str) -> bool:
    """Whether the one player may literally be anyone, also a partner or oneself."""
    return reading("gaw-effects-anyone") == "anyone"


@verb("効果を受ける人", enemies="敵", chosen="指定した人")
@rule("gaw-effects-all")
def suffers(enemies: tuple[str, ...], chosen: str) -> tuple[str, ...]:
    """敵全員に及ぶように書かれた効果を、1人を指定して使ったとき、それを受けるプレイヤー。"""
    if chosen not in enemies:
        raise Malformed("指定するのは敵の1人")
    return (chosen,) if reading("gaw-effects-all") == "chosen" else enemies


@verb("自分への効果", user="使用者", to="相手")
@rule("gaw-effects-own")
def on_own(user: Player, to: Player) -> bool:
    """チーム戦で、自分や自分の場に働く能力や戦術カードを、その相手に対して使えるか。"""
    return to in (user, TEAM[user])


@verb("身代わりになれる", user="使用者", hit="狙われた側", instead="代わる側")
@rule("gaw-effects-mixed")
def mixed(user: Player, hit: Player, instead: Player) -> bool:
    """自分のGAの代わりに自分のGAが受ける種類の効果で、狙われた側のGAの代わりに、代わる側のGAが受けられるか。"""
    if not (on_own(user=user, to=hit) and on_own(user=user, to=instead)):
        return False
    return hit == instead or reading("gaw-effects-mixed") == "mixed"


@verb("条件を見る相手")
@rule("gaw-effects-conditions")
def checked_on() -> str:
    """味方に対して使うカードに書かれた条件を、使用者と味方のどちらについて見るか（見本の値）。"""
    return str(sample("カードの条件を見る相手"))
