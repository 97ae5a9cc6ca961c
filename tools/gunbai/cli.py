"""The command ``gunbai``. Subcommands are imported only when they are asked for: a judge waits for the answer."""

from __future__ import annotations

from collections.abc import Mapping

import click

from gunbai.commands.lazy import Lazy

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


@click.command(cls=Lazy, known=COMMANDS)
@click.version_option(package_name="gunbai")
def main() -> None:
    """Gunbai 軍配: rulings as data, with examples that run."""
