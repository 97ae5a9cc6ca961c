"""The engine of the made-up game: one module a topic."""

from tollgame.engine import fares

__all__ = ["fares"]
