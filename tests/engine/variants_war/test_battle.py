"""Contact, values and fights."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gunbai.engine.kernel import Illegal, Setting, run
from gunbai.engine.variants_war.battle import contact_value, fight, fights_now, losers, onward, remaining
from gunbai.engine.variants_war.board import sample_board
from gunbai.engine.variants_war.state import SIDES, Match
from gunbai.engine.variants_war.turn import match, monster, placed

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)

SAKURA = monster("見本の桜", "森羅万象", 2000, 1000)


def _front(setting: Setting) -> Match:
    with run(setting):
        start = match(sample_board(), ("森羅万象", "百識公国"), "森羅万象", "メインフェイズ")
        start = placed(start, SAKURA, "c3", "縦")
        start = placed(start, monster("見本の砲", "百識公国", 1200, 1500), "c2", "縦")
        return onward(placed(start, monster("見本の剣", "百識公国", 1000, 1000), "b3", "縦"))


def test_attack_along_the_axis_and_defence_across(setting: Setting) -> None:
    with run(setting):
        assert [contact_value(SAKURA, "縦", side) for side in ("上", "下", "左", "右")] == [2000, 2000, 1000, 1000]
        assert [contact_value(SAKURA, "横", side) for side in ("上", "下", "左", "右")] == [1000, 1000, 2000, 2000]


@same_setting
@given(st.integers(0, 5000), st.integers(0, 5000))
def test_only_the_strictly_lower_one_falls(setting: Setting, mine: int, theirs: int) -> None:
    with run(setting):
        assert ("自分" in losers(mine, theirs)) == (mine < theirs)
        assert ("相手" in losers(mine, theirs)) == (theirs < mine)


def test_a_pair_fights_only_in_the_turns_of_its_owners(setting: Setting) -> None:
    with run(setting):
        for one in SIDES:
            for other in SIDES:
                turns = {turn for turn in SIDES if fights_now(turn, one, other)}
                assert turns == ({one, other} if one != other else set())


def test_the_turn_player_chooses_the_order_and_each_pair_fights_once(setting: Setting) -> None:
    start = _front(setting)
    with run(setting):
        pairs = [one.pair for one in remaining(start)]
        assert sorted(pairs) == [("見本の桜", "見本の剣"), ("見本の桜", "見本の砲")]
        for mine, theirs in pairs:
            after = fight(start, mine, theirs)
            assert (mine, theirs) not in [one.pair for one in remaining(after)]
            with pytest.raises(Illegal):
                fight(after, mine, theirs)


def test_a_tie_leaves_both(setting: Setting) -> None:
    start = _front(setting)
    with run(setting):
        after = fight(start, "見本の桜", "見本の剣")  # 1000 against 1000
        assert len(after.pieces) == 3
