"""The battle phase: who touches whom, with which value, in which order, who falls. Rulings vv-contact to vv-fight-*."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gunbai.engine.kernel import Illegal, keyed, reading, rule
from gunbai.engine.variants_war.board import STEPS, axis, long_axis, next_to
from gunbai.engine.variants_war.destruction import destroyed, retreats
from gunbai.engine.variants_war.moving import all_used
from gunbai.engine.variants_war.state import (
    LABYRINTH,
    VALIANTS,
    Facing,
    Fight,
    Match,
    Monster,
    Piece,
    Side,
    piece_of,
    place,
    zone_of,
)
from gunbai.engine.variants_war.turn import during, following, forced_setting
from gunbai.engine.verb import verb

__all__ = ["contact_value", "contacts", "fight", "fights_now", "going_on", "life_lost", "losers", "onward",
           "phase_over", "remaining"]

ATTACK, DEFENCE = "攻撃力", "守備力"
MINE, THEIRS = "自分", "相手"


@verb("次へ", match="局")
def onward(match: Match) -> Match:
    """スタンバイフェイズまたはメインフェイズを終えて、次のフェイズに進む。"""
    if match.phase == "スタンバイフェイズ":
        if not forced_setting(match):
            raise Illegal("セッティングしなければならない", ["vv-set-optional"])
        return replace(match, phase=str(following(match.phase)))
    during(match, "メインフェイズ")
    all_used(match)
    return replace(match, phase=str(following(match.phase)), listed=contacts(match))


# who fights whom

@verb("接する側", match="局", one="一方", other="他方")
def touching(match: Match, one: str, other: str) -> str | None:
    """盤の図で、一方のモンスターのどの側に他方が接しているか。接していなければ、なし。"""
    return side_of(piece_of(match, one), piece_of(match, other))


@rule("vv-contact")
def side_of(piece: Piece, other: Piece) -> str | None:
    """On which side of a piece, on the board, another one touches it; None where they do not touch."""
    return next((d for d in STEPS if next_to(piece.at, d) == other.at), None)


@verb("この手番に戦う", turn="手番", one="一方", other="他方")
@rule("vv-fight-pairs")
def fights_now(turn: Side, one: Side, other: Side) -> bool:
    """その持ち主どうしのモンスターが接している時、その手番のバトルフェイズに戦うか。"""
    return one != other and turn in (one, other)


@rule("vv-no-fight-zones")
def kept_out(match: Match, piece: Piece) -> bool:
    """Whether a piece stands in a zone in which nobody fights."""
    return zone_of(match, piece) in ("出撃ゾーン", "撤退ゾーン")


@rule("vv-no-fight-target")
def spared(match: Match, theirs: Piece) -> bool:
    """Whether an enemy's monster is not fought because of its zone."""
    return kept_out(match, theirs) and reading("vv-no-fight-target") == "both"


@rule("vv-labyrinth-contact")
def by_overlap(match: Match, piece: Piece) -> bool:
    """Whether a monster is one of the Labyrinth zone, which is fought only on its own cell."""
    return zone_of(match, piece) == "ラビュリンスゾーン" and (piece.monster.owner == LABYRINTH or any_in_zone())


@rule("vv-labyrinth-whose")
def any_in_zone() -> bool:
    """Whether a Valiants monster that stands in the Labyrinth zone is one of that zone too."""
    return reading("vv-labyrinth-whose") == "standing"


@rule("vv-runick-contact")
def faceless_kind() -> str:
    """With which value a piece without 表示形式 fights by contact, or 戦わない, by tables/supplied.yaml."""
    return str(keyed("supplied", "表示形式の無いコマの接触")["value"])


@rule("vv-contact-value")
def kind_at(facing: str, owner: Side, side: str) -> str:
    """Which value meets on a side: 攻撃力 at a short edge, 守備力 at a long one."""
    return ATTACK if axis(side) == long_axis(facing, owner) else DEFENCE


def value_of(monster: Monster, kind: str) -> int:
    """The number of that kind."""
    return monster.attack if kind == ATTACK else monster.defence


@verb("接する値", monster="モンスター", facing="向き", side="側")
@rule("vv-contact-value")
def contact_value(monster: Monster, facing: Facing, side: Literal["上", "下", "左", "右"]) -> int:
    """その向きのモンスターの、盤の図でその側に接する相手に対する値。"""
    return value_of(monster, kind_at(facing, monster.owner, side))


def met(match: Match, mine: Piece, theirs: Piece) -> Fight | None:
    """The fight of two pieces, the turn player's first; None where they do not fight."""
    # equivalent: side_of(mine, theirs) → side_of(theirs, mine) : only the axis of the contact decides the values
    side = side_of(mine, theirs)
    own, enemy = mine.monster.owner, theirs.monster.owner
    # equivalent: fights_now(match.turn, own, enemy) → fights_now(own, match.turn, enemy) : mine is the turn player's
    # equivalent: fights_now(match.turn, own, enemy) → fights_now(match.turn, enemy, own) : two owners fight each other
    if side is None or not fights_now(match.turn, own, enemy):
        return None
    if kept_out(match, mine) or spared(match, theirs) or by_overlap(match, mine) or by_overlap(match, theirs):
        return None
    kind, other = used(mine, side), used(theirs, side)
    pair = mine.monster.name, theirs.monster.name
    if "戦わない" in (kind, other) or (pair in match.tied and not again()):
        return None
    return Fight(pair, (value_of(mine.monster, kind), value_of(theirs.monster, other)), (kind, other))


def used(piece: Piece, side: str) -> str:
    """With which value a piece meets what touches it on a side."""
    return kind_at(piece.facing, piece.monster.owner, side) if piece.facing else faceless_kind()


@rule("vv-tie-again")
def again() -> bool:
    """Whether a fight that ended with both left is fought again in a later battle phase."""
    return reading("vv-tie-again") == "again"


def contacts(match: Match) -> tuple[Fight, ...]:
    """The fights that contact makes as things stand."""
    own = [piece for piece in match.pieces if piece.monster.owner == match.turn]
    found = (met(match, mine, theirs) for mine in own for theirs in match.pieces)
    return tuple(one for one in found if one)


# the phase

@verb("残りの戦闘", match="局")
def remaining(match: Match) -> tuple[Fight, ...]:
    """このバトルフェイズにまだ行う戦闘。手番のプレイヤーのモンスターを先に書く。"""
    if match.phase != "バトルフェイズ":
        return contacts(match)
    now = match.listed if all_listed() else contacts(match)
    before = [one.pair for one in match.listed]
    return tuple(one for one in now if (one.pair in before or joins()) and (one.pair not in match.fought or repeated()))


@rule("vv-fight-list")
def all_listed() -> bool:
    """Whether all fights are fought that were listed at the start of the phase."""
    return reading("vv-fight-list") == "fixed"


@rule("vv-new-contact")
def joins() -> bool:
    """Whether a contact made in the battle phase is fought in the same."""
    return reading("vv-new-contact") == "now"


@rule("vv-fight-once")
def repeated() -> bool:
    """Whether a pair that has fought and still touches fights again in the same phase."""
    return reading("vv-fight-once") == "again"


@rule("vv-field-hit-end")
def phase_over(match: Match) -> bool:
    """Whether a Valiants life has come to 0 and that stops the phase."""
    return any(p.life <= 0 for p in match.players if p.side in VALIANTS) and reading("vv-field-hit-end") == "stops"


def going_on(match: Match) -> None:
    """Illegal where the phase has been stopped."""
    if phase_over(match):
        raise Illegal("ライフが0になったので、このフェイズは終わっている", ["vv-field-hit-end"])


@verb("敗れる側", mine="自分の値", theirs="相手の値", kinds="種類")
def losers(mine: int, theirs: int, kinds: tuple[str, ...] = (ATTACK, ATTACK)) -> tuple[str, ...]:
    """その値が当たった時に破壊される側。「種類」は、自分の値と相手の値がそれぞれ攻撃力か守備力か。"""
    falls = lower(mine, theirs)
    if falls is None and both_fall(kinds):
        return MINE, THEIRS
    return (falls,) if falls else ()


@rule("vv-lower-destroyed")
def lower(mine: int, theirs: int) -> str | None:
    """The side with the lower value; None where they are equal."""
    if mine < theirs:
        return MINE
    return THEIRS if theirs < mine else None


@rule("vv-equal-values")
def both_fall(kinds: tuple[str, ...]) -> bool:
    """Whether both monsters fall where the values are equal."""
    how = reading("vv-equal-values")
    return how == "both" or (how == "attack-both" and DEFENCE not in kinds)


@verb("失うライフ", mine="自分の値", theirs="相手の値")
@rule("vv-fight-damage")
def life_lost(mine: int, theirs: int) -> int:
    """モンスターどうしの戦闘で、自分のライフが減る点数。"""
    return max(theirs - mine, 0) if reading("vv-fight-damage") == "difference" else 0


@verb("戦う", match="局", mine="自分", theirs="相手", retreat="撤退")
def fight(match: Match, mine: str, theirs: str, retreat: str | None = None) -> Match:
    """手番のプレイヤーが選んだ戦闘を1つ行う。「撤退」は、破壊されたモンスターを移す撤退ゾーンのマス。"""
    during(match, "バトルフェイズ")
    going_on(match)
    wanted = chosen(remaining(match), mine, theirs)
    lost = losers(*wanted.values, wanted.kinds)
    match = replace(match, fought=(*match.fought, wanted.pair))
    if not lost:
        return replace(match, tied=(*match.tied, wanted.pair, wanted.pair[::-1]))
    down = [name for side, name in zip((MINE, THEIRS), wanted.pair, strict=True) if side in lost]
    fallen = [piece for piece in match.pieces if piece.monster.name in down]
    withdrawing = [p for p in fallen if retreat and place(match.board, retreat) in retreats(match, p, True)]
    if retreat and not withdrawing:
        raise Illegal(f"{retreat}へは撤退できない", ["vv-retreat"])
    for piece in fallen:
        match = destroyed(match, piece.monster.name, True, retreat if piece in withdrawing else None)
    return match


@rule("vv-fight-order")
def chosen(left: tuple[Fight, ...], mine: str, theirs: str) -> Fight:
    """The fight that the turn player has chosen; Illegal where it is not among those that are left."""
    for one in left:
        if one.pair == (mine, theirs):
            return one
    raise Illegal(f"{mine}と{theirs}の戦闘は残っていない")

