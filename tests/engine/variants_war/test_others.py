"""Runick, Labyrinth, whose turn, and random play of whole games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gunbai.engine.kernel import Illegal, Setting, run
from gunbai.engine.variants_war.battle import fight, onward, remaining
from gunbai.engine.variants_war.board import sample_board
from gunbai.engine.variants_war.destruction import destroy_all
from gunbai.engine.variants_war.effects import activate, moved
from gunbai.engine.variants_war.field_hit import hit, pending
from gunbai.engine.variants_war.moving import move, turn_face
from gunbai.engine.variants_war.others import (
    choosable,
    end_turn,
    fighting_turns,
    has_battle,
    openable,
    opened,
    outcome,
    piece_fights,
)
from gunbai.engine.variants_war.piles import cast, draw_rescue, draw_spells
from gunbai.engine.variants_war.state import (
    SIDES,
    VALIANTS,
    Direction,
    Facing,
    Match,
    Monster,
    Player,
    Side,
    named,
    piece_of,
)
from gunbai.engine.variants_war.turn import add_trap, draw, match, monster, placed, set_monster

DIRECTIONS: tuple[Direction, ...] = ("上", "下", "左", "右")
FACINGS: tuple[Facing, ...] = ("縦", "横")
FURNITURE = monster("見本の家具", "ラビュリンス", 1800, 300)


def test_the_piece_aims_at_the_lower_value(setting: Setting) -> None:
    with run(setting):
        assert choosable("相手の値")
        assert not choosable("自分の値")
        assert outcome(1000, FURNITURE, "守備力") != outcome(1000, FURNITURE, "攻撃力")
        assert outcome(300, FURNITURE, "守備力") == outcome(299, FURNITURE, "守備力") != outcome(301, FURNITURE, "守備力")


def test_the_piece_fights_only_on_the_same_cell(setting: Setting) -> None:
    with run(setting):
        start = match(sample_board(), SIDES, "神碑", "独自の手番")
        start = placed(placed(start, FURNITURE, "e3"), monster("コマ", "神碑", 0, 0), "e3")
        assert [p.monster.name for p in piece_fights(start, "コマ", "見本の家具", 301, "守備力").pieces] == ["コマ"]
        away = moved(start, "神碑", "コマ", "下")
        with pytest.raises(Illegal):
            piece_fights(away, "コマ", "見本の家具", 301, "守備力")


def test_labyrinth_has_no_battle_phase(setting: Setting) -> None:
    with run(setting.choosing({"vv-runick-battle": "phase"})):
        assert [side for side in SIDES if has_battle(side)] == ["森羅万象", "百識公国", "神碑"]
        assert fighting_turns("森羅万象", "ラビュリンス") == ("森羅万象",)


def test_a_set_card_waits_for_the_battle_phase_of_the_owner(house: Setting) -> None:
    with run(house):
        start = match(sample_board(), SIDES, "神碑", "独自の手番")
        start = add_trap(placed(start, monster("見本の砲", "百識公国", 1, 1), "d3", "横"), "見本の罠", "e3")
        there = moved(start, "神碑", "見本の砲", "上")
        assert openable(there) == ()
        battle = onward(onward(draw(end_turn(there))))
        assert battle.turn == "百識公国"
        assert openable(battle) == ("見本の罠",)
        with pytest.raises(Illegal):
            end_turn(battle)
        assert end_turn(opened(battle, "見本の罠")).turn == "ラビュリンス"


# random legal play

def _cards(side: Side, names: str, *, rescue: bool = False) -> tuple[Monster, ...]:
    return tuple(monster(side[:1] + n, side, 500 * (i + 1), 500 * (5 - i), rescue) for i, n in enumerate(names))


def _start(four: bool) -> Match:
    players = [Player(side, 3, _cards(side, "甲乙"), _cards(side, "丙丁戊"), ("札一", "札二"), _cards(side, "己庚", rescue=True))
               for side in VALIANTS]
    start = match(sample_board(), (*players, "神碑", "ラビュリンス") if four else (*players, "ラビュリンス"))
    if four:
        start = placed(start, monster("コマ", "神碑", 900, 900), "c3")
    return add_trap(placed(start, FURNITURE, "e4"), "見本の罠", "e3")


def _tries(state: Match) -> Iterator[Match]:
    """Every legal successor that one action gives; what the rules forbid is left out."""
    names = [piece.monster.name for piece in state.pieces]
    own = [piece.monster.name for piece in state.pieces if piece.monster.owner == state.turn]
    retreats = ["", "b5", "d5", "b1", "d1"]
    calls = [lambda d=d, n=n: moved(state, state.turn, n, d) for n in names for d in DIRECTIONS]
    calls += [lambda n=n: destroy_all(state, (n,)) for n in names if n not in ("コマ", "見本の家具")]
    calls += [lambda: draw(state), lambda: onward(state), lambda: end_turn(state)]
    calls += [lambda t=t: opened(state, t) for t in openable(state)]
    if state.turn in VALIANTS:
        hand = [c for p in state.players if p.side == state.turn for c in p.hand]
        calls += [lambda c=c, at=at, f=f: set_monster(state, c.name, at, f)  # type: ignore[union-attr]
                  for c in hand if isinstance(c, Monster) for at in ("c1", "c5") for f in FACINGS]
        calls += [lambda c=c: cast(state, c) for c in hand if isinstance(c, str)]
        calls += [lambda d=d, n=n: move(state, n, d) for n in own for d in DIRECTIONS]
        calls += [lambda n=n: turn_face(state, n) for n in own] + [lambda n=n: activate(state, n) for n in own]
        calls += [lambda n=n: draw_spells(state, n, 2) for n in own] + [lambda n=n: draw_rescue(state, n) for n in own]
        calls += [lambda f=f, r=r: fight(state, *f.pair, r) for f in remaining(state) for r in retreats]
        calls += [lambda n=n: hit(state, n) for n in pending(state)]
    else:
        calls += [lambda n=n: piece_fights(state, "コマ", n, 2000, "守備力") for n in names if "コマ" in names]
    for call in calls:
        try:
            yield call()
        except Illegal:
            continue


def _everything(state: Match) -> Counter[object]:
    cards: list[object] = [piece.monster for piece in state.pieces]
    for p in state.players:
        cards += [*p.hand, *p.deck, *p.spells, *p.rescue, *p.grave]
    return Counter(cards)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.booleans(), st.sampled_from(["none", "both", "attack-both"]))
def test_over_random_legal_play_no_monster_is_lost_or_doubled(
    house: Setting, seed: int, four: bool, ties: str,
) -> None:
    source = random.Random(seed)
    with run(house.choosing({"vv-equal-values": ties})):
        state = _start(four)
    cards = _everything(state)
    for _ in range(60):
        with run(house.choosing({"vv-equal-values": ties})):
            following = list(_tries(state))
            assert following, "there is always something to do"
            state = source.choice(following)
        assert _everything(state) == cards
        names = [piece.monster.name for piece in state.pieces]
        assert len(names) == len(set(names))
        places = Counter(piece.at for piece in state.pieces if piece.monster.owner != "ラビュリンス")
        assert max(places.values(), default=1) == 1
        for piece in state.pieces:
            assert state.board.at(piece.at) is not None, named(piece_of(state, piece.monster.name).at)
