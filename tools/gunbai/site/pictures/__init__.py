"""Pictures of situations and answers, drawn from what the engine made: which module draws what.

A module of this package that is called like an engine draws that game: ``STATES`` says how by the name of a situation's
or answer's type, ``ANSWERS`` by the verb of a question, ``turn`` draws the turn. The modules are looked up by name, so
that an engine that is loaded anew is drawn by a module that knows it.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import ModuleType

from gunbai.corpus.model import Game
from gunbai.engine.kernel import NoAnswer, Setting
from gunbai.engine.verb import Verb
from gunbai.examples.language import Statement
from gunbai.examples.runner import Told
from gunbai.site.pictures.film import Film, Frame
from gunbai.site.pictures.svg import Picture
from gunbai.site.pictures.worlds import FIRM, Firmness, Worlds

__all__ = ["Film", "Picture", "Shown", "module_name", "module_of", "of_example", "turn_of"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What is drawn: a value, under what it was judged, and (of a question) its inputs by name.

    ``firmness`` is that of the verdict, ``firm`` where there is none.
    """

    value: object
    setting: Setting
    inputs: Mapping[str, object] = field(default_factory=dict)
    firmness: str = "firm"


Draw = Callable[[Shown], Picture | None]


@dataclass(frozen=True, slots=True)
class _Drawers:
    """How the situations, answers and questions of a game are drawn."""

    states: Mapping[str, Draw]
    answers: Mapping[str, Draw]

    def picture(self, told: Told, setting: Setting) -> Picture | None:
        """What there is to see after a statement: its question or answer, else the situation that it was put on."""
        statement, answer = told.statement, told.answer
        if not isinstance(statement, Statement):
            return None
        inputs, verdict = dict(answer.inputs), answer.verdict
        firmness = verdict.firmness if verdict else "firm"
        question = self.answers.get(statement.verb)
        if question and firmness != "open" and (
                picture := question(Shown(answer.value, setting, inputs, firmness))):
            return picture
        for value in (*(() if firmness == "open" else (answer.value,)), *inputs.values()):
            draw = self.states.get(type(value).__name__)
            if draw and not isinstance(value, NoAnswer) and (picture := draw(Shown(value, setting, {}, firmness))):
                return picture
        return None


def of_example(game: Game, verbs: Mapping[str, Verb], told: Iterable[Told]) -> Film | None:
    """The pictures of an example, one a statement that has something to show; None without any.

    A picture of what an inferred reading made says so: where it would look different under another reading, its frame
    names the points.
    """
    module = module_of(game.engine_package)
    drawers = _Drawers(getattr(module, "STATES", {}), getattr(module, "ANSWERS", {}))
    if not drawers.states and not drawers.answers:
        return None
    told = tuple(told)
    worlds = Worlds(game.setting, verbs, told)
    frames: list[Frame] = []
    for place, one in enumerate(told):
        picture = drawers.picture(one, one.setting)
        if picture is None or not isinstance(one.statement, Statement):
            continue
        before = frames[-1] if frames else None
        if before and before.picture == picture and one.answer.verdict:  # a question about what was there already
            firmness = Firmness(before.mark, before.points)
        elif one.statement.verb in drawers.answers and one.answer.verdict:
            firmness = FIRM  # it marks what is inferred itself
        else:
            def again(world: Told, setting: Setting = one.setting) -> Picture | None:
                return drawers.picture(world, setting)

            firmness = worlds.firmness(place, picture, again)
        frames.append(Frame(place, one.statement.source, one.answer.lines, picture, firmness.mark, firmness.points))
    return Film(tuple(frames)) if frames else None


def turn_of(game: Game) -> Picture | None:
    """The chart of a game's turn, from its tables; None for a game without one."""
    module = module_of(game.engine_package)
    draw: Callable[[Setting], Picture | None] | None = getattr(module, "turn", None)
    return draw(game.setting) if draw else None


def module_of(package: str) -> ModuleType | None:
    """The module that draws an engine's situations; None where there is none."""
    name = module_name(package)
    if not package.startswith("gunbai.engine.") or importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)


def module_name(package: str) -> str:
    """What the module that draws an engine's situations is called, whether there is one or not."""
    return f"{__name__}.{package.rpartition('.')[2]}"
