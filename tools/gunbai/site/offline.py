"""What a device keeps to show the whole site without network: a list of the built files, packed into a few parts.

A phone is slow at thousands of requests and files, so files travel and stay on the device in parts of about 16 pages,
each named after its content: an update fetches only parts that changed. A part is gzip of: length of the head (4 bytes,
little endian), the head (JSON: rows of path and pieces), the body. A piece is a number (as many bytes of the body) or a
text of keys of ``KEY`` characters each: lines that many pages share and that lie once for all in the first part.
The service worker bears the digest of the list, and the list those of the parts: nothing unverified is ever shown.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gunbai.site.edition import Edition

__all__ = ["HOME", "KEY", "Offline", "prepare", "withdraw"]

HOME = "assets/gunbai/offline"
"""Where the parts and their list lie."""
KEY = 6
_SHARED = 8
"""A line that so many pages have is kept once."""
_CUT = 16
"""A part ends, in the mean, after so many files; where, depends on names alone, so that a new file changes one part."""
_WORKER = Path(__file__).parent / "worker" / "sw.js"
_FAREWELL = Path(__file__).parent / "worker" / "farewell.js"
_RUNTIME = re.compile(r"assets/(?:gunbai/)?(?:pyodide|engine)-(?!worker)")
"""What is kept only once it was used: Python and the engine for the browser."""
_LEFT_OUT = re.compile(rf"{HOME}/|sw\.js$|sitemap\.xml\.gz$|.*\.map$|opensearch\.xml$|feed"
                       r"|api/.*\.json$|robots\.txt$|_headers$|assets/gunbai/search/.*/as-file\.js$")
"""What nobody needs without network."""


@dataclass(frozen=True, slots=True)
class Offline:
    """What a device keeps: how many files in how many parts, and the bytes that it fetches for them."""

    files: int
    parts: int
    size: int

    def __str__(self) -> str:
        return f"offline set: {self.files:,} files in {self.parts} parts, {self.size / 1e6:.2f} MB compressed"


@dataclass(frozen=True, slots=True)
class _Part:
    paths: tuple[str, ...]
    content: bytes

    @property
    def name(self) -> str:
        return f"{hashlib.sha256(self.content).hexdigest()[:16]}.bin"


def prepare(site: Path, edition: Edition, base: str = "/") -> Offline:
    """Write the parts, their list and the service worker into a built ``site``.

    ``base``: what the page for missing addresses takes for the way to the site's root. Same files, same bytes.
    """
    paths = sorted(p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file())
    runtime = _runtime(site, paths)
    kept = [p for p in paths if p not in runtime and not _LEFT_OUT.match(p)]
    parts = _parts(site, kept)
    home = site / HOME
    home.mkdir(parents=True, exist_ok=True)
    for old in home.iterdir():
        old.unlink()
    for part in parts:
        (home / part.name).write_bytes(part.content)
    listed = json.dumps({
        "edition": {"key": edition.key, "date": edition.date, "digest": edition.digest}, "base": base,
        "size": sum(len(p.content) for p in parts),
        "parts": [[p.name, _integrity(p.content), len(p.content), p.paths] for p in parts],
        "runtime": {p: [_integrity((site / p).read_bytes()), (site / p).stat().st_size] for p in runtime},
    }, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    (home / "list.json").write_bytes(listed)
    worker = _WORKER.read_text("utf-8")
    (site / "sw.js").write_text(worker.replace("/*LIST*/", _integrity(listed)), "utf-8")
    packed = len(gzip.compress(listed)) + len(gzip.compress(worker.encode()))
    return Offline(len(kept), len(parts), packed + sum(len(p.content) for p in parts))


def withdraw(site: Path) -> None:
    """For a preview: a service worker that lets go of what an earlier visit has kept, so that edits are seen."""
    (site / "sw.js").write_bytes(_FAREWELL.read_bytes())


def _runtime(site: Path, paths: Iterable[str]) -> list[str]:
    """The files that are kept once used: by their place, and those that an ``engine.json`` names."""
    found = [p for p in paths if _RUNTIME.match(p)]
    for place in ("assets/engine.json", "assets/gunbai/engine.json"):
        if (site / place).is_file():
            home = f"{Path(place).parent.as_posix()}/"
            words = set(_words(json.loads((site / place).read_text("utf-8"))))
            found += [p for p in paths if p.startswith(home) and not words.isdisjoint((p, p.removeprefix(home)))]
    return sorted(set(found))


def _words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)


def _parts(site: Path, kept: Iterable[str]) -> list[_Part]:
    """The parts; files are read one after the other, as a large site has more bytes than a machine may have memory."""
    shared = _shared((site / path).read_bytes() for path in kept if path.endswith(".html"))
    common = b"".join(shared)
    head: list[list[object]] = [[key, [len(line)]] for line, key in shared.items()]
    parts = [_Part((), _packed(head, common))]
    for paths in _cut(kept):
        rows: list[list[object]] = []
        body = bytearray()
        for path in paths:
            pieces, own = _split((site / path).read_bytes(), shared if path.endswith(".html") else {})
            rows.append([path, pieces])
            body += own
        parts.append(_Part(tuple(paths), _packed(rows, body)))
    return parts


def _shared(pages: Iterable[bytes]) -> dict[bytes, str]:
    """The lines that many pages have, with the keys by which parts name them."""
    counted: Counter[int] = Counter()
    found: set[bytes] = set()
    for page in pages:
        for line in set(page.splitlines(keepends=True)):
            counted[hash(line)] += 1  # most lines are of one page: only those of many are held
            if counted[hash(line)] == _SHARED and len(line) > 2 * KEY:
                found.add(line)
    lines = sorted(found)
    keys = {line: base64.urlsafe_b64encode(hashlib.sha256(line).digest())[:KEY].decode() for line in lines}
    if len(set(keys.values())) != len(keys):  # one in 10^5 for a site of this size; the next edit makes other lines
        twice = {k for k, n in Counter(keys.values()).items() if n > 1}
        keys = {line: key for line, key in keys.items() if key not in twice}
    return keys


def _split(content: bytes, shared: Mapping[bytes, str]) -> tuple[list[int | str], bytes]:
    """A file as pieces, and the bytes that are its own."""
    if not shared:
        return [len(content)], content
    pieces: list[int | str] = []
    own = bytearray()
    for line in content.splitlines(keepends=True):
        key = shared.get(line)
        last = pieces[-1] if pieces else None
        if key is None:
            own += line
            if isinstance(last, int):
                pieces[-1] = last + len(line)
            else:
                pieces.append(len(line))
        elif isinstance(last, str):
            pieces[-1] = last + key
        else:
            pieces.append(key)
    return pieces, bytes(own)


def _cut(paths: Iterable[str]) -> Iterator[list[str]]:
    """Paths in groups: the search is one, as all its files change at once."""
    groups: dict[str, list[str]] = {}
    for path in sorted(paths):
        name = "search" if path.startswith("assets/gunbai/search/") else path.partition("/")[0]
        groups.setdefault(name, []).append(path)
    for name, group in groups.items():
        part: list[str] = []
        for path in group:
            part.append(path)
            if name != "search" and hashlib.sha256(path.encode()).digest()[0] % _CUT == 0:
                yield part
                part = []
        if part:
            yield part


def _packed(rows: list[list[object]], body: bytes | bytearray) -> bytes:
    head = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return gzip.compress(len(head).to_bytes(4, "little") + head + body, 9, mtime=0)


def _integrity(content: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"
