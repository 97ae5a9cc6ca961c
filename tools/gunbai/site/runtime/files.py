"""The files that the browser's engine is made of, and ``engine.json``, which says where they are.

All lie below ``assets/``. Their names hold their digest or a version, so that they never change; ``engine.json`` alone
is asked for each time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from gunbai.corpus import urls
from gunbai.corpus.model import Game
from gunbai.site.runtime import pyodide
from gunbai.site.runtime.bundle import bundle
from gunbai.site.runtime.game_data import game_json
from gunbai.site.runtime.prepared import NotPrepared, compiled, snapshot

__all__ = ["DESCRIPTION", "Ahead", "Runtime", "runtime_of"]

Ahead = Literal["code", "snapshot"]
"""What may be prepared ahead: compiled code, and besides a snapshot of memory."""

DESCRIPTION = "assets/gunbai/engine.json"
_PYTHON = f"assets/pyodide-{pyodide.VERSION}"
_WORDS = {
    "download": "Python を読み込んでいる", "start": "Python を起動している", "engine": "基準エンジンを読み込んでいる",
    "ready": "準備ができた", "missing": "このサイトには、ページの中で例を動かすための部品（Pyodide）が入っていない。",
    "failed": "基準エンジンを起動できなかった。通信を確かめて、もう一度試す。", "stopped": "途中で止めた",
    "unknown": "このゲームの基準エンジンは無い",
}


@dataclass(frozen=True)
class Runtime:
    """The files by their place on the site; ``missing`` says why there is no Pyodide among them."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    missing: str = ""
    notes: tuple[str, ...] = ()
    """What could not be prepared ahead, and why."""


def runtime_of(games: Sequence[Game], project: Path, ahead: frozenset[Ahead] = frozenset()) -> Runtime:
    """All that the engine in the browser needs for ``games``, each of which has an engine that can be imported.

    ``ahead`` says what is prepared while building, where node is to be had; where it is not, the notes say so.
    """
    code = bundle(dict.fromkeys(g.engine_package for g in games))
    data = {g.id: game_json(g, {r.id: urls.url_of(r) for r in g.rulings}) for g in games}
    missing, notes, kept = "", [], b""
    python: Mapping[str, bytes] = {}
    try:
        python = pyodide.pyodide_files(project)
        if ahead and games:
            code = compiled(code, python, project)
            kept = snapshot(code, data, python, project) if "snapshot" in ahead else b""
    except pyodide.Missing as error:
        missing = str(error)
    except NotPrepared as error:
        notes.append(str(error))
    files = {f"{_PYTHON}/{name}": content for name, content in python.items()}
    description: dict[str, Any] = {
        "pyodide": None if missing else {
            "version": pyodide.VERSION, "place": f"{_PYTHON}/",
            "files": [_told(place, content) for place, content in files.items() if not place.endswith(".txt")]},
        "bundle": _put(files, "assets/gunbai/engine", "zip", code),
        "snapshot": _put(files, "assets/gunbai/engine-memory", "gz", kept) if kept else None,
        "games": {game: _put(files, f"assets/gunbai/game-{game}", "json", text) for game, text in data.items()},
        "words": _WORDS,
    }
    version = hashlib.sha256(json.dumps(description).encode()).hexdigest()[:16]
    text = json.dumps({"version": version, **description}, ensure_ascii=False, indent=1).encode()
    return Runtime({**files, DESCRIPTION: text}, missing, tuple(notes))


def _put(files: dict[str, bytes], stem: str, ending: str, content: bytes) -> dict[str, Any]:
    """Put a file among ``files`` under a name that holds its digest."""
    place = f"{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{ending}"
    files[place] = content
    return _told(place, content)


def _told(place: str, content: bytes) -> dict[str, Any]:
    """A file as ``engine.json`` names it: its place from the site's root, its size, its digest."""
    return {"place": place, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
