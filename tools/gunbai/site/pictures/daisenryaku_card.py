"""スーパー大戦略カード: rows of pairs with hit chances, bars of exact chances, the turn."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gunbai.engine.daisenryaku_card.combat import fires, hit_number, initiative
from gunbai.engine.daisenryaku_card.odds import Chances, hit_chance
from gunbai.engine.daisenryaku_card.state import ROLES, Card, Pair, War
from gunbai.engine.daisenryaku_card.war import fighters, terrain_sum
from gunbai.engine.kernel import Setting
from gunbai.site.pictures import Shown
from gunbai.site.pictures.asking import FIRM, Asked, ask, known
from gunbai.site.pictures.bars import bars
from gunbai.site.pictures.flow import Chip, Part, flow
from gunbai.site.pictures.svg import WIDTH, Pen, Picture, cut

__all__ = ["ANSWERS", "STATES", "turn"]

BOX, HIGH, STEP = 120, 58, 66
FAR = WIDTH - BOX
MIDDLE = WIDTH / 2
MOST = 6
NOTE = "矢印の上が命中係数と命中率。命中率は、ほかの射撃の結果に左右されない、その1回の射撃のもの。"

Row = tuple[Card | None, Card | None]


def drawn_war(shown: Shown) -> Picture | None:
    """The weapons of a war, pair by pair once they are laid out, with each one's chance to hit."""
    war = shown.value
    if not isinstance(war, War) or not any(one for one in (*war.chosen, *war.rows)):
        return None
    if None in war.rows:
        return _chosen(war)
    rows = [fighters(war, place) for place in range(len(war.results))]
    if len(rows) > MOST:
        return None
    terrain = ask(shown.setting, lambda: tuple(
        terrain_sum(tuple(card.name for card in played or ())) for played in war.terrain))
    heads = [f"{role} {side}" for role, side in zip(ROLES, war.sides, strict=True)]
    what = "国境紛争" if war.border else "戦争"
    return _pairs(shown.setting, f"{what}の図（{war.stage}）", heads, rows, terrain, war.results)


def drawn_duel(shown: Shown) -> Picture | None:
    """The two weapons that a question is about, as one pair."""
    given = shown.inputs
    one, other = given.get("自分", given.get("兵器")), given.get("相手")
    own, enemy = given.get("自分の地形", 0), given.get("相手の地形", 0)
    if not (isinstance(one, Card) and isinstance(other, Card) and isinstance(own, int) and isinstance(enemy, int)):
        return None
    return _pairs(shown.setting, "対の図", ("自分", "相手"), [(one, other)], Asked((own, enemy)), (None,))


def _pairs(setting: Setting, title: str, heads: Sequence[str], rows: Sequence[Row], terrain: Asked[tuple[int, ...]],
           results: Sequence[Pair | None]) -> Picture:
    pen, facts = Pen(), [f"左が{cut(heads[0])}、右が{cut(heads[1])}"]
    for x, anchor, head in ((0, "start", heads[0]), (WIDTH, "end", heads[1])):
        pen.words(x, 13, head, 12, "strong", anchor, 160)
    top = 22.0
    covers = terrain.value or (0, 0)
    if any(covers) or terrain.value is None:
        for x, anchor, head, cover in ((0, "start", heads[0], covers[0]), (WIDTH, "end", heads[1], covers[1])):
            said = f"地形 {cover}{terrain.mark}" if terrain.value else f"地形 {terrain.firmness}"
            pen.words(x, top + 6, said, 10.5, "soft", anchor, 160)
            facts.append(f"{cut(head)}の{said}")
        top += 14
    for n, (row, result) in enumerate(zip(rows, results, strict=True)):
        y = top + n * STEP
        down = result.down if result else (False, False)
        for x, card, fallen in zip((0, FAR), row, down, strict=True):
            _weapon(pen, x, y, card, fallen)
        which = f"{n + 1}番目の対は" if len(rows) > 1 else ""
        fact = [f"{which}{_said(row[0])}と{_said(row[1])}"]
        if row[0] and row[1]:
            covered = (covers[0], covers[1])
            first = known(setting, initiative, row[0], row[1], covered) if terrain.value else Asked(None, FIRM)
            for i, (weapon, target) in enumerate(((row[0], row[1]), (row[1], row[0]))):
                words = _shot(setting, weapon, target, covered[1 - i]) if terrain.value else (terrain.firmness,)
                strikes = first.value == i and not first.firmness
                _shoot(pen, y + 14 + 28 * i, i == 1, words, strikes)
                fact.append(f"{heads[i]}の{'先制の' if strikes else ''}射撃は{'、'.join(words)}")
            if first.firmness:
                fact.append(f"先制は{first.firmness}")
                pen.words(MIDDLE, y + HIGH + 6, f"先制は{first.firmness}", 9.5, "warn", "middle")
        if result:
            lost = [_name(card) for card, gone in zip(row, result.down, strict=True) if card and gone]
            fact.append(f"撃破されたのは{'と'.join(lost)}" if lost else "解決して、どちらも残った")
        facts.append("、".join(fact))
    return pen.finish(title, facts, top + len(rows) * STEP, NOTE)


def _weapon(pen: Pen, x: float, y: float, card: Card | None, fallen: bool) -> None:
    """A weapon, or the gap where none is."""
    if card is None:
        pen.box(x, y, BOX, HIGH, "gap")
        pen.words(x + BOX / 2, y + HIGH / 2 + 4, "なし", 11, "soft", "middle")
        return
    pen.box(x, y, BOX, HIGH, "gone" if fallen else "box")
    pen.words(x + 6, y + 16, _name(card), 12, "struck" if fallen else "text", room=BOX - 12)
    pen.words(x + 6, y + 32, f"{card.type}型 防御{card.defence}", 10.5, "soft")
    pen.words(x + 6, y + 48, f"攻撃 {'・'.join(map(str, card.attack))}", 10.5, "soft", room=BOX - 12)
    if fallen:
        pen.words(x + BOX - 6, y + 32, "撃破", 10.5, "warn", "end")


def _name(card: Card) -> str:
    return cut(card.name or "兵器")


def _said(card: Card | None) -> str:
    if card is None:
        return "なし"
    attack = "・".join(map(str, card.attack))
    return f"{_name(card)}（{card.type}型 防御{card.defence} 攻撃 {attack}）"


def _shot(setting: Setting, weapon: Card, target: Card, cover: int) -> tuple[str, ...]:
    """What is said of a shot: the hit number and the chance, each with how firm it is; or that there is none."""
    may = known(setting, fires, weapon, target.type)
    if may.value is None:
        return (f"射撃は{may.firmness}",)
    if not may.value:
        return (f"射撃なし{may.mark}",)
    against = known(setting, hit_number, weapon, target, cover)
    if against.value is None:
        return (f"係数{against.firmness}",)
    chance = known(setting, _chance, weapon, target, cover)
    return f"係数{against.value}{against.mark or may.mark}", _percent(chance)


def _chance(weapon: Card, target: Card, cover: int) -> Fraction:
    return hit_chance(hit_number(weapon, target, cover))


def _percent(chance: Asked[Fraction]) -> str:
    return chance.firmness if chance.value is None else f"{float(chance.value):.2%}"


def _shoot(pen: Pen, y: float, back: bool, words: Sequence[str], strikes: bool) -> None:
    """One shot between the weapons of a pair: an arrow, above it the hit number and the chance, below it how firm."""
    start, end = (FAR - 3, BOX + 3) if back else (BOX + 3, FAR - 3)
    if len(words) == 1:
        pen.words(MIDDLE, y + 4, words[0], 10, "soft", "middle")
        return
    pen.arrow(start, y + 5, end, "thick" if strikes else "line")
    against, _, mark = words[0].partition("（")
    pen.words(MIDDLE, y + 1, f"{against} {words[1]}", 10, "text", "middle")
    if below := "・".join([*(["先制"] if strikes else []), *([mark.removesuffix("）")] if mark else [])]):
        pen.words(MIDDLE, y + 15, below, 9, "warn" if mark else "soft", "middle")


def _chosen(war: War) -> Picture | None:
    """Before the rows are laid: what both sides have put out."""
    pen, facts, depth = Pen(), [f"段階は{war.stage}"], 0
    for x, anchor, role, side, cards in zip((0, FAR), ("start", "end"), ROLES, war.sides, war.chosen, strict=True):
        pen.words(0 if not x else WIDTH, 13, f"{role} {side}", 12, "strong", anchor, 160)
        for n, card in enumerate((cards or ())[:MOST]):
            _weapon(pen, x, 22 + n * STEP, card, False)
        depth = max(depth, min(len(cards or ()), MOST))
        out = "、".join(map(_said, cards[:MOST])) if cards else "無い" if cards == () else "まだ決まっていない"
        facts.append(f"{role} {cut(side)}の出撃は{out}")
    return pen.finish(f"{'国境紛争' if war.border else '戦争'}の図（{war.stage}）", facts, 22 + depth * STEP)


def drawn_chances(shown: Shown) -> Picture | None:
    """The bars of a distribution."""
    chances = shown.value
    if not isinstance(chances, Chances):
        return None
    mark = "（推定）" if shown.firmness == "inferred" else ""
    return bars(f"確率の図{mark}", [(what, chance) for what, chance in chances.rows if chance])


def turn(setting: Setting) -> Picture | None:
    """What a drawn card leads to, and the steps of a war, from tables/drawn.yaml and tables/war_steps.yaml."""
    drawn, steps = setting.tables.get("drawn", ()), setting.tables.get("war_steps", ())
    parts = [Part(row["key"], (Chip(row["value"]),), "引いたカードごとの行動") for row in drawn]
    if steps:
        parts.append(Part("戦争", tuple(Chip(row["step"]) for row in steps)))
    return flow("手番の流れ", parts, name=140) if parts else None


STATES = {"War": drawn_war, "Chances": drawn_chances}
ANSWERS = {"撃ち合い": drawn_duel, "命中係数": drawn_duel, "先制できる": drawn_duel}
