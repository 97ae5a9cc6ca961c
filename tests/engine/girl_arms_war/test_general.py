"""少女兵器大戦 before the game: formats, decks, sets."""

from __future__ import annotations

from gunbai.engine.girl_arms_war.general import ask_first, build, formats, kind_of, sets_suffice, stands
from gunbai.engine.kernel import Malformed, Setting, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
import pytest

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@same_setting
@given(st.integers(-5, 50))
def test_every_number_of_players_has_a_format_or_needs_an_agreement(setting: Setting, players: int) -> None:
    with run(setting):
        assert bool(formats(players)) == (2 <= players <= 4)
        assert ask_first(players) != bool(formats(players))


@same_setting
@given(st.lists(st.sampled_from("甲乙丙"), max_size=12))
def test_only_own_decks_are_held_to_four_copies(setting: Setting, cards: list[str]) -> None:
    with run(setting):
        assert build("共通デッキ", tuple(cards))
        assert build("オリジナルデッキ", tuple(cards)) == all(cards.count(c) <= 4 for c in "甲乙丙")


def test_sets_colours_and_turning(setting: Setting) -> None:
    with run(setting):
        assert [sets_suffice(1, n) for n in (1, 2, 3)] == [True, True, False]
        assert sets_suffice(2, 4)
        assert len({kind_of(c) for c in "緑黒白"}) == 3
        assert stands(True) != stands(True, next_turn=True)
        with pytest.raises(Malformed):
            kind_of("青")
