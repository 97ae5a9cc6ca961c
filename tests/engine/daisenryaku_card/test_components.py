"""構成: the counts, the kinds, and the 見本 deck that must add up to them."""

from __future__ import annotations

from collections import Counter

import pytest

from gunbai.engine.daisenryaku_card.components import amount, card, deck, face, in_pile, kinds, pile_total
from gunbai.engine.daisenryaku_card.state import AID, REPAIR, TERRAIN, TRADE, WEAPON
from gunbai.engine.kernel import Malformed, Setting, run, table


def test_the_kinds_add_up_to_99_cards() -> None:
    assert amount() == sum(amount(row["key"]) for row in table("components")) == 99


def test_the_sample_deck_holds_the_printed_number_of_every_kind() -> None:
    held = Counter(one.kind for one in deck())
    assert held == {kind: amount(kind) for kind in (WEAPON, REPAIR, TERRAIN, AID, TRADE)}
    assert sum(held.values()) == pile_total() == 88


def test_the_sample_deck_has_48_kinds_of_weapons_and_3_of_terrain() -> None:
    assert len({one.name for one in deck() if one.kind == WEAPON}) == kinds(WEAPON) == 48
    assert len({one.name for one in deck() if one.kind == TERRAIN}) == kinds(TERRAIN) == 3


def test_every_card_of_the_deck_can_be_named() -> None:
    assert all(card(one.name) == one for one in deck())


def test_every_side_is_at_home_on_some_sample_weapon() -> None:
    codes = {code for one in deck() for code in one.sides}
    assert codes == {row["value"] for row in table("sides")}


def test_some_sample_weapon_has_a_first_strike_and_some_lacks_a_number() -> None:
    powers = [power for one in deck() for power in one.attack]
    assert any(power.plus for power in powers) and any(power.value == 0 for power in powers)


def test_cards_that_are_dealt_are_either_held_or_open() -> None:
    for row in table("components"):
        assert (face(row["key"]) is not None) == in_pile(row["key"])


def test_a_sample_with_the_wrong_number_of_weapons_is_refused(setting: Setting) -> None:
    with run(setting.with_value("weapons", "見本A01", 1)), pytest.raises(Malformed, match="66枚でない"):
        deck()


def test_spare_cards_join_the_pile_only_under_that_reading(setting: Setting) -> None:
    with run(setting.choosing({"dsc-in-pile": "with-spare"})):
        assert pile_total() == len(deck()) == 93
