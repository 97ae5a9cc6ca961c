"""The made-up games here are material for tests; their examples are not collected."""

collect_ignore = ["library", "engine", "vtes"]
