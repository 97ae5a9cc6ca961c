"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

__all__ = ["discard", "write_whole"]


def write_whole(path: Path, content: bytes, *, private: bool = True) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part, even after a loss of power.

    ``private``: only the user may read it. An old file's mode is kept otherwise. OSError where it cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if not private and path.exists():
            os.chmod(temporary, path.stat().st_mode & 0o777)
        os.replace(temporary, path)
    except BaseException:
        discard(temporary)
        raise


def discard(path: Path) -> None:
    """Remove a file or directory that is of no use any more; what cannot be removed stays."""
    import shutil  # rarely needed, and not quick to import

    with contextlib.suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()
