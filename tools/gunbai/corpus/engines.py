"""Where the engine of a game is: a package of gunbai.engine, one that another project registers, or a dotted name.

A project registers its engines in its pyproject.toml, and has to be installed for that to count::

    [project.entry-points."gunbai.engines"]
    my_game = "my_game"
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from functools import cache

__all__ = ["GROUP", "package_of", "registered"]

GROUP = "gunbai.engines"


def package_of(engine: str) -> str:
    """The package of the engine that game.yaml calls ``engine``; nothing is imported, and it need not exist.

    A package of gunbai.engine goes before a registered one of the same name: nobody's engine is replaced from outside.
    """
    if "." in engine:
        return engine
    own = f"gunbai.engine.{engine}"
    return registered().get(engine, own) if importlib.util.find_spec(own) is None else own


@cache
def registered() -> Mapping[str, str]:
    """The engines that installed projects register: name to package."""
    from importlib.metadata import entry_points  # not quick to import, and rarely needed

    return {point.name: point.value for point in entry_points(group=GROUP)}
