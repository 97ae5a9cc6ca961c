"""The premises of GUNDAM WAR: records, dates, places, designs, consent."""

from __future__ import annotations

from itertools import permutations
from typing import get_args

import pytest
from gunbai.corpus.model import Game
from gunbai.engine.gundam_war.general import (
    followed, has_trait, is_place, newest, proceed, property_of_place, row_of, updated,
)
from gunbai.engine.gundam_war.naming import Zone
from gunbai.engine.kernel import Illegal, Malformed, Setting, Undecided, run

EDITIONS = ("上級編 Ver.2.0", "上級編 Ver.2.2", "上級編 Ver.2.3")


def test_the_newest_edition_is_found_in_any_order(setting: Setting) -> None:
    with run(setting):
        for order in permutations(EDITIONS):
            assert newest(order) == EDITIONS[-1]
        assert newest(EDITIONS[:2]) == EDITIONS[1]


@pytest.mark.parametrize("editions", [(), ("上級編 Ver.9",), ("上級編 Ver.2.3", "")])
def test_editions_that_nobody_knows_get_no_answer(setting: Setting, editions: tuple[str, ...]) -> None:
    with run(setting), pytest.raises(Malformed):
        followed(editions, "変更")


def test_the_reference_replaces_only_where_it_says_so(setting: Setting) -> None:
    with run(setting):
        assert followed(EDITIONS, "変更") == ("リファレンス",)
        assert followed(EDITIONS, "補足") == (EDITIONS[-1], "リファレンス")
        assert followed(EDITIONS, "記載なし") == (EDITIONS[-1],)


def test_every_item_of_the_reference_has_a_row_with_its_date(setting: Setting, game: Game) -> None:
    with run(setting):
        headings = {row["heading"] for row in setting.tables["headings"]} - {"ページ"}
        cited = {c.at.partition("#")[0] for r in game.rulings for c in r.source if c.document == "reference"}
        assert cited - {"冒頭"} <= headings
        for ruling in game.rulings:
            for citation in ruling.source:
                if citation.document == "reference" and citation.updated:
                    assert updated(citation.at.partition("#")[0]) == citation.updated, ruling.id


def test_there_are_eight_places(setting: Setting) -> None:
    with run(setting):
        places = [row["place"] for row in setting.tables["places"]]
        assert len(set(places)) == len(places) == 8
        assert all(map(is_place, places))
        assert not any(map(is_place, ("戦闘エリア", "配備エリア", "")))
        assert set(places) == set(get_args(Zone))


def test_what_no_source_says_of_a_place_is_not_guessed(setting: Setting) -> None:
    with run(setting):
        assert not property_of_place("ハンガー", "場に含まれる")
        for place, asked in (("手札", "表向き"), ("ハンガー", "裏向き"), ("宇宙", "場に含まれる")):
            with pytest.raises(Malformed):
                property_of_place(place, asked)


def test_only_the_new_design_has_the_traits(setting: Setting) -> None:
    with run(setting):
        for trait in ("束縛", "破壊"):
            assert has_trait("SPC-25", "新", trait)
            assert not has_trait("SPC-25", "旧", trait)
        with pytest.raises(Undecided) as caught:
            has_trait("SPC-25", "不明", "束縛")
        assert caught.value.ruling == "gw-spc25-look"


def test_nobody_goes_on_without_consent(setting: Setting) -> None:
    with run(setting):
        assert proceed("規定の効果", True) == "規定の効果"
        with pytest.raises(Illegal) as caught:
            proceed("規定の効果", False)
        assert caught.value.rulings == ("gw-consent",)


def test_a_missing_row_names_the_table(setting: Setting) -> None:
    with run(setting), pytest.raises(Malformed, match="places"):
        row_of("places", "place", "宇宙")
