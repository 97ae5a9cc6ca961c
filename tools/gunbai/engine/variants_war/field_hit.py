"""The hit on the enemy's field: which cells, when, by whom, how much. Rulings vv-field-hit-*."""

from __future__ import annotations

from dataclasses import replace

from gunbai.engine.kernel import Illegal, Malformed, reading, rule
from gunbai.engine.variants_war.battle import going_on, remaining
from gunbai.engine.variants_war.board import seat
from gunbai.engine.variants_war.destruction import destroyed
from gunbai.engine.variants_war.state import (
    VALIANTS,
    Cell,
    Match,
    Piece,
    Place,
    Side,
    Valiants,
    named,
    number,
    piece_of,
    player_of,
    put_player,
)
from gunbai.engine.variants_war.turn import listed
from gunbai.engine.verb import Count, verb

__all__ = ["cells", "damage", "enemy_of", "hit", "pending"]


@verb("相手側の戦場", match="局", side="陣営")
@rule("vv-field-hit-area")
def cells(match: Match, side: Side) -> tuple[str, ...]:
    """その陣営のモンスターが届くと相手に1点を与える戦場ゾーンのマス。"""
    board, enemy = match.board, enemy_of(side)
    at = [(i, j) for i, row in enumerate(board.rows) for j, cell in enumerate(row)
          if cell and cell.zone == "戦場ゾーン" and cell.side == enemy]
    depth = {place: from_edge(match, enemy, place) for place in at}
    how = reading("vv-field-hit-area")
    if how == "row":
        at = [place for place in at if depth[place] == min(depth.values())]
    elif how == "half":
        at = [place for place in at if 2 * depth[place] + 1 < len(board.rows)]
    return tuple(map(named, at))


def from_edge(match: Match, enemy: Valiants, at: Place) -> int:
    """How many rows lie between a place and the edge at which the enemy sits."""
    return at[0] if seat(enemy) == "上" else len(match.board.rows) - 1 - at[0]


@verb("相手のヴァリアンツ", side="陣営")
@rule("vv-field-hit")
def enemy_of(side: Side) -> Valiants:
    """その陣営の相手となるヴァリアンツ側の陣営。"""
    if side not in VALIANTS:
        raise Malformed(f"{side}はヴァリアンツ側ではない")
    return VALIANTS[1 - VALIANTS.index(side)]


@verb("届いたモンスター", match="局")
def pending(match: Match) -> tuple[str, ...]:
    """今、相手側の戦場ゾーンで破壊されて1点を与えるモンスター。"""
    return tuple(p.monster.name for p in match.pieces if reached(match, p) and in_time(match, p))


def reached(match: Match, piece: Piece) -> bool:
    """Whether a Valiants monster stands in the enemy's field, in a turn that counts, having fought if it must."""
    owner = piece.monster.owner
    return (in_field(match, piece) and named(piece.at) in cells(match, owner)
            and (owner == match.turn or anyones_turn()) and (has_fought(match, piece) or unfought()))


@rule("vv-field-hit")
def in_field(match: Match, piece: Piece) -> bool:
    """Whether a Valiants monster stands on a battle cell of the other Valiants side."""
    owner, cell = piece.monster.owner, match.board.at(piece.at)
    return owner in VALIANTS and cell == Cell("戦場ゾーン", enemy_of(owner))


@rule("vv-field-hit-turn")
def anyones_turn() -> bool:
    """Whether a monster hits in another player's battle phase too."""
    return reading("vv-field-hit-turn") == "any"


def has_fought(match: Match, piece: Piece) -> bool:
    """Whether a piece has fought in this phase."""
    return any(piece.monster.name in pair for pair in match.fought)


@rule("vv-field-hit-fought")
def unfought() -> bool:
    """Whether a monster hits without having fought."""
    return reading("vv-field-hit-fought") == "standing"


@rule("vv-field-hit-time")
def in_time(match: Match, piece: Piece) -> bool:
    """Whether the moment has come: after all fights, after those of the monster, or at any time."""
    how = reading("vv-field-hit-time")
    if how == "any-time":
        return True
    if match.phase != "バトルフェイズ":
        return False
    left = [one for one in remaining(match) if how == "after-all" or piece.monster.name in one.pair]
    return not left


@verb("突破", match="局", name="名")
def hit(match: Match, name: str) -> Match:
    """相手側の戦場ゾーンに届いたモンスターを破壊して、相手のヴァリアンツに1点のダメージを与える。"""
    going_on(match)
    if name not in pending(match):
        raise Illegal(f"{name}は今、相手に届いていない", ["vv-field-hit"])
    owner = piece_of(match, name).monster.owner
    match = destroyed(match, name, False)
    enemy = player_of(match, enemy_of(owner))
    loss = damage(len(listed(match, "突破")) + 1) - damage(len(listed(match, "突破")))
    return replace(put_player(match, replace(enemy, life=enemy.life - loss)), log=(*match.log, ("突破", name)))


@verb("突破のダメージ", monsters="体")
@rule("vv-field-hit-each")
def damage(monsters: Count) -> int:
    """一つのバトルフェイズに、その数のモンスターが届いた時のダメージの合計。"""
    counted = monsters if reading("vv-field-hit-each") == "each" else min(monsters, 1)
    return counted * number("突破のダメージ")
