"""The Whoosh index of the command line: which entries may answer a query at all.

Whoosh keeps a pickled schema, so an index is opened only where its seal shows that this user's own run built it
(``corpus.seal``). It is named after the state of the corpus and of this code, built beside and moved into place: two
processes may build at once, and a build that is killed leaves nothing that is taken for an index.
"""

from __future__ import annotations

import atexit
import contextlib
import dataclasses
import hashlib
import json
import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from gunbai.corpus.model import Corpus
from gunbai.corpus.seal import cache_directory, discard, seal, seal_key
from gunbai.search.documents import Entry, entries
from gunbai.search.scorer import Prepared, prepared
from gunbai.text import bigrams, exact, fold, singles

__all__ = ["Index", "open_index"]

SEAL = "seal.json"
NAMES = "names.json"
STALE_SECONDS = 3600
_CODE = ("search/index.py", "search/documents.py", "search/scorer.py", "text.py", "corpus/urls.py")


@dataclasses.dataclass(frozen=True)
class Index:
    """An index that can be asked: ``whoosh`` is Whoosh's own, ``directory`` where it lies."""

    whoosh: Any
    directory: Path

    @property
    def names(self) -> list[str]:
        """Every name of the corpus, for "did you mean"."""
        found: list[str] = json.loads((self.directory / NAMES).read_text(encoding="utf-8"))
        return found

    def entry(self, stored: Mapping[str, Any]) -> Prepared:
        """The entry that a hit's stored fields hold."""
        return _from_json(stored["entry"])


def open_index(project: Path, state: str, corpus: Callable[[], Corpus],
               building: Callable[[], None] = lambda: None) -> Index:
    """The index for the corpus whose digest is ``state`` (empty: unknown), built where there is none.

    ``corpus`` is called only when one must be built, after ``building``.
    """
    key = seal_key() if state else None
    home = cache_directory(project) if key else None
    if key is None or home is None:
        building()
        directory = Path(tempfile.mkdtemp(prefix="gunbai-"))
        atexit.register(discard, directory)
        _build(directory, corpus())
        return _open(directory)
    digest = hashlib.blake2b(state.encode(), digest_size=16)
    for name in _CODE:
        digest.update((Path(__file__).parents[1] / name).read_bytes())
    shelf = home / "search"
    directory = shelf / digest.hexdigest()
    if not _sealed(directory, key):
        building()
        shelf.mkdir(exist_ok=True)
        _renew(directory, key, corpus())
    return _open(directory)


def _open(directory: Path) -> Index:
    from whoosh.index import open_dir

    return Index(open_dir(os.fspath(directory), readonly=True), directory)


def _renew(directory: Path, key: bytes, corpus: Corpus) -> None:
    temporary = directory.parent / f".building-{os.getpid()}-{secrets.token_hex(4)}"
    temporary.mkdir(mode=0o700)
    try:
        _build(temporary, corpus)
        names = sorted(p.name for p in temporary.iterdir())
        made = _seal_of(temporary, names, key, directory.name)
        (temporary / SEAL).write_text(json.dumps({"files": names, "seal": made}), encoding="utf-8")
        _into_place(temporary, directory, key)
    finally:
        discard(temporary)
    _clean(directory)


def _into_place(temporary: Path, directory: Path, key: bytes) -> None:
    """Move a finished index to its place, unless another process was first; what lies there unsealed is moved away."""
    for _ in range(10):
        with contextlib.suppress(OSError):
            temporary.rename(directory)
            return
        if _sealed(directory, key):
            return
        broken = directory.with_name(f".building-broken-{secrets.token_hex(4)}")
        with contextlib.suppress(OSError):
            directory.rename(broken)
            discard(broken)
    raise OSError(f"cannot put the index in its place: {directory}")


def _sealed(directory: Path, key: bytes) -> bool:
    try:
        kept = json.loads((directory / SEAL).read_text(encoding="utf-8"))
        names = kept["files"]
        present = sorted(p.name for p in directory.iterdir() if p.name != SEAL)
        return present == names and bool(kept["seal"] == _seal_of(directory, names, key, directory.name))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _seal_of(directory: Path, names: Iterable[str], key: bytes, place: str) -> str:
    parts = [b"search", place.encode()]
    for name in names:
        parts += [name.encode(), hashlib.blake2b((directory / name).read_bytes()).digest()]
    return seal(key, parts)


def _clean(directory: Path) -> None:
    """Remove what builds of other states, or killed ones, have left behind. The newest others may still be in use."""
    now = time.time()
    for other in directory.parent.iterdir():
        with contextlib.suppress(OSError):
            if other != directory and now - other.stat().st_mtime > STALE_SECONDS:
                discard(other)


def _build(directory: Path, corpus: Corpus) -> None:
    from whoosh.analysis import SpaceSeparatedTokenizer
    from whoosh.fields import ID, KEYWORD, STORED, TEXT, Schema
    from whoosh.index import create_in

    cut = SpaceSeparatedTokenizer()
    text = {name: TEXT(analyzer=cut, phrase=False) for name in ("names", "yomi", "question", "answer", "rest")}
    word = dict.fromkeys(("exact", "singles", "game", "badge", "kind", "topic", "document", "number"), KEYWORD)
    schema = Schema(entry=STORED, id=ID, date=ID, **text, **word)
    index = create_in(os.fspath(directory), schema)
    writer = index.writer(limitmb=256)
    known: dict[str, None] = {}
    for found in entries(corpus):
        known.update(dict.fromkeys((*found.names, *found.others)))
        writer.add_document(**_fields(prepared(found)))
    writer.commit()
    index.close()
    (directory / NAMES).write_text(json.dumps(list(known), ensure_ascii=False), encoding="utf-8")
    for lock in directory.glob("*_WRITELOCK"):
        lock.unlink()


def _fields(made: Prepared) -> dict[str, str]:
    found = made.entry
    names = [f for _, f in (*made.names, *made.others) if f]
    return {
        "entry": _to_json(made), "id": found.id, "date": found.date or "-", "game": found.game, "badge": found.badge,
        "kind": found.kind, "topic": found.topic, "document": " ".join(found.documents),
        "number": " ".join(exact(n).replace(" ", "") for n in found.numbers), "exact": " ".join(dict.fromkeys(names)),
        "singles": " ".join(dict.fromkeys(c for n in names for c in singles(n))),
        "names": _cut(names), "yomi": _cut(dict.fromkeys((*made.yomi, *made.shorts))),
        "question": _cut([made.texts[0]]), "answer": _cut([made.texts[1]]),
        "rest": _cut([made.texts[2], fold(found.id)]),
    }


def _cut(texts: Iterable[str]) -> str:
    return " ".join(pair for text in texts for pair in bigrams(text))


def _to_json(made: Prepared) -> str:
    return json.dumps(dataclasses.asdict(made), ensure_ascii=False, separators=(",", ":"))


def _from_json(text: str) -> Prepared:
    plain = json.loads(text)
    names, others = (tuple((e, f) for e, f in plain[k]) for k in ("names", "others"))
    question, answer, rest = plain["texts"]
    return Prepared(Entry.of(plain["entry"]), names, others, tuple(plain["yomi"]), tuple(plain["shorts"]),
                    (question, answer, rest))
