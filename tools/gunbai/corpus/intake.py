"""A source document as text: from a text file, an HTML page or a PDF. In: a path. Out: its text, an empty line between
paragraphs of HTML.

Nothing of a page is run: scripts, styles and comments are left out. A PDF knows no paragraphs, only lines on paper: a
line that fills its column and ends no sentence is joined with the next. What cannot be read is ``Unreadable``.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

__all__ = ["MAX_BYTES", "Unreadable", "text_of"]

MAX_BYTES = 5_000_000
MAX_PAGES = 2_000
MAX_CHARACTERS = 10_000_000
MAX_NESTING = 150

_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
                   re.IGNORECASE | re.DOTALL)
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE)
_NESTING = re.compile(r"<(/?)(div|span|font|b|i|em|strong|table|ul|ol|dl|section|article|blockquote|center)\b",
                      re.IGNORECASE)
"""Tags that must be closed, and so may lie deep in each other."""
_ENCODINGS: dict[str, str] = {
    **dict.fromkeys(("utf-8", "utf8", "unicode-1-1-utf-8"), "utf-8-sig"),
    **dict.fromkeys(("utf-16", "utf-16le", "utf-16be"), "utf-8-sig"),  # a page that can name it in ASCII is in UTF-8
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "ms932", "windows-31j", "cp932"), "cp932"),
    **dict.fromkeys(("euc-jp", "x-euc-jp", "euc_jp"), "euc_jp"),
    **dict.fromkeys(("iso-2022-jp", "csiso2022jp"), "iso2022_jp"),
    **dict.fromkeys(("iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1", "ascii", "us-ascii", "x-cp1252"), "cp1252"),
    **{name: f"cp{number}" for number in range(1250, 1259) for name in (f"windows-{number}", f"cp{number}")},
}
"""The encodings that a page may name, as browsers understand the names, and what Python calls them."""
_HTML_NAMES = (".html", ".htm", ".xhtml")
_UNSEEN = ("title", "script", "style", "template", "noscript", "svg", "object", "iframe")
_BLOCKS = frozenset((
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody "
    "tfoot thead title tr ul"
).split())
"""What begins and ends a paragraph."""

_PARAGRAPH, _LINE = "\x1e", "\x1f"
"""Stand for the ends of paragraphs and lines while white space does not count."""
_CELL = "　"
"""Stands between the cells of a table's row."""
_SPACE = re.compile("[ \t\n\r\f]+")
"""What is one space in HTML. The wide space of Japanese is none of it."""

_ENDS = "。！？｡.!?」』）)】≫》"
_FULL = 0.9
"""A line of a PDF is full where it is so long as compared with the longest on its page."""


_LOOKS: dict[int, str | int] = {
    **{code: unicodedata.normalize("NFKC", chr(code)) for code in range(0x2F00, 0x2FD6)},
    **str.maketrans("⺟⺠⺩⻁⻄⻑⻘⻝⻤⻩⻭⻯⻲‧･∕〜\u2003", "母民王虎西長青食鬼黄歯竜亀・・／～\u3000"),
}
"""What PDFs have in the place of common characters: radicals that look alike; other dots, slashes, waves, spaces."""
_SPACED = re.compile("(?<=[^\x00-\x7f]) +| +(?=[^\x00-\x7f])")
"""Space beside Japanese, which PDFs put where the script changes."""


class Unreadable(Exception):
    """The document cannot be read; the message says what was expected and what was found."""


def text_of(path: Path) -> str:
    """The text of a document, at most MAX_BYTES large. Unreadable where it cannot be had."""
    try:
        with path.open("rb") as opened:
            raw = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"{path}: expected a readable file; found: {error.strerror or error}") from None
    if len(raw) > MAX_BYTES:
        raise Unreadable(f"{path}: expected a file of at most {MAX_BYTES:,} bytes; found a larger one")
    if raw.lstrip()[:5] == b"%PDF-":
        return _pdf(path)
    if path.suffix.lower() == ".pdf":
        raise Unreadable(f"{path}: expected a PDF; found a file that does not begin with %PDF-")
    if path.suffix.lower() in _HTML_NAMES or _HTML.match(raw[:4096]):
        return _html(path, raw)
    return _plain(path, raw)


def _plain(path: Path, raw: bytes) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Unreadable(f"{path}:{line}: expected UTF-8 text; found the byte 0x{raw[error.start]:02x}\n"
                         "    hint: save the file as UTF-8 (it may be Shift_JIS: `iconv -f CP932 -t UTF-8`)") from None
    if "\0" in text:
        raise Unreadable(f"{path}: expected plain text, HTML or a PDF; found a binary file")
    return text


def _html(path: Path, raw: bytes) -> str:
    """The text that a reader of the page sees. Its encoding is the one it names, else the one that fits."""
    from selectolax.lexbor import LexborHTMLParser

    text = _decoded(raw)
    if text is None:
        raise Unreadable(f"{path}: expected an HTML page; found bytes in no encoding that is known")
    deepest = _deepest(text)
    if deepest > MAX_NESTING:  # the time that a parser needs grows with the square of it
        raise Unreadable(f"{path}: expected tags at most {MAX_NESTING:,} deep; found them {deepest:,} deep")
    parts = "".join(_seen(LexborHTMLParser(text.translate({ord(_PARAGRAPH): None, ord(_LINE): None})).root))
    paragraphs = ("\n".join(_SPACE.sub(" ", line).strip(f" {_CELL}" if _CELL in line else " ")
                            for line in paragraph.split(_LINE)) for paragraph in parts.split(_PARAGRAPH))
    return "\n\n".join(p for p in paragraphs if p.strip()) + "\n"


def _deepest(text: str) -> int:
    """How deep tags lie in each other at most. A tag that closes what is not open closes nothing."""
    opened: dict[str, int] = {}
    depth = deepest = 0
    for closing, tag in _NESTING.findall(text):
        name = tag.lower()
        if not closing:
            opened[name] = opened.get(name, 0) + 1
            depth += 1
            deepest = max(deepest, depth)
        elif opened.get(name):
            opened[name] -= 1
            depth -= 1
    return deepest


def _decoded(raw: bytes) -> str | None:
    """A page's text in the encoding that its first bytes mark or that it names, else in the first usual one that fits.

    A name that no browser knows counts as none: what Python calls a codec need not be one of text.
    """
    marked = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
    named = _CHARSET.search(raw[:4096])
    said = _ENCODINGS.get(named[1].decode("ascii").lower(), "") if named else ""
    for encoding in filter(None, (marked, said, "utf-8-sig", "cp932", "euc_jp")):
        try:
            return raw.decode(encoding)
        except UnicodeError:
            continue
    return None


def _seen(root: LexborNode | None) -> Iterator[str]:
    """What a reader sees, in one walk, with marks where paragraphs, lines and cells end."""
    waiting: list[tuple[LexborNode | str, bool]] = [(root, False)] if root is not None else []
    while waiting:
        node, kept = waiting.pop()
        if isinstance(node, str):
            yield node
            continue
        tag = node.tag or ""
        if tag == "-text":
            words = node.text_content or ""
            yield words.replace("\n", _LINE) if kept else words
        elif tag == "br":
            yield _LINE
        elif tag not in _UNSEEN and not tag.startswith(("-", "!")):
            if tag in _BLOCKS:
                yield _PARAGRAPH
            waiting.append((_PARAGRAPH if tag in _BLOCKS else _CELL if tag in ("td", "th") else "", kept))
            children = list(node.iter(include_text=True))
            waiting.extend((child, kept or tag == "pre") for child in reversed(children))


def _pdf(path: Path) -> str:
    """The text of all pages, lines joined where a line was full."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it warns of what we report ourselves
    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise Unreadable(f"{path}: expected a PDF that can be opened; found one with a password")
        if len(reader.pages) > MAX_PAGES:
            raise Unreadable(f"{path}: expected at most {MAX_PAGES:,} pages; found {len(reader.pages):,}")
        lines = [line for page in reader.pages for line in _joined(page.extract_text().split("\n"))]
    except Unreadable:
        raise
    except (PyPdfError, OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError,
            NotImplementedError, ArithmeticError) as error:  # what pypdf raises on files that are none
        raise Unreadable(f"{path}: expected a PDF; found one that cannot be read ({error})") from None
    text = "\n".join(lines)
    if len(text) > MAX_CHARACTERS:
        raise Unreadable(f"{path}: expected at most {MAX_CHARACTERS:,} characters; found {len(text):,}")
    if not text.strip():
        raise Unreadable(f"{path}: expected a PDF with text; found none (pages that are pictures must be read first)")
    return f"{text}\n"


def _joined(lines: list[str]) -> Iterator[str]:
    """The lines of a page as paragraphs."""
    lines = [tidy for line in lines if (tidy := _SPACED.sub("", line.translate(_LOOKS)).strip())]
    longest = max(map(_width, lines), default=0)
    held = ""
    for line in lines:
        held += line
        if _width(line) < _FULL * longest or line.endswith(tuple(_ENDS)):
            yield held
            held = ""
    if held:
        yield held


def _width(line: str) -> int:
    """How wide a line is on paper, in half characters."""
    return sum(2 if unicodedata.east_asian_width(c) in "WFA" else 1 for c in line)
