"""Statements from a stream: doctest text or bare statements, read piece by piece, never more than a line at a time."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from gunbai.examples.language import MAX_STATEMENT, MORE, PROMPT

__all__ = ["Typed", "Unreadable", "is_open", "read_typed"]

MAX_LINE = 4 * MAX_STATEMENT
MAX_LINES = 100_000
MAX_TYPED = 10_000


@dataclass(frozen=True, slots=True)
class Typed:
    """One statement as it was typed, and the line on which it began."""

    line: int
    source: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that is no statement, with the reason; ``end`` where nothing after it is read."""

    line: int
    message: str
    end: bool = False


def read_typed(stream: BinaryIO) -> Iterator[Typed | Unreadable]:
    """The statements in ``stream``.

    Lines that begin with ``>>> `` (and ``... ``) are statements, and what stands between them is what they should
    print, which is passed over. As long as no ``>>> `` has come, every line is a statement. Endless input ends the
    reading: a line, the number of lines and the number of statements have a limit.
    """
    held: _Held | None = None
    prompted = False
    count = 0
    for number in range(1, MAX_LINES + 2):
        raw = stream.readline(MAX_LINE + 1)
        if len(raw) > MAX_LINE or number > MAX_LINES or count > MAX_TYPED:
            yield Unreadable(number, _too_much(len(raw) > MAX_LINE, number > MAX_LINES), end=True)
            return
        if not raw:
            break
        text = _decoded(raw, first=number == 1)
        if text is None:
            held = None
            yield Unreadable(number, "UTF-8 の文字ではない")
            continue
        kind, rest = _kind(text)
        if kind == "more" or (kind == "plain" and held is not None and not prompted):
            if held is None and kind == "more":
                if not prompted:
                    yield Unreadable(number, "「... 」の前に文が無い")
                continue
            assert held is not None
            held.add(f"\n{rest}")
        else:
            if held is not None:
                yield held.typed
                held, count = None, count + 1
            if kind == "prompt":
                prompted, held = True, _Held(number, rest)
            elif kind == "wrong":
                yield Unreadable(number, "「>>> 」は半角で、空白を1つ続けて書く")
            elif rest.strip() and not prompted:
                held = _Held(number, rest)
        if held is not None and (not held.brackets.open or held.length > MAX_STATEMENT):
            if held.typed.source.strip():
                yield held.typed
            held, count = None, count + 1
    if held is not None:
        yield held.typed


def is_open(source: str) -> bool:
    """Whether a bracket in ``source`` still waits for its partner, so that the statement goes on in the next line."""
    brackets = _Brackets()
    brackets.read(source)
    return brackets.open


class _Brackets:
    """Which brackets and quotes are open after a text that comes in pieces; each piece is looked at once."""

    def __init__(self) -> None:
        self.depth, self.quote = 0, ""

    @property
    def open(self) -> bool:
        """Whether a bracket waits for its partner."""
        return self.depth > 0

    def read(self, piece: str) -> None:
        """Take in the next piece."""
        for char in piece:
            if self.quote:
                self.quote = "" if char in (self.quote, "\n") else self.quote
            elif char in "\"'":
                self.quote = char
            else:
                self.depth += (char in "([") - (char in ")]")


class _Held:
    """A statement that may go on in the next line."""

    def __init__(self, line: int, piece: str) -> None:
        self.line, self.pieces, self.length, self.brackets = line, list[str](), 0, _Brackets()
        self.add(piece)

    def add(self, piece: str) -> None:
        """Go on with ``piece``."""
        self.pieces.append(piece)
        self.length += len(piece)
        self.brackets.read(piece)

    @property
    def typed(self) -> Typed:
        """What was typed so far."""
        return Typed(self.line, "".join(self.pieces))


def _kind(text: str) -> tuple[str, str]:
    """What a line is (prompt, more, wrong, plain), and its content."""
    stripped = text.lstrip(" \t")
    if stripped.startswith(PROMPT) or stripped.rstrip() == PROMPT.strip():
        return "prompt", stripped[len(PROMPT):]
    if stripped.startswith(MORE) or stripped.rstrip() == MORE.strip():
        return "more", stripped[len(MORE):]
    if unicodedata.normalize("NFKC", stripped[:20]).lstrip().startswith(PROMPT.strip()):
        return "wrong", stripped
    return "plain", text


def _decoded(raw: bytes, *, first: bool) -> str | None:
    try:
        return raw.decode("utf-8-sig" if first else "utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        return None


def _too_much(long_line: bool, many_lines: bool) -> str:
    if long_line:
        return f"行が{MAX_LINE}バイトを超える。ここで読むのをやめる"
    return f"{'行' if many_lines else '文'}が多すぎる。ここで読むのをやめる"
