"""Targets (対象): named at the play, legal or not, lost or not, and the texts that say something about them.

Rulings gw-target-*. What a card may target among the cards being played stands in tables/cards.yaml; for other cards
the situation says it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gunbai.engine.gundam_war.chain import Cut, Play, Side, Spot, card_row, labels, spot_of, spots_of, target_of
from gunbai.engine.gundam_war.retarget import RETARGETS, affectable, openable
from gunbai.engine.kernel import Illegal, Malformed, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = ["all_targets", "in_that_case", "leave", "lost", "named", "objects", "play"]

Half = Literal["できる", "一部だけ", "できない"]


@verb("プレイ", card="カード", target="対象", legal="対象候補", side="側")
@rule("gw-target-at-play")
def play(card: str, target: str | None = None, legal: tuple[str, ...] | None = None, side: Side | None = None) -> Cut:
    """最初のカードをプレイする。「対象候補」は、その時点で対象にできた場のカードの名前。「側」はプレイした側。"""
    empty = Cut((), side)
    return replace(empty, plays=(named(empty, card, target, legal, side),))


@rule("gw-target-at-play")
def named(cut: Cut, card: str, target: Cut | str | None, legal: tuple[Cut | str, ...] | None,
          side: Side | None) -> Play:
    """The play of a card on the cut, its target chosen among what it may target. Illegal where it may not.

    ``legal`` are the candidates that the situation gives; without them the table answers. Malformed where neither
    knows whether the card may target a card being played.
    """
    spot = None if target is None else spot_of(target, cut)
    if isinstance(spot, int) and card_row(card).get("value") == RETARGETS:
        openable(cut, spot)
    allowed = options(cut, card, side) if legal is None else spots_of(legal, cut)
    must_have(allowed)
    if allowed is None and isinstance(spot, int) and card_row(card).get("value") != RETARGETS:
        raise Malformed(f"「{card}」が何を対象にできるかの資料が無い。対象候補=[…] で述べる")
    if allowed is not None and spot is not None and spot not in allowed:
        raise Illegal("対象にできないもの")
    return Play(card, spot, allowed, side)


@rule("gw-target-required")
def must_have(allowed: tuple[Spot, ...] | None) -> None:
    """Without anything that it may target a card cannot be played."""
    if allowed == ():
        raise Illegal("対象にできるものが無い")


@verb("対象にできるもの", card="カード", cut="カット", side="側")
@rule("gw-target-played-card")
def targetable(card: str, cut: Cut, side: Side | None = None) -> tuple[str, ...]:
    """このカットに続けて「カード」をプレイするとき、対象にできるプレイされたカードの一覧。"""
    found = options(cut, card, side)
    if found is None:
        raise Malformed(f"「{card}」が何を対象にできるかの資料が足りない")
    return labels(cut, found)


@rule("gw-target-played-card")
def options(cut: Cut, card: str, side: Side | None) -> tuple[Spot, ...] | None:
    """What a card may target among the cards being played, by tables/cards.yaml. None where the table cannot tell."""
    row = card_row(card)
    if row.get("value") == RETARGETS:
        return affectable(cut)
    if "may" not in row:
        return None
    there = [place for place in range(len(cut.plays)) if place not in cut.gone]
    known = {place: _answers(row["may"], row["never"], cut.plays[place].card) for place in there}
    if None in known.values():
        return None
    return tuple(place for place in there if known[place] and side_allows(cut.plays[place], side))


def _answers(may: tuple[str, ...], never: tuple[str, ...], card: str) -> bool | None:
    """Whether a card that may target ``may`` and never ``never`` (names or kinds) may target ``card``."""
    called = {card, card_row(card).get("kind", card)}
    return False if called & set(never) else True if called & set(may) else None


@rule("gw-target-side")
def side_allows(play: Play, side: Side | None) -> bool:
    """Whether ``side`` may target a card being played: one of its own by reading. Not asked without sides."""
    return side is None or play.side != side or reading("gw-target-side") == "no-limit"


@verb("離れる", cut="カット", thing="もの")
@rule("gw-target-lost")
def leave(cut: Cut, thing: Cut | str) -> Cut:
    """カットの途中で、プレイされたカード、または場のカードが無くなる（別の効果などで）。"""
    return replace(cut, gone=cut.gone | {spot_of(thing, cut)})


@rule("gw-target-lost")
def lost(cut: Cut, place: int) -> bool:
    """Whether the card at ``place`` has lost its target: then its effect does nothing."""
    return target_of(cut, place) in cut.gone


@verb("対象にできる場所か", place="場所", written="記述のある場所")
@rule("gw-target-place")
def place_allowed(place: str, written: tuple[str, ...] = ()) -> bool:
    """その場所にあるカードを対象にできるか。「記述のある場所」は、効果に書かれている、場以外の場所。"""
    return place == "場" or place in written


@verb("対象の語", phrases="文節")
@rule("gw-target-object")
def objects(phrases: tuple[str, ...]) -> tuple[str, ...]:
    """文節に切った効果の文から、対象になる語（述語が及ぶ目的語）を見つける。最後の文節が述語。

    「を」で受ける文節が目的語。無ければ「に」で受ける文節（「ユニット1枚に／3ダメージを与える」）。
    """
    found = [tuple(phrase[:-1] for phrase in phrases[:-1] if phrase.endswith(ending)) for ending in ("を", "に")]
    return found[0] or found[1]


@verb("敵軍だけか", phrases="文節")
@rule("gw-target-own")
def enemy_only(phrases: tuple[str, ...]) -> bool:
    """対象が敵軍のカードに限られるか。記述が無ければ、自軍のカードも対象にできる。最後の文節は述語。

    「だれが」を表す「～は」の文節と、「どこへ」を表す述語は、対象を限らない。
    """
    return any("敵軍" in phrase and not phrase.endswith("は") for phrase in phrases[:-1])


@verb("その場合", first="前述", second="後述")
@rule("gw-target-in-that-case")
def in_that_case(first: Half, second: Half) -> str:
    """「その場合」を挟む効果を解決したとき、何が適用されるか。前述と後述が、それぞれ適用できるかを述べる。"""
    return "前述と後述" if first == second == "できる" else "どちらも適用されない"


@verb("その場合の間にカットインできる", inside="効果の途中")
@rule("gw-target-in-that-case-cut")
def cut_between_halves(inside: bool) -> bool:
    """カットインできるか。「効果の途中」は、「その場合」の前述を適用した後、後述を適用する前のこと。"""
    return not inside


@verb("全ての対象", at_play="プレイ時", at_resolution="解決時")
@rule("gw-target-all")
def all_targets(at_play: tuple[str, ...], at_resolution: tuple[str, ...]) -> tuple[str, ...]:
    """「全ての」効果が適用されるカード。プレイ時と解決時に、条件に合うカードをそれぞれ述べる。"""
    if not at_play:
        raise Illegal("プレイの時点で、適用できるカードが1枚も無い")
    return at_resolution


@verb("プリベントの国力", total="合計国力", prevent="プリベント", source="効果元", side="側")
@rule("gw-target-prevent")
def with_prevent(total: Count, prevent: Count, source: Literal["コマンド", "テキスト"],
                 side: Literal["自軍", "敵軍"]) -> int:
    """プリベントを持つプレイされたカードを対象にするとき、プレイに要る合計国力。「側」はそのカードから見た側。"""
    return total + prevent if (source, side) == ("コマンド", "敵軍") else total


@verb("対象になるか", source="効果元", shields="対象にならない効果")
@rule("gw-target-shield")
def shielded(source: str, shields: tuple[str, ...]) -> bool:
    """「～の効果の対象にならない」カードを、その効果元の効果の対象にできるか。"""
    return source not in shields
