"""From the files to a :class:`~gunbai.site.pages.Site`: reads the corpus and runs every example once."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from gunbai.corpus.reader import load_corpus
from gunbai.corpus.model import Game
from gunbai.engine import kernel
from gunbai.examples.check import GameRun, run_game
from gunbai.site.pages import Site, Stamp
from gunbai.site.pictures import module_name

__all__ = ["ENGINES", "load_site"]

ENGINES = Path(kernel.__file__).parent
"""Where the engines are: `gunbai serve` watches it."""


def load_site(rulings: Path, earlier: Site | None = None, *, preview: bool = False) -> Site:
    """The games under ``rulings`` with their examples, run.

    With an ``earlier`` site of the same process, engines whose files have changed since are imported anew, and what the
    examples of an unchanged game printed is taken from there. ``preview``: the site is shown while it is written.
    """
    corpus = load_corpus(rulings)
    before = {g.id: g for g in earlier.corpus.games} if earlier else {}
    stamps = {game.id: _stamp(game) for game in corpus.games}
    runs: dict[str, GameRun] = {}
    for game in corpus.games:
        same_engine = earlier is not None and earlier.stamps.get(game.id) == stamps[game.id]
        if earlier and same_engine and before.get(game.id) == game:
            runs[game.id] = earlier.runs[game.id]
            continue
        if earlier and not same_engine and game.engine_package:
            _forget(game.engine_package)
            _forget(module_name(game.engine_package))
        runs[game.id] = run_game(game)
    return Site(corpus, runs, stamps=stamps, preview=preview)


def _stamp(game: Game) -> Stamp:
    """The files of a game's engine and pictures, each with its size and time."""
    files: list[Path] = []
    for name in (game.engine_package, module_name(game.engine_package)) if game.engine_package else ():
        try:
            found = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            continue
        files += [p for place in (found.submodule_search_locations or ()) for p in sorted(Path(place).rglob("*.py"))] \
            if found else []
        files += [Path(found.origin)] if found and found.origin else []
    return tuple((str(p), (info := p.stat()).st_size, info.st_mtime_ns) for p in files if p.is_file())


def _forget(package: str) -> None:
    """Let the next import read the files again; what the modules say then replaces what they said before."""
    for module in [m for m in sys.modules if m == package or m.startswith(f"{package}.")]:
        del sys.modules[module]
