"""``gunbai import``: take up a corpus that was written elsewhere. Each writes all of it or nothing."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import click

__all__ = ["import_"]

KINDS: Mapping[str, str] = {
    "vtes": "The rulings of Vampire: The Eternal Struggle, from the files of vtes-rulings.",
    "json": "Games from a file that `gunbai export json` wrote.",
}


class _Lazy(click.Group):
    """What can be imported lives in ``gunbai.commands.import_<name>``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(KINDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in KINDS:
            return None
        module = importlib.import_module(f"gunbai.commands.import_{cmd_name}")
        command: click.Command = getattr(module, f"import_{cmd_name}")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(KINDS.items()))


@click.command("import", cls=_Lazy)
def import_() -> None:
    """Take up a corpus that was written elsewhere."""
