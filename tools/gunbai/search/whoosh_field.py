"""A field of the Whoosh index that takes terms as they are, with their places: nothing is joined to be cut again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from whoosh.fields import TEXT
from whoosh.formats import Existence

__all__ = ["Terms"]


class Terms(TEXT):  # type: ignore[misc]
    """Takes a mapping of terms to places; a better place counts as more."""

    def __init__(self) -> None:
        super().__init__(phrase=False)
        self.format = Existence()  # the weight is kept beside each posting; nothing else is

    def index(self, value: Mapping[str, int], **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        """What Whoosh lists for a value: (term, frequency, weight, nothing more)."""
        return ((text.encode("utf-8"), place + 1, place + 1.0, b"") for text, place in value.items())
