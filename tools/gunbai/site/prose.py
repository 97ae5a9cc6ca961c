"""Text of the corpus as HTML that can do no harm, whoever wrote it.

Three ways out, one for each place where a text can stand: Jinja2's autoescape inside HTML blocks, :func:`prose` for the
Markdown of ``why``, :func:`heading` for Markdown headings, page titles and descriptions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from gunbai.corpus.folding import unbroken
from gunbai.site.typeset import phrases

__all__ = ["address", "heading", "prose", "title"]

Weave = Callable[[str], Markup]
"""Makes HTML of a text, escaped."""
Resolve = Callable[[str], str]
"""What a link of the corpus points to: an address for the page, or an empty string where it is none."""

_WIDE = str.maketrans({"<": "＜", ">": "＞", "&": "＆", '"': "＂", "'": "＇", "`": "｀", "\\": "＼",
                       "\n": " ", "\r": " "})
_NOT_IN_ADDRESS = re.compile(r"""[\s<>"'\\`{}]""")
_READ_BY_MARKDOWN = re.compile(r"[*_`\[\]#>\\<&!\-~|+=\t]|^\s*\d+[.)]|^ |  $", re.MULTILINE)
_BREAK = "<wbr>"
_MARKED = re.compile(r"[*_\[\]{}()#!:~^=|+$@]")


def title(text: str) -> str:
    """A text for places where the theme unescapes or never escapes: the six dangerous characters become wide ones."""
    return " ".join(unbroken(text).translate(_WIDE).split())


def heading(text: str) -> Markup:
    """A text for a Markdown heading, with breaks: no character is Markdown, an attribute list or HTML."""
    parts = phrases(title(text)).split(_BREAK)
    return Markup(_BREAK.join(_MARKED.sub(lambda m: f"&#{ord(m.group())};", part) for part in parts))  # noqa: S704


def address(link: str) -> str:
    """``link`` if it is a web address, else an empty string: whatever else it may hold is shown as text."""
    try:
        parts = urlsplit(link)
    except ValueError:
        return ""
    return link if parts.scheme in ("http", "https") and parts.netloc and not _NOT_IN_ADDRESS.search(link) else ""


def prose(text: str, resolve: Resolve, weave: Weave = escape) -> Markup:
    """Markdown of the corpus as HTML: no HTML in it, no pictures, links to the web or to what ``resolve`` knows.

    ``weave`` makes the HTML of text that stands neither in a link nor in code: there names become links.
    """
    text = unbroken(text)
    if not _marks(text):  # most texts are one plain paragraph
        return Markup("<p>{}</p>").format(weave(text.strip()))
    reader = _reader()
    tokens = reader.parse(text)
    for token in tokens:
        hidden, linked = False, False
        for child in token.children or ():
            if child.type == "link_open":
                target = str(child.attrs.get("href", ""))
                web = address(target)
                found = web or resolve(target)
                hidden = not found
                child.attrs = {"href": found, "rel": "noopener noreferrer"} if web else {"href": found}
            if hidden and child.type in ("link_open", "link_close"):
                hidden = child.type == "link_open"
                child.type, child.tag, child.nesting, child.content = "text", "", 0, ""
            elif child.type in ("link_open", "link_close"):
                linked = child.type == "link_open"
            elif child.type == "text" and child.content and not linked:
                child.type, child.content = "html_inline", weave(child.content)
    return Markup(reader.renderer.render(tokens, reader.options, {}))  # noqa: S704 - html is off


def _marks(text: str) -> bool:
    """Whether Markdown would read anything in ``text``; said too often rather than too rarely."""
    return "\n\n" in text.strip() or _READ_BY_MARKDOWN.search(text) is not None


@cache
def _reader() -> MarkdownIt:
    """CommonMark without HTML and pictures; which links are allowed is decided in :func:`prose`."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "html_block", "html_inline"])
