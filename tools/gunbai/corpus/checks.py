"""Checks across the files of a corpus: ids, references, dates, readings, names, silences, twins."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import Path

from gunbai.corpus.model import Citation, Corpus, Defect, Game, Place, Ruling

__all__ = ["check_corpus"]

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+\Z")
_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_KANA = re.compile(r"[ぁ-ゖー0-9a-z]+\Z")
MAX_CITES = 4
MAX_SILENCES = 3


def check_corpus(corpus: Corpus) -> Iterator[Defect]:
    """Every defect that only shows when files are read together. Those of single files are in ``corpus.defects``."""
    seen: dict[str, Place] = {}
    for game in corpus.games:
        yield from _check_game(corpus, game)
        for ruling in game.rulings:
            if ruling.id in seen:
                yield _at(ruling, "an id that is used once", f"“{ruling.id}” again (first at {seen[ruling.id]})",
                          "ids are permanent: give the newer one another id", "duplicate-id")
            seen.setdefault(ruling.id, ruling.place)
            yield from _check_ruling(corpus, game, ruling)


def _check_game(corpus: Corpus, game: Game) -> Iterator[Defect]:
    if game.place.file.split("/")[-2] != game.id:
        yield Defect(game.place, f"the id of its directory, “{game.place.file.split('/')[-2]}”", f"“{game.id}”",
                     code="game-id")
    topics = {t.id for t in game.topics}
    for topic in sorted({r.topic for r in game.rulings} - topics):
        yield Defect(game.place, f"the topic “{topic}” under `topics:`", "a file without an entry",
                     "add it where it belongs in the reading order", code="unknown-topic")
    for topic in game.topics:
        if not any(r.topic == topic.id for r in game.rulings):
            yield Defect(game.place, f"rulings in {topic.id}.yaml", "none", code="empty-topic")
    yield from _check_names(game)
    yield from _check_silences(game)
    yield from _check_twins(corpus.root, game)
    for house in game.houses.values():
        for ruling, key in house.choices.items():
            found = game.by_id.get(ruling)
            if found is None or key not in found.point.keys:
                yield Defect(house.place, "a ruling with readings and one of its keys", f"“{ruling}: {key}”",
                             f"its keys are {', '.join(found.point.keys) or 'none'}" if found else "no such ruling",
                             code="house")
    for doc in game.documents:
        for label, date in (("updated", doc.updated), ("since", doc.since), ("until", doc.until)):
            if date and not _date(date):
                yield Defect(game.place, f"`{label}` of {doc.id} as a date like 2009-09-18", f"“{date}”",
                             code="bad-date")
    for citation in [c for g in game.groups for c in g.source] + [c for t in game.tables for c in t.source]:
        if citation.document not in game.document:
            yield Defect(game.place, "a document of game.yaml", f"“{citation.document}” in names.yaml or tables/",
                         code="unknown-document")
    for entry in game.not_a_rule:
        if entry.document not in game.document:
            yield Defect(game.place, "a document of game.yaml", f"“{entry.document}” under `not_a_rule:`",
                         code="unknown-document")


def _check_names(game: Game) -> Iterator[Defect]:
    first: dict[str, Place] = {}
    for row in game.names:
        if row.name in first:
            yield Defect(row.place, "each name once", f"“{row.name}” again (first at {first[row.name]})",
                         code="duplicate-name")
        first.setdefault(row.name, row.place)
        if not row.yomi:
            yield Defect(row.place, f"the yomi of “{row.name}”", "none", "how it is said, in hiragana", code="yomi")
        for yomi in row.yomi:
            if not _KANA.match(yomi):
                yield Defect(row.place, "a yomi in hiragana", f"“{yomi}”", "numbers and letters as they are said",
                             code="yomi")
    for group in game.groups:
        for member in group.members:
            if member not in game.by_name:
                yield Defect(group.place, "members that names.yaml knows", f"“{member}”", code="unknown-card")


def _check_silences(game: Game) -> Iterator[Defect]:
    answered = {s for r in game.rulings for s in r.silence}
    for silence in game.silences.ids:
        if silence not in answered:
            yield Defect(game.place, f"a ruling with `silence: {silence}`", "none",
                         game.silences.texts.get(silence, ""), code="silence")
    for silence in game.silences.texts:
        if silence not in game.silences.ids:
            yield Defect(game.place, f"silences up to {game.silences.prefix}{game.silences.count}", f"“{silence}”",
                         code="silence")


def _check_twins(root: Path, game: Game) -> Iterator[Defect]:
    """DESIGN's twin rule: topic file, engine module and test module go by one name."""
    if not game.engine_package:
        return
    package = Path(__file__).parents[1] / "engine" / game.engine
    tests = root.parent / "tests" / "engine" / game.engine
    if not package.is_dir():
        return  # an engine from elsewhere keeps its own house
    for topic in dict.fromkeys(r.topic for r in game.rulings if r.kind != "note"):
        module = topic.replace("-", "_")
        ruling = next(r for r in game.rulings if r.topic == topic)
        if not (package / f"{module}.py").is_file():
            yield Defect(Place(ruling.place.file, 1), f"its engine module engine/{game.engine}/{module}.py", "none",
                         "the topic file, the engine module and the test go by one name", code="twin")
        if tests.is_dir() and not (tests / f"test_{module}.py").is_file():
            yield Defect(Place(ruling.place.file, 1), f"its test tests/engine/{game.engine}/test_{module}.py", "none",
                         "the topic file, the engine module and the test go by one name", code="twin")


def _check_ruling(corpus: Corpus, game: Game, ruling: Ruling) -> Iterator[Defect]:
    if not ruling.id.startswith(game.prefix) or not _ID.match(ruling.id):
        yield _at(ruling, f"an id in kebab-case that begins with {game.prefix}", f"“{ruling.id}”", "", "bad-id")
    for name in ("title", "question", "answer"):
        if not getattr(ruling, name).strip():
            yield _at(ruling, f"a text under `{name}:`", "an empty one", "", "missing-field")
    yield from _check_references(corpus, game, ruling)
    yield from _check_dates(game, ruling)
    yield from _check_readings(ruling)
    yield from _check_sources(game, ruling)
    if ruling.kind != "note" and game.engine_package and not ruling.examples:
        yield _at(ruling, "examples", "none", "a ruling without an engine is of `kind: note`", "missing-examples")
    if ruling.kind == "decision" and game.engine_package and not ruling.single and len(ruling.examples) < 2:
        yield _at(ruling, "two examples that differ in one input and are answered differently",
                  f"{len(ruling.examples)}", "add the contrast, or say why there is none with `single:`", "contrast")
    titles = [e.title for e in ruling.examples]
    for title in sorted({t for t in titles if titles.count(t) > 1}):
        yield _at(ruling, "examples with different titles", f"“{title}” twice", "", "duplicate-title")
    if ruling.faq and ruling.moment not in game.moments:
        yield _at(ruling, f"`moment:` of the turn for よくある質問, one of {', '.join(game.moments)}",
                  f"“{ruling.moment}”" if ruling.moment else "none", "", "moment")


def _check_references(corpus: Corpus, game: Game, ruling: Ruling) -> Iterator[Defect]:
    for other in ruling.see:
        if other not in corpus.by_id:
            yield _at(ruling, "`see:` with ids that exist", f"“{other}”", _near(other, corpus.by_id), "dead-see")
    if ruling.replaces:
        old = corpus.by_id.get(ruling.replaces)
        if old is None:
            yield _at(ruling, "`replaces:` with an id that exists", f"“{ruling.replaces}”",
                      _near(ruling.replaces, corpus.by_id), "dead-see")
        elif not old.until:
            yield _at(old, "`until:` on a ruling that was replaced", "none", f"{ruling.id} replaces it", "bad-date")
    for card in (*ruling.cards, *ruling.wording):
        if card not in game.by_name and card not in {g.id for g in game.groups}:
            yield _at(ruling, "names that names.yaml knows", f"“{card}”", _near(card, game.by_name), "unknown-card")
    for group in ruling.groups:
        if group not in {g.id for g in game.groups}:
            yield _at(ruling, "a group of names.yaml", f"“{group}”", "", "unknown-group")
    for silence in ruling.silence:
        if silence not in game.silences.ids:
            yield _at(ruling, f"a silence of the game's list ({game.silences.prefix}1 … "
                      f"{game.silences.prefix}{game.silences.count})", f"“{silence}”", "", "silence")
    if len(ruling.silence) > MAX_SILENCES and not ruling.silence_reason:
        yield _at(ruling, f"at most {MAX_SILENCES} silences, or `silence_reason:`", f"{len(ruling.silence)}", "",
                  "silence")


def _check_dates(game: Game, ruling: Ruling) -> Iterator[Defect]:
    dates = [("since", "" if ruling.since == "unknown" else ruling.since), ("until", ruling.until)]
    dates += [("updated", c.updated) for c in ruling.source]
    for label, date in dates:
        if date and not _date(date):
            yield _at(ruling, f"`{label}:` as a date like 2009-09-18", f"“{date}”", "", "bad-date")
    if ruling.until and ruling.since not in ("", "unknown") and ruling.until < ruling.since:
        yield _at(ruling, "`until:` after `since:`", f"{ruling.since} to {ruling.until}", "", "bad-date")
    for citation in ruling.source:
        doc = game.document.get(citation.document)
        if doc and doc.until and ruling.since not in ("", "unknown") and ruling.since > doc.until:
            yield _at(ruling, f"a ruling within the dates of {doc.id} (to {doc.until})", f"since {ruling.since}", "",
                      "bad-date")


def _check_readings(ruling: Ruling) -> Iterator[Defect]:
    keys = ruling.point.keys
    if ruling.certainty == "stated" and ruling.readings:
        yield _at(ruling, "no readings on a stated ruling", ", ".join(keys), "make it `inferred` or `open`", "readings")
    if ruling.kind == "decision" and ruling.certainty != "stated" and len(keys) < 2:
        yield _at(ruling, f"at least two `readings:` on an {ruling.certainty} decision", f"{len(keys)}",
                  "each with key, text, support and why; they come from the text or the research, never made up",
                  "readings")
    if ruling.certainty == "open" and ruling.default:
        yield _at(ruling, "no `default:` on an open ruling", f"“{ruling.default}”",
                  "with a default it is `inferred`", "readings")
    if ruling.certainty == "inferred" and ruling.readings and ruling.default not in keys:
        yield _at(ruling, f"`default:` with one of {', '.join(keys)}", f"“{ruling.default}”", "", "readings")
    for key in keys:
        if not _KEY.match(key) or keys.count(key) > 1:
            yield _at(ruling, "keys of readings in kebab-case, each once", f"“{key}”", "", "readings")


def _check_sources(game: Game, ruling: Ruling) -> Iterator[Defect]:
    if not [c for c in ruling.source if not c.background]:
        yield _at(ruling, "a `source:` that is not only background", "none",
                  "an open point cites the clause that leaves it open", "missing-field")
    for citation in ruling.source:
        doc = game.document.get(citation.document)
        if doc is None:
            yield _at(ruling, "a document of game.yaml", f"“{citation.document}”",
                      _near(citation.document, game.document), "unknown-document")
        elif doc.audited and not citation.at:
            yield _at(ruling, f"`at:` for {doc.id}, like “heading#1”", "none", "", "missing-field")
    cited = {(c.document, c.at) for c in ruling.source if _counts(game, c)}
    if len(cited) > MAX_CITES and not ruling.cites_reason:
        yield _at(ruling, f"at most {MAX_CITES} clauses cited, or `cites_reason:`", f"{len(cited)}",
                  "split the ruling", "cites")


def _counts(game: Game, citation: Citation) -> bool:
    doc = game.document.get(citation.document)
    return doc is not None and doc.audited


def _at(ruling: Ruling, expected: str, found: str, hint: str, code: str) -> Defect:
    return Defect(ruling.place, expected, found, hint, ruling.id, code)


def _date(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _near(word: str, known: object) -> str:
    import difflib

    near = difflib.get_close_matches(word, list(known), 1, 0.6)  # type: ignore[call-overload]
    return f"did you mean “{near[0]}”?" if near else ""
