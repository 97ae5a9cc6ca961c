"""A whole turn, statement by statement: points, actions, cards, priority checked at each step. Rulings gaw-play-*."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gunbai.engine.girl_arms_war.attack import one_more, quiet, step
from gunbai.engine.girl_arms_war.frame import phases
from gunbai.engine.girl_arms_war.priority import anew, held, opened, pass_on, scene, team_scene, use_allowed
from gunbai.engine.girl_arms_war.start_end import CLOSE, EDGE, Round, at_start, next_window, ordinary
from gunbai.engine.girl_arms_war.state import Board, point_row
from gunbai.engine.girl_arms_war.timing import ACTION, after, entering, free, tied
from gunbai.engine.kernel import Illegal, Malformed, keyed, rule, table
from gunbai.engine.verb import verb

__all__ = [
    "act", "acted", "begin_turn", "decline", "decline_all", "described", "go_on", "start_round", "told", "use", "where",
]

TRACK = ("edge", "step", "between", "gap", "open", "bare")
"""The kinds of points that every turn passes: not those of single actions."""


@verb("ターン", players="プレイヤー", teams="チーム戦")
def begin_turn(players: tuple[str, ...], teams: bool = False) -> Board:
    """ターンの始まり。プレイヤーは、ターンプレイヤーから手番の順に並べる（チーム戦では味方は1人おき）。"""
    start = f"{phases()[0]}の最初"
    return arrive(team_scene(players, start) if teams else scene(players, start), start)


@verb("今の時点", board="卓")
def where(board: Board) -> str:
    """卓の今の時点。"""
    return board.point


@verb("卓のようす", board="卓")
def described(board: Board) -> str:
    """卓の今の時点、優先権、手番の順。"""
    return str(board)


@verb("済んだアクション", board="卓")
def acted(board: Board) -> tuple[str, ...]:
    """このターンに済んだアクションを、行った順に。"""
    return board.actions


@verb("記録", board="卓")
def told(board: Board) -> tuple[str, ...]:
    """このターンに使われたカードを、使った順に。"""
    return board.log


def arrive(board: Board, point: str) -> Board:
    """The board at another point of the turn, with a free timing where cards can be used there."""
    phase = point_row(point).get("phase")
    moved = replace(board, point=point, attack=None)
    if free(point) or (phase and (tied(phase, point) or at_start(phase, point))):
        return replace(opened(moved), holder=anew(moved))
    return replace(moved, holder="")


@verb("進む", board="卓", until="まで")
@rule("gaw-play-advance")
def go_on(board: Board, until: str = "") -> Board:
    """次のフリータイミングまでターンを進める。「まで」は、途中の時点（そのフェイズ中に使うカードのためなど）で止まるとき。"""
    quiet(board)
    if board.attack:
        return arrive(board, "攻撃の後")
    ahead = coming(board.point)
    if not ahead:
        raise Malformed("ターンは終わった")
    stops = [point for point in ahead if stop(point)]
    target = until or stops[0]
    if target not in ahead:
        raise Malformed(f"{target}はこの先に無い")
    if target not in ahead[:ahead.index(stops[0]) + 1]:
        raise Illegal(f"{stops[0]}のフリータイミングを飛ばせない")
    return arrive(board, target)


def coming(point: str) -> list[str]:
    """The points of the turn ahead, those inside actions aside."""
    keys = [row["key"] for row in table("points") if row["key"] == point or row["kind"] in TRACK]
    return keys[keys.index(point) + 1:]


def stop(point: str) -> bool:
    """Whether the turn cannot pass a point by: a free timing on the way, or the end of the turn."""
    row = point_row(point)
    if row.get("after") == ACTION:
        return point in entering(ACTION)
    return (row["kind"] == "gap" and (free(point) or point == table("points")[-1]["key"])) or (
        row["kind"] == "open" and row["edge"] == "first")


@verb("アクション", board="卓", action="アクション")
@rule("gaw-play-action")
def act(board: Board, action: Literal["生産", "レベルアップ", "休息"]) -> Board:
    """ターンプレイヤーが、攻撃のほかのアクションを行う。"""
    quiet(board)
    if board.attack:
        raise Malformed("攻撃がまだ終わっていない")
    if point_row(board.point).get("phase") != ACTION:
        raise Illegal("アクションフェイズに行う")
    done = replace(board, actions=one_more(board, action))
    if not after(action):
        return arrive(done, "終了フェイズの最初")
    return arrive(done, f"{action}の後")


@verb("使う", board="卓", player="プレイヤー", card="カード", to="次")
def use(board: Board, player: str, card: str, to: str | None = None) -> Board:
    """優先権を持つプレイヤーが、能力か戦術カードを使う。「次」は、優先権を渡す相手を選ぶとき。"""
    held(board, player)
    pass_on(board, player)
    use_allowed(board, card)
    when = keyed("cards", card)["when"]
    if when.endswith(EDGE):
        first_thing(board)
        one_block(board, player)
    said = replace(board, used=(*board.used, (player, card)), log=(*board.log, f"{player}: {card}"))
    if when.endswith(CLOSE):
        return arrive(said, next_window(board.point))
    return step(said, player, True, to)


@rule("gaw-start-first")
def first_thing(board: Board) -> None:
    """Cards of the start come first: none after another card in the same free timing, nor once they are over."""
    if board.started or any(not keyed("cards", card)["when"].endswith(EDGE) for _, card in board.used):
        raise Illegal("開始時のカードは、ほかのカードより先に")


@rule("gaw-start-block")
def one_block(board: Board, player: str) -> None:
    """Cards of the start are used user by user: nobody goes on after another has begun."""
    users = [user for user, _ in board.used]
    if player in users and users[-1] != player:
        raise Illegal(f"{player}の開始時のカードは、{users[-1]}の番の前にまとめて使う")


@verb("放棄", board="卓", player="プレイヤー", to="次")
def decline(board: Board, player: str, to: str | None = None) -> Board:
    """優先権を持つプレイヤーが、優先権を放棄する。「次」は、優先権を渡す相手を選ぶとき。"""
    held(board, player)
    return step(board, player, False, to)


@verb("全員放棄", board="卓")
def decline_all(board: Board) -> Board:
    """優先権を持つプレイヤーから順に、フリータイミングが終わるまで放棄する。"""
    while board.holder:
        board = decline(board, board.holder)
    return board


@verb("開始時を済ませる", board="卓", round_="開始時")
@rule("gaw-play-start")
def start_round(board: Board, round_: Round) -> Board:
    """開始時のカードを使い終えたところを卓に移す。その後、通常のフリータイミングになる。"""
    if not board.holder or board.used or board.gave or board.started:
        raise Illegal("フリータイミングの最初に行う")
    if not ordinary(round_):
        raise Illegal("開始時のカードがまだ残っている")
    for _, card in round_.done:
        if not keyed("cards", card)["when"].endswith(EDGE):
            raise Illegal(f"{card}は開始時のカードではない")
        use_allowed(board, card)
    log = (*board.log, *(f"{player}: {card}" for player, card in round_.done))
    return replace(board, log=log, started=True)
