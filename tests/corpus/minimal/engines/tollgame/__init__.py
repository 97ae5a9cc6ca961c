"""A game made up for the tests; its engine lives outside ``gunbai.engine``."""
