"""前提: which record is followed, how items are dated, the eight places, a card in two designs, consent.

Everything comes from tables: rulebooks, headings, places, place_facts, designs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from gunbai.engine.kernel import Illegal, Malformed, Undecided, rule, table
from gunbai.engine.verb import verb

__all__ = ["followed", "has_trait", "is_place", "newest", "proceed", "property_of_place", "row_of", "told_apart",
           "updated"]


def row_of(name: str, column: str, key: str) -> Mapping[str, Any]:
    """The row of the table ``name`` whose ``column`` is ``key``; Malformed where there is none."""
    for row in table(name):
        if row[column] == key:
            return row  # type: ignore[no-any-return]
    raise Malformed(f"「{key}」は表「{name}」に無い")


@verb("従う記述", editions="ルールブック", reference="リファレンス")
@rule("gw-reference-amends")
def followed(editions: tuple[str, ...], reference: Literal["記載なし", "補足", "変更"]) -> tuple[str, ...]:
    """The records that a judge follows on one point, given the editions at hand and what the reference says of it."""
    edition = newest(editions)
    if reference == "変更":
        return ("リファレンス",)
    if reference == "補足":
        return (edition, "リファレンス")
    return (edition,)


@rule("gw-newest-rulebook")
def newest(editions: tuple[str, ...]) -> str:
    """The newest of several editions of the rulebook; Malformed for none, or for one that the table lacks."""
    order = [row["edition"] for row in table("rulebooks")]
    known = [order.index(row_of("rulebooks", "edition", edition)["edition"]) for edition in editions]
    if not known:
        raise Malformed("ルールブックの版が無い")
    return str(order[max(known)])


@verb("更新日", heading="項目")
@rule("gw-heading-dates")
def updated(heading: str) -> str:
    """The date of an item of the reference: the one in its heading, if it has one."""
    return row_of("headings", "heading", heading)["value"] or "項目の日付なし"


@verb("場所か", name="名")
@rule("gw-places")
def is_place(name: str) -> bool:
    """Whether cards can be in a place of this name: one of the eight."""
    return any(row["place"] == name for row in table("places"))


@verb("場所の性質", place="場所", asked="性質")
@rule("gw-hangar")
def property_of_place(place: str, asked: str) -> bool:
    """What is known of a place; Malformed where no source says it."""
    for row in table("place_facts"):
        if row["place"] == place and row["property"] == asked:
            return bool(row["holds"])
    raise Malformed(f"「{place}」が「{asked}」かどうかは資料に無い")


@verb("特徴を持つ", number="番号", design="デザイン", trait="特徴")
@rule("gw-spc25-traits")
def has_trait(number: str, design: Literal["新", "旧", "不明"], trait: str) -> bool:
    """Whether a card that exists in two designs has a trait; Malformed where no source says it."""
    seen = told_apart(design)
    for row in table("designs"):
        if row["number"] == number and row["design"] == seen and row["trait"] == trait:
            return bool(row["holds"])
    raise Malformed(f"{number}の「{trait}」は資料に無い")


@rule("gw-spc25-look")
def told_apart(design: str) -> str:
    """Which design a card at hand is; Undecided where the players could not tell, as no source says how they look."""
    if design == "不明":
        raise Undecided("gw-spc25-look")
    return design


@verb("進める", act="行うこと", agreed="相手の同意")
@rule("gw-consent")
def proceed(
    act: Literal["規定の効果", "ターンの開始", "ターンの終了", "ステップの開始", "ステップの終了"], agreed: bool,
) -> str:
    """Go on with the game: what is done, with the other player's consent; Illegal without it."""
    if not agreed:
        raise Illegal(f"{act}には相手プレイヤーの同意が要る")
    return act
