"""Source documents, how rulings cite them, and the badge that follows from certainty and authority."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gunbai.engine.kernel import Certainty

__all__ = ["AUTHORITIES", "Authority", "Badge", "Citation", "Document", "NotARule", "badge_of"]

Authority = Literal["publisher", "author", "judge", "player"]
Badge = Literal["公式", "作者", "有志", "推定", "裁定待ち"]

AUTHORITIES: tuple[Authority, ...] = ("publisher", "author", "judge", "player")
"""From the highest to the lowest."""

_BADGES: Mapping[Authority, Badge] = {"publisher": "公式", "author": "作者", "judge": "有志", "player": "有志"}


@dataclass(frozen=True, slots=True)
class Document:
    """A source: ``audited`` ones are split into clauses and locked, the others are cited by address."""

    id: str
    """The short name under which rulings cite it."""
    title: str
    """Its title as a reader knows it."""
    authority: Authority
    """出典の格: publisher 公式, author 作者, judge or player 有志. The lowest among the sources makes the badge."""
    address: str = ""
    """Where it can be read."""
    updated: str = ""
    """The date it bears, like "2010-05-25"."""
    since: str = ""
    """From when it was in force."""
    until: str = ""
    """Until when it was in force."""
    audited: bool = False
    """Whether it is split into clauses and every clause must be cited or listed under `not_a_rule:`."""
    note: str = ""
    """What a reader should know of it."""
    style: Mapping[str, Any] = field(default_factory=dict)
    """How an audited document is laid out (see `gunbai.corpus.clauses.Style`)."""


@dataclass(frozen=True, slots=True)
class Citation:
    """One source of a ruling. ``background`` ones explain and do not count for the badge."""

    document: str
    """The id of a document of game.yaml."""
    at: str = ""
    """The clause: heading#number, or heading#3-5 for several."""
    updated: str = ""
    """Only where the heading itself is dated: its date."""
    background: bool = False
    """It only explains and does not count for the badge."""


@dataclass(frozen=True, slots=True)
class NotARule:
    """A clause that is no rule (a title, a greeting, a notice), with the reason."""

    document: str
    """The id of a document of game.yaml."""
    at: str
    """The clause: heading#number."""
    reason: str
    """Why it is no rule."""


def badge_of(certainty: Certainty, authorities: tuple[Authority, ...]) -> Badge:
    """What a reader sees: the certainty, and for a stated ruling the lowest authority among its sources."""
    if certainty == "open":
        return "裁定待ち"
    if certainty == "inferred":
        return "推定"
    return _BADGES[max(authorities, key=AUTHORITIES.index)] if authorities else "裁定待ち"
