"""The main phase: moves, their rights and limits, the change of position. Rulings vv-move to vv-face-when."""

from __future__ import annotations

from dataclasses import replace

from gunbai.engine.kernel import Illegal, reading, rule
from gunbai.engine.variants_war.board import Whose, axis, crossable, long_axis, next_to, on_board
from gunbai.engine.variants_war.state import (
    LABYRINTH,
    Direction,
    Match,
    Piece,
    Place,
    Side,
    named,
    number,
    piece_of,
    zone_of,
)
from gunbai.engine.variants_war.turn import during, listed
from gunbai.engine.verb import verb

DIRECTIONS: tuple[Direction, ...] = ("上", "下", "左", "右")

__all__ = [
    "all_used", "arrive", "beside", "enterable", "movable", "move", "moves_left", "own", "reachable", "turn_face",
]


@verb("移動", match="局", name="名", direction="向き")
def move(match: Match, name: str, direction: Direction) -> Match:
    """モンスター1体を、手番のプレイヤーから見たその向きの隣のゾーンへ移動させる。"""
    during(match, "メインフェイズ")
    piece = piece_of(match, name)
    own(match, piece)
    some_left(match)
    another(match, name)
    fresh_turn(match, name)
    moves_first(match)
    along(match, piece, direction)
    to = beside(piece, match.turn, direction)
    if not open_border(match, piece, to):
        raise Illegal(f"{named(piece.at)}から{direction}へは出られない", ["vv-borders"])
    if not passable(match, to):
        raise Illegal(f"{named(to)}はふさがっている", ["vv-blocked"])
    match = replace(match, log=(*match.log, ("移動", name)))
    return arrive(remember(match, name), piece, to, match.turn)


@rule("vv-move")
def beside(piece: Piece, viewer: Side, direction: Direction) -> Place:
    """Where a piece comes by a move: one cell on, in a direction as the viewer sees it."""
    return next_to(piece.at, on_board(viewer, direction))


@verb("動ける向き", match="局", name="名")
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


@rule("vv-move-twice")
def some_left(match: Match) -> None:
    """Illegal where all moves of the turn are used up."""
    if moves_left(match) <= 0:
        raise Illegal("もう移動できない")


@rule("vv-move-same")
def another(match: Match, name: str) -> None:
    """Illegal to move the monster that was moved in this turn, or just before, by reading."""
    if name not in listed(match, "移動"):
        return
    if reading("vv-move-same") == "different" or match.log[-1] == ("移動", name):
        raise Illegal(f"{name}はもう移動した")


@rule("vv-move-last-turn")
def fresh_turn(match: Match, name: str) -> None:
    """Illegal to begin with the monster moved last in one's turn before, where the ban reaches back."""
    if listed(match, "移動") or (match.turn, name) not in match.last:
        return
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


def along(match: Match, piece: Piece, direction: Direction) -> None:
    """Illegal to move across: a monster moves the way in which it is long."""
    if not reachable(match, piece, match.turn, direction):
        raise Illegal(f"{piece.facing}向きの{piece.monster.name}は{direction}へ移動できない", ["vv-move-facing"])


def reachable(match: Match, piece: Piece, viewer: Side, direction: Direction) -> bool:
    """Whether a piece may go in a direction, as ``viewer`` sees it."""
    return lies_along(piece, on_board(viewer, direction)) or steps_out(match, piece, direction)


@rule("vv-move-facing")
def lies_along(piece: Piece, direction: str) -> bool:
    """Whether a direction of the board is along the axis of the piece."""
    return axis(direction) == long_axis(piece.facing, piece.monster.owner)


@rule("vv-sortie-across")
def steps_out(match: Match, piece: Piece, direction: Direction) -> bool:
    """Whether a monster that lies across may step forward out of the sortie zone."""
    return direction == "上" and zone_of(match, piece) == "出撃ゾーン" and reading("vv-sortie-across") == "steps-out"


@rule("vv-own-monsters")
def own(match: Match, piece: Piece) -> None:
    """Illegal to use another player's monster, where the rights are for one's own."""
    if piece.monster.owner != match.turn and reading("vv-own-monsters") == "own":
        raise Illegal(f"{piece.monster.name}は自分のモンスターではない")


def enterable(match: Match, piece: Piece, to: Place) -> bool:
    """Whether there is a cell, the border may be crossed, and nobody is in the way."""
    return open_border(match, piece, to) and passable(match, to)


def open_border(match: Match, piece: Piece, to: Place) -> bool:
    """Whether there is a cell, and a monster may cross into its zone."""
    cell = match.board.at(to)
    if cell is None:
        return False
    whose: Whose = "自分" if cell.side == piece.monster.owner else "相手"
    return crossable(zone_of(match, piece), cell.zone, whose)


def in_the_way(match: Match, to: Place) -> Piece | None:
    """Who stands there, except what may be overlapped: a monster of Labyrinth in the Labyrinth zone."""
    return next((p for p in match.pieces if p.at == to and not (
        p.monster.owner == LABYRINTH and zone_of(match, p) == "ラビュリンスゾーン")), None)


@rule("vv-blocked")
def passable(match: Match, to: Place) -> bool:
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
def turn_face(match: Match, name: str) -> Match:
    """モンスター1体の表示形式を、縦から横へ、または横から縦へ変更する。"""
    during(match, "メインフェイズ")
    piece = piece_of(match, name)
    own(match, piece)
    turned = other_way(match, piece)
    settled(match, piece)
    return replace(match, pieces=tuple(turned if p == piece else p for p in match.pieces),
                   log=(*match.log, ("変更", name)))


@rule("vv-face")
def other_way(match: Match, piece: Piece) -> Piece:
    """The piece turned; Illegal where it has no 表示形式, or one was turned in this turn."""
    if not piece.facing or listed(match, "変更"):
        raise Illegal("表示形式を変えられるのは1ターンに1体")
    return replace(piece, facing="横" if piece.facing == "縦" else "縦")


@rule("vv-face-when")
def settled(match: Match, piece: Piece) -> None:
    """Illegal for a monster set or moved in this turn or in a sortie or retreat zone, where such are barred."""
    name = piece.monster.name
    apart = zone_of(match, piece) in ("出撃ゾーン", "撤退ゾーン")
    busy = name in listed(match, "セッティング") + listed(match, "移動")
    if (apart or busy) and reading("vv-face-when") == "settled":
        raise Illegal(f"{name}の表示形式はこのターン変えられない")


@rule("vv-move-optional")
def all_used(match: Match) -> None:
    """Illegal to leave a move unused that a monster could make, where one must move."""
    able = [p.monster.name for p in match.pieces if p.monster.owner == match.turn and p.facing]
    if any(movable(match, name) for name in able) and reading("vv-move-optional") == "must":
        raise Illegal("移動が残っている")

