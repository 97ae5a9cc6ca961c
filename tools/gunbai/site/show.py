"""What an example showed, as plain values for the templates: its statements, and what each reading changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gunbai.corpus.ruling import Ruling
from gunbai.engine.verb import Verb
from gunbai.engine.verdict import Verdict
from gunbai.examples.check import GameRun
from gunbai.examples.language import Bad
from gunbai.examples.runner import ExampleRun, Told
from gunbai.site.said import Said, cut, rows_of, said_of, words_of

__all__ = ["Consequence", "ExampleView", "Line", "consequences", "example_views"]

MAX_GIST = 30
"""How much of an answer stands in the line of an example that is folded."""


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
        return cut(f"不可（{last.message}）" if last.message else "、".join(last.lines), MAX_GIST)

    @property
    def wrong(self) -> bool:
        """Whether the engine answers otherwise than is written."""
        return any(s.expected is not None for s in self.said)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of what a reading answers.

    ``choices`` are the readings of other open points under which it holds, ``points`` those on which it hangs besides,
    as it holds only by their defaults.
    """

    text: str
    choices: tuple[tuple[str, str], ...] = ()
    points: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Consequence:
    """One situation that was judged under several readings of one ruling: what each of them answers."""

    ruling: str
    example: ExampleView
    question: str
    answers: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)

    def group(self, key: str) -> int:
        """Which of the different answers a reading gives: 0, 1, 2 … in the order of the readings."""
        return list(dict.fromkeys(self.answers.values())).index(self.answers[key])


def example_views(ruling: Ruling, runs: Sequence[ExampleRun],
                  verbs: Mapping[str, Verb] | None = None) -> tuple[ExampleView, ...]:
    """The examples of a ruling with what they printed; without an engine, with what they expect."""
    words = words_of(verbs or {})
    if not runs:
        return tuple(ExampleView(f"example-{n}", e.title, (Said(e.run.rstrip("\n"), ()),))
                     for n, e in enumerate(ruling.examples, 1))
    return tuple(
        ExampleView(f"example-{n}", example.title, tuple(_said(told, words) for told in run.told))
        for n, (example, run) in enumerate(zip(ruling.examples, runs, strict=False), 1)
    )


def _said(told: Told, words: Mapping[str, str]) -> Said:
    return said_of(told.statement.source, told.answer, words, None if told.right else told.statement.expected)


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


Answers = Iterator[tuple[str, object, Told, dict[str, tuple[Line, ...]]]]


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
            yield point, rest, told, {key: _lines(verdict)}
        context = (tuple(sorted(chosen.items())), tuple(other))
        by_point: dict[str, dict[str, list[Line]]] = {}
        for row in rows_of(verdict):
            for point, key in row.choices:
                others = tuple((p, k) for p, k in row.choices if p != point)
                by_point.setdefault(point, {}).setdefault(key, []).append(Line(row.text, others, row.points))
        for point, lines in by_point.items():
            yield point, context, told, {key: _fewest(all_of) for key, all_of in lines.items()}


def _lines(verdict: Verdict) -> tuple[Line, ...]:
    """What a verdict answers: its lines, or the rows of its table where an open point matters."""
    if verdict.firmness == "open":
        return tuple(Line(row.text, row.choices, row.points) for row in verdict.table)
    return tuple(Line(line, points=verdict.points) for line in verdict.lines)


def _fewest(lines: list[Line]) -> tuple[Line, ...]:
    """The lines; one alone, without the other readings, where all say the same."""
    if len({line.text for line in lines}) > 1:
        return tuple(lines)
    return (Line(lines[0].text, points=tuple(dict.fromkeys(p for line in lines for p in line.points))),)
