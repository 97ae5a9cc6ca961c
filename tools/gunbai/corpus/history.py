"""Which ruling of a line of predecessors and successors was in force on a day."""

from __future__ import annotations

from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Ruling

__all__ = ["in_force_on", "line_of_rulings", "predecessor", "successors"]


def predecessor(game: Game, ruling: Ruling) -> Ruling | None:
    """The ruling that this one replaced."""
    return game.by_id.get(ruling.replaces) if ruling.replaces else None


def successors(game: Game, ruling: Ruling) -> tuple[Ruling, ...]:
    """The rulings that replaced this one (it may have been split into several)."""
    return tuple(r for r in game.rulings if r.replaces == ruling.id)


def line_of_rulings(game: Game, ruling: Ruling) -> tuple[Ruling, ...]:
    """This ruling, then all that came before it, then all that came after it."""
    found = {ruling.id: ruling}
    before = predecessor(game, ruling)
    while before is not None and before.id not in found:
        found[before.id] = before
        before = predecessor(game, before)
    waiting = [ruling]
    while waiting:
        for after in successors(game, waiting.pop(0)):
            if after.id not in found:
                found[after.id] = after
                waiting.append(after)
    return tuple(found.values())


def in_force_on(game: Game, ruling: Ruling, date: str) -> Ruling | None:
    """The nearest ruling in the line of ``ruling`` that was in force on ``date`` (ISO); None where there was none.

    A ruling whose beginning is unknown counts as in force since ever.
    """
    def good(one: Ruling) -> bool:
        since = "" if one.since == "unknown" else one.since
        return since <= date and (not one.until or date <= one.until)

    return next((one for one in line_of_rulings(game, ruling) if good(one)), None)
