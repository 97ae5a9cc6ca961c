"""スーパー大戦略カード: rows of pairs with hit chances, bars of exact chances, the turn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from gunbai.engine.daisenryaku_card.combat import fires, hit_number, initiative
from gunbai.engine.daisenryaku_card.border import DRAW, margin
from gunbai.engine.daisenryaku_card.odds import Chances, hit_chance, score_weights
from gunbai.engine.daisenryaku_card.result import points, score, victor, winner
from gunbai.engine.daisenryaku_card.state import ATTACKER, DEFENDER, ROLES, Card, Game, Pair, War
from gunbai.engine.daisenryaku_card.war import fighters, terrain_sum
from gunbai.engine.kernel import Setting
from gunbai.site.pictures import Shown
from gunbai.site.pictures.asking import FIRM, OPEN, Asked, ask, known
from gunbai.site.pictures.bars import bars, said
from gunbai.site.pictures.flow import Chip, Part, flow
from gunbai.site.pictures.scores import KINDS, Ending, gaps, grid, shares
from gunbai.site.pictures.svg import WIDTH, Pen, Picture, cut

__all__ = ["ANSWERS", "STATES", "turn"]

BOX, HIGH, STEP = 120, 58, 66
FAR = WIDTH - BOX
MIDDLE = WIDTH / 2
MOST = 6
FEW = 9
"""So many scores have a grid beside the rows of a war."""
SCORES = "ますの下の帯は、いちばん起きやすい点を満たした長さ。"
NOTE = "矢印の上が命中係数と命中率。命中率は、ほかの射撃の結果に左右されない、その1回の射撃のもの。"

Row = tuple[Card | None, Card | None]
Scores = Mapping[tuple[int, int], Fraction]
"""The chance of each score: the points of the attacker and of the defender."""


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
    ahead = known(shown.setting, outlook, war) if war.stage == "戦闘" else None
    return _pairs(shown.setting, f"{what}の図（{war.stage}）", heads, rows, terrain, war.results, ahead, war)


def drawn_table(shown: Shown) -> Picture | None:
    """The table: each player's cards and wins, whose turn it is, the piles."""
    game = shown.value
    if not isinstance(game, Game):
        return None
    head = f"{game.sides[game.turn]}の手番（{game.phase}）"
    pen, facts, y = Pen(), [head], 24.0
    pen.words(0, 13, head, 12, "strong", room=WIDTH)
    for n, (side, hand, won) in enumerate(zip(game.sides, game.hands, game.wins, strict=True)):
        line = f"手札{len(hand)}枚 {float(won):g}勝"
        pen.box(0, y, WIDTH, 26, "on" if n == game.turn else "box")
        text = "ontext" if n == game.turn else "text"
        pen.words(8, y + 17, side, 12, text, room=WIDTH - 150)
        pen.words(WIDTH - 8, y + 17, line, 11, text, "end")
        facts.append(f"{cut(side)}は{line}")
        y += 30
    lines = [f"山札{len(game.pile)}枚 捨て札{len(game.discards)}枚"]
    lines += [f"引いたカード {cut(game.drawn.name)}"] if game.drawn else []
    lines += [f"{'国境紛争' if game.war.border else '戦争'} {' → '.join(map(cut, game.war.sides))}"] if game.war else []
    y = pen.lines(0, y + 2, lines, 11.5)
    return pen.finish("卓の図", [*facts, *lines], y + 2)


def drawn_duel(shown: Shown) -> Picture | None:
    """The two weapons that a question is about, as one pair."""
    given = shown.inputs
    one, other = given.get("自分", given.get("兵器")), given.get("相手")
    own, enemy = given.get("自分の地形", 0), given.get("相手の地形", 0)
    if not (isinstance(one, Card) and isinstance(other, Card) and isinstance(own, int) and isinstance(enemy, int)):
        return None
    return _pairs(shown.setting, "対の図", ("自分", "相手"), [(one, other)], Asked((own, enemy)), (None,))


def _pairs(setting: Setting, title: str, heads: Sequence[str], rows: Sequence[Row], terrain: Asked[tuple[int, ...]],
           results: Sequence[Pair | None], ahead: Asked[Scores] | None = None, war: War | None = None) -> Picture:
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
        for i, (x, card) in enumerate(zip((0, FAR), row, strict=True)):
            _weapon(pen, x, y, card, _came_of(war, n, i, result) if result else "")
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
        facts.append("、".join(fact))
        if result:  # by itself, as the rest stays the same while a war goes on
            came = "、".join(f"{_name(card)}は{_came_of(war, n, i, result)}" for i, card in enumerate(row) if card)
            facts.append(f"{which}解決して、{came}")
    y, note = top + len(rows) * STEP, NOTE
    if war and ahead and ahead.value:
        head = f"この並びで終わる点の確率{ahead.mark}"
        pen.words(0, y + 12, head, 12, "strong")
        y, chances = _scores(pen, y + 20, setting, ahead.value, war.border, war.sides, FEW, not any(results))
        facts += [head, *chances]
        note += f"{SCORES if len(ahead.value) <= FEW else ''}修理は数えていない。"
    elif war and war.stage in ("判定", "終了"):
        counted, won = ask(setting, partial(score, war)), ask(setting, partial(victor, war))
        if counted.value and won.value:
            end = DRAW if won.value == DRAW else f"{cut(won.value)}の勝ち"
            line = f"点は{counted.value[0]}対{counted.value[1]}{counted.mark} {end}{won.mark}"
            pen.words(0, y + 12, line, 12, "strong", room=WIDTH)
            facts.append(line)
            y += 20
    elif ahead and ahead.firmness == OPEN:
        pen.words(0, y + 12, "点の確率は裁定待ち", 11, "warn")
        facts.append("点の確率は裁定待ち")
        y += 18
    return pen.finish(title, facts, y, note)


def _came_of(war: War | None, place: int, side: int, result: Pair) -> str:
    """What came of a weapon that has fought, in a word."""
    return "修理した" if war and place in war.saved[side] else "撃破" if result.down[side] else "残った"


def _weapon(pen: Pen, x: float, y: float, card: Card | None, word: str = "") -> None:
    """A weapon, or the gap where none is; ``word`` says what came of it."""
    if card is None:
        pen.box(x, y, BOX, HIGH, "gap")
        pen.words(x + BOX / 2, y + HIGH / 2 + 4, "なし", 11, "soft", "middle")
        return
    fallen = word == "撃破"
    pen.box(x, y, BOX, HIGH, "gone" if fallen else "box")
    pen.words(x + 6, y + 16, _name(card), 12, "struck" if fallen else "text", room=BOX - 12)
    pen.words(x + 6, y + 32, f"{card.type}型 防御{card.defence}", 10.5, "soft")
    pen.words(x + 6, y + 48, f"攻撃 {'・'.join(map(str, card.attack))}", 10.5, "soft", room=BOX - 12)
    if word:
        pen.words(x + BOX - 6, y + 32, word, 10.5, "warn" if fallen else "soft", "end")


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
            _weapon(pen, x, 22 + n * STEP, card)
        depth = max(depth, min(len(cards or ()), MOST))
        out = "、".join(map(_said, cards[:MOST])) if cards else "無い" if cards == () else "まだ決まっていない"
        facts.append(f"{role} {cut(side)}の出撃は{out}")
    return pen.finish(f"{'国境紛争' if war.border else '戦争'}の図（{war.stage}）", facts, 22 + depth * STEP)


def drawn_chances(shown: Shown) -> Picture | None:
    """The bars of a distribution; the shares of the two sides where they are all that there is."""
    chances = shown.value
    if not isinstance(chances, Chances):
        return None
    mark = "（推定）" if shown.firmness == "inferred" else ""
    if tuple(what for what, _ in chances.rows) == (ATTACKER, DRAW, DEFENDER):
        pen = Pen()
        y, facts = shares(pen, 4, [Ending(_ending(what), kind, chance)
                                   for (what, chance), kind in zip(chances.rows, KINDS, strict=True)])
        return pen.finish(f"確率の図{mark}", facts, y)
    return bars(f"確率の図{mark}", [(what, chance) for what, chance in chances.rows if chance])


def drawn_scores(shown: Shown) -> Picture | None:
    """The exact chance of each score of a question, and the share of the two sides in it."""
    chances, small = shown.value, shown.inputs.get("国境紛争", False)
    if not isinstance(chances, Chances) or not isinstance(small, bool):
        return None
    found = {(int(one[1]), int(one[2])): chance for what, chance in chances.rows
             if chance and (one := re.fullmatch(r"(\d+)対(\d+)", what))}
    mark = "（推定）" if shown.firmness == "inferred" else ""
    pen = Pen()
    y, facts = _scores(pen, 4, shown.setting, found, small, ROLES, len(found))
    return pen.finish(f"点の確率の図{mark}", facts, y, SCORES) if found else drawn_chances(shown)


def _ending(what: str) -> str:
    return what if what == DRAW else f"{what}の勝ち"


def _scores(pen: Pen, y: float, setting: Setting, found: Scores, small: bool,
            names: tuple[str, str], most: int, leads: bool = True) -> tuple[float, list[str]]:
    """The shares of the two sides and the grid of scores; says how far down they reach, and what they show.

    Of more than ``most`` scores only by how much either side is ahead, as who wins hangs on nothing else; without
    ``leads`` not even that: a war of five pairs has many pictures on one page.
    """
    won = {score: known(setting, margin if small else winner, *score).value for score in found}
    ends = {score: end for score, end in won.items() if end is not None}
    if len(ends) < len(found):  # a table is not finished: then nothing is said of who wins
        return y, []
    kinds = dict(zip((ATTACKER, DRAW, DEFENDER), KINDS, strict=True))
    called = dict(zip(ROLES, names, strict=True))
    sums = {end: sum((chance for score, chance in found.items() if ends[score] == end), Fraction()) for end in kinds}
    y, facts = shares(pen, y, [Ending(_ending(called.get(end, end)), kinds[end], sums[end]) for end in kinds])
    if len(found) > most and not leads:
        return y, facts
    if len(found) > most:
        lead: dict[int, Fraction] = {}
        for (a, b), chance in found.items():
            lead[a - b] = lead.get(a - b, Fraction()) + chance
        y, more = gaps(pen, y + 4, [
            Ending(f"{names[ahead < 0]}が{abs(ahead)}点多い" if ahead else "同じ点",
                   next(kinds[ends[a, b]] for a, b in found if a - b == ahead), lead[ahead])
            for ahead in sorted(lead, reverse=True)])
        return y, [*facts, *more]
    y = grid(pen, y + 4, names, found, {score: kinds[end] for score, end in ends.items()})
    return y, [*facts, *(f"{a}対{b}は{said(chance)}" for (a, b), chance in sorted(found.items()))]


def outlook(war: War) -> Scores:
    """The chance of each score of a war whose rows are laid out: what was fought counts as it came out."""
    left = [place for place, result in enumerate(war.results) if result is None]
    rows = tuple(tuple(fighters(war, place)[i] for place in left) for i in (0, 1))
    own, enemy = (terrain_sum(tuple(card.name for card in played or ())) for played in war.terrain)
    found, whole = score_weights(rows, (own, enemy), war.options, war.border, True)  # type: ignore[arg-type]
    had = [sum(points(pair)[i] for pair in war.results if pair) for i in (0, 1)]
    return {(a + had[0], b + had[1]): Fraction(n, whole) for (a, b), n in found.items() if n}


def turn(setting: Setting) -> Picture | None:
    """What a drawn card leads to, and the steps of a war, from tables/drawn.yaml and tables/war_steps.yaml."""
    drawn, steps = setting.tables.get("drawn", ()), setting.tables.get("war_steps", ())
    parts = [Part(row["key"], (Chip(row["value"]),), "引いたカードごとの行動") for row in drawn]
    if steps:
        parts.append(Part("戦争", tuple(Chip(row["step"]) for row in steps)))
    return flow("手番の流れ", parts, name=140) if parts else None


STATES = {"War": drawn_war, "Game": drawn_table, "Chances": drawn_chances}
ANSWERS = {"点の確率": drawn_scores, "撃ち合い": drawn_duel, "命中係数": drawn_duel, "先制できる": drawn_duel}
