"""The answers of the publisher's FAQ. Rulings gaw-faq-*."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gunbai.engine.girl_arms_war.attack import PP
from gunbai.engine.girl_arms_war.state import Board
from gunbai.engine.kernel import Illegal, Malformed, rule
from gunbai.engine.verb import verb

__all__ = ["armour_works", "breakthrough_goes_on", "redirect", "stand_up", "stops_breakthrough"]


@verb("重装甲が働く", act="行動")
@rule("gaw-faq-armour")
def armour_works(act: Literal["攻撃", "反撃", "何もしない"]) -> bool:
    """行動可能なあいだ働く常駐能力が、そのGAのした行動の後のダメージの計算で働くか。"""
    return act == "何もしない"


@verb("立たせる", board="卓", unit="GA")
@rule("gaw-faq-tea")
def stand_up(board: Board, unit: str) -> Board:
    """装備を捨て札にするなどの効果で、GAを行動可能に戻す。"""
    if unit not in board.turned:
        raise Malformed(f"{unit}は行動可能")
    return replace(board, turned=tuple(one for one in board.turned if one != unit))


@verb("突破は続いている", board="卓")
@rule("gaw-faq-tea")
def breakthrough_goes_on(board: Board) -> bool:
    """今の攻撃がPPを目標にした突破のままか。"""
    return board.attack is not None and board.attack.target == PP


@verb("突破を防ぐ時期", moment="時点")
@rule("gaw-faq-before")
def stops_breakthrough(
    moment: Literal["アクションフェイズの前", "ほかのアクションの直後", "PPが目標に選ばれた後"],
) -> bool:
    """その時に前線のGAを立たせて、次の攻撃の突破を防げるか。"""
    return moment != "PPが目標に選ばれた後"


@verb("目標を変える", board="卓", target="目標")
@rule("gaw-faq-redirect")
def redirect(board: Board, target: str) -> Board:
    """攻撃の目標を変える効果で、今の攻撃の目標を変える。"""
    if board.attack is None:
        raise Illegal("攻撃が行われていない")
    return replace(board, attack=replace(board.attack, target=target))
