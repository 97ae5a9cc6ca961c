"""The parsed corpus, kept as JSON so that a judge does not wait for YAML and pydantic.

The cache is believed only where its seal is this user's own (``corpus.seal``) and the digest of every corpus file, and
of the code that reads them, is the one it was made from. Anything else is read from the YAML again.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import stat
import sys
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from gunbai.corpus.model import Corpus, Table
from gunbai.corpus.files import write_whole
from gunbai.corpus.seal import cache_directory, seal, seal_key

__all__ = ["cached_corpus", "corpus_state", "from_plain", "to_plain"]

FILE = "corpus.json"
MAX_CACHE = 200_000_000
_READ = 2_000_001
_PACKAGE = Path(__file__).parents[1]


def cached_corpus(root: Path) -> Corpus:
    """What ``load_corpus(root)`` gives, from the cache where it is good; the cache is renewed where it is not."""
    state = corpus_state(root)
    directory = cache_directory(root.parent) if state else None
    key = seal_key() if directory else None
    if not state or directory is None or key is None:
        return _read(root)
    kept = _kept(directory / FILE, key, state)
    if kept is not None:
        return dataclasses.replace(kept, root=root)
    corpus = _read(root)
    if corpus_state(root) == state:  # nothing was saved meanwhile
        _keep(directory / FILE, key, state, corpus)
    return corpus


def corpus_state(root: Path) -> str:
    """A digest of every file the reader would look at and of the reader itself; empty where one cannot be read."""
    state = hashlib.blake2b(repr(sys.version_info[:2]).encode(), digest_size=16)
    try:
        for code in (*sorted((_PACKAGE / "corpus").glob("*.py")), _PACKAGE / "engine" / "kernel.py"):
            _feed(state, code.name, code)
        for path in _files(root):
            _feed(state, path.relative_to(root).as_posix(), path)
    except OSError:
        return ""
    return state.hexdigest()


def _files(root: Path) -> Iterator[Path]:
    for directory in sorted(p for p in root.iterdir() if p.is_dir() and not p.name.startswith((".", "_"))):
        yield directory
        for pattern in ("*.yaml", "tables/*.yaml", "house/*.yaml"):
            yield from sorted(directory.glob(pattern))


def _feed(state: Any, name: str, path: Path) -> None:
    """The name, the size and what the reader would read of a file; the name alone of a directory."""
    size = -1
    content = b""
    info = path.stat()
    if stat.S_ISREG(info.st_mode):
        with path.open("rb") as file:
            content = file.read(_READ)
        size = len(content) if len(content) < _READ else info.st_size
    elif not stat.S_ISDIR(info.st_mode):
        raise OSError(f"{name} is no plain file")
    head = f"{name}\0{size}\0".encode("utf-8", "surrogateescape")
    state.update(len(head).to_bytes(4, "big") + head + content)


def _read(root: Path) -> Corpus:
    from gunbai.corpus.reader import load_corpus

    return load_corpus(root)


def _kept(path: Path, key: bytes, state: str) -> Corpus | None:
    try:
        if path.stat().st_size > MAX_CACHE:
            return None
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if head.decode("ascii", "replace") != seal(key, [b"corpus", state.encode(), body]):
        return None
    corpus: Corpus = from_plain(Corpus, json.loads(body))
    return corpus


def _keep(path: Path, key: bytes, state: str, corpus: Corpus) -> None:
    corpus = dataclasses.replace(corpus, root=Path())
    with contextlib.suppress(Exception):  # a full disk, or a value that JSON cannot hold, costs only time
        body = json.dumps(to_plain(corpus), ensure_ascii=False, separators=(",", ":")).encode()
        if from_plain(Corpus, json.loads(body)) == corpus:
            write_whole(path, f"{seal(key, [b'corpus', state.encode(), body])}\n".encode() + body)


def to_plain(value: Any) -> Any:
    """Dataclasses as dicts of what differs from the default, tuples as lists: what JSON can hold."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: to_plain(v) for name, default in _defaults(type(value)).items()
                if (v := getattr(value, name)) != default or type(v) is not type(default)}
    if isinstance(value, Mapping):
        return {k: to_plain(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_plain(v) for v in value]
    if isinstance(value, frozenset):
        return sorted(value)
    return str(value) if isinstance(value, Path) else value


def from_plain(kind: type[Any], plain: Mapping[str, Any]) -> Any:
    """The dataclass that ``to_plain`` made ``plain`` from."""
    makers: Mapping[str, Callable[[Any], Any]] = _makers(typing.cast(typing.Hashable, kind))
    return kind(**{name: makers[name](v) if name in makers else v for name, v in plain.items()})


@cache
def _defaults(kind: Any) -> dict[str, Any]:
    return {f.name: f.default_factory() if callable(f.default_factory) else f.default
            for f in dataclasses.fields(kind)}


@cache
def _makers(kind: Any) -> dict[str, Callable[[Any], Any]]:
    hints = typing.get_type_hints(kind)
    makers = {f.name: maker for f in dataclasses.fields(kind) if (maker := _maker(hints[f.name]))}
    if kind is Table:
        makers["rows"] = _frozen
    return makers


def _maker(hint: Any) -> Callable[[Any], Any] | None:
    """How to make a value of a hint from JSON; None where it is one already."""
    args = typing.get_args(hint)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return lambda v: from_plain(hint, v)
    if hint is Path:
        return Path
    if typing.get_origin(hint) is frozenset:
        return frozenset
    if typing.get_origin(hint) is tuple and args[-1] is not Ellipsis:
        makers = [_maker(a) for a in args]
        return lambda v: tuple([m(i) if m else i for m, i in zip(makers, v, strict=True)])
    if typing.get_origin(hint) is tuple:
        each = _maker(args[0])
        return tuple if each is None else partial(_tuple, each)
    if typing.get_origin(hint) is Mapping and (each := _maker(args[1])):
        return partial(_dict, each)
    return None


def _tuple(each: Callable[[Any], Any], plain: list[Any]) -> tuple[Any, ...]:
    return tuple([each(v) for v in plain])


def _dict(each: Callable[[Any], Any], plain: dict[str, Any]) -> dict[str, Any]:
    return {k: each(v) for k, v in plain.items()}


def _frozen(value: Any) -> Any:
    """Table rows as the reader gives them: lists become tuples, at every depth."""
    if isinstance(value, dict):
        return {k: _frozen(v) for k, v in value.items()}
    return tuple([_frozen(v) for v in value]) if isinstance(value, list) else value
