"""GUNDAM WAR: the cut as a stack of cards with arrows to present targets and candidates; the turn with its timings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gunbai.engine.gundam_war.chain import Cut, Spot, label, labels, target_of
from gunbai.engine.kernel import Setting
from gunbai.site.pictures import Shown
from gunbai.site.pictures.flow import Chip, Part, flow
from gunbai.site.pictures.svg import Pen, Picture, cut

__all__ = ["ANSWERS", "STATES", "turn"]

MOST = 12
"""More cards than this are not drawn: nobody could follow the arrows."""
LEFT, RIGHT, HIGH, STEP = 66, 274, 34, 44
NOTE = "下が先にプレイされたカード。右の実線は今の対象、左の点線はプレイの時点で対象にできたもの（対象候補）。"


def drawn_cut(shown: Shown) -> Picture | None:
    """The cards on a cut from bottom to top, below them the cards in play that are a target or a candidate."""
    state = shown.value
    if not isinstance(state, Cut) or not 0 < len(state.plays) <= MOST:
        return None
    count = len(state.plays)
    there = [place for place in range(count) if place not in state.gone]
    spots: list[Spot] = [*reversed(range(count)), *_in_play(state)]
    if not 1 < len(spots) <= 2 * MOST:
        return None
    field = 20 if len(spots) > count else 0
    middle = {spot: 6 + n * STEP + HIGH / 2 + (field if n >= count else 0) for n, spot in enumerate(spots)}
    pen = Pen()
    if field:
        line = 6 + count * STEP
        pen.line(LEFT, line, RIGHT, line, "rule")
        pen.words(LEFT, line + 14, "場", 10, "soft")
    targets = [(place, target) for place in there if (target := target_of(state, place)) is not None]
    candidates = [(place, spot) for place in there for spot in state.plays[place].legal or ()
                  if spot != target_of(state, place) and spot in middle]
    _arrows(pen, middle, candidates, LEFT, -1, "dash")
    _arrows(pen, middle, targets, RIGHT, 1, "line")
    for spot in spots:
        _card(pen, state, spot, middle[spot])
    facts = [f"カットは{count}枚", *(_fact(state, place) for place in range(count))]
    facts += [f"場の{cut(name)}は{'無くなった' if name in state.gone else 'ある'}" for name in _in_play(state)]
    bottom = 6 + len(spots) * STEP + field
    return pen.finish("カットの図", facts, bottom, NOTE if candidates or targets else NOTE.split("。")[0] + "。")


def _in_play(state: Cut) -> list[str]:
    """The cards in play that are a target or a candidate, or have left, each once."""
    named: list[Spot] = []
    for place, play in enumerate(state.plays):
        if place in state.gone:
            continue
        target = target_of(state, place)
        named += [*(() if target is None else (target,)), *(play.legal or ())]
    named += sorted(spot for spot in state.gone if isinstance(spot, str))
    return [spot for spot in dict.fromkeys(named) if isinstance(spot, str)]


def _arrows(pen: Pen, middle: Mapping[Spot, float], pairs: Sequence[tuple[int, Spot]], x: float, side: int,
            kind: str) -> None:
    """One arrow a pair on one side of the cards; those that span more are drawn out further."""
    into: dict[Spot, int] = {}
    for place, spot in sorted(pairs, key=lambda pair: abs(middle[pair[0]] - middle[pair[1]])):
        span = abs(middle[place] - middle[spot]) / STEP
        nth = into[spot] = into.get(spot, -1) + 1
        shift = 6 if middle[place] > middle[spot] else -6
        end = middle[spot] + shift + (nth % 3 - 1) * 4 * (nth > 0)
        pen.bow(x, middle[place] - shift, end, side * min(22 + span * 12, 82), kind)


def _card(pen: Pen, state: Cut, spot: Spot, y: float) -> None:
    """One card: its number on the cut, its name, who played it, what has become of it."""
    gone = spot in state.gone
    pen.box(LEFT, y - HIGH / 2, RIGHT - LEFT, HIGH, "gone" if gone else "box" if isinstance(spot, int) else "field")
    name, x, room = label(state, spot), LEFT + 8.0, RIGHT - LEFT - 16.0
    if isinstance(spot, int):
        pen.words(x, y + 4, str(spot + 1), 11, "soft")
        x, room = x + 18, room - 18
        if side := state.plays[spot].side:
            pen.words(RIGHT - 8, y + 4, side, 10, "soft", "end")
            room -= 28
    if state_word := _become(state, spot):
        pen.words(x, y - 3, name, 12, "struck" if gone else "text", room=room)
        pen.words(x, y + 12, state_word, 10, "soft", room=room)
    else:
        pen.words(x, y + 4, name, 13, room=room)


def _become(state: Cut, spot: Spot) -> str:
    """What has become of a card, in a word, or what it will do; empty where there is nothing to say."""
    if spot in state.handled:
        return "解決した"
    if spot in state.gone:
        return "無くなった"
    new = state.plays[spot].new if isinstance(spot, int) else None
    return "" if new is None else f"変更先は{cut(label(state, new))}"


def _fact(state: Cut, place: int) -> str:
    """What the picture says of one card."""
    play, target = state.plays[place], target_of(state, place)
    said = [f"{place + 1}枚目は{cut(label(state, place))}" + (f"（{play.side}）" if play.side else "")]
    if place not in state.gone:
        said.append("今の対象は無い" if target is None else f"今の対象は{cut(label(state, target))}")
        if play.legal:
            said.append(f"対象候補は{'と'.join(map(cut, labels(state, play.legal)))}")
    if word := _become(state, place):
        said.append(word)
    return "、".join(said)


FREE = "フリータイミング"
CERTAINTY = {"inferred": "推定", "open": "裁定待ち"}


def turn(setting: Setting) -> Picture | None:
    """The parts of the turn with the timings inside each, from tables/turn.yaml."""
    rows = setting.tables.get("turn", ())
    parts = [Part(row["key"], tuple(Chip(one, one == FREE) for one in row["value"].split("→")), row.get("phase", ""),
                  CERTAINTY.get(row.get("certainty", ""), "")) for row in rows]
    note = f"色の付いた区切りが{FREE}。推定や裁定待ちの行は、旧作の資料が無く後継作の並びで補ったもの。"
    return flow("ターンの流れ", parts, note) if parts else None


STATES = {"Cut": drawn_cut}
ANSWERS: dict[str, object] = {}
