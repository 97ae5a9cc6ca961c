"""``--as-of DATE`` and ``--house FILE``: under what an answer is given. The same for every command that answers."""

from __future__ import annotations

from pathlib import Path

import click

from gunbai.commands.common import stop
from gunbai.corpus.model import Game, House
from gunbai.engine.kernel import Setting

__all__ = ["Date", "as_of_option", "house_of", "house_option", "setting_of"]


class Date(click.ParamType[str]):
    """A date like 2009-09-18."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text, if it is an ISO date that exists; click says what is wrong else."""
        import datetime

        text = str(value)
        try:
            if datetime.date.fromisoformat(text).isoformat() == text:
                return text
        except ValueError:
            pass
        self.fail(f"“{text}” is no date like 2009-09-18", param, ctx)


as_of_option = click.option("--as-of", type=Date(), default=None, metavar="DATE",
                            help="Answer by what was in force on that day (like 2009-09-18).")
house_option = click.option("--house", default=None, metavar="FILE",
                            help="A file with house rules, or the name of one that comes with the game.")


def house_of(game: Game, house: str | None) -> House | None:
    """The house rules that were asked for; ends the run with file, line and what is wrong where they cannot be used."""
    if house is None:
        return None
    path = Path(house)
    if not path.exists() and house in game.houses:
        known_house = game.houses[house]
        wrong = [i for i, key in known_house.choices.items()
                 if i not in game.by_id or key not in game.by_id[i].point.keys]
        if wrong:
            stop(f"{known_house.place}: house rules that do not fit the rulings: {', '.join(wrong)}")
        return known_house
    from gunbai.corpus.house import read_house  # brings YAML along

    found, defects = read_house(path, game)
    for defect in defects:
        click.echo(str(defect), err=True)
    if found is None:
        known = f" (with {game.id} come: {', '.join(game.houses)})" if game.houses else ""
        stop(f"the house rules in {house} cannot be used{known}")
    return found


def setting_of(game: Game, as_of: str | None, house: House | None) -> Setting:
    """What the game's engine is given: its tables and points, the date, the choices."""
    setting = game.setting.on(as_of)
    return setting.choosing(house.choices) if house else setting
