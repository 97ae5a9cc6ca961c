"""``gunbai check``: everything a maintainer must know, exit 0 or 1."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import click

from gunbai.commands.common import load, number_of, project_or_stop, root_option, stop
from gunbai.commands.effects import date_effect, house_effect
from gunbai.commands.options import as_of_option
from gunbai.commands.report import annotation, as_dict, markdown
from gunbai.corpus.defect import Defect
from gunbai.corpus.model import Game
from gunbai.engine import kernel
from gunbai.examples.check import GameRun, run_game
from gunbai.site.defects import defects_of

__all__ = ["check", "counts"]


@click.command()
@root_option
@click.option("--house", type=click.Path(path_type=Path), default=None, metavar="FILE",
              help="Also check a file with house rules, and say what it would change.")
@as_of_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--github", is_flag=True, help="Also print each defect as GitHub Actions shows it beside its line.")
@click.option("--summary", type=click.Path(dir_okay=False, path_type=Path), default=None, metavar="FILE",
              help="Also add a summary in Markdown to FILE.")
@click.option("--watch", "watching", is_flag=True, help="Check again whenever a file is saved, until Ctrl-C.")
def check(root: Path | None, house: Path | None, as_of: str | None, as_json: bool, github: bool,
          summary: Path | None, watching: bool) -> None:
    """Read the corpus, run every example, and report all defects.

    With --as-of also what was not in force on that day, and which examples would have answered otherwise.
    """
    if watching:
        if as_json or github or summary:
            stop("--watch goes with none of --json, --github, --summary")
        from gunbai.commands.watching import watch

        project = project_or_stop(root)
        watch(["check", "--root", str(project), *(("--house", str(house)) if house else ()),
               *(("--as-of", as_of) if as_of else ())],
              [project / "rulings", Path(kernel.__file__).parent])
        return
    if summary and not summary.absolute().parent.is_dir():
        stop(f"{summary} cannot be written: there is no directory {summary.parent}")
    corpus = load(root)
    effect, unfit = house_effect(corpus, house) if house else (None, ())
    done = [run_game(game) for game in corpus.games]
    then = [date_effect(run.game, as_of) for run in done if not run.skipped and not run.faults] if as_of else []
    unread = {f"{corpus.root.name}/{g.id}/{topic}.yaml" for g in corpus.games for topic in g.gaps.topics}
    errors = sorted([*unfit, *defects_of(corpus, done)],
                    key=lambda d: (d.place.file not in unread, d.place.file, d.place.line))
    warnings = [*corpus.warnings, *(_skipped(run) for run in done if run.skipped)]
    if as_json:
        click.echo(json.dumps({
            "games": {g.id: counts(g) for g in corpus.games},
            "errors": [as_dict(d) for d in errors],
            "warnings": [as_dict(d) for d in warnings],
            **({"house": dataclasses.asdict(effect)} if effect else {}),
            **({"as_of": [dataclasses.asdict(e) for e in then]} if as_of else {}),
        }, ensure_ascii=False, indent=2))
    else:
        for defect in errors:
            click.echo(str(defect), err=True)
        for defect in warnings:
            click.echo(f"warning: {defect}", err=True)
        for game in corpus.games:
            numbers = counts(game)
            click.echo(f"{game.id}: {numbers['rulings']} rulings, {numbers['examples']} examples, "
                       f"{numbers['readings']} readings")
        if effect:
            click.echo(f"{effect.title} ({effect.game}): readings chosen: {effect.choices}, open points left: "
                       f"{len(effect.undecided)}, examples that answer otherwise: {len(effect.otherwise)}")
            for ruling in effect.undecided:
                click.echo(f"  left open: {ruling}")
        for past in then:
            click.echo(f"{past.game} on {as_of}: rulings not in force: {len(past.not_in_force)}, "
                       f"examples that answer otherwise: {len(past.otherwise)}")
            for line in (*(f"not in force: {i}" for i in past.not_in_force),
                         *(f"otherwise: {line}" for line in past.otherwise)):
                click.echo(f"  {line}")
        click.echo(f"{number_of(len(errors), 'error')}, {number_of(len(warnings), 'warning')}")
    if github:
        for level, found in (("error", errors), ("warning", warnings)):
            for defect in found:
                click.echo(annotation(defect, level))
    if summary:
        try:
            with summary.open("a", encoding="utf-8") as file:
                file.write(markdown({g.id: counts(g) for g in corpus.games}, errors, warnings))
        except OSError as error:
            stop(f"{summary} cannot be written: {error.strerror or error}")
    sys.exit(1 if errors else 0)


def counts(game: Game) -> dict[str, Any]:
    """How many of everything a game has."""
    return {
        "rulings": len(game.rulings),
        "examples": sum(len(r.examples) for r in game.rulings),
        "by_kind": dict(Counter(r.kind for r in game.rulings)),
        "by_badge": dict(Counter(r.badge for r in game.rulings)),
        "readings": sum(len(r.readings) for r in game.rulings),
        "silences": {s: sum(s in r.silence for r in game.rulings) for s in game.silences.ids},
    }


def _skipped(run: GameRun) -> Defect:
    return Defect(run.game.place, "examples that can be run", run.skipped, "mend the other defects first",
                  code="skipped")
