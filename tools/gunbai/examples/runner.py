"""Runs one example: what each statement printed against what was expected, and what the run reached."""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Example, Ruling
from gunbai.engine.kernel import EngineFault, NoAnswer, Setting, Step, Undecided
from gunbai.engine.verb import Verb, verbs
from gunbai.engine.verdict import shown
from gunbai.examples.language import Bad, Statement, parse_example
from gunbai.examples.questions import Call, Question, grow
from gunbai.examples.session import BUILTINS, Answer, Session, step_line

__all__ = ["ExampleRun", "Told", "alike", "comparable", "load_verbs", "run_example"]

MAX_TRACE = 20
"""How many steps of the trace a message shows."""

MAX_HINT = 600
"""How many characters of it."""

_WIDE = re.compile("[\u3000\uff01-\uff5e\uff61-\uff9f\uffe0-\uffee]+")
"""Full-width and half-width forms: only these are folded, so that ① and 1 stay two answers."""


@dataclass(frozen=True, slots=True)
class Told:
    """One statement of an example, what it printed, and under what it was judged."""

    statement: Statement | Bad
    answer: Answer
    setting: Setting

    @property
    def right(self) -> bool:
        """Whether it printed what was expected."""
        return alike(self.answer.lines, self.statement.expected)


@dataclass(frozen=True, slots=True)
class ExampleRun:
    """What came of an example: its statements, the failures, the rulings reached, the rules that ran."""

    example: Example
    told: tuple[Told, ...]
    failures: tuple[Defect, ...]
    reached: frozenset[str]
    steps: tuple[Step, ...]
    replayed: tuple[Step, ...]
    tables_read: frozenset[tuple[str, str]]
    questions: tuple[Question, ...]
    reruns: int

    @property
    def results(self) -> Iterator[tuple[str, object]]:
        """What each rule function returned, under whatever reading, in a form that can be compared."""
        return ((step.function, comparable(step.result)) for step in (*self.steps, *self.replayed)
                if not isinstance(step.result, Undecided))


def load_verbs(game: Game) -> Mapping[str, Verb]:
    """Import the game's engine and return its verbs. EngineFault where there is no such engine."""
    if not game.engine_package:
        return {}
    try:
        importlib.import_module(game.engine_package)
    except ModuleNotFoundError as error:
        if error.name and game.engine_package.startswith(error.name):
            raise EngineFault(f"{game.id}: there is no engine {game.engine!r}") from None
        raise
    return verbs(game.engine_package)


def run_example(ruling: Ruling, example: Example, setting: Setting, words: Mapping[str, Verb]) -> ExampleRun:
    """Run one example in a fresh session and compare. EngineFault passes through: it is a defect of the engine."""
    session = Session(setting, words)
    told: list[Told] = []
    questions: list[Question] = []
    trees: dict[str, Call] = {}
    context: dict[str, object] = {}
    for statement in parse_example(example.run, example.line):
        if isinstance(statement, Bad):
            told.append(Told(statement, Answer((f"不備: {statement.message}",)), session.setting))
            continue
        answer = session.tell(statement)
        told.append(Told(statement, answer, session.setting))
        if statement.verb in BUILTINS and statement.verb not in words:
            if statement.verb in ("取り決め", "時点", "表値") and not answer.lines:
                context["・".join([statement.verb, *map(str, statement.args[:-1])])] = statement.args[-1]
        elif statement.verb in words and all(name in trees for name in statement.refs):
            tree = grow(statement, trees, words[statement.verb].places)
            if answer.verdict is not None:
                questions.append(Question(
                    tree, tuple(sorted(context.items(), key=str)), answer.lines, answer.reached,
                    tuple((row.choices, row.lines) for row in answer.verdict.table)))
            if statement.target and statement.target in session.names and answer.verdict is None:
                trees[statement.target] = tree
    return ExampleRun(
        example, tuple(told), tuple(_failure(ruling, t) for t in told if not t.right), frozenset(session.reached),
        tuple(session.steps), tuple(session.replayed), frozenset(session.tables_read), tuple(questions), session.reruns,
    )


def alike(got: Iterable[str], expected: Iterable[str]) -> bool:
    """Line by line, after folding of width and outer space; empty lines do not count."""
    got, expected = tuple(got), tuple(expected)
    return got == expected or _folded(got) == _folded(expected)


def _folded(lines: Iterable[str]) -> list[str]:
    return [folded for line in lines if (folded := _WIDE.sub(_narrow, line).strip())]


def _narrow(wide: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", wide.group())


def _failure(ruling: Ruling, told: Told) -> Defect:
    statement, answer = told.statement, told.answer
    steps = answer.verdict.outcome.trace if answer.verdict else ()
    trace = _cut("; ".join(map(step_line, steps[:MAX_TRACE])) + ("; …" if len(steps) > MAX_TRACE else ""))
    hint = f"trace: {trace}" if trace else ""
    if isinstance(answer.value, NoAnswer):
        hint = f"{answer.value.message}; situation: {answer.situation or statement.source}; {hint}".rstrip("; ")
    return Defect(
        Place(ruling.place.file, statement.line),
        " / ".join(statement.expected) or f"`>>> {statement.source}` to print nothing",
        " / ".join(answer.lines) or f"`>>> {statement.source}` printed nothing", hint, ruling.id, "example")


def _cut(text: str) -> str:
    return text if len(text) <= MAX_HINT else f"{text[:MAX_HINT]}…"


def comparable(result: object) -> object:
    """A result in a form that can be compared and kept in a set."""
    if isinstance(result, NoAnswer):
        return shown(result)
    try:
        hash(result)
    except TypeError:
        return repr(result)
    except RecursionError:  # a very deep situation is one of its own
        return id(result)
    return (type(result).__name__, result)
