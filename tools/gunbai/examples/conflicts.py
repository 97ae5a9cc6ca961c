"""Two rulings' rules that give different verdicts on one situation.

Where two rulings answer one question on one day (``corpus.conflicts.rivals``) and the engine has a function for each
that takes the same inputs, both are put to the same situations: those that came up in the examples of either, and these
with one input changed. In: a game whose engine is imported. Out: a defect a pair, with the first situation that parts
them.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from gunbai.corpus.conflicts import Rivals, rivals
from gunbai.corpus.defect import Defect
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Ruling
from gunbai.engine.kernel import NoAnswer, Setting, Undecided, rules, run
from gunbai.engine.verb import Verb
from gunbai.engine.verdict import shown
from gunbai.examples.runner import comparable, run_example

__all__ = ["engine_conflicts"]

MAX_SITUATIONS = 2_000
"""How many situations of a pair are tried."""

Rule = Callable[..., Any]
Inputs = tuple[object, ...]


def engine_conflicts(game: Game, verbs: Mapping[str, Verb]) -> Iterator[Defect]:
    """A defect for each pair of rules that part on some situation."""
    for pair in rivals(game):
        for one, other in _comparable(pair):
            found = _parted(game, pair, one, other, verbs)
            if found is not None:
                inputs, first, second = found
                yield Defect(
                    pair.other.place, f"the rules of {pair.one.id} and {pair.other.id} to agree on the days when both "
                    "are in force", f"{first} and {second} for {_words(inputs)}",
                    "join the rulings, or say with `until:` and `replaces:` which follows which", pair.other.id,
                    "conflict")


def _comparable(pair: Rivals) -> Iterator[tuple[Rule, Rule]]:
    """The functions of both rulings that take the same inputs and give the same kind of result."""
    for one in rules(pair.one.id):
        for other in rules(pair.other.id):
            if _signature(one) == _signature(other):
                yield one, other


def _signature(function: Rule) -> tuple[object, ...]:
    hints = get_type_hints(inspect.unwrap(function))
    return tuple(hints.get(name, name) for name in (*inspect.signature(function).parameters, "return"))


def _parted(game: Game, pair: Rivals, one: Rule, other: Rule,
            verbs: Mapping[str, Verb]) -> tuple[Inputs, str, str] | None:
    """The first situation on which they give different results, with both results."""
    setting = game.setting.on(pair.day or None)
    met = _met(game, (pair.one, pair.other), (one, other), verbs)
    for inputs in _varied(met, _signature(one)):
        first, second = _result(one, inputs, setting), _result(other, inputs, setting)
        if comparable(first) != comparable(second) and not isinstance(first, Undecided) and \
                not isinstance(second, Undecided):
            return inputs, "、".join(shown(first)), "、".join(shown(second))
    return None


def _result(function: Rule, inputs: Inputs, setting: Setting) -> object:
    with run(setting):
        try:
            return function(*inputs)
        except NoAnswer as error:
            return error
        except Exception as error:  # noqa: BLE001 - inputs that the other one was made for
            return type(error)


def _met(game: Game, rulings: Sequence[Ruling], functions: Sequence[Rule],
         verbs: Mapping[str, Verb]) -> list[Inputs]:
    """What the functions were called with while the examples of the rulings ran."""
    codes = {inspect.unwrap(f).__code__: inspect.unwrap(f) for f in functions}
    found: list[Inputs] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in codes:
            names = inspect.signature(codes[frame.f_code]).parameters
            found.append(tuple(frame.f_locals[name] for name in names))

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        for ruling in rulings:
            for example in ruling.examples:
                run_example(ruling, example, game.setting, verbs)
    finally:
        sys.setprofile(before)
    return found


def _varied(met: Sequence[Inputs], types: Sequence[object]) -> Iterator[Inputs]:
    """The situations that came up, then these with one input changed; each once."""
    seen: set[object] = set()
    for inputs in (*met, *(changed for known in met for changed in _changed(known, types, met))):
        key = tuple(map(comparable, inputs))
        if key not in seen and len(seen) < MAX_SITUATIONS:
            seen.add(key)
            yield inputs


def _changed(inputs: Inputs, types: Sequence[object], met: Sequence[Inputs]) -> Iterator[Inputs]:
    for place, value in enumerate(inputs):
        for new in (*_others(value, types[place]), *(m[place] for m in met)):
            yield (*inputs[:place], new, *inputs[place + 1:])


def _others(value: object, type_: object) -> Iterator[object]:
    """Other values of an input: its neighbours, or the other words that may stand there."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, 0)
    elif get_origin(type_) is Literal:
        yield from get_args(type_)
    elif isinstance(value, tuple):
        yield from (value[:-1], value[1:], value[::-1]) if value else ()
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for part in dataclasses.fields(value):
            if part.init:
                for new in _others(getattr(value, part.name), part.type):
                    try:
                        yield dataclasses.replace(value, **{part.name: new})
                    except (NoAnswer, ValueError, TypeError):  # a state that cannot be
                        continue


def _words(inputs: Inputs) -> str:
    return "、".join("、".join(shown(i)) for i in inputs) or "no input"
