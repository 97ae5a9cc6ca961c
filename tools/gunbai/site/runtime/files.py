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
from typing import Any

from gunbai.corpus import urls
from gunbai.corpus.model import Game
from gunbai.site.runtime import pyodide
from gunbai.site.runtime.bundle import bundle
from gunbai.site.runtime.game_data import game_json

__all__ = ["DESCRIPTION", "Runtime", "runtime_of"]

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


def runtime_of(games: Sequence[Game], project: Path) -> Runtime:
    """All that the engine in the browser needs for ``games``, each of which has an engine that can be imported."""
    code = bundle(dict.fromkeys(g.engine_package for g in games))
    files = {_hashed("assets/gunbai/engine", "zip", code): code}
    description: dict[str, Any] = {"bundle": _told(*next(iter(files.items()))), "games": {}}
    for game in games:
        data = game_json(game, {r.id: urls.url_of(r) for r in game.rulings})
        place = _hashed(f"assets/gunbai/game-{game.id}", "json", data)
        files[place] = data
        description["games"][game.id] = _told(place, data)
    missing = ""
    try:
        python = {f"{_PYTHON}/{name}": content for name, content in pyodide.pyodide_files(project).items()}
    except pyodide.Missing as error:
        missing, python = str(error), {}
    description["pyodide"] = None if missing else {
        "version": pyodide.VERSION, "place": f"{_PYTHON}/",
        "files": [_told(place, content) for place, content in python.items() if not place.endswith(".txt")]}
    description["words"] = _WORDS
    text = json.dumps(description, ensure_ascii=False, separators=(",", ":"))
    version = hashlib.sha256(text.encode()).hexdigest()[:16]
    files[DESCRIPTION] = json.dumps({"version": version, **description}, ensure_ascii=False, indent=1).encode()
    return Runtime({**files, **python}, missing)


def _hashed(stem: str, ending: str, content: bytes) -> str:
    return f"{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{ending}"


def _told(place: str, content: bytes) -> dict[str, Any]:
    """A file as ``engine.json`` names it: its place from the site's root, its size, its digest."""
    return {"place": place, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
