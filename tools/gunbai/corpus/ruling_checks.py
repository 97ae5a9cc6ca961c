"""Checks of one ruling against its game and the corpus: id, references, dates, readings, sources, examples."""

from __future__ import annotations

import dataclasses
import datetime
import difflib
import re
from collections.abc import Iterable, Iterator, Mapping

from gunbai.corpus.defect import Defect
from gunbai.corpus.model import Corpus, Game
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.source import Citation

__all__ = ["PREFIX", "at", "check_ruling", "is_date", "named", "near", "sound"]

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+\Z")
PREFIX = re.compile(r"[a-z][a-z0-9]*-\Z")
_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
MAX_CITES = 4
MAX_SILENCES = 3

_RULING_KEYS = frozenset(f.name for f in dataclasses.fields(Ruling))
_RESTS_ON: Mapping[str, frozenset[str]] = {
    "bad-id": frozenset(("id",)), "dead-see": frozenset(("see", "replaces")),
    "unknown-card": frozenset(("cards", "wording")), "unknown-group": frozenset(("groups",)),
    "silence": frozenset(("silence", "silence_reason")),
    "bad-date": frozenset(("since", "until", "source")), "unknown-document": frozenset(("source",)),
    "cites": frozenset(("source", "cites_reason")),
    "missing-field": frozenset(("title", "question", "answer", "source")),
    "readings": frozenset(("kind", "certainty", "readings", "default")), "moment": frozenset(("faq", "moment")),
    "missing-examples": frozenset(("kind", "examples")), "contrast": frozenset(("kind", "examples", "single")),
    "duplicate-title": frozenset(("examples",)),
}
"""Which keys a defect of a ruling rests on: it says nothing where one of them could not be read."""


def check_ruling(corpus: Corpus, game: Game, ruling: Ruling, unread: frozenset[str] = frozenset()) -> Iterator[Defect]:
    """What is wrong with a ruling, apart from what rests on the keys ``unread``, which have their defects already."""
    for defect in _all(corpus, game, ruling):
        if not unread & _RESTS_ON.get(defect.code, _RULING_KEYS):
            yield defect


def _all(corpus: Corpus, game: Game, ruling: Ruling) -> Iterator[Defect]:
    if not _ID.match(ruling.id) or (PREFIX.match(game.prefix) and not ruling.id.startswith(game.prefix)):
        yield at(ruling, f"an id in kebab-case that begins with {game.prefix}", f"“{ruling.id}”", "", "bad-id", "id")
    for name in ("title", "question", "answer"):
        if not getattr(ruling, name).strip() and not (name == "question" and game.engine == "none"):
            yield at(ruling, f"a text under `{name}:`", "an empty one", "", "missing-field", name)
    yield from _check_references(corpus, game, ruling)
    yield from _check_dates(game, ruling)
    yield from _check_readings(ruling)
    yield from _check_sources(game, ruling)
    if ruling.kind != "note" and game.engine_package and not ruling.examples:
        yield at(ruling, "examples", "none", "a ruling without an engine is of `kind: note`", "missing-examples")
    if ruling.kind == "decision" and game.engine_package and not ruling.single and len(ruling.examples) == 1:
        yield at(ruling, "two examples that differ in one input and are answered differently",
                 "one", "add the contrast, or say why there is none with `single:`", "contrast")
    titles = [e.title for e in ruling.examples]
    for index, title in enumerate(titles):
        if title in titles[:index]:
            yield at(ruling, "examples with different titles", f"“{title}” twice", "", "duplicate-title", "examples",
                     index)
    if (ruling.faq or ruling.moment) and ruling.moment not in game.moments:
        yield at(ruling, f"`moment:` of the turn for よくある質問, one of {', '.join(game.moments)}",
                 f"“{ruling.moment}”" if ruling.moment else "none", "", "moment", "moment" if ruling.moment else "faq")


def sound(game: Game, ruling: Ruling) -> bool:
    """Whether certainty, readings and dates are such that its examples can be judged."""
    return not any(True for _ in _check_readings(ruling)) and not any(True for _ in _check_dates(game, ruling))


def _check_references(corpus: Corpus, game: Game, ruling: Ruling) -> Iterator[Defect]:
    for index, other in enumerate(ruling.see):
        if other == ruling.id:
            yield at(ruling, "`see:` with ids of other rulings", "its own id", "", "dead-see", "see", index)
        elif not _known(corpus, other):
            yield at(ruling, "`see:` with ids that exist", f"“{other}”", near(other, game.by_id), "dead-see", "see",
                     index)
    if ruling.replaces:
        old = corpus.by_id.get(ruling.replaces)
        if ruling.replaces == ruling.id or not _known(corpus, ruling.replaces):
            yield at(ruling, "`replaces:` with the id of another ruling", f"“{ruling.replaces}”",
                     near(ruling.replaces, corpus.by_id), "dead-see", "replaces")
        elif old is not None and not old.until:
            yield at(old, "`until:` on a ruling that was replaced", "none", f"{ruling.id} replaces it", "bad-date")
    groups = {g.id for g in game.groups}
    for key, names in (("cards", ruling.cards), ("wording", tuple(ruling.wording))):
        for index, card in enumerate(names):
            if card not in groups and not named(game, card):
                yield at(ruling, "names that names.yaml knows", f"“{card}”", near(card, game.by_name), "unknown-card",
                         key, index if key == "cards" else card)
    for index, group in enumerate(ruling.groups):
        if group not in groups and not game.gaps.all_names and group not in game.gaps.names:
            yield at(ruling, "a group of names.yaml", f"“{group}”", near(group, groups), "unknown-group", "groups",
                     index)
    for silence in ruling.silence:
        if silence not in game.silences.ids:
            yield at(ruling, f"a silence of the game's list ({game.silences.prefix}1 … "
                     f"{game.silences.prefix}{game.silences.count})", f"“{silence}”", "", "silence", "silence")
    if len(ruling.silence) > MAX_SILENCES and not ruling.silence_reason:
        yield at(ruling, f"at most {MAX_SILENCES} silences, or `silence_reason:`", f"{len(ruling.silence)}", "",
                 "silence", "silence")


def _check_dates(game: Game, ruling: Ruling) -> Iterator[Defect]:
    since = "" if ruling.since == "unknown" else ruling.since
    dates: list[tuple[str, str, tuple[str | int, ...]]] = [("since", since, ("since",))]
    dates += [("until", ruling.until, ("until",))]
    dates += [("updated", c.updated, ("source", n)) for n, c in enumerate(ruling.source)]
    for label, date, where in dates:
        if date and not is_date(date):
            yield at(ruling, f"`{label}:` as a date like 2009-09-18", f"“{date}”", "", "bad-date", *where)
    if is_date(since) and is_date(ruling.until) and ruling.until < since:
        yield at(ruling, "`until:` after `since:`", f"{since} to {ruling.until}", "", "bad-date", "until")
    yield from _check_validity(game, ruling, since)


def _check_validity(game: Game, ruling: Ruling, since: str) -> Iterator[Defect]:
    """A ruling claims no day on which a source that it rests on was not valid."""
    for index, citation in enumerate(ruling.source):
        doc = game.document.get(citation.document)
        if doc is None or citation.background:
            continue
        claimed = (("since", since), ("until", ruling.until), ("updated", citation.updated))
        for label, date in claimed:
            early = bool(date) and is_date(doc.since) and date < doc.since
            if early or (date and is_date(doc.until) and date > doc.until):
                yield at(ruling, f"a ruling within the dates of {doc.id} ({doc.since or '…'} to {doc.until or '…'})",
                         f"{label} {date}", "cite the document that was valid then, or mark it `background: true`",
                         "bad-date", "source", index)


def _check_readings(ruling: Ruling) -> Iterator[Defect]:
    keys = ruling.point.keys
    if ruling.certainty == "stated" and ruling.readings:
        yield at(ruling, "no readings on a stated ruling", ", ".join(keys), "make it `inferred` or `open`", "readings",
                 "readings")
    if ruling.kind == "decision" and ruling.certainty != "stated" and len(keys) < 2:
        yield at(ruling, f"at least two `readings:` on an {ruling.certainty} decision", f"{len(keys)}",
                 "each with key, text, support and why; they come from the text or the research, never made up",
                 "readings")
    if ruling.certainty == "open" and ruling.default:
        yield at(ruling, "no `default:` on an open ruling", f"“{ruling.default}”",
                 "with a default it is `inferred`", "readings", "default")
    if ruling.certainty == "inferred" and ruling.readings and ruling.default not in keys:
        yield at(ruling, f"`default:` with one of {', '.join(keys)}",
                 f"“{ruling.default}”" if ruling.default else "none", "", "readings", "default")
    for index, key in enumerate(keys):
        if not _KEY.match(key) or key in keys[:index]:
            yield at(ruling, "keys of readings in kebab-case, each once", f"“{key}”", "", "readings", "readings", index)


def _check_sources(game: Game, ruling: Ruling) -> Iterator[Defect]:
    if not [c for c in ruling.source if not c.background]:
        yield at(ruling, "a `source:` that is not only background", "none",
                 "an open point cites the clause that leaves it open", "missing-field")
    for index, citation in enumerate(ruling.source):
        doc = game.document.get(citation.document)
        if doc is None:
            yield at(ruling, "a document of game.yaml", f"“{citation.document}”",
                     near(citation.document, game.document), "unknown-document", "source", index)
        elif doc.audited and not citation.at:
            yield at(ruling, f"`at:` for {doc.id}, like “heading#1”", "none", "", "missing-field", "source", index)
    cited = {(c.document, c.at) for c in ruling.source if _counts(game, c)}
    if len(cited) > MAX_CITES and not ruling.cites_reason:
        yield at(ruling, f"at most {MAX_CITES} clauses cited, or `cites_reason:`", f"{len(cited)}",
                 "split the ruling", "cites", "source")


def _counts(game: Game, citation: Citation) -> bool:
    doc = game.document.get(citation.document)
    return doc is not None and doc.audited


def _known(corpus: Corpus, ruling: str) -> bool:
    """Whether there is such a ruling, or may be one in what could not be read."""
    return corpus.blind or ruling in corpus.by_id or ruling in corpus.unread


def named(game: Game, name: str) -> bool:
    """Whether names.yaml knows a name, or may do so in what could not be read."""
    return game.gaps.all_names or name in game.by_name or name in game.gaps.names


def at(ruling: Ruling, expected: str, found: str, hint: str, code: str, *keys: str | int) -> Defect:
    """A defect of a ruling, at the line of the key that is meant."""
    return Defect(ruling.at(*keys), expected, found, hint, ruling.id, code)


def is_date(text: str) -> bool:
    """Whether it is an ISO date that exists."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def near(word: str, known: Iterable[str]) -> str:
    """A hint with the most similar known word, or an empty string."""
    found = difflib.get_close_matches(word, list(known), 1, 0.6)
    return f"did you mean “{found[0]}”?" if found else ""
