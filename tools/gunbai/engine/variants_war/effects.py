"""Effects of monsters: activation, moving by effect, whose view counts. Rulings vv-effect-* and vv-direction-*."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gunbai.engine.kernel import Illegal, keyed, reading, rule
from gunbai.engine.variants_war.board import next_to, on_board
from gunbai.engine.variants_war.moving import arrive, enterable, moves_first, own, reachable, remember
from gunbai.engine.variants_war.state import Direction, Match, Piece, Place, Side, piece_of, zone_of
from gunbai.engine.variants_war.turn import during, listed
from gunbai.engine.verb import verb

__all__ = ["activate", "beside", "moved", "normal", "triggered", "viewer"]


@verb("通常効果", match="局", name="名")
def activate(match: Match, name: str) -> Match:
    """モンスター1体の通常効果を発動させる。効果の中身は、続けて別の手続きで行う。"""
    during(match, "メインフェイズ")
    piece = piece_of(match, name)
    own(match, piece)
    first_one(match)
    active_zone(match, piece)
    moves_first(match)
    return replace(match, log=(*match.log, ("効果", name)))


@rule("vv-effect-once")
def first_one(match: Match) -> None:
    """Illegal to activate a second effect in a turn."""
    if listed(match, "効果"):
        raise Illegal("通常効果は1ターンに1回")


@rule("vv-effect-zone")
def active_zone(match: Match, piece: Piece) -> None:
    """Illegal in a zone from which tables/supplied.yaml lets no effect be activated."""
    zone = zone_of(match, piece)
    if keyed("supplied", f"{zone}からの発動")["value"] != "可":
        raise Illegal(f"{zone}からは発動できない")


@verb("通常効果に数える", kind="効果")
@rule("vv-effect-kind")
def normal(kind: Literal["自分で発動を宣言する効果", "移動した時に起こる効果"]) -> bool:
    """その効果が、1ターンに1回の通常効果に数えられるか。"""
    return kind == "自分で発動を宣言する効果" or reading("vv-effect-kind") == "any"


@verb("移動効果が起こる", mover="動かした側", owner="持ち主")
@rule("vv-effect-trigger")
def triggered(mover: Side, owner: Side) -> str:
    """モンスターが動かされた時、その移動効果がどうなるか。表による。"""
    whose = "自分" if mover == owner else "相手"
    return str(keyed("supplied", f"{whose}が動かした時の移動効果")["value"])


@verb("効果で動かす", match="局", by="発動", name="名", direction="向き", beside="隣")
def moved(match: Match, by: Side, name: str, direction: Direction, beside: bool = False) -> Match:
    """効果で、モンスターやコマを1マス動かす。「発動」はその効果を発動した陣営、「隣」は「隣に移動」の効果か。"""
    piece = piece_of(match, name)
    if beside:
        neighbour(direction)
    seen_by = viewer(by, match.turn)
    across(match, piece, seen_by, direction)
    to = led(piece, seen_by, direction)
    if not enterable(match, piece, to):
        return nowhere(match)
    return arrive(counted(match, piece), piece, to, by)


@rule("vv-effect-move")
def led(piece: Piece, seen_by: Side, direction: Direction) -> Place:
    """Where an effect leads a piece: one cell on, as the viewer sees it."""
    return next_to(piece.at, on_board(seen_by, direction))


@verb("見る陣営", by="発動", turn="手番")
@rule("vv-direction-viewer")
def viewer(by: Side, turn: Side) -> Side:
    """効果の「上下左右」や「隣」を、どの陣営のプレイヤーから見て決めるか。"""
    return by if reading("vv-direction-viewer") == "activator" else turn


@verb("隣になる向き", direction="向き")
@rule("vv-neighbour")
def beside(direction: Direction) -> bool:
    """「隣に移動する」効果で、発動したプレイヤーから見たその向きへ動かせるか。"""
    return direction in ("左", "右") or reading("vv-neighbour") == "any-side"


@rule("vv-neighbour")
def neighbour(direction: Direction) -> None:
    """Illegal for a direction that is not beside."""
    if not beside(direction):
        raise Illegal(f"{direction}は隣ではない")


@rule("vv-effect-facing")
def across(match: Match, piece: Piece, seen_by: Side, direction: Direction) -> None:
    """Illegal to move a monster across by an effect, where effects respect its axis too."""
    if not piece.facing or reachable(match, piece, seen_by, direction):
        return
    if reading("vv-effect-facing") == "limited":
        raise Illegal(f"{piece.monster.name}は{direction}へ動かせない")


@rule("vv-effect-blocked")
def nowhere(match: Match) -> Match:
    """What comes of a move by effect to where one cannot go: it may not be chosen, or nothing happens."""
    if reading("vv-effect-blocked") == "illegal":
        raise Illegal("そこへは動かせない")
    return match


@rule("vv-effect-count")
def counted(match: Match, piece: Piece) -> Match:
    """The match after a move by effect: it uses up no right, or it counts as one of the turn player's moves."""
    if piece.monster.owner == match.turn and reading("vv-effect-count") == "counted":
        name = piece.monster.name
        return remember(replace(match, log=(*match.log, ("移動", name))), name)
    return match
