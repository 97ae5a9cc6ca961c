"""``gunbai new``: begin a ruling or a game. Each writes all of it or nothing."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import click

__all__ = ["new"]

KINDS: Mapping[str, str] = {
    "game": "A project of its own with a game that works: rulings, engine, examples, tests, pages.",
    "ruling": "Ask the questions of a ruling, run its example, and write it into the topic's file.",
}


class _Lazy(click.Group):
    """What can be begun lives in ``gunbai.commands.new_<name>``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(KINDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in KINDS:
            return None
        command: click.Command = getattr(importlib.import_module(f"gunbai.commands.new_{cmd_name}"), f"new_{cmd_name}")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(KINDS.items()))


@click.command(cls=_Lazy)
def new() -> None:
    """Begin a ruling or a game."""
