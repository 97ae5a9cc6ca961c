"""The example language: a small subset of Python's syntax, read and never executed.

A statement is ``verb(…)`` or ``name = verb(…)`` with texts, whole numbers, ``True``, ``False``, ``None``, names bound
earlier and lists. A text goes through our own tokens first, so that it is valid on every Python version or on none,
and so that nothing large or deep ever reaches Python's parser.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from dataclasses import dataclass

from gunbai.engine.kernel import Malformed

__all__ = ["PROMPT", "Argument", "Bad", "Ref", "Statement", "parse_example", "parse_statement", "written"]

PROMPT, MORE = ">>> ", "... "
MAX_LINES = 400
MAX_STATEMENT = 40_000
MAX_TEXT = 300
MAX_DEPTH = 6
MAX_TOKENS = 12_000
MAX_DIGITS = 9

_WORD = r"[A-Za-z_ぁ-ゖァ-ヺー一-鿿々〇][A-Za-z0-9_ぁ-ゖァ-ヺー一-鿿々〇]*"
_TOKEN = re.compile(
    r"""(?P<space>[ \t\n]+)|(?P<text>"[^"\\\n]*"|'[^'\\\n]*')|(?P<number>[0-9]+)(?![0-9A-Za-z_.])"""
    rf"|(?P<word>{_WORD})|(?P<mark>[()\[\],=;-])")
_INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
_KEYWORDS = frozenset((
    "and as assert async await break class continue def del elif else except finally for from global if import in is "
    "lambda nonlocal not or pass raise return try while with yield"
).split())
_CLOSING = {"(": ")", "[": "]"}
_OPENING = {")": "(", "]": "["}
_FORM = "文は「手続き(…)」か「名前 = 手続き(…)」"
_HINTS = {
    "・": "名前に「・」は使えない", ".": "「.」は使えない（属性も小数も無い）", "\\": "「\\」は使えない",
    "“": "引用符は \" を使う", "”": "引用符は \" を使う", "「": "文字列は \" で囲む", "（": "括弧は半角の ( ) を使う",
    "）": "括弧は半角の ( ) を使う", "，": "区切りは半角の , を使う", "、": "区切りは半角の , を使う",
    "＝": "「=」は半角", "　": "空白は半角", "{": "辞書は使えない", ":": "「:」は使えない", "#": "注釈は書けない",
    '"': "文字列が閉じていない", "'": "文字列が閉じていない",
}


@dataclass(frozen=True, slots=True)
class Ref:
    """A name that was bound earlier."""

    name: str


Argument = str | int | bool | None | Ref | tuple["Argument", ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: the name it binds (or an empty string), verb, inputs, its text, its line, and what is expected."""

    target: str
    verb: str
    args: tuple[Argument, ...]
    kwargs: tuple[tuple[str, Argument], ...]
    source: str
    line: int = 1
    expected: tuple[str, ...] = ()

    @property
    def refs(self) -> tuple[str, ...]:
        """The names that the inputs mention, each once."""
        return tuple(dict.fromkeys(self.mentions))

    @property
    def mentions(self) -> tuple[str, ...]:
        """The names that the inputs mention, as often as they do."""
        return tuple(n for a in (*self.args, *(v for _, v in self.kwargs)) for n in _names(a))


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
        if raw.startswith(PROMPT) or raw.rstrip() == ">>>":
            if len(found) == MAX_LINES:
                return (Bad(raw, number, f"文が{MAX_LINES}を超える"),)
            found.append((number, [raw[len(PROMPT):]], []))
        elif unicodedata.normalize("NFKC", raw[:20]).lstrip().startswith(">>>"):
            return (Bad(raw, number, "「>>> 」は行の始めに、半角で、空白を1つ続けて書く"),)
        elif (raw.startswith(MORE) or raw == "...") and found and not found[-1][2]:
            found[-1][1].append(raw[len(MORE):])
        elif raw.strip():
            if not found:
                return (Bad(raw, number, "例は「>>> 」で始める"),)
            found[-1][2].append(raw.rstrip())
    parsed: list[Statement | Bad] = []
    for number, source, expected in found:
        joined = "\n".join(source)
        try:
            statements = parse_statement(joined, number)
        except Malformed as error:
            parsed.append(Bad(joined, number + getattr(error, "below", 0), error.message, tuple(expected)))
            continue
        last = statements[-1]
        parsed.extend(statements[:-1])
        parsed.append(Statement(last.target, last.verb, last.args, last.kwargs, last.source, number, tuple(expected)))
    return tuple(parsed)


class _Unread(Malformed):
    """Malformed, with how many lines below the statement's first one it shows."""

    def __init__(self, message: str, below: int = 0) -> None:
        super().__init__(message)
        self.below = below


def parse_statement(source: str, line: int = 1) -> tuple[Statement, ...]:
    """The statements of one prompt line (several may be joined by ``;``). Malformed where it is not of the language.

    The messages are our own, never those of Python's parser, which differ from version to version.
    """
    _check_tokens(source)
    above = len(source) - len(source.lstrip())
    below = source.count("\n", 0, above)
    try:
        tree = ast.parse(source.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _Unread(f"文として読めない。{_FORM}", below) from None
    if not tree.body:
        raise _Unread("文が無い")
    return tuple(_statement(node, line, below - 1) for node in tree.body)


def written(value: Argument) -> str:
    """An input as one would write it."""
    if isinstance(value, Ref):
        return value.name
    if isinstance(value, tuple):
        return f"[{', '.join(written(v) for v in value)}]"
    if isinstance(value, str):
        return f"'{value}'" if '"' in value else f'"{value}"'  # a text of the language never holds both
    return repr(value)


def _check_tokens(source: str) -> None:
    """Every character belongs to a token; brackets are closed; nothing is large or deep; values are separated."""
    if len(source) > MAX_STATEMENT:
        raise _Unread(f"文が{MAX_STATEMENT}字を超える")
    if hidden := _INVISIBLE.search(source):
        raise _Unread(f"目に見えない文字 U+{ord(hidden.group()):04X} は使えない", source.count("\n", 0, hidden.start()))
    at = count = 0
    opened: list[tuple[str, int]] = []
    value_before = False
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            raise _Unread(_unreadable(source[at], source[at:at + 20].split("\n")[0]), source.count("\n", 0, at))
        kind, token, start = match.lastgroup, match.group(), at
        at, count = match.end(), count + 1
        if kind == "space":
            continue
        problem = _too_large(kind, token, count)
        if kind == "mark":
            if token in _CLOSING:
                opened.append((_CLOSING[token], start))
            elif token in _OPENING and (not opened or opened.pop()[0] != token):
                problem = f"「{token}」に対応する括弧が無い"
            if len(opened) > MAX_DEPTH:
                problem = f"括弧が{MAX_DEPTH}段より深い"
        elif value_before and not problem:
            problem = f"「{token}」の前に区切りの , が無い"
        if problem:
            raise _Unread(problem, source.count("\n", 0, start))
        value_before = kind != "mark"
    if opened:
        raise _Unread("括弧が閉じていない", source.count("\n", 0, opened[-1][1]))


def _too_large(kind: str | None, token: str, count: int) -> str:
    if count > MAX_TOKENS:
        return "文が大きすぎる"
    if kind == "number" and len(token) > MAX_DIGITS:
        return f"数は{MAX_DIGITS}桁まで"
    if kind == "number" and token[0] == "0" and token != "0":
        return "数を 0 で始めない"
    if kind == "text" and len(token) > MAX_TEXT:
        return f"文字列は{MAX_TEXT}字まで"
    if kind == "word" and (token in _KEYWORDS or token.startswith("__")):
        return f"「{token}」は使えない"
    return ""


def _unreadable(char: str, rest: str) -> str:
    if "0" <= char <= "9":
        return f"数は整数だけで、文字を続けて書けない: {rest}"
    if "０" <= char <= "９" or "Ａ" <= char <= "ｚ":
        return f"「{char}」は半角で書く"
    return _HINTS.get(char, f"「{char}」は使えない") + f": {rest}"


def _statement(node: ast.stmt, line: int, above: int) -> Statement:
    """``above`` plus a node's line is how many lines it stands below the statement's first one."""
    target = ""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        target = node.targets[0].id
    elif not isinstance(node, ast.Expr):
        raise _Unread(_FORM, above + node.lineno)
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise _Unread(_FORM, above + node.lineno)
    args = tuple(_argument(a, above) for a in call.args)
    kwargs: dict[str, Argument] = {}
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in kwargs:
            raise _Unread(f"「{keyword.arg or '**'}」が二度ある", above + keyword.lineno)
        kwargs[keyword.arg] = _argument(keyword.value, above)
    verb = call.func.id
    text = (f"{target} = " if target else "") + (
        f"{verb}({', '.join([*map(written, args), *(f'{k}={written(v)}' for k, v in kwargs.items())])})")
    return Statement(target, verb, args, tuple(kwargs.items()), text, line)


def _argument(node: ast.expr, above: int) -> Argument:
    match node:
        case ast.Constant(value=str() | bool() | int() | None as value):
            return value
        case ast.Name(id=name):
            return Ref(name)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)) if not isinstance(value, bool):
            return -value
        case ast.List(elts=items):
            return tuple(_argument(i, above) for i in items)
        case ast.Call():
            raise _Unread("手続きを手続きの中に書けない。先に名前を付ける", above + node.lineno)
    raise _Unread("渡せるのは文字列、数、True、False、None、名前、並びだけ", above + node.lineno)


def _names(value: Argument) -> tuple[str, ...]:
    if isinstance(value, Ref):
        return (value.name,)
    return tuple(n for v in value for n in _names(v)) if isinstance(value, tuple) else ()
