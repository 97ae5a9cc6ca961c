"""A tiny engine for tests of the commands."""

from gunbai.engine.mihon import basics  # type: ignore[import-not-found]  # noqa: F401
