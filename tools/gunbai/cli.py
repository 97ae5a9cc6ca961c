"""The command ``gunbai``. Subcommands are imported only when they are asked for: a judge waits for the answer."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import click

__all__ = ["main"]

COMMANDS: Mapping[str, str] = {
    "check": "Read the corpus, run every example, and report all defects.",
}


class _Lazy(click.Group):
    """A group whose commands live in ``gunbai.commands.<name>``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"gunbai.commands.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Lazy)
@click.version_option(package_name="gunbai")
def main() -> None:
    """Gunbai 軍配: rulings as data, with examples that run."""
