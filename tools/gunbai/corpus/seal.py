"""Seals on what this user's own runs have computed: a cache that came from elsewhere must never be believed.

A project's ``.gunbai/`` may arrive with a clone or an archive. Whatever is kept there carries a seal made with a key
that lies in the user's state directory; without the right seal it is computed anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from gunbai.corpus.files import write_whole

__all__ = ["cache_directory", "seal", "seal_key", "state_directory"]

KEY_BYTES = 32


def state_directory() -> Path:
    """Where what belongs to the user and no project is kept (history, the key)."""
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state") / "gunbai"


def cache_directory(project: Path) -> Path | None:
    """``.gunbai/`` in the project, or one of its own in the user's cache; None where neither can be written."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    home = (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "gunbai"
    own = hashlib.sha256(os.fsencode(project.resolve())).hexdigest()[:16]
    for directory in (project / ".gunbai", home / own):
        with contextlib.suppress(OSError):
            directory.mkdir(parents=directory.parent != project, exist_ok=True)
            if directory.is_dir() and not directory.is_symlink() and os.access(directory, os.W_OK | os.X_OK):
                return directory
    return None


def seal_key() -> bytes | None:
    """This user's key, made when there is none. None where it can neither be read nor kept: then nothing is cached."""
    path = state_directory() / "seal.key"
    with contextlib.suppress(OSError):
        key = path.read_bytes()
        if len(key) == KEY_BYTES:
            return key
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, secrets.token_bytes(KEY_BYTES))
        key = path.read_bytes()  # of two processes that made one, both now have the last
        if len(key) == KEY_BYTES:
            return key
    return None


def seal(key: bytes, parts: Iterable[bytes]) -> str:
    """The seal of ``parts``, each bound by its length."""
    made = hashlib.blake2b(key=key, digest_size=32)
    for part in parts:
        made.update(len(part).to_bytes(8, "big"))
        made.update(part)
    return made.hexdigest()
