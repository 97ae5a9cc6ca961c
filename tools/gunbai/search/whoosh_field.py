"""What the Whoosh index is made with: a field that takes terms as they are, with their places (nothing is joined to be
cut again), and a codec that looks up no length twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from whoosh.codec.whoosh3 import W3Codec
from whoosh.fields import TEXT
from whoosh.formats import Existence

__all__ = ["Codec", "Terms"]


class Terms(TEXT):  # type: ignore[misc]
    """Takes a mapping of terms to places; a better place counts as more."""

    def __init__(self) -> None:
        super().__init__(phrase=False)
        self.format = Existence()  # the weight is kept beside each posting; nothing else is

    def index(self, value: Mapping[str, int], **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        """What Whoosh lists for a value: (term, frequency, weight, nothing more)."""
        return ((text.encode("utf-8"), place + 1, place + 1.0, b"") for text, place in value.items())


class Codec(W3Codec):  # type: ignore[misc]
    """Whoosh's own, for writing: it asks how long a field of an entry is for every posting anew."""

    def per_document_reader(self, storage: Any, segment: Any) -> Any:
        """A reader that remembers lengths."""
        reader = super().per_document_reader(storage, segment)
        reader.doc_field_length = cache(reader.doc_field_length)
        return reader
