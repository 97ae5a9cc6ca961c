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
from gunbai.corpus.files import discard
from gunbai.corpus.seal import cache_directory, seal, seal_key
from gunbai.search.documents import Entry, entries
from gunbai.search.garbage import uncollected
from gunbai.search.lanes import LANES, listed
from gunbai.search.prepared import Prepared, prepared
from gunbai.search.scale import BADGES
from gunbai.search.synonyms import FILE
from gunbai.text import fold

__all__ = ["FIELD", "Index", "build", "game_words", "in_order", "kind_words", "open_index", "opened", "topic_words"]

SEAL = "seal.json"
NAMES = "names.json"
STALE_SECONDS = 3600
LIMIT_MB = 1024
"""How much Whoosh may hold before it sorts on disk."""
_CODE = (*sorted(Path(__file__).parent.glob("*.py")), *(Path(__file__).parents[1] / name for name in (
    "text.py", "text_data.py", "corpus/urls.py")))
"""What an index depends on beside the corpus."""
ENTRY = tuple(field.name for field in dataclasses.fields(Entry))
FIELD = dict(zip(LANES, ("whole", "names", "yomi", "one", "text", "meant", "asked"), strict=True))
"""The field of each lane."""


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

    @property
    def size(self) -> int:
        """How many entries there are."""
        return int(self.whoosh.doc_count())

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
        return opened(directory)
    digest = hashlib.blake2b(state.encode(), digest_size=16)
    for path in _CODE:
        digest.update(path.read_bytes())
    with contextlib.suppress(OSError):
        digest.update((project / "rulings" / FILE).read_bytes())
    shelf = home / "search"
    directory = shelf / digest.hexdigest()
    if not _sealed(directory, key):
        building()
        shelf.mkdir(exist_ok=True)
        _renew(directory, key, corpus())
    return opened(directory)


def opened(directory: Path) -> Index:
    """The index that lies in a directory. It is unpickled: only where this user's own run built it."""
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
    build(directory, entries(corpus))


def build(directory: Path, found: Iterable[Entry]) -> None:
    """Write an index of entries into an empty directory."""
    from whoosh.fields import ID, KEYWORD, STORED, Schema
    from whoosh.index import create_in

    from gunbai.search.whoosh_field import Codec, Terms

    text = {name: Terms() for name in FIELD.values()}
    word = dict.fromkeys(("game", "badge", "kind", "topic", "document"), KEYWORD)
    schema = Schema(entry=STORED, id=ID, date=ID, **text, **word)
    index = create_in(os.fspath(directory), schema)
    writer = index.writer(limitmb=LIMIT_MB, codec=Codec(compression=0))
    known: dict[str, None] = {}
    with uncollected():
        for entry in in_order(found):
            known.update(dict.fromkeys((*entry.names, *entry.others)))
            writer.add_document(**_fields(prepared(entry)))
        writer.commit()
    index.close()
    (directory / NAMES).write_text(json.dumps(list(known), ensure_ascii=False), encoding="utf-8")
    for lock in directory.glob("*_WRITELOCK"):
        lock.unlink()


def in_order(found: Iterable[Entry]) -> list[Entry]:
    """Entries in the order of equal hits: by badge, then newest first, then in reading order."""
    ordered = sorted(found, key=lambda e: e.date, reverse=True)
    return sorted(ordered, key=lambda e: BADGES.index(e.badge))


def game_words(entry: Entry) -> tuple[str, ...]:
    """The words that name an entry's game in a query: id, the ids' prefix, title."""
    return fold(entry.game), fold(entry.id.partition("-")[0]), fold(entry.game_title)


def topic_words(entry: Entry) -> tuple[str, ...]:
    """The words that name an entry's topic in a query: id, title."""
    return tuple(filter(None, (fold(entry.topic), fold(entry.topic_title))))


def kind_words(entry: Entry) -> tuple[str, ...]:
    """The words that name an entry's kind in a query: of a name what it is, too."""
    return tuple(filter(None, (entry.kind, fold(entry.sort))))


def _fields(made: Prepared) -> dict[str, Any]:
    found = made.entry
    return {
        "entry": _to_json(made), "id": "-" if found.is_name else found.id, "date": found.date or "-",
        "badge": fold(found.badge), "game": " ".join(game_words(found)), "kind": " ".join(kind_words(found)),
        "topic": " ".join(topic_words(found)), "document": " ".join(found.documents),
        **{FIELD[lane]: dict.fromkeys(texts, 0) if lane == "a" else texts for lane, texts in listed(made).items()},
    }


def _to_json(made: Prepared) -> str:
    entry = made.entry
    return json.dumps({name: getattr(entry, name) for name in ENTRY}, ensure_ascii=False, separators=(",", ":"))


def _from_json(text: str) -> Prepared:
    return prepared(Entry.of(json.loads(text)))
