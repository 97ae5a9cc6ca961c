"""Powers: what the basics.yaml of the made-up game says."""

from __future__ import annotations

from gunbai.engine.kernel import Malformed, rule, table
from gunbai.engine.verb import verb


@verb("合計", cards="カード")
@rule("mw-power")
def total(cards: tuple[str, ...]) -> int:
    """The sum of the powers of some cards."""
    powers = {row["card"]: row["value"] for row in table("power")}
    if unknown := [c for c in cards if c not in powers]:
        raise Malformed(f"戦力が分からない: {unknown[0]}")
    return sum(powers[c] for c in cards)
