"""Source documents cut into clauses (条項): one sentence, list item or table row, addressed by heading and number.

In: the text of a document and the ``Style`` in which it is laid out. Out: clauses in the order of the document. Nothing
of the text is lost: what is not white space stands in a heading or in a clause.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from gunbai.corpus.sketch import sketch_of

__all__ = ["PREAMBLE", "Clause", "Heading", "Style", "outline", "split", "style_of"]

PREAMBLE = "冒頭"
"""How the part before the first heading is shown in an address."""

_BRACKETS = dict(zip("「『（［〈《≪【｛〔", "」』）］〉》≫】｝〕", strict=True))
_HALF = str.maketrans("()[]{}", "（）［］｛｝")
_ENDS = "。！？｡"
_LONGEST = 100
"""Lines that at most belong together, so that a file which is no document is cut in time that grows with its size."""

_LAST = f"{_ENDS})）]］"
_UPDATED = re.compile(r"\s*[（(](?P<date>[0-9０-９/／.．年月日 -]+?)\s*(?:更新|改訂)[）)]\s*$")
_NAMED = re.compile(r"h\d*")
_LINES = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Style:
    """How a document is laid out. All patterns are matched from the beginning of a line.

    ``headings``: one pattern a level, outermost first, matched with indentation; group ``h`` (or ``h2``, ``h3``… of its
    alternatives) is the heading's text. What the line holds after the match is the heading's first clause.
    ``items``: what begins a list item. ``rows``: lines which are a clause on their own. ``joined``: a line goes on in
    the next one until a sentence ends, an item, a row or a heading begins or (where ``blanks``) a blank line follows.
    """

    headings: tuple[str, ...] = ()
    items: str = ""
    rows: str = ""
    joined: bool = False
    blanks: bool = True


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: ``path`` as addresses have it, ``text`` as it stands, the level from 0, the date if it has one."""

    path: str
    text: str
    level: int
    line: int
    updated: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause. ``number`` counts from 1 within ``heading``; ``line`` is where it begins in the document."""

    heading: str
    number: int
    text: str
    line: int

    @property
    def address(self) -> str:
        """How the clause is cited: ``heading#number``."""
        return f"{self.heading or PREAMBLE}#{self.number}"

    @property
    def digest(self) -> str:
        """What stays the same when only width or white space changes."""
        folded = "".join(unicodedata.normalize("NFKC", self.text).split())
        return hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def sketch(self) -> str:
        """By which it is found again when its words have changed a little (``corpus.sketch``)."""
        return sketch_of(self.text)


def style_of(data: Mapping[str, Any]) -> Style:
    """The style that a mapping from game.yaml describes; raises ValueError that says what is wrong with it."""
    known = {f.name for f in fields(Style)}
    for key in data:
        if key not in known:
            raise ValueError(f"expected one of {', '.join(sorted(known))}; found {key}")
    headings = data.get("headings", [])
    if not isinstance(headings, list | tuple) or not all(isinstance(h, str) for h in headings):
        raise ValueError(f"headings: expected a list of patterns; found {headings!r}")
    for key, kind in (("items", str), ("rows", str), ("joined", bool), ("blanks", bool)):
        if key in data and type(data[key]) is not kind:
            raise ValueError(f"{key}: expected {'a pattern' if kind is str else 'true or false'}; found {data[key]!r}")
    style = Style(**{**data, "headings": tuple(headings)})
    for pattern in style.headings:
        if not any(_NAMED.fullmatch(name) for name in _compiled(pattern).groupindex):
            raise ValueError(f"headings: expected a group (?P<h>…) in each pattern; found {pattern}")
    _compiled(style.items)
    _compiled(style.rows)
    return style


def split(text: str, style: Style) -> tuple[Clause, ...]:
    """The clauses of a document, in its order."""
    return tuple(part for part in outline(text, style) if isinstance(part, Clause))


def outline(text: str, style: Style) -> tuple[Heading | Clause, ...]:
    """The headings and clauses of a document, in its order."""
    return tuple(_Splitter(style).parts(text))


class _Splitter:
    """The walk over the lines of one document."""

    def __init__(self, style: Style) -> None:
        self.headings = [_compiled(pattern) for pattern in style.headings]
        self.items = _compiled(style.items) if style.items else None
        self.rows = _compiled(style.rows) if style.rows else None
        self.style = style
        self.open: list[tuple[int, int, str]] = []  # level, indentation and text of the headings above this line
        self.block: list[tuple[int, str]] = []  # the lines that belong together
        self.bare: Heading | None = None  # the last heading, while nothing stands under it
        self.numbers: Counter[str] = Counter()

    def parts(self, text: str) -> Iterator[Heading | Clause]:
        """Every heading and clause of the document."""
        for number, raw in enumerate(_LINES.split(text.removeprefix("\ufeff")), start=1):
            line = raw.rstrip()
            words = line.lstrip()
            if not words:
                if self.style.blanks:
                    yield from self.flush()
            elif found := self.heading(line, number):
                yield from self.flush()
                yield from self.enter(*found)
            else:
                yield from self.add(words, len(line) - len(words), number)
        yield from self.flush()
        yield from self.leave()

    def enter(self, heading: Heading, indent: int, rest: str) -> Iterator[Heading | Clause]:
        """Go below a heading; ``rest`` is what its line holds after it."""
        if self.bare and self.bare.level >= heading.level:
            yield from self.leave()
        elif self.bare:
            yield self.bare
        self.open = [o for o in self.open if o[0] < heading.level] + [(heading.level, indent, heading.path)]
        self.bare = replace(heading, path=self.path)
        if rest:
            self.block.append((heading.line, rest))

    def leave(self) -> Iterator[Clause]:
        """A heading under which nothing stands is a clause of its own: its words may be all that the rule has."""
        if self.bare:
            self.numbers[self.bare.path] += 1
            yield Clause(self.bare.path, self.numbers[self.bare.path], self.bare.text, self.bare.line)
        self.bare = None

    def add(self, words: str, indent: int, number: int) -> Iterator[Heading | Clause]:
        """Take up a line that is no heading. One that is indented less than the heading above it ends that heading."""
        row = self.rows is not None and self.rows.match(words) is not None
        item = self.items is not None and self.items.match(words) is not None
        outside = any(indent < o[1] for o in self.open)
        if row or item or outside or not self.style.joined or self.ended():
            yield from self.flush()
        if outside:
            yield from self.leave()
            self.open = [o for o in self.open if indent >= o[1]]
        self.block.append((number, words))
        if row:
            yield from self.flush()

    @property
    def path(self) -> str:
        """The headings above this line, as an address has them."""
        return "/".join(o[2] for o in self.open)

    def heading(self, line: str, number: int) -> tuple[Heading, int, str] | None:
        """The heading on a line, its indentation, and what the line holds after it."""
        for level, pattern in enumerate(self.headings):
            match = pattern.match(line)
            words = _named(match) if match else ""
            if match is None or not words:
                continue
            rest = line[match.end() :]
            dated = _UPDATED.match(rest)
            text = line if dated else line[: match.end()]
            updated = dated["date"].strip() if dated else ""
            indent = len(line) - len(line.lstrip())
            return Heading(words, text.strip(), level, number, updated), indent, "" if dated else rest.strip()
        return None

    def ended(self) -> bool:
        """Whether the block so far is complete, so that the next line begins anew."""
        if not self.block or len(self.block) >= _LONGEST:
            return True
        if self.block[-1][1][-1] not in _LAST:
            return False
        return _sentences("".join(words for _, words in self.block))[-1][2]

    def flush(self) -> Iterator[Heading | Clause]:
        """The clauses of the block, which is then empty; before the first one, the heading above it."""
        if self.block and self.bare:
            yield self.bare
            self.bare = None
        parts: list[str] = []
        starts: list[int] = []
        length = 0
        for _, words in self.block:
            last = parts[-1][-1] if parts else ""
            if last.isascii() and last.isalnum() and words[0].isascii() and words[0].isalnum():
                words = f" {words}"
            parts.append(words)
            starts.append(length)
            length += len(words)
        whole = "".join(parts)
        path, block, self.block = self.path, self.block, []
        for begin, end, _ in _sentences(whole):
            self.numbers[path or PREAMBLE] += 1
            line = block[bisect_right(starts, begin) - 1][0]
            yield Clause(path, self.numbers[path or PREAMBLE], whole[begin:end].strip(), line)


def _sentences(text: str) -> list[tuple[int, int, bool]]:
    """Begin and end of each sentence, and whether it is complete; brackets without a partner count as plain text."""
    partner = _partners(text)
    found: list[tuple[int, int, bool]] = []
    begin = at = 0
    while at < len(text):
        if text[at].isspace() and at == begin:
            begin = at = at + 1
        elif at in partner:
            whole = at == begin and text[at] in "(（[［"
            at = partner[at] + 1
            if whole and at == len(text):  # a remark in brackets that fills the rest of the line
                found.append((begin, at, True))
                begin = at
        elif text[at] in _ENDS:
            while at < len(text) and text[at] in _ENDS:
                at += 1
            found.append((begin, at, True))
            begin = at
        else:
            at += 1
    if text[begin:].strip():
        found.append((begin, len(text), False))
    return found


def _partners(text: str) -> dict[int, int]:
    """Where each opening bracket that is closed is closed; widths may be mixed."""
    waiting: list[tuple[int, str]] = []
    expected: Counter[str] = Counter()
    partner: dict[int, int] = {}
    for at, char in enumerate(text.translate(_HALF)):
        if char in _BRACKETS:
            waiting.append((at, _BRACKETS[char]))
            expected[_BRACKETS[char]] += 1
        elif expected[char]:
            while waiting[-1][1] != char:
                expected[waiting.pop()[1]] -= 1
            partner[waiting.pop()[0]] = at
            expected[char] -= 1
    return partner


def _named(match: re.Match[str]) -> str:
    """The heading's text: what the first of the groups h, h2, h3… holds."""
    found = (" ".join(words.split()) for name, words in match.groupdict().items() if words and _NAMED.fullmatch(name))
    return next((words for words in found if words), "")


def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern ready for use; raises ValueError for a broken one."""
    try:
        return re.compile(pattern)
    except re.error as error:
        raise ValueError(f"expected a regular expression; found {pattern} ({error})") from None
