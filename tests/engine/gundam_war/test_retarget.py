"""「幼き人質」 of GUNDAM WAR: candidates for cuts of any length."""

from __future__ import annotations

import pytest
from gunbai.engine.gundam_war.chain import Cut, label, target_of
from gunbai.engine.gundam_war.cutin import cut_in, resolve
from gunbai.engine.gundam_war.retarget import affectable, can_change, candidates, new_targets
from gunbai.engine.gundam_war.targets import leave, play
from gunbai.engine.kernel import Illegal, Malformed, Setting, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

same_setting = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
Shape = list[tuple[str, list[int], int]]


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """Cards after the first: a name, the places that it could target (some below it), and which of them it targets."""
    made: Shape = []
    for place in range(1, draw(st.integers(2, 8))):
        legal = draw(st.lists(st.integers(0, place - 1), min_size=1, unique=True))
        made.append((draw(st.sampled_from(["見本の横槍", "見本の一喝"])), sorted(legal), draw(st.sampled_from(legal))))
    return made


def built(shape: Shape, *, extra_at: int = 0) -> list[Cut]:
    """The cut after each card. ``extra_at``: a card that nobody could target comes before the card at this place."""
    cuts = [play("見本の砲撃", "ガンダム", ("ガンダム",))]
    real = [0]
    for place, (card, legal, target) in enumerate(shape, 1):
        if place == extra_at:
            cuts.append(cut_in("回避運動", "ガンダム", cuts[-1], ("ガンダム",)))
        cuts.append(cut_in(card, cuts[real[target]], cuts[-1], tuple(cuts[real[i]] for i in legal)))
        real.append(len(cuts) - 1)
    return [cuts[i] for i in real]


def source_chain() -> tuple[Cut, Cut, Cut]:
    one = play("赤い彗星")
    two = cut_in("作戦の看破", one)
    return one, two, cut_in("ハマーンの嘲笑", two)


def test_the_worked_chain_of_the_reference(setting: Setting) -> None:
    with run(setting):
        _, two, three = source_chain()
        assert new_targets("幼き人質", three) == ("赤い彗星",)
        with pytest.raises(Illegal) as refused:
            new_targets("幼き人質", two)
        assert refused.value.rulings == ("gw-retarget-unplayable",)
        with pytest.raises(Illegal):
            cut_in("幼き人質", two, three)
        assert resolve(cut_in("幼き人質", three))[1] == "ハマーンの嘲笑: 「赤い彗星」を無効にする"


@same_setting
@given(shapes())
def test_candidates_are_what_the_card_could_target_at_its_play_but_not_its_present_target(
    setting: Setting, shape: Shape,
) -> None:
    with run(setting):
        cut = built(shape)[-1]
        for place, (_, legal, target) in enumerate(shape, 1):
            assert candidates(cut, place) == tuple(i for i in legal if i != target)


@same_setting
@given(shapes())
def test_candidates_never_hold_the_card_itself_or_anything_played_after_it(setting: Setting, shape: Shape) -> None:
    with run(setting):
        cut = built(shape)[-1]
        for place in range(len(cut.plays)):
            assert all(isinstance(spot, int) and spot < place for spot in candidates(cut, place))
            for later in range(place, len(cut.plays)):
                with pytest.raises(Illegal):
                    can_change("幼き人質", built(shape)[place], built(shape)[later], cut)


@same_setting
@given(shapes(), st.data())
def test_adding_non_candidates_to_a_cut_changes_nothing(setting: Setting, shape: Shape, data: st.DataObject) -> None:
    with run(setting):
        plain = built(shape)
        more = built(shape, extra_at=data.draw(st.integers(1, len(shape))))
        after = cut_in("回避運動", "ガンダム", more[-1], ("ガンダム",))
        for place in range(1, len(shape) + 1):
            assert _asked(plain[place], plain[-1]) == _asked(more[place], more[-1]) == _asked(more[place], after)


def _asked(card: Cut, after: Cut) -> tuple[str, ...] | str:
    try:
        return new_targets("幼き人質", card, after)
    except Illegal as error:
        return error.rulings[0]


@same_setting
@given(shapes())
def test_it_can_be_played_exactly_on_cards_with_a_candidate(setting: Setting, shape: Shape) -> None:
    with run(setting):
        cuts = built(shape)
        for place, cut in enumerate(cuts):
            if candidates(cuts[-1], place):
                played = cut_in("幼き人質", cut, cuts[-1])
                assert played.plays[-1].legal == affectable(cuts[-1])
                assert place in (played.plays[-1].legal or ())
            else:
                with pytest.raises(Illegal):
                    cut_in("幼き人質", cut, cuts[-1])


def test_copies_of_one_card_are_told_apart_by_number(setting: Setting) -> None:
    with run(setting):
        one = play("赤い彗星")
        two = cut_in("赤い彗星", after=one)
        three = cut_in("ハマーンの嘲笑", two)
        assert new_targets("幼き人質", three) == ("赤い彗星（1枚目）",)
        assert target_of(three, 2) == 1
        assert label(three, 2) == "ハマーンの嘲笑"


def test_a_long_cut_of_retargeting_cards_is_answered_quickly_enough(setting: Setting) -> None:
    """Candidates are stored at each play, so that retargeting cards on one another do not multiply."""
    with run(setting):
        base = play("見本の砲撃", "ガンダム", ("ガンダム",))
        two = cut_in("見本の横槍", base, None, (base,))
        three = cut_in("見本の一喝", two, None, (base, two))
        cut = cut_in("見本の一喝", three, None, (base, two, three))
    for _ in range(40):
        with run(setting):
            cut = cut_in("幼き人質", three, cut)
    with run(setting) as judged:
        assert candidates(cut, 43) == (3, *range(4, 43))
        assert len(judged.trace) < 1_000


def test_an_unknown_card_is_never_guessed(setting: Setting) -> None:
    with run(setting):
        one = play("赤い彗星")
        with pytest.raises(Malformed, match="対象候補"):
            cut_in("見本の横槍", one)
        with pytest.raises(Malformed, match="対象候補"):
            new_targets("幼き人質", one)


def test_what_has_left_is_no_new_target_and_cannot_be_chosen(setting: Setting) -> None:
    with run(setting):
        one, _, three = source_chain()
        with pytest.raises(Illegal):
            new_targets("幼き人質", three, leave(three, one))
        with pytest.raises(Illegal):
            new_targets("幼き人質", three, leave(three, three))
