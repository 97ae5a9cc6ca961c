"""How strong the examples are: every function of an engine and every row of its tables is changed a little, and the
examples of the rulings whose rule was innermost there must notice.

Why not a library: mutmut 3 and cosmic-ray judge a mutant by a whole test run in a process of its own (about 0.15 s and
0.6 s each, measured), know nothing of which ruling should have noticed, and change no data. Here a mutant costs a few
milliseconds: the live function's code is swapped, and only the examples run that reach the line. Their operators lie in
private modules over other trees (libcst, parso), so ours work on ``ast``.

``source`` reads an engine, ``operators``, ``expressions`` and ``rows`` make changes, ``reach`` finds out who answers
for each, ``swap`` puts a change into the running engine, ``pool`` spreads the work, ``measure`` judges, ``kept``
remembers what was found.
"""

from gunbai.examples.strength.kept import kept, measured
from gunbai.examples.strength.measure import measure
from gunbai.examples.strength.results import GameStrength, Gap, Mutant, Share, Trial

__all__ = ["GameStrength", "Gap", "Mutant", "Share", "Trial", "kept", "measure", "measured"]
