"""GUNDAM WAR: the cut as a stack of cards with arrows to present targets and candidates; the turn with its timings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from gunbai.engine.gundam_war.chain import Cut, Spot, label, labels, place_of, spot_of, target_of
from gunbai.engine.gundam_war.retarget import candidates, may_change
from gunbai.engine.gundam_war.targets import options
from gunbai.engine.kernel import Malformed, NoAnswer, Setting
from gunbai.site.pictures import Shown
from gunbai.site.pictures.asking import FIRM, OPEN, UNKNOWN, Asked, ask
from gunbai.site.pictures.flow import Chip, Part, flow
from gunbai.site.pictures.svg import Pen, Picture, cut, wrapped

__all__ = ["ANSWERS", "STATES", "turn"]

MOST = 12
"""More cards than this are not drawn: nobody could follow the arrows."""
LEFT, RIGHT, HIGH, GAP = 66, 274, 34, 10
NOTE = "下が先にプレイされたカード。右の実線は今の対象、左の点線はプレイの時点で対象にできたもの（対象候補）。"
CAN = "○の付いたものに変えられる。"


@dataclass(frozen=True, slots=True)
class Remark:
    """What a question about a cut finds of one card: whether it can be taken (None: not certain), and in words."""

    can: bool | None
    text: str


Remarks = Mapping[Spot, Remark]


def drawn_cut(shown: Shown) -> Picture | None:
    """The cards on a cut from bottom to top, below them the cards in play that are a target or a candidate."""
    return _drawn(shown.value, {}, None) if isinstance(shown.value, Cut) else None


def drawn_change(shown: Shown) -> Picture | None:
    """The cut with what the card of the question may be changed to, and why not to each of the others."""
    affected, after = shown.inputs.get("対象"), shown.inputs.get("後") or shown.inputs.get("対象")
    if not isinstance(affected, Cut) or not isinstance(after, Cut) or isinstance(shown.value, Malformed):
        return None
    try:
        place, asked = place_of(affected, after), shown.inputs.get("先")
        spots: list[Spot] = [*range(len(after.plays)), *_in_play(after)]
        if isinstance(asked, (Cut, str)):
            spots.append(spot_of(asked, after))
    except NoAnswer:
        return None
    found = ask(shown.setting, partial(candidates, after, place))
    if found.firmness == UNKNOWN:  # what the card could have targeted is not known: then nothing is known of any
        return _drawn(after, {}, None)
    remarks = {spot: _remark(ask(shown.setting, partial(may_change, after, place, spot)), "変更先にできる")
               for spot in dict.fromkeys(spots) if spot != place}
    return _drawn(after, {**remarks, place: Remark(None, "このカードの対象を変える")}, place)


def drawn_options(shown: Shown) -> Picture | None:
    """The cut with the cards on it that the card of the question may target."""
    state, card, side = shown.inputs.get("カット"), shown.inputs.get("カード"), shown.inputs.get("側")
    if not isinstance(state, Cut) or not isinstance(card, str) or isinstance(shown.value, Malformed):
        return None
    found: Asked[tuple[Spot, ...] | None] = ask(shown.setting, partial(options, state, card, side))  # type: ignore[arg-type]
    if found.value is None:
        return _drawn(state, {}, None)
    can = Remark(True, f"「{cut(card)}」の対象にできる{found.mark}")
    cannot = Remark(False, f"「{cut(card)}」の対象にできない{found.mark}")
    return _drawn(state, {place: can if place in found.value else cannot
                          for place in range(len(state.plays)) if place not in state.gone}, None)


def _remark(asked: Asked[bool], can: str) -> Remark:
    if asked.value:
        return Remark(True if asked.firmness == FIRM else None, f"{can}{asked.mark}")
    if asked.firmness == OPEN:
        return Remark(None, f"{can}かは裁定待ち")
    return Remark(False, asked.refusal) if asked.refusal else Remark(None, "変えられるとは言えない")


def _drawn(state: Cut, remarks: Remarks, asked: int | None) -> Picture | None:
    count = len(state.plays)
    in_play = [*_in_play(state), *(spot for spot in remarks if isinstance(spot, str))]
    spots: list[Spot] = [*reversed(range(count)), *dict.fromkeys(in_play)]
    if not 0 < count <= MOST or not 1 < len(spots) <= 2 * MOST:
        return None
    there = [place for place in range(count) if place not in state.gone]
    pen, y, middle, high = Pen(), 6.0, dict[Spot, float](), dict[Spot, float]()
    for n, spot in enumerate(spots):
        if n == count:
            pen.line(LEFT, y, RIGHT, y, "rule")
            pen.words(LEFT, y + 14, "場", 10, "soft")
            y += 20
        lines = len(_words(state, spot, remarks))
        high[spot] = HIGH if lines < 2 else HIGH + 13 * (lines - 1)
        middle[spot] = y + high[spot] / 2
        y += high[spot] + GAP
    targets = [(place, target) for place in there if (target := target_of(state, place)) is not None]
    others = [(place, spot) for place in there for spot in state.plays[place].legal or ()
              if spot != target_of(state, place) and spot in middle]
    free = [pair for pair in others if pair[0] == asked and pair[1] in remarks and remarks[pair[1]].can]
    _arrows(pen, middle, [pair for pair in others if pair not in free], LEFT, -1, "dash")
    _arrows(pen, middle, free, LEFT, -1, "free")
    _arrows(pen, middle, targets, RIGHT, 1, "line")
    for spot in spots:
        _card(pen, state, spot, middle[spot], high[spot], remarks, spot == asked)
    facts = [f"カットは{count}枚", *(_fact(state, place) for place in range(count))]
    facts += [f"場の{cut(name)}は{'無くなった' if name in state.gone else 'ある'}"
              for name in spots if isinstance(name, str)]
    facts += [f"{cut(label(state, spot))}：{'○ ' if r.can else '× ' if r.can is False else ''}{r.text}"
              for spot, r in remarks.items()]
    note = NOTE if others or targets else NOTE.split("。")[0] + "。"
    return pen.finish("カットの図", facts, y - GAP + 6, note + (CAN if asked is not None else ""))


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
        span = abs(middle[place] - middle[spot]) / (HIGH + GAP)
        nth = into[spot] = into.get(spot, -1) + 1
        shift = 6 if middle[place] > middle[spot] else -6
        end = middle[spot] + shift + (nth % 3 - 1) * 4 * (nth > 0)
        pen.bow(x, middle[place] - shift, end, side * min(22 + span * 12, 82), kind)


def _words(state: Cut, spot: Spot, remarks: Remarks) -> tuple[str, ...]:
    """What stands below the name of a card: what has become of it, what the question finds of it."""
    lines = [word] if (word := _become(state, spot)) else []
    if remark := remarks.get(spot):
        lines += wrapped(remark.text, (RIGHT - LEFT - 48) / 10, 2)
    return tuple(lines)


def _card(pen: Pen, state: Cut, spot: Spot, y: float, high: float, remarks: Remarks, asked: bool) -> None:
    """One card: its number on the cut, its name, who played it, what has become of it, what the question finds."""
    gone, remark = spot in state.gone, remarks.get(spot)
    kind = "gone" if gone else "asked" if asked else "box" if isinstance(spot, int) else "field"
    pen.box(LEFT, y - high / 2, RIGHT - LEFT, high, kind)
    x, room = LEFT + 8.0, RIGHT - LEFT - 16.0
    lines = _words(state, spot, remarks)
    top = y - high / 2 + (14 if lines else 21)
    if isinstance(spot, int):
        pen.words(x, top, str(spot + 1), 11, "soft")
        x, room = x + 18, room - 18
        if side := state.plays[spot].side:
            pen.words(RIGHT - 8, top, side, 10, "soft", "end")
            room -= 28
    if remark and remark.can is not None and not asked:
        pen.words(LEFT + 8, top + 15, "○" if remark.can else "×", 12, "can" if remark.can else "warn")
    pen.words(x, top, label(state, spot), 12 if lines else 13, "struck" if gone else "text", room=room)
    for n, line in enumerate(lines):
        pen.words(max(x, LEFT + 26), top + 15 + 13 * n, line, 10, "can" if remark and remark.can else "soft",
                  room=RIGHT - LEFT - 34)


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
ANSWERS = {"変更先": drawn_change, "変えられる": drawn_change, "対象にできるもの": drawn_options}
