"""Team battle, two against two. Rulings gaw-team-*."""

from __future__ import annotations

from typing import Literal

from gunbai.engine.girl_arms_war.state import Board, sample
from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = [
    "adjusted", "adjusted_in_full", "adjustment", "breaks_through_team", "deck_fits", "empty_deck_loses", "first_team",
    "in_range", "marker_of", "may_choose_field", "may_raise", "partner_counters", "partner_supports", "partners",
    "partners_may", "pays_for", "seating", "simultaneous", "team_level", "team_wins", "turn_after",
]


@verb("チーム分け", players="プレイヤー")
@rule("gaw-team-players")
def seating(players: tuple[tuple[str, ...], ...]) -> int:
    """チームごとにプレイヤーを並べると、チーム戦の人数。2人ずつの2チームでなければ遊べない。"""
    size = keyed("numbers", "チームの人数")["value"]
    names = {name for team in players for name in team}
    if [len(team) for team in players] != [size, size] or len(names) != 2 * size:
        raise Illegal("2人ずつの2チームに分かれる")
    return len(names)


@verb("チーム戦のデッキは正しい", kind="種類", decks="組数")
@rule("gaw-team-deck")
def deck_fits(kind: Literal["構築済みデッキ", "オリジナルデッキ"], decks: Count) -> bool:
    """1人がその種類のデッキをその組数だけ使うのが正しいか。"""
    return decks == keyed("numbers", "チーム戦のデッキ")["value"] and (kind == "構築済みデッキ" or own_deck(kind))


@rule("gaw-team-own-deck")
def own_deck(kind: str) -> bool:
    """Whether decks that players built themselves may be used in a team battle."""
    return reading("gaw-team-own-deck") == "example"


@verb("マーカーの持ち主", kind="マーカー")
@rule("gaw-team-markers")
def marker_of(kind: Literal["PP", "リソース", "テクノロジーレベル"]) -> Literal["プレイヤーごと", "チームで1つ"]:
    """チーム戦で、そのマーカーを誰が使うか。"""
    return "チームで1つ" if kind == "テクノロジーレベル" else "プレイヤーごと"


@verb("払ってよい", payer="払う人", player="使う人")
@rule("gaw-team-pay")
def pays_for(payer: str, player: str) -> bool:
    """使う人の支払いに、払う人のリソースを使ってよいか。"""
    return payer == player or reading("gaw-team-pay") == "shared"


@verb("チームのレベル", start="初めの値", raised="上げた人")
@rule("gaw-team-level")
def team_level(start: Count, raised: tuple[Literal["A1", "A2"], ...]) -> int:
    """Aチームの2人がレベルを上げた順を並べると、2人が共に使うテクノロジーレベル。"""
    return start + len(raised)


@verb("レベルを上げてよい", player="プレイヤー", turn="手番", raised="この一巡に上げた人")
@rule("gaw-team-level-when")
def may_raise(player: str, turn: str, raised: tuple[str, ...] = ()) -> bool:
    """そのプレイヤーが今、チームのレベルを上げてよいか。「この一巡に上げた人」は同じチームの人。"""
    return player == turn and (not raised or reading("gaw-team-level-when") == "own-turn")


@verb("レベルの範囲", value="レベル")
@rule("gaw-team-level-range")
def in_range(value: int) -> bool:
    """そのレベルが、初めの値から上限までのうちか（見本の値）。"""
    return bool(sample("テクノロジーレベルの初めの値") <= value <= sample("テクノロジーレベルの上限"))


@verb("チームの勝ち", pp="敵のPP", decks="敵のデッキ", draws="引こうとした人")
@rule("gaw-team-victory")
def team_wins(pp: tuple[Count, ...], decks: tuple[Count, ...], draws: tuple[int, ...] = ()) -> bool:
    """敵の2人のPPとデッキの枚数を並べると、自分のチームが勝ったか。「引こうとした人」は、引けずにいる敵の番号（1か2）。"""
    if len(pp) != 2 or len(decks) != 2:
        raise Malformed("敵は2人")
    empty = tuple(number for number, left in enumerate(decks, 1) if left == 0)
    return 0 in pp or (bool(empty) and enough_empty(empty) and empty_deck_loses(empty=empty, draws=draws))


@rule("gaw-team-empty-deck")
def empty_deck_loses(empty: tuple[int, ...], draws: tuple[int, ...]) -> bool:
    """Whether an empty deck decides at once, or when a card must be drawn from it."""
    return reading("gaw-team-empty-deck") == "at-once" or any(number in draws for number in empty)


@rule("gaw-team-either-deck")
def enough_empty(empty: tuple[int, ...]) -> bool:
    """Whether one empty deck of the enemy team suffices."""
    return len(empty) == 2 or reading("gaw-team-either-deck") == "either"


@verb("同時に満たした")
@rule("gaw-team-both")
def simultaneous() -> str:
    """両チームが同時に勝利条件を満たしたときの結果（見本の値）。"""
    return str(sample("両チームが同時に条件を満たした"))


@verb("先攻のチーム", winner="じゃんけんの勝者", wish="勝者の希望")
@rule("gaw-team-first")
def first_team(winner: Literal["赤組", "青組"], wish: Literal["先攻", "後攻"] = "先攻") -> str:
    """じゃんけんで勝ったチームと、そのチームの希望から、先攻のチーム。"""
    if wish == "先攻" or reading("gaw-team-first") == "winner-first":
        return winner
    return "青組" if winner == "赤組" else "赤組"


@verb("次の手番", player="プレイヤー")
@rule("gaw-team-order")
def turn_after(player: Literal["A1", "B1", "A2", "B2"]) -> str:
    """チーム戦で、そのプレイヤーの次に手番が来るプレイヤー。先攻のチームがA、後攻がB。"""
    return {"A1": "B1", "B1": "A2", "A2": "B2", "B2": "A1"}[player]


@verb("バランス調整を受ける", player="プレイヤー")
@rule("gaw-team-balance")
def adjusted(player: Literal["A1", "B1", "A2", "B2"]) -> bool:
    """そのプレイヤーに、ターン開始フェイズのバランス調整が適用されるか。"""
    return player.startswith("A")


@verb("バランス調整をまるごと受ける", player="プレイヤー", turn="ターン目")
@rule("gaw-team-balance-when")
def adjusted_in_full(player: Literal["A1", "B1", "A2", "B2"], turn: Count = 1) -> bool:
    """そのターンに、バランス調整の量をほかの人と分けずに受けるか。「ターン目」は、そのプレイヤーにとって何ターン目か。"""
    return adjusted(player) and turn == 1 and reading("gaw-team-balance-when") == "each"


@verb("バランス調整の量", what="補充")
@rule("gaw-team-balance-amount")
def adjustment(what: Literal["手札", "リソース"]) -> int:
    """チーム戦のバランス調整を受けたターンの補充の量（見本の値）。"""
    return int(sample(f"チーム戦のバランス調整の{what}"))


def partners(board: Board, one: str, other: str) -> bool:
    """Whether two different players of a team battle are on the same side: every second one in turn order."""
    if not board.teams or one not in board.players or other not in board.players:
        return False
    return (board.players.index(one) - board.players.index(other)) % 4 == 2


@rule("gaw-team-support")
def partner_supports(board: Board, attacker: str, player: str) -> bool:
    """A partner may support the attack of a partner's GA."""
    # equivalent: partners(board, attacker, player) → partners(board, player, attacker) : two are each other's partner
    return partners(board, attacker, player)


@rule("gaw-team-partner-counter")
def partner_counters(player: str) -> bool:
    """Whether the partner of the attacked player may strike back."""
    return reading("gaw-team-partner-counter") == "yes"


@verb("チーム戦で突破できる", front="自分の前線", partner="味方の前線")
@rule("gaw-team-breakthrough")
def breaks_through_team(front: tuple[Literal["行動可能", "行動不能"], ...],
                        partner: tuple[Literal["行動可能", "行動不能"], ...]) -> bool:
    """防御側のプレイヤーと、その味方の前線のGAの向きを並べると、防御側のPPを目標にできるか。"""
    return sample("突破を妨げる向き") not in front


@verb("攻撃する場を選べる", fields="敵の場", chosen="選んだ場")
@rule("gaw-team-field")
def may_choose_field(fields: tuple[str, ...], chosen: str) -> bool:
    """敵の場を並べると、攻撃側が、選んだ場を自由に選んで攻撃してよいか。"""
    return chosen in fields and (len(fields) == 1 or reading("gaw-team-field") == "free")


@verb("味方とのやりとり", what="こと")
@rule("gaw-team-talk")
def partners_may(what: Literal["味方との相談", "味方に手札を見せる"]) -> str:
    """そのことができるか（見本の値）。"""
    return str(sample(what))
