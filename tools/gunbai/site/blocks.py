"""A Python-Markdown extension that passes our own blocks of HTML through unread.

Jinja2 has made and escaped them; reading them again, tag by tag, would be a third of the time that a page takes.
Without the extension a page is the same, as the marks are comments.
"""

from __future__ import annotations

import re

from markdown import Extension, Markdown  # type: ignore[import-untyped]
from markdown.preprocessors import Preprocessor  # type: ignore[import-untyped]

__all__ = ["Blocks", "block"]

_BEGIN, _END = "<!--gunbai-->\n", "\n<!--/gunbai-->"
_BLOCK = re.compile(f"{_BEGIN}(.*?){_END}", re.DOTALL)
BEFORE_READING = 25
"""After Python-Markdown's own marks are taken out of the text (30), before it reads HTML (20)."""


def block(html: str) -> str:
    """``html`` as a block that is passed through. It holds no comment: all text in it is escaped."""
    html = html.strip()
    return f"{_BEGIN}{html}{_END}\n" if html else ""


class Blocks(Extension):  # type: ignore[misc]
    """See the module."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name is theirs
        """Register the preprocessor."""
        md.preprocessors.register(_Stash(md), "gunbai-blocks", BEFORE_READING)


class _Stash(Preprocessor):  # type: ignore[misc]
    """Puts every block where Python-Markdown keeps finished HTML."""

    def run(self, lines: list[str]) -> list[str]:
        """The lines with a mark in place of each block."""
        text = "\n".join(lines)
        if _BEGIN not in text:
            return lines
        store = self.md.htmlStash.store
        return _BLOCK.sub(lambda m: f"\n{store(m[1])}\n", text).split("\n")
