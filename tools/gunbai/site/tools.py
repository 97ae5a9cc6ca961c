"""Judge tools (判定の道具): forms over the verbs, each with a situation to begin with, for what a judge is asked most.

A tool says only which verbs, in which order, under which words. Fields, kinds, choices and defaults come from the
signatures, the values that are offered from the tables and the examples of the corpus; the answers from the engine.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gunbai.corpus.model import Game
from gunbai.engine.verb import Verb
from gunbai.examples.check import GameRun
from gunbai.examples.language import Argument, Bad, Ref, Statement, parse_example
from gunbai.examples.session import Session
from gunbai.site.forms import form_of
from gunbai.site.said import Said, said_of, words_of

__all__ = ["BadTool", "Offer", "Tool", "ToolView", "texts_in_examples"]

MAX_OFFERED = 40
"""So many values of a field are offered as they stand in tables or examples; any other can be typed."""


class BadTool(Exception):
    """A tool that does not fit its game's verbs or tables: a defect of ours."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Where the values come from that a text field offers: a column of a table, or a list."""

    table: str = ""
    column: str = "key"
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. ``start`` is a text of the example language, which the form shows at first."""

    id: str
    game: str
    title: str
    about: str
    start: str
    words: Mapping[str, str]
    """The verbs that may be used, in the order of the buttons, with what each says in the form."""
    latest: frozenset[str] = frozenset()
    """Inputs that always mean the last situation that fits, and so are not shown."""
    tap: Mapping[str, str] = field(default_factory=dict)
    """By verb: the input whose values are buttons that add a statement at once."""
    offers: Mapping[str, Offer] = field(default_factory=dict)
    """By input, or by ``verb.input``."""
    hints: Mapping[str, str] = field(default_factory=dict)
    """By input, or by ``verb.input``: what to write there."""


@dataclass(frozen=True)
class ToolView:
    """A tool on the corpus: what its page shows."""

    tool: Tool
    game: Game
    done: GameRun
    texts: Mapping[tuple[str, str], Counter[str]]
    """Of the game's examples: see :func:`texts_in_examples`."""

    @property
    def url(self) -> str:
        """Its address from the site's root."""
        return f"tools/{self.tool.id}/"

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The situation to begin with. BadTool where it is not of the language."""
        found = parse_example(self.tool.start)
        good = tuple(s for s in found if not isinstance(s, Bad))
        if len(good) < len(found):
            raise BadTool(f"{self.tool.id}: {[s for s in found if isinstance(s, Bad)]}")
        return good

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """What the engine answers to it."""
        session = Session(self.game.setting, self.done.verbs)
        words = words_of(self.done.verbs)
        return tuple(said_of(s.source, session.tell(s), words) for s in self.statements)

    @property
    def text(self) -> str:
        """The situation to begin with as one would paste it into ``gunbai try``."""
        return "\n".join(s.source for s in self.statements)

    def json(self) -> str:
        """All that the page's script needs."""
        t = self.tool
        return json.dumps({
            "id": t.id, "game": t.game, "title": t.title, "words": dict(t.words), "tap": dict(t.tap),
            "latest": sorted(t.latest), "verbs": {word: self._form(self._verb(word)) for word in t.words},
            "start": [{"verb": s.verb, "name": s.target, "given": self.given(s)} for s in self.statements],
        }, ensure_ascii=False, separators=(",", ":"))

    def _verb(self, word: str) -> Verb:
        if word not in self.done.verbs:
            raise BadTool(f"{self.tool.id}: {self.tool.game} has no verb {word}")
        return self.done.verbs[word]

    def _form(self, verb: Verb) -> dict[str, Any]:
        form = form_of(verb)
        for one in form["fields"]:
            keys = (f"{verb.name}.{one['name']}", one["name"])
            if hint := next((self.tool.hints[k] for k in keys if k in self.tool.hints), ""):
                one["hint"] = hint
            if _takes_text(one["kind"]):
                offer = next((self.tool.offers[k] for k in keys if k in self.tool.offers), None)
                one["offers"] = self._offered(offer) if offer else self._seen(verb.name, one["name"])
        return form

    def _offered(self, offer: Offer) -> list[str]:
        if not offer.table:
            return list(offer.texts)
        table = next((t for t in self.game.tables if t.id == offer.table), None)
        found = [str(row[offer.column]) for row in table.rows if row.get(offer.column)] if table else []
        if not found:
            raise BadTool(f"{self.tool.id}: {self.tool.game} has no table {offer.table} with {offer.column}")
        return list(dict.fromkeys((*offer.texts, *found)))

    def _seen(self, word: str, name: str) -> list[str]:
        """The texts that examples give for an input, those that most do first."""
        return [text for text, _ in self.texts[word, name].most_common(MAX_OFFERED)]

    def given(self, statement: Statement) -> dict[str, Any]:
        """The inputs of a statement by name; a name that was bound before is ``{"ref": name}``."""
        verb = self._verb(statement.verb)
        places = [p.name for p in verb.parameters if not p.keyword_only]
        given = dict(zip(places, statement.args, strict=False)) | dict(statement.kwargs)
        return {name: _plain(value) for name, value in given.items()}


def _plain(value: Argument) -> Any:
    if isinstance(value, Ref):
        return {"ref": value.name}
    return [_plain(v) for v in value] if isinstance(value, tuple) else value


def _takes_text(kind: Mapping[str, Any]) -> bool:
    if kind["is"] == "any":
        return any(map(_takes_text, kind["of"]))
    return bool(kind["is"] == "text" or (kind["is"] == "list" and _takes_text(kind["of"])))


def texts_in_examples(done: GameRun) -> Mapping[tuple[str, str], Counter[str]]:
    """By verb and input: the texts that the examples of a game give."""
    counted: dict[tuple[str, str], Counter[str]] = _Counters()
    for statement in (t.statement for runs in done.runs.values() for run in runs for t in run.told):
        if isinstance(statement, Bad) or statement.verb not in done.verbs:
            continue
        places = [p.name for p in done.verbs[statement.verb].parameters if not p.keyword_only]
        for name, value in (*zip(places, statement.args, strict=False), *statement.kwargs):
            counted[statement.verb, name].update(_texts(value))
    return counted


class _Counters(dict[tuple[str, str], Counter[str]]):
    def __missing__(self, key: tuple[str, str]) -> Counter[str]:
        return self.setdefault(key, Counter())


def _texts(value: Argument) -> Iterator[str]:
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _texts(inner)
