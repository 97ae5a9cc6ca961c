"""The Python code that the browser runs, as one zip: the same bytes wherever and whenever it is made."""

from __future__ import annotations

import importlib
import importlib.util
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from gunbai.engine import kernel

__all__ = ["bundle", "sources", "zipped"]

_PACKAGE = Path(kernel.__file__).parents[1]
_MODULES = (
    "engine/__init__.py", "engine/kernel.py", "engine/verb.py", "engine/verdict.py",
    "examples/__init__.py", "examples/language.py", "examples/session.py", "examples/typed.py",
    "site/__init__.py", "site/html.py", "site/said.py", "site/statements.py",
    "site/runtime/__init__.py", "site/runtime/answering.py", "site/runtime/game_data.py",
)
"""What every game needs; a test runs them with nothing else on the path."""
_EPOCH = (1980, 1, 1, 0, 0, 0)


def bundle(packages: Iterable[str]) -> bytes:
    """A zip with the code for the engines ``packages`` (``gunbai.engine.gundam_war``), to be put on the path."""
    return zipped(sources(packages))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip of ``files`` by name, with nothing in it of when and where it was made."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # a package without __init__.py is found in a zip only by the entry of its directory
        folders = {f"{parent}/" for name in files for parent in map(str, PurePosixPath(name).parents) if parent != "."}
        for name in sorted([*files, *folders]):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_STORED if name.endswith("/") else zipfile.ZIP_DEFLATED
            entry.external_attr = (0o40755 << 16 | 0x10) if name.endswith("/") else 0o100644 << 16
            entry.create_system = 3  # as on Unix, wherever it is made
            archive.writestr(entry, files.get(name, b""))
    return made.getvalue()


def sources(packages: Iterable[str]) -> dict[str, bytes]:
    """The files of the bundle by their place in it."""
    files = {f"gunbai/{name}": (_PACKAGE / name).read_bytes() for name in _MODULES}
    for package in packages:
        files.update(_of_package(package))
    return files


def _of_package(package: str) -> Iterator[tuple[str, bytes]]:
    """The modules of a package, and the ``__init__.py`` of those above it."""
    parts = package.split(".")
    for length in range(1, len(parts) + 1):
        spec = importlib.util.find_spec(".".join(parts[:length]))
        if spec is None:
            return
        if spec.origin and Path(spec.origin).name == "__init__.py":
            yield "/".join((*parts[:length], "__init__.py")), Path(spec.origin).read_bytes()
    for place in spec.submodule_search_locations or () if spec else ():
        for path in sorted(Path(place).rglob("*.py")):
            yield "/".join((*parts, *path.relative_to(place).parts)), path.read_bytes()
