"""A session: runs statements one after the other and says how firm each answer is.

A situation is judged as a whole under the date, house rules and table values that are in force when the question is
put: after 取り決め, 時点 or 表値 what was bound before is worked out anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass

from gunbai.engine.kernel import EngineFault, Illegal, Malformed, NoAnswer, Setting, Situation, Step, Undecided, run
from gunbai.engine.verb import Verb
from gunbai.engine.verdict import Outcome, Verdict, shown, weigh
from gunbai.examples.language import Argument, Ref, Statement

__all__ = ["BUILTINS", "Answer", "Session"]

BUILTINS: Mapping[str, str] = {
    "取り決め": "取り決め(裁定, 解釈): この卓では、推定または裁定待ちの裁定をその解釈で扱う。",
    "時点": "時点(日付): その日に有効だった裁定で答える（\"2009-09-17\" の形）。",
    "表値": "表値(表, 行, 値): 見本の値をこの例の中だけで替える。",
    "理由": "理由(): 直前の答えを決めた裁定を順に示す。",
    "経過": "経過(): 直前の答えまでに通った裁定と、それぞれの結果を示す。",
}

MAX_SIZE = 20_000


@dataclass(frozen=True, slots=True)
class Answer:
    """What a statement printed: the lines, the verdict behind them (None for the built-in words), the value.

    ``reached`` are the rulings that ran for it, also for the situations that it builds on. ``inputs`` are what the verb
    was given, by Japanese names, and ``touched`` the readings that the value hangs on.
    """

    lines: tuple[str, ...]
    verdict: Verdict | None = None
    value: object = None
    situation: str = ""
    reached: frozenset[str] = frozenset()
    inputs: tuple[tuple[str, object], ...] = ()
    touched: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class _Cell:
    """A statement whose names are resolved to the cells that they meant when it was written."""

    statement: Statement
    refs: Mapping[str, int]
    needed: tuple[int, ...]
    size: int
    """How many calls it takes to write it out without names: guards what an engine would have to walk through."""


@dataclass
class Session:
    """Statements run in ``setting`` with ``verbs``.

    ``steps`` are the rules that ran, ``replayed`` those that ran again because other readings had to be tried, and
    ``reruns`` says how often that was.
    """

    setting: Setting
    verbs: Mapping[str, Verb]
    last: Verdict | None = None
    reached: dict[str, None] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    replayed: list[Step] = field(default_factory=list)
    tables_read: dict[tuple[str, str], None] = field(default_factory=dict)
    reruns: int = 0
    _cells: list[_Cell] = field(default_factory=list)
    _names: dict[str, int] = field(default_factory=dict)
    _memo: dict[int, Outcome] = field(default_factory=dict)
    _reach: dict[int, frozenset[str]] = field(default_factory=dict)
    """The rulings that ran for a cell, also for what it builds on."""
    _told: list[int | str] = field(default_factory=list)
    """In order: the cells by index, and the changes of the setting as they were written."""

    def __post_init__(self) -> None:
        if self.setting.date:
            self._told.append(f'時点("{self.setting.date}")')
        self._told.extend(f'取り決め("{ruling}", "{key}")' for ruling, key in self.setting.house.items())

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are bound."""
        return tuple(self._names)

    def tell(self, statement: Statement) -> Answer:
        """Run one statement. What the rules forbid or leave open is an answer; nothing is raised."""
        if statement.verb in BUILTINS and statement.verb not in self.verbs:
            try:
                return Answer(self._builtin(statement))
            except Malformed as error:
                return Answer((f"{error.word}: {error.message}",), Verdict(Outcome(error)), error, statement.source)
        try:
            cell = self._cell(statement)
        except Malformed as error:
            known = {i for name in statement.refs if (i := self._names.get(name)) is not None}
            needed = known.union(*(self._cells[i].needed for i in known))
            error.situation = "; ".join((*self._before(needed), statement.source))
            return Answer(shown(error), Verdict(Outcome(error)), error, error.situation)
        index = len(self._cells)
        self._cells.append(cell)
        self._told.append(index)
        outcome = self._outcome(index, self.setting, self._memo, primary=True)
        if statement.target and (isinstance(outcome.value, Undecided) or not isinstance(outcome.value, NoAnswer)):
            self._names[statement.target] = index
            return Answer((), None, outcome.value, inputs=self._inputs(cell), touched=outcome.touched)
        verdict = weigh(outcome, lambda choices: self._replay(index, choices), self.setting.points, self.setting.house)
        if isinstance(outcome.value, NoAnswer):
            outcome.value.situation = self.situation(index)
        self.last = verdict
        return Answer(verdict.lines, verdict, outcome.value, self.situation(index), self._reach[index],
                      self._inputs(cell), outcome.touched)

    def _inputs(self, cell: _Cell) -> tuple[tuple[str, object], ...]:
        """What the verb of a cell was given, by name; names that stand for situations replaced by these."""
        statement = cell.statement
        given = (*zip(self.verbs[statement.verb].places, statement.args, strict=False), *statement.kwargs)
        return tuple((name, _meant(argument, cell, self._memo)) for name, argument in given)

    def situation(self, index: int) -> str:
        """The statements that led to cell ``index``, on one line that can be pasted back and gives the same answer."""
        return "; ".join(self._before({*self._cells[index].needed, index}))

    def _before(self, cells: set[int]) -> list[str]:
        """The changes of the setting and the statements of ``cells``, in the order in which they were told."""
        return [told if isinstance(told, str) else self._cells[told].statement.source
                for told in self._told if isinstance(told, str) or told in cells]

    def _cell(self, statement: Statement) -> _Cell:
        if statement.verb not in self.verbs:
            raise Malformed(f"「{statement.verb}」という手続きは無い{self._nearest(statement.verb)}")
        refs: dict[str, int] = {}
        for name in statement.mentions:
            if name not in self._names:
                raise Malformed(f"「{name}」はまだ決まっていない（文字なら引用符で囲む: \"{name}\"）")
            refs[name] = self._names[name]
        if not refs:
            return _Cell(statement, refs, (), 1)
        size = 1 + sum(self._cells[refs[name]].size for name in statement.mentions)
        if size > MAX_SIZE:  # names that are mentioned often need not mean that a situation has grown: look at it
            size = self._extent([refs[name] for name in statement.mentions])
        if size > MAX_SIZE:
            raise Malformed(f"状況が大きすぎる（名前を使わずに書くと手続きが{MAX_SIZE}を超える）")
        needed = tuple(sorted({j for i in refs.values() for j in (*self._cells[i].needed, i)}))
        return _Cell(statement, refs, needed, size)

    def _extent(self, cells: list[int]) -> int:
        """How much an engine would walk through in the values of ``cells``; counting ends a little above the limit."""
        count = 0
        for index in cells:
            waiting = [self._outcome(index, self.setting, self._memo, primary=True).value]
            while waiting and count <= MAX_SIZE:
                value = waiting.pop()
                count += 1
                if isinstance(value, (tuple, frozenset)):
                    waiting.extend(value)
                elif is_dataclass(value):
                    waiting.extend(getattr(value, part.name) for part in fields(value))
        return count

    def _nearest(self, word: str) -> str:
        import difflib

        near = difflib.get_close_matches(word, [*self.verbs, *BUILTINS], 1, 0.4)
        return f"（「{near[0]}」のことか）" if near else ""

    def _outcome(self, index: int, setting: Setting, memo: dict[int, Outcome], *, primary: bool) -> Outcome:
        cell = self._cells[index]
        for i in cell.needed:
            if i not in memo:
                memo[i] = self._evaluate(i, setting, memo, primary)
        if index not in memo:
            memo[index] = self._evaluate(index, setting, memo, primary)
        return memo[index]

    def _evaluate(self, index: int, setting: Setting, memo: Mapping[int, Outcome], primary: bool) -> Outcome:
        cell = self._cells[index]
        if primary:
            self._reach[index] = frozenset[str]().union(*(self._reach[i] for i in cell.refs.values()))
        touched: dict[str, str | None] = {}
        for i in cell.refs.values():
            touched.update(memo[i].touched)
            if isinstance(memo[i].value, NoAnswer):
                return Outcome(memo[i].value, memo[i].trace, tuple(touched.items()))
        statement = cell.statement
        value: object
        with run(setting) as current:
            try:
                value = self.verbs[statement.verb].call(
                    [_meant(a, cell, memo) for a in statement.args],
                    {k: _meant(v, cell, memo) for k, v in statement.kwargs})
            except NoAnswer as error:
                if isinstance(error, Illegal) and not error.rulings:
                    raise EngineFault(f"{statement.verb} forbids something outside any @rule function") from error
                value = error.with_traceback(None)  # the trace keeps it; the frames need not live on
        touched.update(current.touched)
        if primary:
            own = dict.fromkeys([s.ruling for s in current.trace])
            self.reached.update(own)
            self._reach[index] |= own.keys()
            self.steps.extend(current.trace)
            self.tables_read.update(current.tables_read)
        else:
            self.replayed.extend(current.trace)
        trace = tuple(current.trace)
        if not trace and cell.refs:  # a mere look at what was computed before
            trace = memo[max(cell.refs.values())].trace
        return Outcome(value, trace, tuple(touched.items()))

    def _replay(self, index: int, choices: Mapping[str, str]) -> Outcome:
        """The same situation under other readings. What did not ask for one of them is as it was."""
        self.reruns += 1
        memo = {i: o for i, o in self._memo.items() if not any(ruling in choices for ruling, _ in o.touched)}
        return self._outcome(index, self.setting.choosing(choices), memo, primary=False)

    def _builtin(self, statement: Statement) -> tuple[str, ...]:
        args = statement.args
        if statement.target or statement.kwargs or any(isinstance(a, (Ref, tuple)) for a in args):
            raise Malformed(BUILTINS[statement.verb])
        match statement.verb, args:
            case "取り決め", (str() as ruling, str() as key):
                self._change(self.setting.choosing({ruling: key}), statement)
            case "時点", (str() as date,):
                self._change(self.setting.on(iso_date(date)), statement)
            case "表値", (str() as name, str() as key, (str() | int()) as value):
                self._change(self.setting.with_value(name, key, value), statement)
            case "理由", ():
                return (self.last.reasons or ("なし",)) if self.last else ("なし",)
            case "経過", ():
                return tuple(map(step_line, self.last.outcome.trace)) or ("なし",) if self.last else ("なし",)
            case _:
                raise Malformed(BUILTINS[statement.verb])
        return ()

    def _change(self, setting: Setting, statement: Statement) -> None:
        self.setting = setting
        self._told.append(statement.source)
        self._memo.clear()


def _meant(argument: Argument, cell: _Cell, memo: Mapping[int, Outcome]) -> object:
    """An input as the engine gets it."""
    if isinstance(argument, Ref):
        return memo[cell.refs[argument.name]].value
    return tuple(_meant(a, cell, memo) for a in argument) if isinstance(argument, tuple) else argument


def step_line(step: Step) -> str:
    """One line of the trace: the ruling and what came of it."""
    value = "（状況）" if isinstance(step.result, Situation) else "、".join(shown(step.result))
    return f"{'  ' * step.depth}{step.ruling} → {value}"


def iso_date(text: str) -> str:
    """``text`` if it is an ISO date that exists; Malformed else."""
    import datetime

    try:
        if datetime.date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise Malformed(f"日付は 2009-09-18 の形で書く: {text}")
