"""The same example under other readings: whether a picture of what a statement made would look different there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from gunbai.engine.kernel import NoAnswer, Setting
from gunbai.engine.verb import Verb
from gunbai.engine.verdict import Outcome, weigh
from gunbai.examples.language import Statement
from gunbai.examples.runner import Told
from gunbai.examples.session import BUILTINS, Session
from gunbai.site.pictures.asking import INFERRED, OPEN
from gunbai.site.pictures.svg import Picture

__all__ = ["FIRM", "Firmness", "Worlds"]

MARKS = {"firm": "", "inferred": INFERRED, "open": OPEN}


@dataclass(frozen=True, slots=True)
class Firmness:
    """How certain a picture is, in a word (empty: quite), and the points on which it hangs."""

    mark: str = ""
    points: tuple[str, ...] = ()


FIRM = Firmness()
UNUSED = "_"
"""A name that no statement mentions: it is none of the example language."""


class Worlds:
    """One example, told again under other readings as often as need be."""

    def __init__(self, setting: Setting, verbs: Mapping[str, Verb], told: Sequence[Told]) -> None:
        self.setting, self.verbs, self.told = setting, verbs, told
        self._known: dict[frozenset[tuple[str, str]], Sequence[Told]] = {}

    def firmness(self, place: int, picture: Picture, draw: Callable[[Told], Picture | None]) -> Firmness:
        """How certain the picture of the statement at ``place`` is; ``draw`` draws it under other readings."""
        one = self.told[place]

        def outcome(told: Told, drawn: Picture | None) -> Outcome:
            value = "".join((drawn.text, *drawn.parts)) if drawn else told.answer.value
            return Outcome(value if drawn or isinstance(value, NoAnswer) else None, (), told.answer.touched)

        def replay(choices: Mapping[str, str]) -> Outcome:
            told = self._under(choices)[place]
            same = told.answer.value == one.answer.value and told.answer.inputs == one.answer.inputs
            return outcome(told, picture if same else draw(told))

        verdict = weigh(outcome(one, picture), replay, one.setting.points, one.setting.house)
        return Firmness(MARKS[verdict.firmness], verdict.points if verdict.firmness != "firm" else ())

    def _under(self, choices: Mapping[str, str]) -> Sequence[Told]:
        """The example told under other readings; what it settles itself stays settled."""
        key = frozenset(choices.items())
        if key not in self._known:
            session = Session(self.setting.choosing(choices), self.verbs)
            again = []
            for one in self.told:
                if isinstance(one.statement, Statement):
                    # bound to a name, a question is answered without being weighed, which nobody asks here
                    statement = replace(one.statement, target=one.statement.target or UNUSED)
                    told = one.statement if one.statement.verb in BUILTINS else statement
                    again.append(Told(one.statement, session.tell(told), session.setting))
                else:
                    again.append(one)
            self._known[key] = again
        return self._known[key]
