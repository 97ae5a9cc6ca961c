"""``gunbai export``: a corpus as one JSON file or as YAML, for other programs and for another place."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import click

from gunbai.commands.common import game_or_stop, load, number_of, root_option, stop
from gunbai.corpus.model import Corpus, Game

__all__ = ["export"]


@click.command()
@click.argument("form", type=click.Choice(["json", "yaml"]))
@click.argument("game", required=False)
@click.option("--to", type=click.Path(path_type=Path), default=None, metavar="PATH",
              help="The JSON file to write (default: the terminal), or the new directory for the YAML files.")
@root_option
def export(form: str, game: str | None, to: Path | None, root: Path | None) -> None:
    """Write a corpus, or one GAME of it, as one JSON file or as a directory of YAML files. Comments are left behind."""
    corpus = load(root)
    for defect in corpus.defects:
        click.echo(str(defect), err=True)
    if corpus.defects:
        stop(f"{number_of(len(corpus.defects), 'error')}: nothing was exported", 1)
    games = (game_or_stop(corpus, game),) if game else corpus.games
    try:
        if form == "json":
            _json(corpus, games, to)
        elif to is None:
            stop("name the new directory with --to")
        else:
            _yaml(corpus, games, to)
    except OSError as error:
        stop(f"{to or 'the output'} cannot be written: {error.strerror or error}", 1)


def _json(corpus: Corpus, games: tuple[Game, ...], to: Path | None) -> None:
    from gunbai.corpus.exchange import BESIDE, VERBATIM, Exchanged, games_json
    files = {g.id: _texts(corpus.root / g.id, VERBATIM) for g in games}
    data = games_json(Exchanged(games, files, _texts(corpus.root, BESIDE)))
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    if to is None:
        click.echo(text, nl=False)
    else:
        stream = to.exists() and not to.is_file()
        _put(to, text.encode(), stream=stream)
        click.echo(f"{to}: {number_of(len(games), 'game')}", err=stream)  # it may be the standard output


def _put(to: Path, content: bytes, *, stream: bool) -> None:
    """Write to a file whole, also to the one that a link points to; to a device or a pipe (``stream``) as it comes."""
    from gunbai.corpus.files import write_whole

    if stream:
        with to.open("wb") as opened:
            opened.write(content)
        return
    target = Path(os.path.realpath(to))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    write_whole(target, content, private=False)


def _yaml(corpus: Corpus, games: tuple[Game, ...], to: Path) -> None:
    from gunbai.corpus.directories import replaced
    from gunbai.corpus.exchange import BESIDE, VERBATIM
    from gunbai.corpus.store import game_files, write_files

    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        stop(f"{to} is there already; name a new or an empty directory")
    with replaced(to) as building:
        for game in games:
            write_files(building / game.id, {**dict(game_files(game)), **_texts(corpus.root / game.id, VERBATIM)})
        write_files(building, _texts(corpus.root, BESIDE))
    click.echo(f"{to}: {number_of(len(games), 'game')}")


def _texts(directory: Path, names: tuple[str, ...]) -> dict[str, str]:
    """The texts of those files that are there."""
    return {name: (directory / name).read_text("utf-8") for name in names if (directory / name).is_file()}
