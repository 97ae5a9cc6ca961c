"""``gunbai try GAME``: ask the engine of a game, at a prompt or from a pipe."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gunbai.commands.common import game_or_stop, project_or_stop, root_option, stop
from gunbai.commands.completion import HELP, Words, help_lines, offers
from gunbai.commands.options import as_of_option, house_of, house_option, setting_of
from gunbai.examples.typed import Unreadable, is_open, read_typed
from gunbai.corpus.model import Game
from gunbai.corpus.seal import state_directory
from gunbai.engine.kernel import EngineFault, Illegal, Malformed, Undecided
from gunbai.examples.language import Statement, parse_statement
from gunbai.examples.runner import load_verbs
from gunbai.examples.session import Answer, Session
from gunbai.site.words import SUPPORT

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["try_"]

_HELP = re.compile(rf"\s*(?:[?？]|{HELP}\s*(?:\(\s*\))?)\s*\Z")
MAX_BAD = 50
"""After so many lines that could not be read, a pipe is taken for something else than statements."""

_COLOURS = {"firm": "green", "inferred": "yellow", "open": "magenta"}


@click.command("try")
@click.argument("game")
@as_of_option
@house_option
@root_option
def try_(game: str, as_of: str | None, house: str | None, root: Path | None) -> None:
    """Ask the engine of GAME in the example language.

    On a terminal: a prompt with history and completion; ヘルプ() or ? lists the verbs, Ctrl-D ends. From a pipe: reads
    statements (`>>> …` or bare ones), prints the answers; what cannot be read goes to stderr, and the exit is 1.
    """
    from gunbai.corpus.cache import cached_corpus

    found = game_or_stop(cached_corpus(project_or_stop(root) / "rulings"), game)
    try:
        verbs = load_verbs(found)
    except EngineFault as error:
        stop(str(error), 1)
    session = Session(setting_of(found, as_of, house_of(found, house)), verbs)
    if sys.stdin.isatty() and sys.stdout.isatty():
        _at_prompt(found, session)
    else:
        sys.exit(_from_pipe(session))


def _from_pipe(session: Session) -> int:
    """Print the answers to what stdin asks; 1 where something could not be read."""
    failed = 0
    for typed in read_typed(sys.stdin.buffer):
        if failed >= MAX_BAD:
            click.echo(f"読めない行が{MAX_BAD}に達した。ここで読むのをやめる", err=True)
            break
        if isinstance(typed, Unreadable):
            failed += _complain(typed.line, f"不備: {typed.message}")
            continue
        if _HELP.match(typed.source):
            click.echo("\n".join(help_lines(session.verbs)))
            continue
        for statement in _statements(typed.source, partial(_complain, typed.line)):
            if statement is None:
                failed += 1
                continue
            answer = _told(session, statement)
            if isinstance(answer, str) or _is_bad(answer):
                failed += _complain(typed.line, answer if isinstance(answer, str) else "\n".join(answer.lines))
            else:
                for line in answer.lines:
                    click.echo(_clean(line))
    return 1 if failed else 0


def _complain(line: int, message: str) -> int:
    click.echo(f"{line}行目: {_clean(message)}", err=True)
    return 1


def _statements(source: str, complain: Callable[[str], Any]) -> Iterator[Statement | None]:
    """The statements of what was typed; None, after ``complain``, where it is not of the language."""
    try:
        parsed = parse_statement(source)
    except Malformed as error:
        complain(f"不備: {error.message}")
        yield None
        return
    yield from parsed


def _told(session: Session, statement: Statement) -> Answer | str:
    """The answer, or a text where the engine itself is at fault."""
    try:
        return session.tell(statement)
    except Exception as error:  # noqa: BLE001 - a bug of the engine must not end the session
        return f"基準エンジンの誤り: {type(error).__name__}: {error}"


def _is_bad(answer: Answer) -> bool:
    """Whether the situation could not be read (不備)."""
    return answer.verdict is not None and isinstance(answer.verdict.outcome.value, Malformed)


def _clean(text: str) -> str:
    """Without control characters: what a stranger's text holds must not steer the terminal."""
    return "".join(c if c.isprintable() or c in "\n\u3000" else "\ufffd" for c in text)


def _at_prompt(game: Game, session: Session) -> None:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion
    from rich.console import Console

    words = Words.of(game, session.verbs)

    class Known(Completer):
        """Completes from the game's words."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Any]:
            for offer in offers(document.text_before_cursor, words, session.names):
                yield Completion(offer.text, -offer.replaces, display_meta=offer.remark)

    prompt: PromptSession[str] = PromptSession(history=_history(game.id), completer=Known(), complete_while_typing=True)
    console = Console(highlight=False)
    console.print(f"{game.title}　手続きの一覧は ヘルプ() か ?、終わりは Ctrl-D。", style="dim", markup=False)
    while True:
        try:
            source = prompt.prompt(">>> ")
            while is_open(source):
                source += "\n" + prompt.prompt("... ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        _answer(console, game, session, source.removeprefix(">>> "))


def _history(game: str) -> Any:
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    path = state_directory() / f"history-{game}"
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600))
        return FileHistory(str(path))
    return InMemoryHistory()


def _answer(console: Console, game: Game, session: Session, source: str) -> None:
    """What was typed at the prompt, answered there."""
    if not source.strip():
        return
    if _HELP.match(source):
        _print(console, help_lines(session.verbs), "")
        return
    for statement in _statements(source, lambda message: _print(console, [message], "red")):
        if statement is None:
            return
        answer = _told(session, statement)
        if isinstance(answer, str):
            _print(console, [answer], "bold red")
            continue
        _print(console, answer.lines, _colour(answer))
        _print(console, _reasons(game.by_id, answer), "dim")


def _print(console: Console, lines: list[str] | tuple[str, ...], style: str) -> None:
    for line in lines:
        console.print(_clean(line), style=style, markup=False, soft_wrap=True)


def _colour(answer: Answer) -> str:
    verdict = answer.verdict
    if verdict is None:
        return ""
    if isinstance(verdict.outcome.value, (Illegal, Malformed)) and verdict.firmness == "firm":
        return "red"
    return _COLOURS[verdict.firmness]


def _reasons(rulings: Mapping[str, Any], answer: Answer) -> list[str]:
    """Why something is forbidden or open: the message, the rulings, and the readings with what supports them."""
    verdict = answer.verdict
    if verdict is None:
        return []
    lines: list[str] = []
    value = verdict.outcome.value
    if isinstance(value, Illegal):
        lines += [f"  {value.message}", *(f"  {i}: {rulings[i].title}" for i in value.rulings if i in rulings)]
    points = verdict.points or ((value.ruling,) if isinstance(value, Undecided) else ())
    for point in (rulings[i] for i in points if i in rulings):
        lines.append(f"  {point.id}: {point.title}")
        for r in point.readings:
            default = "、既定" if r.key == point.default else ""
            lines.append(f"    {r.key}: {r.text}（支え: {SUPPORT[r.support]}{default}）")
    if verdict.firmness == "inferred":
        lines += [f"    {row.keys} → {row.text}" for row in verdict.table]
    return lines
