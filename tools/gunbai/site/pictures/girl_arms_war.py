"""少女兵器大戦: the points of a turn with the windows in which cards may be used, and who has priority."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from gunbai.engine.girl_arms_war.start_end import Round, order, usable
from gunbai.engine.girl_arms_war.state import MAX_PLAYERS, Board
from gunbai.engine.girl_arms_war.timing import free
from gunbai.engine.kernel import Setting
from gunbai.site.pictures import Shown
from gunbai.site.pictures.asking import FIRM, INFERRED, OPEN, UNKNOWN, Asked, ask, known, remembered
from gunbai.site.pictures.svg import WIDTH, Pen, Picture, cut, measure

__all__ = ["ANSWERS", "STATES", "turn"]

LEFT, HIGH, LOW, CELL = 100, 26, 19, 17
NOTE = "大きな丸が開いている時点、小さな丸が閉じている時点。破線の丸は推定で、点があれば開いている。「？」は裁定待ち。"
WINDOW = "フリータイミング"

Rows = Sequence[Mapping[str, Any]]
Judge = tuple[Callable[..., bool], *tuple[str, ...]]
"""A question about a point: an engine function and what it is told before the point."""


def drawn_board(shown: Shown) -> Picture | None:
    """The turn with its free timings, the point at which the table is, the players and who has priority."""
    board = shown.value
    if not isinstance(board, Board):
        return None
    pen = Pen()
    y, facts = _points(pen, shown.setting, (free,), board.point)
    y = _players(pen, board, y + 6)
    facts += _player_facts(board)
    lines = [f"使った：{_listed(f'{player}の{card}' for player, card in board.used)}"] if board.used else []
    if attack := board.attack:
        lines.append(f"攻撃：{cut(attack.attacker)}の{cut(attack.unit)}が、{cut(attack.defender)}の{cut(attack.target)}へ")
        lines += [f"支援攻撃：{cut(player)}の{cut(unit)}" for player, unit in attack.supports]
        lines += [f"反撃：{cut(unit)}" for unit in attack.counters]
    if board.turned:
        lines.append(f"行動不能：{_listed(board.turned)}")
    y = pen.lines(0, y + 2, lines, 11.5)
    return pen.finish("ターンと優先権の図", [*facts, *lines], y + 2, NOTE)


def drawn_round(shown: Shown) -> Picture | None:
    """Who uses cards of the start of a phase: the places they chose, in order once all have, and what is done."""
    round_ = shown.value
    if not isinstance(round_, Round) or not 0 < len(round_.users) <= MAX_PLAYERS:
        return None
    pen, facts, chosen = Pen(), [f"番を選ぶのは{_listed(round_.users)}の順"], dict(round_.places)
    all_chose = len(chosen) == len(round_.users)
    turns: Asked[tuple[str, ...]] = ask(shown.setting, partial(order, round_)) if all_chose else Asked(round_.users)
    head = f"{'開始時のカードの順番' if all_chose else '順番を選ぶところ'}{turns.mark}"
    pen.words(0, 13, head, 12, "strong")
    y = 22.0
    for player in turns.value or round_.users:
        place = str(chosen.get(player, "－"))
        pen.circle(14, y + 13, 11, "on" if player in chosen else "gap")
        pen.words(14, y + 17, place, 11, "ontext" if player in chosen else "soft", "middle", 20)
        pen.words(34, y + 17, player, 12.5, "struck" if player in round_.left else "text", room=96)
        did = [card for who, card in round_.done if who == player]
        plans = [card for who, card in round_.plans if who == player and card not in did]
        said = [f"解決した {_listed(did)}"] if did else []
        said += [f"この後 {_listed(plans)}"] if plans else []
        said += ["終えた"] if player in round_.left else []
        y = max(pen.lines(136, y + 5, said, 10.5, "soft"), y + 30)
        facts.append(f"{cut(player)}は{f'{chosen[player]}番' if player in chosen else 'まだ選んでいない'}"
                     + "".join(f"、{one}" for one in said))
    return pen.finish("開始時のカードの図", [head, *facts], y + 2, "丸の数が選んだ番。")


def drawn_point(shown: Shown) -> Picture | None:
    """The turn with its free timings, and the point that the question is about."""
    point = shown.inputs.get("時点")
    return _timeline(shown.setting, WINDOW, (free,), point) if isinstance(point, str) else None


def drawn_condition(shown: Shown) -> Picture | None:
    """The turn with the points at which a card with the condition of the question may be used."""
    condition, point = shown.inputs.get("条件"), shown.inputs.get("時点", "")
    if not isinstance(condition, str) or not isinstance(point, str):
        return None
    return _timeline(shown.setting, f"「{cut(condition)}」のカードを使える時点", (usable, condition), point)


def _timeline(setting: Setting, title: str, judge: Judge, point: str) -> Picture | None:
    """The turn, one point of it marked. None where there is no such point, or nothing is known of any."""
    if point and all(row["key"] != point for row in setting.tables.get("points", ())):
        return None
    pen = Pen()
    pen.words(0, 13, title, 12, "strong", room=WIDTH)
    y, facts = _points(pen, setting, judge, point, 22, "問いの時点")
    if all(known(setting, *judge, str(row["key"])).firmness == UNKNOWN for row in setting.tables["points"]):
        return None
    return pen.finish(title, facts, y, NOTE)


def _rows(setting: Setting) -> Iterator[tuple[str, Rows]]:
    """The points of the turn by phase; those between phases by themselves, under an empty name."""
    for phase, rows in groupby(setting.tables.get("points", ()), lambda row: str(row.get("phase", ""))):
        yield phase, list(rows)


def _judged(setting: Setting, judge: Judge) -> tuple[tuple[str, Mapping[str, Asked[bool]], str], ...]:
    """By phase: what is found of each of its points, and that in words."""
    found = ((phase, {str(row["key"]): known(setting, *judge, str(row["key"])) for row in rows})
             for phase, rows in _rows(setting))
    return tuple((phase, points, _fact(phase, points)) for phase, points in found)


def _points(pen: Pen, setting: Setting, judge: Judge, now: str, y: float = 0,
            called: str = "いま") -> tuple[float, list[str]]:
    """The points in a row a phase, one of them marked; says how far down they reach, and what they show."""
    facts, at = [], ""
    for phase, found, fact in remembered(setting, _judged, judge):
        high = HIGH if phase else LOW
        middle = y + high / 2
        if phase:
            pen.words(0, middle + 4, phase, 10.5, "strong", room=LEFT - 2)
        step = min(CELL, (WIDTH - LEFT) / len(found))
        pen.line(LEFT + step / 2, middle, LEFT + step * (len(found) - 0.5), middle, "rule")
        for n, (point, asked) in enumerate(found.items()):
            x = LEFT + step * (n + 0.5)
            _mark(pen, x, middle, asked)
            if point == now:
                pen.circle(x, middle, 8.5, "now")
                at = f"{called}：{now}（{_state(asked)}）"
        if not phase:
            pen.words(LEFT + CELL + 6, middle + 4, next(iter(found)), 10, "soft", room=WIDTH - LEFT - CELL - 6)
        facts.append(fact)
        y += high
    if at:
        pen.words(0, y + 15, at, 11.5, "warn", room=WIDTH)
        facts.append(at)
        y += 22
    return y, facts


def _mark(pen: Pen, x: float, y: float, asked: Asked[bool]) -> None:
    if asked.value is None:
        pen.words(x, y + 5, "？", 13, "warn", "middle")
    elif asked.firmness == FIRM:
        pen.circle(x, y, 5.5 if asked.value else 2.5, "on" if asked.value else "off")
    else:
        pen.circle(x, y, 5.5, "maybe")
        if asked.value:
            pen.circle(x, y, 2.5, "maybeon")


_WORDS = {(True, FIRM): "開いている", (False, FIRM): "閉じている", (True, INFERRED): "推定で開いている",
          (False, INFERRED): "推定で閉じている"}


def _state(asked: Asked[bool]) -> str:
    """Whether a window is open, in words."""
    return _WORDS.get((bool(asked.value), asked.firmness), asked.firmness)


def _fact(phase: str, found: Mapping[str, Asked[bool]]) -> str:
    """What a row shows: the points that are open, then those of which it is not certain."""
    if not phase:
        return "、".join(f"{point}は{_state(asked)}" for point, asked in found.items())
    opened = _listed(point for point, asked in found.items() if asked == Asked(True))
    said = [f"{phase}で開いているのは{opened}" if opened else f"{phase}で確かに開いている時点は無い"]
    for value, firmness in ((True, INFERRED), (False, INFERRED), (None, OPEN), (None, UNKNOWN)):
        if names := _listed(point for point, asked in found.items() if asked == Asked(value, firmness)):
            said.append(f"{names}は{_state(Asked(value, firmness))}")
    return "、".join(said)


def _players(pen: Pen, board: Board, y: float) -> float:
    """The players in turn order; who has priority is filled, who has passed says so."""
    x = 0.0
    for n, player in enumerate(board.players):
        width = min(max(measure(player) * 12 + 20, 66), WIDTH / 2 - 8)  # room for what stands below
        if x + width > WIDTH:
            x, y = 0.0, y + 46
        holds = player == board.holder
        pen.box(x, y, width, 26, "on" if holds else "box", 13)
        pen.words(x + width / 2, y + 17, player, 12, "ontext" if holds else "text", "middle", width - 12)
        below = [word for word, true in (("手番", n == 0), ("優先権", holds), ("放棄", player in board.passed)) if true]
        pen.words(x + width / 2, y + 39, "・".join(below), 10, "soft", "middle")
        if n < len(board.players) - 1:
            pen.words(x + width + 6, y + 17, "›", 12, "soft", "middle")
        x += width + 12
    return y + 46


def _player_facts(board: Board) -> list[str]:
    said = [f"プレイヤーは{_listed(board.players)}の順で、手番は{cut(board.players[0])}"]
    said.append(f"優先権は{cut(board.holder)}" if board.holder else "優先権は誰にも無い")
    if board.passed:
        said.append(f"続けて放棄は{_listed(board.passed)}")
    return said


def _listed(names: Any) -> str:
    return "、".join(map(cut, names))


def turn(setting: Setting) -> Picture | None:
    """Every point of the turn by name, with whether a free timing is there."""
    if not setting.tables.get("points"):
        return None
    pen, y, facts = Pen(), 0.0, []
    for phase, rows in _rows(setting):
        found = {str(row["key"]): known(setting, free, str(row["key"])) for row in rows}
        if phase:
            pen.words(0, y + 15, phase, 12, "strong")
            y += 20
        for point, asked in found.items():
            _mark(pen, 12, y + 9, asked)
            pen.words(26, y + 13, point, 11.5, "text" if asked.value else "soft", room=WIDTH - 90)
            if asked.firmness:
                pen.words(WIDTH, y + 13, asked.firmness, 10, "warn", "end")
            y += 18
        facts.append(_fact(phase, found))
        if closed := _listed(point for point, asked in found.items() if phase and asked == Asked(False)):
            facts.append(f"{phase}で閉じているのは{closed}")
        y += 4
    return pen.finish(f"ターンの時点と{WINDOW}", facts, y, NOTE)


STATES = {"Board": drawn_board, "Round": drawn_round}
ANSWERS = {"フリータイミングか": drawn_point, "使える": drawn_condition, "使える時点": drawn_condition}
