"""A group of commands, each imported only when it is asked for: a judge waits for the answer."""

from __future__ import annotations

import importlib
import keyword
import os
import sys
from collections.abc import Mapping
from typing import Any

import click

__all__ = ["Lazy"]


class Lazy(click.Group):
    """``known``: what can be asked for, with a line of help each.

    The command ``NAME`` is ``<prefix>NAME`` in the module ``gunbai.commands.<prefix>NAME``; an underscore stands behind
    a word that Python keeps for itself.
    """

    def __init__(self, *args: Any, known: Mapping[str, str], prefix: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known, self.prefix = known, prefix

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of ``known``."""
        return list(self.known)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now; None where there is no such name."""
        if cmd_name not in self.known:
            return None
        name = f"{self.prefix}{cmd_name}{'_' if not self.prefix and keyword.iskeyword(cmd_name) else ''}"
        command: click.Command = getattr(importlib.import_module(f"gunbai.commands.{name}"), name)
        return command

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run what was asked for; exit 1 with a word where a file cannot be read or the output takes no more."""
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:  # closed by who called
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for the whole run
        try:
            try:
                return super().main(*args, **kwargs)
            finally:
                sys.stdout.flush()  # here, where it can still be said, and not when Python ends
        except BrokenPipeError:
            raise  # who listened has gone: no word
        except OSError as error:
            if error.filename is None:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left goes nowhere
            what = "the output cannot be written" if error.filename is None else str(error.filename)
            print(f"gunbai: {what}: {error.strerror or error}", file=sys.stderr)
            sys.exit(1)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of the help, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.known.items()))
