"""Which rulings hang together: what a ruling decided, what speaks of a name without naming it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gunbai.corpus.model import Game
from gunbai.corpus.names import Name
from gunbai.corpus.ruling import Ruling
from gunbai.examples.check import GameRun
from gunbai.examples.language import Statement
from gunbai.site.lexicon import Lexicon

__all__ = ["decided", "general"]


def decided(done: GameRun) -> Mapping[str, tuple[Ruling, ...]]:
    """By ruling: the other rulings of the game whose examples it decided, in reading order."""
    found: dict[str, dict[str, Ruling]] = {}
    for ruling in done.game.rulings:
        for run in done.runs.get(ruling.id, ()):
            for told in run.told:
                for reason in told.answer.verdict.reasons if told.answer.verdict else ():
                    if reason != ruling.id:
                        found.setdefault(reason, {})[ruling.id] = ruling
    return {reason: tuple(rulings.values()) for reason, rulings in found.items()}


def general(done: GameRun) -> Mapping[str, tuple[Ruling, ...]]:
    """By name: the rulings that neither name it nor a group of it, and yet bear on it.

    Of a term those whose title, question or answer speak of it; of any other name those that decided a question about
    it in an example. In reading order.
    """
    game = done.game
    found: dict[str, set[str]] = {}
    for name, ids in _spoken_of(game):
        found.setdefault(name, set()).update(ids)
    for name, ids in _asked_about(done):
        found.setdefault(name, set()).update(ids)
    order = {r.id: n for n, r in enumerate(game.rulings)}
    return {name: tuple(game.by_id[i] for i in sorted(ids & order.keys(), key=order.__getitem__))
            for name, ids in found.items()}


def _spoken_of(game: Game) -> Iterator[tuple[str, set[str]]]:
    lexicon = Lexicon(game)
    for ruling in game.rulings:
        for text in (ruling.title, ruling.question, ruling.answer):
            for _, _, name in lexicon.found(text):
                yield name.name, {ruling.id}


def _asked_about(done: GameRun) -> Iterator[tuple[str, set[str]]]:
    """Names in the situations of examples, each with what decided the questions put there."""
    for ruling in done.game.rulings:
        for run in done.runs.get(ruling.id, ()):
            named: dict[str, Name] = {}
            for told in run.told:
                if not isinstance(told.statement, Statement):
                    continue
                for text in _texts((*told.statement.args, *(v for _, v in told.statement.kwargs))):
                    if (row := done.game.by_name.get(text)) is not None and row.kind != "term":
                        named[row.name] = row
                if told.answer.verdict:
                    for name in named:
                        yield name, set(told.answer.verdict.reasons)


def _texts(values: Sequence[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from _texts(value)
