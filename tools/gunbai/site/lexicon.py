"""Which words of a text are names of the game, and what they mean: terms get a link with their definition.

In each text the first occurrence of a term counts, the longest term first. A term is a name of kind ``term`` with a
``text`` that is not an ``everyday`` word; any other name counts where it stands between 「 and 」. Where the texts are
not Japanese, common words are names too: there only the names that the ruling itself lists count, and symbols.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from markupsafe import Markup

from gunbai.corpus import urls
from gunbai.corpus.model import Game
from gunbai.corpus.names import Name
from gunbai.corpus.ruling import Ruling
from gunbai.site.typeset import Span, typeset

__all__ = ["Lexicon", "Weaver"]

_SCRIPTS = ("[ァ-ヺー・]", "[A-Za-z0-9Ａ-Ｚａ-ｚ０-９]", "[一-鿿々]")
"""A term that begins or ends in one of these is part of another word where its neighbour is of the same."""


@dataclass(frozen=True)
class Lexicon:
    """The names of one game that are linked in running text."""

    game: Game

    @cached_property
    def terms(self) -> dict[str, Name]:
        """By name and alias."""
        return {word: row for row in self.game.names for word in (row.name, *row.aliases)
                if row.kind == "term" and row.text and not row.everyday}

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Finds quoted names and terms; None where the game has neither."""
        quoted = sorted((n for n, row in self.game.by_name.items() if not row.everyday), key=len, reverse=True)
        parts = [f"「(?P<quoted>{'|'.join(map(re.escape, quoted))})」"] if quoted else []
        words = sorted(self.terms, key=len, reverse=True)
        if words:
            parts.append(f"(?P<term>{'|'.join(_bounded(w) for w in words)})")
        return re.compile("|".join(parts)) if parts else None

    def found(self, text: str) -> Iterator[tuple[int, int, Name]]:
        """Where ``text`` speaks of a name for the first time, in order."""
        seen = set()
        for match in self.pattern.finditer(text) if self.pattern else ():
            group = "term" if match.groupdict().get("term") else "quoted"
            row = self.game.by_name[match[group]]
            if row.name not in seen:
                seen.add(row.name)
                yield *match.span(group), row


@dataclass
class Weaver:
    """Sets the texts of one page, and remembers which definitions the page needs."""

    lexicon: Lexicon
    up: str
    own: str = ""
    """The name whose page this is: not linked to itself."""
    ruling: Ruling | None = None
    """The ruling whose page this is."""
    used: dict[str, Name] = field(default_factory=dict)

    def __call__(self, text: str) -> Markup:
        """``text`` with breaks between phrases and links on its names."""
        return typeset(text, list(self._spans(text)))

    def plain(self, text: str) -> Markup:
        """``text`` with links on its names, for paragraphs that break wherever a line is full."""
        out, at = Markup(), 0
        for begin, end, before, after in self._spans(text):
            out += Markup("{}{}{}{}").format(text[at:begin], before, text[begin:end], after)
            at = end
        return out + text[at:]

    @cached_property
    def _listed(self) -> dict[str, Name]:
        """The names that the ruling lists, by what texts may call them."""
        rows = [row for c in (self.ruling.cards if self.ruling else ()) if (row := self.lexicon.game.by_name.get(c))]
        return {word: row for row in reversed(rows) for word in (row.name, *row.aliases, *row.nicknames)}

    @cached_property
    def _marks(self) -> re.Pattern[str]:
        """Finds symbols in brackets, and the names that the ruling lists."""
        names = "|".join(_bounded(w) for w in sorted(self._listed, key=len, reverse=True))
        symbols = "|".join(map(re.escape, self.lexicon.game.symbols))
        return re.compile("|".join(filter(None, (rf"\[(?P<symbol>{symbols})\]" if symbols else "",
                                                 f"(?P<name>{names})" if names else ""))) or r"(?!)")

    def _marked(self, text: str) -> Iterator[Span]:
        seen = set()
        for found in self._marks.finditer(text):
            kind = found.lastgroup or ""
            if kind == "symbol":
                what = Markup('<abbr class="gb-symbol" title="{}">').format(self.lexicon.game.symbols[found[kind]])
                yield *found.span(), what, Markup("</abbr>")
            elif (row := self._listed[found[kind]]).name not in seen:
                seen.add(row.name)
                address = self.up + urls.name_url(self.lexicon.game.id, row)
                yield *found.span(), Markup('<a class="gb-name" href="{}">').format(address), Markup("</a>")

    def _spans(self, text: str) -> Iterator[Span]:
        if self.lexicon.game.lang != "ja":
            yield from self._marked(text)
            return
        for begin, end, name in self.lexicon.found(text):
            if name.name == self.own:
                continue
            address = self.up + urls.name_url(self.lexicon.game.id, name)
            if name.text:
                anchor = f"def-{urls.slug_of(name)}"
                self.used.setdefault(anchor, name)
                before = Markup('<a class="gb-term" href="{}" aria-describedby="{}">').format(address, anchor)
            else:
                before = Markup('<a class="gb-name" href="{}">').format(address)
            yield begin, end, before, Markup("</a>")


def _bounded(word: str) -> str:
    """A pattern for ``word`` where it is a word of its own."""
    before = next((f"(?<!{s})" for s in _SCRIPTS if re.match(s, word[0])), "")
    after = next((f"(?!{s})" for s in _SCRIPTS if re.match(s, word[-1])), "")
    return f"{before}{re.escape(word)}{after}"
