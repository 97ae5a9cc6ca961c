"""Pictures of situations and answers, drawn from what the engine made: which module draws what.

A module of this package that is called like an engine draws that game: ``STATES`` says how by the name of a situation's
or answer's type, ``ANSWERS`` by the verb of a question, ``turn`` draws the turn. The modules are looked up by name, so
that an engine that is loaded anew is drawn by a module that knows it.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType

from gunbai.corpus.model import Game
from gunbai.engine.kernel import NoAnswer, Setting
from gunbai.engine.verb import Verb
from gunbai.examples.language import Argument, Ref, Statement
from gunbai.examples.runner import Told
from gunbai.site.pictures.svg import Picture

__all__ = ["Picture", "Shown", "module_name", "module_of", "of_example", "turn_of"]


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


def of_example(game: Game, verbs: Mapping[str, Verb], told: Iterable[Told]) -> Picture | None:
    """The picture of an example: of the last thing that can be drawn up to its first question; None without any."""
    module = module_of(game.engine_package)
    states: Mapping[str, Draw] = getattr(module, "STATES", {})
    answers: Mapping[str, Draw] = getattr(module, "ANSWERS", {})
    if not states and not answers:
        return None
    setting, bound = game.setting, dict[str, object]()
    waiting: list[tuple[Draw, Shown]] = []
    for one in told:
        statement, answer = one.statement, one.answer
        if not isinstance(statement, Statement):
            continue
        if statement.verb not in verbs:
            setting = _changed(setting, statement) if not answer.lines else setting
            continue
        draw = states.get(type(answer.value).__name__) or answers.get(statement.verb)
        refused = isinstance(answer.value, NoAnswer) and statement.verb not in answers
        if draw and not refused and not (answer.verdict and answer.verdict.firmness == "open"):
            waiting.append((draw, Shown(answer.value, setting, _inputs(statement, verbs[statement.verb], bound),
                                        answer.verdict.firmness if answer.verdict else "firm")))
        if statement.target:
            bound[statement.target] = answer.value
        if answer.verdict and waiting:
            if found := _last(waiting):
                return found
            waiting.clear()
    return _last(waiting)


def _last(waiting: Sequence[tuple[Draw, Shown]]) -> Picture | None:
    """The picture of the last of several things that has one."""
    return next((picture for draw, shown in reversed(waiting) if (picture := draw(shown))), None)


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


def _changed(setting: Setting, statement: Statement) -> Setting:
    """The setting after 取り決め, 時点 or 表値 that was accepted."""
    match statement.verb, statement.args:
        case "取り決め", (str() as ruling, str() as key):
            return setting.choosing({ruling: key})
        case "時点", (str() as date,):
            return setting.on(date)
        case "表値", (str() as name, str() as key, (str() | int()) as value):
            return setting.with_value(name, key, value)
    return setting


def _inputs(statement: Statement, verb: Verb, bound: Mapping[str, object]) -> Mapping[str, object]:
    """What a question was given, by the Japanese names of its verb's inputs, names replaced by what they mean."""

    def meant(argument: Argument) -> object:
        if isinstance(argument, Ref):
            return bound.get(argument.name)
        return tuple(map(meant, argument)) if isinstance(argument, tuple) else argument

    given = [*zip(verb.places, statement.args, strict=False), *statement.kwargs]
    return {name: meant(value) for name, value in given}
