"""The example language: a small subset of Python's syntax, read and never executed.

A statement is ``verb(…)`` or ``name = verb(…)`` with texts, whole numbers, ``True``, ``False``, ``None``, names bound
earlier and lists. A text goes through our own tokens first, so that it is valid on every Python version or on none,
and so that nothing large or deep ever reaches Python's parser.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from gunbai.engine.kernel import Malformed

__all__ = ["PROMPT", "Argument", "Bad", "Ref", "Statement", "parse_example", "parse_statement", "written"]

PROMPT, MORE = ">>> ", "... "
MAX_LINES = 400
MAX_STATEMENT = 4_000
MAX_TEXT = 300
MAX_DEPTH = 6
MAX_TOKENS = 1_500

_WORD = r"[A-Za-z_ぁ-ゖァ-ヺー一-鿿々〇][A-Za-z0-9_ぁ-ゖァ-ヺー一-鿿々〇]*"
_TOKEN = re.compile(rf"""(?P<space>[ \t\n]+)|(?P<text>"[^"\\\n]*"|'[^'\\\n]*')|(?P<number>[0-9]+)(?![0-9A-Za-z_.])
    |(?P<word>{_WORD})|(?P<mark>[()\[\],=;-])""", re.VERBOSE)
_KEYWORDS = frozenset((
    "and as assert async await break class continue def del elif else except finally for from global if import in is "
    "lambda nonlocal not or pass raise return try while with yield"
).split())


@dataclass(frozen=True, slots=True)
class Ref:
    """A name that was bound earlier."""

    name: str


Argument = str | int | bool | None | Ref | tuple["Argument", ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: the name it binds (or an empty string), the verb, its inputs, its text, line, and what is expected."""

    target: str
    verb: str
    args: tuple[Argument, ...]
    kwargs: tuple[tuple[str, Argument], ...]
    source: str
    line: int = 1
    expected: tuple[str, ...] = ()

    @property
    def refs(self) -> tuple[str, ...]:
        """The names that the inputs mention."""
        return tuple(dict.fromkeys(n for a in (*self.args, *(v for _, v in self.kwargs)) for n in _names(a)))


@dataclass(frozen=True, slots=True)
class Bad:
    """A statement that cannot be read, with the reason."""

    source: str
    line: int
    message: str
    expected: tuple[str, ...] = ()


def parse_example(text: str, line: int = 1) -> tuple[Statement | Bad, ...]:
    """The statements of one example with what each expects. ``line`` is where ``text`` begins in its file."""
    found: list[tuple[int, list[str], list[str]]] = []
    for number, raw in enumerate(text.split("\n"), line):
        if raw.startswith(PROMPT) or raw == ">>>":
            found.append((number, [raw[len(PROMPT):]], []))
        elif (raw.startswith(MORE) or raw == "...") and found and not found[-1][2]:
            found[-1][1].append(raw[len(MORE):])
        elif raw.strip():
            if not found:
                return (Bad(raw, number, "例は「>>> 」で始める"),)
            found[-1][2].append(raw.rstrip())
    if len(found) > MAX_LINES:
        return (Bad("", line, f"文が{MAX_LINES}を超える"),)
    parsed: list[Statement | Bad] = []
    for number, source, expected in found:
        joined = "\n".join(source)
        try:
            statements = parse_statement(joined, number)
        except Malformed as error:
            parsed.append(Bad(joined, number, error.message, tuple(expected)))
            continue
        last = statements[-1]
        parsed.extend(statements[:-1])
        parsed.append(Statement(last.target, last.verb, last.args, last.kwargs, last.source, number, tuple(expected)))
    return tuple(parsed)


def parse_statement(source: str, line: int = 1) -> tuple[Statement, ...]:
    """The statements of one prompt line (several may be joined by ``;``). Malformed where it is not of the language."""
    _check_tokens(source)
    try:
        tree = ast.parse(source.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Malformed(f"文として読めない: {getattr(error, 'msg', error)}") from None
    if not tree.body:
        raise Malformed("文が無い")
    return tuple(_statement(node, source.strip(), line, len(tree.body) == 1) for node in tree.body)


def written(value: Argument) -> str:
    """An input as one would write it."""
    if isinstance(value, Ref):
        return value.name
    if isinstance(value, tuple):
        return f"[{', '.join(written(v) for v in value)}]"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _check_tokens(source: str) -> None:
    if len(source) > MAX_STATEMENT:
        raise Malformed(f"文が{MAX_STATEMENT}字を超える")
    at = depth = count = 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            raise Malformed(_unreadable(source[at], source[at:at + 20]))
        at, count = match.end(), count + 1
        token = match.group()
        depth += (token in ("(", "[")) - (token in (")", "]"))
        if count > MAX_TOKENS or depth > MAX_DEPTH:
            raise Malformed("文が大きすぎるか、括弧が深すぎる")
        if match["number"] and len(token) > 9:
            raise Malformed("数は9桁まで")
        if match["text"] and len(token) > MAX_TEXT:
            raise Malformed(f"文字列は{MAX_TEXT}字まで")
        if match["word"]:
            if token in _KEYWORDS or token.startswith("__"):
                raise Malformed(f"「{token}」は使えない")
            if source[at:at + 1] in ('"', "'"):
                raise Malformed("文字列の前に文字は付けられない")


def _unreadable(char: str, rest: str) -> str:
    hints = {"・": "名前に「・」は使えない", ".": "「.」は使えない（属性も小数も無い）", "\\": "「\\」は使えない",
             "“": "引用符は \" を使う", "”": "引用符は \" を使う", "「": "文字列は \" で囲む", "（": "括弧は半角の ( ) を使う",
             "）": "括弧は半角の ( ) を使う", "，": "区切りは半角の , を使う", "、": "区切りは半角の , を使う",
             "＝": "「=」は半角", "　": "空白は半角", "{": "辞書は使えない", ":": "「:」は使えない", "#": "注釈は書けない",
             '"': "文字列が閉じていない", "'": "文字列が閉じていない"}
    if "０" <= char <= "９" or "Ａ" <= char <= "ｚ":
        return f"「{char}」は半角で書く"
    return hints.get(char, f"「{char}」は使えない") + f": {rest}"


def _statement(node: ast.stmt, source: str, line: int, alone: bool) -> Statement:
    target = ""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        target = node.targets[0].id
        if target in ("True", "False", "None"):
            raise Malformed(f"「{target}」には名付けられない")
    elif not isinstance(node, ast.Expr):
        raise Malformed("文は「手続き(…)」か「名前 = 手続き(…)」")
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise Malformed("文は「手続き(…)」か「名前 = 手続き(…)」")
    args = tuple(_argument(a) for a in call.args)
    kwargs: list[tuple[str, Argument]] = []
    for keyword in call.keywords:
        if keyword.arg is None:
            raise Malformed("「**」は使えない")
        kwargs.append((keyword.arg, _argument(keyword.value)))
    verb = call.func.id
    text = source if alone else (f"{target} = " if target else "") + (
        f"{verb}({', '.join([*map(written, args), *(f'{k}={written(v)}' for k, v in kwargs)])})")
    return Statement(target, verb, args, tuple(kwargs), text, line)


def _argument(node: ast.expr) -> Argument:
    match node:
        case ast.Constant(value=str() | bool() | int() | None as value):
            return value
        case ast.Name(id=name):
            return Ref(name)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)) if not isinstance(value, bool):
            return -value
        case ast.List(elts=items):
            return tuple(_argument(i) for i in items)
        case ast.Call():
            raise Malformed("手続きを手続きの中に書けない。先に名前を付ける")
    raise Malformed("渡せるのは文字列、数、True、False、None、名前、並びだけ")


def _names(value: Argument) -> tuple[str, ...]:
    if isinstance(value, Ref):
        return (value.name,)
    return tuple(n for v in value for n in _names(v)) if isinstance(value, tuple) else ()
