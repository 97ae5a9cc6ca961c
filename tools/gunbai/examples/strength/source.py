"""The source of an engine: its modules as trees, which lines can run, which mutants its authors list as equivalent."""

from __future__ import annotations
import __future__

import ast
import importlib.util
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import CodeType

__all__ = ["Listed", "Source", "codes_of", "engine_files", "engine_sources", "is_fault", "listed_in", "reading_lines"]

_LISTED = re.compile(r"#\s*equivalent:\s*(?P<change>.+?)\s+:\s+(?P<reason>\S.*)$")
_MARK = re.compile(r"#\s*equivalent\b")
_FAULTS = frozenset(("EngineFault", "NotImplementedError", "AssertionError"))
CO_OPTIMIZED = 0x1


@dataclass(frozen=True, slots=True)
class Listed:
    """A mutant that is listed as equivalent: ``# equivalent: < → <= : reason``, on its line or on the line above."""

    line: int
    """Where the comment stands."""
    target: int
    """The line of code (or the row) that it speaks of."""
    change: str
    reason: str


@dataclass(frozen=True)
class Source:
    """One module of an engine. ``shown`` is the file as messages name it."""

    module: str
    file: str
    shown: str
    text: str
    tree: ast.Module = field(repr=False)

    @property
    def flags(self) -> int:
        """The compiler flags of the module's ``from __future__`` lines."""
        names = [a.name for node in self.tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"
                 for a in node.names]
        flags = 0
        for name in names:
            flags |= getattr(__future__, name).compiler_flag
        return flags

    @cached_property
    def imports(self) -> tuple[ast.stmt, ...]:
        """The import statements of the module."""
        return tuple(node for node in self.tree.body if isinstance(node, (ast.Import, ast.ImportFrom)))

    @cached_property
    def imported(self) -> Mapping[str, set[str]]:
        """What the module calls the names that it imports from others."""
        found: dict[str, set[str]] = {}
        for node in ast.walk(self.tree):
            for alias in node.names if isinstance(node, ast.ImportFrom) else ():
                found.setdefault(alias.name, set()).add(alias.asname or alias.name)
        return found

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, the first at index 0."""
        return self.text.splitlines()

    @cached_property
    def runnable(self) -> frozenset[int]:
        """The lines of functions that can run, less those that a sound engine never runs (see :func:`_idle`)."""
        lines = {line for code in self._functions for _, _, line in code.co_lines() if line}
        return frozenset(lines - set(_idle(self.tree)))

    @cached_property
    def firsts(self) -> frozenset[int]:
        """The lines on which functions begin."""
        return frozenset(code.co_firstlineno for code in self._functions if not code.co_name.startswith("<"))

    @cached_property
    def _functions(self) -> tuple[CodeType, ...]:
        code = compile(self.text, self.file, "exec", dont_inherit=True)
        return tuple(c for c in codes_of(code)
                     if c.co_flags & CO_OPTIMIZED and not c.co_name.startswith("__annotate"))

    @cached_property
    def listed(self) -> tuple[Listed, ...]:
        """The mutants that comments list as equivalent. A comment without a reason is kept with an empty one."""
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return listed_in(self.lines, [t.start[0] for t in tokens if t.type == tokenize.COMMENT])


def listed_in(lines: list[str], candidates: Iterable[int]) -> tuple[Listed, ...]:
    """The ``# equivalent:`` comments on the ``candidates`` (line numbers) among ``lines``."""
    found = []
    for number in candidates:
        line = lines[number - 1]
        mark = _MARK.search(line)
        if mark is None:
            continue
        target = number
        while target <= len(lines) and lines[target - 1].lstrip().startswith("#"):
            target += 1
        match = _LISTED.match(line[mark.start():])
        found.append(Listed(number, target, match["change"] if match else line[mark.start():], match["reason"] if match
                            else ""))
    return tuple(found)


def engine_files(package: str, root: Path) -> Iterator[tuple[str, Path, str]]:
    """Every file under an engine's package: its module, where it lies, and its name as shown, from ``root`` on."""
    spec = importlib.util.find_spec(package)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(place).rglob("*.py")):
            parts = path.relative_to(place).with_suffix("").parts
            module = ".".join((package, *(p for p in parts if p != "__init__")))
            resolved = path.resolve()
            yield module, path, resolved.relative_to(root).as_posix() if resolved.is_relative_to(root) else \
                "/".join((*package.split("."), *path.relative_to(place).parts))


def engine_sources(package: str, root: Path) -> tuple[Source, ...]:
    """Every module under an engine's package, read from disk. ``root`` is what shown names are relative to."""
    return tuple(Source(module, str(path), shown, text, ast.parse(text, str(path)))
                 for module, path, shown in engine_files(package, root) for text in [path.read_text(encoding="utf-8")])


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """A code object and all that are nested in it, in the order of the source."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_of(constant)


def is_fault(statement: ast.stmt) -> bool:
    """Whether a statement only says that the engine contradicts itself, which no example can bring about."""
    match statement:
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) | ast.Name(id=name)):
            return name in _FAULTS
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return True
    return False


def is_protocol(node: ast.ClassDef) -> bool:
    """Whether a class only describes a shape."""
    return any(isinstance(b, (ast.Name, ast.Subscript)) and "Protocol" in ast.unparse(b) for b in node.bases)


def _idle(tree: ast.Module) -> Iterator[int]:
    """Lines that need no example: faults, ``...``, docstrings, type checking, shapes, ``__repr__``."""
    for node in ast.walk(tree):
        idle = False
        match node:
            case ast.Expr(value=ast.Constant()):
                idle = True
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                idle = True
            case ast.ClassDef():
                idle = is_protocol(node)
            case ast.FunctionDef(name="__repr__"):
                idle = True
            case ast.FunctionDef(body=[*_, last]) if isinstance(last, ast.Expr):
                idle = isinstance(last.value, ast.Constant) and last.value.value is ...
            case ast.match_case(pattern=pattern, body=[only]) if is_fault(only):
                yield from range(pattern.lineno, (only.end_lineno or only.lineno) + 1)
            case ast.stmt():
                idle = is_fault(node)
        if idle and isinstance(node, ast.stmt):
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            yield from range(first, (node.end_lineno or node.lineno) + 1)


def reading_lines(sources: Iterable[Source], source: Source, names: Iterable[str]) -> frozenset[tuple[str, int]]:
    """Where functions read what is bound to ``names`` at import time in ``source``, also by way of other constants."""
    every = tuple(sources)
    waiting = [(source, name) for name in names]
    seen: set[tuple[str, str]] = set()
    lines: set[tuple[str, int]] = set()
    while waiting:
        owner, name = waiting.pop()
        if (owner.module, name) in seen:
            continue
        seen.add((owner.module, name))
        for reader in every:
            spoken = {name} if reader is owner else reader.imported.get(name, set())
            for statement in reader.tree.body:
                own, onward = _mentions(statement, spoken, name)
                lines.update((reader.file, line) for line in own)
                waiting.extend((reader, other) for other in onward)
    return frozenset(lines)


def _mentions(statement: ast.stmt, spoken: set[str], name: str) -> tuple[set[int], set[str]]:
    """Lines inside functions that mention the name, and the names of import-time statements that do."""
    lines: set[int] = set()
    onward: set[str] = set()

    def look(node: ast.AST, inside: bool, owners: tuple[str, ...]) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                    if mentioned(default):
                        lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
                for inner in node.body:
                    look(inner, True, owners)
                return
            case ast.ClassDef():
                for part in (*node.bases, *node.body):
                    look(part, inside, (*owners, node.name))
                return
            case ast.Assign(targets=targets) if not inside:
                owners = (*owners, *(t.id for t in targets if isinstance(t, ast.Name)))
            case ast.AnnAssign(target=target):
                if not inside and isinstance(target, ast.Name):
                    owners = (*owners, target.id)
                if node.value is not None:
                    look(node.value, inside, owners)
                return
            case ast.Name(id=word, ctx=ast.Load()) if word in spoken:
                found(node, inside, owners)
            case ast.Attribute(attr=word) if word == name:
                found(node, inside, owners)
            case ast.keyword(arg=word) if word == name and inside:
                lines.add(node.lineno)
        for child in ast.iter_child_nodes(node):
            look(child, inside, owners)

    def found(node: ast.expr, inside: bool, owners: tuple[str, ...]) -> None:
        if inside:
            lines.add(node.lineno)
        else:
            onward.update(owners)

    def mentioned(node: ast.AST) -> bool:
        return any((isinstance(n, ast.Name) and n.id in spoken) or (isinstance(n, ast.Attribute) and n.attr == name)
                   for n in ast.walk(node))

    look(statement, False, ())
    return lines, onward
