"""``gunbai new``: begin a ruling or a game. Each writes all of it or nothing."""

from __future__ import annotations

from collections.abc import Mapping

import click

from gunbai.commands.lazy import Lazy

__all__ = ["new"]

KINDS: Mapping[str, str] = {
    "game": "A project of its own with a game that works: rulings, engine, examples, tests, pages.",
    "ruling": "Ask the questions of a ruling, run its example, and write it into the topic's file.",
}


@click.command(cls=Lazy, known=KINDS, prefix="new_")
def new() -> None:
    """Begin a ruling or a game."""
