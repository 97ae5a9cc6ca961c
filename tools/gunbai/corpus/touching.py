"""Which rulings touch which names of a game: directly, or through a group of cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from gunbai.corpus.model import Game
from gunbai.corpus.names import Name
from gunbai.corpus.ruling import Ruling

__all__ = ["Touch", "touching"]


@dataclass(frozen=True, slots=True)
class Touch:
    """A ruling that touches a name: directly, or through a group (its title).

    With its own wording for the name, or with what stands before the text for it.
    """

    ruling: Ruling
    group: str = ""
    wording: str = ""
    symbols: str = ""

    @property
    def text(self) -> str:
        """The answer as it reads for the name, where that differs from the ruling's own; else empty."""
        return f"{self.symbols} {self.wording or self.ruling.answer}" if self.symbols else self.wording


def touching(game: Game) -> Mapping[str, tuple[Touch, ...]]:
    """By name: every ruling that touches it; first those whose title or topics say it, then direct, then groups."""
    found: dict[str, dict[str, Touch]] = {}
    groups = {g.id: g for g in game.groups}
    for ruling in game.rulings:
        direct = [game.by_name[c].name for c in ruling.cards if c in game.by_name]
        worded = {game.by_name[c].name: text for c, text in ruling.wording.items() if c in game.by_name}
        for name in direct:
            found.setdefault(name, {})[ruling.id] = Touch(ruling, wording=worded.get(name, ""))
        for group_id in (*ruling.groups, *(c for c in ruling.cards if c in groups)):
            group = groups.get(group_id)
            for member in group.members if group else ():
                row = game.by_name.get(member)
                if row and group:
                    found.setdefault(row.name, {}).setdefault(ruling.id, Touch(
                        ruling, group.title, worded.get(row.name, ""), group.symbols.get(member, "")))
        for name, text in worded.items():
            found.setdefault(name, {}).setdefault(ruling.id, Touch(ruling, wording=text))
    return {name: tuple(sorted(touches.values(), key=partial(_order, game.by_name[name])))
            for name, touches in found.items()}


def _order(name: Name, touch: Touch) -> tuple[bool, int]:
    said = (name.name, *name.aliases)
    own = any(n in touch.ruling.title for n in said) or any(n in touch.ruling.topics for n in said)
    return bool(touch.ruling.until), 0 if own else 2 if touch.group else 1
