"""``gunbai new game``: a project of its own with a game that works, to be changed piece by piece."""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
from pathlib import Path

import click

from gunbai.commands.common import stop

__all__ = ["new_game"]

_NAME = re.compile(r"(?=.{2,40}\Z)[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")
_PREFIX = re.compile(r"[a-z][a-z0-9]*-\Z")
_TAKEN = ("none", "build", "docs", "rulings", "tests")
"""What game.yaml says where there is no engine, and the directories of the new project and of its tools."""


@click.command("game")
@click.argument("name")
@click.option("--to", type=click.Path(path_type=Path), default=None, metavar="DIR",
              help="The new project's directory. Default: NAME in this one.")
@click.option("--title", default=None, help="The game's title. Default: its name.")
@click.option("--yomi", default=None, help="How the title is said, in hiragana.")
@click.option("--prefix", default=None, help="What ids of rulings begin with, like mg-. Default: from the name.")
def new_game(name: str, to: Path | None, title: str | None, yomi: str | None, prefix: str | None) -> None:
    """A new project for the game NAME (small letters and hyphens): rulings, engine, examples, tests, pages."""
    from gunbai.commands.starter import Skeleton, game_files
    from gunbai.corpus.directories import replaced
    from gunbai.corpus.store import write_files
    from gunbai.corpus.yamlfile import hidden_in

    if not _NAME.match(name):
        stop(f"“{name}” is no name for a game: small letters, digits and single hyphens, like my-game")
    package = name.replace("-", "_")
    if package in _TAKEN:
        stop(f"“{name}” has a meaning already in a project: give the game another name")
    if importlib.util.find_spec(f"gunbai.engine.{package}"):
        stop(f"Gunbai has an engine {package} of its own: give the game another name")
    if package in sys.stdlib_module_names or keyword.iskeyword(package) or importlib.util.find_spec(package):
        stop(f"there is a Python package {package} already: give the game another name")
    for option, said in (("--title", title or ""), ("--yomi", yomi or "")):
        if found := hidden_in(said) or ("a line's end or a tab" if re.search(r"[\t\r\n]", said) else ""):
            stop(f"{option}: expected one line of characters that can be seen; found {found}")
    prefix = prefix or ("".join(word[0] for word in name.split("-")) if "-" in name else name) + "-"
    if not _PREFIX.match(prefix):
        stop(f"“{prefix}” is no prefix: small letters and digits that end in -, like mg- (name one with --prefix)")
    target = to or Path.cwd() / name
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        stop(f"{target} is there already; name a new or an empty directory with --to")
    skeleton = Skeleton(name, package, prefix, (title or name).strip() or name, (yomi,) if yomi else ())
    try:
        with replaced(target) as building:
            write_files(building, dict(game_files(skeleton)))
    except OSError as error:
        stop(f"{target} cannot be written: {error.strerror or error}", 1)
    click.echo(f"{target}: a game that works, all of it made up\n"
               f"  next: cd {target}; pip install -e .; gunbai check; gunbai serve (see README.md)")
