"""What came of measuring a game: mutants with their fates, gaps, and the numbers that follow from them."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["GameStrength", "Gap", "Mutant", "Trial"]


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
    """``answer``, ``broke`` or ``time``."""


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


@dataclass
class GameStrength:
    """How strong the examples of one game are."""

    game: str
    trials: list[Trial] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0

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

    @property
    def by_ruling(self) -> dict[str, tuple[int, int]]:
        """For every ruling: how many of the mutants that its examples answer for were killed, and how many there are.

        Listed ones do not count; a mutant for which several rulings answer counts for each.
        """
        found: dict[str, list[int]] = {}
        for trial in self.trials:
            for ruling in trial.mutant.rulings if trial.fate != "listed" else ():
                row = found.setdefault(ruling, [0, 0])
                row[0] += trial.fate == "killed"
                row[1] += 1
        return {ruling: (killed, total) for ruling, (killed, total) in sorted(found.items())}
