"""裁定: what a ruling holds. Plain frozen dataclasses: pydantic checks them at the border (``corpus.reader``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gunbai.corpus.defect import NOWHERE, Place, nearest
from gunbai.corpus.source import Badge, Citation
from gunbai.engine.kernel import Certainty, Point, Reading

__all__ = ["Certainty", "Example", "Kind", "Ruling"]

Kind = Literal["decision", "parameter", "procedure", "note"]


@dataclass(frozen=True, slots=True)
class Example:
    """例: a titled piece of the example language. ``line`` is where its first statement stands in the file."""

    title: str
    """What the example shows, in a few words; once in a ruling."""
    run: str
    """The statements (`>>> …`) and what they print, after `run: |`."""
    line: int = 0


@dataclass(frozen=True)
class Ruling:
    """裁定: one decided point."""

    id: str
    """Prefix of the game, kebab-case; permanent and never reused."""
    kind: Kind
    """decision (computed), parameter (a number that the source leaves out), procedure (what people do), note."""
    title: str
    """A short title."""
    question: str
    """The question as a judge would ask it; empty where a corpus without an engine keeps statements."""
    answer: str
    """The answer in one or two sentences that can be read alone."""
    certainty: Certainty
    """確度: stated 明記, inferred 推定 (needs readings and a default), open 裁定待ち (needs readings, no default)."""
    asked: tuple[str, ...] = ()
    """Other ways in which people ask it, in everyday words: for the search only."""
    why: str = ""
    """The reasons, in Markdown."""
    source: tuple[Citation, ...] = ()
    """The clauses that it rests on."""
    cards: tuple[str, ...] = ()
    """Names of names.yaml that it touches."""
    groups: tuple[str, ...] = ()
    """Groups of names.yaml to which it applies."""
    wording: Mapping[str, str] = field(default_factory=dict)
    """A wording of its own for single cards: name to text."""
    topics: tuple[str, ...] = ()
    """Words under which it should be found."""
    faq: bool = False
    """Asked often: listed in よくある質問 under its moment."""
    moment: str = ""
    """The moment of the turn, one of game.yaml's `moments:`."""
    see: tuple[str, ...] = ()
    """Ids of other rulings."""
    since: str = ""
    """From when it is in force (a date, inclusive, or unknown)."""
    until: str = ""
    """Until when it was in force (a date, inclusive)."""
    replaces: str = ""
    """The id of its predecessor."""
    default: str = ""
    """The key of the reading that is taken where it is inferred."""
    readings: tuple[Reading, ...] = ()
    """解釈: the ways in which the point can be taken."""
    silence: tuple[str, ...] = ()
    """The numbers of the game's list that it answers."""
    silence_reason: str = ""
    """Why it answers more than three."""
    cites_reason: str = ""
    """Why it cites more than four clauses."""
    single: str = ""
    """Why a decision has no contrast (at most one in ten)."""
    examples: tuple[Example, ...] = ()
    """例: what runs and proves it."""
    # filled in by the reader
    game: str = ""
    topic: str = ""
    place: Place = NOWHERE
    lines: Mapping[str, int] = field(default_factory=dict)
    badge: Badge = "裁定待ち"
    updated: str = ""

    @property
    def point(self) -> Point:
        """What the engine's kernel needs to know of this ruling."""
        return Point(
            self.id, self.certainty, self.readings, self.default or None,
            None if self.since in ("", "unknown") else self.since, self.until or None,
        )

    def at(self, *keys: str | int) -> Place:
        """Where a key stands (``see``) or an entry under it (``see``, 0); the ruling's own place where it has none."""
        return nearest(self.place, self.lines, keys)
