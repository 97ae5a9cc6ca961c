"""The engine of the made-up game of the site's tests."""

from . import basics, battle

__all__ = ["basics", "battle"]
