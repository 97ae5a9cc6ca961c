"""自動効果 of the four types: where they work, how 自動A is applied again, what 自動B to D do.

A ``Standing`` is what the 自動A effects around one card look like: who gives or takes what, from where, since when.
A ``Trigger`` is one 自動D effect with what became of it in this turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from gunbai.engine.gundam_war.general import row_of
from gunbai.engine.gundam_war.naming import Zone
from gunbai.engine.kernel import Illegal, Malformed, Situation, rule
from gunbai.engine.verb import verb

__all__ = ["Held", "Standing", "Trigger", "added", "at_once", "chained", "count", "declined", "each", "entered", "has",
           "in_order", "leave", "met", "next_turn", "once", "settled", "text_play", "tied", "trigger", "works"]


@dataclass(frozen=True, slots=True)
class Held:
    """One 自動A effect: its card, what it does, where the card is."""

    card: str
    change: str
    text: str
    place: Zone


@dataclass(frozen=True, slots=True)
class Standing(Situation):
    """自動Aの並び"""

    moments: tuple[tuple[Held, ...], ...]
    """In the order in which they came; those that came at one moment together."""


@dataclass(frozen=True, slots=True)
class Trigger(Situation):
    """自動Dの効果"""

    wording: str
    fired: int = 0
    spent: bool = False


@verb("自動A", card="カード", change="働き", text="内容", place="場所", before="前")
@rule("gw-auto-a-order")
def added(card: str, change: Literal["得る", "失う"], text: str, place: Zone = "場",
          before: Standing | None = None) -> Standing:
    """A card with a 自動A effect that gives or takes something comes to a place, after those that came before."""
    earlier = before.moments if before else ()
    return Standing((*earlier, (Held(card, change, text, place),)))


@verb("同時の自動A", before="前", card="カード", change="働き", text="内容")
@rule("gw-auto-tie-attacker")
def at_once(before: Standing, card: str, change: Literal["得る", "失う"], text: str) -> Standing:
    """One more card with a 自動A effect comes to the 場 at the same moment as the last one."""
    *earlier, last = before.moments
    return Standing((*earlier, (*last, Held(card, change, text, "場"))))


@verb("場を離れる", standing="状況", card="カード")
@rule("gw-auto-a-again")
def leave(standing: Standing, card: str) -> Standing:
    """A card leaves, and its 自動A effects with it; Malformed where there is no such card."""
    rest = Standing(tuple(tuple(h for h in moment if h.card != card) for moment in standing.moments))
    if rest == standing:
        raise Malformed(f"「{card}」は無い")
    return rest


@verb("持つ", standing="状況", text="内容", innate="元から")
@rule("gw-auto-a-again")
def has(standing: Standing, text: str, innate: bool = False) -> bool:
    """Whether the card has the text once all 自動A effects have been applied again from the beginning."""
    changes = [h.change for moment in standing.moments for h in _working(moment) if h.text == text]
    return settled(innate or "得る" in changes, "失う" in changes)


@rule("gw-auto-lose-wins")
def settled(gained: bool, lost: bool) -> bool:
    """Losing beats gaining, whichever came first."""
    return gained and not lost


@verb("処理順", standing="状況", chosen="攻撃側の順")
@rule("gw-auto-a-order")
def in_order(standing: Standing, chosen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The cards whose 自動A effects are processed, in the order in which they began to be applied."""
    moments = [tuple(h.card for h in _working(moment)) for moment in standing.moments]
    return tuple(card for cards in moments for card in tied(cards, chosen))


@rule("gw-auto-tie-attacker")
def tied(cards: tuple[str, ...], chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Cards of one moment in the order that the 攻撃側 chose; Malformed where a choice is needed and not given."""
    if len(cards) < 2:
        return cards
    if not set(cards) <= set(chosen):
        raise Malformed("同時の自動Aは攻撃側が順を決める")
    return tuple(sorted(cards, key=chosen.index))


def _working(moment: tuple[Held, ...]) -> tuple[Held, ...]:
    return tuple(h for h in moment if works("自動A", h.place))


@verb("働く場所か", kind="種類", place="場所")
@rule("gw-auto-places")
def works(kind: str, place: Zone) -> bool:
    """Whether an automatic effect of this type can work while its card is in this place."""
    elsewhere = _known(kind, "elsewhere")
    return place == "場" or elsewhere


@verb("カットを経る", kind="種類")
@rule("gw-auto-chain")
def chained(kind: str) -> bool:
    """Whether such an effect is produced and resolved within a カット, so that it can be cut into."""
    return _known(kind, "chain")


@verb("テキストのプレイか", kind="種類")
@rule("gw-auto-b-no-play")
def text_play(kind: str) -> bool:
    """Whether using such an effect is a play of a text."""
    return _known(kind, "text_play")


def _known(kind: str, column: str) -> bool:
    known = row_of("auto_types", "type", kind)[column]
    if known is None:
        raise Malformed(f"「{kind}」については資料に無い")
    return bool(known)


@verb("場に出るときの処理", standing="状況", card="カード", has_b="自動Bを持つ", chosen="攻撃側の順")
@rule("gw-auto-b-first")
def entered(standing: Standing, card: str, has_b: bool, chosen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What happens when a card enters the 場, in order: its own 自動B with the resolution, then standing 自動A."""
    own = [f"自動B: {card}"] if has_b else []
    return (*own, *(f"自動A: {other}" for other in in_order(standing, chosen)))


@verb("自動D", wording="書き方")
@rule("gw-auto-d-forced")
def trigger(wording: str) -> Trigger:
    """A 自動D effect with one of the known wordings, at the beginning of a turn."""
    return Trigger(str(row_of("auto_wordings", "wording", wording)["wording"]))


@verb("条件を満たす", effect="効果", use="使う")
@rule("gw-auto-d-forced")
def met(effect: Trigger, use: bool = True) -> Trigger:
    """Its moment comes; ``use`` says whether its player wants it. Illegal where it can't be declined."""
    row = row_of("auto_wordings", "wording", effect.wording)
    if use:
        return each(effect) if row["every"] else once(effect)
    if not row["optional"]:
        raise Illegal(f"「{effect.wording}」は使わないことを選べない")
    return declined(effect)


@rule("gw-auto-d-each")
def each(effect: Trigger) -> Trigger:
    """毎に: it happens every time."""
    return replace(effect, fired=effect.fired + 1)


@rule("gw-auto-d-once")
def once(effect: Trigger) -> Trigger:
    """～した場合: at most once a turn."""
    if effect.spent:
        return effect
    return replace(effect, fired=effect.fired + 1, spent=True)


@rule("gw-auto-d-optional")
def declined(effect: Trigger) -> Trigger:
    """できる: it may be declined, but then not be used again in this turn."""
    return replace(effect, spent=True)


@verb("次のターン", effect="効果")
@rule("gw-auto-d-once")
def next_turn(effect: Trigger) -> Trigger:
    """A new turn begins: the effect is as fresh as at first, and keeps count of how often it has happened."""
    return replace(effect, spent=False)


@verb("起こった回数", effect="効果")
@rule("gw-auto-d-once")
def count(effect: Trigger) -> int:
    """How often it has happened."""
    return effect.fired
