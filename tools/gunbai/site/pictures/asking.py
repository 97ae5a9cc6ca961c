"""Asks the engine what a picture needs to know, and how firm the answer is: a picture claims no more than a verdict."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from gunbai.engine.kernel import EngineFault, Illegal, NoAnswer, Setting, run
from gunbai.engine.verdict import Outcome, weigh

__all__ = ["FIRM", "INFERRED", "OPEN", "UNKNOWN", "Asked", "ask", "known", "remembered"]

T = TypeVar("T")

FIRM, INFERRED, OPEN, UNKNOWN = "", "推定", "裁定待ち", "不明"


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """An answer: its value (None where there is none), and how firm it is in a word (empty: whatever the reading).

    ``refusal`` is why the rules forbid it, where they do whatever the reading.
    """

    value: T | None
    firmness: str = FIRM
    refusal: str = ""

    @property
    def mark(self) -> str:
        """What stands behind the value in a text."""
        return f"（{self.firmness}）" if self.firmness else ""


def ask(setting: Setting, question: Callable[[], T]) -> Asked[T]:
    """Put a question to engine functions under ``setting``, and under every other reading that it touches."""

    def outcome(choices: Mapping[str, str]) -> Outcome:
        with run(setting.choosing(choices)) as current:
            try:
                value: object = question()
            except NoAnswer as error:
                value = error.with_traceback(None)
        return Outcome(value, (), tuple(current.touched.items()))

    try:
        verdict = weigh(outcome({}), outcome, setting.points, setting.house)
    except EngineFault:  # a corpus that is not finished; `gunbai check` says what is missing
        return Asked(None, UNKNOWN)
    if verdict.firmness == "open":
        return Asked(None, OPEN)
    found = verdict.outcome.value
    if isinstance(found, NoAnswer):
        return Asked(None, UNKNOWN, found.message if isinstance(found, Illegal) and verdict.firmness == "firm" else "")
    return Asked(found, INFERRED if verdict.firmness == "inferred" else FIRM)  # type: ignore[arg-type]


MOST_KNOWN = 20_000
_KNOWN: dict[Hashable, tuple[Setting, Any]] = {}


def known(setting: Setting, function: Callable[..., T], *inputs: Hashable) -> Asked[T]:
    """``ask`` for a question that many pictures put: answered once for the same function, inputs and setting."""
    return remembered(setting, _ask, function, *inputs)


def _ask(setting: Setting, function: Callable[..., T], *inputs: Hashable) -> Asked[T]:
    return ask(setting, partial(function, *inputs))


def remembered(setting: Setting, make: Callable[..., T], *inputs: Hashable) -> T:
    """What ``make`` makes of a setting and inputs, made once for the same ones."""
    house = frozenset(setting.house.items())
    key = make, inputs, id(setting.points), id(setting.tables), setting.date, house
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = setting, make(setting, *inputs)  # the setting is kept, so that no other gets its ids
    return _KNOWN[key][1]  # type: ignore[no-any-return]
