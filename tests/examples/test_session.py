from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from gunbai.corpus.model import Game
from gunbai.engine.kernel import EngineFault, Illegal, Situation
from gunbai.engine.verb import Verb
from gunbai.examples import session as session_module
from gunbai.examples.language import Statement, parse_statement
from gunbai.examples.runner import load_verbs
from gunbai.examples.session import BUILTINS, Answer, Session
from hypothesis import given, settings
from hypothesis import strategies as st

Printed = Callable[..., list[str]]
Told = Callable[..., Iterator[Answer]]


def test_a_name_is_bound_without_a_word_and_can_be_used(printed: Printed, session: Session) -> None:
    assert printed("値 = 渡し賃(2)\n夜の渡し賃(値)") == ["12（推定）"]
    assert session.names == ("値",)


def test_what_is_refused_is_printed_and_not_bound(printed: Printed, session: Session) -> None:
    assert printed("値 = 渡し賃(0)\n夜の渡し賃(値)") == ["不可: toll-fare", "不備: 「値」はまだ決まっていない（文字なら引用符で囲む: \"値\"）"]
    assert session.names == ()


def test_an_undecided_value_is_bound_and_weighed_where_it_is_asked(printed: Printed) -> None:
    assert printed("値 = 子牛の渡し賃(1)\n夜の渡し賃(値)") == ["裁定待ち: toll-calf", "  counts → 10（推定）", "  free → 0"]


def test_a_house_rule_settles_a_point_also_for_what_was_bound_before(printed: Printed) -> None:
    text = '値 = 子牛の渡し賃(1)\n取り決め("toll-calf", "free")\n夜の渡し賃(値)\n取り決め("toll-calf", "counts")\n夜の渡し賃(値)'
    assert printed(text) == ["0", "10（推定）"]


def test_a_date_chooses_what_is_in_force(printed: Printed) -> None:
    text = '時点("2001-02-03")\n夜の渡し賃(1)\n時点("2001-02-02")\n夜の渡し賃(1)'
    assert printed(text) == ["2（推定）", "不備: 2001-02-02に有効な裁定ではない: toll-night"]


def test_a_value_of_a_table_can_be_changed(printed: Printed) -> None:
    assert printed('渡し賃(1)\n表値("fares", "person", 7)\n渡し賃(1)') == ["3", "7"]


@pytest.mark.parametrize(("line", "words"), [
    ('時点("2001-2-3")', "2009-09-18 の形"), ('時点("２００１-02-03")', "2009-09-18 の形"), ('時点("20010203")', "2009-09-18"),
    ('時点("2001-02-30")', "2009-09-18"), ("時点(20010203)", "時点(日付)"), ("時点()", "時点(日付)"), ('取り決め("toll-calf")', "取り決め("),
    ('取り決め("toll-calf", "maybe")', "counts、free"), ('取り決め("toll-fare", "x")', "選べる裁定ではない"), ('x = 時点("2001-02-03")', "時点("),
    ('時点(日="2001-02-03")', "時点("), ('表値("fares", "dog", 1)', "「dog」の行は無い"), ('表値("boats", "a", 1)', "の行は無い"),
    ("理由(1)", "理由()"), ("経過([1])", "経過()"), ('表値("fares", "cow", None)', "表値("),
])
def test_a_built_in_word_says_how_it_is_written(printed: Printed, line: str, words: str) -> None:
    (only,) = printed(line)
    assert only.startswith("不備: ")
    assert words in only


def test_an_unknown_verb_is_answered_with_the_nearest_one(printed: Printed) -> None:
    assert printed("渡しちん(1)") == ["不備: 「渡しちん」という手続きは無い（「渡し賃」のことか）"]
    assert printed("xyz(1)") == ["不備: 「xyz」という手続きは無い"]


def test_reasons_and_trace_are_those_of_the_last_answer(printed: Printed) -> None:
    assert printed("理由()\n経過()") == ["なし", "なし"]
    assert printed("渡し賃(2)\n理由()\n経過()\n夜の渡し賃(1)\n理由()") == [
        "6", "toll-fare", "toll-fare → 6", "2（推定）", "toll-night"]
    assert printed("乗る(1)\n理由()")[-1] == "なし"


def test_an_answer_names_the_rulings_that_what_it_builds_on_has_reached(told: Told) -> None:
    *_, last = told("値 = 渡し賃(2)\n夜の渡し賃(値)")
    assert last.reached == {"toll-fare", "toll-night"}
    assert last.verdict is not None
    assert last.verdict.reasons == ("toll-night",)


def test_other_readings_are_tried_once_each_and_counted_apart(printed: Printed, session: Session) -> None:
    printed("渡し賃(2)")
    assert (session.reruns, session.replayed) == (0, [])
    printed("夜の渡し賃(1)")
    assert session.reruns == 1
    printed("子牛の渡し賃(1)")
    assert session.reruns == 3
    assert [s.ruling for s in session.replayed] == ["toll-night", "toll-calf", "toll-calf"]
    assert [s.ruling for s in session.steps] == ["toll-fare", "toll-night", "toll-calf"]


def test_a_rerun_repeats_only_what_asked_for_the_reading(printed: Printed, session: Session) -> None:
    printed("値 = 渡し賃(2)\n夜の渡し賃(値)")
    assert [s.ruling for s in session.replayed] == ["toll-night"]


def pasted(game: Game, situation: str) -> list[str]:
    fresh = Session(game.setting, load_verbs(game))
    return [line for s in parse_statement(situation) for line in fresh.tell(s).lines]


@pytest.mark.parametrize("text", [
    "渡し賃(0)", "値 = 渡し賃(2)\n組 = 乗る(1)\n渡し賃(値, -1)", '取り決め("toll-calf", "free")\n値 = 子牛の渡し賃(3)\n渡し賃(値)',
    '時点("2001-02-02")\n夜の渡し賃(5)', '表値("fares", "person", 2)\n値 = 渡し賃(600)\n渡し賃(値)', "渡し賃(\"一\")",
    "渡し賃(1, 牛=-1)", '値 = 子牛の渡し賃(1)\n取り決め("toll-calf", "free")\n時点("2001-02-02")\n夜の渡し賃(値)',
])
def test_the_situation_of_a_refusal_can_be_pasted_back(told: Told, toll: Game, text: str) -> None:
    *_, last = told(text)
    assert "\n" not in last.situation
    assert pasted(toll, last.situation) == list(last.lines)
    assert last.lines[0].startswith(("不可", "不備"))


def test_a_date_and_house_rules_from_outside_are_part_of_the_situation(toll: Game, told: Told) -> None:
    setting = toll.setting.choosing({"toll-calf": "free"}).on("2001-02-02")
    (answer,) = told("夜の渡し賃(1)", Session(setting, load_verbs(toll)))
    assert answer.situation == '時点("2001-02-02"); 取り決め("toll-calf", "free"); 夜の渡し賃(1)'
    assert pasted(toll, answer.situation) == list(answer.lines)


NAMES = st.sampled_from(["a", "b", "値"])
NUMBERS = st.one_of(st.integers(-2, 5).map(str), NAMES)
LINES = st.one_of(
    st.builds("{} = {}({})".format, NAMES, st.sampled_from(["渡し賃", "夜の渡し賃", "子牛の渡し賃", "乗る"]), NUMBERS),
    st.builds("{}({})".format, st.sampled_from(["渡し賃", "夜の渡し賃", "子牛の渡し賃"]), NUMBERS),
    st.builds("渡し賃({}, 牛={})".format, NUMBERS, NUMBERS),
    st.sampled_from(['取り決め("toll-calf", "free")', '取り決め("toll-calf", "counts")', '取り決め("toll-night", "same")',
                     '時点("2001-02-02")', '時点("2010-01-01")', '表値("fares", "cow", 1)', "理由()"]),
)


@settings(max_examples=300, deadline=None)
@given(lines=st.lists(LINES, min_size=1, max_size=8))
def test_pasting_any_situation_gives_the_same_answer(toll: Game, lines: list[str]) -> None:
    fresh = Session(toll.setting, load_verbs(toll))
    for line in lines:
        (statement,) = parse_statement(line)
        answer = fresh.tell(statement)
        if answer.verdict is not None and statement.verb not in BUILTINS:
            again = pasted(toll, answer.situation)
            assert again[-len(answer.lines):] == list(answer.lines), answer.situation


def test_a_situation_that_would_be_endless_without_names_is_malformed(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Pair(Situation):
        """対"""

        one: object
        other: object

    def both(a: object, b: object) -> Situation:
        """Both."""
        return Pair(a, b)

    fresh = Session(toll_free(), {"両方": Verb("両方", both, {})})
    text = "x = 両方(1, 1)\n" + "\n".join("x = 両方(x, x)" for _ in range(60))
    lines = printed(text, fresh)
    assert lines
    assert all("状況が大きすぎる" in line for line in lines)
    assert len(fresh._cells) < session_module.MAX_SIZE.bit_length() + 2


def test_names_that_are_mentioned_often_make_no_situation_large(printed: Printed) -> None:
    """A chain of cards, each of which names all before it, is as long as it is."""
    def after(number: int, others: tuple[object, ...]) -> Situation:
        """One more."""
        return Situation()

    fresh = Session(toll_free(), {"次": Verb("次", after, {})})
    text = "c0 = 次(0, [])\n" + "\n".join(
        f"c{n} = 次({n}, [{', '.join(f'c{m}' for m in range(n))}])" for n in range(1, 60))
    assert printed(text, fresh) == []
    assert len(fresh.names) == 60


def toll_free() -> session_module.Setting:
    """A setting without tables and points."""
    return session_module.Setting()


def test_forbidding_outside_any_rule_is_a_fault_of_the_engine(told: Told) -> None:
    def forbid() -> None:
        """No."""
        raise Illegal("だめ")

    with pytest.raises(EngineFault, match="outside any @rule"):
        list(told("禁(1)".replace("1", ""), Session(toll_free(), {"禁": Verb("禁", forbid, {})})))


def test_a_game_may_have_a_verb_named_like_a_built_in_word(printed: Printed) -> None:
    def why() -> str:
        """Its own."""
        return "自前"

    assert printed("理由()", Session(toll_free(), {"理由": Verb("理由", why, {})})) == ["自前"]


def test_every_built_in_word_says_how_it_is_written() -> None:
    assert all(text.startswith(f"{word}(") for word, text in BUILTINS.items())
    assert isinstance(parse_statement("理由()")[0], Statement)
