"""自爆と選択出撃: what the options change, and that they change nothing where they are not used."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.engine.daisenryaku_card.combat import HIT, MISS, exchange
from gunbai.engine.daisenryaku_card.options import (
    BORDER, CHOICE, DESTRUCT, agreed, blows_up, may_arrange, sees_order,
)
from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from gunbai.engine.verb import verbs

every = st.lists(st.sampled_from([DESTRUCT, CHOICE, BORDER]), unique=True).map(tuple)


@given(every)
def test_options_mix_freely_by_default(setting: Setting, options: tuple[str, ...]) -> None:
    with run(setting):
        assert agreed(options) == options
        assert may_arrange(options) == (CHOICE in options)
    with run(setting.choosing({"dsc-options-mix": "one"})):
        if len(options) > 1:
            with pytest.raises(Illegal):
                agreed(options)
        else:
            assert agreed(options) == options


def test_an_option_that_does_not_exist_is_refused() -> None:
    words = verbs("gunbai.engine.daisenryaku_card")
    for word, more in (("オプションを使う", ()), ("順番を選べる", ()), ("射撃", (8, 7))):
        with pytest.raises(Malformed):
            words[word].call(more, {"オプション": (DESTRUCT, "特攻")})
        words[word].call(more, {"オプション": (DESTRUCT,)})


@pytest.mark.parametrize(("key", "moments"), [("all", {"同時", "先制", "反撃"}), ("simultaneous-only", {"同時"})])
def test_only_a_twelve_destroys_the_shooter(setting: Setting, key: str, moments: set[str]) -> None:
    with run(setting.choosing({"dsc-self-destruct-all": key})):
        for roll, moment in product(range(2, 13), ("同時", "先制", "反撃")):
            assert blows_up(roll, moment) == (roll == 12 and moment in moments)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["both", "no-target"])
def test_a_weapon_falls_once_however_it_falls(setting: Setting, key: str) -> None:
    with run(setting.choosing({"dsc-self-destruct-simultaneous": key})):
        for one, other in product((HIT, MISS, DESTRUCT), repeat=2):
            pair = exchange(one, other)
            assert pair.down == (other == HIT or one == DESTRUCT, one == HIT or other == DESTRUCT)
            assert pair.shot[0] == (other == HIT and (one != DESTRUCT or key == "both"))
            assert all(down >= shot for down, shot in zip(pair.down, pair.shot, strict=True))


def test_only_the_defender_could_see_the_enemys_order(setting: Setting) -> None:
    with run(setting.choosing({"dsc-choose-secretly": "in-turn"})):
        assert sees_order("防御側") and not sees_order("攻撃側")
    assert not sees_order("防御側")
