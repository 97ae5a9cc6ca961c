"""戦争の準備: choosing weapons, playing terrain, laying out the rows. Each step returns the war as it then is."""

from __future__ import annotations

from typing import Literal

from gunbai.engine.daisenryaku_card import border as conflict
from gunbai.engine.daisenryaku_card.components import as_card, must_be_terrain, terrain_value
from gunbai.engine.daisenryaku_card.options import agreed, may_arrange
from gunbai.engine.daisenryaku_card.state import (
    TERRAIN, WEAPON, Card, Game, Option, War, find, number, put, replace, seat, shuffled, without,
)
from gunbai.engine.daisenryaku_card.weapons import is_home
from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule, table
from gunbai.engine.verb import Count, verb

__all__ = ["arrange", "at_stage", "battlefield", "between", "declare", "fighters", "gaps_allowed", "has_pairs",
           "knows_terrain", "laid", "legal_number", "may_use", "must_be_closed", "must_be_usable", "onward",
           "pairs_left", "play_terrain", "proper_arranging", "proper_steps", "put_down", "sees_choice", "select",
           "terrain_sum", "three_or_fewer", "weapons_due"]

Row = tuple[Card | None, ...] | None


@verb("出撃の枚数", weapons="兵器", border="国境紛争")
@rule("dsc-select-short")
def weapons_due(weapons: Count, border: bool = False) -> int:
    """How many weapons a side with so many puts out: five, in a border conflict three; all where there are fewer."""
    return min(weapons, number("国境紛争の枚数" if border else "出撃の枚数"))


@verb("この枚数で出せる", weapons="兵器", chosen="出す", border="国境紛争")
@rule("dsc-select-five")
def legal_number(weapons: Count, chosen: Count, border: bool = False) -> bool:
    """Whether a side with so many weapons may put out so many."""
    due = weapons_due(weapons, border)
    if chosen >= due:
        return chosen == due
    return three_or_fewer() if border else reading("dsc-select-five") == "up-to"


@rule("dsc-border-three")
def three_or_fewer() -> bool:
    """Whether fewer than three may be put out in a border conflict though there are more."""
    return reading("dsc-border-three") == "up-to"


@verb("出撃できる", weapon="兵器", side="陣営")
@rule("dsc-select-foreign")
def may_use(weapon: Card, side: str) -> bool:
    """Whether a side may put out a weapon; also one of another side."""
    return is_home(weapon, side) or reading("dsc-select-foreign") == "any"


@rule("dsc-select-foreign")
def must_be_usable(weapon: Card, side: str) -> None:
    """Illegal where a side may not put out a weapon."""
    if not may_use(weapon, side):
        raise Illegal(f"{weapon.name}は{side}の兵器ではない")


@verb("相手の選択を見て選べる", role="役")
@rule("dsc-select-secret")
def sees_choice(role: Literal["攻撃側", "防御側"]) -> bool:
    """Whether a side chooses its weapons knowing the enemy's."""
    return reading("dsc-select-secret") == "in-turn" and role == "防御側"


@verb("相手の地形を見て決める", role="役")
@rule("dsc-terrain-open")
def knows_terrain(role: Literal["攻撃側", "防御側"]) -> bool:
    """Whether a side decides on its terrain knowing the enemy's."""
    return role == "防御側" and reading("dsc-terrain-open") == "open"


@verb("地形の合計", cards="カード")
@rule("dsc-terrain-one")
def terrain_sum(cards: tuple[str, ...]) -> int:
    """By how much the terrain of one side lowers the enemy's hit numbers. Illegal where so many may not be played."""
    if len(cards) > 1 and reading("dsc-terrain-one") == "one":
        raise Illegal("地形カードは1枚だけ")
    for name in cards:
        must_be_terrain(name)
    return sum(map(terrain_value, cards))


@verb("並びに空きを作れる", row="並び")
@rule("dsc-arrange-aligned")
def gaps_allowed(row: tuple[str, ...]) -> bool:
    """Whether a row may be laid like this: ``""`` is a gap, which leaves the weapon opposite without a pair."""
    used = len(row) - row.count("")
    return "" not in row[:used] or reading("dsc-arrange-aligned") == "anywhere"


@rule("dsc-arrange-aligned")
def must_be_closed(row: tuple[str, ...]) -> None:
    """Illegal where a row has gaps and may not have them."""
    if not gaps_allowed(row):
        raise Illegal("間を空けずに並べる")


@verb("配置の仕方", how="方法", options="オプション")
@rule("dsc-arrange-shuffled")
def proper_arranging(how: Literal["伏せて混ぜて並べる", "表のまま混ぜて並べる", "自分で順番を選ぶ"],
                     options: tuple[Option, ...] = ()) -> bool:
    """Whether a side lays out its weapons as it should: shuffled, with 選択出撃 as it likes."""
    return how != "自分で順番を選ぶ" or may_arrange(options)


@verb("戦争の順", steps="手順")
@rule("dsc-war-order")
def proper_steps(steps: tuple[str, ...]) -> bool:
    """Whether a war takes its steps in the order of the text."""
    return steps == tuple(found["step"] for found in table("war_steps"))


# a war, step by step

@verb("戦争", attacker="攻撃側", attacking="攻撃側の手札", defender="防御側", defending="防御側の手札",
      options="オプション", border="国境紛争")
def declare(attacker: str, attacking: tuple[Card | str, ...], defender: str, defending: tuple[Card | str, ...],
            options: tuple[Option, ...] = (), border: bool = False) -> War:
    """A war between two sides with these hands, before anything is chosen."""
    for side in (attacker, defender):
        keyed("sides", side)
    if attacker == defender:
        raise Malformed("自分とは戦争できない")
    hands = tuple(map(as_card, attacking)), tuple(map(as_card, defending))
    return between((attacker, defender), hands, agreed(options), border)


def between(sides: tuple[str, str], hands: tuple[tuple[Card, ...], tuple[Card, ...]], options: tuple[Option, ...],
            border: bool) -> War:
    """A war that begins."""
    return War(sides, hands, border, options, before=hands)


@verb("戦場", game="卓")
@rule("dsc-war-order")
def battlefield(game: Game) -> War:
    """The war that has been declared at the table."""
    if game.war is None:
        raise Illegal("戦争は起きていない")
    return game.war


@rule("dsc-war-order")
def at_stage(war: War, stage: str) -> None:
    """Illegal where the war is not at this step."""
    if war.stage != stage:
        raise Illegal(f"いまは「{war.stage}」の段階で、「{stage}」ではない")


@verb("出撃", war="戦", side="陣営", cards="兵器")
@rule("dsc-select-five")
def select(war: War, side: str, cards: tuple[Card | str, ...]) -> War:
    """A side chooses its weapons from its hand."""
    at_stage(war, "選択")
    i = seat(war.sides, side)
    chosen = tuple(find(war.hands[i], one) if isinstance(one, str) else one for one in cards)
    if any(one.kind != WEAPON for one in chosen):
        raise Illegal("戦争に出すのは兵器カード")
    have = sum(one.kind == WEAPON for one in war.hands[i])
    if war.chosen[i] is not None or not legal_number(have, len(chosen), war.border):
        raise Illegal(f"{side}が出すのは{weapons_due(have, war.border)}枚")
    for one in chosen:
        if not is_home(one, side):
            must_be_usable(one, side)
    war = replace(war, hands=put(war.hands, i, without(war.hands[i], chosen)), chosen=put(war.chosen, i, chosen))
    return _on(war, war.chosen, "地形")


@verb("地形を出す", war="戦", side="陣営", cards="カード")
@rule("dsc-terrain-turns")
def play_terrain(war: War, side: str, cards: tuple[str, ...] = ()) -> War:
    """A side plays terrain, or none: the attacker first, then the defender."""
    at_stage(war, "地形")
    i = seat(war.sides, side)
    if war.terrain[i] is not None or (i and war.terrain[0] is None):
        raise Illegal("地形は攻撃側、防御側の順に、1度ずつ決める")
    thrown = tuple(Card(name, TERRAIN) for name in cards)
    if cards and war.border:
        conflict.must_hold("地形カード")
    if cards:
        terrain_sum(cards)
    war = replace(war, hands=put(war.hands, i, put_down(war.hands[i], thrown)), terrain=put(war.terrain, i, thrown))
    return _on(war, war.terrain, "配置")


@rule("dsc-terrain-optional")
def put_down(hand: tuple[Card, ...], played: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand after terrain was played from it, or none."""
    return without(hand, played)


@verb("並べる", war="戦", side="陣営", row="並び", seed="種")
@rule("dsc-arrange-shuffled")
def arrange(war: War, side: str, row: tuple[str, ...] = (), seed: int | None = None) -> War:
    """A side lays out its weapons: shuffled by a seed, or in the order told (how a shuffle came out, or 選択出撃)."""
    at_stage(war, "配置")
    i = seat(war.sides, side)
    chosen = war.chosen[i] or ()
    if war.rows[i] is not None:
        raise Illegal(f"{side}はもう並べた")
    if "" in row:
        must_be_closed(row)
    if seed is not None:
        line: tuple[Card | None, ...] = shuffled(chosen, seed)
    else:
        line = tuple(find(chosen, name) if name else None for name in row) if row else chosen
    if without(chosen, [one for one in line if one is not None]):
        raise Malformed("選んだ兵器をすべて並べる")
    war = replace(war, rows=put(war.rows, i, line))
    places = max(len(line or ()) for line in war.rows)
    return _on(replace(war, results=(None,) * places), war.rows, "戦闘" if has_pairs(war.rows) else "判定")


@verb("並び", war="戦", side="陣営")
def laid(war: War, side: str) -> tuple[str, ...]:
    """The names of the weapons that a side has laid out, in order."""
    return tuple(one.name if one else "（空き）" for one in war.rows[seat(war.sides, side)] or ())


@rule("dsc-no-weapons")
def has_pairs(rows: tuple[Row, Row]) -> bool:
    """Whether two rows make any pair; they make none where one side has no weapons."""
    return any(None not in pair for pair in zip(*[row or () for row in rows], strict=False))


def fighters(war: War, place: int) -> tuple[Card | None, Card | None]:
    """The weapons opposite each other at a place of the rows (from 0); None where there is none."""
    one, other = (line[place] if line and 0 <= place < len(line) else None for line in war.rows)
    return one, other


@rule("dsc-result-after-all")
def pairs_left(war: War) -> bool:
    """Whether a pair is still to be fought."""
    return any(None not in fighters(war, i) for i, result in enumerate(war.results) if result is None)


def onward(war: War) -> War:
    """The war after its last pair was settled: the result can be seen."""
    return war if pairs_left(war) else replace(war, stage="判定")


def _on(war: War, done: tuple[object, object], stage: str) -> War:
    """The war at its next step where both sides have acted."""
    return war if None in done else replace(war, stage=stage)
