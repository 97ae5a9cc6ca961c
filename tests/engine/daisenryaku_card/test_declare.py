"""開戦: what a drawn war card allows, over all hand sizes and readings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.declare import (
    HELP, PASS, WAR, accept_aid, attack, moves, no_war, opponents, pass_by, war_or_aid,
)
from gunbai.engine.daisenryaku_card.drawing import draw
from gunbai.engine.daisenryaku_card.given import table_of
from gunbai.engine.daisenryaku_card.state import AID, Counts
from gunbai.engine.kernel import Illegal, Setting, run

SIDES = ("アメリカ", "ソビエト", "NATO")
SEVEN, OTHER, THIRD = (tuple(f"見本{kind}{n:02}" for n in range(1, 8)) for kind in "APR")
sizes = st.lists(st.integers(0, 9), min_size=3, max_size=6)
choices = st.fixed_dictionaries({
    "dsc-border-condition": st.sampled_from(["instead", "others-only", "in-addition"]),
    "dsc-border-pass": st.sampled_from(["aid", "nothing"]),
    "dsc-war-optional": st.sampled_from(["compulsory", "may-pass"]),
    "dsc-aid-duty": st.sampled_from(["duty", "option"]),
    "dsc-border-opponent": st.sampled_from(["others", "counting"]),
})


@given(sizes, choices, st.booleans())
def test_there_is_always_something_to_choose(
        setting: Setting, hands: list[int], house: dict[str, str], border: bool) -> None:
    held = Counts(tuple((str(i), n) for i, n in enumerate(hands)))
    with run(setting.choosing(house)):
        found = moves("0", held, ("国境紛争",) if border else ())
    assert found and len(set(found)) == len(found)
    assert border or "国境紛争" not in found
    assert (WAR in found) == (hands[0] >= 7 and any(n >= 7 for n in hands[1:]))
    assert not (WAR in found and HELP in found)


@given(sizes)
def test_a_war_needs_two_with_seven_cards(setting: Setting, hands: list[int]) -> None:
    held = Counts(tuple((str(i), n) for i, n in enumerate(hands)))
    with run(setting):
        assert no_war("0", held) == (hands[0] >= 7 and bool(opponents("0", held)))
        assert "0" not in opponents("0", held)


@pytest.mark.parametrize("hand", range(10))
def test_seven_cards_part_aid_from_war(hand: int) -> None:
    assert war_or_aid(hand) == (WAR if hand >= 7 else HELP)


def test_only_a_rival_with_enough_cards_can_be_attacked() -> None:
    game = draw(table_of(SIDES, (SEVEN, OTHER, THIRD[:6]), (AID,)))
    assert attack(game, "ソビエト").war is not None
    for other in ("NATO", "アメリカ", "日本"):
        with pytest.raises(Illegal):
            attack(game, other)


def test_an_aid_cannot_be_turned_into_anything_else() -> None:
    game = draw(table_of(SIDES, (SEVEN[:6], OTHER, THIRD), (AID, "見本R08", "見本R09", "見本R10")))
    for refused in (lambda: pass_by(game), lambda: attack(game, "ソビエト")):
        with pytest.raises(Illegal):
            refused()
    assert len(accept_aid(game).hands[0]) == 9


def test_passing_leaves_the_hands_as_they_are() -> None:
    game = draw(table_of(SIDES, (SEVEN, OTHER[:6], ()), (AID,)))
    assert pass_by(game).hands == game.hands
    assert moves("アメリカ", game.counts) == (PASS,)
