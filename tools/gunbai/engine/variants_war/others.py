"""Runick's piece, Labyrinth's set cards, the end of a turn. Rulings vv-runick-*, vv-lab-* and vv-q2-*."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule
from gunbai.engine.variants_war.battle import contacts, fights_now, phase_over, remaining
from gunbai.engine.variants_war.destruction import destroyed
from gunbai.engine.variants_war.field_hit import pending
from gunbai.engine.variants_war.frame import beaten, next_side
from gunbai.engine.variants_war.state import (
    LABYRINTH,
    RUNICK,
    SIDES,
    VALIANTS,
    Match,
    Monster,
    Side,
    Trap,
    piece_of,
    zone_of,
)
from gunbai.engine.variants_war.turn import during
from gunbai.engine.verb import verb

__all__ = [
    "broken_by", "choosable", "end_turn", "fighting_turns", "has_battle", "must_fight", "openable", "opened", "opener",
    "outcome", "overlap_value", "piece_fights", "still_fought",
]

Aim = Literal["攻撃力", "守備力"]
Zone = Literal["ラビュリンスゾーン", "戦場ゾーン"]
HELD = "ラビュリンスゾーン"
NOTHING = "何も起きない"


# Runick's piece (Q1)

@verb("神碑が選べる", whose="どちら", zone="ゾーン")
def choosable(whose: Literal["相手の値", "自分の値"], zone: Zone = "ラビュリンスゾーン") -> bool:
    """神碑プレイヤーコマの戦闘で、攻撃力と守備力のどちらを当てるかを選べるか。「ゾーン」は相手のいる所。"""
    if zone != HELD:
        return elsewhere()
    return whose == "相手の値" or own_too()


@rule("vv-runick-own-value")
def own_too() -> bool:
    """Whether the piece also chooses which of its own values it uses."""
    return reading("vv-runick-own-value") == "both"


@rule("vv-runick-elsewhere")
def elsewhere() -> bool:
    """Whether the piece chooses also against monsters outside the Labyrinth zone."""
    return reading("vv-runick-elsewhere") == "everywhere"


@verb("神碑の戦闘", mine="自分の値", theirs="相手", aim="狙う")
@rule("vv-runick-choice")
def outcome(mine: int, theirs: Monster, aim: Aim) -> str:
    """神碑プレイヤーコマが、ラビュリンスゾーンのモンスターの値を1つ選んで戦った結果。"""
    aimed_at = theirs.attack if aim == "攻撃力" else theirs.defence
    return "相手を破壊する" if mine > aimed_at else not_higher()


@rule("vv-runick-outcome")
def not_higher() -> str:
    """What happens where the piece's value is not the higher one, by tables/supplied.yaml."""
    return str(keyed("supplied", "神碑の値が高くない時")["value"])


@verb("コマで戦う", match="局", piece="コマ", theirs="相手", mine="自分の値", aim="狙う")
@rule("vv-runick-choice")
def piece_fights(match: Match, piece: str, theirs: str, mine: int, aim: Aim) -> Match:
    """神碑プレイヤーコマで、同じマスのラビュリンスのモンスターと戦う。"""
    one, other = piece_of(match, piece), piece_of(match, theirs)
    if not match.turn == one.monster.owner == RUNICK or one.facing:
        raise Illegal(f"{piece}は、神碑の手番の神碑プレイヤーコマではない")
    if one.at != other.at or other.monster.owner != LABYRINTH or zone_of(match, other) != HELD:
        raise Illegal(f"{piece}は{theirs}と戦えない")
    result = outcome(mine, other.monster, aim)
    if result == "相手を破壊する":
        return destroyed(match, theirs, True)
    if result != NOTHING:
        raise Malformed(f"「{result}」を盤の上で行う手続きは無い")
    return match


# Labyrinth

@verb("重なった時の値", monster="モンスター")
@rule("vv-overlap-value")
def overlap_value(monster: Monster) -> int:
    """ラビュリンスゾーンのモンスターと同じマスで戦う時の、ヴァリアンツ側のモンスターの値。表による。"""
    return monster.attack if keyed("supplied", "重なった時の値")["value"] == "攻撃力" else monster.defence


@verb("バトルフェイズを行う", side="陣営")
@rule("vv-lab-no-battle")
def has_battle(side: Side) -> bool:
    """その陣営が、自分のターンにバトルフェイズを行うか。"""
    return side in VALIANTS or (side == RUNICK and runick_battle())


@rule("vv-runick-battle")
def runick_battle() -> bool:
    """Whether Runick has a battle phase."""
    return reading("vv-runick-battle") == "phase"


@verb("開示できる", match="局")
def openable(match: Match) -> tuple[str, ...]:
    """このバトルフェイズに開示して処理する、ラビュリンスのセットカード。"""
    return tuple(trap.name for trap in match.traps if in_its_phase(match, trap) and due(match, trap))


@rule("vv-lab-open")
def in_its_phase(match: Match, trap: Trap) -> bool:
    """Whether this is the battle phase of the owner of the monster that was moved onto a set card."""
    return match.phase == "バトルフェイズ" and trap.owner == match.turn


def due(match: Match, trap: Trap) -> bool:
    """Whether nothing keeps a set card closed: the guest has left, Labyrinth moved it, it came by itself just now."""
    here = any(p.monster.name == trap.guest and p.at == trap.at for p in match.pieces)
    just_now = trap.mover == match.turn and trap.turn == match.count
    return (here or though_left()) and (trap.mover != LABYRINTH or by_labyrinth()) and (not just_now or same_turn())


@rule("vv-lab-left")
def though_left() -> bool:
    """Whether the card is opened though the monster has left the cell."""
    return reading("vv-lab-left") == "opened"


@rule("vv-lab-own-move")
def same_turn() -> bool:
    """Whether the card onto which one moves oneself is opened in the same turn."""
    return reading("vv-lab-own-move") == "same-turn"


@rule("vv-lab-own-effect")
def by_labyrinth() -> bool:
    """Whether the card is opened though Labyrinth itself moved the monster there."""
    return reading("vv-lab-own-effect") == "same-rule"


@verb("開示", match="局", name="カード")
def opened(match: Match, name: str) -> Match:
    """セットカードを1枚開示する。中身は、ラビュリンス側の規則で処理する。"""
    if name not in openable(match):
        raise Illegal(f"{name}は今、開示できない", ["vv-lab-open"])
    return replace(match, traps=tuple(trap for trap in match.traps if trap.name != name))


@verb("開示の順を決める側", turn="手番")
@rule("vv-lab-order")
def opener(turn: Side) -> str:
    """何枚かのセットカードを開示する時に、順を決める陣営。表による。"""
    return turn if keyed("supplied", "開示の順を決める側")["value"] == "手番" else LABYRINTH


# whose turn (Q2)

@verb("戦う手番", one="一方", other="他方")
@rule("vv-q2-example")
def fighting_turns(one: Side, other: Side) -> tuple[str, ...]:
    """その持ち主どうしのモンスターが接している時、どの陣営のバトルフェイズに戦うか。"""
    # equivalent: fights_now(side, one, other) → fights_now(side, other, one) : two owners fight each other
    return tuple(side for side in SIDES if fights_now(side, one, other) and has_battle(side))


@verb("まだ戦う", match="局", one="一方", other="他方")
@rule("vv-q2-broken")
def still_fought(match: Match, one: str, other: str) -> bool:
    """この手番のバトルフェイズに、その二つのモンスターの戦闘が残っているか。離れていれば戦闘は無い。"""
    return any(set(found.pair) == {one, other} for found in contacts(match))


@verb("離れれば戦わない", moved="動いたもの")
@rule("vv-q2-broken-how")
def broken_by(moved: Literal["モンスター", "神碑プレイヤーコマ"]) -> bool:
    """それが動いて接さなくなった時、待っていた戦闘が無くなるか。"""
    return moved == "神碑プレイヤーコマ" or reading("vv-q2-broken-how") == "any-move"


@rule("vv-fight-compulsory")
def must_fight(match: Match) -> bool:
    """Whether a fight is left that may not be passed over."""
    return bool(remaining(match)) and reading("vv-fight-compulsory") == "must"


@verb("手番を終える", match="局")
def end_turn(match: Match) -> Match:
    """バトルフェイズを終えて、次の陣営の手番にする。神碑とラビュリンスの手番は、それぞれの規則で行った後に終える。"""
    if match.turn in VALIANTS:
        during(match, "バトルフェイズ")
        if not phase_over(match):
            finished(match)
    standing = [p.side for p in match.players if p.side not in VALIANTS or not beaten(p.life)]
    side = next_side(match.turn, (match.turn, *standing))
    phase = "ドローフェイズ" if side in VALIANTS else "独自の手番"
    # equivalent: + → - : of the count only matters whether it is the first, or the same as another
    count = match.count + 1  # equivalent: 1 → 2 : of the count only matters whether it is the first, or the same
    return replace(match, turn=side, phase=phase, log=(), fought=(), count=count)


def finished(match: Match) -> None:
    """Illegal where a fight, a hit or a set card is left."""
    if must_fight(match):
        raise Illegal("まだ戦闘が残っている", ["vv-fight-compulsory"])
    if pending(match):
        raise Illegal("相手の戦場ゾーンに届いたモンスターが残っている", ["vv-field-hit"])
    if openable(match):
        raise Illegal("開示するセットカードが残っている", ["vv-lab-open"])
