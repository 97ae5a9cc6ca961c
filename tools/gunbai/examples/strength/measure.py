"""Measures a game: makes every mutant, runs the examples that should notice it, and says which none did."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gunbai.corpus.model import Game
from gunbai.engine.kernel import EngineFault, Setting
from gunbai.engine.verb import Verb
from gunbai.examples.runner import load_verbs
from gunbai.examples.strength.edit import Edit
from gunbai.examples.strength.operators import edits
from gunbai.examples.strength.pool import TimeUp, limited, spread
from gunbai.examples.strength.reach import Reach, Ready, prepared, reached, wrong
from gunbai.examples.strength.results import GameStrength, Gap, Mutant, Trial
from gunbai.examples.strength.rows import Layout, RowEdit, layouts, row_edits
from gunbai.examples.strength.source import Listed, Source, engine_sources, listed_in, reading_lines
from gunbai.examples.strength.swap import Engine, SameCode

__all__ = ["measure"]

LEAST_SECONDS, PATIENCE = 0.5, 20
"""A mutant may take this long, and this many times what its examples take with the engine as it is."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A mutant to try: the change, what is known of it, the examples that may notice it, cheapest first."""

    edit: Edit | RowEdit
    mutant: Mutant
    examples: tuple[Ready, ...]


_Fate = tuple[str, str, str]
"""``killed``, ``survived``, ``same`` or ``fault``; by which example; how."""


def measure(game: Game, root: Path, *, ruling: str = "", jobs: int = 0,
            progress: Callable[[int, int], None] = lambda done, total: None) -> GameStrength:
    """Measure one game, or only what the examples of one ``ruling`` answer for.

    ``root`` is the project's directory: files are named from there. ``jobs`` 0 takes every processor. EngineFault where
    the engine cannot be imported.
    """
    start = time.perf_counter()
    result = GameStrength(game.id)
    verbs, setting = load_verbs(game), game.setting
    sources = engine_sources(game.engine_package, root.resolve())
    engine = Engine(game.engine_package, sources)
    examples = list(_sound(prepared(game), setting, verbs, engine, result.errors))
    reach = reached(examples, setting, verbs, [s.file for s in sources], engine.forget)
    tables = {t: layout for t, layout in layouts(game).items() if t in reach.tables}
    plans = [*_code_plans(sources, reach, examples), *_row_plans(setting, tables, reach, examples, verbs, engine)]
    plans = [p for p in plans if not ruling or ruling in p.mutant.rulings]
    if not ruling:
        result.gaps.extend(_gaps(sources, reach))
        result.gaps.extend(Gap(t.place.file, t.place.line, t.place.line, f"the table {t.id}")
                           for t in game.tables if t.id not in tables)
    fates = _fates(plans, setting, verbs, engine, jobs or os.cpu_count() or 1, progress)
    _judge(plans, fates, sources, tables.values(), root, result, whole=not ruling)
    result.seconds = time.perf_counter() - start
    return result


def _sound(examples: Iterable[Ready], setting: Setting, verbs: Mapping[str, Verb], engine: Engine,
           errors: list[str]) -> Iterator[Ready]:
    """The examples that print what they should, with their time; the others prove nothing about mutants."""
    for example in examples:
        engine.forget()
        start = time.process_time()
        try:
            statement = wrong(example, setting, verbs)
        except Exception as error:  # noqa: BLE001 - a bug of the engine: `gunbai check` shows more of it
            errors.append(f"{example.place}: “{example.title}” breaks: {type(error).__name__}: {error}")
            continue
        example.seconds = time.process_time() - start
        if statement is None:
            yield example
        else:
            errors.append(f"{example.place.file}:{statement.line}: “{example.title}” fails before any change is made")


def _code_plans(sources: Sequence[Source], reach: Reach, examples: Sequence[Ready]) -> Iterator[_Plan]:
    readers: dict[tuple[str, tuple[str, ...]], frozenset[tuple[str, int]]] = {}
    for source in sources:
        for edit in edits(source):
            key = source.module, edit.names
            if edit.names and key not in readers:
                readers[key] = reading_lines(sources, source, edit.names)
            lines = readers[key] if edit.names else _where(edit)
            rulings = {r for line in lines for r in reach.lines.get(line, ())}
            mutant = Mutant(source.shown, edit.line, edit.where, edit.before, edit.after,
                            source.lines[edit.line - 1].strip(), tuple(sorted(rulings)))
            fit = [e for e in examples if e.ruling in rulings and not lines.isdisjoint(e.lines)]
            yield _Plan(edit, mutant, _cheapest(fit))


def _where(edit: Edit) -> frozenset[tuple[str, int]]:
    """The lines that must run for a change to be noticed."""
    for lines in (edit.body, edit.lines, edit.span):
        able = frozenset((edit.source.file, n) for n in lines if n in edit.source.runnable)
        if able:
            return able
    return frozenset()


def _row_plans(setting: Setting, tables: Mapping[str, Layout], reach: Reach, examples: Sequence[Ready],
               verbs: Mapping[str, Verb], engine: Engine) -> Iterator[_Plan]:
    for table, layout in tables.items():
        readers = [e for e in examples if table in e.tables]
        columns = frozenset(c for t, _, c in reach.cells if t == table)
        ordered = _order_matters(table, readers, setting, verbs, engine)
        for edit in row_edits(setting, layout, columns, ordered):
            cell = (table, edit.index, edit.column)
            rulings = reach.cells.get(cell) or reach.tables[table]  # a cell that no one reads is its readers' business
            fit = [e for e in readers if e.ruling in rulings and (not edit.column or cell in e.cells)]
            mutant = Mutant(layout.file, edit.line, table, edit.before, edit.after, "", tuple(sorted(rulings)))
            yield _Plan(edit, mutant, _cheapest(fit))


def _order_matters(table: str, readers: Sequence[Ready], setting: Setting, verbs: Mapping[str, Verb],
                   engine: Engine) -> bool:
    """Whether any example notices that a table stands upside down; if none does, it is taken as a set."""
    rows = setting.tables[table]
    upside_down = Setting({**setting.tables, table: rows[::-1]}, setting.points, setting.date, setting.house)
    return any(_noticed(e, upside_down, verbs, engine) for e in readers) if len(rows) > 1 else False


def _noticed(example: Ready, setting: Setting, verbs: Mapping[str, Verb], engine: Engine) -> str:
    """How an example notices a change: ``answer``, ``broke``, or an empty string."""
    engine.forget()
    try:
        return "answer" if wrong(example, setting, verbs) is not None else ""
    except Exception:  # noqa: BLE001 - an engine that breaks is noticed
        return "broke"


def _cheapest(examples: Iterable[Ready]) -> tuple[Ready, ...]:
    return tuple(sorted(examples, key=lambda e: e.seconds))


def _fates(plans: Sequence[_Plan], setting: Setting, verbs: Mapping[str, Verb], engine: Engine, jobs: int,
           progress: Callable[[int, int], None]) -> dict[int, _Fate]:
    worth = [i for i, p in enumerate(plans) if p.mutant.rulings]

    def work(task: int) -> _Fate:
        return _try(plans[worth[task]], setting, verbs, engine)

    fates: dict[int, _Fate] = {}
    for done, (task, fate) in enumerate(spread(len(worth), work, jobs), 1):
        fates[worth[task]] = fate or ("killed", "", "time")  # the worker died or got stuck
        progress(done, len(worth))
    return fates


def _try(plan: _Plan, setting: Setting, verbs: Mapping[str, Verb], engine: Engine) -> _Fate:
    """Make one change, run its examples until one notices, and take the change back."""
    seconds = LEAST_SECONDS + PATIENCE * sum(e.seconds for e in plan.examples)
    now = ""

    def run(under: Setting, words: Mapping[str, Verb]) -> _Fate:
        nonlocal now
        for example in plan.examples:
            now = f"{example.ruling}::{example.title}"
            if how := _noticed(example, under, words, engine):
                return "killed", now, how
        return "survived", "", ""

    def change() -> _Fate:
        if isinstance(plan.edit, RowEdit):
            return run(plan.edit.changed(setting), verbs)
        with engine.changed(plan.edit) as words:
            return run(setting, words)

    try:
        return limited(seconds, change)
    except TimeUp:
        return "killed", now, "time"
    except SameCode:
        return "same", "", ""
    except EngineFault as error:
        return ("fault", "", str(error)) if "has changed since" in str(error) else ("killed", "", "broke")
    except Exception:  # noqa: BLE001 - the changed engine cannot even be imported
        return "killed", "", "broke"


def _judge(plans: Sequence[_Plan], fates: Mapping[int, _Fate], sources: Sequence[Source], tables: Iterable[Layout],
           root: Path, result: GameStrength, *, whole: bool) -> None:
    """Turn fates into trials, with the listings taken into account."""
    listings = {s.shown: s.listed for s in sources}
    for layout in tables:
        if layout.file not in listings:
            lines = (root / layout.file).read_text(encoding="utf-8").splitlines()
            listings[layout.file] = listed_in(lines, range(1, len(lines) + 1))
    used: set[tuple[str, int]] = set()
    for index, plan in enumerate(plans):
        fate, by, how = fates.get(index, ("unreached", "", ""))
        mutant = plan.mutant
        listing = _listing(plan, listings[mutant.file])
        if listing is not None:
            used.add((mutant.file, listing.line))
        if fate == "same":
            continue
        if fate == "fault":
            result.errors.extend([how] if how not in result.errors else [])
        elif listing is not None and fate == "killed":
            result.errors.append(f"{mutant.file}:{listing.line}: listed as equivalent, but killed"
                                 f"{f' by {by}' if by else ''}: {plan.edit.change}")
        elif listing is not None:
            fate, how = "listed", listing.reason
        result.trials.append(Trial(mutant, fate if fate != "fault" else "survived", by, how))
    for file, found in listings.items():
        for listed in found:
            if not listed.reason:
                result.errors.append(f"{file}:{listed.line}: expected “# equivalent: before → after : reason”; "
                                     f"found “{listed.change}”")
            elif whole and (file, listed.line) not in used:
                result.errors.append(f"{file}:{listed.line}: listed as equivalent, but no such mutant: {listed.change}")
    result.trials.sort(key=lambda t: (t.mutant.file, t.mutant.line))


def _listing(plan: _Plan, listed: Iterable[Listed]) -> Listed | None:
    spans = (plan.edit.span,) if isinstance(plan.edit, RowEdit) else (plan.edit.span, plan.edit.lines)
    change = " ".join(plan.edit.change.split())
    return next((one for one in listed if one.reason and any(one.target in span for span in spans)
                 and " ".join(one.change.split()) == change), None)


def _gaps(sources: Iterable[Source], reach: Reach) -> Iterator[Gap]:
    for source in sources:
        run: list[int] = []
        for number in (*sorted(source.runnable), 0):
            missed = number and (source.file, number) not in reach.lines
            if run and (not missed or number in source.firsts):
                said = [source.lines[n - 1].strip() for n in range(run[0], run[-1] + 1)]
                yield Gap(source.shown, run[0], run[-1], next((t for t in said if t[:1] not in ("@", "#")), said[0]))
                run = []
            if missed:
                run.append(number)
