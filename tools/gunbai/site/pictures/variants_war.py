"""ヴァリアンツ＝ウォー: the board with its zones, the monsters as they lie with the value of each edge, the fights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial

from gunbai.engine.kernel import Setting
from gunbai.engine.variants_war.battle import contact_value, remaining, side_of
from gunbai.engine.variants_war.board import long_axis
from gunbai.engine.variants_war.state import VALIANTS, Board, Direction, Match, Monster, Piece, Place, Player, named
from gunbai.site.pictures import Shown
from gunbai.site.pictures.asking import Asked, ask, known
from gunbai.site.pictures.flow import Chip, Part, flow
from gunbai.site.pictures.svg import WIDTH, Pen, Picture, cut, wrapped

__all__ = ["ANSWERS", "STATES", "turn"]

MARGIN, MOST = 16, 10
NOTE = "縦長か横長かが表示形式。接する辺の数は、そこで接する相手に対する値。"
FIGHT = "点のある境で戦う。"
EDGES = "カードの四辺の数は、その側に接する相手に対する値。"
SIDES: tuple[tuple[Direction, int, int], ...] = (("上", 0, -1), ("下", 0, 1), ("左", -1, 0), ("右", 1, 0))
LONG, SHORT = 0.92, 0.58
"""How much of a cell a card takes along and across."""
CELL, CELL_HIGH = 80, 66
"""How large a cell is at most."""
NAMED = 50
"""On narrower cells a card has a number in place of its name and its values; the list below says them."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells of a board are drawn: the first column that has any, the size of a cell, the top."""

    first: int
    wide: float
    high: float
    top: float

    def corner(self, at: Place) -> tuple[float, float]:
        """The top left corner of a cell."""
        return MARGIN + (at[1] - self.first) * self.wide, self.top + MARGIN + at[0] * self.high

    def middle(self, at: Place) -> tuple[float, float]:
        """The middle of a cell."""
        x, y = self.corner(at)
        return x + self.wide / 2, y + self.high / 2


def drawn_match(shown: Shown) -> Picture | None:
    """The board with everything on it, who plays, and the fights that are to come. None while nothing is on it."""
    match = shown.value
    if not isinstance(match, Match) or not (match.pieces or match.traps):
        return None
    head = f"{match.turn}の{match.phase}"
    pen = Pen()
    pen.words(0, 13, head, 12, "strong")
    grid = _grid(match.board, 20)
    if grid is None:
        return None
    taken = {piece.at for piece in match.pieces}
    pen.parts += _cells(match.board, grid, frozenset((*taken, *(trap.at for trap in match.traps))))
    lies = [_piece(pen, shown.setting, match, grid, n) for n in range(len(match.pieces))]
    for at in dict.fromkeys(trap.at for trap in match.traps):
        _set_cards(pen, grid, at, sum(trap.at == at for trap in match.traps), at in taken)
    facts = [head]
    facts += [f"{named(piece.at)}に{_whose(piece)}{said}" for piece, said in zip(match.pieces, lies, strict=True)]
    fights = ask(shown.setting, partial(remaining, match))
    where = {piece.monster.name: piece.at for piece in match.pieces}
    for one in fights.value or ():
        if all(name in where for name in one.pair):  # a fight that was listed may have lost one of its two
            (x, y), (to_x, to_y) = (grid.middle(where[name]) for name in one.pair)
            pen.circle((x + to_x) / 2, (y + to_y) / 2, 4, "clash")
    lines = [_player(player) for player in match.players]
    lines += [f"{named(trap.at)} 伏せてある{cut(trap.name)}" for trap in match.traps]
    lines += [f"{f'{n} ' if grid.wide < NAMED else ''}{named(p.at)} {_whose(p)}{p.facing} {_values(p)}".rstrip()
              for n, p in enumerate(match.pieces, 1)]
    lines += [f"済んだ{what} {cut(name)}" for what, name in match.log]
    lines += [f"戦う {one}{fights.mark}" for one in fights.value or ()]
    lines += [f"戦った {'対'.join(map(cut, pair))}" for pair in match.fought]
    if fights.value is None:
        lines.append(f"どの戦闘があるかは{fights.firmness}")
    y = pen.lines(0, grid.top + MARGIN + len(match.board.rows) * grid.high + 6, lines, 11.5)
    note = NOTE + (FIGHT if fights.value else "")
    return pen.finish("盤の図", [*facts, *lines, *_rows(match.board)], y + 3, note if match.pieces else "")


def _whose(piece: Piece) -> str:
    return f"{cut(piece.monster.name)}（{piece.monster.owner}）"


def _values(piece: Piece) -> str:
    return f"攻{piece.monster.attack} 守{piece.monster.defence}"


def _player(player: Player) -> str:
    """What a player has, on a line; piles that are empty are left out, but for the hand and the deck."""
    life = f"ライフ{player.life} " if player.side in VALIANTS else ""
    more = (("魔法", player.spells), ("救援", player.rescue), ("墓地", player.grave))
    return f"{player.side} {life}手札{len(player.hand)} デッキ{len(player.deck)}" + "".join(
        f" {name}{len(pile)}" for name, pile in more if pile)


def drawn_board(shown: Shown) -> Picture | None:
    """The board that a question is about, without anything on it."""
    board, pen = shown.inputs.get("盤"), Pen()
    if not isinstance(board, Board) or not (grid := _grid(board, 0)):
        return None
    pen.parts += _cells(board, grid, frozenset())
    return pen.finish("盤の図", _rows(board), MARGIN + len(board.rows) * grid.high + 2)


@lru_cache(maxsize=64)
def _rows(board: Board) -> list[str]:
    """What zone each cell belongs to, a sentence a row."""
    rows = (((named((i, j)), cell) for j, cell in enumerate(row) if cell) for i, row in enumerate(board.rows))
    said = ("、".join(f"{at}は{cell.side}{'の' if cell.side else ''}{cell.zone}" for at, cell in row) for row in rows)
    return [row for row in said if row]


def drawn_card(shown: Shown) -> Picture | None:
    """The monster that a question is about, with the value of each edge."""
    monster, facing = shown.inputs.get("モンスター"), shown.inputs.get("向き")
    if not isinstance(monster, Monster) or not isinstance(facing, str):
        return None
    pen = Pen()
    lies = _edges(pen, shown.setting, monster, facing)
    pen.words(130, 54, monster.name, 13, "strong", room=WIDTH - 130)
    what = f"攻撃力{monster.attack} 守備力{monster.defence} {facing}"
    pen.words(130, 74, what, 11.5, "soft")
    return pen.finish("カードの図", [f"{cut(monster.name)}（{monster.owner}）{lies}", what], 120, EDGES)


def _grid(board: Board, top: float) -> Grid | None:
    """Where a board is drawn: without the empty columns at its sides. None where it is too large, or empty."""
    columns = [j for row in board.rows for j, cell in enumerate(row) if cell]
    if not columns or max(columns) >= MOST or len(board.rows) > MOST:
        return None
    first, count = min(columns), max(columns) - min(columns) + 1
    wide = min((WIDTH - MARGIN - 2) / count, CELL)
    return Grid(first, wide, min(CELL_HIGH, wide), top)


@lru_cache(maxsize=256)
def _cells(board: Board, grid: Grid, taken: frozenset[Place]) -> tuple[str, ...]:
    """The cells, letters above and numbers beside; those on which nothing lies have their zone in them.

    An example has many pictures of one board.
    """
    pen = Pen()
    for j in sorted({j for row in board.rows for j, cell in enumerate(row) if cell}):
        x, _ = grid.middle((0, j))
        pen.words(x, grid.top + 11, named((0, j))[0], 10, "soft", "middle")
    for i, row in enumerate(board.rows):
        _, y = grid.middle((i, grid.first))
        pen.words(4, y + 4, str(i + 1), 10, "soft")
        for j, cell in enumerate(row):
            if cell is None:
                continue
            x, y = grid.corner((i, j))
            pen.box(x + 1, y + 1, grid.wide - 2, grid.high - 2, "cell" if "戦場" in cell.zone else "field", 2)
            if (i, j) in taken:
                continue
            lines = [*([cell.side] if cell.side else []), cell.zone.removesuffix("ゾーン")]
            for n, line in enumerate(lines):
                at = y + grid.high / 2 + 4 + (n - (len(lines) - 1) / 2) * 12
                pen.words(x + grid.wide / 2, at, line, 9.5, "soft", "middle", grid.wide - 4)
    return tuple(pen.parts)


def _set_cards(pen: Pen, grid: Grid, at: Place, count: int, below: bool) -> None:
    """The set cards of a cell: in its middle, or in its corner where a monster stands on them."""
    x, y = grid.middle(at)
    if below:
        x, y = x - grid.wide / 2 + 7, y - grid.high / 2 + 7
    pen.box(x - 6, y - 6, 12, 12, "on", 2)
    pen.words(x, y + 3.2, "伏", 9, "ontext", "middle")
    if count > 1 and not below:
        pen.words(x + 10, y + 4, f"×{count}", 9, "soft")


def _lies(setting: Setting, monster: Monster, facing: str) -> tuple[Asked[str], list[Asked[int]], str]:
    """How a card lies on the board (縦 or 横), the value of each of its edges, and both in words."""
    lies: Asked[str] = known(setting, long_axis, facing, monster.owner)
    values: list[Asked[int]] = [known(setting, contact_value, monster, facing, side) for side, _, _ in SIDES]
    how = f"{lies.value}長{lies.mark}" if lies.value else f"縦長か横長かは{lies.firmness}"
    edges = "・".join(f"{side}{'？' if v.value is None else v.value}{v.mark}"
                     for (side, _, _), v in zip(SIDES, values, strict=True))
    return lies, values, f"、盤の図で{how}、値は{edges}"


def _shape(lies: str | None, wide: float, high: float) -> tuple[float, float]:
    """How wide and high a card is drawn that lies so; a square where that is not decided."""
    return {"横": (wide * LONG, high * 0.7), "縦": (wide * SHORT, high * LONG)}.get(
        lies or "", (min(wide, high) * 0.72, min(wide, high) * 0.72))


def _piece(pen: Pen, setting: Setting, match: Match, grid: Grid, number: int) -> str:
    """One piece as it lies, with its values at the edges where others touch it; says how it lies.

    Pieces on one cell share it, side by side.
    """
    piece = match.pieces[number]
    here = [n for n, one in enumerate(match.pieces) if one.at == piece.at]
    share = grid.wide / len(here)
    x, y = grid.corner(piece.at)
    x, y = x + (here.index(number) + 0.5) * share, y + grid.high / 2
    said, touching = "、表示形式なし", []
    if piece.facing:
        lies, values, said = _lies(setting, piece.monster, piece.facing)
        width, height = _shape(lies.value, share, grid.high)
        pen.box(x - width / 2, y - height / 2, width, height, "piece", 3)
        beside = {known(setting, side_of, piece, one).value for one in match.pieces if one.at != piece.at}
        touching = [(dx, dy, "？" if v.value is None else str(v.value))
                    for (side, dx, dy), v in zip(SIDES, values, strict=True) if side in beside]
    else:
        width = height = min(share, grid.high) * 0.84
        pen.circle(x, y, width / 2, "piece")
        width *= 0.86  # a name has less room in a circle
    if grid.wide < NAMED:
        pen.words(x, y + 4, str(number + 1), 11, "strong", "middle")
        return said
    left = right = 3.0
    for dx, dy, text in touching:
        _value(pen, x, y, width, height, dx, dy, text)
        left, right = (11.5 if dx < 0 else left), (11.5 if dx > 0 else right)
    rows = 1 if sum(bool(dy) for _, dy, _ in touching) == 2 and height < 50 else 2
    _name(pen, piece.monster.name, x + (left - right) / 2, y, width - left - right, rows)
    return said


def _value(pen: Pen, x: float, y: float, width: float, height: float, dx: int, dy: int, text: str) -> None:
    """A value inside the edge of a card around a point; at the left and the right it is turned."""
    size = 9.5
    at_x, at_y = x + dx * (width / 2 - size * 0.62), y + dy * (height / 2 - size * 0.66) + size * 0.36
    pen.words(at_x, at_y, text, size, "value", "middle", turned=-90 * dx)


def _edges(pen: Pen, setting: Setting, monster: Monster, facing: str) -> str:
    """One large card with the value of each edge; says how it lies."""
    lies, values, said = _lies(setting, monster, facing)
    width, height = {"横": (106.0, 72.0), "縦": (72.0, 106.0)}.get(lies.value or "", (90.0, 90.0))
    pen.box(60 - width / 2, 60 - height / 2, width, height, "piece", 3)
    for (_, dx, dy), asked in zip(SIDES, values, strict=True):
        _value(pen, 60, 60, width, height, dx, dy, "？" if asked.value is None else str(asked.value))
    _name(pen, monster.name, 60, 60, width - 26, 2)
    return said


def _name(pen: Pen, name: str, x: float, y: float, room: float, rows: int) -> None:
    """A name in the middle of a card, on so many lines at most."""
    size = 9.5
    lines = wrapped(name, max(room / size, 1), rows)
    for n, line in enumerate(lines):
        pen.words(x, y + 3.5 + (n - (len(lines) - 1) / 2) * 10.5, line, size, "strong", "middle")


def turn(setting: Setting) -> Picture | None:
    """The phases of a turn, from tables/phases.yaml."""
    rows = setting.tables.get("phases", ())
    if not rows:
        return None
    return flow("ターンの流れ", [Part("ターン", tuple(Chip(row["key"]) for row in rows))])


STATES = {"Match": drawn_match}
ANSWERS = {"接する値": drawn_card, "ゾーン": drawn_board}
