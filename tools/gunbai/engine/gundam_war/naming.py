"""名称と記述: which names count as one, what a text contains, model numbers (型番), names gained in play.

Identity here is strict and has nothing to do with search: width, 「・」, ruby and the groups of equal names in the
table, nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from gunbai.engine.kernel import Malformed, Situation, reading, rule, table
from gunbai.engine.verb import verb

__all__ = ["CardFace", "CardKind", "Zone", "contains", "counts_as_effect", "same_model", "same_name", "written"]

CardKind = Literal["ユニット", "キャラクター", "コマンド", "オペレーション", "基本G", "特殊G"]
Zone = Literal[
    "本国", "捨て山", "ジャンクヤード", "手札", "ハンガー", "場", "取り除かれたカードの場所", "プレイされたカードの場所"
]
Where = Literal["名称", "テキスト"]

_RUBY = re.compile(r"\|([^|《》]+)《[^《》]+》")
_NAME_TAG = "名称:"
_FIGURE = re.compile(r"\([0-9]+\)")


@dataclass(frozen=True, slots=True)
class CardFace(Situation):
    """カードに記されたこと（カード情報）"""

    name: str
    kind: str
    model: str
    faction: str
    number: str
    effects: tuple[str, ...]
    gained: tuple[str, ...] = ()


def _plain(name: str) -> str:
    """A name without what is no part of it: width, ruby written as ｜漢字《かんじ》, the middle dot."""
    return _RUBY.sub(r"\1", unicodedata.normalize("NFKC", name)).replace("・", "")


def _groups() -> Iterator[tuple[str, ...]]:
    """The groups of names that count as one."""
    # equivalent: group['same'] → True : names.yaml has groups of equal names only, so far
    return (tuple(map(_plain, group["members"])) for group in table("groups") if group["same"])


@rule("gw-name-marks")
def written(name: str) -> str:
    """A name as it is compared: without middle dot and ruby."""
    return _plain(name)


@verb("カード情報", name="名称", kind="種類", model="型番", faction="勢力", number="番号", effects="効果")
@rule("gw-name-marks")
def card_face(name: str, kind: CardKind = "ユニット", model: str = "", faction: str = "", number: str = "",
              effects: tuple[str, ...] = ()) -> CardFace:
    """What is printed on a card: name without 型番, type, 型番, faction (勢力), card number, special effects."""
    return CardFace(name=_plain(name), kind=kind, model=model, faction=faction, number=number, effects=effects)


@verb("同じ名称", one="一", other="二")
@rule("gw-special-names")
def same_name(one: str, other: str) -> bool:
    """Whether two names count as one: written alike, or equal by the table of 特別な名称."""
    a, b = written(one), written(other)
    return a == b or any(a in group and b in group for group in _groups())


@verb("記述を含む", sought="記述", text="文", where="場所")
@rule("gw-consecutive")
def contains(sought: str, text: str, where: Where) -> bool:
    """Whether a name or text contains the wording: its characters, one after the other."""
    phrase, body = written(sought), written(text)
    if phrase in body:
        return True
    if _exchanged(phrase) and _under_other_name(phrase, body):
        return True
    if where != "名称" and "キャラ" in phrase:
        return _character(phrase, body)
    return bool(_exchanged(body)) and _part(phrase, body)


def _exchanged(text: str) -> list[str]:
    """The text with a name of a group in the place of another one, in every way."""
    return [b.join(text.split(a)) for group in _groups() for a in group if a in text for b in group]


@rule("gw-special-names-contains")
def _under_other_name(phrase: str, body: str) -> bool:
    """Whether the wording stands there with one name of a group in the place of another."""
    return any(other in body for other in _exchanged(phrase))


@rule("gw-special-names-part")
def _part(phrase: str, body: str) -> bool:
    """Whether a wording that only the other name of a group has stands there too."""
    found = any(phrase in other for other in _exchanged(body))
    return found and reading("gw-special-names-part") == "parts-too"


@rule("gw-character-word")
def _character(phrase: str, body: str) -> bool:
    """Whether a text contains the wording when キャラ and キャラクター are one word."""
    short = phrase.replace("キャラクター", "キャラ")
    return short in body.replace("キャラクター", "キャラ")


@verb("指定に合う", tag="指定", card="カード")
@rule("gw-name-tag")
def fits_tag(tag: str, card: CardFace) -> bool:
    """Whether a card fits 「名称:A」: its name contains A."""
    if not tag.startswith(_NAME_TAG):
        raise Malformed(f"指定は「{_NAME_TAG}」で始める: {tag}")
    return contains(tag.removeprefix(_NAME_TAG), card.name, "名称")


@verb("同じ型番", one="一", other="二")
@rule("gw-model-number")
def same_model(one: CardFace, other: CardFace) -> bool:
    """Whether two 型番 count as one: printed alike, or units of one faction with one card number."""
    if one.model == other.model:
        return True
    if one.kind != "ユニット" or other.kind != "ユニット":
        return False
    if not (one.faction and one.number and other.faction and other.number):
        raise Malformed("型番を比べるには、両方のユニットの勢力と番号が要る")
    return (one.faction, one.number) == (other.faction, other.number)


@verb("効果として扱う", effect="効果", named="指定")
@rule("gw-effect-terms")
def counts_as_effect(effect: str, named: str) -> bool:
    """Whether a special effect is taken in by a text that names ``named``. One-way."""
    general = _FIGURE.sub("(X)", effect)
    return effect == named or any(
        row["written"] == general and row["counts_as"] == named for row in table("wordings"))


@verb("読点だけの違い", one="一", other="二")
@rule("gw-touten")
def same_but_for_commas(one: str, other: str) -> bool:
    """Whether two texts differ in the position of 読点 at most, and so read the same."""
    return one.replace("、", "") == other.replace("、", "")


@verb("名称を得る", card="カード", name="名称")
@rule("gw-alias-field")
def gaining(card: CardFace, name: str) -> CardFace:
    """The card under an automatic effect of type A that lets it count as having another name too."""
    return replace(card, gained=(*card.gained, name))


@verb("名称として扱う", card="カード", name="名称", zone="場所")
@rule("gw-alias-field")
def known_as(card: CardFace, name: str, zone: Zone) -> bool:
    """Whether a card in a place has a name: its own everywhere, one gained by 自動A only in the 場."""
    names = (card.name, *card.gained) if zone == "場" else (card.name,)
    return any(same_name(own, other=name) for own in names)
