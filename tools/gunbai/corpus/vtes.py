"""The rulings of Vampire: The Eternal Struggle as the project vtes-rulings keeps them: three YAML files, as they are.

``rulings.yaml`` has statements by card (``100001|.44 Magnum``) or group (``G00001|Temporary control``); a statement
may hold ``[pot]`` (a symbol), ``{Abbot}`` (a card), and ends with its references (``[LSJ 20040518]``). ``groups.yaml``
has the members of the groups, each with the symbols that stand before a ruling for it; ``references.yaml`` has the
address of each reference. What the symbols and the authors are is said in comments at the head of the files.
``vtes_game`` makes a game of all this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.yamlfile import Block, Items, read_yaml

__all__ = ["FILES", "Author", "Entry", "Key", "Source", "read_source", "symbols_in"]

FILES = ("rulings.yaml", "groups.yaml", "references.yaml")

REMINDER = "REMINDER"
"""Marks a statement that only repeats the card's own text: it needs no reference."""

_KEY = re.compile(r"(?P<number>G?[0-9]+)\|(?P<name>.*\S)\Z")
_BRACKET = re.compile(r"\[([^\[\]]+)\]")
_BRACE = re.compile(r"\{([^{}]+)\}")
_CITED = re.compile(r"[A-Z]{3} (?:[0-9]{8}(?:-[0-9]+)*|[a-z0-9]+(?:-[a-z0-9]+)*)\Z")
_AUTHOR = re.compile(
    r"^# - (?P<mark>[A-Z]{3}): (?P<name>[^\n]*?)(?:, from (?P<since>\d{4}-\d\d-\d\d) onward)?$", re.MULTILINE)
_SYMBOLS = re.compile(r"^# - (?P<what>[A-Z][^:\n`]*): (?P<list>[^\n]*(?:\n# {3,}[^\n]*)*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Key:
    """A card or a group: its number (``100001``, ``G00001``) and its name."""

    number: str
    name: str

    @property
    def group(self) -> bool:
        """Whether it is a group of cards."""
        return self.number.startswith("G")


@dataclass(frozen=True, slots=True)
class Entry:
    """A statement about a card or group. Texts are without braces and references."""

    about: Key
    text: str
    cites: tuple[str, ...]
    cards: tuple[str, ...]
    """The cards that the text names, as it writes them."""
    overrides: Mapping[Key, str]
    """A wording of its own for single members of a group."""
    reminder: bool
    tidied: str
    """What stood after the last reference and is no word: a quote or a full stop left behind."""
    place: Place


@dataclass(frozen=True, slots=True)
class Author:
    """Who stands behind references: a person from the day of office on, the rules team, the rulebook."""

    mark: str
    name: str
    since: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """All that the three files say."""

    entries: tuple[Entry, ...]
    groups: Mapping[Key, Mapping[Key, str]]
    references: Mapping[str, str]
    authors: Mapping[str, Author]
    symbols: Mapping[str, str]
    """Symbols to what they are, from the list at the head of rulings.yaml."""
    licence: str


def read_source(directory: Path) -> tuple[Source | None, tuple[Defect, ...]]:
    """The files in ``directory``, or all that is wrong with them."""
    defects: list[Defect] = []
    blocks: dict[str, Block] = {}
    texts: dict[str, str] = {}
    for name in FILES:
        read = read_yaml(directory / name, name)
        defects.extend(read.defects)
        if read.data is not None:
            blocks[name] = read.data
            texts[name] = (directory / name).read_text("utf-8-sig")
    if len(blocks) < len(FILES):
        return None, tuple(defects)
    reader = _Reader(defects)
    groups = reader.groups(blocks["groups.yaml"])
    references = reader.references(blocks["references.yaml"])
    entries = tuple(reader.entries(blocks["rulings.yaml"], groups))
    licence = directory / "LICENSE"
    source = Source(entries, groups, references, _authors(texts["references.yaml"]), _symbols(texts["rulings.yaml"]),
                    licence.read_text("utf-8", "replace") if licence.is_file() else "")
    return (None, tuple(defects)) if defects else (source, ())


def symbols_in(text: str) -> tuple[str, ...]:
    """The symbols that a text writes in brackets."""
    return tuple(_BRACKET.findall(text))


class _Reader:
    """Reads the mappings and notes what does not fit, with file and line."""

    def __init__(self, defects: list[Defect]) -> None:
        self.defects = defects

    def key(self, text: str, place: Place) -> Key | None:
        """``100001|.44 Magnum`` taken apart."""
        found = _KEY.match(text)
        if found is None:
            self.defects.append(Defect(place, "a key like 100001|.44 Magnum or G00001|Temporary control", f"“{text}”",
                                       code="vtes-key"))
            return None
        return Key(found["number"], found["name"])

    def groups(self, data: Block) -> dict[Key, dict[Key, str]]:
        """The members of every group with their symbols."""
        groups: dict[Key, dict[Key, str]] = {}
        for name, members in data.items():
            place = Place("groups.yaml", data.lines[name])
            group = self.key(name, place)
            if not isinstance(members, Block):
                self.wrong(place, "a mapping of members")
            elif group:
                groups[group] = {card: symbols for member, symbols in members.items()
                                 if (card := self.key(member, Place("groups.yaml", members.lines[member])))
                                 and self.text(symbols, Place("groups.yaml", members.lines[member]))}
        return groups

    def references(self, data: Block) -> dict[str, str]:
        """The address of every reference."""
        for name in data:
            if not _CITED.match(name):
                self.wrong(Place("references.yaml", data.lines[name]), "a reference like LSJ 20040518 or RBK trifle",
                           f"“{name}”")
        return {name: address for name, address in data.items()
                if self.text(address, Place("references.yaml", data.lines[name]))}

    def entries(self, data: Block, groups: Mapping[Key, object]) -> Iterator[Entry]:
        """Every statement in order."""
        for name, items in data.items():
            place = Place("rulings.yaml", data.lines[name])
            about = self.key(name, place)
            if not isinstance(items, Items):
                self.wrong(place, "a list of rulings")
                continue
            if about and about.group and about not in groups:
                self.wrong(place, "a group of groups.yaml", f"“{name}”")
            for item, line in zip(items, items.lines, strict=True):
                if about and (entry := self.entry(about, item, Place("rulings.yaml", line))):
                    yield entry

    def entry(self, about: Key, item: object, place: Place) -> Entry | None:
        """One statement, plain or with overrides."""
        overrides: dict[Key, str] = {}
        if isinstance(item, Block):
            for key in item:
                if key not in ("text", "overrides"):
                    self.wrong(Place(place.file, item.lines[key]), "`text:` and `overrides:`", f"“{key}”")
            own = item.get("overrides")
            if own is not None and not isinstance(own, Block):
                self.wrong(place, "a mapping under `overrides:`")
            for member, text in (own.items() if isinstance(own, Block) else ()):
                card = self.key(member, place)
                if card and self.text(text, place):
                    overrides[card] = text
            item = item.get("text")
        if not self.text(item, place) or not isinstance(item, str):
            return None
        cites = [c for t in (item, *overrides.values()) for c in _BRACKET.findall(t) if _CITED.match(c)]
        reminder = REMINDER in _BRACKET.findall(item)
        if not cites and not reminder:
            self.wrong(place, "a reference like [LSJ 20040518] at the end", "none")
        cards = [c for t in (item, *overrides.values()) for c in _BRACE.findall(t)]
        text, left = _bare(item)
        return Entry(about, text, tuple(dict.fromkeys(cites)), tuple(dict.fromkeys(cards)),
                     {card: _bare(t)[0] for card, t in overrides.items()}, reminder, left, place)

    def text(self, value: object, place: Place) -> bool:
        """Whether it is a text."""
        if not isinstance(value, str):
            self.wrong(place, "a text", "a list or mapping" if isinstance(value, (Block, Items)) else f"“{value}”")
        return isinstance(value, str)

    def wrong(self, place: Place, expected: str, found: str = "something else") -> None:
        """Note a defect."""
        self.defects.append(Defect(place, expected, found, code="vtes"))


def _bare(text: str) -> tuple[str, str]:
    """A text without braces and references, and what was left behind the last reference."""
    def gone(found: re.Match[str]) -> str:
        return "\0" if _CITED.match(found[1]) or found[1] == REMINDER else found[0]

    marked = _BRACE.sub(r"\1", _BRACKET.sub(gone, text))
    said, _, after = marked.rpartition("\0")
    if said and not re.search(r"\w", after):
        marked, left = said, after.strip()
    else:
        left = ""
    return re.sub(r" *\0 *", " ", marked).strip(), left


def _authors(text: str) -> dict[str, Author]:
    return {a["mark"]: Author(a["mark"], a["name"], a["since"] or "") for a in _AUTHOR.finditer(text)}


def _symbols(text: str) -> dict[str, str]:
    head = text.partition("List of symbols")[2].partition("###")[0]
    return {symbol: found["what"] for found in _SYMBOLS.finditer(head)
            for symbol in re.split(r"[,\s#]+", found["list"]) if symbol}
