from __future__ import annotations

import pytest
from gunbai.examples.language import parse_statement
from gunbai.examples.questions import FAR, Call, Question, differences, grow
from hypothesis import given
from hypothesis import strategies as st


def question(text: str, context: tuple[tuple[str, object], ...] = (), places: tuple[str, ...] = ()) -> Question:
    trees: dict[str, Call] = {}
    for statement in parse_statement(text):
        tree = grow(statement, trees, places)
        if statement.target:
            trees[statement.target] = tree
    return Question(tree, context, ("はい",), frozenset())


@pytest.mark.parametrize(("one", "other", "apart"), [
    ("f(1)", "f(1)", 0), ("f(1)", "f(2)", 1), ("f(1, 2)", "f(2, 3)", FAR), ("f(a=1)", "f(a=2)", 1), ("f(a=1)", "f(b=1)", FAR),
    ("f(1)", "f(1, 2)", 1), ("f(1)", "f(1, a=2)", 1), ("f(1, a=2)", "f(2)", FAR), ("f(1)", "g(1)", 1), ("f(1)", "g(2)", FAR),
    ("f(True)", "f(1)", 1), ("f(None)", "f(0)", 1), ("f([1, 2])", "f([1, 2, 3])", 1), ("f([1, 2])", "f([0, 1, 2])", 1),
    ("f([1, 2, 3])", "f([1, 9, 3])", 1), ("f([1, 2])", "f([2, 1])", FAR), ("f([1])", "f([2, 3])", FAR), ("f([1])", "f([])", 1),
    ("f([[1], 2])", "f([[3], 2])", 1), ("f([1])", "f(1)", 1), ("x = f(1); g(x)", "y = f(1); g(y)", 0),
    ("x = f(1); g(x)", "x = f(2); g(x)", 1), ("x = f(1); g(x, 5)", "x = f(2); g(x, 6)", FAR),
    ("x = f(1); g(x, x)", "x = f(2); g(x, x)", 1), ("a = f(1); b = f(1); g(a, b)", "a = f(2); b = f(2); g(a, b)", 1),
    ("x = f(1); g(x)", "x = f(1); y = h(x, 9); g(y)", 1), ("x = f(1); g(x)", "x = f(1); y = h(x, 9); z = h(y, 9); g(z)", FAR),
    ("x = f(1); g(x)", "g(1)", 1), ("f(1, 2, 3)", "f(1, 3)", 1),
])
def test_differences_are_counted_in_inputs(one: str, other: str, apart: int) -> None:
    assert differences(question(one), question(other)) == apart
    assert differences(question(other), question(one)) == apart


def test_what_is_agreed_or_dated_is_an_input_too() -> None:
    plain, dated = question("f(1)"), question("f(1)", (("時点", "2001-01-01"),))
    assert differences(plain, dated) == 1
    assert differences(dated, question("f(1)", (("時点", "2002-01-01"),))) == 1
    assert differences(dated, question("f(2)", (("時点", "2002-01-01"),))) == FAR


def test_an_input_by_place_and_by_name_is_the_same_input() -> None:
    assert differences(question("f(1, 2)", places=("甲", "乙")), question("f(乙=2, 甲=1)", places=("甲", "乙"))) == 0
    assert differences(question("f(1, 2)", places=("甲", "乙")), question("f(1, 乙=3)", places=("甲", "乙"))) == 1
    assert differences(question("f(1, 2)", places=("甲",)), question("f(1, 3)", places=("甲",))) == 1


def test_hundreds_of_moves_are_compared_without_recursion() -> None:
    def long(first: int) -> str:
        return f"x = f({first}); " + "; ".join("x = g(x, 1)" for _ in range(390)) + "; h(x)"

    assert differences(question(long(1)), question(long(1))) == 0
    assert differences(question(long(1)), question(long(2))) == 1


def test_a_situation_that_is_used_twice_over_and_over_is_compared_at_once() -> None:
    def doubled(first: int) -> str:
        return f"x = f({first}); " + "; ".join("x = g(x, x)" for _ in range(200)) + "; h(x)"

    assert differences(question(doubled(1)), question(doubled(2))) == 1
    assert question(doubled(1)).tree == question(doubled(1)).tree
    assert len({question(doubled(1)).tree, question(doubled(1)).tree, question(doubled(2)).tree}) == 2


VALUES = st.recursive(st.one_of(st.integers(0, 2), st.booleans(), st.sampled_from(["甲", "乙"]), st.none()),
                      lambda inner: st.lists(inner, max_size=3), max_leaves=5)


def written(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return f'"{value}"' if isinstance(value, str) else repr(value)


@given(one=st.lists(VALUES, max_size=3), other=st.lists(VALUES, max_size=3))
def test_differences_are_the_same_from_both_sides_and_none_only_between_equals(one: list[object], other: list[object]) -> None:
    a, b = (question(f"f({', '.join(map(written, v))})") for v in (one, other))
    assert differences(a, b) == differences(b, a)
    assert (differences(a, b) == 0) == (repr(one) == repr(other))
