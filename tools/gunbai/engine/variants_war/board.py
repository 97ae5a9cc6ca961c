"""The board: cells and zones as data, seats, directions, the axis of a card, borders. Rulings vv-board to vv-front."""

from __future__ import annotations

from typing import Literal

from gunbai.engine.kernel import EngineFault, Malformed, keyed, reading, rule, table
from gunbai.engine.variants_war.state import (
    COLUMNS,
    VALIANTS,
    Board,
    Cell,
    Direction,
    Piece,
    Place,
    Side,
    place,
)
from gunbai.engine.verb import verb

__all__ = ["Whose", "axis", "crossable", "front", "long_axis", "next_to", "on_board", "sample_board", "seat",
           "told_board", "zone_at"]

Whose = Literal["自分", "相手", ""]
ROUND = ("上", "右", "下", "左")
SEATS = ("下", "左", "上", "右")
STEPS = {"上": (-1, 0), "下": (1, 0), "左": (0, -1), "右": (0, 1)}
ZONES = {"出": "出撃ゾーン", "戦": "戦場ゾーン", "撤": "撤退ゾーン", "ラ": "ラビュリンスゾーン"}
OWNERS: dict[str, Side] = {"森": VALIANTS[0], "百": VALIANTS[1]}


@verb("盤", rows="行")
def told_board(rows: tuple[str, ...]) -> Board:
    """マスの並びから盤を作る。1マスは「森出」「百戦」「戦」「ラ」のように書き、マスの無い所は「・」と書く。"""
    cells = tuple(tuple(map(_cell, row.split())) for row in rows)
    if not any(cells) or max(len(cells), *map(len, cells)) > len(COLUMNS):
        raise Malformed(f"盤は1マスから{len(COLUMNS)}行{len(COLUMNS)}列まで")
    return Board(cells)


def _cell(code: str) -> Cell | None:
    if code == "・":
        return None
    whose = code[:-1]
    if code[-1] not in ZONES or (whose and whose not in OWNERS):
        raise Malformed(f"「{code}」というマスの書き方は無い")
    return Cell(ZONES[code[-1]], OWNERS[whose] if whose else "")


@verb("見本の盤")
@rule("vv-board")
def sample_board() -> Board:
    """表にある見本の盤。"""
    return told_board(tuple(found["value"] for found in table("board")))


@verb("ゾーン", board="盤", at="マス")
@rule("vv-board")
def zone_at(board: Board, at: str) -> str:
    """そのマスが、誰の何のゾーンか。"""
    cell = board.at(place(board, at))
    if cell is None:
        raise EngineFault(f"{at} was found and is not there")
    return f"{cell.side}の{cell.zone}" if cell.side else cell.zone


@verb("席", side="陣営")
@rule("vv-seats")
def seat(side: Side) -> str:
    """その陣営のプレイヤーが、盤のどの辺に座るか。"""
    return str(keyed("seats", side)["value"])


@verb("盤での向き", side="見る陣営", direction="向き")
@rule("vv-direction")
def on_board(side: Side, direction: Direction) -> str:
    """その陣営のプレイヤーから見た向きが、盤の図ではどの向きか。"""
    return ROUND[(ROUND.index(direction) + SEATS.index(seat(side))) % len(ROUND)]


def axis(direction: str) -> str:
    """縦 for up and down on the board, 横 for left and right."""
    return "縦" if STEPS[direction][0] else "横"


@verb("盤での長い向き", facing="向き", owner="持ち主")
@rule("vv-axis-view")
def long_axis(facing: str, owner: Side) -> str:
    """その向きのカードの長い方が、盤の図では縦と横のどちらを向くか。"""
    if reading("vv-axis-view") == "player" and axis(seat(owner)) == "横":
        return "横" if facing == "縦" else "縦"
    return facing


def next_to(at: Place, direction: str) -> Place:
    """The place beside, in a direction of the board; it may lie off the board."""
    return at[0] + STEPS[direction][0], at[1] + STEPS[direction][1]


@verb("越えられる", start="から", to="へ", whose="誰の")
@rule("vv-borders")
def crossable(start: str, to: str, whose: Whose) -> bool:
    """モンスターがゾーンの境を越えて移動できるか。「誰の」は、入る出撃ゾーンや撤退ゾーンの持ち主。"""
    for zone in (start, to):
        if zone not in ZONES.values():
            raise Malformed(f"「{zone}」というゾーンは無い")
    owned = to in (ZONES["出"], ZONES["撤"])
    if owned and not whose:
        raise Malformed(f"入る{to}の持ち主を「誰の」に書く")
    of = f"{whose}の" if owned else ""
    return any(found["key"] == f"{start}→{of}{to}" and found["value"] == "可" for found in table("borders"))


@rule("vv-front")
def front(board: Board, piece: Piece) -> tuple[Place, ...]:
    """The retreat cells in front of which the piece stands: ahead as their owner sees it, by tables/supplied.yaml."""
    found = []
    for direction in STEPS:
        at = next_to(piece.at, direction)
        cell = board.at(at)
        if cell and cell.side and cell.zone == ZONES["撤"]:
            ahead = on_board(cell.side, keyed("supplied", "撤退ゾーンの前")["value"])
            if next_to(at, ahead) == piece.at:
                found.append(at)
    return tuple(found)
