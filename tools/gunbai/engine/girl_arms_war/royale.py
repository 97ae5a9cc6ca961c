"""Battle royale for three or four. Rulings gaw-royale-*."""

from __future__ import annotations

from typing import Literal

from gunbai.engine.girl_arms_war.state import sample
from gunbai.engine.kernel import Illegal, Malformed, keyed, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = [
    "after_exhausted", "blocks", "choosers", "deck_ok", "departs", "empty_deck", "entry_counts", "first_turn",
    "gathers", "how_counted", "level_owner", "markers", "piles", "places", "recovers", "royale_wins", "same_time",
    "seats", "targetable",
]


@verb("バトルロイヤルの席", players="プレイヤー")
@rule("gaw-royale-players")
def gathers(players: tuple[str, ...]) -> int:
    """並べたプレイヤーで遊ぶバトルロイヤルの人数。3人か4人でなければ遊べない。"""
    if len(set(players)) < len(players):
        raise Illegal("プレイヤーの名は異なる")
    return number_fits(len(players))


@rule("gaw-royale-players")
def number_fits(players: int) -> int:
    """The number of players. Illegal where a battle royale is not for so many."""
    row = keyed("formats", "バトルロイヤル")
    if not row["least"] <= players <= row["most"]:
        raise Illegal("3人か4人で遊ぶ")
    return players


@verb("共用デッキは正しい", sets="セット", players="人数")
@rule("gaw-royale-deck")
def deck_ok(sets: Count, players: Count = 4) -> bool:
    """その数の基本セットで作った共用デッキが、バトルロイヤルのデッキとして正しいか。"""
    wanted = keyed("numbers", "バトルロイヤルのセット")["value"]
    return sets == wanted and (number_fits(players) == 4 or three_too(players))


@rule("gaw-royale-three-sets")
def three_too(players: int) -> bool:
    """Whether three players use two sets as well."""
    return reading("gaw-royale-three-sets") == "two-sets"


@verb("マーカーのセット", players="人数")
@rule("gaw-royale-markers")
def markers(players: Count) -> int:
    """バトルロイヤルで使うマーカーのセットの数。"""
    return number_fits(players)


@verb("同じレベルを使う", one="一方", other="他方")
@rule("gaw-royale-level")
def level_owner(one: str, other: str) -> bool:
    """2人のテクノロジーレベルが、同じマーカーで示されるか。"""
    return one == other or reading("gaw-royale-level") == "shared"


@verb("バトルロイヤルの勝者", pp="PP", by="倒した人")
@rule("gaw-royale-victory")
def royale_wins(pp: tuple[Count, ...], by: tuple[int, ...] = ()) -> int | None:
    """全員のPPを並べると、勝ったプレイヤーの番号。「倒した人」は、PPが0の人を順に、誰が0にしたか（番号）。"""
    number_fits(len(pp))
    left = [number for number, points in enumerate(pp, 1) if points > 0]
    match left:
        case [winner]:
            return winner if all(one == winner for one in by) or last_survivor(winner) else None
    return None


@rule("gaw-royale-survivor")
def last_survivor(player: int) -> bool:
    """Whether the last player left wins, whoever brought the others to 0."""
    return reading("gaw-royale-survivor") == "last-left"


@verb("PPが0になると", what="もの")
@rule("gaw-royale-out")
def departs(what: Literal["PPが0のプレイヤー", "抜けたプレイヤーの場"]) -> str:
    """PPが0になったプレイヤーや、その場がどうなるか（見本の値）。"""
    return str(sample(what))


@verb("同時に0になると")
@rule("gaw-royale-same-time")
def same_time() -> str:
    """残りのプレイヤー全員のPPが同時に0になったときの結果（見本の値）。"""
    return str(sample("残り全員が同時に0"))


@verb("山札が尽きて負ける", deck="デッキ")
@rule("gaw-royale-empty-deck")
def empty_deck(deck: Count) -> bool:
    """共用デッキの残りの枚数から、カードが引けないことで負けるか。"""
    if deck == 0 and reading("gaw-royale-empty-deck") == "base-rule":
        raise Malformed("共通デッキの基本ルールの資料が無い")
    return False


@verb("山札が尽きると")
@rule("gaw-royale-exhausted")
def after_exhausted() -> str:
    """共用デッキが尽きたときにすること（見本の値）。"""
    return str(sample("共用デッキが尽きた"))


@verb("捨て札の置き方")
@rule("gaw-royale-discard")
def piles() -> str:
    """共用デッキのときの捨て札の山（見本の値）。"""
    return str(sample("捨て札の山"))


@verb("順を選ぶ", ranking="勝った順", wishes="希望")
@rule("gaw-royale-order")
def places(ranking: tuple[str, ...], wishes: tuple[int, ...]) -> tuple[str, ...]:
    """じゃんけんで勝った順のプレイヤーと、それぞれの選ぶ番から、手番の順。"""
    gathers(ranking)
    if sorted(wishes) != list(range(1, len(ranking) + 1)):
        raise Illegal("番は一つずつ")
    return tuple(player for _, player in sorted(zip(wishes, ranking, strict=True)))


@verb("番を選ぶ人", ranking="勝った順")
@rule("gaw-royale-choosers")
def choosers(ranking: tuple[str, ...]) -> tuple[str, ...]:
    """自分の番を選ぶプレイヤーを、選ぶ順に。"""
    return ranking if reading("gaw-royale-choosers") == "in-rank" else ranking[:1]


@verb("右どなり", order="手番順", player="プレイヤー")
@rule("gaw-royale-seats")
def seats(order: tuple[str, ...], player: str) -> str:
    """上から見て、そのプレイヤーから反時計回りの隣に座るプレイヤー（手番は時計回りに進む）。"""
    if player not in order:
        raise Malformed(f"{player}は席にいない")
    return order[order.index(player) - 1]


@verb("ターンの補充", place="番", what="補充", turn="ターン目")
@rule("gaw-royale-first-turn")
def first_turn(place: int, what: Literal["手札", "リソース"], turn: int) -> int:
    """その番のプレイヤーの、そのターンの手札かリソースの補充の量。2ターン目からは通常の量（見本の値）。"""
    if turn < 1:
        raise Malformed("「ターン目」は1から")
    row = keyed("first_turns", f"{place}番目")
    usual = int(sample(f"{what}の補充"))
    if turn > 1:
        return usual
    return int(row[what]) + added(usual)


@rule("gaw-royale-totals")
def added(usual: int) -> int:
    """What the ordinary amount adds to the numbers of the first turn: nothing, or all of it."""
    return 0 if reading("gaw-royale-totals") == "totals" else usual


@verb("最初のターンに変わる", step="手順")
@rule("gaw-royale-recovery")
def recovers(step: Literal["手札の補充", "リソースの補充", "回復"]) -> bool:
    """バトルロイヤルの最初のターンに、その手順の内容が通常と変わるか。"""
    return step != "回復" or reading("gaw-royale-recovery") == "changed"


@verb("目標にできる", kind="種類", before="これまでの目標", by="攻める人")
@rule("gaw-royale-target-once")
def targetable(kind: Literal["GA", "施設", "PP"], before: tuple[str, ...] = (), by: str = "B") -> bool:
    """自分のターンの後、そのカードが目標になった回を「誰が」で並べると、もう一度目標にできるか。

    「これまでの目標」の各回は、「B」のようにプレイヤーの名、攻撃でない効果なら「B効果」、持ち主の手番なら「B手番」と書く。
    """
    counted = [one for one in before if counts(one)]
    if kind == "PP":
        return not counted or points_unlimited(kind)
    return not counted or (per_opponent(by) and by not in map(who, counted))


def who(once: str) -> str:
    """Who made a card a target that time."""
    return once.removesuffix("手番").removesuffix("効果")


def counts(once: str) -> bool:
    """Whether one time of being a target counts."""
    if once.endswith("手番"):
        return own_turn(once)
    return not once.endswith("効果") or effects_count(once)


@rule("gaw-royale-target-kinds")
def effects_count(once: str) -> bool:
    """Whether effects count as well as attacks."""
    return reading("gaw-royale-target-kinds") == "everything"


@rule("gaw-royale-target-total")
def per_opponent(by: str) -> bool:
    """Whether each opponent may take a card as a target once."""
    return reading("gaw-royale-target-total") == "each-opponent"


@rule("gaw-royale-target-pp")
def points_unlimited(kind: str) -> bool:
    """Whether PP may be a target any number of times."""
    return reading("gaw-royale-target-pp") == "unlimited"


@rule("gaw-royale-target-own-turn")
def own_turn(once: str) -> bool:
    """Whether being a target in one's own turn counts."""
    return reading("gaw-royale-target-own-turn") == "counted"


@verb("突破を妨げる", facing="向き", targeted="目標になった")
@rule("gaw-royale-blocks")
def blocks(facing: Literal["行動可能", "行動不能"], targeted: bool) -> bool:
    """前線のGAが突破を妨げるか。「目標になった」は、もう目標にできないか。"""
    if facing != sample("突破を妨げる向き"):
        return False
    return not targeted or reading("gaw-royale-blocks") == "blocks"


@verb("目標の数え方", what="こと")
@rule("gaw-royale-target-count")
def how_counted(what: Literal["取り消された攻撃の目標", "向け直された攻撃の元の目標", "向け直された攻撃の新しい目標",
                              "支援攻撃を受けた目標"]) -> str:
    """その目標を、1回に数えるか（見本の値）。"""
    return str(sample(what))


@verb("数え始め", what="カード")
@rule("gaw-royale-target-entry")
def entry_counts(what: Literal["場に出たカード", "場に戻ったカード"]) -> str:
    """途中で場に出たカードの、目標になった回数の数え始め（見本の値）。"""
    return str(sample(what))
