"""兵器カードと陣営: what is printed on a weapon, and at which sides it is at home."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.weapons import code, is_home, meaning, used_up, weapon
from gunbai.engine.kernel import Malformed, Setting, run, table

figures = st.one_of(st.integers(1, 12).map(str), st.integers(1, 12).map("{}+".format), st.just("-"))
codes = st.lists(st.sampled_from(["US", "SD", "NA", "JA", "IS", "ES"]), unique=True, max_size=3).map(tuple)


@given(st.data())
def test_a_weapon_shows_its_attack_as_it_was_written(setting: Setting, data: st.DataObject) -> None:
    attack = data.draw(st.tuples(figures, figures, figures))
    with run(setting):
        assert tuple(map(str, weapon("A", attack, 1).attack)) == attack


@given(st.data())
def test_a_weapon_is_at_home_at_exactly_the_sides_it_names(setting: Setting, data: st.DataObject) -> None:
    sides = data.draw(codes)
    with run(setting):
        card = weapon("R", (1, 2, 3), 0, sides)
        for row in table("sides"):
            assert is_home(card, row["key"]) == (row["value"] in sides) != used_up(card, row["key"])


@pytest.mark.parametrize("attack", [(), (1, 2), (1, 2, 3, 4), (1, 2, "x"), (1, 2, "+"), (1, 2, "3++"), (1, 2, "²")])
def test_what_is_no_attack_is_refused(attack: tuple[int | str, ...]) -> None:
    with pytest.raises(Malformed):
        weapon("A", attack, 1)


def test_no_two_sides_share_a_code() -> None:
    assert len({code(row["key"]) for row in table("sides")}) == 6


def test_there_are_three_types() -> None:
    assert [meaning(kind) for kind in "APR"] == ["航空機", "戦車", "ロケット"]
    with pytest.raises(Malformed):
        meaning("B")
