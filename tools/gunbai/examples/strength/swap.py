"""Puts a mutant into the running engine and takes it out again.

A change inside a function is made by swapping the ``__code__`` of the live function: decorators, registrations and the
identity of classes stay as they are, and it costs a millisecond. A change to what runs at import (constants, defaults,
fields of classes) is made by importing the whole engine anew from changed source, beside the old one.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import CodeType, FunctionType, ModuleType

from gunbai.engine import kernel
from gunbai.engine import verb as words
from gunbai.engine.kernel import EngineFault
from gunbai.engine.verb import Verb, verbs
from gunbai.examples.strength.edit import Edit
from gunbai.examples.strength.source import Source, codes_of

__all__ = ["Engine", "SameCode"]

_Key = tuple[str, int]


class SameCode(Exception):
    """The change compiles to what was there before: it is no mutant at all."""


class Engine:
    """The live functions of one imported engine package, and how to change them."""

    def __init__(self, package: str, sources: Sequence[Source]) -> None:
        self.package = package
        self.sources = tuple(sources)
        files = {s.file for s in sources}
        self.live: dict[_Key, list[FunctionType]] = {}
        self.caches: list[functools._lru_cache_wrapper[object]] = []
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename in files:
                self.live.setdefault(_key(thing.__code__), []).append(thing)
            elif isinstance(thing, functools._lru_cache_wrapper) and _inside(getattr(thing, "__module__", ""), package):
                self.caches.append(thing)
        self._codes: dict[str, CodeType] = {}

    def forget(self) -> None:
        """Empty what the engine's functions have cached, so that every example starts alike."""
        for cache in self.caches:
            cache.cache_clear()

    @contextmanager
    def changed(self, edit: Edit) -> Iterator[Mapping[str, Verb]]:
        """The verbs of the engine with one change made, for as long as the block runs. SameCode where nothing changed.

        Whatever breaks while the changed engine is imported passes through.
        """
        self.forget()
        try:
            with self._swapped(edit) if edit.function else self._imported(edit):
                yield verbs(self.package)
        finally:
            self.forget()

    @contextmanager
    def _swapped(self, edit: Edit) -> Iterator[None]:
        body = (*edit.source.imports, edit.top)  # Python compiles `module.function(…)` apart from `value.method(…)`
        before = _grouped(_compiled(edit.source, *body))
        with edit.made():
            after = _grouped(_compiled(edit.source, *body))
        swaps = [
            (function, function.__code__, new)
            for key, olds in before.items() for old, new in zip(olds, after.get(key, ()), strict=False) if old != new
            for function in self.live.get(key, ()) if function.__code__ == old
        ]
        if not swaps:
            if before == after:
                raise SameCode
            raise EngineFault(f"{edit.source.shown} has changed since it was imported")
        try:
            for function, _, new in swaps:
                function.__code__ = new
            yield
        finally:
            for function, old, _ in swaps:
                function.__code__ = old

    @contextmanager
    def _imported(self, edit: Edit) -> Iterator[None]:
        with edit.made():
            changed = _compiled(edit.source, *edit.source.tree.body)
        if changed == self._code(edit.source):
            raise SameCode
        modules = {name: module for name, module in sys.modules.items() if _inside(name, self.package)}
        rules = {ruling: list(found) for ruling, found in kernel._RULES.items()}
        spoken = words._VERBS.pop(self.package, {})
        finder = _Finder({s.module: (s, changed if s is edit.source else self._code(s)) for s in self.sources})
        parent, _, name = self.package.rpartition(".")
        sys.meta_path.insert(0, finder)
        try:
            for module in modules:
                del sys.modules[module]
            importlib.import_module(self.package)
            yield
        finally:
            sys.meta_path.remove(finder)
            for module in [m for m in sys.modules if _inside(m, self.package)]:
                del sys.modules[module]
            sys.modules.update(modules)
            if parent and self.package in modules:
                setattr(sys.modules[parent], name, modules[self.package])
            kernel._RULES.clear()
            kernel._RULES.update(rules)
            words._VERBS[self.package] = spoken

    def _code(self, source: Source) -> CodeType:
        if source.module not in self._codes:
            self._codes[source.module] = _compiled(source, *source.tree.body)
        return self._codes[source.module]


def _compiled(source: Source, *body: ast.stmt) -> CodeType:
    tree = ast.Module([*body], [])
    try:
        code: CodeType = compile(tree, source.file, "exec", flags=source.flags, dont_inherit=True)
    except SyntaxError:
        raise SameCode from None  # a change that is not even Python proves nothing
    return code


def _key(code: CodeType) -> _Key:
    return code.co_qualname, code.co_firstlineno


def _grouped(code: CodeType) -> dict[_Key, list[CodeType]]:
    groups: dict[_Key, list[CodeType]] = {}
    for inner in list(codes_of(code))[1:]:
        groups.setdefault(_key(inner), []).append(inner)
    return groups


def _inside(module: str | None, package: str) -> bool:
    return module is not None and (module == package or module.startswith(f"{package}."))


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports an engine's modules from code that was compiled here."""

    def __init__(self, codes: Mapping[str, tuple[Source, CodeType]]) -> None:
        self.codes = codes

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The spec of one of our modules; None for all others."""
        if name not in self.codes:
            return None
        source, _ = self.codes[name]
        inner = [source.file.rpartition("/")[0]] if source.file.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(name, source.file, loader=self, submodule_search_locations=inner)

    def create_module(self, spec: ModuleSpec) -> None:
        """As usual."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the compiled code as the module."""
        exec(self.codes[module.__name__][1], module.__dict__)  # noqa: S102 - what an import does, with our own source
