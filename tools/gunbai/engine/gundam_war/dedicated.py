"""「専用機のセット」: whether the character for whom a unit is made is set on it.

The unit names its character in its own name （アムロ・レイ機）, in a trait 専用「…」, or only in part (シャア専用…).
What names in part mean stands in tables/dedicated.yaml; 別名 of characters in tables/other_names.yaml.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gunbai.engine.gundam_war.naming import same_name, written
from gunbai.engine.kernel import Malformed, Situation, reading, rule, table
from gunbai.engine.verb import verb

__all__ = ["Unit", "all_set", "detach", "dedicated", "named", "names_of", "opened", "paired", "traits", "unit"]

_FORMS = re.compile(r"\(([^()]+?)(?:専用)?機\)$|^([^()]+?)専用")
"""（～専用機）, （～機）, and ～専用 without brackets, in a name as it is compared."""


@dataclass(frozen=True, slots=True)
class Unit(Situation):
    """ユニットと、それにセットされたキャラクター"""

    name: str
    characters: tuple[str, ...]


@verb("ユニット", name="名称", characters="セット")
@rule("gw-dedicated-state")
def unit(name: str, characters: tuple[str, ...] = ()) -> Unit:
    """A unit with the characters that are set on it."""
    return Unit(name, characters)


@verb("外す", of="ユニット", character="キャラクター")
@rule("gw-dedicated-live")
def detach(of: Unit, character: str) -> Unit:
    """A character leaves its unit; Malformed where it is not set on it."""
    if character not in of.characters:
        raise Malformed(f"{character}はセットされていない")
    return replace(of, characters=tuple(c for c in of.characters if c != character))


@verb("専用機のセット", of="ユニット")
@rule("gw-dedicated-state")
def dedicated(of: Unit) -> bool:
    """Whether the state is given now: a character for whom the unit is made is set on it."""
    return any(_fits(of.name, name) for character in of.characters for name in names_of(character))


@verb("専用機のユニット", units="ユニット")
@rule("gw-dedicated-all")
def all_set(units: tuple[Unit, ...]) -> tuple[str, ...]:
    """Of several units, those for which the state is given."""
    return tuple(u.name for u in units if dedicated(u))


@rule("gw-dedicated-alias")
def names_of(character: str) -> tuple[str, ...]:
    """The names under which a character is compared: its own, and its 別名."""
    others = tuple(row["other"] for row in table("other_names") if same_name(one=row["character"], other=character))
    if others and reading("gw-dedicated-alias") == "with-aliases":
        return (character, *others)
    return (character,)


def _fits(name: str, character: str) -> bool:
    """Whether the unit ``name`` is made for ``character``."""
    tokens = named(name)
    fitting = [known for known in (*tokens, *traits(name)) if same_name(one=known, other=character)]
    return bool(fitting) or paired(name, character, tokens)


@rule("gw-dedicated-short")
def paired(name: str, character: str, tokens: tuple[str, ...]) -> bool:
    """Whether a unit that gives but a part of a name (``tokens``) is made for a character: as the list pairs them."""
    for row in table("dedicated"):
        if same_name(one=row["unit"], other=name) and same_name(one=row["character"], other=character):
            return reading("gw-dedicated-short") == "person" if row["certainty"] == "inferred" else opened()
    return any(token in written(character) for token in tokens) and opened()


@rule("gw-dedicated-token")
def named(name: str) -> tuple[str, ...]:
    """What a unit's name says of its character, as in （～専用機） and （～機）; empty where it says nothing."""
    return tuple(part for found in _FORMS.finditer(written(name)) for part in found.groups() if part)


@rule("gw-dedicated-trait")
def traits(name: str) -> tuple[str, ...]:
    """The characters that a unit's traits name as 専用「…」."""
    return tuple(row["character"] for row in table("dedicated_traits") if same_name(one=row["unit"], other=name))


@rule("gw-dedicated-open")
def opened() -> bool:
    """Whether a pair counts that only the official table could settle."""
    return reading("gw-dedicated-open") == "counts"
