"""The edition of the corpus that a site shows: a date and a digest, by which a link can say what it was copied from."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

__all__ = ["PLACE", "Edition", "edition_of"]

PLACE = "assets/gunbai/edition.json"
"""Where the site tells its edition; pages read it there, so that no page changes because another one did."""
_READ = (".yaml", ".lock")


@dataclass(frozen=True, slots=True)
class Edition:
    """版: what the corpus held when the site was built."""

    date: str
    """The day on which the corpus last changed, YYYY-MM-DD."""
    digest: str
    """Of the texts of all its files."""

    @property
    def key(self) -> str:
        """What links carry after ``?v=``."""
        return f"{self.date}.{self.digest}"

    def json(self) -> str:
        """The edition for the pages' scripts."""
        return json.dumps({"key": self.key, "date": self.date, "digest": self.digest})


def edition_of(rulings: Path) -> Edition:
    """The edition of the corpus below ``rulings``.

    The day is that of $SOURCE_DATE_EPOCH, else of the last commit that touched the corpus, else of its newest file.
    """
    files = sorted(p for p in rulings.rglob("*") if p.suffix in _READ and p.is_file())
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(rulings).as_posix()}\0{len(content)}\0".encode() + content)
    return Edition(_day(rulings, files), digest.hexdigest()[:8])


def _day(rulings: Path, files: list[Path]) -> str:
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given.isascii() and given.isdecimal() and len(given) < 12:
        return datetime.fromtimestamp(int(given), UTC).date().isoformat()
    try:
        told = subprocess.run(["git", "log", "-1", "--format=%cs", "--", "."], cwd=rulings, capture_output=True,
                              text=True, timeout=20, check=True).stdout.strip()
        return date.fromisoformat(told).isoformat()
    except (OSError, subprocess.SubprocessError, ValueError):  # no git, or not in a repository
        newest = max((p.stat().st_mtime for p in files), default=0.0)
        return datetime.fromtimestamp(newest, UTC).date().isoformat()
