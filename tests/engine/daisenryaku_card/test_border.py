"""国境紛争: its condition, its opponents and its margin, over all hand sizes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.border import allowed, choices, foes, in_reach, largest, margin, unpaired_count
from gunbai.engine.daisenryaku_card.declare import accept_aid, attack, pass_by, skirmish
from gunbai.engine.daisenryaku_card.drawing import draw
from gunbai.engine.daisenryaku_card.given import table_of
from gunbai.engine.daisenryaku_card.state import AID, ATTACKER, DEFENDER, Counts
from gunbai.engine.kernel import Illegal, Setting, run

SIDES = ("アメリカ", "ソビエト", "NATO")
SEVEN, OTHER, THIRD = (tuple(f"見本{kind}{n:02}" for n in range(1, 8)) for kind in "APR")
sizes = st.lists(st.integers(0, 9), min_size=3, max_size=6)


@given(sizes, st.sampled_from(["instead", "others-only", "in-addition"]))
def test_a_border_conflict_needs_rivals_out_of_reach_of_a_war(setting: Setting, hands: list[int], key: str) -> None:
    held = Counts(tuple((str(i), n) for i, n in enumerate(hands)))
    with run(setting.choosing({"dsc-border-condition": key})):
        rivals = all(n <= 6 for n in hands[1:])
        assert allowed("0", held) == (rivals and (hands[0] >= 7 if key == "others-only" else hands[0] <= 6))


@given(sizes)
def test_the_opponents_hold_the_most_cards_of_all_rivals(setting: Setting, hands: list[int]) -> None:
    held = Counts(tuple((str(i), n) for i, n in enumerate(hands)))
    with run(setting):
        found = [int(side) for side in foes("0", held)]
        assert found and 0 not in found
        assert {hands[i] for i in found} == {largest(tuple(hands[1:]))}
        assert len(found) == hands[1:].count(max(hands[1:]))


@given(st.integers(0, 3), st.integers(0, 3))
def test_two_points_decide_a_border_conflict(setting: Setting, a: int, b: int) -> None:
    with run(setting):
        assert (margin(a, b) == ATTACKER) == (a - b >= 2)
        assert (margin(a, b) == DEFENDER) == (b - a >= 2)


@pytest.mark.parametrize("hand", range(10))
def test_six_cards_part_a_border_conflict_from_a_war(hand: int) -> None:
    assert in_reach(hand) == (hand <= 6)


def test_the_border_conflict_of_the_sample_house_takes_the_place_of_an_impossible_war() -> None:
    game = draw(table_of(SIDES, (SEVEN, OTHER[:6], THIRD[:2]), (AID,), options=("国境紛争",)))
    war = skirmish(game, "ソビエト").war
    assert war is not None and war.border
    for refused in (lambda: skirmish(game, "NATO"), lambda: attack(game, "ソビエト"), lambda: accept_aid(game)):
        with pytest.raises(Illegal):
            refused()
    assert pass_by(game).turn == 1


def test_in_addition_to_an_aid_it_may_follow_or_not(setting: Setting) -> None:
    with run(setting.choosing({"dsc-border-condition": "in-addition"})):
        pile = (AID, "見本R01", "見本R02", "見本R03")
        game = accept_aid(draw(table_of(SIDES, ((), ("見本P01",), ()), pile, options=("国境紛争",))))
        assert game.phase == "国境紛争"
        assert skirmish(game, "ソビエト").war is not None
        assert pass_by(game).turn == 1


def test_without_the_option_there_is_no_border_conflict() -> None:
    with pytest.raises(Illegal):
        skirmish(draw(table_of(SIDES, (SEVEN, OTHER[:6], ()), (AID,))), "ソビエト")


def test_what_is_left_over_counts_or_not(setting: Setting) -> None:
    assert [unpaired_count(n) for n in range(4)] == [0, 1, 2, 3]
    with run(setting.choosing({"dsc-border-unpaired": "fought-only"})):
        assert [unpaired_count(n) for n in range(4)] == [0, 0, 0, 0]


def test_passing_means_the_aid_or_nothing(setting: Setting) -> None:
    assert choices("軍事援助") == "軍事援助" and choices("見送り") == "見送り"
    with run(setting.choosing({"dsc-border-pass": "nothing"})):
        assert choices("軍事援助") == choices("見送り") == "見送り"
