"""The cut (カット): who may cut in when, what can be cut into, and how the cards resolve. Rulings gw-cut-*."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gunbai.engine.gundam_war.automatic import chained
from gunbai.engine.gundam_war.chain import Cut, Side, card_row, label, spot_of, target_of
from gunbai.engine.gundam_war.retarget import RETARGETS, may_change, moved_to
from gunbai.engine.gundam_war.targets import lost, named
from gunbai.engine.kernel import Illegal, Malformed, reading, rule
from gunbai.engine.verb import verb

__all__ = ["cut_in", "decline", "holder", "resolve", "resolve_next"]

OTHER: dict[Side, Side] = {"手番": "相手", "相手": "手番"}
NEGATES = "無効"
"""The effect, in tables/cards.yaml, of a card that negates its target."""


@verb("カットイン", card="カード", target="対象", legal="対象候補", after="後", side="側", new="変更先")
@rule("gw-cut-in")
def cut_in(card: str, target: Cut | str | None = None, after: Cut | None = None,
           legal: tuple[Cut | str, ...] | None = None, side: Side | None = None, new: Cut | str | None = None) -> Cut:
    """カットインする。「後」はカットの最後のカード（無ければ「対象」がそれ）。

    「対象候補」は、表に無いカードがこの時点で対象にできるもの。「変更先」は、対象を変えるカードが選ぶ新しい対象。
    """
    cut = after if after is not None else target
    if not isinstance(cut, Cut):
        raise Malformed("どのカードの後にカットインするかを「後」で述べる")
    if len(cut.handled) == len(cut.plays):
        raise Illegal("カットはもう終わっている")
    if cut.handled:
        between_resolutions()
    else:
        must_be_open(cut)
    in_turn(cut, side)
    play = named(cut, card, target, legal, side)
    if new is not None:
        if not isinstance(play.target, int):
            raise Malformed("変更先があるのに、対象がプレイされたカードではない")
        spot = spot_of(new, cut)
        may_change(cut, play.target, spot)
        play = replace(play, new=spot)
    return replace(cut, plays=(*cut.plays, play), declines=0, last=side)


@verb("先に発生", declared="宣言")
@rule("gw-cut-opening")
def first_effect(declared: tuple[Side, ...]) -> str:
    """効果の発生を同時に宣言した側を並べると、どちらの効果が先に発生するか。"""
    return "手番" if "手番" in declared else "相手"


@verb("優先", cut="カット")
@rule("gw-cut-priority")
def holder(cut: Cut) -> str:
    """両方がカットインを望むとき、今どちらが優先されるか。"""
    if cut.last is None:
        raise Malformed("だれがプレイしたかが述べられていない。側=\"手番\" のように述べる")
    return OTHER[cut.last]


@rule("gw-cut-alternate")
def in_turn(cut: Cut, side: Side | None) -> None:
    """Cutting in and passing alternate: Illegal for the side whose turn it is not. Not asked where no side is told."""
    if (side is None) != (cut.last is None):
        raise Malformed("側は、すべてのカードに述べるか、どれにも述べない")
    if side is not None and side != holder(cut):
        raise Illegal("先に、優先される側がカットインするか見送る")


@verb("見送る", cut="カット", side="側")
@rule("gw-cut-decline")
def decline(cut: Cut, side: Side) -> Cut:
    """カットインの権利を放棄する。相手が続けて見送らない限り、カットはまだ続く。"""
    must_be_open(cut)
    in_turn(cut, side)
    return replace(cut, declines=cut.declines + 1, last=side)


@rule("gw-cut-closes")
def must_be_open(cut: Cut) -> None:
    """Illegal once both have passed in a row: then the effects resolve."""
    if cut.declines == 2:
        raise Illegal("両方が続けて見送ったので、解決に入る")


@rule("gw-cut-closes")
def must_be_closed(cut: Cut) -> None:
    """Illegal to resolve before both have passed in a row. Not asked where no side is told."""
    if cut.last and cut.declines < 2:
        raise Illegal("両方が続けて見送るまで、解決は始まらない")


@rule("gw-cut-between")
def between_resolutions() -> None:
    """Cutting in between two resolutions of one cut: by reading."""
    if reading("gw-cut-between") == "not-allowed":
        raise Illegal("解決が始まったカットには割り込めない")


@verb("次を解決", cut="カット")
@rule("gw-cut-lifo")
def resolve_next(cut: Cut) -> Cut:
    """カットのうち、後からプレイされたカード1枚を解決する。"""
    must_be_closed(cut)
    waiting = [place for place in range(len(cut.plays)) if place not in cut.handled]
    if not waiting:
        raise Malformed("解決するカードが残っていない")
    place = waiting[-1]
    after, line = outcome(cut, place)
    return replace(after, gone=after.gone | {place}, handled=cut.handled | {place},
                   log=(*cut.log, f"{label(cut, place)}: {line}"))


@verb("解決", cut="カット")
@rule("gw-cut-lifo")
def resolve(cut: Cut) -> tuple[str, ...]:
    """カットのすべてのカードを解決し、それぞれに何が起きるかを、解決の順に答える。"""
    while len(cut.handled) < len(cut.plays):
        cut = resolve_next(cut)
    return cut.log


@rule("gw-cut-outcome")
def outcome(cut: Cut, place: int) -> tuple[Cut, str]:
    """The cut after the card at ``place`` has resolved, and what came of it, by its effect in tables/cards.yaml."""
    card, target = cut.plays[place].card, target_of(cut, place)
    if place in cut.gone:
        return cut, "無効になっていて、解決されない"
    if lost(cut, place):
        return cut, "対象を失い、何も起きない"
    effect = card_row(card).get("value")
    if effect == RETARGETS:
        change = moved_to(cut, place)
        if change is None:
            return cut, "変更先を失い、何も起きない"
        return (replace(cut, moved=(*cut.moved, change)),
                f"「{label(cut, change[0])}」の対象を「{label(cut, change[1])}」に変える")
    if isinstance(target, int):
        if effect != NEGATES:
            raise Malformed(f"「{card}」の効果の資料が無い")
        return replace(cut, gone=cut.gone | {target}), f"「{label(cut, target)}」を無効にする"
    return cut, "解決される"


@verb("カットインされる", effect="効果")
@rule("gw-cut-into")
def can_be_cut_into(
    effect: Literal["カードのプレイ", "テキストのプレイ", "規定の効果", "自動A", "自動B", "自動C", "自動D"],
) -> bool:
    """その効果にカットインできるか。"""
    return not is_prescribed(effect) and (effect in ("カードのプレイ", "テキストのプレイ") or chained(effect))


@rule("gw-cut-prescribed")
def is_prescribed(effect: str) -> bool:
    """Whether an effect is the prescribed one (規定の効果) of a phase or step, which cannot be cut into."""
    return effect == "規定の効果"


@verb("自動効果の適用", when="時", replaces="置き換える効果")
@rule("gw-cut-automatic-during")
def automatic_applies(when: Literal["カットの途中", "効果の解決の途中"], replaces: bool = False) -> str:
    """カットの途中で適用されることになった自動効果が、いつ適用されるか。"""
    if when == "カットの途中" or replaces or reading("gw-cut-automatic-during") == "at-once":
        return "カットを止めて、すぐに"
    return "その効果をすべて適用した後に"
