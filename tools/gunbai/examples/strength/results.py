"""What came of measuring a game: mutants with their fates, gaps, and the numbers that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

__all__ = ["GameStrength", "Gap", "Mutant", "Share", "Trial"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small wrong change: where, in which function or table, before → after, and who should notice it."""

    file: str
    line: int
    where: str
    before: str
    after: str
    text: str
    rulings: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.where}: {self.before} → {self.after}"


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a mutant: ``killed`` (by ``by``), ``listed`` as equivalent, ``survived``, or ``unreached``."""

    mutant: Mutant
    fate: str
    by: str = ""
    how: str = ""
    """``answer``, ``broke`` or ``time``; the reason of one that is listed."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Lines of one function that no example reaches, or a table that none reads."""

    file: str
    first: int
    last: int
    text: str

    def __str__(self) -> str:
        lines = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{self.file}:{lines}: no example reaches this: {self.text}"


@dataclass(frozen=True, slots=True)
class Share:
    """What the examples of one ruling answer for: mutants that are theirs alone, and those that others answer for too.

    Listed ones do not count. Of a shared mutant that was killed only this is known: an example of one of its rulings
    noticed it.
    """

    own: int = 0
    own_killed: int = 0
    shared: int = 0
    shared_killed: int = 0

    @property
    def whole(self) -> bool:
        """Whether every one was noticed."""
        return self.own == self.own_killed and self.shared == self.shared_killed


@dataclass
class GameStrength:
    """How strong the examples of one game are. ``kept``: measured earlier, in the same state."""

    game: str
    trials: list[Trial] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0
    kept: bool = field(default=False, compare=False)

    def of(self, ruling: str) -> GameStrength:
        """Only what the examples of one ruling answer for. Gaps are no ruling's."""
        return replace(self, trials=[t for t in self.trials if ruling in t.mutant.rulings], gaps=[])

    def count(self, fate: str) -> int:
        """How many mutants were ``killed``, ``listed``, ``survived`` or ``unreached``."""
        return sum(t.fate == fate for t in self.trials)

    @property
    def percent(self) -> float:
        """The share of mutants that were killed or are listed."""
        known = self.count("killed") + self.count("listed")
        return 100 * known / len(self.trials) if self.trials else 100.0

    @property
    def survivors(self) -> list[Trial]:
        """The mutants that no example noticed though one reached them, by file and line."""
        return [t for t in self.trials if t.fate == "survived"]

    @cached_property
    def shares(self) -> Mapping[str, Share]:
        """By ruling: what its examples answer for. A mutant counts once for each of the rulings that answer for it."""
        found: dict[str, list[int]] = {}
        for trial in self.trials:
            many = 2 * (len(trial.mutant.rulings) > 1)
            for ruling in trial.mutant.rulings if trial.fate != "listed" else ():
                row = found.setdefault(ruling, [0, 0, 0, 0])
                row[many] += 1
                row[many + 1] += trial.fate == "killed"
        return {ruling: Share(*row) for ruling, row in sorted(found.items())}

    @property
    def by_ruling(self) -> dict[str, tuple[int, int]]:
        """For every ruling: how many of the mutants that its examples answer for were killed, and how many there are.

        Listed ones do not count; a mutant for which several rulings answer counts for each (see ``shares``).
        """
        return {i: (s.own_killed + s.shared_killed, s.own + s.shared) for i, s in self.shares.items()}
