"""How fast the examples are verified, against Python's own ``doctest`` making the same engine calls in one process.

Both read the texts, run them and compare what is printed, in turns, several rounds; medians are compared. What readings
make necessary besides (the same situation under each other reading) doctest does not do: it is measured apart and not
counted in the ratio. Seconds are processor time: both are one thread, and other work on the machine does not count.
Prints the ratio, and the time of a whole ``gunbai check`` in a process of its own.

    python tools/bench/verify.py [--root DIR] [--rounds N] [--json]
"""

from __future__ import annotations

import argparse
import doctest
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus
from gunbai.corpus.ruling import Example, Ruling
from gunbai.engine.kernel import NoAnswer, Setting, run
from gunbai.engine.verb import Verb
from gunbai.engine.verdict import shown
from gunbai.examples.language import Argument, Ref, Statement, parse_example
from gunbai.examples.runner import load_verbs, run_example
from gunbai.examples.session import BUILTINS, Session

BAR = 1.0
BATCH = 20
"""How many examples are run by one before the other runs them."""


@dataclass(frozen=True)
class Task:
    """One example, for us and for doctest."""

    ruling: Ruling
    example: Example
    setting: Setting
    verbs: Mapping[str, Verb]
    text: str
    calls: int


def tasks(root: Path) -> Iterator[Task]:
    """Every example of the corpus that is right, with its text for doctest.

    Doctest's text holds what the engine says, so there it cannot fail; our messages for one that is wrong cost time.
    """
    for game in load_corpus(root / "rulings").games:
        verbs = load_verbs(game)
        for ruling in game.rulings:
            for example in ruling.examples:
                try:
                    if run_example(ruling, example, game.setting, verbs).failures:
                        continue
                except Exception as error:  # noqa: BLE001 - `gunbai check` says more of it
                    print(f"{ruling.id} “{example.title}”: {error!r}", file=sys.stderr)
                    continue
                text, calls = as_doctest(game, example, verbs)
                yield Task(ruling, example, game.setting, verbs, text, calls)


def as_doctest(game: Game, example: Example, verbs: Mapping[str, Verb]) -> tuple[str, int]:
    """The same engine calls as Python code, each with what it prints.

    After a change of the setting we judge afresh what was bound before; so the text binds it again.
    """
    session = Session(game.setting, verbs)
    lines: list[str] = []
    fresh: set[int] = set()
    calls = 0
    for statement in parse_example(example.run):
        if not isinstance(statement, Statement):
            continue  # no engine call
        cells = len(session._cells)
        answer = session.tell(statement)
        if statement.verb in BUILTINS and statement.verb not in verbs:
            if statement.verb not in ("理由", "経過") and not answer.lines:
                lines.append(f">>> {python(statement)}")
                fresh.clear()
            continue
        if len(session._cells) == cells:
            continue
        for index in (*session._cells[-1].needed, cells):
            if index in fresh:
                continue
            fresh.add(index)
            made = session._cells[index].statement
            if any(isinstance(session._memo[i].value, NoAnswer) for i in session._cells[index].refs.values()):
                continue  # no engine call: what it builds on has no answer
            calls += 1
            value = session._memo[index].value
            call = python(made)
            bound = index < cells or (made.target and made.target in session.names and answer.verdict is None)
            if bound:
                lines.append(f">>> {made.target} = {call}")
            else:
                lines.extend((f">>> say({call})", *(line or "<BLANKLINE>" for line in shown(value))))
    return "\n".join(lines) + "\n", calls


def python(statement: Statement) -> str:
    """A statement's call as Python, lists as the tuples that the engine gets."""
    kwargs = (f"{k}={literal(v)}" for k, v in statement.kwargs)
    return f"{statement.verb}({', '.join([*map(literal, statement.args), *kwargs])})"


def literal(value: Argument) -> str:
    """An input as Python writes it."""
    if isinstance(value, Ref):
        return value.name
    return f"({''.join(f'{literal(v)}, ' for v in value)})" if isinstance(value, tuple) else repr(value)


class Module:
    """The names that the text of a doctest uses: the game's verbs, called under a setting that can be changed."""

    def __init__(self, task: Task) -> None:
        self.setting, self.stack = task.setting, ExitStack()
        self.names: dict[str, Any] = {name: answering(verb) for name, verb in task.verbs.items()}
        self.names["say"] = lambda value: print("\n".join(shown(value)))
        changes: dict[str, Callable[..., Setting]] = {
            "取り決め": lambda ruling, key: self.setting.choosing({ruling: key}),
            "時点": lambda date: self.setting.on(date),
            "表値": lambda name, key, value: self.setting.with_value(name, key, value),
        }
        for name, change in changes.items():
            self.names.setdefault(name, self.changing(change))

    def changing(self, change: Callable[..., Setting]) -> Callable[..., None]:
        """A word that goes on under another setting."""

        def changed(*args: Any) -> None:
            self.setting = change(*args)
            self.stack.enter_context(run(self.setting))

        return changed


def answering(verb: Verb) -> Callable[..., object]:
    """The verb as a function that returns a refusal instead of raising it."""

    def call(*args: object, **kwargs: object) -> object:
        try:
            return verb.call(args, kwargs)
        except NoAnswer as error:
            return error

    return call


def by_doctest(all_tasks: list[Task]) -> float:
    """Seconds that doctest takes for all examples."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    begin = time.process_time()
    for task in all_tasks:
        module = Module(task)
        with module.stack:
            module.stack.enter_context(run(task.setting))
            test = parser.get_doctest(task.text, module.names, task.example.title, task.ruling.place.file, 0)
            if runner.run(test, out=sys.stderr.write, clear_globs=False).failed:
                raise SystemExit(f"doctest disagrees: {task.ruling.id} “{task.example.title}”\n{task.text}")
    return time.process_time() - begin


def by_us(all_tasks: list[Task]) -> tuple[float, float]:
    """Seconds that we take for all examples, and how many of them go into trying other readings."""
    again = 0.0
    replay = Session._replay

    def timed(self: Session, index: int, choices: Mapping[str, str]) -> Any:
        nonlocal again
        begin = time.process_time()
        try:
            return replay(self, index, choices)
        finally:
            again += time.process_time() - begin

    Session._replay = timed  # type: ignore[method-assign]
    try:
        begin = time.process_time()
        for task in all_tasks:
            run_example(task.ruling, task.example, task.setting, task.verbs)
        return time.process_time() - begin, again
    finally:
        Session._replay = replay  # type: ignore[method-assign]


def one_round(all_tasks: list[Task]) -> tuple[float, float, float]:
    """Seconds of doctest, of ours, and of ours for other readings: a few examples here, then the same there.

    So whatever else the machine does slows both alike; who goes first alternates.
    """
    gc.collect()
    theirs = ours = again = 0.0
    for number, begin in enumerate(range(0, len(all_tasks), BATCH)):
        batch = all_tasks[begin:begin + BATCH]
        if number % 2:
            theirs += by_doctest(batch)
        whole, readings = by_us(batch)
        if not number % 2:
            theirs += by_doctest(batch)
        ours += whole - readings
        again += readings
    return theirs, ours, again


def whole_check(root: Path) -> float:
    """Seconds of one `gunbai check` in a process of its own."""
    command = [sys.executable, "-c", "from gunbai.cli import main; main()", "check", "--root", str(root)]
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - begin


def main() -> int:
    """Measure, print, and end with 1 where the bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[2], help="the project's directory")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    all_tasks = list(tasks(options.root))
    one_round(all_tasks)  # warm up
    theirs, ours, again = zip(*(one_round(all_tasks) for _ in range(options.rounds)), strict=True)
    numbers = {
        "examples": len(all_tasks), "engine_calls": sum(t.calls for t in all_tasks),
        "doctest_seconds": statistics.median(theirs), "ours_seconds": statistics.median(ours),
        "readings_seconds": statistics.median(again),
        "ratio": statistics.median(o / t for o, t in zip(ours, theirs, strict=True)), "bar": BAR,
        "check_seconds": statistics.median(whole_check(options.root) for _ in range(3)),
    }
    if options.json:
        print(json.dumps(numbers, indent=2))
    else:
        print(f"{numbers['examples']} examples, {numbers['engine_calls']} engine calls, "
              f"medians of {options.rounds} rounds")
        print(f"doctest {numbers['doctest_seconds'] * 1000:.0f} ms, ours {numbers['ours_seconds'] * 1000:.0f} ms "
              f"and {numbers['readings_seconds'] * 1000:.0f} ms for other readings")
        print(f"ratio {numbers['ratio']:.2f} (bar {BAR})")
        print(f"whole gunbai check {numbers['check_seconds']:.2f} s")
    return 0 if numbers["ratio"] <= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
