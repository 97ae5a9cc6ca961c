"""見る, 表にする, and 無作為の選択: what of an effect is resolved, who sees a card, how chance is kept fair.

Ways of choosing stand in tables/random_ways.yaml.
"""

from __future__ import annotations

from typing import Literal

from gunbai.engine.gundam_war.general import row_of
from gunbai.engine.kernel import Illegal, Malformed, reading, rule
from gunbai.engine.verb import verb

__all__ = ["choose_at_random", "linked", "resolved", "rolled", "seen_by", "shown_enough", "tell_tale"]

Side = Literal["自軍", "敵軍"]


@verb("内容を知るプレイヤー", deed="行為", by="行うプレイヤー")
@rule("gw-view-words")
def seen_by(deed: Literal["見る", "表にする"], by: Side) -> tuple[str, ...]:
    """Who gets to know the face of a card: by 見る the one who looks, by 表にする every player."""
    if deed == "見る":
        return (by,)
    return ("自軍", "敵軍")


@verb("見る効果の解決", parts="部分", failing="適用できない", tied="その場合")
@rule("gw-view-in-part")
def resolved(parts: tuple[str, ...], failing: tuple[str, ...] = (), tied: bool = False) -> tuple[str, ...]:
    """What is applied of an effect that contains 見る or 表にする, given the parts that can't be applied."""
    for part in failing:
        if part not in parts:
            raise Malformed(f"「{part}」は効果の部分に無い")
    left = tuple(part for part in parts if part not in failing)
    if tied and failing:
        return linked(left)
    return left


@rule("gw-view-linked")
def linked(left: tuple[str, ...]) -> tuple[str, ...]:
    """What is left of such an effect if その場合 ties its parts together and one of them fails."""
    return left if reading("gw-view-linked") == "in-part" else ()


@verb("無作為に選ぶ", owners="本来の持ち主", marked="裏面で分かる", way="方法", feasible="実行できる")
@rule("gw-random-hidden")
def choose_at_random(owners: tuple[Side, ...], marked: bool, way: str, feasible: bool = True) -> str:
    """How a card is chosen at random among cards of these owners; Illegal where the way is forbidden."""
    kind = row_of("random_ways", "way", way)["kind"]
    if kind == "hidden":
        raise Illegal("カードを相手プレイヤーから完全に隠している")
    if kind == "dice":
        return rolled(way, feasible)
    return shown_enough(way, kind, tell_tale(owners, marked))


@verb("裏面の対処が要るか", owners="本来の持ち主", marked="裏面で分かる")
@rule("gw-random-sleeves")
def tell_tale(owners: tuple[Side, ...], marked: bool) -> bool:
    """Whether the backs have to be made alike: cards of different owners, and backs that give them away."""
    return marked and len(set(owners)) > 1


@rule("gw-random-sleeves")
def shown_enough(way: str, kind: str, needed: bool) -> str:
    """Choosing from the cards themselves; Illegal where their backs have to be made alike and are not."""
    if needed and kind == "shown":
        raise Illegal("裏面から判別できる")
    return way


@rule("gw-random-dice")
def rolled(way: str, feasible: bool) -> str:
    """Choosing by dice or the like; Illegal where it can't be done."""
    if not feasible:
        raise Illegal("その方法では実行できない")
    return way
