"""``gunbai import``: take up a corpus that was written elsewhere. Each writes all of it or nothing."""

from __future__ import annotations

from collections.abc import Mapping

import click

from gunbai.commands.lazy import Lazy

__all__ = ["import_"]

KINDS: Mapping[str, str] = {
    "vtes": "The rulings of Vampire: The Eternal Struggle, from the files of vtes-rulings.",
    "json": "Games from a file that `gunbai export json` wrote.",
}


@click.command("import", cls=Lazy, known=KINDS, prefix="import_")
def import_() -> None:
    """Take up a corpus that was written elsewhere."""
