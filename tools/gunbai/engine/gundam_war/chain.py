"""The cut (カット) as state: the cards being played, what each may target, and what has become of them. No rules here.

A spot is what can be a target: a whole number is the place of a card on the cut (0 is the first one played), a text is
a card in play, by the name that the situation gives it. Cards are told apart by their spot, never by their name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from gunbai.engine.kernel import Malformed, Situation, table

__all__ = ["Cut", "Play", "Side", "Spot", "card_row", "label", "labels", "place_of", "spot_of", "spots_of", "target_of"]

Spot = int | str
Side = Literal["手番", "相手"]


@dataclass(frozen=True, slots=True)
class Play:
    """One card being played: the target named then, and what it could have targeted then (None: not known).

    ``side`` is who played it (None: not told), ``new`` the new target that a retargeting card names.
    """

    card: str
    target: Spot | None
    legal: tuple[Spot, ...] | None
    side: Side | None
    new: Spot | None = None


@dataclass(frozen=True, slots=True)
class Cut(Situation):
    """カット（プレイされたカードの連なり。最後のカードを指す）

    ``moved`` are the targets that were changed, ``gone`` the spots that have left, ``handled`` the cards whose turn to
    resolve has come, ``log`` what came of them. ``declines`` counts the passes in a row, ``last`` is who acted last
    (None: the sides are not told).
    """

    plays: tuple[Play, ...]
    last: Side | None
    moved: tuple[tuple[int, Spot], ...] = ()
    gone: frozenset[Spot] = frozenset()
    handled: frozenset[int] = frozenset()
    log: tuple[str, ...] = ()
    declines: int = 0

    def __str__(self) -> str:
        shown = []
        for place in range(len(self.plays)):
            target = target_of(self, place)
            shown.append(label(self, place) + ("" if target is None else f" → {label(self, target)}"))
        return "\n".join(shown)


def card_row(card: str) -> dict[str, Any]:
    """The row of tables/cards.yaml for a card; an empty one where nothing is known of it."""
    return next((row for row in table("cards") if row["key"] == card), {})


def place_of(card: Cut, cut: Cut) -> int:
    """The place on ``cut`` of the card that ``card`` ends with. Malformed where it is a card of another cut."""
    if card.plays != cut.plays[:len(card.plays)]:
        raise Malformed("そのカードは、このカットでプレイされたカードではない")
    return len(card.plays) - 1


def spot_of(thing: Cut | str, cut: Cut) -> Spot:
    """The spot on ``cut`` that ``thing`` means."""
    return thing if isinstance(thing, str) else place_of(thing, cut)


def spots_of(things: Iterable[Cut | str], cut: Cut) -> tuple[Spot, ...]:
    """The spots of several things. Malformed where two of them are called alike and so could not be told apart."""
    spots = tuple(spot_of(thing, cut) for thing in things)
    if len(set(spots)) < len(spots):
        raise Malformed("同じものが二度ある。同じ名のカードは「ザク（1枚目）」のように呼び分ける")
    return spots


def target_of(cut: Cut, place: int) -> Spot | None:
    """What a card on the cut targets now: as named at its play, or as changed since."""
    return dict(cut.moved).get(place, cut.plays[place].target)


def label(cut: Cut, spot: Spot) -> str:
    """How an answer calls a spot: the card's name, with its number among those of that name where there are several."""
    if isinstance(spot, str):
        return spot
    card = cut.plays[spot].card
    same = [i for i, play in enumerate(cut.plays) if play.card == card]
    return card if len(same) == 1 else f"{card}（{same.index(spot) + 1}枚目）"


def labels(cut: Cut, spots: Iterable[Spot]) -> tuple[str, ...]:
    """The labels of several spots."""
    return tuple(label(cut, spot) for spot in spots)
