"""What ``gunbai check`` found, for programs that show it: JSON, a Markdown summary, notes on a pull request's lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gunbai.corpus.defect import Defect

__all__ = ["annotation", "as_dict", "markdown"]

MAX_SHOWN = 100
"""How many defects a summary lists."""

_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+\-!|~&@])")


def as_dict(defect: Defect) -> dict[str, Any]:
    """A defect as JSON holds it."""
    return {"file": defect.place.file, "line": defect.place.line, "ruling": defect.ruling, "code": defect.code,
            "expected": defect.expected, "found": defect.found, "hint": defect.hint}


def annotation(defect: Defect, level: str = "error") -> str:
    """A line by which GitHub Actions puts the defect beside the line of the file that it is about."""
    title = f"{defect.ruling or defect.code}"
    text = f"expected {defect.expected}; found {defect.found}{f' (hint: {defect.hint})' if defect.hint else ''}"
    return (f"::{level} file={_value(defect.place.file)},line={max(defect.place.line, 1)},"
            f"title={_value(title)}::{_escaped(text)}")


def markdown(counts: Mapping[str, Mapping[str, Any]], errors: Sequence[Defect], warnings: Sequence[Defect]) -> str:
    """A summary that people read who do not program: what is wrong where, what to do, what the corpus holds."""
    wrong = f"直すところ / to be mended: {len(errors)}" if errors else "問題なし / nothing is wrong"
    lines = [f"## 軍配: {wrong}", ""]
    for defect in [*errors, *warnings][:MAX_SHOWN]:
        ruling = f" · {_plain(defect.ruling)}" if defect.ruling else ""
        lines += [f"- **{_plain(str(defect.place))}**{ruling}",
                  f"  - あるべき姿 / expected: {_plain(defect.expected)}",
                  f"  - いまの姿 / found: {_plain(defect.found)}"]
        if defect.hint:
            lines.append(f"  - ヒント / hint: {_plain(defect.hint)}")
    more = len(errors) + len(warnings) - MAX_SHOWN
    if more > 0:
        lines.append(f"- ほか / more: {more}")
    lines += ["", "| ゲーム / game | 裁定 / rulings | 例 / examples | 解釈 / readings |",
              "| --- | ---: | ---: | ---: |"]
    lines += [f"| {_plain(game)} | {n['rulings']} | {n['examples']} | {n['readings']} |" for game, n in counts.items()]
    return "\n".join((*lines, ""))


def _plain(text: str) -> str:
    """A text in which Markdown and HTML see no marks."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
