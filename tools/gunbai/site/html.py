"""HTML made without a template, for code that also runs in the browser: whatever is not :class:`Html` is escaped."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["Html", "attribute", "filled", "joined"]

_SPECIAL = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


class Html(str):
    """Text that is HTML already. Jinja2 knows it by ``__html__`` and does not escape it again."""

    __slots__ = ()

    def __html__(self) -> str:
        """Itself."""
        return str(self)


def filled(form: str, *values: object) -> Html:
    """``form``, which is HTML of ours, with each ``{}`` replaced by a value, escaped."""
    return Html(form.format(*map(_escaped, values)))


def joined(parts: Iterable[object], between: object = "") -> Html:
    """The parts, escaped, one after the other."""
    return Html(_escaped(between).join(map(_escaped, parts)))


def attribute(text: str) -> Html:
    """A text for an attribute in single quotes: JSON, which holds many double ones, stays short and readable."""
    return Html(text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;"))


def _escaped(value: object) -> str:
    ready = getattr(value, "__html__", None)
    return str(ready()) if ready else str(value).translate(_SPECIAL)
