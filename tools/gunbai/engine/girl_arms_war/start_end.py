"""Cards of the start and the end of a phase; whether a card may be used at a point. Rulings gaw-start-*, gaw-end-*."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from gunbai.engine.girl_arms_war.frame import phase_of
from gunbai.engine.girl_arms_war.state import point_row, sample
from gunbai.engine.girl_arms_war.timing import after, free, opened_by_tied, tied
from gunbai.engine.kernel import Illegal, Malformed, Situation, reading, rule, table
from gunbai.engine.verb import Count, verb

__all__ = [
    "Round", "at_end", "at_start", "begin", "chart", "choose", "cut_short", "declines", "finish", "more_allowed",
    "next_window", "ordinary", "order", "place_of", "resolve", "usable", "windows",
]

EDGE = "の開始時"
CLOSE = "の終了時"
DURING = "中"


@verb("使える", condition="条件", point="時点", after_tied="指定のカードの後")
def usable(condition: str, point: str, after_tied: bool = False) -> bool:
    """その条件の能力や戦術カードを、その時点で使えるか。

    「条件」は「いつでも」「開始フェイズ中」「開始フェイズの開始時」「開始フェイズの終了時」のように書く。
    「指定のカードの後」は、そのフェイズ中と指定されたカードが使われた直後か。
    """
    if condition == "いつでも":
        return free(point) or (after_tied and opened_by_tied(point))
    for ending, judge in ((EDGE, at_start), (CLOSE, at_end), (DURING, tied)):
        if condition.endswith(ending):
            return judge(phase_of(condition.removesuffix(ending)), point)
    raise Malformed(f"「{condition}」という条件は読めない")


@verb("使える時点", condition="条件")
def windows(condition: str) -> tuple[str, ...]:
    """その条件の能力や戦術カードを使える時点を、ターンの順に。"""
    return tuple(row["key"] for row in table("points") if usable(condition, row["key"]))


@verb("使用の図", condition="条件")
def chart(condition: str) -> tuple[str, ...]:
    """ターンのすべての時点を順に、その条件の能力や戦術カードを使えるか（○）使えないか（―）。属するフェイズと手順を添える。"""
    lines = []
    for row in table("points"):
        belongs = "・".join(row[column] for column in ("phase", "of") if column in row)
        lines.append(f"{'○' if usable(condition, row['key']) else '―'} {row['key']}（{belongs or 'フェイズの外'}）")
    return tuple(lines)


@rule("gaw-start-first")
def at_start(phase: str, point: str) -> bool:
    """Whether a card of the start of a phase may be used at a point: first thing in that phase's free timing."""
    row = point_row(point)
    if row.get("phase") != phase or row.get("edge") != "first":
        return False
    return free(point) if row["kind"] == "open" else without_window(point)


@rule("gaw-start-elsewhere")
def without_window(point: str) -> bool:
    """Whether phases without a free timing of their own have one at their start for cards of the start."""
    return reading("gaw-start-elsewhere") == "before-steps"


@rule("gaw-end-like-ordinary")
def at_end(phase: str, point: str) -> bool:
    """Whether a card of the end of a phase may be used at a point: wherever one tied to the phase may be."""
    row = point_row(point)
    if row.get("phase") != phase:
        return False
    if row["kind"] == "after" and not after(row["of"]):
        return after_rest(point)
    return (row["kind"] == "bare" or tied(phase, point)) and (row.get("edge") == "last" or any_window(point))


@rule("gaw-end-when")
def any_window(point: str) -> bool:
    """Whether cards of the end may be used before everybody has passed and the phase is about to end."""
    return reading("gaw-end-when") == "any-window"


@rule("gaw-end-rest")
def after_rest(point: str) -> bool:
    """Whether cards of the end of the action phase may still be used after 休息."""
    return reading("gaw-end-rest") == "usable"


@verb("同じフェイズにもう1枚使える", kind="時期", used="使った枚数")
@rule("gaw-end-once")
def more_allowed(kind: Literal["開始時", "終了時"], used: Count) -> bool:
    """その時期のカードが同じフェイズに何枚か使われた後、もう1枚使えるか。"""
    return kind == "開始時" or used == 0


@verb("終了時の使用後", point="時点")
@rule("gaw-end-at-once")
def next_window(point: str) -> str:
    """その時点で、そのフェイズの終了時のカードが使われると、次に来る時点。"""
    phase = point_row(point).get("phase")
    if phase is None:
        raise Malformed(f"{point}はどのフェイズにも属さない")
    rows = list(table("points"))
    place = next(n for n, row in enumerate(rows) if row.get("before") == phase)
    row = rows[place]
    if row["after"] == table("phases")[0]["key"] or gap_remains(row["key"]):
        return str(row["key"])
    return str(rows[place + 1]["key"])


@rule("gaw-end-gap")
def gap_remains(point: str) -> bool:
    """Whether the free timing between the phases is still there after a phase was ended by a card."""
    return reading("gaw-end-gap") == "remains"


@verb("打ち切られた攻撃", what="もの")
@rule("gaw-end-attack")
def cut_short(what: Literal["GA", "ダメージ"]) -> str:
    """終了時のカードでアクションフェイズが終わったとき、進行中の攻撃のGAやダメージがどうなるか（見本の値）。"""
    return str(sample(f"打ち切られた攻撃の{what}"))


@dataclass(frozen=True, slots=True)
class Round(Situation):
    """開始時のカードを使うプレイヤーたちと、選んだ番

    ``users`` stand in the order in which they choose, ``most`` is the highest place, ``places`` are (player, place),
    ``plans`` the order that a player named for own cards, ``done`` (player, card), ``left`` who has finished.
    """

    users: tuple[str, ...]
    most: int
    places: tuple[tuple[str, int], ...] = ()
    plans: tuple[tuple[str, str], ...] = ()
    done: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "、".join(f"{user}は{place}番" for user, place in self.places) or "まだ誰も選んでいない"


@verb("開始時", users="使用者", turn="手番順", seats="席順")
@rule("gaw-start-places")
def begin(users: tuple[str, ...], turn: tuple[str, ...], seats: tuple[str, ...] = ()) -> Round:
    """開始時のカードを使うプレイヤーたちが、順番を選び始める。「手番順」はターンプレイヤーから並べる。"""
    if seats and sorted(seats) != sorted(turn):
        raise Malformed("「席順」には、手番順と同じプレイヤーを並べる")
    order = turn_or_seats(turn, seats) if seats else turn
    choosing = tuple(player for player in order if player in users)
    if len(choosing) != len(users) or len(set(choosing)) != len(choosing):
        raise Malformed("使用者は、手番順の中から一度ずつ")
    return Round(choosing, highest(len(choosing), len(turn)))


@rule("gaw-start-order")
def turn_or_seats(turn: tuple[str, ...], seats: tuple[str, ...]) -> tuple[str, ...]:
    """In which order users choose: that of turns, or that of seats, each from the turn player."""
    if reading("gaw-start-order") == "turns":
        return turn
    first = seats.index(turn[0])
    return seats[first:] + seats[:first]


@rule("gaw-start-numbers")
def highest(users: int, players: int) -> int:
    """How many places there are to choose from: as many as users, or as players."""
    return users if reading("gaw-start-numbers") == "users" else players


@verb("選ぶ", round_="開始時", user="使用者", place="番", plan="使う順")
@rule("gaw-start-places")
def choose(round_: Round, user: str, place: int, plan: tuple[str, ...] = ()) -> Round:
    """自分のカードを何番目に処理するかを選ぶ。「使う順」は、自分のカードを使う順を先に決めておくとき。"""
    waiting = [one for one in round_.users if one not in dict(round_.places)]
    if waiting[:1] != [user]:
        raise Illegal("いま選ぶ番ではない")
    if not 1 <= place <= round_.most:
        raise Illegal(f"番は1から{round_.most}まで")
    taken = [number for _, number in round_.places]
    if place in taken:
        share(place)
    return last_place(replace(round_, places=(*round_.places, (user, place)),
                              plans=(*round_.plans, *((user, card) for card in plan))))


@rule("gaw-start-taken")
def share(place: int) -> None:
    """A place that another has chosen cannot be chosen again, unless the table takes it otherwise."""
    if reading("gaw-start-taken") == "no":
        raise Illegal(f"{place}番は選ばれている")


@rule("gaw-start-last")
def last_place(round_: Round) -> Round:
    """The last user gets the place that is left without choosing."""
    waiting = [user for user in round_.users if user not in dict(round_.places)]
    free_places = [n for n in range(1, round_.most + 1) if n not in dict(round_.places).values()]
    match waiting, free_places:
        case [user], [place]:
            return replace(round_, places=(*round_.places, (user, place)))
    return round_


@verb("選んだ番", round_="開始時", user="使用者")
def place_of(round_: Round, user: str) -> int | None:
    """そのプレイヤーの番。まだなら「なし」。"""
    return dict(round_.places).get(user)


@verb("処理の順", round_="開始時")
@rule("gaw-start-block")
def order(round_: Round) -> tuple[str, ...]:
    """プレイヤーが、自分のカードをまとめて処理していく順。"""
    if len(round_.places) < len(round_.users):
        raise Malformed("まだ番を選んでいないプレイヤーがいる")
    return tuple(user for user, _ in sorted(round_.places, key=lambda pair: pair[1]))


@verb("解決する", round_="開始時", user="使用者", card="カード", gained="得たばかり")
@rule("gaw-start-own-order")
def resolve(round_: Round, user: str, card: str, gained: bool = False) -> Round:
    """自分の番に、自分の開始時のカードを1枚使う。「得たばかり」は、この開始時のうちに手に入れたカードか。"""
    if turn_of(round_) != user:
        raise Illegal(f"{user}の番ではない")
    if gained:
        just_gained(card)
    plan = [one for player, one in round_.plans if player == user]
    used = sum(player == user for player, _ in round_.done)
    if plan and plan[used:used + 1] != [card]:
        off_plan(card)
    return replace(round_, done=(*round_.done, (user, card)))


def turn_of(round_: Round) -> str:
    """Whose block it is: the first in order who has not finished; empty where all have."""
    return next((user for user in order(round_) if user not in round_.left), "")


@rule("gaw-start-gained")
def just_gained(card: str) -> None:
    """Whether a card that its user got in this very round may be used in it."""
    if reading("gaw-start-gained") == "next-time":
        raise Illegal(f"{card}は次の機会から")


@rule("gaw-start-look")
def off_plan(card: str) -> None:
    """Whether a user may leave the order that was named first, after seeing what came of the cards before."""
    if reading("gaw-start-look") == "fixed":
        raise Illegal(f"決めた順では、まだ{card}ではない")


@verb("終える", round_="開始時", user="使用者")
@rule("gaw-start-block")
def finish(round_: Round, user: str) -> Round:
    """自分の開始時のカードを使い終え、次の番のプレイヤーに移る。"""
    if turn_of(round_) != user:
        raise Illegal(f"{user}の番ではない")
    if all(player != user for player, _ in round_.done):
        declines(user)
    return replace(round_, left=(*round_.left, user))


@rule("gaw-start-optional")
def declines(user: str) -> None:
    """Whether one who chose a place may use nothing when it comes."""
    if reading("gaw-start-optional") == "announced":
        raise Illegal(f"{user}は使うと告げている")


@verb("ほかのカードを使える", round_="開始時", answer="応えて")
@rule("gaw-start-then-ordinary")
def ordinary(round_: Round, answer: bool = False) -> bool:
    """通常のフリータイミングのカードを今使えるか。「応えて」は、いま使われた開始時のカードに応じてのことか。"""
    return not turn_of(round_) or (answer and between(round_))


@rule("gaw-start-answer")
def between(round_: Round) -> bool:
    """Whether ordinary cards may answer between two cards of the start."""
    return reading("gaw-start-answer") == "between"
