"""Putting a whole game into a project: all of it or nothing, and read back before it counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from gunbai.commands.common import number_of, stop
from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.directories import replaced
from gunbai.corpus.files import write_whole
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_game
from gunbai.corpus.store import same_game, write_files

__all__ = ["kept_or_stop", "put_game", "put_games", "put_site"]


def kept_or_stop(target: Path, mark: str) -> Game | None:
    """The game that an earlier import wrote to ``target``; ends the run where something else is there."""
    head = target / "game.yaml"
    if not target.exists() or (target.is_dir() and not any(target.iterdir())):
        return None
    if not head.is_file() or not head.read_text("utf-8", "replace").startswith(mark):
        stop(f"{target} holds a game that no import wrote; it was left as it is", 1)
    game, defects = load_game(target)
    if game is None or defects:
        for defect in defects:
            click.echo(str(defect), err=True)
        stop(f"{target} holds an earlier import that cannot be read, so its ids cannot be kept; mend or remove it", 1)
    return game


def put_game(project: Path, game: Game, files: Mapping[str, str]) -> None:
    """``put_games`` for one game."""
    put_games(project, [(game, files)])


def put_games(project: Path, games: Iterable[tuple[Game, Mapping[str, str]]]) -> None:
    """Write the files of games to their directories in ``project``; ends the run where they cannot be written.

    All are written beside their places and read back first, and only then moved: one that is not the same game when
    read back keeps all of them away.
    """
    rulings, target = project / "rulings", project / "rulings"
    fresh = not rulings.exists()
    try:
        with ExitStack() as staged:
            for game, files in games:
                target = rulings / game.id
                building = staged.enter_context(replaced(target))
                write_files(building, files)
                _same_or_stop(game, building, target)
    except OSError as error:
        stop(f"{target} cannot be written: {error.strerror or error}", 1)
    finally:
        if fresh:
            with suppress(OSError):  # not empty: the games are there
                rulings.rmdir()


def _same_or_stop(game: Game, building: Path, target: Path) -> None:
    """End the run where the files in ``building`` do not give ``game``."""
    again, defects = load_game(building)
    if again is not None and not defects and same_game(again, game):
        return
    lost = [Defect(Place(target.as_posix(), 1), "the game as it was given", "another when read back")]
    for defect in defects or lost:
        click.echo(str(defect), err=True)
    stop(f"{game.id}: {number_of(len(defects or lost), 'error')}: nothing was written", 1)


def put_site(project: Path, title: str, about: str) -> None:
    """Write what a site needs where ``project`` has no mkdocs.yml; files that are there are left as they are."""
    from gunbai.commands.starter import site_files

    if (project / "mkdocs.yml").exists():
        return
    try:
        for name, text in site_files(title, about):  # mkdocs.yml comes last: without it this begins anew
            path = project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                write_whole(path, text.encode(), private=False)
    except OSError as error:
        stop(f"{project} cannot be written: {error.strerror or error}", 1)
