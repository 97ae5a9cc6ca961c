"""The turn: its parts with their timing windows, what may be played when, and the battle. Rulings gw-turn-*.

The order of the parts and of the timings inside each stands in tables/turn.yaml.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from gunbai.engine.kernel import Malformed, reading, rule, table
from gunbai.engine.verb import Count, verb

__all__ = ["allowed_now", "flow", "following", "once_a_turn", "spills_over", "turn_end"]

Side = Literal["攻撃側", "防御側"]
FREE = "フリータイミング"
SHIPS = "艦船など"


def _row(part: str) -> dict[str, Any]:
    for row in table("turn"):
        if row["key"] == part:
            found: dict[str, Any] = row
            return found
    raise Malformed(f"「{part}」というフェイズやステップは無い")


def _timings(part: str) -> tuple[str, ...]:
    return tuple(_row(part)["value"].split("→"))


@verb("次", part="区切り")
@rule("gw-turn-order")
def following(part: str) -> str:
    """そのフェイズやステップの次に来るもの。"""
    parts = [row["key"] for row in table("turn")]
    place = parts.index(_row(part)["key"]) + 1
    return parts[place] if place < len(parts) else "相手のターン"


@verb("流れ", part="区切り")
@rule("gw-turn-flow")
def flow(part: str) -> tuple[str, ...]:
    """そのフェイズやステップの中の、タイミングの並び。"""
    supplied = _SUPPLIED.get(_row(part).get("supplied", part))
    return supplied(part) if supplied else _timings(part)


@rule("gw-turn-flow-battle")
def battle_flow(part: str) -> tuple[str, ...]:
    """The timings of the first three steps of the battle phase, as the successor game has them."""
    return _timings(part)


@rule("gw-turn-flow-deploy")
def deploy_flow(part: str) -> tuple[str, ...]:
    """The timings of the deployment phase: no source of this game was to be had."""
    return _timings(part)


@rule("gw-turn-flow-end")
def end_flow(part: str) -> tuple[str, ...]:
    """What is done at the end of the turn, in the order of the successor game."""
    return _timings(part)


_SUPPLIED: dict[str, Callable[[str], tuple[str, ...]]] = {
    "battle": battle_flow, "deploy": deploy_flow, "end": end_flow,
}


@verb("リロールする", turn="ターン目")
@rule("gw-turn-first-reroll")
def rerolls(turn: Count) -> bool:
    """リロールフェイズの規定の効果があるか。「ターン目」は、そのプレイヤーにとって何ターン目か。"""
    return turn > 1


@verb("引く枚数", first="先攻", turn="ターン目")
@rule("gw-turn-first-draw")
def drawn(first: bool, turn: Count) -> int:
    """ドローフェイズの規定の効果で引く枚数。「ターン目」は、そのプレイヤーにとって何ターン目か。"""
    return 0 if first and turn == 1 else 1


@verb("今プレイできる", kind="種類", part="区切り", timing="タイミング", stated="指定", quick="クイック")
@rule("gw-turn-windows")
def allowed_now(kind: Literal["コマンド", "テキスト", "G", "ユニット", "キャラクター", "オペレーション"], part: str,
                timing: str = FREE, stated: str = "", quick: bool = False) -> bool:
    """その種類のカードやテキストを今プレイできるか。「指定」はテキストの括弧の中の時期（「常時」など）。"""
    if timing not in _timings(part):
        raise Malformed(f"{part}に「{timing}」は無い")
    if stated == "常時":
        return always(timing)
    return timing == FREE and in_stated_part(stated, part) and (in_any_part(kind, quick) or deployed(part))


@rule("gw-turn-always")
def always(timing: str) -> bool:
    """Whether a text marked 常時 may be played at a timing: in the free ones; in the others by reading."""
    return timing == FREE or reading("gw-turn-always") == "any-timing"


@rule("gw-turn-stated-timing")
def in_stated_part(stated: str, part: str) -> bool:
    """Whether the part of the turn that a text states, if any, is this one (a step belongs to its phase).

    Malformed for what is no part of the turn; whose turn it is (自軍, 敵軍) is not asked here.
    """
    if stated not in {name for row in table("turn") for name in (row["key"], row.get("phase", ""))}:
        raise Malformed(f"「{stated}」という時期は無い。自軍・敵軍の別は付けずに述べる")
    return stated in ("", part, _row(part).get("phase"))


@rule("gw-turn-free-timing")
def in_any_part(kind: str, quick: bool) -> bool:
    """What may be played in every free timing: commands, texts, and cards with クイック."""
    return quick or kind in ("コマンド", "テキスト")


@rule("gw-turn-deploy")
def deployed(part: str) -> bool:
    """Whether G, units, characters and operations may be played: in the deployment phase."""
    return part == "配備フェイズ"


@verb("まだプレイできる", kind="種類", played="プレイ済み")
@rule("gw-turn-once")
def once_a_turn(kind: str, played: tuple[str, ...]) -> bool:
    """そのターンにプレイしたカードを並べると、その種類のカードをもう1枚プレイできるか。"""
    return slot(kind) not in [slot(other) for other in played]


@rule("gw-turn-play-slot")
def slot(kind: str) -> str:
    """Which of the once-a-turn plays a kind of card uses up, by tables/once.yaml. Malformed where it is not there."""
    for row in table("once"):
        if row["key"] == kind:
            return ship_slot(kind) if row["value"] == SHIPS else str(row["value"])
    raise Malformed(f"「{kind}」が1ターンに1枚のものかの資料が無い")


@rule("gw-turn-once-ships")
def ship_slot(kind: str) -> str:
    """Ships, bases and supports have a play of their own: one for all three, or one each, by reading."""
    return SHIPS if reading("gw-turn-once-ships") == "shared" else kind


@verb("出撃する側", step="ステップ")
@rule("gw-turn-sortie")
def sorties(step: str) -> str | None:
    """そのステップの規定の効果で、ユニットを戦闘エリアに出撃させるのはどちらか。"""
    return {"攻撃ステップ": "攻撃側", "防御ステップ": "防御側"}.get(_row(step)["key"])


@verb("本国に通る", removed="防御側を除いた時")
@rule("gw-turn-engagement")
def goes_through(removed: Literal["防御ステップ", "ダメージ判定ステップ", "除いていない"]) -> bool:
    """出撃した防御側のユニットをすべて除いたとき、攻撃側の戦闘ダメージが本国に通るか。"""
    return removed == "防御ステップ"


@verb("強襲のダメージ", damage="戦闘ダメージ", defence="防御力", assault="強襲", side="側")
@rule("gw-turn-assault")
def spills_over(damage: Count, defence: Count, assault: tuple[bool, ...], side: Side) -> int:
    """交戦中の部隊から、敵軍本国に与えられるダメージ。

    「防御力」は交戦中の敵軍部隊の防御力の合計、「強襲」は部隊のユニットが順に「強襲」を持つかどうか。
    """
    return max(damage - defence, 0) if side == "攻撃側" and all(assault) else 0


@verb("帰還", controller="コントローラー", fit="適性")
@rule("gw-turn-return")
def returned(controller: Literal["手番", "相手"], fit: bool = True) -> str:
    """帰還ステップの規定の効果で、戦闘エリアのユニットがどうなるか。「適性」は、今いるエリアの地形適性の有無。"""
    return f"{controller}の配備エリアに、ロール状態で移る" if fit else "破壊される"


@verb("期間の終わり", span="期間", skipped="戦闘フェイズをとばす")
@rule("gw-turn-battle-effects")
def ends(span: str, skipped: bool = False) -> str:
    """その期間の効果が、いつ終わるか。"""
    if span not in ("戦闘フェイズ中", "ターン終了時まで"):
        raise Malformed(f"「{span}」の効果がいつ終わるかの資料が無い")
    return turn_end(skipped)


@rule("gw-turn-skipped-battle")
def turn_end(skipped: bool) -> str:
    """When the end of the turn (ターン終了時) is: with the end of the last part of the turn that takes place."""
    return "配備フェイズの終了時" if skipped else "帰還ステップの終了時"


@verb("自軍はどちら", text="文", player="プレイした側")
@rule("gw-turn-own-side")
def own_side(text: Literal["規定の効果", "効果"], player: Side) -> str:
    """その文の「自軍」が、どちらの側を指すか。"""
    return "攻撃側" if text == "規定の効果" else player
