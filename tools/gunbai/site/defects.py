"""Everything that is wrong with a corpus: what `gunbai check`, `gunbai build` and `gunbai serve` report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gunbai.corpus.checks import check_corpus
from gunbai.corpus.coverage import coverage_defects
from gunbai.corpus.defect import Defect
from gunbai.corpus.lock import read_lock
from gunbai.corpus.model import Corpus
from gunbai.corpus.schema import schema_defects
from gunbai.examples.check import GameRun, check_examples, run_game
from gunbai.search.synonyms import read_synonyms

__all__ = ["defects_of"]


def defects_of(corpus: Corpus, done: Sequence[GameRun] | None = None) -> Iterator[Defect]:
    """All defects: of the files, across the files, of the schemas, of the examples (``done`` where they have run)."""
    yield from corpus.defects
    yield from check_corpus(corpus)
    yield from schema_defects()
    yield from read_synonyms(corpus.root)[1]
    for run in done if done is not None else map(run_game, corpus.games):
        yield from check_examples(run)
    for game in corpus.games:
        if any(document.audited for document in game.documents):
            lock = corpus.root / game.id / "sources.lock"
            yield from coverage_defects(game, read_lock(lock, lock.relative_to(corpus.root.parent).as_posix()))
