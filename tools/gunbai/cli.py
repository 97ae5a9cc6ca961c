"""The command ``gunbai``. Subcommands are imported only when they are asked for: a judge waits for the answer."""

from __future__ import annotations

import importlib
import keyword
from collections.abc import Mapping

import click

__all__ = ["main"]

COMMANDS: Mapping[str, str] = {
    "audit": "Compare a source document with the lock and the corpus.",
    "check": "Read the corpus, run every example, and report all defects.",
    "build": "Build the site.",
    "serve": "Serve the site on this machine and show every change.",
    "changes": "List what began, changed or ended, newest first.",
    "new": "Begin a ruling or a game.",
    "import": "Take up a corpus that was written elsewhere.",
    "export": "Write a corpus as one JSON file or as YAML.",
    "find": "Search the rulings of all games.",
    "show": "Show one ruling with its reasons, sources and examples as run.",
    "strength": "Change engines and tables a little and see whether the examples notice.",
    "try": "Ask the engine of a game: a prompt for the example language.",
}


class _Lazy(click.Group):
    """A group whose commands live in ``gunbai.commands.<name>`` (``try_`` for a word that Python keeps for itself)."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name
        module = importlib.import_module(f"gunbai.commands.{name}")
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Lazy)
@click.version_option(package_name="gunbai")
def main() -> None:
    """Gunbai 軍配: rulings as data, with examples that run."""
