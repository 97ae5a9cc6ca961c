"""コスト: reading, meeting, lowering and paying costs; 代替コスト, 追加コスト, costs of texts, costs outside a play."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from gunbai.engine.gundam_war.dual import halves_met, met_outside_play, text_colour
from gunbai.engine.gundam_war.power import COLOURS, Cost, G, Half, amount
from gunbai.engine.kernel import Illegal, Malformed, Situation, reading, rule, table
from gunbai.engine.verb import Count, verb

__all__ = ["Entry", "Paid", "Payment", "Piles", "Reduction", "Side", "payable", "printed", "reduced"]

_PRINTED = re.compile(rf"((?:[{COLOURS}][0-9]{{1,2}}-){{1,2}})([0-9]{{1,2}})-([0-9]{{1,2}})")
_TEXT_COST = re.compile(r"\(([0-9]{1,2})\)|(R)|\[([0-9]{1,2})・([0-9]{1,2})\]")

Wording = Literal["無し", "0以下にできる", "結果を0と書く"]


@dataclass(frozen=True, slots=True)
class Reduction(Situation):
    """コストを減少させる効果"""

    coloured: int
    total: int
    resource: int
    wording: str


@dataclass(frozen=True, slots=True)
class Payment(Situation):
    """右上のコストとは別に払うもの（資源、手札）"""

    resource: int
    hand: int

    def __str__(self) -> str:
        return f"資源{self.resource}、手札{self.hand}枚"


@dataclass(frozen=True, slots=True)
class Side(Situation):
    """支払う側（G、本国の枚数、プレイするカードを除いた手札の枚数）"""

    gs: tuple[G, ...]
    home: int
    hand: int


@dataclass(frozen=True, slots=True)
class Piles:
    """本国 and 捨て山 after a payment."""

    home: int
    discarded: int
    lost: bool

    def __str__(self) -> str:
        return f"本国{self.home}枚、捨て山へ{self.discarded}枚{'、敗北' if self.lost else ''}"


@dataclass(frozen=True, slots=True)
class Entry(Situation):
    """コストを払って場に出たカード"""

    cost: Cost
    effect: str | None

    def __str__(self) -> str:
        return f"{self.cost}を払う"


@dataclass(frozen=True, slots=True)
class Paid:
    """What became of a card with 追加コスト, and what its player has left."""

    negated: bool
    home: int
    hand: int

    def __str__(self) -> str:
        return f"{'打ち消された' if self.negated else '解決する'}、本国{self.home}枚、手札{self.hand}枚"


@verb("コスト", text="表記")
@rule("gw-cost-order")
def printed(text: str) -> Cost:
    """A cost as printed: 指定国力 (two of them on a dual card), 合計国力, 資源コスト, joined by hyphens: 緑2-4-1."""
    match = _PRINTED.fullmatch(text)
    if match is None:
        raise Malformed(f"コストは「緑2-4-1」「黒2-赤1-4-0」の形で書く: {text}")
    halves = tuple(Half(part[0], int(part[1:])) for part in match[1].split("-")[:-1])
    return Cost(halves, int(match[2]), int(match[3]))


@verb("コストの内訳", cost="コスト")
@rule("gw-cost-order")
def parts(cost: Cost) -> tuple[str, ...]:
    """What the figures of a cost are, in the order in which they are printed."""
    return (*(f"指定国力 {half}" for half in cost.halves), f"合計国力 {cost.total}", f"資源コスト {cost.resource}")


@verb("国力が足りる", cost="コスト", gs="場のG")
@rule("gw-cost-total")
def payable(cost: Cost, gs: tuple[G, ...]) -> bool:
    """Whether the 国力 suffices: so much of the colour, and so much in all, the coloured part included."""
    return amount(gs, COLOURS) >= cost.total and _coloured(cost, gs)


def _coloured(cost: Cost, gs: tuple[G, ...]) -> bool:
    if len(cost.halves) == 2:
        return halves_met(cost, gs)
    (half,) = cost.halves
    return amount(gs, half.colour) >= half.value


@verb("続けて国力が足りる", costs="コスト", gs="場のG")
@rule("gw-power-not-spent")
def payable_in_turn(costs: tuple[Cost, ...], gs: tuple[G, ...]) -> bool:
    """Whether several cards can be paid for one after the other: 国力 is not spent, so each for itself."""
    return all(payable(cost, gs) for cost in costs)


@verb("資源を払う", home="本国", number="枚数")
@rule("gw-resource-payment")
def pay_resource(home: Count, number: Count) -> Piles:
    """Pay a 資源コスト: so many cards from the own 本国 to the 捨て山."""
    if number > home:
        raise Illegal("本国のカードが足りない")
    return Piles(home - number, number, defeated(home - number))


@rule("gw-home-empty")
def defeated(home: int) -> bool:
    """Whether a player with so many cards in the 本国 has lost."""
    return home == 0


@verb("変数の資源", letters="表記", values="値")
@rule("gw-two-variables")
def variable_resource(letters: str, values: tuple[Count, ...]) -> int:
    """What a 資源コスト printed as variables (XY, XX) costs, with the values said in the same order: their sum."""
    if len(letters) != len(values):
        raise Malformed(f"変数{len(letters)}つに値が{len(values)}つ")
    agreeing(letters, values)
    return sum(values)


@rule("gw-same-variable")
def agreeing(letters: str, values: tuple[int, ...]) -> None:
    """Refuse different values for one variable."""
    chosen: dict[str, int] = {}
    for letter, value in zip(letters, values, strict=True):
        if chosen.setdefault(letter, value) != value:
            raise Illegal("同じ変数に違う値は選べない")


@verb("減少", coloured="指定", total="合計", resource="資源", wording="記述")
@rule("gw-cost-floor")
def reduction(coloured: int = 0, total: int = 0, resource: int = 0, wording: Wording = "無し") -> Reduction:
    """An effect that lowers a cost by so much, and what its text says of values of 0."""
    if coloured < 0 or total < 0 or resource < 0:
        raise Malformed("減少は0以上の数で書く")
    return Reduction(coloured, total, resource, wording)


@verb("減らす", cost="コスト", by="減少")
@rule("gw-cost-floor")
def reduced(cost: Cost, by: Reduction) -> Cost:
    """A cost after a reduction: 指定国力 and 合計国力 not below 1 unless the effect says so, 資源コスト not below 0."""
    if by.coloured and len(cost.halves) == 2:
        raise Malformed("デュアルカードでは、どちらの指定国力を減らすのかを出典が述べない")
    halves = tuple(Half(half.colour, _lowered(half.value, by.coloured, by.wording)) for half in cost.halves)
    return Cost(halves, _lowered(cost.total, by.total, by.wording), max(0, cost.resource - by.resource))


def _lowered(value: int, by: int, wording: str) -> int:
    if by == 0:
        return value
    if value == 0:
        return from_zero()
    return max(0 if wording != "無し" and lifted(wording) else 1, value - by)


@rule("gw-cost-floor-exception")
def lifted(wording: str) -> bool:
    """Whether what the effect says lifts the floor of 1."""
    return wording == "0以下にできる" or reading("gw-cost-floor-exception") == "result-too"


@rule("gw-cost-printed-zero")
def from_zero() -> int:
    """What a reduction makes of a 国力 that is printed as 0."""
    return 0 if reading("gw-cost-printed-zero") == "stays" else 1


@verb("別の支払い", resource="資源", hand="手札")
@rule("gw-alternative-declare")
def payment(resource: Count = 0, hand: Count = 0) -> Payment:
    """Something paid besides the printed cost: cards from the 本国, cards from the hand."""
    return Payment(resource, hand)


@verb("支払う側", gs="場のG", home="本国", hand="手札")
@rule("gw-alternative-declare")
def side(gs: tuple[G, ...], home: Count, hand: Count = 0) -> Side:
    """The paying player: G, cards in the 本国, cards in hand besides the one that is played."""
    return Side(gs, home, hand)


@verb("代替コストを宣言できる", cost="コスト", effect="適用", extra="支払い", player="側")
@rule("gw-alternative-declare")
def declare(cost: Cost, effect: Reduction, extra: Payment, player: Side) -> bool:
    """Whether 「代替コスト＞〔B〕：A」 may be declared: A payable, and the printed cost payable with B applied."""
    if extra.resource > player.home or extra.hand > player.hand:
        raise Illegal("Aを支払えない")
    applied = reduced(cost, effect)
    if applied.resource > player.home or not payable(applied, player.gs):
        raise Illegal("Bを適用しても右上のコストを支払えない")
    together(applied.resource + extra.resource, player.home)
    return True


@rule("gw-alternative-both")
def together(resource: int, home: int) -> None:
    """Refuse a declaration where each part is payable, but not both."""
    if resource > home and reading("gw-alternative-both") == "together":
        raise Illegal("両方は支払えない")


@verb("代替コストでプレイ", cost="コスト", effect="適用", extra="支払い", player="側")
@rule("gw-alternative-order")
def play_by_alternative(cost: Cost, effect: Reduction, extra: Payment, player: Side) -> tuple[str, ...]:
    """The steps of a play by 代替コスト, in order: B is applied, the printed cost is paid, A is paid."""
    declare(cost, effect, extra, player)
    applied = reduced(cost, effect)
    after = replace(player, home=player.home - applied.resource)
    return (_apply(applied), _pay_printed(applied, after), _pay_extra(extra, after))


@rule("gw-alternative-order")
def _apply(applied: Cost) -> str:
    return f"Bの適用: コストは{applied}"


@rule("gw-alternative-order")
def _pay_printed(applied: Cost, after: Side) -> str:
    return f"右上のコスト: 資源{applied.resource}（本国{after.home}枚）"


@rule("gw-alternative-order")
def _pay_extra(extra: Payment, player: Side) -> str:
    if extra.resource > player.home:
        raise Illegal("右上のコストを支払ったあと、Aを支払えない")
    return f"A: {extra}（本国{player.home - extra.resource}枚、手札{player.hand - extra.hand}枚）"


@verb("追加コストを払ってプレイ", cost="コスト", extra="追加", player="側", negated="打ち消される")
@rule("gw-additional-cost")
def play_with_addition(cost: Cost, extra: Payment, player: Side, negated: bool = False) -> Paid:
    """Play a card with 追加コスト: paid with the play, and not given back where the card is negated."""
    home, hand = player.home - cost.resource - extra.resource, player.hand - extra.hand
    if home < 0 or hand < 0 or not payable(cost, player.gs):
        raise Illegal("コストと追加コストを支払えない")
    return Paid(negated, home, hand)


@verb("コストを払って出す", cost="コスト", gs="場のG", effect="効果")
@rule("gw-cost-outside-play")
def put(cost: Cost, gs: tuple[G, ...], effect: str | None = None) -> Entry:
    """Put a card into the 場 for its cost: by a normal play, or by an effect of the table that has its cost paid."""
    if effect is None:
        if not payable(cost, gs):
            raise Illegal("国力が足りない")
        return Entry(cost, None)
    row = next((row for row in table("outside-play") if row["card"] == effect), None)
    if row is None:
        raise Malformed(f"「{effect}」がコストをどう支払わせるかは表に無い")
    if all(half.colour != row["colour"] for half in cost.halves):
        raise Illegal(f"{row['colour']}の指定国力を持つカードに限る")
    lowered = reduced(cost, Reduction(0, row["lowers_total"], 0, "無し"))
    met = met_outside_play(lowered, gs) if lowered.purple else _coloured(lowered, gs)
    if amount(gs, COLOURS) < lowered.total or not met:
        raise Illegal("国力が足りない")
    return Entry(lowered, effect)


@verb("プレイに当たる", entry="出たカード")
@rule("gw-outside-not-play")
def is_play(entry: Entry) -> bool:
    """Whether it counts as a play (can be negated as one, uses up the unit play of the turn)."""
    return entry.effect is None


@verb("テキストのコストを払える", cost="コスト", text="テキスト", player="側", rolled="ロール中")
@rule("gw-text-cost")
def text_payable(cost: Cost, text: str, player: Side, rolled: bool = False) -> bool:
    """Whether the cost of a text can be paid: (N) resource, R rolling the card, [指定・合計] 国力, all of them."""
    tokens = [*_TEXT_COST.finditer(text)]
    if "".join(token[0] for token in tokens) != text:
        raise Malformed(f"テキストのコストは (N)、R、[指定・合計] で書く: {text}")
    resource = sum(int(token[1]) for token in tokens if token.lastindex == 1)
    rolls = any(token.lastindex == 2 for token in tokens)
    powers = [(int(token[3]), int(token[4])) for token in tokens if token.lastindex == 4]
    return resource <= player.home and not (rolls and rolled) and all(
        text_power(cost, coloured, total, player.gs) for coloured, total in powers)


@rule("gw-text-cost-power")
def text_power(cost: Cost, coloured: int, total: int, gs: tuple[G, ...]) -> bool:
    """Whether [指定・合計] is met: so much of the card's colour, so much in all."""
    if amount(gs, text_colour(cost)) < coloured or amount(gs, COLOURS) < total:
        return False
    return amount(gs, COLOURS) >= coloured + total or reading("gw-text-cost-power") == "included"
