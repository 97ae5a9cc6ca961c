"""What the tests of this directory share: the minimal corpus' game, and how to judge a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus
from gunbai.examples.language import Statement, parse_example
from gunbai.examples.runner import load_verbs
from gunbai.examples.session import Answer, Session

MINIMAL = Path(__file__).parents[1] / "corpus" / "minimal"


@pytest.fixture(scope="session")
def toll() -> Game:
    """The made-up game."""
    game = load_corpus(MINIMAL / "rulings").game("toll")
    assert game is not None
    return game


@pytest.fixture
def session(toll: Game) -> Session:
    """A fresh session of it."""
    return Session(toll.setting, load_verbs(toll))


@pytest.fixture
def told(session: Session) -> Callable[..., Iterator[Answer]]:
    """What each line of a text answers."""

    def tell(text: str, on: Session = session) -> Iterator[Answer]:
        for statement in parse_example("\n".join(f">>> {line}" for line in text.split("\n"))):
            assert isinstance(statement, Statement), statement
            yield on.tell(statement)

    return tell


@pytest.fixture
def printed(told: Callable[..., Iterator[Answer]], session: Session) -> Callable[..., list[str]]:
    """All that a text prints."""
    return lambda text, on=session: [line for answer in told(text, on) for line in answer.lines]
