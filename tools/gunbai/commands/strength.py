"""``gunbai strength``: would the examples notice if the engine or its tables were wrong?"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from gunbai.commands.common import load, root_option, stop
from gunbai.corpus.model import Corpus, Game
from gunbai.engine.kernel import EngineFault
from gunbai.examples.strength import GameStrength, measured

__all__ = ["progress_bar", "strength"]


@click.command()
@click.argument("what", required=False, metavar="[GAME|ID]", default="")
@root_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--jobs", type=click.IntRange(min=0), default=0,
              help="How many mutants at a time. Default: every processor.")
@click.option("--fresh", is_flag=True, help="Measure anew, also what has not changed since it was measured.")
@click.option("--floor", type=click.FloatRange(0, 100), default=100.0, show_default=True,
              help="The share of mutants, in per cent, that must be killed or listed.")
@click.option("--most-listed", type=click.FloatRange(0, 100), default=3.0, show_default=True,
              help="The share of mutants, in per cent, that may be listed as equivalent.")
def strength(what: str, root: Path | None, as_json: bool, jobs: int, fresh: bool, floor: float,
             most_listed: float) -> None:
    """Change every function of the engines and every row of their tables, and see whether the examples notice.

    Only the examples of those rulings run whose rule was innermost where the change was made. A change that no example
    notices is printed. Exit 1 below the floor, where an engine line is reached by no example, or where a listed
    (`# equivalent: before → after : reason`) change is noticed after all.

    What was measured is kept in .gunbai/ for as long as engine, tables and examples stay as they are. The site
    shows it.
    """
    corpus = load(root)
    results = []
    for game, ruling in _chosen(corpus, what):
        with progress_bar(game.id) as progress:
            try:
                results.append(measured(game, corpus.root.parent, ruling=ruling, jobs=jobs, fresh=fresh,
                                        progress=progress))
            except EngineFault as error:
                stop(str(error), 1)
    bad = {r.game: list(_faults(r, floor, most_listed)) for r in results}
    if as_json:
        click.echo(json.dumps({"games": {r.game: _as_dict(r, bad[r.game]) for r in results},
                               "ok": not any(bad.values())}, ensure_ascii=False, indent=2))
    else:
        for result in results:
            _print(result)
            for fault in bad[result.game]:
                click.echo(f"gunbai: {result.game}: {fault}", err=True)
    sys.exit(1 if any(bad.values()) else 0)


def _chosen(corpus: Corpus, what: str) -> Iterator[tuple[Game, str]]:
    ruling = corpus.by_id.get(what)
    games = [g for g in corpus.games if what in ("", g.id) or (ruling and ruling.game == g.id)]
    if not games:
        stop(f"there is no game and no ruling “{what}” (games: {', '.join(g.id for g in corpus.games) or 'none'})")
    for game in games:
        if game.engine_package:
            yield game, ruling.id if ruling else ""
        elif what:
            stop(f"{game.id} has no engine", 1)


def _faults(result: GameStrength, floor: float, most_listed: float) -> Iterator[str]:
    yield from result.errors
    if result.gaps:
        yield f"places in the engine or its tables that no example reaches: {len(result.gaps)}"
    if result.percent < floor:
        yield f"{result.percent:.1f} % of the mutants killed or listed, below {floor:g} %"
    if result.count("listed") * 100 > most_listed * len(result.trials):
        yield f"{result.count('listed')} of {len(result.trials)} mutants listed, more than {most_listed:g} %"


def _print(result: GameStrength) -> None:
    for gap in result.gaps:
        click.echo(str(gap))
    for trial in result.survivors:
        mutant = trial.mutant
        text = f"    {mutant.text}\n" if mutant.text else ""
        click.echo(f"{mutant}\n{text}    not noticed by {', '.join(mutant.rulings)}")
    timed = sum(t.how == "time" for t in result.trials)
    fates = ", ".join(f"{result.count(fate)} {fate}" for fate in ("listed", "survived", "unreached"))
    when = " when it was measured" if result.kept else ""
    click.echo(f"{result.game}: {len(result.trials)} mutants, {result.count('killed')} killed ({timed} by time), "
               f"{fates}: {result.percent:.1f} %, {result.seconds:.1f} s{when}")


def _as_dict(result: GameStrength, faults: list[str]) -> dict[str, Any]:
    return {
        "mutants": len(result.trials),
        **{fate: result.count(fate) for fate in ("killed", "listed", "survived", "unreached")},
        "percent": round(result.percent, 2), "seconds": round(result.seconds, 1),
        "kept": result.kept,
        "survivors": [
            {"file": t.mutant.file, "line": t.mutant.line, "where": t.mutant.where, "before": t.mutant.before,
             "after": t.mutant.after, "rulings": list(t.mutant.rulings)}
            for t in result.survivors],
        "unreached_lines": [{"file": g.file, "first": g.first, "last": g.last, "text": g.text} for g in result.gaps],
        "listed_as_equivalent": [
            {"file": t.mutant.file, "line": t.mutant.line, "before": t.mutant.before, "after": t.mutant.after,
             "reason": t.how} for t in result.trials if t.fate == "listed"],
        "rulings": {i: {"killed": s.own_killed + s.shared_killed, "mutants": s.own + s.shared,
                        "own": s.own, "own_killed": s.own_killed} for i, s in result.shares.items()},
        "errors": faults,
    }


@contextmanager
def progress_bar(game: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, silence elsewhere. No refreshing thread: the workers are forked."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), auto_refresh=False, transient=True) as bar:
        task = bar.add_task(game, total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, refresh=done % 20 == 0 or done == total)

        yield show
