"""Mutation operators over the syntax tree of an engine's module: every :class:`Edit` is one small, wrong change."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from gunbai.examples.strength.source import Source, is_fault, is_protocol

__all__ = ["DROPPED", "Edit", "clipped", "edits", "other_text"]

DROPPED = "dropped"
MAX_LABEL = 60

_COMPARE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}
_BINARY: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}
_SIGNS: dict[type[ast.AST], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in", ast.And: "and", ast.Or: "or", ast.Add: "+", ast.Sub: "-",
    ast.Mult: "*", ast.FloorDiv: "//", ast.Div: "/", ast.Mod: "%", ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^",
}
_TWINS = {"any": "all", "all": "any", "min": "max", "max": "min"}
_SILENT = frozenset((  # names of tables and rulings, types, and messages: nothing that an answer rests on
    "table", "reading", "in_force", "Illegal", "Malformed", "Undecided", "EngineFault", "NotImplementedError",
    "TypeVar", "NewType", "ParamSpec", "super",
))
_UNORDERED = frozenset(("isinstance", "issubclass", "min", "max", "cast", "field"))
_NO_DATA = frozenset(("__all__", "__slots__", "__match_args__"))


@dataclass(eq=False, repr=False, slots=True)
class Edit:
    """One mutant of the code: put ``new`` in the place of what ``field`` (at ``index``) of ``parent`` holds.

    ``function`` is the qualified name of the function that it changes, empty where it changes what runs at import;
    ``names`` are then what that code binds, and ``body`` the lines of the function whose default it changes. ``lines``
    is where it stands, ``span`` the statement around it.
    """

    source: Source
    parent: ast.AST
    field: str
    index: int | None
    new: object
    before: str
    after: str
    lines: range
    span: range
    function: str
    top: ast.stmt
    names: tuple[str, ...] = ()
    body: range = range(0)
    where: str = ""
    """The function, class or constant, for messages."""

    @property
    def line(self) -> int:
        """Where it stands."""
        return self.lines.start

    @property
    def change(self) -> str:
        """Before → after, as a listing of equivalent mutants names it."""
        return f"{self.before} → {self.after}"

    @contextmanager
    def made(self) -> Iterator[None]:
        """The tree with the change, for as long as the block runs."""
        held = getattr(self.parent, self.field)
        if self.index is None:
            setattr(self.parent, self.field, self.new)
        else:
            old, held[self.index] = held[self.index], self.new
        try:
            yield
        finally:
            if self.index is None:
                setattr(self.parent, self.field, held)
            else:
                held[self.index] = old


def edits(source: Source) -> Iterator[Edit]:
    """Every mutant of one module, in the order of its lines."""
    yield from sorted(_Finder(source).run(), key=lambda e: e.line)


def clipped(text: str) -> str:
    """A piece of code on one line, short enough for a message."""
    text = " ".join(text.split())
    return text if len(text) <= MAX_LABEL else text[:MAX_LABEL - 1] + "…"


def other_text(text: str) -> str:
    """A text that no engine expects in the place of ``text``."""
    return "!" if text == "?" else "?"


class _Finder:
    """Walks one module and collects its edits."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Edit] = []
        self.top: ast.stmt = source.tree.body[0] if source.tree.body else ast.Pass()
        self.statement: ast.stmt = self.top
        self.function = ""
        self.classes: tuple[str, ...] = ()
        self.names: tuple[str, ...] = ()
        self.bound: set[str] = set()
        self.answers_bool = False
        self.within: ast.expr | None = None
        """The f-string that is being walked: positions inside one cannot be trusted before Python 3.12."""

    def run(self) -> list[Edit]:
        for index, statement in enumerate(self.source.tree.body):
            self.top = statement
            self.walk(statement, self.source.tree, "body", index)
        return self.found

    def add(self, parent: ast.AST, where: str, index: int | None, new: object, before: str, after: str,
            at: ast.AST) -> None:
        at = self.within or at
        lines = _lines(at)
        if isinstance(new, (ast.expr, ast.stmt)) and not hasattr(new, "lineno"):  # what is taken from the tree stays
            ast.copy_location(new, at)
            ast.fix_missing_locations(new)
        self.found.append(Edit(
            self.source, parent, where, index, new, clipped(before), clipped(after), lines, _header(self.statement),
            self.function, self.top, self.names, where=self.function or ".".join(self.names) or "module"))

    # statements

    def block(self, owner: ast.AST, where: str) -> None:
        for index, statement in enumerate(getattr(owner, where)):
            self.walk(statement, owner, where, index)

    def walk(self, node: ast.stmt, owner: ast.AST, where: str, index: int) -> None:
        outer, self.statement = self.statement, node
        try:
            self.stated(node, owner, where, index)
        finally:
            self.statement = outer

    def stated(self, node: ast.stmt, owner: ast.AST, where: str, index: int) -> None:
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Global() | ast.Nonlocal() | ast.Pass() | ast.Assert():
                return
            case ast.Expr(value=ast.Constant()):
                return
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                return
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.defined(node)
            case ast.ClassDef():
                if not is_protocol(node):
                    self.classed(node)
            case ast.If(test=test, body=body):
                if not all(map(is_fault, body)):
                    self.condition(node, "test", None, test, (True, False))
                    self.expr(test, node, "test", None)
                self.block(node, "body")
                self.block(node, "orelse")
            case ast.While(test=test):
                self.condition(node, "test", None, test, (False,))
                self.expr(test, node, "test", None)
                self.block(node, "body")
                self.block(node, "orelse")
            case ast.For(target=target, iter=source):
                self.bound.update(_names(target))
                self.expr(source, node, "iter", None)
                self.block(node, "body")
                self.block(node, "orelse")
            case ast.With(items=items):
                for item in items:
                    self.expr(item.context_expr, item, "context_expr", None)
                    self.bound.update(_names(item.optional_vars))
                self.block(node, "body")
            case ast.Try(handlers=handlers):
                self.block(node, "body")
                for handler in handlers:
                    self.block(handler, "body")
                self.block(node, "orelse")
                self.block(node, "finalbody")
            case ast.Match():
                self.matched(node)
            case ast.Return():
                self.returned(node)
            case ast.Raise():
                if not is_fault(node):
                    self.drop(node, owner, where, index)
            case ast.Break() | ast.Continue() | ast.Delete():
                self.drop(node, owner, where, index)
            case ast.Expr(value=value):
                if self.function and not is_fault(node):
                    self.drop(node, owner, where, index)
                    self.expr(value, node, "value", None)
            case ast.Assign(targets=targets, value=value):
                self.assigned(node, targets, value, owner, where, index)
            case ast.AugAssign(op=op, target=target, value=value):
                if self.function:
                    self.drop(node, owner, where, index)
                if type(op) in _BINARY:
                    new = _BINARY[type(op)]
                    self.add(node, "op", None, new(), f"{_SIGNS[type(op)]}=", f"{_SIGNS[new]}=", node)
                self.expr(value, node, "value", None)
                self.expr(target, node, "target", None)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self.assigned(node, [target], value, owner, where, index)

    def drop(self, node: ast.stmt, owner: ast.AST, where: str, index: int) -> None:
        self.add(owner, where, index, ast.Pass(), ast.unparse(node), DROPPED, node)

    def assigned(self, node: ast.stmt, targets: Sequence[ast.expr], value: ast.expr, owner: ast.AST, where: str,
                 index: int) -> None:
        names = {n for t in targets for n in _names(t)}
        if not self.function:
            if names & _NO_DATA or _is_type(value):
                return
            outer, self.names = self.names, (*self.classes, *sorted(names))
            self.expr(value, node, "value", None)
            self.names = outer
            return
        if names <= self.bound:  # also true of attributes and items, which bind no name
            self.drop(node, owner, where, index)
        self.expr(value, node, "value", None)
        for position, target in enumerate(targets):
            if not isinstance(target, ast.Name):
                self.expr(target, node, "targets" if isinstance(node, ast.Assign) else "target",
                          position if isinstance(node, ast.Assign) else None)
        self.bound |= names

    def defined(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name == "__repr__" or (self.statement is node and all(map(_is_empty, node.body))):
            return
        self.defaults(node)
        held = self.function, self.bound, self.answers_bool
        names = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        around = (self.function, "<locals>") if self.function else self.classes
        self.function = ".".join((*around, node.name))
        self.bound = (self.bound if held[0] else set()) | {a.arg for a in names}
        self.answers_bool = isinstance(node.returns, ast.Name) and node.returns.id == "bool"
        self.block(node, "body")
        self.function, self.bound, self.answers_bool = held

    def defaults(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Defaults of parameters: whoever runs the function reads them."""
        start = len(self.found)
        for position, default in enumerate(node.args.defaults):
            self.expr(default, node.args, "defaults", position)
        for position, value in enumerate(node.args.kw_defaults):
            if value is not None:
                self.expr(value, node.args, "kw_defaults", position)
        if not self.function:
            for edit in self.found[start:]:
                edit.body = range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
                edit.where = ".".join((*self.classes, node.name))

    def classed(self, node: ast.ClassDef) -> None:
        outer, self.classes = self.classes, (*self.classes, node.name)
        self.block(node, "body")
        self.classes = outer

    def returned(self, node: ast.Return) -> None:
        value = node.value
        if value is None or (isinstance(value, ast.Constant) and value.value is None):
            return
        negatable = isinstance(value, ast.Compare) or (isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not))
        if isinstance(value, ast.Constant) and isinstance(value.value, bool):
            pass  # flipped below
        elif self.answers_bool or negatable:
            single = isinstance(value, ast.Compare) and len(_COMPARE.get(type(value.ops[0]), ())) == len(value.ops) == 1
            if not single and not isinstance(value, ast.UnaryOp):
                self.add(node, "value", None, ast.UnaryOp(ast.Not(), value), f"return {ast.unparse(value)}",
                         f"return not ({ast.unparse(value)})", value)
        else:
            self.add(node, "value", None, ast.Constant(None), f"return {ast.unparse(value)}", "return None", value)
        self.expr(value, node, "value", None)

    def matched(self, node: ast.Match) -> None:
        self.expr(node.subject, node, "subject", None)
        for case in node.cases:
            start = len(self.found)
            if not all(map(is_fault, case.body)):
                self.add(case, "guard", None, ast.Constant(False), f"case {ast.unparse(case.pattern)}", DROPPED,
                         case.pattern)
                if case.guard is not None:
                    self.condition(case, "guard", None, case.guard, (True,))
                    self.expr(case.guard, case, "guard", None)
                self.pattern(case.pattern, case, "pattern", None)
            self.bound.update(n.name for n in ast.walk(case.pattern)
                              if isinstance(n, (ast.MatchAs, ast.MatchStar)) and n.name)
            for edit in self.found[start:]:
                edit.span = range(case.pattern.lineno, max(case.pattern.lineno + 1, case.body[0].lineno))
            self.block(case, "body")

    def pattern(self, node: ast.pattern, parent: ast.AST, where: str, index: int | None) -> None:
        match node:
            case ast.MatchValue(value=value):
                self.expr(value, node, "value", None)
            case ast.MatchOr(patterns=patterns):
                for position, part in enumerate(patterns):
                    if not isinstance(part, ast.MatchValue):
                        rest = [p for p in patterns if p is not part]
                        new = rest[0] if len(rest) == 1 else ast.copy_location(ast.MatchOr(rest), node)
                        self.add(parent, where, index, new, f"case {ast.unparse(part)}", DROPPED, part)
                    self.pattern(part, node, "patterns", position)
            case ast.MatchSequence(patterns=patterns) | ast.MatchMapping(patterns=patterns):
                for position, part in enumerate(patterns):
                    self.pattern(part, node, "patterns", position)
            case ast.MatchClass(patterns=patterns, kwd_patterns=keyed):
                for position, part in enumerate(patterns):
                    self.pattern(part, node, "patterns", position)
                for position, part in enumerate(keyed):
                    self.pattern(part, node, "kwd_patterns", position)
            case ast.MatchAs(pattern=inner) if inner is not None:
                self.pattern(inner, node, "pattern", None)

    def condition(self, parent: ast.AST, where: str, index: int | None, test: ast.expr,
                  values: tuple[bool, ...]) -> None:
        if not isinstance(test, ast.Constant):
            for value in values:
                self.add(parent, where, index, ast.Constant(value), ast.unparse(test), str(value), test)

    # expressions

    def expr(self, node: ast.expr, parent: ast.AST, where: str, index: int | None) -> None:
        match node:
            case ast.Constant():
                self.constant(node, parent, where, index)
                return
            case ast.JoinedStr(values=values):
                outer, self.within = self.within, self.within or node
                for part in values:
                    if isinstance(part, ast.FormattedValue):
                        self.expr(part.value, part, "value", None)
                self.within = outer
                return
            case ast.Compare(ops=ops):
                for position, op in enumerate(ops):
                    for new in _COMPARE[type(op)]:
                        self.add(node, "ops", position, new(), _SIGNS[type(op)], _SIGNS[new], node)
            case ast.BoolOp(op=op):
                flipped = ast.Or() if isinstance(op, ast.And) else ast.And()
                self.add(node, "op", None, flipped, _SIGNS[type(op)], _SIGNS[type(flipped)], node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.add(parent, where, index, operand, ast.unparse(node), ast.unparse(operand), node)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
                for near in (1 - number, -1 - number):
                    self.add(parent, where, index, _number(near), str(-number), str(near), node)
                return
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                self.add(parent, where, index, operand, ast.unparse(node), ast.unparse(operand), node)
            case ast.BinOp(op=op) if type(op) in _BINARY:
                other = _BINARY[type(op)]
                self.add(node, "op", None, other(), _SIGNS[type(op)], _SIGNS[other], node)
            case ast.IfExp(test=test):
                self.condition(node, "test", None, test, (True, False))
            case ast.comprehension() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self.comprehended(node)
                return
            case ast.Call():
                self.called(node)
                return
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                self.expr(value, node, name, None)
            elif isinstance(value, list):
                for position, item in enumerate(value):
                    if isinstance(item, ast.expr):
                        self.expr(item, node, name, position)

    def comprehended(self, node: ast.expr) -> None:
        for part in ("elt", "key", "value"):
            if isinstance(value := getattr(node, part, None), ast.expr):
                self.expr(value, node, part, None)
        for generator in getattr(node, "generators", ()):
            self.expr(generator.iter, generator, "iter", None)
            for position, test in enumerate(generator.ifs):
                self.condition(generator, "ifs", position, test, (True, False))
                self.expr(test, generator, "ifs", position)

    def called(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in _SILENT:
            return
        if name in _TWINS and isinstance(node.func, ast.Name):
            self.add(node, "func", None, ast.copy_location(ast.Name(_TWINS[name], ast.Load()), node.func), name,
                     _TWINS[name], node.func)
        if not isinstance(node.func, ast.Name):
            self.expr(node.func, node, "func", None)
        match node.args:
            case [first, second] if name not in _UNORDERED and not any(isinstance(a, ast.Starred) for a in node.args):
                if ast.dump(first) != ast.dump(second):
                    swapped = ast.Call(node.func, [second, first], node.keywords)
                    self.add(node, "args", None, swapped.args, ast.unparse(node), ast.unparse(swapped), node)
        first_only = name in ("isinstance", "issubclass")
        for position, argument in enumerate(node.args):
            if not (first_only and position) and not (name == "cast" and not position):
                self.expr(argument, node, "args", position)
        for position, keyword in enumerate(node.keywords):
            if name == "replace" and keyword.arg:
                rest = [k for k in node.keywords if k is not keyword]
                self.add(node, "keywords", None, rest, ast.unparse(keyword), DROPPED, keyword)
            if keyword.arg != "strict":
                self.expr(keyword.value, node.keywords[position], "value", None)

    def constant(self, node: ast.Constant, parent: ast.AST, where: str, index: int | None) -> None:
        match node.value:
            case bool() as value:
                self.add(parent, where, index, ast.Constant(not value), str(value), str(not value), node)
            case int() as value:
                for near in (value + 1, value - 1):
                    self.add(parent, where, index, _number(near), str(value), str(near), node)
            case str() as text:
                new = other_text(text)
                self.add(parent, where, index, ast.Constant(new), f'"{text}"', f'"{new}"', node)


def _number(value: int) -> ast.expr:
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


def _lines(node: ast.AST) -> range:
    first = getattr(node, "lineno", 0)
    return range(first, (getattr(node, "end_lineno", None) or first) + 1)


def _header(node: ast.stmt) -> range:
    """The lines of a statement up to its block, decorators aside."""
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if isinstance(node, ast.Match):
        return range(node.lineno, node.cases[0].pattern.lineno)
    if body:
        return range(node.lineno, max(node.lineno + 1, body[0].lineno))
    return _lines(node)


def _names(target: ast.AST | None) -> set[str]:
    nodes = ast.walk(target) if target is not None else ()
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _is_empty(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
    return False


def _is_type(node: ast.expr) -> bool:
    """Whether an import-time value is a type alias or the like, and no data."""
    match node:
        case ast.Name() | ast.Attribute():
            return True
        case ast.Subscript(value=value):
            return _is_type(value)
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return all(_is_type(n) or isinstance(n, ast.Constant) for n in (left, right))
    return False
