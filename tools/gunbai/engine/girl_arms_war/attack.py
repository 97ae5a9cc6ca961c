"""An attack: turning, 反撃, 支援攻撃, and what it changes in the order of priority. Rulings gaw-attack-*."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from gunbai.engine.girl_arms_war.frame import may_act_again
from gunbai.engine.girl_arms_war.priority import following, held, in_succession, moves, opened, over
from gunbai.engine.girl_arms_war.state import Attack, Board, point_row, sample
from gunbai.engine.girl_arms_war.team import partner_counters, partner_supports, partners
from gunbai.engine.kernel import Illegal, Malformed, reading, rule
from gunbai.engine.verb import verb

__all__ = ["attack", "breaks_through", "counter", "departure", "facing", "flow", "quiet", "step", "support"]

AFTER_ATTACK = "通常攻撃の直後"
AFTER_SUPPORT = "支援攻撃の直後"
PP = "PP"


@verb("攻撃する", board="卓", unit="GA", target="目標", defender="防御側", kind="種類")
def attack(board: Board, unit: str, target: str, defender: str,
           kind: Literal["通常攻撃", "能力による攻撃"] = "通常攻撃") -> Board:
    """ターンプレイヤーのGAが、目標（相手のGAや施設、または「PP」）を決めて攻撃し、回転するまで。宣言と目標の選択は一度に行う。"""
    quiet(board)
    if point_row(board.point).get("phase") != "アクションフェイズ" or board.attack:
        raise Malformed("攻撃は、アクションフェイズの、ほかの攻撃の済んだところで")
    if defender not in board.players[1:]:
        raise Malformed("防御側は、ターンプレイヤーでないプレイヤー")
    # equivalent: partners(board, board.players[0], defender) → partners(board, defender, board.players[0]) : symmetric
    if partners(board, board.players[0], defender):
        raise Malformed("防御側は、敵のプレイヤー")
    named(target)
    started = replace(
        board, point=AFTER_ATTACK, attack=Attack(board.players[0], unit, defender, target),
        turned=turn(board, unit), actions=one_more(board, "攻撃"))
    return to_defender(opened(started), defender) if defender_first(kind) else opened(started)


@rule("gaw-faq-declaration")
def named(target: str) -> None:
    """The target is chosen in the declaration itself."""
    if not target:
        raise Illegal("攻撃の宣言には目標が要る")


@rule("gaw-play-advance")
def quiet(board: Board) -> None:
    """The turn goes on only when no free timing is open."""
    if board.holder:
        raise Illegal("フリータイミングが続いている")


@rule("gaw-frame-actions")
def one_more(board: Board, action: str) -> tuple[str, ...]:
    """The actions of this turn, with one more."""
    if not may_act_again(board.actions):
        raise Illegal("もうアクションはできない")
    return (*board.actions, action)


@rule("gaw-attack-turning")
def turn(board: Board, unit: str) -> tuple[str, ...]:
    """The GA that are turned, with one more. One that is turned already cannot act."""
    if unit in board.turned:
        raise Illegal(f"{unit}は行動不能")
    return (*board.turned, unit)


@verb("今の向き", board="卓", unit="GA")
@rule("gaw-attack-turning")
def facing(board: Board, unit: str) -> Literal["行動可能", "行動不能"]:
    """そのGAが今、行動可能か行動不能か。"""
    return "行動不能" if unit in board.turned else "行動可能"


@rule("gaw-attack-defender-first")
def defender_first(kind: str) -> bool:
    """Whether the defender has priority first in the free timing right after an attack's turning."""
    return kind == "通常攻撃" or other_attacks(kind)


@rule("gaw-attack-ability")
def other_attacks(kind: str) -> bool:
    """Whether the exception holds for attacks that are no 通常攻撃."""
    return reading("gaw-attack-ability") == "every-attack"


def under_way(board: Board) -> Attack:
    """The attack that is going on; Malformed where there is none."""
    if board.attack is None:
        raise Malformed("攻撃が行われていない")
    return board.attack


def step(board: Board, player: str, used: bool, to: str | None) -> Board:
    """The board after its holder has used something or passed: who is next, or that the free timing is over."""
    passed = in_succession(board, player, used)
    changed = replace(board, passed=passed, gave=board.gave if used else (*board.gave, player), exception=False)
    players = takes_part(board) if board.attack else board.players
    due = back(board, player, used) if board.attack else moves(board, player, used, to)
    if due and (used or not over(players, passed)):
        return replace(changed, holder=due)
    if due and board.attack and another_say(changed):
        return replace(changed, holder=board.attack.defender)
    return replace(changed, holder="", due=due or board.players[0])


def to_defender(board: Board, defender: str) -> Board:
    """A free timing that an attack opens by exception with the defender's priority."""
    return replace(board, holder=defender, exception=True)


@rule("gaw-attack-back")
def back(board: Board, player: str, used: bool) -> str | None:
    """To whom priority goes in the free timings of an attack; None where the free timing closes."""
    if not board.exception:
        return following(takes_part(board), player)
    if board.point == AFTER_SUPPORT and not used:
        return after_support_pass(board)
    return regains(under_way(board))


@rule("gaw-attack-support-next")
def after_support_pass(board: Board) -> str | None:
    """Who is next when the defender passes after a support: the attacker, the turn player, or nobody."""
    key = reading("gaw-attack-support-next")
    if key == "closes":
        return None
    return board.players[0] if key == "turn-player" else regains(under_way(board))


@rule("gaw-team-support-attacker")
def regains(current: Attack) -> str:
    """To which player of the attacking side priority returns: the attacking one, or a partner who supported last."""
    last = current.supports[-1][0] if current.supports else current.attacker
    if last == current.attacker or reading("gaw-team-support-attacker") == "attacking-player":
        return current.attacker
    return last


@rule("gaw-attack-both-pass")
def another_say(board: Board) -> bool:
    """Whether the defender gets priority once more when attacker and defender have passed."""
    if board.gave.count(under_way(board).defender) > 1:
        return False
    return reading("gaw-attack-both-pass") == "defender-again"


@rule("gaw-attack-third")
def takes_part(board: Board) -> tuple[str, ...]:
    """Who gets priority in the free timings of an attack, in order."""
    # equivalent: 2 → 1 : with two players both readings name the same two
    if len(board.players) == 2 or reading("gaw-attack-third") == "in-turn":
        return board.players
    current = under_way(board)
    return (current.attacker, current.defender)


@verb("支援攻撃", board="卓", player="プレイヤー", unit="GA")
def support(board: Board, player: str, unit: str) -> Board:
    """攻撃側（または、その味方）のGAが支援攻撃をする。"""
    current = under_way(board)
    supports_own_side(board, player)
    support_moment(board, player)
    one_more_support(current)
    changed = replace(board, point=AFTER_SUPPORT, turned=support_turns(board, player, unit),
                      attack=replace(current, supports=(*current.supports, (player, unit))))
    return to_defender(opened(changed), first_after_support(current))


@rule("gaw-attack-supporter")
def supports_own_side(board: Board, player: str) -> None:
    """The attacker supports, and in a team battle the partner. Illegal for others."""
    attacker = under_way(board).attacker
    # equivalent: partner_supports(board, attacker, player) → partner_supports(board, player, attacker) : symmetric
    if player != attacker and not partner_supports(board, attacker, player):
        raise Illegal(f"{player}は攻撃側ではない")


@rule("gaw-attack-support-when")
def support_moment(board: Board, player: str) -> None:
    """When a support may be declared: with priority in a free timing, or as a step when it is over."""
    if reading("gaw-attack-support-when") == "step":
        if board.holder:
            raise Illegal("支援攻撃は、フリータイミングが終わってから")
    elif board.holder not in (under_way(board).attacker, player):
        raise Illegal("攻撃側が優先権を持っていない")


@rule("gaw-attack-support-count")
def one_more_support(current: Attack) -> None:
    """No more supports than the table allows (a sample value)."""
    if len(current.supports) >= sample("1回の攻撃への支援攻撃"):
        raise Illegal("支援攻撃の回数の上限")


def support_turns(board: Board, player: str, unit: str) -> tuple[str, ...]:
    """The turned GA after a support. A partner's GA turns by reading."""
    turned = turn(board, unit)
    return turned if player == under_way(board).attacker or partner_turns(unit) else board.turned


@rule("gaw-team-support-turns")
def partner_turns(unit: str) -> bool:
    """Whether a GA that supports a partner's attack is turned."""
    return reading("gaw-team-support-turns") == "turns"


@rule("gaw-attack-support-first")
def first_after_support(current: Attack) -> str:
    """Right after a support the defender has priority first."""
    return current.defender


@verb("反撃", board="卓", player="プレイヤー", unit="GA")
def counter(board: Board, player: str, unit: str) -> Board:
    """防御側のGAが反撃をする。"""
    current = under_way(board)
    strikes_back(board, player)
    inside = counter_moment(board, player)
    if board.point == AFTER_SUPPORT:
        after_support(unit)
    if inside and (player in board.gave or player in [user for user, _ in board.used]):
        late(unit)
    count_of_counters(current)
    who_counters(current, unit)
    changed = replace(board, turned=turn(board, unit), attack=replace(current, counters=(*current.counters, unit)))
    return step(changed, player, True, None) if inside else opened(changed)


@rule("gaw-attack-counter")
def strikes_back(board: Board, player: str) -> None:
    """Only the defender strikes back, and by reading the defender's partner."""
    current = under_way(board)
    # equivalent: partners(board, player, current.defender) → partners(board, current.defender, player) : symmetric
    if player != current.defender and not (partners(board, player, current.defender) and partner_counters(player)):
        raise Illegal(f"{player}は防御側ではない")


@rule("gaw-attack-counter-inside")
def counter_moment(board: Board, player: str) -> bool:
    """Whether 反撃 is done with priority inside the free timing, or as a step when it is over."""
    inside = reading("gaw-attack-counter-inside") == "inside"
    if inside:
        held(board, player)
    elif board.holder:
        raise Illegal("反撃は、フリータイミングが終わってから")
    return inside


@rule("gaw-attack-counter-support")
def after_support(unit: str) -> None:
    """Whether 反撃 may be done in the free timing after a support."""
    if reading("gaw-attack-counter-support") == "no":
        raise Illegal("支援攻撃の後には反撃できない")


@rule("gaw-attack-counter-late")
def late(unit: str) -> None:
    """Whether 反撃 may follow in a free timing in which the defender has used a card or passed."""
    if reading("gaw-attack-counter-late") == "gone":
        raise Illegal("初めの優先権で反撃しなかったので、機会は過ぎた")


@rule("gaw-attack-counter-count")
def count_of_counters(current: Attack) -> None:
    """No more 反撃 than the table allows (a sample value)."""
    if len(current.counters) >= sample("1回の攻撃への反撃"):
        raise Illegal("反撃の回数の上限")


@rule("gaw-attack-counter-who")
def who_counters(current: Attack, unit: str) -> None:
    """Which GA strikes back: the target alone, or any (a sample value); against a breakthrough as the table says."""
    if current.target == PP:
        against_breakthrough(unit)
    elif sample("反撃できるGA") == "目標" and unit != current.target:
        raise Illegal(f"反撃できるのは目標の{current.target}だけ")


@rule("gaw-attack-counter-pp")
def against_breakthrough(unit: str) -> None:
    """Whether there is a 反撃 against an attack on PP (a sample value)."""
    if sample("突破への反撃") == "できない":
        raise Illegal("突破には反撃できない")


@verb("攻撃の手順")
@rule("gaw-attack-flow")
def flow() -> tuple[str, ...]:
    """1回の攻撃の手順の並び（見本の値）。"""
    return tuple(sample("攻撃の手順").split("→"))


@verb("離れたとき", what="もの")
@rule("gaw-attack-departure")
def departure(
    what: Literal["攻撃側のGAが場を離れた", "目標が場を離れた", "支援したGAが場を離れた", "目標が変わった"],
) -> str:
    """攻撃のフリータイミングの間に、攻撃に関わるものが変わったとき、攻撃がどうなるか（見本の値）。"""
    return str(sample(what))


@verb("突破できる", front="前線")
@rule("gaw-attack-breakthrough")
def breaks_through(front: tuple[Literal["行動可能", "行動不能"], ...]) -> bool:
    """前線のGAの向きを並べると、攻撃側がそのプレイヤーのPPを目標にできるか。"""
    return sample("突破を妨げる向き") not in front
