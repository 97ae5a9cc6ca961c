"""Mutation operators for expressions: comparisons, boundaries, constants, boolean logic, arguments."""

from __future__ import annotations

import ast
from itertools import pairwise

from gunbai.examples.strength.edit import DROPPED, Edit, clipped, lines_of, other_text
from gunbai.examples.strength.source import Source

__all__ = ["BINARY", "COMPARE", "SIGNS", "Expressions"]

COMPARE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}
BINARY: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}
SIGNS: dict[type[ast.AST], str] = {
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


class Expressions:
    """Walks the expressions of one module and collects its edits; knows the statement and function that it is in."""

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

    def add(self, parent: ast.AST, where: str, index: int | None, new: object, before: str, after: str,
            at: ast.AST) -> None:
        """Note one change: ``new`` in the place of what stands at ``where`` (and ``index``) of ``parent``."""
        at = self.within or at
        lines = lines_of(at)
        if isinstance(new, (ast.expr, ast.stmt)) and not hasattr(new, "lineno"):  # what is taken from the tree stays
            ast.copy_location(new, at)
            ast.fix_missing_locations(new)
        self.found.append(Edit(
            self.source, parent, where, index, new, clipped(before), clipped(after), lines, header_of(self.statement),
            self.function, self.top, self.names, where=self.function or ".".join(self.names) or "module"))

    def condition(self, parent: ast.AST, where: str, index: int | None, test: ast.expr,
                  values: tuple[bool, ...]) -> None:
        """Put each of ``values`` in the place of a condition."""
        if not isinstance(test, ast.Constant):
            for value in values:
                self.add(parent, where, index, ast.Constant(value), ast.unparse(test), str(value), test)

    def expr(self, node: ast.expr, parent: ast.AST, where: str, index: int | None) -> None:
        """The changes of an expression and of all that it is made of."""
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
                    for new in COMPARE[type(op)]:
                        self.add(node, "ops", position, new(), SIGNS[type(op)], SIGNS[new], node)
            case ast.BoolOp(op=op):
                flipped = ast.Or() if isinstance(op, ast.And) else ast.And()
                self.add(node, "op", None, flipped, SIGNS[type(op)], SIGNS[type(flipped)], node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.add(parent, where, index, operand, ast.unparse(node), ast.unparse(operand), node)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
                for near in (1 - number, -1 - number):
                    self.add(parent, where, index, _number(near), str(-number), str(near), node)
                return
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                self.add(parent, where, index, operand, ast.unparse(node), ast.unparse(operand), node)
            case ast.BinOp(op=op) if type(op) in BINARY:
                other = BINARY[type(op)]
                self.add(node, "op", None, other(), SIGNS[type(op)], SIGNS[other], node)
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
        """The changes of a comprehension."""
        for part in ("elt", "key", "value"):
            if isinstance(value := getattr(node, part, None), ast.expr):
                self.expr(value, node, part, None)
        for generator in getattr(node, "generators", ()):
            self.expr(generator.iter, generator, "iter", None)
            for position, test in enumerate(generator.ifs):
                self.condition(generator, "ifs", position, test, (True, False))
                self.expr(test, generator, "ifs", position)

    def called(self, node: ast.Call) -> None:
        """The changes of a call: every two neighbouring arguments swapped, and those of what it is given."""
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in _SILENT:
            return
        if name in _TWINS and isinstance(node.func, ast.Name):
            self.add(node, "func", None, ast.copy_location(ast.Name(_TWINS[name], ast.Load()), node.func), name,
                     _TWINS[name], node.func)
        if not isinstance(node.func, ast.Name):
            self.expr(node.func, node, "func", None)
        if name not in _UNORDERED and not any(isinstance(a, ast.Starred) for a in node.args):
            for position, (first, second) in enumerate(pairwise(node.args)):
                if ast.dump(first) != ast.dump(second):
                    swapped = [*node.args[:position], second, first, *node.args[position + 2:]]
                    before, after = ast.unparse(node), ast.unparse(ast.Call(node.func, swapped, node.keywords))
                    if clipped(before) == clipped(after):  # cut off before the two: say them alone
                        before, after = (f"{name}(…{ast.unparse(a)}, {ast.unparse(b)}…)"
                                         for a, b in ((first, second), (second, first)))
                    self.add(node, "args", None, swapped, before, after, node)
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
        """The changes of a constant."""
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


def header_of(node: ast.stmt) -> range:
    """The lines of a statement up to its block, decorators aside."""
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if isinstance(node, ast.Match):
        return range(node.lineno, node.cases[0].pattern.lineno)
    if body:
        return range(node.lineno, max(node.lineno + 1, body[0].lineno))
    return lines_of(node)
