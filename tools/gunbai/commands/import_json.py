"""``gunbai import json FILE``: the games of a file that ``gunbai export json`` wrote."""

from __future__ import annotations

import json
from pathlib import Path

import click

from gunbai.commands.common import find_root, number_of, stop

__all__ = ["import_json"]

MAX_BYTES = 200_000_000


@click.command("json")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--to", type=click.Path(file_okay=False, path_type=Path), default=None, metavar="DIR",
              help="The project's directory, into whose rulings/ the games are written. Default: found from here "
                   "upwards. Games that are there already are left as they are.")
def import_json(file: Path, to: Path | None) -> None:
    """The games of a FILE that `gunbai export json` wrote, as the YAML files that they were."""
    from gunbai.commands.stock import put_games
    from gunbai.corpus.exchange import games_of
    from gunbai.corpus.files import write_whole
    from gunbai.corpus.store import game_files

    try:
        if file.stat().st_size > MAX_BYTES:
            stop(f"{file} is larger than {MAX_BYTES:,} bytes", 1)
        data = json.loads(file.read_bytes())
    except OSError as error:
        stop(f"{file} cannot be read: {error.strerror or error}", 1)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        stop(f"{file} is no JSON: {error}", 1)
    except ValueError:  # Python's limit for numbers
        stop(f"{file} holds a number of too many digits", 1)
    except RecursionError:
        stop(f"{file} is nested too deep", 1)
    found, defects = games_of(data, file.name)
    for defect in defects:
        click.echo(str(defect), err=True)
    if defects:
        stop(f"{number_of(len(defects), 'error')}: nothing was imported", 1)
    project = to or find_root()
    rulings = project / "rulings"
    try:
        for game in found.games:
            if (rulings / game.id).exists():
                stop(f"{rulings / game.id} is there already; nothing was imported", 1)
        put_games(project, [(game, {**dict(game_files(game)), **found.files.get(game.id, {})}) for game in found.games])
        for name, text in found.beside.items():
            if not (rulings / name).exists():
                write_whole(rulings / name, text.encode(), private=False)
    except OSError as error:
        stop(f"{rulings} cannot be written: {error.strerror or error}", 1)
    for game in found.games:
        click.echo(f"{rulings / game.id}: {number_of(len(game.rulings), 'ruling')}")
