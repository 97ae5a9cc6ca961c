"""``gunbai import vtes DIR``: the rulings of vtes-rulings as a corpus without an engine."""

from __future__ import annotations

from pathlib import Path

import click

from gunbai.commands.common import find_root, number_of, stop

__all__ = ["import_vtes"]

MARK = "# Written by `gunbai import vtes`. A later import replaces this directory and keeps the ids of its rulings.\n"
"""The first line of a game.yaml that may be replaced by an import."""


@click.command("vtes")
@click.argument("directory", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--to", type=click.Path(file_okay=False, path_type=Path), default=None, metavar="DIR",
              help="The project's directory, into whose rulings/vtes the corpus is written. Default: found from here "
                   "upwards. What a site needs and is not there yet is written too.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as one JSON object.")
def import_vtes(directory: Path, to: Path | None, as_json: bool) -> None:
    """The rulings of Vampire: The Eternal Struggle, from the files of vtes-rulings in DIRECTORY."""
    import json

    from gunbai.commands.stock import kept_or_stop, put_game, put_site
    from gunbai.corpus.store import game_files
    from gunbai.corpus.vtes import read_source
    from gunbai.corpus.vtes_game import GAME, game_of

    source, defects = read_source(directory)
    for defect in defects:
        click.echo(str(defect), err=True)
    if source is None:
        stop(f"{number_of(len(defects), 'error')}: nothing was imported", 1)
    project = to or find_root()
    target = project / "rulings" / GAME
    made = game_of(source, kept_or_stop(target, MARK))
    files = dict(game_files(made.game))
    files["game.yaml"] = MARK + files["game.yaml"]
    if source.licence:
        files["LICENSE"] = source.licence
    put_game(project, made.game, files)
    put_site(project, made.game.title, made.game.about)
    for warning in made.warnings:
        click.echo(f"warning: {warning}", err=True)
    if as_json:
        click.echo(json.dumps({"game": GAME, "counts": dict(made.counts), "warnings": list(made.warnings)},
                              ensure_ascii=False, indent=2))
        return
    for what, count in made.counts.items():
        click.echo(f"{count:7,} {what}")
    click.echo(f"{target}: written and read back as it was; see `gunbai check` and `gunbai build`")
