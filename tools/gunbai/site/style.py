"""One style sheet for the site: the theme's and our own, joined, without what no page and no script names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

__all__ = ["joined", "one_line", "slimmed", "words_of"]

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(r"[A-Za-z_][\w-]*")
_STRING = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
_NAME = re.compile(r"[.#](-?[A-Za-z_](?:[\w-]|\\.)*)")
_COLOUR = re.compile(r"""\[data-md-color-([\w-]+)=["']?([\w-]+)["']?\]""")
"""A colour scheme, primary or accent colour that a selector asks for."""
_INSIDE = ("@media", "@supports", "@layer", "@container")
"""Blocks of rules."""


def joined(sheets: Iterable[str]) -> str:
    """The sheets in order, as one."""
    return "\n".join(re.sub(r"/\*# sourceMappingURL=.*?\*/", "", sheet).strip() for sheet in sheets) + "\n"


def words_of(text: str) -> set[str]:
    """Every word of a page or a script that could be the name of a class or an id."""
    return set(_TOKEN.findall(text))


def slimmed(css: str, words: set[str], colours: set[str]) -> str:
    """``css`` without comments and without what no page can need.

    Selectors go that need a class or an id not among ``words``, or a colour of the theme (``primary=red``) not among
    ``colours``; then custom properties that nothing reads.
    """
    kept = "".join(_rules(_COMMENT.sub("", css), words, colours))
    while True:
        read = set(re.findall(r"var\(\s*(--[\w-]+)", kept))
        slimmer = "".join(_read(kept, read))
        if slimmer == kept:
            return kept
        kept = slimmer


def one_line(css: str) -> str:
    """``css`` without comments, on one line, to stand in a <style>. ValueError where it would end that element."""
    line = re.sub(r"\s*\n\s*", " ", css).replace("} ", "}").strip()
    if "</style" in line.lower():
        raise ValueError("the style sheet holds the end of a <style> element")
    return line


def _read(css: str, read: set[str]) -> Iterator[str]:
    """``css`` without the custom properties that are not among ``read``."""
    for head, body in _blocks(css):
        if body is None:
            yield f"{head};"
        elif head.startswith(_INSIDE):
            yield f"{head}{{{''.join(_read(body, read))}}}"
        elif "{" in _STRING.sub("", body) or head.startswith("@"):
            yield f"{head}{{{body}}}\n"
        elif kept := [d for d in map(str.strip, _split(body, ";"))
                      if d and not (d.startswith("--") and d.partition(":")[0].strip() not in read)]:
            yield f"{head}{{{';'.join(kept)}}}\n"


def _rules(css: str, words: set[str], colours: set[str]) -> Iterator[str]:
    for head, body in _blocks(css):
        if body is None:
            yield f"{head};"
        elif head.startswith(_INSIDE):
            if inner := "".join(_rules(body, words, colours)):
                yield f"{head}{{{inner}}}"
        elif head.startswith("@"):
            yield f"{head}{{{body.strip()}}}"
        elif kept := [s for s in map(str.strip, _split(head, ",")) if _wanted(s, words, colours)]:
            yield f"{','.join(kept)}{{{_small(body)}}}\n"


def _wanted(selector: str, words: set[str], colours: set[str]) -> bool:
    """Whether an element may match: all its names are known. What stands in :is(), :where() or :not() is not asked."""
    if any(f"{name}={value}" not in colours for name, value in _COLOUR.findall(selector)):
        return False
    bare, depth = [], 0
    for char in _STRING.sub("", selector):
        depth += char == "("
        if not depth:
            bare.append(char)
        depth -= char == ")"
    return all(re.sub(r"\\(.)", r"\1", name) in words or "\\" in name for name in _NAME.findall("".join(bare)))


def _blocks(css: str) -> Iterator[tuple[str, str | None]]:
    """What stands at the outermost level: a head with its block, or a statement (``@charset``) with None."""
    start = at = depth = 0
    head = ""
    while at < len(css):
        char = css[at]
        if char in "\"'":
            found = _STRING.match(css, at)
            at = found.end() if found else len(css)
            continue
        if char == "\\":
            at += 2
            continue
        if char == "{":
            if not depth:
                head, start = css[start:at].strip(), at + 1
            depth += 1
        elif char == "}":
            depth -= 1
            if not depth:
                yield head, css[start:at]
                start = at + 1
        elif char == ";" and not depth:
            yield css[start:at].strip(), None
            start = at + 1
        at += 1


def _split(head: str, at_char: str) -> Iterator[str]:
    """The parts of a list of selectors or declarations; what stands in brackets and strings does not part them."""
    start = at = depth = 0
    while at < len(head):
        if head[at] in "\"'" and (found := _STRING.match(head, at)):
            at = found.end()
            continue
        if head[at] == "\\":
            at += 2
            continue
        depth += (head[at] in "([") - (head[at] in ")]")
        if head[at] == at_char and not depth:
            yield head[start:at]
            start = at + 1
        at += 1
    yield head[start:]


def _small(body: str) -> str:
    return " ".join(body.split()) if "\n" in body else body.strip()
