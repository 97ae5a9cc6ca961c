"""Python and the browser's code fold, cut and compare alike: both map the frozen table as it says."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from gunbai.search.shards import browser_files

_SPEC = importlib.util.spec_from_file_location("vectors", Path(__file__).with_name("vectors.py"))
assert _SPEC and _SPEC.loader
vectors = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(vectors)
outcome, rows = vectors.outcome, vectors.rows

HOST = Path(__file__).with_name("host.mjs")
ROWS = list(rows())


def test_the_table_is_large_and_knows_every_kind_of_text() -> None:
    texts = [t for t, _, _ in ROWS]
    assert len(set(texts)) > 2000
    for kind in ("゛", "\u3099", "ﾞ", "々", "ゝ", "ヴ", "ー", "・", "-", "Ⅻ", "龍", "十", "ッ", "Ｉ", "ō"):
        assert any(kind in t for t in texts), kind


def test_python_maps_every_text_as_the_table_says() -> None:
    wrong = [(t, o, e, got) for t, o, e in ROWS if (got := json.loads(json.dumps(outcome(t, o)))) != e]
    assert wrong == []


def test_the_browsers_code_maps_every_text_as_the_table_says(tmp_path: Path, node: str) -> None:
    place, files = browser_files([])
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    asked = "".join(json.dumps({"text": t, "other": o}) + "\n" for t, o, _ in ROWS)
    done = subprocess.run([node, str(HOST), str(tmp_path), place], input=asked, capture_output=True, text=True,
                          encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    got: list[Any] = [json.loads(line) for line in done.stdout.split("\n") if line]
    wrong = [(t, o, e, g) for (t, o, e), g in zip(ROWS, got, strict=True) if g != e]
    assert wrong == []


def test_an_empty_text_folds_to_nothing_everywhere() -> None:
    assert outcome("", "")[1] == ""


@pytest.fixture
def node() -> str:
    """node, or the one that Playwright brings along."""
    import shutil

    found = shutil.which("node")
    if found is None:
        driver = pytest.importorskip("playwright._impl._driver", reason="neither node nor Playwright is here")
        found = str(driver.compute_driver_executable()[0])
    return found
