"""Checks that examples prove something: they reach their rule, contrast, and try every reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import Game
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.ruling_checks import sound
from gunbai.engine.kernel import EngineFault, Undecided, ruled, rules
from gunbai.engine.verb import Verb
from gunbai.examples.conflicts import engine_conflicts
from gunbai.examples.questions import Question, differences
from gunbai.examples.runner import ExampleRun, comparable, load_verbs, run_example

__all__ = ["GameRun", "check_examples", "contrasted", "run_game"]

_NOTHING: frozenset[object] = frozenset()
SINGLES = 10
"""At most one decision in so many may do without a contrast."""


@dataclass
class GameRun:
    """All examples of one game, run: by ruling id, then in order."""

    game: Game
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    runs: dict[str, list[ExampleRun]] = field(default_factory=dict)
    faults: list[Defect] = field(default_factory=list)
    skipped: str = ""
    """Why no example was run, where the engine's data could not be read."""

    @cached_property
    def doubtful(self) -> frozenset[str]:
        """Ids of rulings with other defects, from which what is wrong with examples may only follow."""
        unsound = (r.id for r in self.game.rulings if not sound(self.game, r))
        return self.game.gaps.rulings | self.game.gaps.examples | frozenset(unsound)

    @property
    def reruns(self) -> int:
        """How many runs the readings made necessary besides the plain ones."""
        return sum(r.reruns for runs in self.runs.values() for r in runs)


def run_game(game: Game) -> GameRun:
    """Run every example of a game. An engine that breaks is a defect in ``faults``, never an exception."""
    result = GameRun(game)
    if game.engine != "none" and not game.engine_package:
        result.skipped = "its engine has no proper name, so no example was run"
        return result
    if game.gaps.data:
        result.skipped = "its names or tables could not all be read, so no example was run"
        return result
    try:
        result.verbs = load_verbs(game)
    except Exception as error:  # noqa: BLE001 - whatever an engine's module does when it is imported
        found = str(error) if isinstance(error, EngineFault) else f"{type(error).__name__}: {error}"
        hint = "an engine of another project counts once that is installed: `pip install -e .` in its directory" \
            if isinstance(error, EngineFault) else ""
        result.faults.append(Defect(game.at("engine"), "an engine that can be imported", found, hint, code="engine"))
        return result
    setting = game.setting
    for ruling in game.rulings:
        for example in ruling.examples:
            try:
                run = run_example(ruling, example, setting, result.verbs)
            except Exception as error:  # noqa: BLE001 - a bug of the engine must not stop the other examples
                if getattr(error, "ruling", "") in result.doubtful:
                    continue  # what is wrong with that ruling is said already
                result.faults.append(Defect(
                    Place(ruling.place.file, example.line), f"example “{example.title}” to run",
                    f"{type(error).__name__}: {error}", "this is a defect of the engine", ruling.id, "engine"))
                continue
            result.runs.setdefault(ruling.id, []).append(run)
    return result


def check_examples(done: GameRun) -> Iterator[Defect]:
    """Everything that is wrong with the examples of a game and with what they prove."""
    game = done.game
    yield from done.faults
    for ruling_id, runs in done.runs.items():
        for run in runs if ruling_id not in done.doubtful else ():
            if not run.reached & done.doubtful:
                yield from run.failures
    if not game.engine_package or not done.verbs:
        return
    yield from _unmarked(game)
    for ruling in game.rulings:
        runs = done.runs.get(ruling.id, [])
        if ruling.kind == "note" or not runs or not rules(ruling.id) or ruling.id in done.doubtful:
            continue
        yield from _unreached(ruling, runs)
        if any(run.failures or ruling.id not in run.reached for run in runs):
            continue  # what they prove shows when they are right
        questions = [q for run in runs for q in run.questions]
        if ruling.kind == "decision" and not ruling.single and len(ruling.examples) > 1 \
                and not contrasted(ruling, runs):
            yield Defect(ruling.place, "two examples that differ in one input and are answered differently", "none",
                         "add the case just beside the line, or say why not with `single:`", ruling.id, "contrast")
        if ruling.readings:
            yield from _unread(ruling, questions)
    singles = [r for r in game.rulings if r.kind == "decision" and r.single]
    decisions = sum(r.kind == "decision" for r in game.rulings)
    if len(singles) * SINGLES > decisions:
        yield Defect(singles[-1].place, f"`single:` on at most one decision in {SINGLES}",
                     f"{len(singles)} of {decisions}", "give some of them a contrast", singles[-1].id, "singles")
    if not done.doubtful and not done.faults:  # else the examples that vary may be those that are not right
        yield from _constant(done)
    yield from engine_conflicts(game, done.verbs)


def _unmarked(game: Game) -> Iterator[Defect]:
    known = game.by_id
    for ruling in game.rulings:
        if ruling.kind != "note" and not rules(ruling.id):
            yield Defect(ruling.at("id"), f"an engine function marked @rule({ruling.id!r})", "none",
                         f"implement it in {_module(game, ruling)}", ruling.id, "no-rule")
    for ruling_id in ruled(game.engine_package):
        if ruling_id not in known and ruling_id not in game.gaps.rulings and not game.gaps.topics:
            where = rules(ruling_id)[0]
            yield Defect(game.place, f"a ruling {ruling_id}", "none",
                         f"{where.__module__}.{where.__qualname__} is marked with it", ruling_id, "no-ruling")


def _module(game: Game, ruling: Ruling) -> str:
    """The file of the engine that implements the rulings of one topic."""
    package = game.engine_package
    folder = package.replace(".", "/")
    return f"{'tools/' if package.startswith('gunbai.') else ''}{folder}/{ruling.topic.replace('-', '_')}.py"


def _unreached(ruling: Ruling, runs: list[ExampleRun]) -> Iterator[Defect]:
    for run in runs:
        if ruling.id not in run.reached and not run.failures:
            yield Defect(Place(ruling.place.file, run.example.line), f"an example that runs a rule of {ruling.id}",
                         f"“{run.example.title}” never reaches the rule",
                         f"it reached {', '.join(sorted(run.reached)) or 'none'}", ruling.id, "never-reaches")


def contrasted(ruling: Ruling, runs: Sequence[ExampleRun]) -> bool:
    """Whether two questions of a ruling's examples differ in one input and are answered differently."""
    return any(
        a.lines != b.lines and (ruling.id in a.reached or ruling.id in b.reached) and differences(a, b) == 1
        for a, b in combinations([q for run in runs for q in run.questions], 2)
    )


def _unread(ruling: Ruling, questions: list[Question]) -> Iterator[Defect]:
    """Every reading on one same situation, with answers that are not all equal."""
    mine = f"取り決め・{ruling.id}"
    tried: dict[object, dict[str, tuple[str, ...]]] = {}
    for q in questions:
        context = dict(q.context)
        key = context.pop(mine, None)
        answers = tried.setdefault((q.tree, tuple(sorted(context.items(), key=str))), {})
        if key is not None:
            answers[str(key)] = q.lines
        for choices, lines in q.table:
            if len(choices) == 1 and choices[0][0] == ruling.id:
                answers.setdefault(choices[0][1], lines)
    keys = set(ruling.point.keys)
    best = max((a for a in tried.values()), key=len, default={})
    if any(set(a) == keys and len(set(a.values())) > 1 for a in tried.values()):
        return
    missing = sorted(keys - set(best))
    if missing:
        yield Defect(ruling.place, "one situation that is run under every reading",
                     f"no example with {', '.join(missing)}",
                     f'add `>>> 取り決め("{ruling.id}", "{missing[0]}")` and the same question', ruling.id,
                     "reading-untried")
    else:
        yield Defect(ruling.place, "readings that answer one situation differently", "the same answer under all",
                     "find the situation in which the readings part", ruling.id, "reading-idle")


def _constant(done: GameRun) -> Iterator[Defect]:
    seen: dict[str, frozenset[object]] = {}
    for runs in done.runs.values():
        for run in runs:
            for step in (*run.steps, *run.replayed):
                results = seen.get(step.function, _NOTHING)
                if len(results) < 2 and not isinstance(step.result, Undecided):  # two are enough
                    seen[step.function] = results | {comparable(step.result)}
    for ruling in done.game.rulings:
        if ruling.kind == "note" or not ruling.examples:
            continue
        for marked in rules(ruling.id):
            name = f"{marked.__module__}.{marked.__qualname__}"
            if len(seen.get(name, ())) == 1:
                yield Defect(ruling.place, f"{name} to give more than one result over all examples",
                             "always the same", "add an example in which it answers otherwise", ruling.id,
                             "constant-rule")
            elif name not in seen:
                yield Defect(ruling.place, f"{name} to run in an example", "no example reaches it", "", ruling.id,
                             "never-reached")
