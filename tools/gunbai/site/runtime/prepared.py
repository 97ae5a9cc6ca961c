"""What is prepared ahead for the browser, with the very Python that runs there: compiled code, and a memory snapshot.

Compiling is most of what the engine adds to Python's start, and it needs the browser's Python, so Pyodide does it once
in node (which comes with npm). What was made is kept in the project's cache under a seal. Without node the browser
compiles for itself.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from gunbai.corpus.files import write_whole
from gunbai.corpus.seal import cache_directory, seal, seal_key
from gunbai.site.runtime.bundle import zipped

__all__ = ["NotPrepared", "compiled", "snapshot"]

_SCRIPT = Path(__file__).with_name("prepare.mjs")
SECONDS = 180
"""How long node may take."""


class NotPrepared(Exception):
    """It could not be made; the message says why."""


def compiled(code: bytes, python: Mapping[str, bytes], project: Path) -> bytes:
    """The zip ``code`` with its modules compiled by ``python`` (the files of Pyodide). NotPrepared without node."""
    return _kept(project, "compile", {**python, "engine.zip": code})


def snapshot(code: bytes, games: Mapping[str, bytes], python: Mapping[str, bytes], project: Path) -> bytes:
    """Python's memory after the start, with the engines of ``code`` loaded and the ``games`` (by id) open; gzipped."""
    files = {f"game-{game}.json": data for game, data in games.items()}
    return _kept(project, "snapshot", {**python, **files, "engine.zip": code})


def _kept(project: Path, task: str, files: Mapping[str, bytes]) -> bytes:
    """What the cache holds for these files, else made and kept."""
    name = hashlib.sha256(task.encode())
    for file, content in sorted(files.items()):
        name.update(f"{file}\0{len(content)}\0".encode() + content)
    name.update(_SCRIPT.read_bytes())
    directory, key = cache_directory(project), seal_key()
    path = directory / f"{task}-{name.hexdigest()[:16]}.bin" if directory and key else None
    if path and key:
        with contextlib.suppress(OSError):
            head, _, body = path.read_bytes().partition(b"\n")
            if head.decode("ascii", "replace") == seal(key, [task.encode(), name.digest(), body]):
                return body
    made = _made(task, files)
    if path and key:
        with contextlib.suppress(OSError):  # then it is made again next time
            for old in path.parent.glob(f"{task}-*.bin"):
                old.unlink()
            write_whole(path, f"{seal(key, [task.encode(), name.digest(), made])}\n".encode() + made)
    return made


def _made(task: str, files: Mapping[str, bytes]) -> bytes:
    node = shutil.which("node")
    if node is None:
        raise NotPrepared("node was not found")
    with tempfile.TemporaryDirectory(prefix="gunbai-prepare-") as place:
        folder = Path(place).resolve()
        for name, content in files.items():
            (folder / name).write_bytes(content)
        try:
            done = subprocess.run([node, str(_SCRIPT), task, str(folder)], capture_output=True, text=True,
                                  timeout=SECONDS, check=False, cwd=folder)
            if done.returncode:
                last = done.stderr.strip().splitlines()[-1:] or ["no message"]
                raise NotPrepared(f"node: {last[0][:300]}")
            if task == "snapshot":
                return gzip.compress((folder / "snapshot.bin").read_bytes(), 9, mtime=0)
            names = json.loads((folder / "compiled/names.json").read_text("utf-8"))
            return zipped({name: (folder / "compiled" / str(n)).read_bytes() for n, name in enumerate(names)})
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            raise NotPrepared(f"node: {type(error).__name__}: {error}") from None
