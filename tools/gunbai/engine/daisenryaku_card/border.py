"""オプション 国境紛争: when it may be declared, on whom, with how many weapons, and when it is won."""

from __future__ import annotations

from typing import Literal, get_args

from gunbai.engine.daisenryaku_card.state import ATTACKER, DEFENDER, Counts, count_of, number
from gunbai.engine.kernel import EngineFault, Illegal, reading, rule
from gunbai.engine.verb import Count, verb

__all__ = ["BORDER_PARTS", "allowed", "choices", "comes_after", "credited", "foes", "in_reach", "largest", "like_war",
           "margin", "must_be_foe", "must_hold", "unpaired_count"]

DRAW = "引き分け"


@verb("国境紛争の手札", hand="手札")
@rule("dsc-border-against")
def in_reach(hand: Count) -> bool:
    """Whether a player with so many cards is one for a border conflict, being out of reach of a war."""
    return hand < number("戦争に要る手札")


@verb("国境紛争を起こせる", player="手番", held="手札")
@rule("dsc-border-condition")
def allowed(player: str, held: Counts) -> bool:
    """Whether the drawer of a war card may declare a border conflict."""
    if not all(in_reach(n) for side, n in held.held if side != player):
        return False
    return in_reach(count_of(held, player)) != (reading("dsc-border-condition") == "others-only")


@rule("dsc-border-condition")
def comes_after() -> bool:
    """Whether the border conflict comes after the aid, and not in its place."""
    return reading("dsc-border-condition") == "in-addition"


@verb("国境紛争の代わり", otherwise="引いた札")
@rule("dsc-border-pass")
def choices(otherwise: Literal["軍事援助", "見送り"]) -> str:
    """What a player gets who declares no border conflict though he may; ``otherwise`` is what the card means else."""
    return otherwise if reading("dsc-border-pass") == "aid" else "見送り"


@rule("dsc-border-opponent")
def must_be_foe(player: str, held: Counts, opponent: str) -> None:
    """Illegal where a border conflict may not be declared on somebody."""
    if opponent not in foes(player, held):
        raise Illegal(f"{opponent}とは国境紛争を起こせない")


@verb("国境紛争の相手", player="手番", held="手札")
@rule("dsc-border-opponent")
def foes(player: str, held: Counts) -> tuple[str, ...]:
    """On whom a border conflict may be declared: the others with the most cards."""
    own = count_of(held, player)
    most = largest(tuple(n for side, n in held.held if side != player))
    if reading("dsc-border-opponent") == "counting":
        most = max(most, own)
    return tuple(side for side, n in held.held if side != player and n == most)


@rule("dsc-border-tie")
def largest(counts: tuple[int, ...]) -> int:
    """The largest hand; all who hold so many may be chosen."""
    return max(counts)


BORDER_PARTS = Literal["地形カード", "修理カード", "他陣営の兵器の廃棄", "不戦勝"]


@verb("国境紛争でも使う", part="こと")
@rule("dsc-border-like-war")
def like_war(part: BORDER_PARTS) -> bool:
    """Whether a part of the war's rules holds in a border conflict too."""
    if part not in get_args(BORDER_PARTS):
        raise EngineFault(f"「{part}」 is no part of the war's rules")
    return reading("dsc-border-like-war") == "all"


@rule("dsc-border-like-war")
def must_hold(part: BORDER_PARTS) -> None:
    """Illegal where a part of the war's rules does not hold in a border conflict."""
    if not like_war(part):
        raise Illegal(f"国境紛争に{part}は使わない")


@verb("国境紛争の不戦勝", unpaired="余り")
@rule("dsc-border-unpaired")
def unpaired_count(unpaired: Count) -> int:
    """How many points weapons without a pair make in a border conflict."""
    return unpaired if reading("dsc-border-unpaired") == "counts" else 0


@verb("国境紛争の勝者", attacker="攻撃側", defender="防御側")
@rule("dsc-border-margin")
def margin(attacker: Count, defender: Count) -> str:
    """Who wins a border conflict with so many points: who is two ahead, else nobody."""
    need = number("国境紛争の点差")
    if attacker - defender >= need:
        return ATTACKER
    return DEFENDER if defender - attacker >= need else DRAW


@verb("国境紛争の勝ちを得る", winner="勝った側")
@rule("dsc-border-defender")
def credited(winner: Literal["攻撃側", "防御側"]) -> bool:
    """Whether the side that came out ahead gets the half win; also the defender."""
    return winner == ATTACKER or reading("dsc-border-defender") == "either"
