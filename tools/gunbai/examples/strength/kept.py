"""What was measured, kept for the state that it was measured in, so that a second run and the site need not wait.

One file a game in the project's ``.gunbai/``, under this user's seal (``corpus.seal``). The state is a digest of all
that a measure rests on: the engine, its tables and names, the examples, the rulings' readings, the code that measures.
Wording of questions, answers and reasons is not part of it. A measure with errors is not kept: it says nothing yet.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from gunbai.corpus.files import write_whole
from gunbai.corpus.model import Game, Table
from gunbai.corpus.names import Name, NameGroup
from gunbai.corpus.seal import cache_directory, seal, seal_key
from gunbai.examples.strength.measure import measure
from gunbai.examples.strength.results import GameStrength, Gap, Mutant, Trial
from gunbai.examples.strength.source import engine_files

__all__ = ["kept", "measured", "state_of"]

MAX_BYTES = 50_000_000
_PACKAGE = Path(__file__).parents[2]
_JUDGES = ("engine/*.py", "examples/*.py", "examples/strength/*.py")
"""The code on which a fate depends besides the engine's own."""


def state_of(game: Game, root: Path) -> str:
    """The state that a measure of ``game`` belongs to; empty where a file cannot be read or there is no engine."""
    made = hashlib.blake2b(digest_size=16)
    try:
        count = 0
        for part in _parts(game, root):
            made.update(len(part).to_bytes(8, "big") + part)
            count += 1
    except (OSError, ImportError, ValueError):
        return ""
    return made.hexdigest() if game.engine_package and count else ""


def _parts(game: Game, root: Path) -> Iterator[bytes]:
    yield repr((sys.version_info[:2], os.name, game.id, game.engine_package)).encode()
    for pattern in _JUDGES:
        for path in sorted(_PACKAGE.glob(pattern)):
            yield path.name.encode()
            yield path.read_bytes()
    for module, path, shown in engine_files(game.engine_package, root.resolve()):
        yield f"{module} {shown}".encode()
        yield path.read_bytes()
    data: list[Table | Name | NameGroup] = [*game.tables, *game.names[:1], *game.groups[:1]]
    for name in sorted({part.place.file for part in data}):
        yield name.encode()
        yield (root / name).read_bytes()
    yield repr(dict(game.setting.tables)).encode("utf-8", "surrogateescape")
    for ruling in game.rulings:
        point = ruling.point
        yield repr((ruling.id, point.certainty, point.keys, point.default, point.since, point.until,
                    [(e.title, e.run) for e in ruling.examples])).encode("utf-8", "surrogateescape")


def kept(game: Game, root: Path) -> GameStrength | None:
    """What was measured of ``game`` in the very state that it is in; None where nothing was."""
    state, key, path = _place(game, root)
    if not path or not key:
        return None
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if head.decode("ascii", "replace") != seal(key, [b"strength", state.encode(), body]):
        return None
    return _thawed(json.loads(body))


def measured(game: Game, root: Path, *, ruling: str = "", jobs: int = 0, fresh: bool = False,
             progress: Callable[[int, int], None] = lambda done, total: None) -> GameStrength:
    """What ``measure`` gives, from what is kept where it is of this state; a whole measure is kept for the next time.

    ``fresh``: measure in any case. EngineFault where the engine cannot be imported.
    """
    found = None if fresh else kept(game, root)
    if found is not None:
        return found.of(ruling) if ruling else found
    state, key, path = _place(game, root)
    result = measure(game, root, ruling=ruling, jobs=jobs, progress=progress)
    whole = not ruling and not result.errors
    if path and key and whole and state_of(game, root) == state:  # nothing was saved meanwhile
        body = json.dumps(_frozen(result), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
        with contextlib.suppress(OSError):  # a full disk costs only time
            write_whole(path, f"{seal(key, [b'strength', state.encode(), body])}\n".encode() + body)
    return result


def _place(game: Game, root: Path) -> tuple[str, bytes | None, Path | None]:
    """The game's state, the key, and where its measure is kept; no place where nothing can be kept."""
    state = state_of(game, root)
    directory = cache_directory(root) if state else None
    return state, seal_key() if directory else None, directory / f"strength-{game.id}.json" if directory else None


def _frozen(result: GameStrength) -> dict[str, Any]:
    """A measure as what JSON can hold."""
    return {"game": result.game, "seconds": result.seconds, "gaps": [dataclasses.astuple(g) for g in result.gaps],
            "trials": [[*dataclasses.astuple(t.mutant), t.fate, t.by, t.how] for t in result.trials]}


def _thawed(plain: dict[str, Any]) -> GameStrength:
    """The measure that ``_frozen`` made ``plain`` of."""
    trials = [Trial(Mutant(file, line, where, before, after, text, tuple(rulings)), fate, by, how)
              for file, line, where, before, after, text, rulings, fate, by, how in plain["trials"]]
    return GameStrength(plain["game"], trials, [Gap(*g) for g in plain["gaps"]], [], plain["seconds"], kept=True)
