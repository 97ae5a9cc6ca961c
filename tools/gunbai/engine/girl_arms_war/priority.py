"""Priority (優先権) in a free timing as a state machine. Rulings gaw-priority-*.

``act`` is the one step: the holder uses a card or passes, and priority moves. What an attack changes is in attack.
"""

from __future__ import annotations

from dataclasses import replace

from gunbai.engine.girl_arms_war.start_end import DURING, usable
from gunbai.engine.girl_arms_war.state import MAX_PLAYERS, Board
from gunbai.engine.girl_arms_war.team import partners
from gunbai.engine.girl_arms_war.timing import free
from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule
from gunbai.engine.verb import verb

__all__ = [
    "again", "first", "held", "holder", "in_succession", "leave", "moves", "over", "pass_on", "resolution", "scene",
    "successive", "team_scene", "use_allowed", "window",
]

GAP = "配置フェイズとアクションフェイズの間"


@verb("場面", players="プレイヤー", point="時点", turned="行動不能")
def scene(players: tuple[str, ...], point: str = GAP, turned: tuple[str, ...] = ()) -> Board:
    """その時点の卓。優先権は誰にも無い。プレイヤーはターンプレイヤーから手番の順に、「行動不能」には回転しているGAを並べる。"""
    keyed("points", point)
    if not 2 <= len(set(players)) == len(players) <= MAX_PLAYERS or "" in players:
        raise Malformed(f"プレイヤーは2人から{MAX_PLAYERS}人で、名が異なる")
    return Board(players, point, turned=turned)


@verb("フリータイミング", players="プレイヤー", point="時点")
def window(players: tuple[str, ...], point: str = GAP) -> Board:
    """その時点のフリータイミングの始まり。プレイヤーは、ターンプレイヤーから手番の順に並べる。"""
    if not free(point):
        raise Malformed(f"{point}はフリータイミングではない")
    return opened(scene(players, point))


def opened(board: Board) -> Board:
    """A new free timing at the board's point, with priority where the general rule puts it."""
    return replace(board, holder=first(board), passed=(), gave=(), used=(), started=False)


@rule("gaw-priority-turn-player")
def first(board: Board) -> str:
    """Who has priority first in a free timing: the turn player."""
    return board.players[0]


@verb("優先権", board="卓")
def holder(board: Board) -> str | None:
    """優先権を持つプレイヤー。フリータイミングが終わっていれば「なし」。"""
    return board.holder or None


@rule("gaw-priority-holder")
def held(board: Board, player: str) -> None:
    """Only who has priority acts."""
    if not board.holder or board.holder != player:
        raise Illegal(f"{player}は優先権を持っていない")


@rule("gaw-priority-goes-on")
def in_succession(board: Board, player: str, used: bool) -> tuple[str, ...]:
    """Who has passed in direct succession after this: a use makes the free timing go on, and counting starts anew."""
    return () if used else (*board.passed, player)


@rule("gaw-priority-moves")
def moves(board: Board, player: str, used: bool, to: str | None) -> str:
    """To whom priority goes after a use or a pass: to the opponent."""
    match [one for one in board.players if one != player]:
        case [other]:
            return other
    if used and player != board.players[0] and after_use(player):
        return board.players[0]
    return opponent(board, player, to)


@rule("gaw-priority-next")
def opponent(board: Board, player: str, to: str | None) -> str:
    """Which opponent gets priority among several: the next in turn order, or the one that the player names.

    Illegal to name one's own partner.
    """
    if reading("gaw-priority-next") == "turn-order":
        return following(board.players, player)
    if to is None or to == player or to not in board.players:
        raise Malformed("優先権を渡す相手を「次」に書く")
    # equivalent: partners(board, player, to) → partners(board, to, player) : two are each other's partner
    if partners(board, player, to):
        raise Illegal(f"{to}は{player}の味方。優先権は相手側に移る")
    return to


def following(players: tuple[str, ...], player: str) -> str:
    """The next in order, the first after the last."""
    return (*players, players[0])[players.index(player) + 1]


@rule("gaw-priority-after-use")
def after_use(player: str) -> bool:
    """Whether priority goes back to the turn player after a use of another, where there are more than two players."""
    return reading("gaw-priority-after-use") == "turn-player"


@rule("gaw-priority-end")
def over(players: tuple[str, ...], passed: tuple[str, ...]) -> bool:
    """Whether a free timing is over: all have passed in direct succession, or the turn player has."""
    if len(set(passed)) == len(players):
        return True
    return players[0] in passed and reading("gaw-priority-end") == "turn-player"


@rule("gaw-priority-pass-again")
def pass_on(board: Board, player: str) -> None:
    """One who passed before may act again when priority comes back, unless the table takes it otherwise."""
    if player in board.gave and reading("gaw-priority-pass-again") == "barred":
        raise Illegal(f"{player}はこのフリータイミングで優先権を放棄した")


@verb("続けて使える", board="卓", player="プレイヤー")
@rule("gaw-priority-continue")
def successive(board: Board, player: str) -> bool:
    """そのプレイヤーが、ほかのプレイヤーに使われることなく、続けてもう1枚使うところか。"""
    others = [one for one in board.players if one != player]
    return board.holder == player and all(one in board.passed for one in others)


@verb("次の窓", board="卓", point="時点")
def again(board: Board, point: str) -> Board:
    """終わったフリータイミングの次の、別の時点のフリータイミング。"""
    if board.holder or not free(point):
        raise Malformed(f"{point}のフリータイミングはまだ来ない")
    if not board.due:
        raise Malformed("前のフリータイミングが無い。始めからなら「フリータイミング」を使う")
    return replace(opened(board), point=point, holder=anew(board))


@rule("gaw-priority-anew")
def anew(board: Board) -> str:
    """Who has priority first in a later free timing: the turn player again, or where it would have gone.

    In the first free timing of a turn there is nothing to go on from.
    """
    return first(board) if not board.due or reading("gaw-priority-anew") == "anew" else board.due


@verb("解決の順", board="卓")
@rule("gaw-priority-resolve")
def resolution(board: Board) -> tuple[str, ...]:
    """このフリータイミングで使われたカードが解決される順。"""
    cards = tuple(card for _, card in board.used)
    return cards if reading("gaw-priority-resolve") == "at-once" else cards[::-1]


@rule("gaw-timing-condition")
def use_allowed(board: Board, card: str) -> None:
    """A card is used only where its condition is met. Malformed where the condition is not known."""
    after_tied = any(keyed("cards", used)["when"].endswith(DURING) for _, used in board.used)
    if not usable(str(keyed("cards", card)["when"]), board.point, after_tied):
        raise Illegal(f"{card}は{board.point}には使えない")


@verb("抜ける", board="卓", player="プレイヤー")
def leave(board: Board, player: str) -> Board:
    """対戦から抜けたプレイヤーを、手番と優先権の順から除く。"""
    if board.teams:
        raise Malformed("チーム戦では、1人だけが抜けることは無い")
    if player not in board.players[1:] or len(board.players) < 3:
        raise Malformed("抜けるのは、3人以上のうち、手番でないプレイヤー")
    rest = tuple(one for one in board.players if one != player)
    holder, due = (following(board.players, player) if one == player else one for one in (board.holder, board.due))
    passed = tuple(one for one in board.passed if one != player)
    return replace(board, players=rest, holder=holder, due=due, passed=passed,
                   exception=board.exception and board.holder != player)


@verb("優先権を渡してよい", board="卓", to="相手")
@rule("gaw-priority-out")
def may_give(board: Board, to: str) -> bool:
    """優先権を持つプレイヤーが、その相手に優先権を渡すのが正しいか（抜けたプレイヤーや味方には渡らない）。"""
    # equivalent: partners(board, board.holder, to) → partners(board, to, board.holder) : symmetric
    return to != board.holder and to in board.players and not partners(board, board.holder, to)


@verb("チーム戦の場面", players="プレイヤー", point="時点", turned="行動不能")
def team_scene(players: tuple[str, ...], point: str = GAP, turned: tuple[str, ...] = ()) -> Board:
    """チーム戦の、その時点の卓。4人を手番の順に並べる。味方は1人おき。"""
    if len(players) != 4:
        raise Malformed("チーム戦は4人")
    return replace(scene(players, point, turned), teams=True)
