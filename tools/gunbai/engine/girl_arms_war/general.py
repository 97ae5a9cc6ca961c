"""Before the game: formats, decks, the kinds of GA and how they stand. Rulings gaw-general-*."""

from __future__ import annotations

from typing import Literal

from gunbai.engine.kernel import keyed, rule, table
from gunbai.engine.verb import Count, verb

__all__ = ["ask_first", "build", "formats", "kind_of", "sets_suffice", "stands"]


@verb("対戦の形式", players="人数")
@rule("gaw-general-players")
def formats(players: Count) -> tuple[str, ...]:
    """その人数で遊べる対戦の形式。"""
    return tuple(row["key"] for row in table("formats") if row["least"] <= players <= row["most"])


@verb("遊び方の取り決めが要る", players="人数")
@rule("gaw-general-beyond")
def ask_first(players: Count) -> bool:
    """その人数の遊び方が公式ページに無く、卓で決めてから遊ばなければならないか。"""
    return not formats(players)


@verb("デッキを組める", kind="種類", cards="カード")
@rule("gaw-general-copies")
def build(kind: Literal["共通デッキ", "オリジナルデッキ"], cards: tuple[str, ...]) -> bool:
    """並べたカードでデッキを組めるか（同じカードの枚数だけを見る）。"""
    most = keyed("numbers", "同じカードの上限")["value"]
    return kind == "共通デッキ" or all(cards.count(card) <= most for card in cards)


@verb("セットは足りる", sets="セット", players="人数")
@rule("gaw-general-sets")
def sets_suffice(sets: Count, players: Count) -> bool:
    """共通デッキで遊ぶとき、その数のセットで足りるか。"""
    return sets >= 2 or (sets == 1 and players <= keyed("numbers", "1セットの人数")["value"])


@verb("GAの種類", colour="色")
@rule("gaw-general-colours")
def kind_of(colour: str) -> str:
    """その色のGAカードの種類。"""
    return str(keyed("colours", colour)["value"])


@verb("GAの向き", acted="行動した", next_turn="次のターン")
@rule("gaw-general-turned")
def stands(acted: bool, next_turn: bool = False) -> Literal["行動可能", "行動不能"]:
    """場のGAが行動可能か行動不能か。「行動した」は攻撃などをしたか、「次のターン」は次のターンになったか。"""
    return "行動不能" if acted and not next_turn else "行動可能"
