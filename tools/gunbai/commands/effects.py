"""What house rules or a date would change in a corpus: for ``gunbai check``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.house import read_house
from gunbai.corpus.model import Corpus, Game
from gunbai.engine.kernel import EngineFault, Setting
from gunbai.examples.runner import load_verbs, run_example

__all__ = ["DateEffect", "HouseEffect", "date_effect", "house_effect"]


@dataclass(frozen=True, slots=True)
class HouseEffect:
    """What a file with house rules does: how much it chooses, which open points it leaves, what it changes."""

    title: str
    game: str
    choices: int
    undecided: tuple[str, ...]
    otherwise: tuple[str, ...]


def house_effect(corpus: Corpus, path: Path) -> tuple[HouseEffect | None, tuple[Defect, ...]]:
    """The effect of the house rules in ``path`` on the game whose ids they name, or what is wrong with the file."""
    text = path.read_text("utf-8", "replace") if path.is_file() else ""
    ids = re.findall(r"^ *([a-z0-9-]+):", text, re.MULTILINE)
    game = next((g for g in corpus.games if any(i.startswith(g.prefix) for i in ids)), None)
    if game is None:
        return None, (Defect(Place(path.as_posix(), 1), "a file with `choices:` of a game's rulings",
                             "none" if path.is_file() else "no such file", "see rulings/<game>/house/", code="house"),)
    house, defects = read_house(path, game)
    if house is None:
        return None, defects
    otherwise = _otherwise(game, game.setting.choosing(house.choices))
    undecided = tuple(r.id for r in game.rulings if r.readings and not r.default and r.id not in house.choices)
    return HouseEffect(house.title, game.id, len(house.choices), undecided, otherwise), ()


@dataclass(frozen=True, slots=True)
class DateEffect:
    """What was otherwise on a day: the rulings that were not in force, the examples whose answer was another."""

    game: str
    not_in_force: tuple[str, ...]
    otherwise: tuple[str, ...]


def date_effect(game: Game, date: str) -> DateEffect:
    """What was otherwise in a game on a day (ISO). Examples of rulings that were not in force are not run."""
    setting = game.setting.on(date)
    return DateEffect(game.id, tuple(r.id for r in game.rulings if r.id in setting.ended), _otherwise(game, setting))


def _otherwise(game: Game, setting: Setting) -> tuple[str, ...]:
    """The examples that give another answer than the one written, as ``id: title``."""
    words = load_verbs(game)
    found = []
    for ruling in game.rulings:
        for example in ruling.examples if ruling.id not in setting.ended or setting.date is None else ():
            try:
                if run_example(ruling, example, setting, words).failures:
                    found.append(f"{ruling.id}: {example.title}")
            except EngineFault:  # a defect that is reported where the example is run as written
                continue
    return tuple(found)
