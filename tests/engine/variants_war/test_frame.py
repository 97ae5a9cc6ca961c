"""Players, set-up, life and the end."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from gunbai.engine.variants_war.frame import (
    beaten,
    lineup,
    master_phase,
    next_side,
    opening_life,
    proper_setup,
    reinforced,
    ruleset,
    set_up,
    winner,
)
from gunbai.engine.variants_war.state import SIDES
from gunbai.engine.variants_war.turn import monster

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def test_three_and_four_players_share_a_ruleset_and_two_have_another(setting: Setting) -> None:
    with run(setting):
        assert ruleset(3) == ruleset(4) != ruleset(2)
        for players in (1, 5):
            with pytest.raises(Malformed):
                ruleset(players)


@same_setting
@given(st.integers(-2, 20))
def test_at_most_four_of_the_eight_may_be_added(setting: Setting, chosen: int) -> None:
    with run(setting):
        assert reinforced(chosen) == (chosen in (0, 1, 2, 3, 4))


@same_setting
@given(st.integers(0, 12), st.integers(0, 4), st.randoms())
def test_setting_up_loses_and_doubles_no_card(setting: Setting, own: int, extra: int, random: object) -> None:
    cards = [monster(f"見本{i}", "森羅万象", i, i) for i in range(own + extra)]
    order = list(range(1, len(cards) + 1))
    random.shuffle(order)  # type: ignore[attr-defined]
    with run(setting):
        player = set_up("森羅万象", tuple(cards[:own]), tuple(cards[own:]), tuple(order))
    assert sorted(map(str, player.hand + player.deck)) == sorted(map(str, cards))
    assert player.life == 3
    assert len(player.hand) == min(2, len(cards))


def test_five_extra_cards_are_refused(setting: Setting) -> None:
    card = monster("見本", "森羅万象", 1, 1)
    with run(setting), pytest.raises(Illegal):
        set_up("森羅万象", (), (card,) * 5)


def test_the_steps_of_set_up_have_an_order(setting: Setting) -> None:
    steps = ("陣営を選ぶ", "強化カードを選ぶ", "デッキに加えて切る", "ライフを3点にする")
    with run(setting):
        assert proper_setup(steps)
        assert not proper_setup(steps[::-1])
        assert not proper_setup(steps[:-1])


def test_four_players_have_no_master_phase(setting: Setting) -> None:
    with run(setting):
        assert [master_phase(n) for n in (2, 3, 4)] == [True, False, False]
    with run(setting.choosing({"vv-master-phase-three": "has"})):
        assert [master_phase(n) for n in (2, 3, 4)] == [True, True, False]


def test_the_turn_passes_every_side_once(setting: Setting) -> None:
    with run(setting):
        side, seen = SIDES[0], []
        for _ in SIDES:
            seen.append(side)
            side = next_side(side, SIDES)
        assert sorted(seen) == sorted(SIDES)
        assert side == SIDES[0]


def test_who_wins_and_who_plays_depends_on_the_readings(setting: Setting) -> None:
    with run(setting.choosing({"vv-win": "own-rival", "vv-three-players": "any"})):
        assert winner(("森羅万象", "神碑"), "森羅万象", "百識公国") == "森羅万象"
        assert winner(("森羅万象", "神碑"), "神碑", "百識公国") is None
        assert lineup(("神碑", "ラビュリンス", "森羅万象"))
    with run(setting):
        assert [beaten(n) for n in (-1, 0, 1)] == [True, True, False]
        with pytest.raises(Malformed):
            opening_life("神碑")
