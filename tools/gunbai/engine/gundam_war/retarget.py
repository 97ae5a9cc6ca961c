"""「幼き人質」: to what the target of a card being played may be changed, and what comes of it.

The candidates are fixed when the affected card is played (``Play.legal``), so they are known at once for a cut of any
length. Rulings gw-retarget-*.
"""

from __future__ import annotations

from gunbai.engine.gundam_war.chain import Cut, Spot, card_row, labels, place_of, spot_of, target_of
from gunbai.engine.kernel import Illegal, Malformed, reading, rule
from gunbai.engine.verb import verb

__all__ = ["RETARGETS", "affectable", "can_change", "candidates", "may_change", "moved_to", "new_targets", "openable"]

RETARGETS = "対象変更"
"""The effect, in tables/cards.yaml, of a card that changes the target of another."""


@verb("変更先", card="カード", target="対象", after="後")
@rule("gw-retarget-unplayable")
def new_targets(card: str, target: Cut, after: Cut | None = None) -> tuple[str, ...]:
    """「カード」を「対象」のカードにプレイするとき、対象の変更先にできるものの一覧。

    無ければ、そのカードを対象としてプレイすることもできない。「後」は、対象より後にもカードがプレイされている
    ときのカットの最後のカード。
    """
    must_retarget(card)
    cut = after or target
    return labels(cut, openable(cut, place_of(target, cut)))


@rule("gw-retarget-unplayable")
def must_retarget(card: str) -> None:
    """Malformed where nothing says that the card changes the target of another."""
    if card_row(card).get("value") != RETARGETS:
        raise Malformed(f"「{card}」が対象を変えるカードだという資料が無い")


@rule("gw-retarget-unplayable")
def openable(cut: Cut, place: int) -> tuple[Spot, ...]:
    """The new targets of the card at ``place``. Illegal where there is none: then it cannot be chosen at all."""
    found = candidates(cut, place)
    if not found:
        raise Illegal("変更先にできるものが無い")
    return found


@rule("gw-retarget-unplayable")
def affectable(cut: Cut) -> tuple[Spot, ...] | None:
    """The cards on the cut that a retargeting card may choose now: those with a new target. None: not known."""
    if any(play.legal is None or play.target is None for play in cut.plays):
        return None
    return tuple(place for place in range(len(cut.plays)) if candidates(cut, place))


@rule("gw-retarget-candidates")
def candidates(cut: Cut, place: int) -> tuple[Spot, ...]:
    """To what the target of the card at ``place`` may be changed: what it could have targeted at its own play.

    Malformed where that is not known: nothing is guessed.
    """
    play = cut.plays[place]
    if play.legal is None:
        raise Malformed(f"「{play.card}」がプレイの時点で何を対象にできたかが分からない。対象候補=[…] で述べる")
    if target_of(cut, place) is None:
        raise Malformed(f"「{play.card}」の今の対象が述べられていない")
    if place in cut.gone or (card_row(play.card).get("value") == RETARGETS and not may_affect_retargeter()):
        return ()
    return tuple(spot for spot in play.legal
                 if not is_present(cut, place, spot) and is_there(cut, spot) and may_move_to(spot))


@verb("変えられる", card="カード", target="対象", new="先", after="後")
@rule("gw-retarget-candidates")
def can_change(card: str, target: Cut, new: Cut | str, after: Cut | None = None) -> bool:
    """「カード」で「対象」のカードの対象を「先」へ変えられるか。変えられなければ、どの裁定によるかを答える。"""
    must_retarget(card)
    cut = after or target
    return may_change(cut, place_of(target, cut), spot_of(new, cut))


@rule("gw-retarget-candidates")
def may_change(cut: Cut, place: int, spot: Spot) -> bool:
    """Whether the target of the card at ``place`` may be changed to ``spot``; Illegal, with the reason, where not."""
    played_before(place, spot)
    other_card(place=place, spot=spot)
    if is_present(cut, place, spot):
        raise Illegal("今の対象への変更にはならない", ["gw-retarget-present-target"])
    if spot not in candidates(cut, place):
        raise Illegal("プレイの時点で対象にできたものではない")
    return True


@rule("gw-retarget-not-itself")
def other_card(*, place: int, spot: Spot) -> None:
    """A card never becomes its own target. Another card of the same name is another card."""
    if spot == place:
        raise Illegal("そのカード自身には変えられない")


@rule("gw-retarget-later")
def played_before(place: int, spot: Spot) -> None:
    """A card that was played after the affected one was not there at its play, and is no new target."""
    if isinstance(spot, int) and spot > place:
        raise Illegal("後からプレイされたカードには変えられない")


@rule("gw-retarget-present-target")
def is_present(cut: Cut, place: int, spot: Spot) -> bool:
    """Whether ``spot`` is what the card targets now."""
    return spot == target_of(cut, place)


@rule("gw-retarget-still-there")
def is_there(cut: Cut, spot: Spot) -> bool:
    """Whether ``spot`` can still be a target: it must not have left in the meantime."""
    return spot not in cut.gone or reading("gw-retarget-still-there") == "at-play-only"


@rule("gw-retarget-unit-target")
def may_move_to(spot: Spot) -> bool:
    """Whether a target may be changed to ``spot``: to a card being played, always; to a card in play, by reading."""
    return isinstance(spot, int) or reading("gw-retarget-unit-target") == "any-target"


@rule("gw-retarget-on-hostage")
def may_affect_retargeter() -> bool:
    """Whether a retargeting card may be used on another one."""
    return reading("gw-retarget-on-hostage") == "like-any-card"


@rule("gw-retarget-outcome")
def moved_to(cut: Cut, place: int) -> tuple[int, Spot] | None:
    """Which card gets which new target when the retargeting card at ``place`` resolves; None where none is left.

    It is the one that was named, else the only one there is. What was named for another card no longer counts.
    Malformed where several are left and none was named.
    """
    affected = target_of(cut, place)
    if not isinstance(affected, int):
        raise Malformed(f"「{cut.plays[place].card}」の対象が述べられていない")
    named = None if place in dict(cut.moved) else cut.plays[place].new
    found = tuple(spot for spot in candidates(cut, affected) if named in (None, spot))
    if len(found) > 1:
        raise Malformed(f"変更先が述べられていない: {'、'.join(labels(cut, found))}")
    return next(((affected, spot) for spot in found), None)
