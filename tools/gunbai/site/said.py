"""What one statement showed, as plain values: source, answer, reasons, trace, readings. Also runs in the browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gunbai.engine.kernel import Illegal, Malformed, NoAnswer, Situation, Step, Undecided
from gunbai.engine.verb import Verb
from gunbai.engine.verdict import Row, Verdict, shown
from gunbai.examples.session import Answer

__all__ = ["Said", "TraceLine", "anchor_of", "cut", "rows_of", "said_of", "words_of"]

MAX_TRACE = 60
"""A longer trace says how much was left out: a page is for reading."""
MAX_RESULT = 60
"""A longer result of one step is cut, as the answer itself stands above the trace."""


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One line of a trace: which ruling ran, how deep, and what came of it, where that has words (see `_result`).

    ``function`` is the name of the engine's function that ran.
    """

    ruling: str
    depth: int
    text: str
    function: str = ""


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
    worlds: tuple[Row, ...] | None = ()
    """What the readings of all points give, for a page that follows house rules; None where not all were tried."""
    malformed: bool = False
    """Whether it could not be read (不備)."""


def anchor_of(function: str) -> str:
    """Where on the page of its ruling a function's source stands, by module and name: ``fn-costs-reduced``."""
    return f"fn-{'-'.join(function.split('.')[-2:])}"


def words_of(verbs: Mapping[str, Verb]) -> Mapping[str, str]:
    """The words of the example language by the functions behind them, as the trace names these."""
    return {f"{v.function.__module__}.{v.function.__qualname__}": v.name for v in verbs.values()}


def said_of(source: str, answer: Answer, words: Mapping[str, str], expected: tuple[str, ...] | None = None) -> Said:
    """What the statement ``source`` printed; ``words`` as :func:`words_of` gives them."""
    verdict = answer.verdict
    if verdict is None:
        malformed = answer.lines[:1] != () and answer.lines[0].startswith(f"{Malformed.word}: ")
        return Said(source, answer.lines, expected=expected, malformed=malformed)
    value = verdict.outcome.value
    message = value.message if isinstance(value, NoAnswer) and value.word == "不可" else ""
    trace = verdict.outcome.trace
    return Said(
        source, answer.lines if verdict.firmness != "open" else (answer.lines[0],), verdict.firmness, message,
        verdict.points, rows_of(verdict), verdict.reasons,
        tuple(TraceLine(s.ruling, s.depth, _result(s, words), s.function) for s in trace[:MAX_TRACE]),
        max(0, len(trace) - MAX_TRACE), expected, verdict.worlds if verdict.complete else None,
        isinstance(value, Malformed),
    )


def rows_of(verdict: Verdict) -> tuple[Row, ...]:
    """What follows from each reading that matters."""
    return verdict.table if verdict.firmness != "firm" else ()


def cut(text: str, most: int) -> str:
    """``text``, with … at its end where it is longer than ``most``."""
    return text if len(text) <= most else f"{text[:most - 1]}…"


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
        return cut(f"{words[step.function]}：{'、'.join(shown(value))}", MAX_RESULT)
    return cut("、".join(shown(value)), MAX_RESULT) if _has_words(value) else ""


def _has_words(value: object) -> bool:
    """Whether a value says itself: a text, what has a ``__str__`` of its own, a list of such."""
    if isinstance(value, (tuple, list)):
        return all(map(_has_words, value))
    return type(value).__str__ is not object.__str__ and bool(str(value))
