"""Destroyed monsters: to which pile they go, and the retreat. Rulings vv-destroyed-* and vv-retreat-*."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule
from gunbai.engine.variants_war.board import front
from gunbai.engine.variants_war.state import (
    Match,
    Monster,
    Piece,
    Place,
    Side,
    named,
    number,
    piece_of,
    place,
    player_of,
    put_player,
    zone_of,
)
from gunbai.engine.variants_war.turn import put, room
from gunbai.engine.verb import verb

__all__ = ["Cause", "chooser", "destroy_all", "destroyed", "destination", "retreat_cells", "retreats"]

Cause = Literal["戦闘", "効果", "突破"]
FIGHT = "戦闘"


@verb("破壊の行き先", monster="モンスター", cause="原因")
def destination(monster: Monster, cause: Cause = "戦闘") -> str:
    """破壊されたモンスターの行き先。「突破」は、相手側の戦場ゾーンに届いた時の破壊。"""
    if cause != FIGHT:
        every_way()
    return f"{monster.owner}の{pile_of(monster)}の一番下"


@rule("vv-destroyed-pile")
def pile_of(monster: Monster) -> str:
    """To which pile of its owner a destroyed monster goes."""
    return "救援デッキ" if monster.rescue else "デッキ"


@rule("vv-destroyed-any")
def every_way() -> None:
    """Malformed where only fights send to the pile: then nothing says where else a monster goes."""
    if reading("vv-destroyed-any") == "fights":
        raise Malformed("戦闘のほかで破壊されたモンスターの行き先の資料が無い")


@verb("撤退できる", match="局", name="名", cause="原因")
def retreat_cells(match: Match, name: str, cause: Cause = "戦闘") -> tuple[str, ...]:
    """そのモンスターが破壊された時に移れる撤退ゾーンのマス。"""
    return tuple(named(at) for at in retreats(match, piece_of(match, name), cause == FIGHT))


def retreats(match: Match, piece: Piece, in_fight: bool) -> tuple[Place, ...]:
    """The retreat cells to which a destroyed piece may go instead of the pile."""
    if not withdraws(zone_of(match, piece), in_fight):
        return ()
    return tuple(at for at in front(match.board, piece) if for_whom(match, piece, at) and free(match, at))


@rule("vv-retreat")
def withdraws(zone: str, in_fight: bool) -> bool:
    """Whether what was destroyed there, in a fight or otherwise, may retreat at all."""
    return zone == "戦場ゾーン" and (in_fight or retreat_anyhow())


@rule("vv-retreat-cause")
def retreat_anyhow() -> bool:
    """Whether also what is destroyed otherwise than in a fight may retreat."""
    return reading("vv-retreat-cause") == "any"


@rule("vv-retreat-whose")
def for_whom(match: Match, piece: Piece, at: Place) -> bool:
    """Whether a retreat cell serves a piece: its owner's do; others' by reading."""
    cell = match.board.at(at)
    return (cell is not None and cell.side == piece.monster.owner) or reading("vv-retreat-whose") == "any"


@rule("vv-retreat-full")
def free(match: Match, at: Place) -> bool:
    """Whether there is room on a retreat cell, by tables/numbers.yaml."""
    return room(match, at, number("撤退ゾーンの1マスの数"))


@verb("撤退を決める側", owner="持ち主", turn="手番")
@rule("vv-retreat-choice")
def chooser(owner: Side, turn: Side) -> str:
    """破壊されたモンスターを撤退させるかどうかを、どちらが決めるか。"""
    return owner if reading("vv-retreat-choice") == "owner" else turn


@rule("vv-retreat-rest")
def lying(facing: str) -> str:
    """How a monster lies in the retreat zone, by tables/supplied.yaml."""
    told = keyed("supplied", "撤退ゾーンでの向き")["value"]
    return facing if told == "そのまま" else str(told)


def destroyed(match: Match, name: str, in_fight: bool, retreat: str | None = None) -> Match:
    """The match after a piece was destroyed; ``retreat`` is a cell to which it may go, already checked."""
    piece = piece_of(match, name)
    left = replace(match, pieces=tuple(p for p in match.pieces if p != piece),
                   tied=tuple(pair for pair in match.tied if name not in pair))
    if retreat:
        return put(left, Piece(piece.monster, place(match.board, retreat), lying(piece.facing)))
    if not in_fight:
        every_way()
    return bottom(left, piece.monster)


def bottom(match: Match, monster: Monster) -> Match:
    """The match with a monster under its owner's pile."""
    pile, of = pile_of(monster), player_of(match, monster.owner)
    if pile == "救援デッキ":
        return put_player(match, replace(of, rescue=(*of.rescue, monster)))
    return put_player(match, replace(of, deck=(*of.deck, monster)))


@verb("効果で破壊", match="局", names="名", retreat="撤退")
def destroy_all(match: Match, names: tuple[str, ...], retreat: str | None = None) -> Match:
    """効果で、モンスターをまとめて破壊する。山の下に戻す順は表による。"""
    for name in in_turn(names):
        if retreat and place(match.board, retreat) not in retreats(match, piece_of(match, name), False):
            raise Illegal("効果で破壊されたモンスターは撤退できない", ["vv-retreat-cause"])
        match = destroyed(match, name, False, retreat)
    return match


@rule("vv-destroyed-order")
def in_turn(names: tuple[str, ...]) -> tuple[str, ...]:
    """In which order monsters destroyed at once go under the pile, by tables/supplied.yaml."""
    return names if keyed("supplied", "同時に破壊されたものを戻す順")["value"] == "書いた順" else names[::-1]
