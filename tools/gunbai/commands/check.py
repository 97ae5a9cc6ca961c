"""``gunbai check``: everything a maintainer must know, exit 0 or 1."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from gunbai.commands.common import load, root_option
from gunbai.corpus.checks import check_corpus
from gunbai.corpus.coverage import coverage_defects
from gunbai.corpus.lock import read_lock
from gunbai.corpus.model import Corpus, Defect, Game
from gunbai.corpus.schema import schema_defects
from gunbai.examples.check import GameRun, check_examples, run_game

__all__ = ["check", "counts", "defects_of"]


@click.command()
@root_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(root: Path | None, as_json: bool) -> None:
    """Read the corpus, run every example, and report all defects."""
    corpus = load(root)
    done = [run_game(game) for game in corpus.games]
    errors = sorted(defects_of(corpus, done), key=lambda d: (d.place.file, d.place.line))
    warnings = [*corpus.warnings, *(_skipped(run) for run in done if run.skipped)]
    if as_json:
        click.echo(json.dumps({
            "games": {g.id: counts(g) for g in corpus.games},
            "errors": [_as_dict(d) for d in errors],
            "warnings": [_as_dict(d) for d in warnings],
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
        click.echo(f"{len(errors)} errors, {len(warnings)} warnings")
    sys.exit(1 if errors else 0)


def defects_of(corpus: Corpus, done: Sequence[GameRun] | None = None) -> Iterator[Defect]:
    """All defects: of the files, across the files, of the schemas, of the examples (``done`` where they have run)."""
    yield from corpus.defects
    yield from check_corpus(corpus)
    yield from schema_defects()
    for run in done if done is not None else map(run_game, corpus.games):
        yield from check_examples(run)
    for game in corpus.games:
        if any(document.audited for document in game.documents):
            lock = corpus.root / game.id / "sources.lock"
            yield from coverage_defects(game, read_lock(lock, lock.relative_to(corpus.root.parent).as_posix()))


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


def _as_dict(defect: Defect) -> dict[str, Any]:
    return {"file": defect.place.file, "line": defect.place.line, "ruling": defect.ruling, "code": defect.code,
            "expected": defect.expected, "found": defect.found, "hint": defect.hint}
