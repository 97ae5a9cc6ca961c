"""The frame: players and sides, set-up, the Master phase, life, the end. Rulings vv-players to vv-win."""

from __future__ import annotations

from typing import Literal

from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule, table
from gunbai.engine.variants_war.state import (
    SIDES,
    VALIANTS,
    Card,
    Monster,
    Player,
    Side,
    Valiants,
    number,
    shuffled,
    told_apart,
)
from gunbai.engine.verb import Count, verb

__all__ = [
    "apart", "beaten", "chosen_sides", "gains", "lineup", "master_phase", "next_side", "opening_hand", "opening_life",
    "pool", "proper_choice", "proper_setup", "reinforced", "rest_goes", "ruleset", "secret", "set_up", "winner",
]


@verb("使う規則", players="人数")
@rule("vv-players")
def ruleset(players: int) -> str:
    """その人数で使う、ヴァリアンツのサマリー。"""
    return str(keyed("rulesets", str(players))["value"])


@verb("この顔ぶれで遊べる", sides="陣営")
@rule("vv-lineup")
def lineup(sides: tuple[Side, ...]) -> bool:
    """その陣営の顔ぶれで遊べるか。"""
    ruleset(len(sides))
    if len(set(sides)) < len(sides):
        return False
    return set(VALIANTS) <= set(sides) or missing_valiants()


@rule("vv-three-players")
def missing_valiants() -> bool:
    """Whether with three players a Valiants side may be the one that is missing."""
    return reading("vv-three-players") == "any"


@verb("陣営を選ぶ", one="一人目", other="二人目")
@rule("vv-side-choice")
def chosen_sides(one: Valiants, other: Valiants) -> bool:
    """ヴァリアンツ側の二人が、それぞれその陣営を選べるか。"""
    return one != other or apart()


@rule("vv-side-same")
def apart() -> bool:
    """Whether both may take the same side."""
    return reading("vv-side-same") == "same"


@verb("陣営の決め方", how="方法", chosen="選んだ人数")
@rule("vv-side-first")
def proper_choice(how: str, chosen: int) -> bool:
    """陣営が決まったと言えるか。「方法」は二人で決めた選び方、「選んだ人数」は選び終えた人の数。"""
    return bool(how) and chosen == len(VALIANTS)


@verb("強化カードを選ぶ", chosen="枚数")
@rule("vv-reinforce")
def reinforced(chosen: int) -> bool:
    """初期デッキ強化カードから、その枚数を選べるか。"""
    return 0 <= chosen <= number("強化カードの上限")


@rule("vv-reinforce")
def few_enough(extra: tuple[Card, ...]) -> None:
    """Illegal to add more than may be chosen."""
    if not reinforced(len(extra)):
        raise Illegal("強化カードが多すぎる")


@verb("強化カードの総数", sides="陣営")
@rule("vv-reinforce-pool")
def pool(sides: tuple[Valiants, ...]) -> int:
    """その陣営が卓にあるとき、強化カードは合わせて何枚か。"""
    return number("強化カード") * (len(sides) if reading("vv-reinforce-pool") == "each" else 1)


@verb("選ばなかった強化カード", kind="問い")
@rule("vv-reinforce-rest")
def rest_goes(kind: Literal["選んだもの", "選ばなかったもの"]) -> str:
    """選んだ、または選ばなかった強化カードの行き先。"""
    if kind == "選んだもの":
        return "デッキ"
    return "救援デッキ" if reading("vv-reinforce-rest") == "rescue" else "使わない"


@verb("選択を相手に見せる", kind="もの")
@rule("vv-reinforce-open")
def secret(kind: Literal["陣営", "強化カード"]) -> bool:
    """それを相手に見せて選ぶか。"""
    return kind == "陣営" or reading("vv-reinforce-open") == "open"


@verb("始めのライフ", side="陣営")
@rule("vv-start-life")
def opening_life(side: Side) -> int:
    """ゲーム開始時のライフ。"""
    if side not in VALIANTS:
        raise Malformed(f"{side}のライフの資料が無い")
    return number("初期ライフ")


@verb("回復", life="ライフ", gain="点")
@rule("vv-life-cap")
def gains(life: int, gain: Count) -> int:
    """ライフが増える効果の後のライフ。上限は表による。"""
    return min(life + gain, number("ライフの上限"))


@verb("始めの手札", cards="デッキ")
@rule("vv-opening-hand")
def opening_hand(cards: Count) -> int:
    """その枚数のデッキから始めるときの、始めの手札の枚数。表による。"""
    return min(cards, number("始めの手札"))


@verb("準備の順", steps="手順")
@rule("vv-setup")
def proper_setup(steps: tuple[str, ...]) -> bool:
    """準備がサマリーの順に行われたか。"""
    return steps == tuple(found["key"] for found in table("setup"))


@verb("準備", side="陣営", deck="デッキ", extra="強化", order="並び", spells="魔法デッキ", rescue="救援デッキ")
@rule("vv-setup")
def set_up(side: Valiants, deck: tuple[Card, ...], extra: tuple[Card, ...], order: tuple[int, ...] = (),
           spells: tuple[Card, ...] = (), rescue: tuple[Monster, ...] = ()) -> Player:
    """ゲーム開始時のプレイヤー。「並び」は、デッキと強化カードを合わせて切った結果（1からの番号を上から）。"""
    few_enough(extra)
    cards = shuffled((*deck, *extra), order)
    drawn = opening_hand(len(cards))
    made = Player(side, opening_life(side), cards[:drawn], cards[drawn:], spells, rescue)
    told_apart((made,))
    return made


@verb("マスターフェイズがある", players="人数")
@rule("vv-no-master-phase")
def master_phase(players: int) -> bool:
    """マスターフェイズがあり、アルクトスＸＩＩが現れうるか。"""
    return master_with_three() if players == len(SIDES) - 1 else "始まりの地" in ruleset(players)


@rule("vv-master-phase-three")
def master_with_three() -> bool:
    """Whether three players have the Master phase."""
    return reading("vv-master-phase-three") == "has"


@verb("次の手番", side="陣営", sides="顔ぶれ")
@rule("vv-turn-order")
def next_side(side: Side, sides: tuple[Side, ...]) -> Side:
    """その陣営の次に手番が来る陣営。順は表による。"""
    if side not in sides:
        raise Malformed(f"「顔ぶれ」に{side}がいない")
    order = [found["value"] for found in table("order") if found["value"] in sides]
    following: Side = order[(order.index(side) + 1) % len(order)]
    return following


@verb("敗北", life="ライフ")
@rule("vv-defeat")
def beaten(life: int) -> bool:
    """そのライフのプレイヤーが敗れたか。"""
    return life <= 0 and reading("vv-defeat") == "zero-out"


@verb("勝者", standing="残り", beater="倒した側", loser="倒された側")
@rule("vv-win")
def winner(standing: tuple[Side, ...], beater: Side, loser: Side) -> str | None:
    """一人が敗れた時の勝者。「残り」はまだ敗れていない陣営。まだ続くなら、なし。"""
    how = reading("vv-win")
    if how == "last-standing":
        match standing:
            case (only,):
                return only
        return None
    return beater if how == "first" or {beater, loser} == set(VALIANTS) else None
