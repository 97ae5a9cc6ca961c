"""What an example showed, as plain values for the templates: statements, answers, reasons, trace, readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gunbai.corpus.model import Ruling
from gunbai.engine.kernel import Illegal, NoAnswer, Situation, Step, Undecided
from gunbai.engine.verb import Verb
from gunbai.engine.verdict import Row, Verdict, shown
from gunbai.examples.check import GameRun
from gunbai.examples.language import Bad
from gunbai.examples.runner import ExampleRun, Told

__all__ = ["Consequence", "ExampleView", "Said", "TraceLine", "consequences", "example_views"]

MAX_TRACE = 60
"""A longer trace says how much was left out: a page is for reading."""
MAX_RESULT = 60
"""A longer result of one step is cut, as the answer itself stands above the trace."""
MAX_GIST = 30
"""How much of an answer stands in the line of an example that is folded."""


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One line of a trace: which ruling ran, how deep, and what came of it, where that has words (see `_result`)."""

    ruling: str
    depth: int
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """One statement and what it printed. ``expected`` is only filled where that is not what it printed."""

    source: str
    lines: tuple[str, ...]
    firmness: str = ""
    message: str = ""
    points: tuple[str, ...] = ()
    table: tuple[Row, ...] = ()
    reasons: tuple[str, ...] = ()
    trace: tuple[TraceLine, ...] = ()
    left_out: int = 0
    expected: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ExampleView:
    """An example as a reader sees it: its anchor on the page, its title, its statements."""

    anchor: str
    title: str
    said: tuple[Said, ...]

    @property
    def gist(self) -> str:
        """Its last answer in a few words, for a reader who has not unfolded it."""
        asked = [s for s in self.said if s.firmness] or [s for s in self.said if s.lines]
        if not asked:
            return ""
        last = asked[-1]
        if last.firmness == "open":
            return "裁定待ち"
        return _cut(f"不可（{last.message}）" if last.message else "、".join(last.lines), MAX_GIST)

    @property
    def wrong(self) -> bool:
        """Whether the engine answers otherwise than is written."""
        return any(s.expected is not None for s in self.said)


@dataclass(frozen=True, slots=True)
class Consequence:
    """One situation that was judged under several readings of one ruling: what each of them answers."""

    ruling: str
    example: ExampleView
    question: str
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def example_views(ruling: Ruling, runs: Sequence[ExampleRun],
                  verbs: Mapping[str, Verb] | None = None) -> tuple[ExampleView, ...]:
    """The examples of a ruling with what they printed; without an engine, with what they expect."""
    words = {f"{v.function.__module__}.{v.function.__qualname__}": v.name for v in (verbs or {}).values()}
    if not runs:
        return tuple(ExampleView(f"example-{n}", e.title, (Said(e.run.rstrip("\n"), ()),))
                     for n, e in enumerate(ruling.examples, 1))
    return tuple(
        ExampleView(f"example-{n}", example.title, tuple(_said(told, words) for told in run.told))
        for n, (example, run) in enumerate(zip(ruling.examples, runs, strict=False), 1)
    )


def _said(told: Told, words: Mapping[str, str]) -> Said:
    answer, statement = told.answer, told.statement
    expected = None if told.right else statement.expected
    source = statement.source
    verdict = answer.verdict
    if isinstance(statement, Bad) or verdict is None:
        return Said(source, answer.lines, expected=expected)
    value = verdict.outcome.value
    message = value.message if isinstance(value, NoAnswer) and value.word == "不可" else ""
    trace = verdict.outcome.trace
    return Said(
        source, answer.lines if verdict.firmness != "open" else (answer.lines[0],), verdict.firmness, message,
        verdict.points, _rows(verdict), verdict.reasons,
        tuple(TraceLine(s.ruling, s.depth, _result(s, words)) for s in trace[:MAX_TRACE]),
        max(0, len(trace) - MAX_TRACE), expected,
    )


def _result(step: Step, words: Mapping[str, str]) -> str:
    """What came of a step, in words that a reader without the engine understands, else nothing.

    Of a refusal the word alone, as the line itself names the ruling. A verb's answer stands beside its word, which says
    what was asked (``words``: by function). What any other function hands on (a yes, a number, the place of a card)
    answers a question that no reader sees: of it only texts and what has words of its own are shown.
    """
    value = step.result
    if isinstance(value, (Illegal, Undecided)):
        return value.word
    if isinstance(value, Situation):
        return ""
    if step.function in words:
        return _cut(f"{words[step.function]}：{'、'.join(shown(value))}", MAX_RESULT)
    return _cut("、".join(shown(value)), MAX_RESULT) if _has_words(value) else ""


def _has_words(value: object) -> bool:
    """Whether a value says itself: a text, what has a ``__str__`` of its own, a list of such."""
    if isinstance(value, (tuple, list)):
        return all(map(_has_words, value))
    return type(value).__str__ is not object.__str__ and bool(str(value))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most - 1]}…"


def _rows(verdict: Verdict) -> tuple[Row, ...]:
    return verdict.table if verdict.firmness != "firm" else ()


def consequences(done: GameRun) -> Mapping[str, tuple[Consequence, ...]]:
    """For every ruling with readings: the situations in which they part, those that try most readings first.

    An answer comes from an example that chose the reading with 取り決め, or from a verdict's table.
    """
    found: dict[str, list[Consequence]] = {}
    for ruling in done.game.rulings:
        views = example_views(ruling, done.runs.get(ruling.id, ()))
        merged: dict[tuple[str, object, str], Consequence] = {}
        for view, run in zip(views, done.runs.get(ruling.id, ()), strict=False):
            for point, context, told, answers in _answers(run):
                key = (point, context, told.answer.situation)
                one = merged.setdefault(key, Consequence(point, view, told.answer.situation, {}))
                merged[key] = Consequence(point, one.example, one.question, {**answers, **one.answers})
        for one in merged.values():
            if len(set(one.answers.values())) > 1:
                found.setdefault(one.ruling, []).append(one)
    return {point: tuple(sorted(all_of, key=lambda c: -len(c.answers))) for point, all_of in found.items()}


Answers = Iterator[tuple[str, object, Told, dict[str, tuple[str, ...]]]]


def _answers(run: ExampleRun) -> Answers:
    """Of each question: the point, under what else it was put, the statement, and what the point's readings answer."""
    chosen: dict[str, str] = {}
    other: list[str] = []
    for told in run.told:
        statement, verdict = told.statement, told.answer.verdict
        if isinstance(statement, Bad):
            continue
        if verdict is None:
            if statement.verb == "取り決め" and not told.answer.lines:
                chosen[str(statement.args[0])] = str(statement.args[1])
            elif statement.verb in ("時点", "表値"):
                other.append(statement.source)
            continue
        for point, key in chosen.items():
            rest = (tuple(sorted((p, k) for p, k in chosen.items() if p != point)), tuple(other))
            yield point, rest, told, {key: told.answer.lines}
        context = (tuple(sorted(chosen.items())), tuple(other))
        by_point: dict[str, dict[str, dict[str, None]]] = {}
        for row in _rows(verdict):
            for point, key in row.choices:
                by_point.setdefault(point, {}).setdefault(key, {})[row.text] = None
        for point, texts in by_point.items():
            yield point, context, told, {key: tuple(lines) for key, lines in texts.items()}
