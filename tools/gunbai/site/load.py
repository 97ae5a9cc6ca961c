"""From the files to a :class:`~gunbai.site.pages.Site`: reads the corpus and runs every example once."""

from __future__ import annotations

import sys
from pathlib import Path

from gunbai.corpus.reader import load_corpus
from gunbai.engine import kernel
from gunbai.examples.check import run_game
from gunbai.site.pages import Site
from gunbai.site.pictures import module_name

__all__ = ["ENGINES", "load_site"]

ENGINES = Path(kernel.__file__).parent
"""Where the engines are: `gunbai serve` watches it."""


def load_site(rulings: Path, *, afresh: bool = False) -> Site:
    """The games under ``rulings`` with their examples, run. ``afresh`` imports the engines anew, as after an edit."""
    corpus = load_corpus(rulings)
    if afresh:
        for game in corpus.games:
            if game.engine_package:
                _forget(game.engine_package)
                _forget(module_name(game.engine_package))
    return Site(corpus, {g.id: run_game(g) for g in corpus.games})


def _forget(package: str) -> None:
    """Let the next import read the files again; what the modules say then replaces what they said before."""
    for module in [m for m in sys.modules if m == package or m.startswith(f"{package}.")]:
        del sys.modules[module]
