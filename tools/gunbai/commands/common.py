"""What several commands share: where the project is, its corpus, and how a message ends the run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

from gunbai.corpus.model import Corpus, Game

__all__ = ["find_root", "game_or_stop", "load", "number_of", "project_or_stop", "root_option", "stop"]


def find_root(start: Path | None = None) -> Path:
    """The project's directory: the nearest one at or above ``start`` that holds rulings/."""
    here = (start or Path.cwd()).resolve()
    for directory in (here, *here.parents):
        if (directory / "rulings").is_dir():
            return directory
    return here


root_option = click.option(
    "--root", type=click.Path(file_okay=False, path_type=Path), default=None,
    help="The project's directory (the one that holds rulings/). Default: found from here upwards. Its rulings "
         "and pages are read; they run on the engines that are installed with this command.",
)


def load(root: Path | None) -> Corpus:
    """The corpus of the project at ``root`` (found when None)."""
    from gunbai.corpus.reader import load_corpus

    return load_corpus((root or find_root()) / "rulings")


def project_or_stop(root: Path | None) -> Path:
    """The project's directory (found when None); ends the run with a message where it holds no rulings/."""
    project = root or find_root()
    if not (project / "rulings").is_dir():
        stop(f"there is no directory rulings/ in {project} or above it (name the project with --root)")
    return project


def game_or_stop(corpus: Corpus, game: str) -> Game:
    """The game with this id; ends the run with a message where there is none."""
    found = corpus.game(game)
    if found is None:
        stop(f"there is no game “{game}” (known: {', '.join(g.id for g in corpus.games) or 'none'})")
    return found


def number_of(count: int, what: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def stop(message: str, code: int = 2) -> NoReturn:
    """End the run: the message on stderr, a non-zero exit."""
    click.echo(f"gunbai: {message}", err=True)
    sys.exit(code)
