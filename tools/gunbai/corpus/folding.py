"""Line ends inside Japanese text: a file may break a paragraph anywhere, and no space may come of it."""

from __future__ import annotations

import re

__all__ = ["unbroken", "unfolded"]

_JAPANESE = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60々"
_BREAK = re.compile(f"(?<=[{_JAPANESE}])[ \t]*\n[ \t]*(?=[{_JAPANESE}])")
_FOLD = re.compile(f"(?<=[{_JAPANESE}])(?<![？！?!]) (?=[{_JAPANESE}])")


def unbroken(text: str) -> str:
    """``text`` with single line ends between two Japanese characters gone; paragraphs and all other lines stay."""
    return _BREAK.sub("", text)


def unfolded(text: str) -> str:
    """What YAML made of a text of several lines, without the spaces that stand for line ends between Japanese ones.

    A space after ？ or ！ belongs there.
    """
    return _FOLD.sub("", text)
