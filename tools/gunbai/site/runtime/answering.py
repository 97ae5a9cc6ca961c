"""What runs in the reader's browser: statements in, answers out, each as one JSON text.

It stands on the engines, the example language and the renderer of the static pages, and imports nothing but those and
the standard library. Nothing that a reader writes is ever executed: it is read as the example language.
"""

from __future__ import annotations

import importlib
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gunbai.engine.kernel import Malformed
from gunbai.engine.verb import verbs
from gunbai.engine.verdict import Verdict
from gunbai.examples.language import Statement, parse_statement
from gunbai.examples.session import Answer, Session, iso_date
from gunbai.examples.typed import Typed, Unreadable, read_typed
from gunbai.site.runtime.game_data import GameData, read_game
from gunbai.site.said import Said, said_of, words_of
from gunbai.site.statements import Known, statements

__all__ = ["MAX_STATEMENTS", "MAX_TEXT", "answered", "answered_json", "open_game", "opened"]

MAX_TEXT = 40_000
"""How many characters a reader may hand in."""
MAX_STATEMENTS = 400
"""And how many statements: as many as an example may have."""

_GAMES: dict[str, GameData] = {}


@dataclass(frozen=True, slots=True)
class _Told:
    """One statement and its answer; ``error``: what is wrong with it, with the line, as `gunbai try` says it."""

    said: Said
    answer: Answer
    error: str = ""


def open_game(text: str) -> str:
    """Take in a game (as ``game_json`` wrote it) and load its engine; returns its id."""
    data = read_game(text)
    if data.package:
        importlib.import_module(data.package)
    _GAMES[data.id] = data
    return data.id


def opened() -> tuple[str, ...]:
    """The ids of the games that are open."""
    return tuple(_GAMES)


def answered_json(request: str) -> str:
    """:func:`answered` with its inputs as one JSON object: game, text, house, date, page, up."""
    return json.dumps(answered(**json.loads(request)), ensure_ascii=False)


def answered(game: str, text: str, house: Mapping[str, str] | None = None, date: str | None = None, page: str = "",
             up: str = "") -> dict[str, Any]:
    """Run ``text`` (statements, with or without ``>>> ``) in a fresh session under ``house`` and on ``date``.

    ``page`` is the ruling on whose page the answer is shown, ``up`` the way from there to the site's root. Gives
    ``html`` (as on a ruling's page), ``answer`` (the last answer, a line a line), ``verdict`` (what decided it),
    ``unused`` (the rulings of those house rules that this edition has not: a device keeps them longer than an edition
    lives) and ``error`` (the first thing that could not be read, with its line, or None). Never raises for what a
    reader writes.
    """
    data = _GAMES[game]
    words = verbs(data.package)
    points = data.setting.points
    known = {ruling: key for ruling, key in (house or {}).items() if ruling in points and key in points[ruling].keys}
    unused = [ruling for ruling in house or {} if ruling not in known]
    try:
        if len(text) > MAX_TEXT:
            raise Malformed(f"{MAX_TEXT}字を超える")
        setting = data.setting.on(iso_date(date) if date else None).choosing(known)
    except Malformed as error:
        return {"html": "", "answer": "", "verdict": None, "unused": unused, "error": f"不備: {error.message}"}
    told = list(_tell(text, Session(setting, words), words_of(words)))

    def look(ruling: str) -> Known | None:
        shown = data.rulings.get(ruling)
        return Known(shown.title, up + shown.address, shown.readings) if shown else None

    last = next((t.answer for t in reversed(told) if t.answer.lines), None)
    judged = next((t.answer for t in reversed(told) if t.answer.verdict), None)
    return {
        "html": str(statements([t.said for t in told], page, look)),
        "answer": "\n".join(last.lines) if last else "",
        "verdict": _verdict(judged) if judged else None,
        "unused": unused,
        "error": next((t.error for t in told if t.error), None),
    }


def _tell(text: str, session: Session, words: Mapping[str, str]) -> Iterator[_Told]:
    """Each statement with what it printed, read as ``gunbai try`` reads a pipe."""
    count = 0
    for typed in read_typed(io.BytesIO(text.encode("utf-8", "replace"))):
        if isinstance(typed, Unreadable):
            yield _unread("", typed.line, f"不備: {typed.message}")
            continue
        for statement in _parsed(typed):
            if isinstance(statement, _Told):
                yield statement
                continue
            count += 1
            if count > MAX_STATEMENTS:
                yield _unread(statement.source, typed.line, f"不備: 文が{MAX_STATEMENTS}を超える")
                return
            try:
                answer = session.tell(statement)
            except Exception as error:  # noqa: BLE001 - a bug of the engine must not end the session
                yield _unread(statement.source, typed.line, f"基準エンジンの誤り: {type(error).__name__}: {error}")
                continue
            bad = answer.verdict is not None and isinstance(answer.verdict.outcome.value, Malformed)
            error_text = f"{typed.line}行目: {' '.join(answer.lines)}" if bad else ""
            yield _Told(said_of(statement.source, answer, words), answer, error_text)


def _parsed(typed: Typed) -> Iterator[Statement | _Told]:
    try:
        yield from parse_statement(typed.source, typed.line)
    except Malformed as error:
        yield _unread(typed.source, typed.line + getattr(error, "below", 0), f"不備: {error.message}")


def _unread(source: str, line: int, message: str) -> _Told:
    answer = Answer((message,))
    return _Told(said_of(source, answer, {}), answer, f"{line}行目: {message}")


def _verdict(answer: Answer) -> dict[str, Any]:
    """A verdict as plain data: the answer, what decided it, how firm it is, what each reading gives."""
    verdict = answer.verdict
    assert isinstance(verdict, Verdict)
    return {
        "answer": list(verdict.lines), "rulings": list(verdict.reasons), "firmness": verdict.firmness,
        "points": list(verdict.points), "complete": verdict.complete, "situation": answer.situation,
        "rows": [{"choices": dict(row.choices), "answer": list(row.lines), "text": row.text, "points": list(row.points)}
                 for row in verdict.table],
    }
