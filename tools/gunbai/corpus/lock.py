"""sources.lock: which clauses a game's audited documents had when they were last read. Addresses and digests, no text.

In: the lines of a lock, or the clauses of a document. Out: rows (``Locked``), defects with file and line, or the text
of a lock. One line a clause: document, digest, sketch and address, with a tab between them, in the order of the
document. Older locks have no sketches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gunbai.corpus.clauses import Clause
from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.files import write_whole
from gunbai.corpus.sketch import SKETCH_LENGTH

__all__ = [
    "LOCK", "MAX_BYTES", "Lock", "Locked", "lock_of", "parse_lock", "read_lock", "render_lock", "replaced",
    "write_lock",
]

LOCK = "sources.lock"
"""The file's name in a game's directory."""

MAX_BYTES = 5_000_000

HEADER = """\
# The clauses of this game's source documents: document, digest and sketch of the text, address. Written by
# `gunbai audit FILE --game GAME --update`; not to be edited by hand. It holds no text of the documents.
"""

_DIGEST = re.compile(r"[0-9a-f]{16}")
_SKETCH = re.compile(rf"[0-9a-f]{{{SKETCH_LENGTH}}}")
_ADDRESS = re.compile(r"(?P<heading>.+)#(?P<number>[1-9][0-9]{0,5})", re.ASCII)
_UPDATE = "write it anew with `gunbai audit FILE --game GAME --update`"


@dataclass(frozen=True, slots=True)
class Locked:
    """One row of a lock. ``line`` is where it stands in the file, 0 for one that has not been written yet."""

    document: str
    digest: str
    address: str
    line: int = 0
    sketch: str = ""
    """How the text is made (``corpus.sketch``); empty in an older lock."""


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock as read: its rows, and everything that is wrong with the file that messages call ``name``."""

    name: str
    rows: tuple[Locked, ...] = ()
    defects: tuple[Defect, ...] = ()

    def of(self, document: str) -> tuple[Locked, ...]:
        """The rows of one document."""
        return tuple(row for row in self.rows if row.document == document)


def read_lock(path: Path, name: str = "") -> Lock:
    """Read a lock; ``name`` is what messages call it. Never raises for bad content; sound rows are kept in any case."""
    name = name or path.name
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return _refused(name, 1, "a lock of the audited documents", "no such file", _UPDATE, "no-lock")
    except OSError as error:
        return _refused(name, 1, "a readable file", error.strerror or str(error), "", "unreadable")
    if len(raw) > MAX_BYTES:
        return _refused(name, 1, f"a file of at most {MAX_BYTES:,} bytes", "a larger one", _UPDATE, "too-big")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = raw[: error.start].count(b"\n") + 1
        return _refused(name, at, "UTF-8 text", f"the byte 0x{raw[error.start]:02x}", _UPDATE, "not-utf8")
    return parse_lock(text, name)


def parse_lock(text: str, name: str = LOCK) -> Lock:
    """What the text of a lock says, and what is wrong with it."""
    rows: list[Locked] = []
    defects: list[Defect] = []
    seen: dict[tuple[str, str], int] = {}
    numbers: dict[tuple[str, str], int] = {}
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        row = _row(line, number)
        if isinstance(row, Locked):
            key = (row.document, row.address)
            problem = _misplaced(row, seen, numbers, rows[-1].document if rows else "")
            seen.setdefault(key, number)
            if problem is None or problem.code != "lock-twice":
                rows.append(row)
        else:
            problem = row
        if problem is not None:
            place = Place(name, number)
            defects.append(Defect(place, problem.expected, problem.found, problem.hint, code=problem.code))
    return Lock(name, tuple(rows), tuple(defects))


@dataclass(frozen=True, slots=True)
class _Problem:
    expected: str
    found: str
    hint: str
    code: str


def _row(line: str, number: int) -> Locked | _Problem:
    """What one line says, or what is wrong with it by itself."""
    if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
        return _Problem("a merged file", f"the conflict mark “{line[:7]}”", _UPDATE, "lock-line")
    fields = line.split("\t")
    if len(fields) not in (3, 4):
        return _Problem("document, digest and address with a tab between them",
                        f"{len(fields)} field{'s' if len(fields) > 1 else ''}", _UPDATE, "lock-line")
    document, digest, *sketches, address = fields
    if not document or document != document.strip():
        return _Problem("a document's id", f"“{document:.40}”", _UPDATE, "lock-line")
    if not _DIGEST.fullmatch(digest):
        return _Problem("a digest of 16 hexadecimal digits", f"“{digest:.40}”", _UPDATE, "lock-line")
    if not _ADDRESS.fullmatch(address):
        return _Problem("an address of the form heading#number", f"“{address:.40}”", _UPDATE, "lock-line")
    if sketches and not _SKETCH.fullmatch(sketches[0]):
        return _Problem(f"a sketch of {SKETCH_LENGTH} hexadecimal digits", f"“{sketches[0]:.40}”", _UPDATE, "lock-line")
    return Locked(document, digest, address, number, sketches[0] if sketches else "")


def _misplaced(row: Locked, seen: dict[tuple[str, str], int], numbers: dict[tuple[str, str], int],
               before: str) -> _Problem | None:
    """What is wrong with a row where it stands: twice, out of order, a number left out. Counts on in ``numbers``."""
    heading, _, number = row.address.rpartition("#")
    if first := seen.get((row.document, row.address)):
        return _Problem("each address once", f"{row.address} again (first on line {first})", _UPDATE, "lock-twice")
    expected = numbers.get((row.document, heading), 0) + 1
    numbers[row.document, heading] = int(number)
    if int(number) != expected:
        return _Problem(f"{heading}#{expected}", row.address, "a line is missing or out of order: " + _UPDATE,
                        "lock-order")
    if before != row.document and any(document == row.document for document, _ in seen):
        return _Problem(f"all lines of “{row.document}” together", f"lines of “{before}” between them", _UPDATE,
                        "lock-order")
    return None


def lock_of(document: str, clauses: Iterable[Clause]) -> tuple[Locked, ...]:
    """The rows for the clauses of one document, in its order."""
    return tuple(Locked(document, clause.digest, clause.address, sketch=clause.sketch) for clause in clauses)


def replaced(rows: Iterable[Locked], document: str, new: Iterable[Locked], order: Sequence[str]) -> tuple[Locked, ...]:
    """The rows with those of one document replaced; documents stand in the given order, unknown ones behind it."""
    kept = [*(row for row in rows if row.document != document), *new]
    place = {name: index for index, name in enumerate(order)}
    return tuple(sorted(kept, key=lambda row: (place.get(row.document, len(place)),
                                               "" if row.document in place else row.document)))


def render_lock(rows: Iterable[Locked]) -> str:
    """The text of a lock: a comment, then one line a row in the order given."""
    return HEADER + "".join(
        "\t".join(filter(None, (row.document, row.digest, row.sketch, row.address))) + "\n" for row in rows)


def write_lock(path: Path, rows: Iterable[Locked]) -> None:
    """Write a lock whole or not at all; raises OSError where the directory cannot be written."""
    write_whole(path, render_lock(rows).encode(), private=False)


def _refused(name: str, line: int, expected: str, found: str, hint: str, code: str) -> Lock:
    return Lock(name, (), (Defect(Place(name, line), expected, found, hint, code=code),))
