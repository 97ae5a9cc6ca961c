"""Puts a finished site in its place in one step, so that a killed build leaves the old site or the new one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gunbai.corpus.directories import replaced

__all__ = ["NotASite", "staged"]


class NotASite(Exception):
    """The directory that the site should replace holds something else."""


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """A temporary directory beside ``target`` to build in; it takes ``target``'s place if nothing is raised.

    NotASite where ``target`` holds files but no site: nobody's directory is replaced by mistake.
    """
    if target.exists() and not (target.is_dir() and (not any(target.iterdir()) or (target / "404.html").is_file())):
        raise NotASite(str(target))
    with replaced(target) as building:
        yield building
