"""Python and the browser's code fold, cut and compare alike: both map the frozen table as it says."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

from gunbai.search.shards import browser_files

_SPEC = importlib.util.spec_from_file_location("vectors", Path(__file__).with_name("vectors.py"))
assert _SPEC and _SPEC.loader
vectors = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(vectors)
outcome, rows = vectors.outcome, vectors.rows

ROWS = list(rows())


def test_the_table_is_large_and_knows_every_kind_of_text() -> None:
    texts = [t for t, _, _ in ROWS]
    assert len(set(texts)) > 2000
    for kind in ("゛", "\u3099", "ﾞ", "々", "ゝ", "ヴ", "ー", "・", "-", "Ⅻ", "龍", "十", "ッ", "Ｉ", "ō"):
        assert any(kind in t for t in texts), kind


def test_python_maps_every_text_as_the_table_says() -> None:
    wrong = [(t, o, e, got) for t, o, e in ROWS if (got := json.loads(json.dumps(outcome(t, o)))) != e]
    assert wrong == []


def test_the_browsers_code_maps_every_text_as_the_table_says(tmp_path: Path, ask: Any) -> None:
    got = ask(tmp_path, *browser_files([]), [{"text": t, "other": o} for t, o, _ in ROWS])
    wrong = [(t, o, e, g) for (t, o, e), g in zip(ROWS, got, strict=True) if g != e]
    assert wrong == []


def test_an_empty_text_folds_to_nothing_everywhere() -> None:
    assert outcome("", "")[1] == ""
