"""The browser's search worker, run by node over files that lie on this machine."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

HOST = Path(__file__).with_name("host.mjs")
Asked = Callable[[Path, str, Mapping[str, bytes], Iterable[Mapping[str, Any]]], Sequence[Any]]


@pytest.fixture(scope="session")
def node() -> str:
    """node, or the one that Playwright brings along."""
    found = shutil.which("node")
    if found is None:
        driver = pytest.importorskip("playwright._impl._driver", reason="neither node nor Playwright is here")
        found = str(driver.compute_driver_executable()[0])
    return found


@pytest.fixture(scope="session")
def ask(node: str) -> Asked:
    """Asks the worker at a place among files, which are written to a directory: an answer for each message."""

    def asked(directory: Path, place: str, files: Mapping[str, bytes], messages: Iterable[Mapping[str, Any]]) -> Sequence[Any]:
        for name, content in files.items():
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            (directory / name).write_bytes(content)
        done = subprocess.run([node, str(HOST), str(directory), place], input="".join(json.dumps(m) + "\n" for m in messages),
                              capture_output=True, text=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.split("\n") if line]

    return asked
