"""What may be typed next at the prompt of ``gunbai try``: verbs, parameter names, names of cards, bound names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gunbai.corpus.model import Game
from gunbai.engine.verb import Verb
from gunbai.examples.session import BUILTINS
from gunbai.text import fold, kana

__all__ = ["HELP", "Offer", "Words", "help_lines", "offers"]

HELP = "ヘルプ"
MAX_OFFERS = 60
_WORD = re.compile(r"\w*\Z")
_OPEN = re.compile(
    r"""(?P<text>"[^"\n]*(?:"|\Z)|'[^'\n]*(?:'|\Z))|(?P<call>\w+)\(|(?P<list>[(\[])|(?P<close>[)\]])""")


@dataclass(frozen=True, slots=True)
class Offer:
    """One completion: the text, how many characters before the cursor it replaces, and a remark."""

    text: str
    replaces: int
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """What the prompt knows: the game's verbs, names (with folded yomi), rulings with readings, keys of tables."""

    verbs: Mapping[str, Verb]
    names: tuple[tuple[str, tuple[str, ...]], ...]
    readings: Mapping[str, tuple[tuple[str, str], ...]]
    values: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, game: Game, verbs: Mapping[str, Verb]) -> Words:
        """The words of a game."""
        names = tuple((n, tuple(map(fold, row.yomi))) for row in game.names for n in (row.name, *row.aliases))
        return cls(verbs, names, {r.id: tuple((o.key, o.text) for o in r.readings) for r in game.rulings if r.readings},
                   {t.id: keys for t in game.tables if (keys := tuple(str(r["key"]) for r in t.rows if "key" in r))})


def offers(before: str, words: Words, bound: Iterable[str] = ()) -> list[Offer]:
    """What fits at the end of ``before``; ``bound`` are the names that have been given."""
    quote, text, calls, arguments = _where(before)
    found = _texts(text, calls, arguments, words) if quote else _outside(before, calls, words, tuple(bound))
    if quote:
        found = (Offer(f"{o.text}{quote}", o.replaces, o.remark) for o in found)
    return [o for o, _ in zip(found, range(MAX_OFFERS), strict=False)]


def help_lines(verbs: Mapping[str, Verb]) -> list[str]:
    """The verbs of a game and the words that every game has, each with what it does."""
    lines = ["手続き"]
    for verb in verbs.values():
        lines += [f"  {verb.signature}", *(f"      {d}" for d in verb.doc.split("\n")[:1] if d)]
    lines += ["どのゲームにもある言葉", *(f"  {text}" for text in BUILTINS.values())]
    return [*lines, f"  {HELP}(): この一覧を示す（? でもよい）。"]


def _where(before: str) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
    """The quote that is open and the text since, the calls that are open, and the texts already given to the last."""
    calls: list[tuple[str, list[str]]] = []
    for match in _OPEN.finditer(before):
        token = match.group()
        if match["text"]:
            if len(token) == 1 or token[-1] != token[0]:
                return token[0], token[1:], tuple(c for c, _ in calls if c), tuple(calls[-1][1]) if calls else ()
            if calls:
                calls[-1][1].append(token[1:-1])
        elif match["call"]:
            calls.append((match["call"], []))
        elif match["list"]:
            calls.append(("", []))
        elif match["close"] and calls:
            calls.pop()
    return "", "", tuple(c for c, _ in calls if c), ()


def _texts(typed: str, calls: tuple[str, ...], given: tuple[str, ...], words: Words) -> Iterator[Offer]:
    verb = calls[-1] if calls else ""
    if verb == "取り決め":
        pairs = words.readings.get(given[0], ()) if given else tuple((i, "") for i in words.readings)
        yield from (Offer(key, len(typed), text) for key, text in pairs if key.startswith(typed))
    elif verb == "表値":
        keys = words.values.get(given[0], ()) if given else tuple(words.values)
        yield from (Offer(key, len(typed)) for key in keys if key.startswith(typed))
    elif verb != "時点":
        folded = fold(typed)
        said = fold(kana(typed)) or folded
        front, rest = [], []
        for name, yomi in words.names:
            if fold(name).startswith(folded) or any(y.startswith(said) for y in yomi):
                front.append(Offer(name, len(typed), "、".join(yomi)))
            elif folded and folded in fold(name):
                rest.append(Offer(name, len(typed), "、".join(yomi)))
        yield from (*front, *rest)


def _outside(before: str, calls: tuple[str, ...], words: Words, bound: tuple[str, ...]) -> Iterator[Offer]:
    match = _WORD.search(before)
    typed = match.group() if match else ""
    if not calls:
        for name, verb in words.verbs.items():
            if name.startswith(typed):
                yield Offer(f"{name}(", len(typed), verb.signature)
        for name, about in BUILTINS.items():
            if name.startswith(typed) and name not in words.verbs:
                yield Offer(f"{name}(", len(typed), about.partition(": ")[0])
        if HELP.startswith(typed):
            yield Offer(f"{HELP}()", len(typed), "手続きの一覧")
        return
    known = words.verbs.get(calls[-1])
    if known is not None:
        yield from (Offer(f"{p.name}=", len(typed)) for p in known.parameters
                    if not p.variadic and p.name.startswith(typed))
    yield from (Offer(name, len(typed), "名付けたもの") for name in dict.fromkeys(bound) if name.startswith(typed))
