"""The example language: a small subset of Python's syntax, read and never executed.

A statement is ``verb(…)`` or ``name = verb(…)`` with texts, whole numbers, ``True``, ``False``, ``None``, names bound
earlier and lists. It is read by our own few rules, so that it is valid on every Python version or on none, with our own
messages, and so that nothing of a stranger's text ever reaches Python's parser. That what they read is Python, and
means the same to ``ast``, is tested.
"""

from __future__ import annotations

import re
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
_PROMPTLIKE = re.compile(r"\s*[>＞]{3}")
_CONSTANTS = {"True": True, "False": False, "None": None}
_INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
_KEYWORDS = frozenset((
    "and as assert async await break class continue def del elif else except finally for from global if import in is "
    "lambda nonlocal not or pass raise return try while with yield"
).split())
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
    """One statement: the name it binds (or an empty string), verb, inputs, its text, its line, and what is expected.

    ``source`` is on one line: as written where that is so, else written anew.
    """

    target: str
    verb: str
    args: tuple[Argument, ...]
    kwargs: tuple[tuple[str, Argument], ...]
    source: str
    line: int = 1
    expected: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    """The names that the inputs mention, as often as they do."""

    @property
    def refs(self) -> tuple[str, ...]:
        """The names that the inputs mention, each once."""
        return tuple(dict.fromkeys(self.mentions))


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
        elif _PROMPTLIKE.match(raw):
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
        parsed.extend(statements[:-1])
        s = statements[-1]
        parsed.append(Statement(s.target, s.verb, s.args, s.kwargs, s.source, number, tuple(expected), s.mentions))
    return tuple(parsed)


class _Unread(Malformed):
    """Malformed, with how many lines below the statement's first one it shows."""

    def __init__(self, message: str, below: int = 0) -> None:
        super().__init__(message)
        self.below = below


def parse_statement(source: str, line: int = 1) -> tuple[Statement, ...]:
    """The statements of one prompt line (several may be joined by ``;``). Malformed where it is not of the language."""
    tokens = _Tokens(source)
    found: list[Statement] = []
    while tokens.kind != "end":
        begin = tokens.at
        found.append(_statement(tokens, line))
        if begin == 0 and tokens.kind == "end" and "\n" not in source:
            s = found[0]
            return (Statement(s.target, s.verb, s.args, s.kwargs, source.strip(), line, (), s.mentions),)
        if tokens.token == ";":
            tokens.next()
            if tokens.kind == "line":
                tokens.next()
        elif tokens.kind == "line":
            tokens.next()
        elif tokens.kind != "end":
            raise tokens.unread(f"文の後に続けられるのは ; だけ。{_FORM}")
    if not found:
        raise _Unread("文が無い")
    return tuple(found)


def written(value: Argument) -> str:
    """An input as one would write it."""
    if isinstance(value, Ref):
        return value.name
    if isinstance(value, tuple):
        return f"[{', '.join(written(v) for v in value)}]"
    if isinstance(value, str):
        return f"'{value}'" if '"' in value else f'"{value}"'  # a text of the language never holds both
    return repr(value)


class _Tokens:
    """The tokens of a source, one at a time. Every character belongs to one; none is large; there are not too many."""

    def __init__(self, source: str) -> None:
        if len(source) > MAX_STATEMENT:
            raise _Unread(f"文が{MAX_STATEMENT}字を超える")
        self.source = source
        if hidden := _INVISIBLE.search(source):
            raise self.unread(f"目に見えない文字 U+{ord(hidden.group()):04X} は使えない", hidden.start())
        self.found: list[tuple[str, str, int]] = []
        self.at = -1
        end = depth = 0
        for match in _TOKEN.finditer(source):
            start = match.start()
            if start != end:
                break
            kind, token, end = match.lastgroup or "", match.group(), match.end()
            if kind == "space":
                if "\n" not in token or depth or not self.found or end == len(source):
                    continue
                kind = "line" if token[-1] == "\n" else "indented"
            elif kind == "mark":
                depth += (token in "([") - (token in ")]")
            elif problem := _too_large(kind, token):
                raise self.unread(problem, start)
            self.found.append((kind, token, start))
        if end < len(source):
            raise self.unread(_unreadable(source[end], source[end:end + 20].split("\n")[0]), end)
        if len(self.found) > MAX_TOKENS:
            raise _Unread("文が大きすぎる")
        self.found.append(("end", "", len(source)))
        self.next()

    def next(self) -> None:
        """Go to the next token."""
        self.at += 1
        self.kind, self.token, self.start = self.found[self.at]

    def unread(self, message: str, start: int | None = None) -> _Unread:
        """What to raise because of the token here, or at another place."""
        return _Unread(message, self.source.count("\n", 0, self.start if start is None else start))


def _statement(tokens: _Tokens, line: int) -> Statement:
    target = ""
    verb = _name(tokens)
    if tokens.token == "=":
        target = verb
        tokens.next()
        verb = _name(tokens)
    if tokens.token != "(":
        raise tokens.unread(_FORM)
    opened = tokens.start
    tokens.next()
    args: list[Argument] = []
    kwargs: dict[str, Argument] = {}
    mentions: list[str] = []
    while tokens.token != ")":
        following = tokens.found[tokens.at + 1][1] if tokens.kind == "word" else ""
        if following == "=":
            name = _name(tokens)
            if name in kwargs:
                raise tokens.unread(f"「{name}」が二度ある")
            tokens.next()
            kwargs[name] = _value(tokens, mentions, 2, opened)
        else:
            if kwargs:
                raise tokens.unread("名前の無い項目は、名前のある項目より前に書く")
            args.append(_value(tokens, mentions, 2, opened))
        _comma(tokens, ")", opened)
    tokens.next()
    text = (f"{target} = " if target else "") + (
        f"{verb}({', '.join([*map(written, args), *(f'{k}={written(v)}' for k, v in kwargs.items())])})")
    return Statement(target, verb, tuple(args), tuple(kwargs.items()), text, line, (), tuple(mentions))


def _name(tokens: _Tokens) -> str:
    if tokens.kind != "word" or tokens.token in _CONSTANTS:
        raise tokens.unread(_FORM)
    name = tokens.token
    tokens.next()
    return name


def _value(tokens: _Tokens, mentions: list[str], depth: int, opened: int) -> Argument:
    kind, token, start = tokens.kind, tokens.token, tokens.start
    if kind == "end":
        raise tokens.unread("括弧が閉じていない", opened)
    tokens.next()
    if kind in ("text", "number"):
        return token[1:-1] if kind == "text" else int(token)
    if kind == "word":
        if tokens.token == "(":
            raise tokens.unread("手続きを手続きの中に書けない。先に名前を付ける", start)
        if token in _CONSTANTS:
            return _CONSTANTS[token]
        mentions.append(token)
        return Ref(token)
    if token == "-" and tokens.kind == "number":
        number = -int(tokens.token)
        tokens.next()
        return number
    if token != "[":
        raise tokens.unread("渡せるのは文字列、数、True、False、None、名前、並びだけ", start)
    if depth > MAX_DEPTH:
        raise tokens.unread(f"括弧が{MAX_DEPTH}段より深い", start)
    items: list[Argument] = []
    while tokens.token != "]":
        items.append(_value(tokens, mentions, depth + 1, start))
        _comma(tokens, "]", start)
    tokens.next()
    return tuple(items)


def _comma(tokens: _Tokens, closing: str, opened: int) -> None:
    """After a value: a comma, or the bracket that closes."""
    if tokens.token == ",":
        tokens.next()
    elif tokens.kind == "end":
        raise tokens.unread("括弧が閉じていない", opened)
    elif tokens.token in (")", "]") and tokens.token != closing:
        raise tokens.unread(f"「{tokens.token}」に対応する括弧が無い")
    elif tokens.token != closing:
        raise tokens.unread(f"「{tokens.token}」の前に区切りの , が無い")


def _too_large(kind: str, token: str) -> str:
    if kind == "word":
        return f"「{token}」は使えない" if token in _KEYWORDS or token.startswith("__") else ""
    if len(token) > (MAX_TEXT if kind == "text" else MAX_DIGITS):
        return f"文字列は{MAX_TEXT}字まで" if kind == "text" else f"数は{MAX_DIGITS}桁まで"
    return "数を 0 で始めない" if token[0] == "0" and token != "0" else ""


def _unreadable(char: str, rest: str) -> str:
    if "0" <= char <= "9":
        return f"数は整数だけで、文字を続けて書けない: {rest}"
    if "０" <= char <= "９" or "Ａ" <= char <= "ｚ":
        return f"「{char}」は半角で書く"
    return _HINTS.get(char, f"「{char}」は使えない") + f": {rest}"
