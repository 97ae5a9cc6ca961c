"""The strength of examples, measured on a made-up engine of which every mutant's fate is known."""

from __future__ import annotations

import contextlib
import importlib
import itertools
import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import gunbai.engine
import pytest
from click.testing import CliRunner
from gunbai.commands.strength import strength
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus
from gunbai.engine import kernel
from gunbai.engine.verb import verbs
from gunbai.examples.check import run_game
from gunbai.examples.strength import GameStrength, Gap, measure
from gunbai.examples.strength.pool import TimeUp, limited, spread

NUMBERS = itertools.count()

GAME = """
id: {game}
prefix: ms-
title: 見本
yomi: [みほん]
engine: {package}
about: 見本のゲーム。
owner: 無し
documents: [{{id: text, title: 本文, authority: author}}]
topics: [{{id: basics, title: 基本}}]
"""

HEAD = """
from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from functools import cache

from gunbai.engine.kernel import EngineFault, Illegal, Malformed, Situation, reading, rule, table
from gunbai.engine.verb import verb

"""

STACK = """
LIMIT = 3

@verb("積む", n="枚数")
@rule("ms-limit")
def stack(n: int) -> bool:
    if n < 0:
        raise Illegal("負の枚数")
    return n <= LIMIT
"""
STACK_EXAMPLES = {"ms-limit": """
>>> 積む(3)
はい
>>> 積む(4)
いいえ
>>> 積む(-1)
不可: ms-limit
"""}


class House:
    """Writes made-up games, each with an engine package of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "engines").mkdir()

    def game(self, engine: str, examples: dict[str, str], tables: dict[str, str] | None = None,
             names: str = "") -> Game:
        package = f"mihon_strength_{next(NUMBERS)}"
        home = self.root / "engines" / package
        home.mkdir()
        (home / "__init__.py").write_text(f"from gunbai.engine.{package} import basics\n", encoding="utf-8")
        (home / "basics.py").write_text(HEAD + textwrap.dedent(engine), encoding="utf-8")
        corpus = self.root / package / "rulings"
        directory = corpus / "mihon"
        (directory / "tables").mkdir(parents=True)
        (directory / "game.yaml").write_text(GAME.format(game="mihon", package=package), encoding="utf-8")
        if names:
            (directory / "names.yaml").write_text(names, encoding="utf-8")
        for name, text in (tables or {}).items():
            (directory / "tables" / f"{name}.yaml").write_text(text, encoding="utf-8")
        rulings = "".join(
            f"  - id: {ruling}\n    kind: decision\n    title: 題\n    question: 問い\n    answer: 答え\n"
            f"    certainty: stated\n    source: [{{document: text, at: 章}}]\n    examples:\n"
            f"      - title: 例\n        run: |\n{textwrap.indent(text.strip(), ' ' * 10)}\n"
            for ruling, text in examples.items())
        (directory / "basics.yaml").write_text("rulings:\n" + rulings, encoding="utf-8")
        read = load_corpus(corpus)
        assert not read.defects, read.defects
        assert read.games
        return read.games[0]

    def measure(self, game: Game, **options: object) -> GameStrength:
        return measure(game, self.root / game.engine, jobs=2, **options)  # type: ignore[arg-type]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    gunbai.engine.__path__.append(str(tmp_path / "engines"))
    yield made
    gunbai.engine.__path__.remove(str(tmp_path / "engines"))
    for name in [n for n in sys.modules if "mihon_strength" in n]:
        del sys.modules[name]


def fates(result: GameStrength, fate: str) -> set[str]:
    return {f"{t.mutant.before} → {t.mutant.after}" for t in result.trials if t.fate == fate}


def printed(game: Game) -> list[tuple[str, ...]]:
    """Everything that the examples print, as `gunbai check` runs them."""
    done = run_game(game)
    assert not done.faults
    return [told.answer.lines for runs in done.runs.values() for run in runs for told in run.told]


def test_survivors_are_those_that_the_examples_cannot_notice(house: House) -> None:
    result = house.measure(house.game(STACK, STACK_EXAMPLES))
    # nothing asks for 0 cards: the two changes that only 0 tells apart survive, and no other
    assert fates(result, "survived") == {"< → <=", "0 → 1"}
    assert fates(result, "killed") == {
        "< → >=", "n < 0 → True", "n < 0 → False", "0 → -1", "raise Illegal('負の枚数') → dropped",
        "<= → <", "<= → >", "return n <= LIMIT → return not (n <= LIMIT)", "3 → 4", "3 → 2"}
    assert result.gaps == []
    assert result.errors == []


def test_one_more_example_kills_the_survivors(house: House) -> None:
    result = house.measure(house.game(STACK, {"ms-limit": STACK_EXAMPLES["ms-limit"] + ">>> 積む(0)\nはい\n"}))
    assert result.survivors == []
    assert result.percent == 100
    assert result.by_ruling == {"ms-limit": (12, 12)}


def test_a_survivor_names_file_line_change_and_who_should_have_noticed(house: House) -> None:
    game = house.game(STACK, STACK_EXAMPLES)
    survivor = house.measure(game).survivors[0].mutant
    assert survivor.file == f"gunbai/engine/{game.engine}/basics.py"
    assert survivor.text == "if n < 0:"
    assert (survivor.where, survivor.rulings) == ("stack", ("ms-limit",))
    lines = (house.root / "engines" / game.engine / "basics.py").read_text(encoding="utf-8").splitlines()
    assert lines[survivor.line - 1].strip() == survivor.text


def test_only_the_examples_of_the_innermost_rule_count(house: House) -> None:
    engine = """
    @rule("ms-inner")
    def inner(n: int) -> int:
        return helped(n)

    def helped(n: int) -> int:
        return n + 1

    @verb("外", n="数")
    @rule("ms-outer")
    def outer(n: int) -> int:
        return inner(n) * 2

    @verb("内", n="数")
    def asked(n: int) -> int:
        return inner(n)
    """
    outer_only = house.measure(house.game(engine, {"ms-outer": ">>> 外(3)\n8\n"}))
    # the outer ruling's example would notice, but it is the inner one's business
    assert {t.mutant.where for t in outer_only.survivors} == {"inner", "helped"}
    assert {t.mutant.rulings for t in outer_only.survivors} == {("ms-inner",)}
    assert [gap.text for gap in outer_only.gaps] == ["def asked(n: int) -> int:"]
    both = house.measure(house.game(engine, {"ms-outer": ">>> 外(3)\n8\n", "ms-inner": ">>> 内(3)\n4\n"}))
    assert both.survivors == []
    assert both.by_ruling["ms-inner"] == (6, 6)  # what runs outside any rule belongs to the example's ruling


def test_lines_that_no_example_reaches_are_listed_and_faults_are_not(house: House) -> None:
    engine = STACK + """

def idle(n: int) -> int:
    return n + 1


def sound(n: int) -> None:
    if n > 9:
        raise EngineFault("cannot be")
"""
    game = house.game(engine.replace("return n <= LIMIT", "sound(n)\n    return n <= LIMIT"), STACK_EXAMPLES)
    result = house.measure(game)
    assert [(gap.text, gap.last - gap.first) for gap in result.gaps] == [("def idle(n: int) -> int:", 1)]
    assert all("n > 9" not in t.mutant.before for t in result.trials)
    assert {t.mutant.before for t in result.trials if t.fate == "unreached"} == {"+", "1", "return n + 1"}


def test_endless_mutants_are_killed_by_the_clock(house: House) -> None:
    engine = """
    @verb("数える", n="数")
    @rule("ms-count")
    def count(n: int) -> int:
        found = 0
        while found < n:
            found += 1
        return found
    """
    result = house.measure(house.game(engine, {"ms-count": ">>> 数える(3)\n3\n"}))
    timed = {f"{t.mutant.before} → {t.mutant.after}" for t in result.trials if t.how == "time"}
    assert {"found += 1 → dropped", "+= → -="} <= timed
    # counting from 1 or below ends at 3 as well
    assert fates(result, "survived") == {"0 → 1", "0 → -1"}


def test_calls_of_imported_modules_are_changed_too(house: House) -> None:
    engine = """
    import re

    @verb("分ける", text="語")
    @rule("ms-split")
    def split(text: str) -> tuple[str, ...]:
        return tuple(re.split("-", text))
    """
    result = house.measure(house.game(engine, {"ms-split": '>>> 分ける("a-b")\na\nb\n'}))
    assert result.errors == []
    assert fates(result, "killed") == {
        '"-" → "?"', "re.split('-', text) → re.split(text, '-')", "return tuple(re.split('-', text)) → return None"}


def test_a_listed_mutant_counts_as_known(house: House) -> None:
    comments = "    # equivalent: < → <= : made up for this test\n    # equivalent: 0 → 1 : likewise\n"
    engine = STACK.replace("    if n < 0:", f"{comments}    if n < 0:")
    result = house.measure(house.game(engine, STACK_EXAMPLES))
    assert fates(result, "listed") == {"< → <=", "0 → 1"}
    assert result.survivors == []
    assert result.errors == []
    assert result.percent == 100
    assert result.by_ruling == {"ms-limit": (10, 10)}


@pytest.mark.parametrize(("comment", "message"), [
    ("# equivalent: <= → < : wrong", "listed as equivalent, but killed by ms-limit::例: <= → <"),
    ("# equivalent: > → >= : there is none", "listed as equivalent, but no such mutant: > → >="),
    ("# equivalent: <= → <", "expected “# equivalent: before → after : reason”"),
])
def test_a_false_listing_is_an_error(house: House, comment: str, message: str) -> None:
    engine = STACK.replace("return n <= LIMIT", f"return n <= LIMIT  {comment}")
    result = house.measure(house.game(engine, STACK_EXAMPLES))
    assert len(result.errors) == 1
    assert message in result.errors[0]
    assert result.errors[0].startswith("gunbai/engine/mihon_strength_")


TABLE = """
title: 札
rows:
  - {name: 赤, power: 2, fast: true, note: 誰も読まない}
  - {name: 青, power: 5, fast: false, note: 誰も読まない}
"""
TABLE_ENGINE = """
@verb("力", name="名")
@rule("ms-power")
def power(name: str) -> int:
    for row in table("cards"):
        if row["name"] == name:
            return row["power"]
    raise Illegal("無い")
"""
TABLE_EXAMPLES = {"ms-power": """
>>> 力("赤")
2
>>> 力("青")
5
>>> 力("白")
不可: ms-power
"""}


def test_rows_are_dropped_and_flipped_where_the_engine_reads_them(house: House) -> None:
    result = house.measure(house.game(TABLE_ENGINE, TABLE_EXAMPLES, {"cards": TABLE}))
    rows = {f"{t.mutant.before} → {t.mutant.after}" for t in result.trials if t.mutant.where == "cards"}
    assert rows == {"row 赤 → dropped", "row 青 → dropped", "name: 赤 → 青", "name: 青 → 赤",
                    "power: 2 → 3", "power: 2 → 1", "power: 5 → 6", "power: 5 → 4"}
    assert result.survivors == []


def test_a_row_that_no_example_needs_survives(house: House) -> None:
    table = TABLE + "  - {name: 黄, power: 7, fast: true, note: 誰も読まない}\n"
    result = house.measure(house.game(TABLE_ENGINE, TABLE_EXAMPLES, {"cards": table}))
    assert {t.mutant.before for t in result.survivors} == {"row 黄", "name: 黄", "power: 7"}
    assert {t.mutant.rulings for t in result.survivors} == {("ms-power",)}
    assert {(t.mutant.file, t.mutant.line) for t in result.survivors} == {("rulings/mihon/tables/cards.yaml", 6)}


def test_a_row_can_be_listed_in_its_table(house: House) -> None:
    table = TABLE + "  # equivalent: row 黄 → dropped : made up\n  - {name: 黄, power: 7}\n"
    result = house.measure(house.game(TABLE_ENGINE, TABLE_EXAMPLES, {"cards": table}))
    assert fates(result, "listed") == {"row 黄 → dropped"}
    assert result.errors == []


def test_neighbours_are_swapped_where_the_order_of_the_table_shows(house: House) -> None:
    engine = """
    @verb("次", name="名")
    @rule("ms-next")
    def following(name: str) -> str:
        names = [row["name"] for row in table("steps")]
        return names[(names.index(name) + 1) % len(names)]
    """
    steps = "title: 段階\nrows:\n  - {name: 一}\n  - {name: 二}\n  - {name: 三}\n"
    result = house.measure(house.game(engine, {"ms-next": '>>> 次("一")\n二\n'}, {"steps": steps}))
    swaps = {t.mutant.before + t.mutant.after: t.fate for t in result.trials if t.mutant.after.startswith("after")}
    assert swaps == {"row 一after 二": "killed", "row 二after 三": "killed"}
    as_set = house.measure(house.game(TABLE_ENGINE, TABLE_EXAMPLES, {"cards": TABLE}))
    assert not any(t.mutant.after.startswith("after") for t in as_set.trials)


def test_of_the_names_only_what_makes_names_one_is_changed(house: House) -> None:
    engine = """
    @verb("同名", a="甲", b="乙")
    @rule("ms-same")
    def same(a: str, b: str) -> bool:
        known = {row["name"]: (row["name"], *row["aliases"]) for row in table("names")}
        together = [group["members"] for group in table("groups") if group["same"]]
        return b in known[a] or any(a in members and b in members for members in together)
    """
    names = """
names:
  - {name: 赤い星, yomi: [あかいほし], kind: card}
  - {name: 青い星, yomi: [あおいほし], kind: card, aliases: [蒼い星]}
  - {name: 白い星, yomi: [しろいほし], kind: unit}
groups:
  - {id: pair, title: 組, members: [赤い星, 青い星], same: true}
"""
    examples = {"ms-same": '>>> 同名("赤い星", "青い星")\nはい\n>>> 同名("赤い星", "蒼い星")\nいいえ\n'}
    result = house.measure(house.game(engine, examples, names=names))
    rows = {(t.mutant.where, f"{t.mutant.before} → {t.mutant.after}", t.fate) for t in result.trials
            if t.mutant.file == "rulings/mihon/names.yaml"}
    assert rows == {
        ("names", "aliases: [] → [蒼い星]", "killed"),  # of the first row; the third has the same name for it
        ("names", "aliases: [] → [蒼い星]", "survived"),
        ("names", "aliases: [蒼い星] → []", "survived"),
        ("groups", "row pair → dropped", "killed"),
        ("groups", "members: [赤い星, 青い星] → [青い星]", "killed"),
        ("groups", "members: [赤い星, 青い星] → [赤い星]", "killed"),
        ("groups", "same: true → false", "killed")}


def test_a_table_that_no_example_reads_is_listed(house: House) -> None:
    result = house.measure(house.game(STACK, STACK_EXAMPLES, {"cards": TABLE}))
    assert result.gaps == [Gap("rulings/mihon/tables/cards.yaml", 2, 2, "the table cards")]


def test_what_runs_at_import_is_changed_too(house: House) -> None:
    engine = """
    class Colour(enum.Enum):
        RED = "赤"
        BLUE = "青"

    @dataclass(frozen=True)
    class Field(Situation):
        cards: int = 2
        limit: int = 4

    DOUBLE = {"赤": 2}
    BASE = 1
    TOTAL = BASE + 1

    @verb("場")
    def field() -> Field:
        return Field()

    @verb("出す", field="場", colour="色", by="数")
    @rule("ms-play")
    def play(field: Field, colour: str, by: int = 1) -> int:
        return field.cards * DOUBLE[Colour(colour).value] + TOTAL + by
    """
    result = house.measure(house.game(engine, {"ms-play": '>>> 場所 = 場()\n>>> 出す(場所, "赤")\n7\n'}))
    killed = {(t.mutant.where, t.mutant.before, t.mutant.after) for t in result.trials if t.fate == "killed"}
    assert {("Field.cards", "2", "3"), ("DOUBLE", "2", "1"), ("BASE", "1", "2"), ("TOTAL", "+", "-"),
            ("Colour.RED", '"赤"', '"?"'), ("play", "1", "2")} <= killed
    assert {t.mutant.where for t in result.survivors} == {"Field.limit", "Colour.BLUE"}


def test_caches_of_the_engine_do_not_hide_a_mutant(house: House) -> None:
    engine = """
    @cache
    def doubled(n: int) -> int:
        return n * 2

    @verb("倍", n="数")
    @rule("ms-double")
    def twice(n: int) -> int:
        return doubled(n)

    @verb("倍々", n="数")
    @rule("ms-again")
    def again(n: int) -> int:
        return doubled(n) + 1
    """
    result = house.measure(house.game(engine, {"ms-double": ">>> 倍(3)\n6\n", "ms-again": ">>> 倍々(3)\n7\n"}))
    assert result.survivors == []
    assert {t.mutant.rulings for t in result.trials if t.mutant.where == "doubled"} == {("ms-again", "ms-double")}


def test_an_example_that_fails_unchanged_is_an_error_and_proves_nothing(house: House) -> None:
    result = house.measure(house.game(STACK, {"ms-limit": ">>> 積む(3)\nいいえ\n"}))
    assert result.errors == ["rulings/mihon/basics.yaml:12: “例” fails before any change is made"]
    assert result.count("killed") == 0


def test_measuring_one_ruling_leaves_the_others_out(house: House) -> None:
    engine = STACK + TABLE_ENGINE
    game = house.game(engine, {**STACK_EXAMPLES, **TABLE_EXAMPLES}, {"cards": TABLE})
    result = house.measure(game, ruling="ms-power")
    assert {t.mutant.rulings for t in result.trials} == {("ms-power",)}
    assert result.percent == 100


def test_the_engine_is_unharmed_afterwards(house: House) -> None:
    game = house.game(STACK + TABLE_ENGINE, {**STACK_EXAMPLES, **TABLE_EXAMPLES}, {"cards": TABLE})
    before = printed(game)
    words, rules = dict(verbs(game.engine_package)), {k: list(v) for k, v in kernel._RULES.items()}
    module = importlib.import_module(f"{game.engine_package}.basics")
    code = words["積む"].function.__wrapped__.__code__
    first = house.measure(game)
    assert dict(verbs(game.engine_package)) == words
    assert {k: list(v) for k, v in kernel._RULES.items()} == rules
    assert importlib.import_module(f"{game.engine_package}.basics") is module
    assert words["積む"].function.__wrapped__.__code__ is code
    assert printed(game) == before
    assert [t.fate for t in house.measure(game).trials] == [t.fate for t in first.trials]


def test_the_engine_is_unharmed_where_the_system_cannot_fork(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = house.game(STACK, STACK_EXAMPLES)
    before, forked = printed(game), house.measure(game)
    monkeypatch.setattr("multiprocessing.get_all_start_methods", lambda: ["spawn"])
    alone = house.measure(game)
    assert alone.trials == forked.trials
    assert printed(game) == before


def test_a_worker_that_dies_does_not_stop_the_others() -> None:
    def work(task: int) -> int:
        if task == 3:
            import os

            os._exit(1)
        return task * 2

    assert dict(spread(8, work, 2)) == {n: None if n == 3 else n * 2 for n in range(8)}


def test_a_limit_ends_what_catches_every_exception() -> None:
    def endless() -> None:
        while True:
            with contextlib.suppress(Exception):
                sum(range(1000))

    with pytest.raises(TimeUp):
        limited(0.05, endless)


class TestCommand:
    """``gunbai strength``."""

    def run(self, house: House, game: Game, *options: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(strength, ["--root", str(house.root / game.engine), "--jobs", "2", *options])
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result.exit_code, result.stdout, result.stderr

    def test_it_prints_survivors_and_fails_below_the_floor(self, house: House) -> None:
        code, out, err = self.run(house, house.game(STACK, STACK_EXAMPLES))
        assert code == 1
        assert "stack: < → <=\n    if n < 0:\n    not noticed by ms-limit" in out
        assert "mihon: 12 mutants, 10 killed (0 by time), 0 listed, 2 survived" in out
        assert "83.3 % of the mutants killed or listed, below 100 %" in err

    def test_it_passes_above_the_floor(self, house: House) -> None:
        code, _, err = self.run(house, house.game(STACK, STACK_EXAMPLES), "--floor", "80")
        assert (code, err) == (0, "")

    def test_too_many_listed_are_refused(self, house: House) -> None:
        game = house.game(STACK.replace("if n < 0:", "if n < 0:  # equivalent: < → <= : made up"), STACK_EXAMPLES)
        assert self.run(house, game, "--floor", "80")[0] == 1
        assert self.run(house, game, "--floor", "80", "--most-listed", "10")[0] == 0

    def test_an_unreached_line_fails_whatever_the_floor(self, house: House) -> None:
        game = house.game(STACK + "\ndef idle() -> None:\n    return\n", STACK_EXAMPLES)
        code, out, err = self.run(house, game, "--floor", "0")
        assert code == 1
        assert "no example reaches this: def idle() -> None:" in out
        assert "that no example reaches: 1" in err

    def test_json_holds_everything(self, house: House) -> None:
        code, out, _ = self.run(house, house.game(STACK, STACK_EXAMPLES), "--json", "mihon")
        data = json.loads(out)
        game = data["games"]["mihon"]
        assert (code, data["ok"]) == (1, False)
        assert (game["mutants"], game["killed"], game["listed"], game["survived"]) == (12, 10, 0, 2)
        assert game["rulings"] == {"ms-limit": {"killed": 10, "mutants": 12, "own": 12, "own_killed": 10}}
        assert {(s["before"], s["after"]) for s in game["survivors"]} == {("<", "<="), ("0", "1")}

    def test_an_unknown_name_is_a_message(self, house: House) -> None:
        code, _, err = self.run(house, house.game(STACK, STACK_EXAMPLES), "nowhere")
        assert code == 2
        assert err == "gunbai: there is no game and no ruling “nowhere” (games: mihon)\n"
