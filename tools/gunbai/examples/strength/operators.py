"""Mutation operators for statements (dropped ones, returns, forced conditions, cases), and the walk of a module."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from gunbai.examples.strength.edit import DROPPED, Edit
from gunbai.examples.strength.expressions import BINARY, COMPARE, SIGNS, Expressions
from gunbai.examples.strength.source import Source, is_fault, is_protocol

__all__ = ["edits"]

_NO_DATA = frozenset(("__all__", "__slots__", "__match_args__"))


def edits(source: Source) -> Iterator[Edit]:
    """Every mutant of one module, in the order of its lines."""
    yield from sorted(_Statements(source).run(), key=lambda e: e.line)


class _Statements(Expressions):
    """Walks one module and collects its edits."""

    def run(self) -> list[Edit]:
        for index, statement in enumerate(self.source.tree.body):
            self.top = statement
            self.walk(statement, self.source.tree, "body", index)
        return self.found

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
                if type(op) in BINARY:
                    new = BINARY[type(op)]
                    self.add(node, "op", None, new(), f"{SIGNS[type(op)]}=", f"{SIGNS[new]}=", node)
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
            single = isinstance(value, ast.Compare) and len(COMPARE.get(type(value.ops[0]), ())) == len(value.ops) == 1
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
