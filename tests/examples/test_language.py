from __future__ import annotations

import ast
import unicodedata
import warnings

import pytest
from gunbai.engine.kernel import Malformed
from gunbai.examples import language
from gunbai.examples.language import Bad, Ref, Statement, parse_example, parse_statement, written
from hypothesis import given, settings
from hypothesis import strategies as st

REFUSED = [
    # what Python could do and the language cannot
    "a.b", "f().x", "f(a.b)", "f(1 .real)", "''.join(x)", "import os", "from os import path", "__import__('os')",
    "f(__class__)", "__x = f()", "f(__x=1)", "[x for x in y]", "f([x for x in y])", "f(x for x in y)", "f({x: 1})",
    "f({1, 2})", "f({})", "f(f'a')", "f(f'{a}')", "f(rb'a')", "f(b'a')", "f(u'a')", "f(r'a')", "f(R'a')", "f('a' 'b')",
    "f('a'\n'b')", "f('\\n')", "f('\\x41')", "f('''a''')", 'f("""a""")', "f(lambda: 1)", "lambda: f()", "f(a := 1)",
    "(a := f())", "f(*a)", "f(**a)", "f(*[1])", "f(g())", "f(a=g())", "f([g()])", "f(1 + 1)", "f(a - b)", "f(2 ** 9)",
    "f('a' * 9)", "f(not a)", "f(~1)", "f(+1)", "f(--1)", "f(-a)", "f(-True)", "f(-'a')", "f(a < b)", "f(a == b)",
    "f(a is b)", "f(a in b)", "f(a and b)", "f(a or b)", "f(a if b else c)", "f(a[0])", "a[0]", "a[0] = f()", "f(a[1:2])",
    "f()[0]", "@f\ndef g(): pass", "def f(): pass", "class A: pass", "async def f(): pass", "await f()", "f(await g())",
    "yield", "f((yield))", "return f()", "raise f()", "assert f()", "del a", "global a", "nonlocal a", "pass", "break",
    "if f(): g()", "for a in b: f()", "while 1: f()", "with f(): g()", "try: f()", "try:\n f()\nfinally: pass",
    "match f():\n case _: g()", "type X = f()", "a: int = f()", "a += f()", "a = b = f()", "a, b = f()", "[a] = f()",
    "(a, b) = f()", "a.b = f()", "*a, = f()", "f(...)", "f(1.5)", "f(1e9)", "f(1j)", "f(0x10)", "f(0b1)", "f(0o7)",
    "f(1_000)", "f(007)", "f(00)", "f(1if 1else 2)", "f(())", "f((1,))", "f((1, 2))", "f($a)", "f(a?)", "f(`a`)", "!ls",
    "%time f()", "?f", "f(a=1, a=2)", "f(a=1, 2)", "f(1 2)", "f(a b)", "f() g()", "f()()", "f)(", "f(]", "f([)]", "((f()",
    "f(", "f)", ")", "", " ", ";", ";f()", "f();;g()", "f(),", "f(), g()", "f", "1", "'a'", "None", "[f]", "True()", "None()",
    "True = f()", "None = f()", "False = f()", "f(True=1)", "f(1=2)", "f('a'=2)", "'a'()", "1()", "a = 1", "a = b", "a = 'x'",
    "a = [1]", "f(,)", "f(1,,2)", "= f()", "a =", "a == f()", "-f()", "not f()", "f() # x", "# x", "f(\\\n1)", "print f()",
    "f((1))", "x = (f())", "(x) = f()", "(f)()", "(f())", "f()\n g()", "f()\n;g()", "a =\nf()", "f\n()", "f(x:=1)", "f(a, *, b)", "f(a, /)", "f(a->b)", "f(a;b)", "f(';'); x",
    # characters
    "f・g()", "ヨ・ン()", "f(あ・い)", "ｆ()", "f（）", "f(１)", "f(一、二)", "f(「一」)", "f(“a”)", "f('a)", 'f("a)', "f(‘a’)", "あ　()",
    "ﾌﾟﾚｲ()", "ﬁ()", "ª()", "x² = f()", "𝒇()", "ſ()", "\u212a()", "é()", "e\u0301()", "가()", "ا()", "𠮷()", "\uf900()", "ゝ()", "x\u200d()",
    "f(\x00)", "f('\x00')", "f('a\u202eb')", "f\u202e()", "f('a\u2066b')", "f(\ufeff)", "\ufefff()", "f('\u200b')", "f()\x0c", "f()\r",
    "f(\r\n1)", "f('a\u2028b')", "f('\ud800')", "f(\ud800)", "f('a\x85')", "f(\xa0)", "f('\x1b[2J')",
]

READ = {
    "f()": "f()", " f( ) ": "f()", "f();": "f()", "名 = 動(\"あ\")": '名 = 動("あ")', "f(- 1)": "f(-1)", "f(0)": "f(0)",
    "f('say \"x\"')": "f('say \"x\"')", "f(\"it's\")": 'f("it\'s")', "f([])": "f([])", "f([1, [a, None],])": "f([1, [a, None]])",
    "f(a, b=True, c=False,)": "f(a, b=True, c=False)", "f(\n 1,\n\t2\n)": "f(1, 2)",
    "match(case=1)": "match(case=1)", "type()": "type()", "print(_)": "print(_)", "ヴ゠()".replace("゠", ""): "ヴ()", "々〇ー()": "々〇ー()",
    "f('a・ｂ（１）')": 'f("a・ｂ（１）")', "f(999999999)": "f(999999999)", "f('')": 'f("")', "f('# ; \\u0041')".replace("\\u0041", "A"): 'f("# ; A")',
}


def bad(source: str) -> bool:
    try:
        parse_statement(source)
    except Malformed:
        return True
    return False


@pytest.mark.parametrize("source", REFUSED)
def test_nothing_outside_the_subset_is_read(source: str) -> None:
    assert bad(source)
    (statement,) = parse_example(f">>> {source}") if "\n" not in source and source.strip() else (Bad("", 1, "x"),)
    assert isinstance(statement, Bad)


@pytest.mark.parametrize(("source", "normal"), READ.items())
def test_what_is_of_the_language_is_read_and_can_be_written_again(source: str, normal: str) -> None:
    (statement,) = parse_statement(source)
    (again,) = parse_statement(normal)
    (twice,) = parse_statement(statement.source)
    for other in (again, twice):
        assert (other.target, other.verb, other.args, other.kwargs) == (
            statement.target, statement.verb, statement.args, statement.kwargs)
    (first, _) = parse_statement(f"{source}; f()" if not source.endswith(";") else f"{source} f()")
    assert first.source == normal
    assert "\n" not in statement.source


@pytest.mark.parametrize("source", [
    "f(9999999999)", f"f({'9' * 5_000})", f"f('{'a' * 301}')", f"f({'[' * 6}{']' * 6})", "(" * 5_000, "[" * 5_000 + "]" * 5_000,
    f"f({'a,' * 30_000})", f"f({','.join('1' * 7_000)})", "f(" + " " * 50_000 + ")", "f('" * 10_000, "-" * 9_000, "f();" * 5_000,
])
def test_nothing_large_or_deep_is_read(source: str) -> None:
    assert bad(source)


def test_the_limits_are_met_exactly() -> None:
    assert not bad(f"f('{'a' * (language.MAX_TEXT - 2)}')")
    assert bad(f"f('{'a' * (language.MAX_TEXT - 1)}')")
    assert not bad(f"f({'[' * (language.MAX_DEPTH - 1)}{']' * (language.MAX_DEPTH - 1)})")
    assert bad(f"f({'[' * language.MAX_DEPTH}{']' * language.MAX_DEPTH})")
    assert not bad(f"f({'9' * language.MAX_DIGITS})")
    assert bad(f"f({'9' * (language.MAX_DIGITS + 1)})")


def test_an_example_ends_after_so_many_statements() -> None:
    assert all(isinstance(s, Statement) for s in parse_example(">>> f()\n" * language.MAX_LINES))
    (end,) = parse_example(">>> f()\n" * (language.MAX_LINES + 1), 10)
    assert isinstance(end, Bad)
    assert end.line == 10 + language.MAX_LINES


def test_the_inputs_of_a_statement() -> None:
    (statement,) = parse_statement('組 = 動(一, "二", [三, -4, [None]], 五=True, 六=[一])')
    assert statement.target == "組"
    assert statement.verb == "動"
    assert statement.args == (Ref("一"), "二", (Ref("三"), -4, (None,)))
    assert statement.kwargs == (("五", True), ("六", (Ref("一"),)))
    assert statement.refs == ("一", "三")
    assert statement.mentions == ("一", "三", "一")


def test_several_statements_may_stand_on_one_line() -> None:
    first, second = parse_statement("a = f(1); g(a)")
    assert (first.source, second.source) == ("a = f(1)", "g(a)")
    one, two = parse_example(">>> a = f(1); g(a)\n5\n")
    assert isinstance(one, Statement)
    assert (one.expected, two.expected) == ((), ("5",))


def test_a_statement_knows_what_it_should_print_and_where_it_stands() -> None:
    text = "\n\n>>> a = f(1,\n...       2)\n>>> g(a)\n答え\n  二行め\n\n>>> h()\n"
    a, g, h = parse_example(text, 20)
    assert [(s.line, s.expected) for s in (a, g, h)] == [(22, ()), (24, ("答え", "  二行め")), (28, ())]


@pytest.mark.parametrize(("text", "line"), [
    (">>> f()\n>>> g(a.b)\n", 11),
    ("\n\n>>> f(1,\n...   2,\n...   a.b)\n", 14),
    (">>> f(1,\n...   [2,\n...   g(3)])\n", 12),
    (">>> f(a=1,\n...   b=2,\n...   a=3)\n", 12),
    (">>> f(1,\n... 2\n", 10),
    (">>> f(1,\n... 2]\n", 11),
    (">>> a = f()\n... b = 1\n", 11),
    ("text\n>>> f()\n", 10),
    ("\n\n text\n", 12),
    (">>> f()\n >>> g()\n", 11),
    (">>> f()\n>>>g()\n", 11),
    (">>> f()\n＞＞＞ g()\n", 11),
    (">>> f()\n>>> \n", 11),
    (">>> f()\n>>>\n", 11),
])
def test_an_error_names_its_line_in_the_file(text: str, line: int) -> None:
    found = [s for s in parse_example(text, 10) if isinstance(s, Bad)]
    assert [s.line for s in found] == [line]


@pytest.mark.parametrize(("source", "words"), [
    ("f(a.b)", "属性"), ("f(g())", "先に名前を付ける"), ("f('a' 'b')", "区切りの ,"), ("f(１)", "半角"), ("f・g()", "「・」"),
    ("f(（)", "半角の ( )"), ("f('a)", "閉じていない"), ("f(1", "括弧が閉じていない"), ("f(12345678901)", "9桁"), ("f(1.5)", "整数"),
    ("if f(): g()", "「if」"), ("__f()", "「__f」"), ("f(a\u202e)", "U+202E"), ("x", "名前 = 手続き(…)"), ("f(a=1, a=2)", "二度"),
])
def test_a_message_says_what_to_do(source: str, words: str) -> None:
    with pytest.raises(Malformed) as error:
        parse_statement(source)
    assert words in error.value.message


def test_every_letter_of_a_name_is_a_letter_of_a_name_on_every_python() -> None:
    word = language.re.compile(language._WORD)
    letters = [chr(n) for n in range(0x20000) if not 0xD800 <= n < 0xE000 and word.fullmatch("x" + chr(n))]
    assert len(letters) > 20_000
    for letter in letters:
        assert ("x" + letter).isidentifier()
        assert unicodedata.normalize("NFKC", "x" + letter) == "x" + letter
        assert unicodedata.unidata_version >= "14"
    assert "・" not in letters


@pytest.mark.parametrize("text", ["", "\n\n", "   \n"])
def test_an_empty_text_has_no_statements(text: str) -> None:
    assert parse_example(text) == ()


ALPHABET = ["f", "g", "名", "(", ")", "[", "]", ",", "=", ";", "-", '"', "'", " ", "\n", "... ", ">>> ", "1", "0", "True", "None",
            ".", "*", ":", "{", "}", "\\", "#", "_", "__", "if", "lambda", "・", "１", "\x00", "\u202e", "a", "答え", "for", "@", "f'"]
TEXTS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(ALPHABET), max_size=40).map("".join))


@settings(max_examples=1_500, deadline=None)
@given(text=TEXTS)
def test_no_text_makes_the_parser_raise_anything_but_malformed(text: str) -> None:
    for source in (text, f">>> {text}", f">>> f({text})"):
        for statement in parse_example(source):
            assert isinstance(statement, (Statement, Bad))
            assert 1 <= statement.line <= source.count("\n") + 1
    try:
        statements = parse_statement(text)
    except Malformed as error:
        assert error.message
        assert not isinstance(error.__cause__, SyntaxError)
    else:
        for statement in statements:
            (again,) = parse_statement(statement.source)
            assert (again.target, again.verb, again.args, again.kwargs) == (
                statement.target, statement.verb, statement.args, statement.kwargs)


def by_ast(source: str) -> list[tuple[str, str, tuple[object, ...], tuple[tuple[str, object], ...]]]:
    """What Python itself makes of a source: target, verb, inputs. Anything beyond the subset is an error here."""

    def value(node: ast.expr) -> object:
        match node:
            case ast.Constant():
                return node.value
            case ast.Name():
                return Ref(node.id)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
                return -number
            case ast.List():
                return tuple(map(value, node.elts))
        raise AssertionError(ast.dump(node))

    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tree = ast.parse(source.strip())
    for node in tree.body:
        target = ""
        if isinstance(node, ast.Assign):
            (name,) = node.targets
            assert isinstance(name, ast.Name)
            target = name.id
        assert isinstance(node, (ast.Assign, ast.Expr))
        call = node.value
        assert isinstance(call, ast.Call)
        assert isinstance(call.func, ast.Name)
        found.append((target, call.func.id, tuple(map(value, call.args)), tuple((k.arg or "", value(k.value)) for k in call.keywords)))
    return found


def same(a: object, b: object) -> bool:
    return repr(a) == repr(b)  # so that True is not 1


@pytest.mark.parametrize("source", [*READ, "a = f(1); g(a)", "f()\ng()", "f();\ng();", "f(\n1\n)\n\n\ng( )  ", "f(\t-\t1)"])
def test_python_reads_the_same_in_it(source: str) -> None:
    assert same([(s.target, s.verb, s.args, s.kwargs) for s in parse_statement(source)], by_ast(source))


PIECES = st.lists(st.sampled_from(["f", "名", "x = f", "(", ")", "()", "(1)", "[", "]", ",", ", ", "=", "a=", ";", "; ", "\n", " ", "-", "1", "0",
                                   '"a"', "'b'", "True", "None", "x", "[1, x]", "f(1)", "g(a=1)"]), max_size=12).map("".join)


@settings(max_examples=3_000, deadline=None)
@given(source=PIECES)
def test_what_is_read_is_python_and_means_the_same_to_it(source: str) -> None:
    try:
        statements = parse_statement(source)
    except Malformed:
        return
    assert same([(s.target, s.verb, s.args, s.kwargs) for s in statements], by_ast(source))


PLAIN = st.text(alphabet=st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp"), exclude_characters="\\\"'"), max_size=20)
ARGUMENTS = st.recursive(
    st.one_of(PLAIN, st.integers(-10**9 + 1, 10**9 - 1), st.booleans(), st.none(), st.sampled_from([Ref("一"), Ref("a")])),
    lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(argument=ARGUMENTS)
def test_an_input_that_is_written_is_read_as_itself(argument: language.Argument) -> None:
    (statement,) = parse_statement(f"f({written(argument)})")
    assert statement.args == (argument,)
