"""Checks across the files of a corpus: ids, references, dates, readings, names, silences, twins."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

from gunbai.corpus.clauses import style_of
from gunbai.corpus.conflicts import conflict_defects
from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import ENGINE, LANG, MOST_SILENCES, Corpus, Game
from gunbai.corpus.ruling_checks import PREFIX, at, check_ruling, is_date, named, near, sound
from gunbai.corpus.urls import SLUG, romaji, slug_of

__all__ = ["check_corpus"]

_KANA = re.compile(r"[ぁ-ゖー0-9a-z]+\Z")


def check_corpus(corpus: Corpus) -> Iterator[Defect]:
    """Every defect that only shows when files are read together. Those of single files are in ``corpus.defects``.

    What could not be read (``Game.gaps``) is taken to be right: one defect must not look like several.
    """
    seen: dict[str, Place] = {}
    prefixes: dict[str, str] = {}
    for game in corpus.games:
        if game.prefix in prefixes:
            yield Defect(game.at("prefix"), "a prefix of its own", f"“{game.prefix}”, as {prefixes[game.prefix]} has",
                         code="prefix")
        prefixes.setdefault(game.prefix, game.id)
        yield from _check_game(corpus, game)
        for ruling in (*game.rulings, *(r for r, _ in game.gaps.partly)):
            if ruling.id in seen:
                yield at(ruling, "an id that is used once", f"“{ruling.id}” again (first at {seen[ruling.id]})",
                          "ids are permanent: give the newer one another id", "duplicate-id", "id")
            if ruling.id:
                seen.setdefault(ruling.id, ruling.place)
        for ruling in game.rulings:
            yield from check_ruling(corpus, game, ruling)
        for ruling, unread in game.gaps.partly:
            yield from check_ruling(corpus, game, ruling, unread)
        yield from conflict_defects(game)


def _check_game(corpus: Corpus, game: Game) -> Iterator[Defect]:
    if game.place.file.split("/")[-2] != game.id:
        yield Defect(game.at("id"), f"the id of its directory, “{game.place.file.split('/')[-2]}”", f"“{game.id}”",
                     code="game-id")
    if not PREFIX.match(game.prefix):
        yield Defect(game.at("prefix"), "a prefix of small letters that ends in -", f"“{game.prefix}”", code="prefix")
    if not ENGINE.match(game.engine):
        yield Defect(game.at("engine"), "a package of gunbai.engine, a dotted name, or none", f"“{game.engine}”",
                     code="engine")
    if not LANG.match(game.lang):
        yield Defect(game.at("lang"), "a language like ja or en", f"“{game.lang}”", code="lang")
    topics = {t.id for t in game.topics}
    written = {r.topic: r.place.file for r in reversed(game.rulings)}
    for name in sorted(written.keys() - topics):
        yield Defect(game.at("topics"), f"the topic “{name}” under `topics:`",
                     f"the file {written[name]} without an entry", "add it where it belongs in the reading order",
                     code="unknown-topic")
    for index, topic in enumerate(game.topics):
        if topic.id not in written and topic.id not in game.gaps.topics:
            yield Defect(game.at("topics", index), f"rulings in {topic.id}.yaml", "none", code="empty-topic")
        if [t.id for t in game.topics[:index]].count(topic.id):
            yield Defect(game.at("topics", index), "each topic once", f"“{topic.id}” again", code="duplicate-topic")
    yield from _check_names(game)
    if not 0 <= game.silences.count <= MOST_SILENCES:
        yield Defect(game.at("silences"), f"a count from 0 to {MOST_SILENCES}", f"{game.silences.count}",
                     code="silence")
    elif not game.gaps.topics:
        yield from _check_silences(game)
    yield from _check_twins(corpus.root, game)
    yield from _check_houses(corpus, game)
    yield from _check_documents(game)


def _check_houses(corpus: Corpus, game: Game) -> Iterator[Defect]:
    for house in game.houses.values():
        for ruling, key in house.choices.items():
            found = game.by_id.get(ruling)
            if (corpus.blind or ruling in game.gaps.rulings) if found is None else not sound(game, found):
                continue
            if found is None or key not in found.point.keys:
                yield Defect(house.at("choices", ruling), "a ruling with readings and one of its keys",
                             f"“{ruling}: {key}”",
                             f"its keys are {', '.join(found.point.keys) or 'none'}" if found else "no such ruling",
                             code="house")


def _check_documents(game: Game) -> Iterator[Defect]:
    ids = [d.id for d in game.documents]
    for index, doc in enumerate(game.documents):
        if doc.id in ids[:index]:
            yield Defect(game.at("documents", index), "each document once", f"“{doc.id}” again",
                         code="duplicate-document")
        for label, date in (("updated", doc.updated), ("since", doc.since), ("until", doc.until)):
            if date and not is_date(date):
                yield Defect(game.at("documents", index), f"`{label}` of {doc.id} as a date like 2009-09-18",
                             f"“{date}”", code="bad-date")
        try:
            style_of(doc.style)
        except ValueError as error:
            yield Defect(game.at("documents", index), f"a `style:` of {doc.id} that can be used", str(error),
                         code="style")
    cited = [(g.place, c.document) for g in game.groups for c in g.source]
    cited += [(n.place, c.document) for n in game.names for c in n.source]
    cited += [(t.place, c.document) for t in game.tables for c in t.source]
    cited += [(game.at("not_a_rule", n), entry.document) for n, entry in enumerate(game.not_a_rule)]
    for place, document in cited:
        if document not in game.document:
            yield Defect(place, "a document of game.yaml", f"“{document}”", near(document, game.document),
                         code="unknown-document")


def _check_names(game: Game) -> Iterator[Defect]:
    first: dict[str, Place] = {}
    slugs: dict[str, Place] = {}
    for row in game.names:
        if row.slug and not SLUG.match(row.slug):
            yield Defect(row.place, "a slug of small letters, digits and single hyphens, at most 60 of them",
                         f"“{row.slug}”", f"for “{row.name}”, like {romaji(row.yomi[0])}" if row.yomi else "",
                         code="slug")
        if slug_of(row) in slugs and row.name not in first:
            yield Defect(row.place, "a slug of its own", f"“{slug_of(row)}” again (first at {slugs[slug_of(row)]})",
                         "slugs are permanent: give the newer one another", code="slug")
        slugs.setdefault(slug_of(row), row.place)
        for name in dict.fromkeys((row.name, *row.aliases)):
            if name in first:
                yield Defect(row.place, "each name and alias once", f"“{name}” again (first at {first[name]})",
                             "one name must not mean two things", code="duplicate-name")
            first.setdefault(name, row.place)
        if not row.yomi and game.lang == "ja":
            yield Defect(row.place, f"the yomi of “{row.name}”", "none", "how it is said, in hiragana", code="yomi")
        for yomi in row.yomi:
            if not _KANA.match(yomi):
                yield Defect(row.place, "a yomi in hiragana", f"“{yomi}”", "numbers and letters as they are said",
                             code="yomi")
    for group in game.groups:
        for member in group.members:
            if not named(game, member):
                yield Defect(group.place, "members that names.yaml knows", f"“{member}”", near(member, game.by_name),
                             code="unknown-card")
        for member in group.symbols:
            if member not in group.members:
                yield Defect(group.place, f"`symbols:` of members of {group.id}", f"“{member}”",
                             near(member, group.members), code="unknown-card")


def _check_silences(game: Game) -> Iterator[Defect]:
    answered = {s for r in game.rulings for s in r.silence}
    for silence in game.silences.ids:
        if silence not in answered:
            yield Defect(game.at("silences"), f"a ruling with `silence: {silence}`", "none",
                         game.silences.texts.get(silence, ""), code="silence")
    for silence in game.silences.texts:
        if silence not in game.silences.ids:
            yield Defect(game.at("silences"), f"silences up to {game.silences.prefix}{game.silences.count}",
                         f"“{silence}”", code="silence")


def _check_twins(root: Path, game: Game) -> Iterator[Defect]:
    """DESIGN's twin rule: topic file, engine module and test module go by one name."""
    if not game.engine_package:
        return
    package = _package_directory(game)
    if package is None:
        return  # that the engine is missing is said where the examples are run
    short = game.engine_package.rpartition(".")[2]
    tests = root.parent / "tests"
    for topic in dict.fromkeys(r.topic for r in game.rulings if r.kind != "note"):
        module = topic.replace("-", "_")
        ruling = next(r for r in game.rulings if r.topic == topic)
        if not (package / f"{module}.py").is_file():
            yield Defect(Place(ruling.place.file, 1), f"its engine module {short}/{module}.py", "none",
                         "the topic file, the engine module and the test go by one name", code="twin")
        if tests.is_dir() and not (tests / "engine" / short / f"test_{module}.py").is_file():
            yield Defect(Place(ruling.place.file, 1), f"its test tests/engine/{short}/test_{module}.py", "none",
                         "the topic file, the engine module and the test go by one name", code="twin")


def _package_directory(game: Game) -> Path | None:
    """Where the engine's modules lie; the engine itself is not imported."""
    if game.engine_package == f"gunbai.engine.{game.engine}":
        package = Path(__file__).parents[1] / "engine" / game.engine
        return package if package.is_dir() else None
    try:
        spec = importlib.util.find_spec(game.engine_package)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin).parent if spec and spec.origin and spec.submodule_search_locations else None
