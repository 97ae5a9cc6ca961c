"""ヴァリアンツ＝ウォー: the board with its zones, the monsters as they lie with the value of each edge, the fights."""

from __future__ import annotations

from functools import partial

from gunbai.engine.kernel import Setting
from gunbai.engine.variants_war.battle import contact_value, remaining
from gunbai.engine.variants_war.board import long_axis
from gunbai.engine.variants_war.state import VALIANTS, Board, Direction, Match, Monster, Place, named
from gunbai.site.pictures import Shown
from gunbai.site.pictures.asking import Asked, ask, known
from gunbai.site.pictures.flow import Chip, Part, flow
from gunbai.site.pictures.svg import WIDTH, Pen, Picture, cut, measure, wrapped

__all__ = ["ANSWERS", "STATES", "turn"]

MARGIN, MOST = 16, 10
NOTE = "カードの四辺の数は、その側に接する相手に対する値。"
SIDES: tuple[tuple[Direction, int, int], ...] = (("上", 0, -1), ("下", 0, 1), ("左", -1, 0), ("右", 1, 0))
LONG, SHORT = 0.9, 0.66
"""How much of a cell a card takes along and across."""


def drawn_match(shown: Shown) -> Picture | None:
    """The board with everything on it, who plays, and the fights that are to come. None while nothing is on it."""
    match = shown.value
    if not isinstance(match, Match) or not (match.pieces or match.traps):
        return None
    head = f"{match.turn}の{match.phase}"
    pen = Pen()
    pen.words(0, 13, head, 12, "strong")
    size, facts = _board(pen, match.board, 20), [head]
    if not size:
        return None
    above: dict[Place, int] = {}
    for trap in match.traps:
        x, y = _corner(trap.at, size)
        pen.box(x + size / 2 - 9, y + size / 2 - 11, 18, 22, "on", 2)
        pen.words(x + size / 2, y + size / 2 + 4, "伏", 10, "ontext", "middle")
    for piece in match.pieces:
        nth = above[piece.at] = above.get(piece.at, -1) + 1
        x, y = _corner(piece.at, size)
        middle = size / 2 + nth * 8
        lies = _card(pen, shown.setting, piece.monster, piece.facing, x + middle, y + middle, size)
        facts.append(f"{named(piece.at)}に{cut(piece.monster.name)}（{piece.monster.owner}）{lies}")
    fights = ask(shown.setting, partial(remaining, match))
    where = {piece.monster.name: piece.at for piece in match.pieces}
    for one in fights.value or ():
        if all(name in where for name in one.pair):  # a fight that was listed may have lost one of its two
            (x, y), (to_x, to_y) = (_corner(where[name], size) for name in one.pair)
            pen.circle((x + to_x + size) / 2, (y + to_y + size) / 2, 4, "clash")
        facts.append(f"戦うのは{one}{fights.mark}")
    if fights.value is None:
        facts.append(f"どの戦闘があるかは{fights.firmness}")
    y = 20 + MARGIN + len(match.board.rows) * size + 6
    lines = [f"{p.side} {f'ライフ{p.life} ' if p.side in VALIANTS else ''}手札{len(p.hand)} デッキ{len(p.deck)}"
             for p in match.players]
    lines += [f"{named(trap.at)} 伏せてある{cut(trap.name)}" for trap in match.traps]
    lines += [f"{named(p.at)} {cut(p.monster.name)}（{p.monster.owner}）{p.facing}" for p in match.pieces]
    for line in lines:
        pen.words(0, y + 12, line, 11.5, room=WIDTH)
        y += 17
    note = NOTE + ("点のある境で戦う。" if fights.value else "")
    return pen.finish("盤の図", [*facts, *lines, *_rows(match.board)], y + 3, note if match.pieces else "")


def drawn_board(shown: Shown) -> Picture | None:
    """The board that a question is about, without anything on it."""
    board, pen = shown.inputs.get("盤"), Pen()
    if not isinstance(board, Board) or not (size := _board(pen, board, 0)):
        return None
    return pen.finish("盤の図", _rows(board), MARGIN + len(board.rows) * size + 2)


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
    lies = _card(pen, shown.setting, monster, facing, 60, 60, 110)
    pen.words(130, 54, monster.name, 13, "strong", room=WIDTH - 130)
    what = f"攻撃力{monster.attack} 守備力{monster.defence} {facing}"
    pen.words(130, 74, what, 11.5, "soft")
    return pen.finish("カードの図", [f"{cut(monster.name)}（{monster.owner}）{lies}", what], 120, NOTE)


def _corner(at: Place, size: float, top: float = 20) -> tuple[float, float]:
    """The top left corner of a cell."""
    return MARGIN + at[1] * size, top + MARGIN + at[0] * size


def _board(pen: Pen, board: Board, top: float) -> float:
    """The cells with their zones, letters above and numbers beside; says how large a cell is (0: nothing was drawn)."""
    columns = max(map(len, board.rows), default=0)
    if not 0 < columns <= MOST or len(board.rows) > MOST:
        return 0
    size = min((WIDTH - MARGIN - 2) / columns, 66)
    for j in range(columns):
        pen.words(MARGIN + (j + 0.5) * size, top + 11, named((0, j))[0], 10, "soft", "middle")
    for i, row in enumerate(board.rows):
        pen.words(4, top + MARGIN + (i + 0.5) * size + 4, str(i + 1), 10, "soft")
        for j, cell in enumerate(row):
            if cell is None:
                continue
            x, y = _corner((i, j), size, top)
            pen.box(x + 1, y + 1, size - 2, size - 2, "cell" if "戦場" in cell.zone else "field", 2)
            lines = [*([cell.side] if cell.side else []), cell.zone.removesuffix("ゾーン")]
            for n, line in enumerate(lines):
                at = y + size / 2 + 4 + (n - (len(lines) - 1) / 2) * 12
                pen.words(x + size / 2, at, line, min(9.5, size / 5.2), "soft", "middle", size - 4)
    return size


def _card(pen: Pen, setting: Setting, monster: Monster, facing: str, x: float, y: float, size: float) -> str:
    """A card as it lies, centred on a point; says how it lies and the values of its edges."""
    if not facing:
        pen.circle(x, y, size * 0.4, "piece")
        _name(pen, monster.name, x, y, size * 0.7)
        return "、表示形式なし"
    lies: Asked[str] = known(setting, long_axis, facing, monster.owner)
    wide, high = (LONG, SHORT) if lies.value == "横" else (SHORT, LONG) if lies.value else (SHORT, SHORT)
    wide, high = wide * size, high * size
    pen.box(x - wide / 2, y - high / 2, wide, high, "piece", 3)
    digits, room = min(9.5, size / 6), wide
    said = []
    for side, dx, dy in SIDES:
        asked = known(setting, contact_value, monster, facing, side)
        text = str(asked.value) if asked.value is not None else "？"
        turned = bool(dx) and measure(text) > 2
        half = digits * 0.5 if turned or dy else measure(text) * digits / 2
        at = y + dy * (high / 2 - half - 2) + digits * 0.36
        turn = -90 * dx if turned else 0
        pen.words(x + dx * (wide / 2 - half - 2.5), at, text, digits, "value", "middle", turned=turn)
        room -= abs(dx) * (2 * half + 4)
        said.append(f"{side}{text}{asked.mark}")
    _name(pen, monster.name, x, y, room)
    how = f"{lies.value}長{lies.mark}" if lies.value else f"縦長か横長かは{lies.firmness}"
    return f"、盤の図で{how}、値は{'・'.join(said)}"


def _name(pen: Pen, name: str, x: float, y: float, room: float) -> None:
    size = 9.5
    lines = wrapped(name, max(room / size, 2), 2)
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
