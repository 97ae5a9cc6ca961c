"""What the operators change, and what they leave alone."""

from __future__ import annotations

import ast
import textwrap

import pytest
from gunbai.examples.strength.operators import edits
from gunbai.examples.strength.rows import flips
from gunbai.examples.strength.source import Source


def source(text: str) -> Source:
    text = textwrap.dedent(text)
    return Source("made.up", "made/up.py", "made/up.py", text, ast.parse(text))


def changes(text: str) -> set[str]:
    return {e.change for e in edits(source(text))}


def body(line: str, head: str = "def f(a, b):") -> set[str]:
    return changes(f"{head}\n{textwrap.indent(textwrap.dedent(line), '    ')}\n")


@pytest.mark.parametrize(("line", "expected"), [
    ("return a < b", {"< → <=", "< → >=", "return a < b → return not (a < b)"}),
    ("return a == b", {"== → !="}),
    ("return a + 1", {"+ → -", "1 → 2", "1 → 0", "return a + 1 → return None"}),
    ("return a - -1", {"- → +", "-1 → 0", "-1 → -2", "return a - -1 → return None"}),
    ("return not a", {"not a → a"}),
    ("return f(a, b)", {"f(a, b) → f(b, a)", "return f(a, b) → return None"}),
    ("return f(a, a)", {"return f(a, a) → return None"}),
    ("return f(a, b, c)", {"f(a, b, c) → f(b, a, c)", "f(a, b, c) → f(a, c, b)", "return f(a, b, c) → return None"}),
    ("return f(a, a, b)", {"f(a, a, b) → f(a, b, a)", "return f(a, a, b) → return None"}),
    ("return f(a, *b)", {"return f(a, *b) → return None"}),
    ("return f(a, b=a)", {"return f(a, b=a) → return None"}),
    ("return max(a, b)", {"max → min", "return max(a, b) → return None"}),
    ("return None", set()),
    ("return", set()),
    ("a += b", {"a += b → dropped", "+= → -="}),
    ("c = a", set()),
    ("a = b", {"a = b → dropped"}),
    ("a[b] = a", {"a[b] = a → dropped"}),
    ("raise Illegal('x', ('y',))", {"raise Illegal('x', ('y',)) → dropped"}),
    ("raise EngineFault('x')", set()),
    ("assert a < 1", set()),
    ("return table('cards')", {"return table('cards') → return None"}),
    ("return reading('x-y') == 'z'", {"== → !=", '"z" → "?"'}),
    ("return isinstance(a, str | int)", {"return isinstance(a, str | int) → return None"}),
    ("return f'{a - b}枚'", {"- → +", "return f'{a - b}枚' → return None"}),
    ("return replace(a, b=a)", {"b=a → dropped", "return replace(a, b=a) → return None"}),
    ("return zip(a, b, strict=True)", {"zip(a, b, strict=True) → zip(b, a, strict=True)",
                                       "return zip(a, b, strict=True) → return None"}),
    ("return a.f(a, b)", {"a.f(a, b) → a.f(b, a)", "return a.f(a, b) → return None"}),
    ("'''only a docstring'''", set()),
])
def test_statements_and_their_mutants(line: str, expected: set[str]) -> None:
    assert body(line) == expected


@pytest.mark.parametrize("count", [2, 3, 5, 8])
def test_every_two_neighbouring_arguments_are_swapped(count: int) -> None:
    """The changed calls, as they would run, are just those in which one pair of neighbours has changed places."""
    names = [f"a{i}" for i in range(count)]
    made = source(f"def f({', '.join(names)}):\n    return f({', '.join(names)})\n")
    found = []
    for edit in edits(made):
        if edit.change.endswith("return None"):
            continue
        with edit.made():
            call = next(n for n in ast.walk(made.tree) if isinstance(n, ast.Call))
            found.append([a.id for a in call.args if isinstance(a, ast.Name)])
    assert found == [[*names[:i], names[i + 1], names[i], *names[i + 2:]] for i in range(count - 1)]


def test_swaps_that_lie_behind_the_clipped_part_of_a_call_name_the_two_alone() -> None:
    name = "long_name_" * 6
    assert {change for change in body(f"return f({name}, a, b, c)") if "return" not in change} == {
        f"{f'f({name}, a, b, c)'[:59]}… → {f'f(a, {name}, b, c)'[:59]}…", "f(…a, b…) → f(…b, a…)", "f(…b, c…) → f(…c, b…)"}


def test_conditions_are_forced_both_ways() -> None:
    assert body("if a and b:\n    f(a)") == {"a and b → True", "a and b → False", "and → or", "f(a) → dropped"}
    assert {"a → True", "a → False"} <= body("return 1 if a else 2")
    assert {"a → True", "a → False"} <= body("return [c for c in b if a]")
    assert body("while a:\n    break") == {"a → False", "break → dropped"}


def test_cases_are_dropped_and_their_texts_replaced() -> None:
    found = body("""
        match a:
            case "x" | "y" if b:
                f(a)
            case _:
                raise EngineFault("cannot be")
    """)
    assert found == {"case 'x' | 'y' → dropped", "b → True", '"x" → "?"', '"y" → "?"', "f(a) → dropped"}


def test_truth_valued_functions_are_negated() -> None:
    assert body("return f(a)", "def f(a) -> bool:") == {"return f(a) → return not (f(a))"}
    assert body("return True", "def f(a) -> bool:") == {"True → False"}


def test_decorators_annotations_types_and_exports_are_left_alone() -> None:
    assert changes("""
        __all__ = ["a"]
        Kind = Literal["a", "b"]
        Either = int | Literal["c"] | None
        T = TypeVar("T")

        @verb("言葉", a="甲")
        @rule("x-y")
        def f(a: Literal["p"]) -> Literal["q"]:
            pass

        class Shape(Protocol):
            size: int = 3
    """) == set()


def test_what_runs_at_import_names_what_it_binds() -> None:
    found = list(edits(source("LIMIT = 3\nclass A:\n    size: int = 4\ndef f(a=5):\n    return a\n")))
    assert {(e.change, e.names, e.function) for e in found} == {
        ("3 → 4", ("LIMIT",), ""), ("3 → 2", ("LIMIT",), ""),
        ("4 → 5", ("A", "size"), ""), ("4 → 3", ("A", "size"), ""),
        ("5 → 6", (), ""), ("5 → 4", (), ""), ("return a → return None", (), "f")}


def test_a_change_is_taken_back() -> None:
    made = source("""
        def f(a):
            match a:
                case "x" | int() if a > -a:
                    return replace(a, b=f"{a - 1}")
            return a + 1 if a < 2 and not a else [a]
    """)
    before = ast.dump(made.tree, include_attributes=True)
    found = list(edits(made))
    assert ast.dump(made.tree, include_attributes=True) == before
    for edit in found:
        with edit.made():
            assert ast.dump(made.tree) != before
            compile(made.tree, "x", "exec")
        assert ast.dump(made.tree, include_attributes=True) == before


@pytest.mark.parametrize(("value", "others", "expected"), [
    (True, [], [False]),
    (3, [9], [4, 2]),
    ("赤", ["赤", "青", "黄"], ["青"]),
    ("赤", [], ["?"]),
    (None, [None, 2, 3], [2]),
    (None, [], []),
    (("甲", "乙"), [("甲", "丙")], [("乙",), ("甲",)]),
    ((), [(), ("甲", "丙")], [("甲", "丙")]),
    ((1,), [], [(), (2,), (0,)]),
    ({"a": 1}, [{"a": 5}], [{"a": 2}, {"a": 0}]),
])
def test_values_of_rows_are_flipped(value: object, others: list[object], expected: list[object]) -> None:
    assert list(flips(value, others)) == expected
