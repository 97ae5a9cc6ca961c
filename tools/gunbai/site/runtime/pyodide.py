"""Pyodide, the Python that runs in a browser: fetched once with npm, kept in the project's cache, checked at each use.

``python -m gunbai.site.runtime.pyodide`` fetches it ahead of a build. The variable ``GUNBAI_PYODIDE`` names an archive
to take instead, or says ``none``.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from gunbai.corpus.files import write_whole
from gunbai.corpus.seal import cache_directory

__all__ = ["INTEGRITY", "VERSION", "Missing", "archive_of", "fetched", "pyodide_files"]

VERSION = "314.0.7"
INTEGRITY = ("sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==")
"""The digest of the package's archive, as npm writes it. Another archive is not used."""
ARCHIVE = f"pyodide-{VERSION}.tgz"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
NOTICE = f"""Pyodide {VERSION}, from the npm package of that name, unchanged but for pyodide-lock.json, from which
the packages that are not used here were taken out. Licence: MPL-2.0; the Python standard library: PSF-2.0.
https://pyodide.org
"""
MAX_ARCHIVE = 30_000_000
MAX_FILE = 40_000_000
SECONDS = 180
"""How long npm may take."""
VARIABLE = "GUNBAI_PYODIDE"


class Missing(Exception):
    """Pyodide is not to be had; the message says why."""


def pyodide_files(project: Path) -> Mapping[str, bytes]:
    """The files of Pyodide that a site needs, by name. Missing where it is neither kept nor to be fetched."""
    found = _found(project, os.environ.get(VARIABLE, ""))
    if isinstance(found, str):
        raise Missing(found)
    return _unpacked(found)


@cache
def _found(project: Path, named: str) -> bytes | str:
    """The archive, or why there is none: asked once in a process, as a preview builds again and again."""
    try:
        return archive_of(project, named)
    except Missing as error:
        return str(error)


def archive_of(project: Path, named: str = "") -> bytes:
    """The archive: ``named`` (none: refuse), else the one kept in the project's cache, else fetched and kept."""
    if named == "none":
        raise Missing(f"{VARIABLE}=none")
    if named:
        return _checked(Path(named))
    directory = cache_directory(project)
    path = directory / ARCHIVE if directory else None
    if path and path.is_file():
        with contextlib.suppress(Missing):  # damaged, or somebody else's: fetch it again
            return _checked(path)
    content = fetched()
    if path:
        with contextlib.suppress(OSError):  # then it is fetched again next time
            write_whole(path, content)
    return content


def fetched() -> bytes:
    """The archive from npm. Missing where there is no npm, no network, or another archive than ours comes."""
    npm = shutil.which("npm")
    if npm is None:
        raise Missing("npm was not found")
    with tempfile.TemporaryDirectory(prefix="gunbai-pyodide-") as place:
        command = [npm, "pack", f"pyodide@{VERSION}", "--ignore-scripts", "--silent", "--fetch-retries=0"]
        try:
            done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Missing(f"npm did not finish: {type(error).__name__}") from None
        path = Path(place) / ARCHIVE
        if done.returncode or not path.is_file():
            words = [line for line in done.stderr.splitlines() if line.strip()]
            raise Missing(f"npm could not fetch pyodide {VERSION}" + (f": {words[0]}" if words else ""))
        return _checked(path)


def _checked(path: Path) -> bytes:
    """The content of an archive that is the right one."""
    try:
        if path.stat().st_size > MAX_ARCHIVE:
            raise Missing(f"{path.name} is not the archive of pyodide {VERSION}: too large")
        content = path.read_bytes()
    except OSError as error:
        raise Missing(f"{path.name} cannot be read: {error.strerror}") from None
    found = "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
    if found != INTEGRITY:
        raise Missing(f"{path.name} is not the archive of pyodide {VERSION}: its digest differs")
    return content


@cache
def _unpacked(archive: bytes) -> Mapping[str, bytes]:
    """The few members that are needed, read by name: nothing is unpacked to a place that the archive chooses."""
    files: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as members:
        for member in members:
            name = member.name.removeprefix("package/")
            if name in (*FILES, LOCK) and member.isfile() and member.size <= MAX_FILE:
                file = members.extractfile(member)
                assert file is not None
                files[name] = file.read()
    if left := [name for name in (*FILES, LOCK) if name not in files]:
        raise Missing(f"the archive of pyodide {VERSION} lacks {', '.join(left)}")
    lock = json.loads(files[LOCK])
    files[LOCK] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    files["NOTICE.txt"] = NOTICE.encode()
    return files


def main() -> int:
    """Fetch the archive into the cache of the project in the current directory; 1 where it is not to be had."""
    try:
        archive_of(Path.cwd(), os.environ.get(VARIABLE, ""))
    except Missing as error:
        print(f"Pyodide is missing, examples cannot run in the browser: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
