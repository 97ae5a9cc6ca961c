"""A sketch of a text: enough to tell how alike two texts are, too little to read either.

The smallest hashes of the text's runs of three characters (MinHash, 32 of them, eight bits of each kept): the share in
which two sketches agree estimates the share of runs that the texts have in common, give or take 0.1. So a lock can
follow a clause whose words were changed and that moved at once, without holding a word of a document.
"""

from __future__ import annotations

import hashlib
import unicodedata

__all__ = ["SKETCH_LENGTH", "likeness", "sketch_of"]

_HASHES = 32
_RUN = 3
_READ = 2_000
"""How many characters of a text are looked at: no clause of a rulebook is longer, and time grows with them."""
SKETCH_LENGTH = 2 * _HASHES
"""How many hexadecimal digits a sketch has."""


def sketch_of(text: str) -> str:
    """The sketch of a text, or of its beginning where it is long; width and white space do not count."""
    folded = "".join(unicodedata.normalize("NFKC", text).split())[:_READ]
    runs = {folded[at:at + _RUN] for at in range(max(1, len(folded) - _RUN + 1))}
    smallest = [0xFFFF] * _HASHES
    for run in runs:
        digest = hashlib.blake2b(run.encode("utf-8", "surrogatepass"), digest_size=2 * _HASHES).digest()
        for place in range(_HASHES):
            smallest[place] = min(smallest[place], digest[2 * place] << 8 | digest[2 * place + 1])
    return bytes(value & 0xFF for value in smallest).hex()


def likeness(one: str, other: str) -> float:
    """How alike the texts of two sketches are, 0 to 1; 0 where one has no sketch."""
    if len(one) != SKETCH_LENGTH or len(other) != SKETCH_LENGTH:
        return 0.0
    return sum(a == b for a, b in zip(bytes.fromhex(one), bytes.fromhex(other), strict=True)) / _HASHES
