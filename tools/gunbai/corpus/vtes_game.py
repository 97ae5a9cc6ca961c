"""A game made of the rulings of Vampire: The Eternal Struggle (``corpus.vtes``): a corpus without an engine.

How each thing is taken up, and why:

- A statement becomes a ruling of ``kind: note`` whose ``answer`` is the statement. It was no question, so
  ``question`` is empty rather than made up; the ``title`` is the card or group with the first words.
- Its ``cards`` begin with the card itself, then come those that its text names. A group's ruling names the group.
- Two cards of one name bear their number (``Theo Bell (200001)``); the bare name is a nickname of both.
- A reference becomes a document with its address and the date in its id. The rulebook, the rules team and a rules
  director from the day of office on speak for the publisher; before that day, the same person is a judge; whom the
  source does not list is a player.
- An id is made of the card and the first telling words. A ruling that is there already (same card, same text; else
  same card, same references) keeps its id, so an edit upstream does not change an address. So do names.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from gunbai.corpus.model import Game, Topic
from gunbai.corpus.names import Name, NameGroup
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.source import Authority, Citation, Document
from gunbai.corpus.vtes import Author, Entry, Key, Source, symbols_in

__all__ = ["CARD_TEXT", "GAME", "Imported", "game_of"]

GAME, PREFIX = "vtes", "vtes-"
CARD_TEXT = "card-text"
"""The document that a mere reminder rests on."""

_LETTERS = str.maketrans({"ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "ß": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe",
                          "đ": "d", "ð": "d", "þ": "th", "ı": "i", "'": "", "’": ""})
_WEAK = frozenset("a an and are as at be been by can do does for from has have he her his if in is it its of on or "
                  "she so that the their them they this to was when which who will with".split())
ID_WORDS, ID_NAME, TITLE_WORDS, LONGEST_SLUG = 5, 40, 10, 60


@dataclass(frozen=True)
class Imported:
    """The game, what was counted, and what a maintainer should know."""

    game: Game
    counts: Mapping[str, int]
    warnings: tuple[str, ...] = ()


def game_of(source: Source, before: Game | None = None) -> Imported:
    """The game of a source; ``before`` is what an earlier import made, whose ids are kept."""
    names = _Names(source, before)
    documents, warnings = _documents(source)
    ids = _Ids(before)
    groups = tuple(
        NameGroup(_group_id(key), key.name, tuple(names.of[c] for c in members),
                  symbols={names.of[c]: text for c, text in members.items() if text})
        for key, members in source.groups.items())
    made = [_ruling(entry, names, ids) for entry in source.entries]
    topics = _topics(source.entries)
    rulings = tuple(sorted(made, key=lambda r: list(topics).index(r.topic)))
    game = Game(
        id=GAME, prefix=PREFIX, title="Vampire: The Eternal Struggle", yomi=(), engine="none", lang="en",
        about="Rulings of Vampire: The Eternal Struggle on single cards and groups of cards, as the project "
              "vtes-rulings collects them.",
        owner="The rulings are those of vtes-rulings (see the file LICENSE). The game and its cards belong to their "
              "owners.",
        documents=documents, topics=tuple(topics.values()), colour="red", symbols=_symbols(source),
        names=names.rows, groups=groups, rulings=rulings)
    gone = sorted(r.id for r in before.rulings if r.id not in {x.id for x in rulings}) if before else []
    warnings += [f"{e.place}: “{e.tidied}” after the last reference was left out" for e in source.entries if e.tidied]
    warnings += [f"the ruling {i} is no longer there" for i in gone]
    counts = {
        "rulings": len(source.entries), "cards and groups with rulings": len({e.about for e in source.entries}),
        "groups": len(source.groups), "members of groups": sum(map(len, source.groups.values())),
        "members with symbols": sum(1 for g in source.groups.values() for s in g.values() if s),
        "references": len(source.references), "citations": sum(len(e.cites) for e in source.entries),
        "overrides": sum(len(e.overrides) for e in source.entries),
        "cards": len(names.rows), "cards that only a text names": sum(not row.number for row in names.rows),
        "symbols": len(game.symbols),
    }
    return Imported(game, counts, tuple(warnings))


def slug(text: str) -> str:
    """A text as small ASCII letters and digits with hyphens between the words."""
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


class _Names:
    """The cards by key, and what a text means by a name."""

    def __init__(self, source: Source, before: Game | None) -> None:
        keys = dict.fromkeys(c for members in source.groups.values() for c in members)
        keys |= dict.fromkeys(c for e in source.entries for c in (e.about, *e.overrides) if not c.group)
        sharing = Counter(key.name for key in keys)
        self.of: dict[Key, str] = {k: k.name if sharing[k.name] == 1 else f"{k.name} ({k.number})" for k in keys}
        meant: dict[str, list[str]] = {}
        for key, name in sorted(self.of.items(), key=lambda kv: kv[0].number):
            meant.setdefault(key.name, []).append(name)
        folded: dict[str, list[str]] = {}
        for bare, found in meant.items():
            folded.setdefault(bare.casefold(), []).extend(found)
        aliases: dict[str, list[str]] = {}
        others: list[str] = []
        for said in dict.fromkeys(c for e in source.entries for c in e.cards):
            near = folded.get(said.casefold(), [])
            if said not in meant and len(near) == 1:  # written with another capital letter
                aliases.setdefault(near[0], []).append(said)
                meant[said] = near
            elif said not in meant:
                others.append(said)
                meant[said] = [said]
        self.meant = meant
        rows = [Name(name, (), number=key.number, aliases=tuple(aliases.get(name, ())),
                     nicknames=(key.name,) if sharing[key.name] > 1 else ()) for key, name in self.of.items()]
        rows += [Name(name, ()) for name in others]
        rows.sort(key=lambda row: (slug(row.name), row.name))
        alike = Counter(slug(row.name) for row in rows)
        kept = {row.name: row.slug for row in before.names} if before else {}
        taken = set(kept.values())

        def permanent(row: Name) -> str:
            made = slug(row.name)
            fit = alike[made] == 1 and made not in taken and 0 < len(made) <= LONGEST_SLUG
            return kept.get(row.name, made if fit else "")

        self.rows = tuple(replace(row, slug=permanent(row)) for row in rows)

    def said(self, entry: Entry) -> Iterator[str]:
        """The cards that a ruling touches: its own first, then those that its text names."""
        found = [] if entry.about.group else [self.of[entry.about]]
        return iter(dict.fromkeys([*found, *(name for said in entry.cards for name in self.meant[said])]))


@dataclass
class _Ids:
    """Gives each ruling its id; what an earlier import gave stays."""

    before: Game | None
    used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        rulings = self.before.rulings if self.before else ()
        self.used.update(r.id for r in rulings)
        self.by_text: dict[object, list[str]] = {}
        self.by_source: dict[object, list[str]] = {}
        for r in rulings:
            self.by_text.setdefault((_about(r), r.answer), []).append(r.id)
            self.by_source.setdefault((_about(r), frozenset(c.document for c in r.source)), []).append(r.id)
        self.taken: set[str] = set()

    def of(self, about: str, readable: str, text: str, documents: Iterable[str]) -> str:
        """An id of its own for the ruling on ``about`` that says ``text``."""
        known: list[str] = self.by_text.get((about, text), []) + self._alone((about, frozenset(documents)))
        for kept in known:
            if kept not in self.taken:
                self.taken.add(kept)
                return kept
        words = [w for w in slug(re.sub(r"\[[^\]]*\]", " ", text)).split("-") if w not in _WEAK] or ["ruling"]
        head = f"{PREFIX}{_cut(readable)}"
        count = min(ID_WORDS, len(words))
        made = "-".join((head, *words[:count]))
        while made in self.used and count < len(words):
            count += 1
            made = "-".join((head, *words[:count]))
        number, stem = 2, made
        while made in self.used:
            made, number = f"{stem}-{number}", number + 1
        self.used.add(made)
        self.taken.add(made)
        return made

    def _alone(self, key: object) -> list[str]:
        found = self.by_source.get(key, [])
        return found if len(found) == 1 else []


def _about(ruling: Ruling) -> str:
    """The card or group that an imported ruling is on."""
    return ruling.groups[0] if ruling.groups else next(iter(ruling.cards), "")


def _cut(readable: str) -> str:
    """A slug of at most so many characters, whole words."""
    if len(readable) <= ID_NAME:
        return readable
    whole: str = readable[:ID_NAME + 1].rpartition("-")[0]
    return whole or readable[:ID_NAME]


def _group_id(key: Key) -> str:
    return f"{key.number.lower()}-{slug(key.name)}"


def _ruling(entry: Entry, names: _Names, ids: _Ids) -> Ruling:
    group = _group_id(entry.about) if entry.about.group else ""
    own = group or names.of[entry.about]
    documents = [_document_id(c) for c in entry.cites] or [CARD_TEXT]
    title = f"{entry.about.name}: {_gist(entry.text)}"
    return Ruling(
        ids.of(own, slug(entry.about.name if group else own), entry.text, documents), "note", title, "", entry.text,
        "stated", source=tuple(map(Citation, documents)), cards=tuple(names.said(entry)),
        groups=(group,) if group else (), wording={names.of[c]: text for c, text in entry.overrides.items()},
        topics=("reminder",) if entry.reminder else (), game=GAME, topic=_topic(entry.about)[0])


def _gist(text: str) -> str:
    """The first words, to the end of the sentence where that is near."""
    plain = re.sub(r"^(?:[\[][^\]]*[\]]\s*)+", "", text) or text
    first = re.split(r"(?<=[a-z)\"])(?<!\beg)(?<!\bie)(?<!\betc)[.;] ", plain, maxsplit=1)[0]
    words = first.split(" ")
    return first.rstrip(".") if len(words) <= TITLE_WORDS else " ".join(words[:TITLE_WORDS]).rstrip(",;:(") + " …"


def _topic(key: Key) -> tuple[str, str]:
    if key.group:
        return "groups", "Groups of cards"
    first = slug(key.name)[:1]
    return (f"cards-{first}", first.upper()) if first.isalpha() else ("cards-0-9", "0–9")


def _topics(entries: Iterable[Entry]) -> dict[str, Topic]:
    """Groups first, then the letters."""
    found = dict(_topic(e.about) for e in entries)
    order = sorted(found, key=lambda t: (t != "groups", t != "cards-0-9", t))
    return {t: Topic(t, found[t]) for t in order}


def _symbols(source: Source) -> dict[str, str]:
    """The symbols that the texts use, each with what the source's list says it is."""
    texts = [t for e in source.entries for t in (e.text, *e.overrides.values())]
    texts += [t for members in source.groups.values() for t in members.values()]
    used = dict.fromkeys(s for t in texts for s in symbols_in(t))
    return {s: source.symbols.get(s, "symbol") for s in sorted(used, key=lambda s: (s.lower(), s))}


def _documents(source: Source) -> tuple[tuple[Document, ...], list[str]]:
    """Every reference as a document, also those that no ruling cites."""
    cited = dict.fromkeys(c for e in source.entries for c in e.cites)
    unknown = [c for c in cited if c not in source.references]
    warnings = [f"the reference {c} is not in references.yaml: it has no address" for c in unknown]
    found = [_document(c, address, source.authors) for c, address in source.references.items()]
    found += [_document(c, "", source.authors) for c in unknown]
    if any(e.reminder and not e.cites for e in source.entries):
        found.append(Document(CARD_TEXT, "The card's own text", "publisher"))
    return tuple(found), warnings


def _document_id(reference: str) -> str:
    return slug(reference)


def _document(reference: str, address: str, authors: Mapping[str, Author]) -> Document:
    mark, _, rest = reference.partition(" ")
    date = f"{rest[:4]}-{rest[4:6]}-{rest[6:8]}" if re.match(r"\d{8}", rest) else ""
    author = authors.get(mark)
    authority: Authority = "player"
    if author:
        authority = "judge" if date and date < author.since else "publisher"
    title = f"{reference}, {author.name}" if author else reference
    return Document(_document_id(reference), title, authority, address, date)
