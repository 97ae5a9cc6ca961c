"""Directories that are put in their place in one step, so that a killed run leaves the old one or the new one."""

from __future__ import annotations

import ctypes
import glob
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["replaced"]

_AT_FDCWD, _EXCHANGE = -100, 2


@contextmanager
def replaced(target: Path) -> Iterator[Path]:
    """A temporary directory beside ``target`` to write in; it takes ``target``'s place if nothing is raised.

    Whether ``target`` may be replaced is for the caller to say before. OSError where nothing can be written.
    """
    target = target.absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    _sweep(target)
    building = Path(tempfile.mkdtemp(prefix=f".{target.name}-{os.getpid()}-", dir=target.parent))
    try:
        yield building
        building.chmod(0o755)
        _swap(building, target)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _sweep(target: Path) -> None:
    """Remove what runs for ``target`` that were killed have left; those that still run are let be."""
    for left in target.parent.glob(f".{glob.escape(target.name)}-*-*"):
        pid = left.name.removeprefix(f".{target.name}-").partition("-")[0]
        if pid.isdigit() and left.is_dir() and not _runs(int(pid)):
            shutil.rmtree(left, ignore_errors=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        pass  # somebody else's process, or no way to tell
    return True


def _swap(new: Path, old: Path) -> None:
    """``new`` in the place of ``old``; what was there is then at ``new`` (or gone)."""
    if not old.exists():
        new.rename(old)
        return
    try:  # one step, where the system can (Linux)
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.renameat2(_AT_FDCWD, os.fsencode(new), _AT_FDCWD, os.fsencode(old), _EXCHANGE) == 0:
            return
    except (AttributeError, OSError):
        pass
    aside = Path(tempfile.mkdtemp(prefix=f".{old.name}-{os.getpid()}-", dir=old.parent))
    old.rename(aside / "old")
    new.rename(old)
    shutil.rmtree(aside, ignore_errors=True)
