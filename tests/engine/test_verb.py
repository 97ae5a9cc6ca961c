from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NewType

import pytest
from gunbai.engine import verb as verbs_module
from gunbai.engine.kernel import EngineFault, Malformed, Situation
from gunbai.engine.verb import Count, Verb, described, fits, verb, verbs

Card = NewType("Card", str)


@dataclass(frozen=True)
class Chain(Situation):
    """連鎖"""

    cards: tuple[str, ...]


@pytest.fixture(autouse=True)
def own_verbs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Verbs that a test marks are forgotten after it."""
    monkeypatch.setattr(verbs_module, "_VERBS", {})
    yield


def made(function: Any, name: str = "動", **names: str) -> Verb:
    verb(name, **names)(function)
    return next(iter(verbs_module._VERBS.values()))[name]


def cut(card: str, *, target: Chain | None = None, times: int = 1) -> tuple[object, ...]:
    """Cut in."""
    return card, target, times


def some(first: str, *others: str, last: bool = False) -> tuple[object, ...]:
    """Any number."""
    return first, others, last


def test_a_verb_knows_its_signature_parameters_and_doc() -> None:
    word = made(cut, "カットイン", card="カード", target="対象", times="回数")
    assert word.signature == "カットイン(カード, 対象=None, 回数=1)"
    assert (word.doc, word.places) == ("Cut in.", ("カード",))
    assert [(p.name, p.python, p.required, p.keyword_only) for p in word.parameters] == [
        ("カード", "card", True, False), ("対象", "target", False, True), ("回数", "times", False, True)]
    assert made(some, "並べる").signature == "並べる(first, *others, last=False)"


def test_inputs_come_by_place_or_by_japanese_name() -> None:
    word = made(cut, card="カード", target="対象", times="回数")
    chain = Chain(("赤",))
    assert word.call(["青"], {}) == ("青", None, 1)
    assert word.call([], {"回数": 2, "カード": "青", "対象": chain}) == ("青", chain, 2)


def test_a_verb_may_take_any_number_of_inputs() -> None:
    word = made(some)
    assert word.call(["a"], {}) == ("a", (), False)
    assert word.call(["a", "b", "c"], {"last": True}) == ("a", ("b", "c"), True)
    assert word.places == ()


@pytest.mark.parametrize(("args", "kwargs", "words"), [
    ([], {}, "「カード」が無い"), (["a", "b"], {}, "渡すものが多い"), (["a"], {"的": 1}, "「的」という項目は無い"),
    (["a"], {"カード": "b"}, "二度"), (["a"], {"card": "b"}, "項目は無い"), ([1], {}, "「カード」は文字列でなければならない: 1"),
    (["a"], {"対象": "赤"}, "「対象」は連鎖かNoneでなければならない: \"赤\""), (["a"], {"回数": True}, "数でなければならない: True"),
    (["a"], {"回数": (1, "二")}, '[1, "二"]'), ([Chain(("x",))], {}, "文字列でなければならない: 連鎖"), ([("x" * 500,)], {}, "…"),
])
def test_inputs_that_do_not_fit_are_malformed(args: list[object], kwargs: dict[str, object], words: str) -> None:
    word = made(cut, card="カード", target="対象", times="回数")
    with pytest.raises(Malformed) as error:
        word.call(args, kwargs)
    assert words in error.value.message
    assert len(error.value.message) < 250


def test_inputs_beyond_the_named_ones_are_checked_too() -> None:
    with pytest.raises(Malformed):
        made(some).call(["a", "b", 3], {})


@pytest.mark.parametrize(("value", "wanted", "does"), [
    ("a", str, True), (1, str, False), (1, int, True), (True, int, False), (True, bool, True), (1, bool, False),
    (None, str | None, True), ("a", str | None, True), (1, str | None, False), ("甲", Literal["甲", "乙"], True),
    ("丙", Literal["甲", "乙"], False), (1, Literal[1, 2], True), (True, Literal[1, 2], False), (("a", "b"), tuple[str, ...], True),
    (("a", 1), tuple[str, ...], False), ("ab", tuple[str, ...], False), ((), tuple[int, ...], True), (("a",), tuple, True),
    (("a",), Card, False), ("a", Card, True), (((1,), (2,)), tuple[tuple[int, ...], ...], True), (Chain(()), Chain, True),
    ("a", Chain, False), (0, Count, True), (-1, Count, False), (True, Count, False), ((1, -1), tuple[Count, ...], False),
    (None, Count | None, True), (-1, Count | None, False), (Chain(()), Situation, True), (1, Any, True), (None, object, True), ((1, "a"), tuple[int | str, ...], True),
])
def test_values_fit_their_types(value: object, wanted: Any, does: bool) -> None:
    assert fits(value, wanted) is does


@pytest.mark.parametrize(("wanted", "words"), [
    (str, "文字列"), (int | None, "数かNone"), (Literal["甲", "乙"], "「甲」か「乙」"), (tuple[str, ...], "文字列の並び"), (Chain, "連鎖"),
    (Card, "文字列"), (Count, "0以上の数"), (tuple[Count, ...], "0以上の数の並び"),
])
def test_types_are_described_in_japanese(wanted: Any, words: str) -> None:
    assert described(wanted) == words


def test_a_count_is_never_below_zero() -> None:
    def pay(number: Count = 0) -> int:
        """Pay."""
        return number

    word = made(pay, "払う", number="枚数")
    assert word.call([3], {}) == 3
    with pytest.raises(Malformed, match="0以上の数でなければならない: -3"):
        word.call([-3], {})


def test_two_verbs_of_one_name_are_a_fault_but_the_same_one_again_is_not() -> None:
    made(cut, "動")
    assert made(cut, "動").function is cut
    with pytest.raises(EngineFault, match="two verbs"):
        made(some, "動")


def test_names_of_parameters_that_do_not_exist_are_a_fault() -> None:
    with pytest.raises(EngineFault, match="lacks"):
        made(cut, kard="カード")


def test_a_parameter_without_a_type_that_can_be_checked_is_a_fault() -> None:
    def untyped(a):  # type: ignore[no-untyped-def]
        """No type."""

    def mapped(a: dict[str, int]) -> None:
        """A dict."""

    def hidden(a: str, /) -> None:
        """No name."""

    def anything(**a: str) -> None:
        """No names."""

    for function in (untyped, mapped, hidden, anything):
        with pytest.raises(EngineFault):
            _ = made(function, function.__name__).parameters


def test_verbs_belong_to_the_package_of_their_module() -> None:
    def act() -> None:
        """Do it."""

    act.__module__ = "games.one.topic"
    verb("動")(act)
    assert list(verbs("games.one")) == ["動"]
    assert verbs("games.two") == {}
