"""A game whose engine cannot be imported."""
