"""勝利: how many wars a side must win, and when that is reached. A border conflict is half a win."""

from __future__ import annotations

from fractions import Fraction

from gunbai.engine.daisenryaku_card.setup import can_play
from gunbai.engine.daisenryaku_card.state import Game, number
from gunbai.engine.kernel import Illegal, keyed, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = ["capped", "champion", "champions", "ends", "ends_now", "goal", "needed", "reached", "win_worth"]


@verb("必要な勝利", side="陣営", players="人数")
@rule("dsc-wins-needed")
def needed(side: str, players: Count) -> int:
    """How many wars a side must win, by its strength and the number of players."""
    if not can_play(players):
        raise Illegal(f"{players}人では遊べない")
    return goal(side, players)


def goal(side: str, players: int) -> int:
    """How many wins the list of the rules asks of a side; also for a number of players that cannot play."""
    return int(keyed("sides", side)["few" if players <= number("少人数の上限") else "many"])


@verb("勝ちの値", border="国境紛争")
@rule("dsc-border-half-win")
def win_worth(border: bool) -> Fraction:
    """What winning a war counts, or a border conflict."""
    return Fraction(1, 2) if border else Fraction(1)


@rule("dsc-wins-sum")
def reached(wins: Fraction, goal: int) -> bool:
    """Whether a number of wins reaches the goal."""
    if wins < goal:
        return False
    return wins == goal or reading("dsc-wins-sum") == "at-least"


@verb("勝利者か", side="陣営", players="人数", wars="戦争", borders="国境紛争")
@rule("dsc-wins-sum")
def champion(side: str, players: Count, wars: Count, borders: Count = 0) -> bool:
    """Whether a side has won the game, after so many won wars and border conflicts."""
    return reached(wars + borders * win_worth(True), needed(side, players))


@rule("dsc-wins-at-once")
def ends_now() -> bool:
    """Whether the game ends the moment somebody reaches the goal."""
    return reading("dsc-wins-at-once") == "at-once"


@verb("すぐに終わる", side="陣営", players="人数", wars="戦争", borders="国境紛争")
@rule("dsc-wins-at-once")
def ends(side: str, players: Count, wars: Count, borders: Count = 0) -> bool:
    """Whether the game ends the moment a side has so many wins."""
    return champion(side, players, wars, borders) and ends_now()


@verb("勝利者", game="卓")
@rule("dsc-wins-needed")
def champions(game: Game) -> tuple[str, ...]:
    """The sides that have reached their number of wins: one at most."""
    return tuple(side for side, won in zip(game.sides, game.wins, strict=True)
                 if reached(won, needed(side, len(game.sides))))


@verb("打ち切る", turns="手番")
@rule("dsc-no-progress")
def capped(turns: Count) -> bool:
    """Whether a game in which nobody wins is broken off after so many turns: the number is the table's own."""
    return turns >= int(keyed("samples", "手番の上限")["value"])
