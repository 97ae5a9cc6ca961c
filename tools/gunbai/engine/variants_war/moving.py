"""The main phase: moves, their rights and limits, the change of position. Rulings vv-move to vv-face-when."""

from __future__ import annotations

from dataclasses import replace

from gunbai.engine.kernel import Illegal, reading, rule
from gunbai.engine.variants_war.board import Whose, axis, crossable, long_axis, next_to, on_board
from gunbai.engine.variants_war.state import (
    LABYRINTH, Direction, Match, Piece, Place, Side, named, number, piece_of,
)
from gunbai.engine.variants_war.turn import during, listed
from gunbai.engine.verb import verb

DIRECTIONS: tuple[Direction, ...] = ("上", "下", "左", "右")

__all__ = ["all_used", "arrive", "enterable", "movable", "move", "moves_left", "own", "reachable", "turn_face"]


@verb("移動", match="局", name="名", direction="向き")
@rule("vv-move")
def move(match: Match, name: str, direction: Direction) -> Match:
    """モンスター1体を、手番のプレイヤーから見たその向きの隣のゾーンへ移動させる。"""
    during(match, "メインフェイズ")
    piece = piece_of(match, name)
    own(match, piece)
    if not moves_left(match):
        raise Illegal("移動は2回まで", ["vv-move-twice"])
    another(match, name)
    moves_first(match)
    along(match, piece, direction)
    to = next_to(piece.at, on_board(match.turn, direction))
    if not enterable(match, piece, to):
        raise Illegal(f"{named(piece.at)}から{direction}へは入れない", ["vv-borders"])
    match = replace(match, log=(*match.log, ("移動", name)))
    return arrive(remember(match, name), piece, to, match.turn)


@verb("動ける向き", match="局", name="名")
@rule("vv-move")
def movable(match: Match, name: str) -> tuple[str, ...]:
    """そのモンスターを通常の移動で動かせる向きを、手番のプレイヤーから見て並べる。"""
    found = []
    for direction in DIRECTIONS:
        try:
            move(match, name, direction)
        except Illegal:
            continue
        found.append(direction)
    return tuple(found)


@verb("残りの移動", match="局")
@rule("vv-move-twice")
def moves_left(match: Match) -> int:
    """このターンにあと何回、通常の移動ができるか。"""
    return number("移動の回数") - len(listed(match, "移動"))


@rule("vv-move-same")
def another(match: Match, name: str) -> None:
    """Illegal to move the monster that was moved before: in this turn, or just before, by reading."""
    done = listed(match, "移動")
    if name in done:
        if reading("vv-move-same") == "different" or match.log[-1] == ("移動", name):
            raise Illegal(f"{name}はもう移動した")
    elif not done and (match.turn, name) in match.last:
        fresh_turn(name)


@rule("vv-move-last-turn")
def fresh_turn(name: str) -> None:
    """Illegal to begin with the monster moved last in one's turn before, where the ban reaches back."""
    if reading("vv-move-last-turn") == "reaches-back":
        raise Illegal(f"{name}は前のターンの最後に移動した")


def remember(match: Match, name: str) -> Match:
    """The match in which this monster is the one that the turn player moved last."""
    others = tuple(entry for entry in match.last if entry[0] != match.turn)
    return replace(match, last=(*others, (match.turn, name)))


@rule("vv-main-order")
def moves_first(match: Match) -> None:
    """Illegal to move after an effect or a change of position, where the summary's order binds."""
    if (listed(match, "効果") or listed(match, "変更")) and reading("vv-main-order") == "listed":
        raise Illegal("移動は効果や表示形式の変更より先")


@rule("vv-move-facing")
def along(match: Match, piece: Piece, direction: Direction) -> None:
    """Illegal to move across: a monster moves the way in which it is long."""
    if not reachable(match, piece, match.turn, direction):
        raise Illegal(f"{piece.facing}向きの{piece.monster.name}は{direction}へ移動できない")


@rule("vv-move-facing")
def reachable(match: Match, piece: Piece, viewer: Side, direction: Direction) -> bool:
    """Whether a direction, as ``viewer`` sees it, is along the axis of the piece."""
    if axis(on_board(viewer, direction)) == long_axis(piece.facing, piece.monster.owner):
        return True
    cell = match.board.at(piece.at)
    return cell is not None and cell.zone == "出撃ゾーン" and direction == "上" and steps_out()


@rule("vv-sortie-across")
def steps_out() -> bool:
    """Whether a monster that lies across may step forward out of the sortie zone."""
    return reading("vv-sortie-across") == "steps-out"


@rule("vv-own-monsters")
def own(match: Match, piece: Piece) -> None:
    """Illegal to use another player's monster, where the rights are for one's own."""
    if piece.monster.owner != match.turn and reading("vv-own-monsters") == "own":
        raise Illegal(f"{piece.monster.name}は自分のモンスターではない")


def enterable(match: Match, piece: Piece, to: Place) -> bool:
    """Whether there is a cell, the border may be crossed, and nobody is in the way."""
    start, cell = match.board.at(piece.at), match.board.at(to)
    if start is None or cell is None:
        return False
    whose: Whose = "自分" if cell.side == piece.monster.owner else "相手"
    return crossable(start.zone, cell.zone, whose) and passable(match, piece, to)


def in_the_way(match: Match, to: Place) -> Piece | None:
    """Who stands there and is none of Labyrinth's, which one may overlap."""
    return next((p for p in match.pieces if p.at == to and p.monster.owner != LABYRINTH), None)


@rule("vv-blocked")
def passable(match: Match, piece: Piece, to: Place) -> bool:
    """Whether a place may be entered: nobody may be there, or both change places, by reading."""
    return in_the_way(match, to) is None or reading("vv-blocked") == "swap"


def arrive(match: Match, piece: Piece, to: Place, mover: Side) -> Match:
    """The match after a piece went to a place: it changes places with whoever was there, and touches set cards."""
    moved = {piece.monster.name: to}
    if other := in_the_way(match, to):
        moved[other.monster.name] = piece.at
    pieces = tuple(replace(p, at=moved.get(p.monster.name, p.at)) for p in match.pieces)
    entered = {p.at: p.monster for p in pieces if p.monster.name in moved}
    traps = tuple(replace(t, guest=entered[t.at].name, owner=entered[t.at].owner, mover=mover, turn=match.count)
                  if t.at in entered else t for t in match.traps)
    return replace(match, pieces=pieces, traps=traps,
                   tied=tuple(pair for pair in match.tied if moved.keys().isdisjoint(pair)))


@verb("表示形式を変える", match="局", name="名")
@rule("vv-face")
def turn_face(match: Match, name: str) -> Match:
    """モンスター1体の表示形式を、縦から横へ、または横から縦へ変更する。"""
    during(match, "メインフェイズ")
    piece = piece_of(match, name)
    own(match, piece)
    if not piece.facing:
        raise Illegal(f"{name}に表示形式は無い")
    if listed(match, "変更"):
        raise Illegal("表示形式の変更は1ターンに1回")
    settled(match, piece)
    turned = replace(piece, facing="横" if piece.facing == "縦" else "縦")
    return replace(match, pieces=tuple(turned if p == piece else p for p in match.pieces),
                   log=(*match.log, ("変更", name)))


@rule("vv-face-when")
def settled(match: Match, piece: Piece) -> None:
    """Illegal for a monster set or moved in this turn or in a sortie or retreat zone, where such are barred."""
    name, cell = piece.monster.name, match.board.at(piece.at)
    apart = cell is not None and cell.zone in ("出撃ゾーン", "撤退ゾーン")
    busy = name in listed(match, "セッティング") + listed(match, "移動")
    if (apart or busy) and reading("vv-face-when") == "settled":
        raise Illegal(f"{name}の表示形式はこのターン変えられない")


@rule("vv-move-optional")
def all_used(match: Match) -> None:
    """Illegal to leave a move unused that a monster could make, where one must move."""
    able = [p.monster.name for p in match.pieces if p.monster.owner == match.turn and p.facing]
    if any(movable(match, name) for name in able) and reading("vv-move-optional") == "must":
        raise Illegal("移動が残っている")

