"""少女兵器大戦: free timings and cards tied to a phase, over every point of the turn."""

from __future__ import annotations

import pytest
from gunbai.engine.girl_arms_war.timing import (
    after, boundary, conflict, entering, free, fulfilled, inside, side_may, tied,
)
from gunbai.engine.kernel import Malformed, Setting, run, table

HOUSE = {
    "gaw-timing-third-gap": "unless-rest", "gaw-timing-actions": "around", "gaw-attack-declared": "one-act",
    "gaw-timing-opening": "two-windows",
}


def test_a_card_tied_to_a_phase_is_never_used_outside_it(setting: Setting) -> None:
    with run(setting.choosing(HOUSE)):
        for row in table("points"):
            for phase in table("phases"):
                if tied(phase["key"], row["key"]):
                    assert row["phase"] == phase["key"]
                    assert row["kind"] != "step"


def test_inside_the_action_phase_a_tied_card_goes_with_the_free_timings(setting: Setting) -> None:
    with run(setting.choosing(HOUSE)):
        for row in table("points"):
            if row.get("phase") == "アクションフェイズ":
                assert tied("アクションフェイズ", row["key"]) == free(row["key"])
            elif "phase" in row:
                assert not free(row["key"])


def test_no_free_timing_between_turns_nor_in_nor_after_rest(setting: Setting) -> None:
    with run(setting.choosing(HOUSE)):
        assert not free("ターンとターンの間")
        assert not inside("休息")
        assert not after("休息")
        assert not free("休息の後")
        with pytest.raises(Malformed):
            free("どこか")


def test_the_principle_alone_would_allow_every_point(setting: Setting) -> None:
    principle = setting.choosing({**HOUSE, "gaw-timing-conflict": "principle"})
    with run(principle):
        assert all(conflict(row["key"]) for row in table("points"))
    with run(setting.choosing(HOUSE)):
        assert all(conflict(row["key"]) == free(row["key"]) for row in table("points"))


def test_sides_conditions_and_boundaries(setting: Setting) -> None:
    with run(setting.choosing(HOUSE)):
        assert side_may("攻撃側") and side_may("防御側") and side_may("第三者")
        assert fulfilled((), ())
        assert not fulfilled(("甲", "乙"), ("甲",))
        assert boundary("ターン開始時の効果").startswith("開始フェイズ")
        assert len(entering("アクションフェイズ")) == 2
    with run(setting.choosing({**HOUSE, "gaw-timing-opening": "merged"})):
        assert entering("アクションフェイズ") == ("アクションフェイズの最初",)
