"""The names of a game, as names.yaml holds them: how they are said, what else they are called, which count as one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gunbai.corpus.defect import NOWHERE, Place
from gunbai.corpus.source import Citation

__all__ = ["NAME_KIND", "Name", "NameGroup"]

NAME_KIND: Mapping[str, str] = {
    "card": "カード", "character": "キャラクター", "unit": "ユニット", "term": "用語", "effect": "特殊効果",
    "weapon": "武器", "faction": "勢力", "game": "ゲーム",
}
"""What a reader sees for the kind of a name."""


@dataclass(frozen=True, slots=True)
class Name:
    """A row of names.yaml: a name with its yomi (よみ), aliases, nicknames and kind (card, character, unit, term…)."""

    name: str
    """The name as printed."""
    yomi: tuple[str, ...]
    """よみ: how it is said, in hiragana; several where people say several."""
    kind: str = "card"
    """card, character, unit, term, effect …"""
    aliases: tuple[str, ...] = ()
    """Other names of the same, known to the engine."""
    nicknames: tuple[str, ...] = ()
    """What people call it; for the search only."""
    number: str = ""
    """The card's number (型番)."""
    faction: str = ""
    """The faction."""
    text: str = ""
    """What the card says or the term means, in our own words."""
    everyday: bool = False
    """A word of everyday language too: not made a link wherever a text holds it."""
    source: tuple[Citation, ...] = ()
    """The clauses on which the text rests."""
    slug: str = ""
    """The last part of its page's address: small letters, digits and hyphens; permanent and never reused."""
    sample: bool = False
    """見本: made up, given by no source."""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class NameGroup:
    """A group of cards to which a ruling may apply, or (``same``) of names that count as one."""

    id: str
    """The short name of the group."""
    title: str
    """Its title."""
    members: tuple[str, ...]
    """Names of names.yaml."""
    same: bool = False
    """Whether its members count as one name."""
    source: tuple[Citation, ...] = ()
    """The clauses that say so."""
    symbols: Mapping[str, str] = field(default_factory=dict)
    """What stands before a ruling's text for a single member, like "[DOM]": member to symbols."""
    place: Place = NOWHERE
