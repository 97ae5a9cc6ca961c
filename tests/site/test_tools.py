"""The judge tools on the corpus: each fits its game's verbs, and begins with a situation that the engine can answer."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from gunbai.corpus.model import Game
from gunbai.corpus.reader import load_corpus
from gunbai.examples.check import run_game
from gunbai.site.tool_list import TOOLS, tools_of
from gunbai.site.tools import BadTool, Offer, ToolView, texts_in_examples

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def views() -> dict[str, ToolView]:
    """The tools by id."""
    found = {}
    for game in load_corpus(ROOT / "rulings").games:
        done = run_game(game)
        texts = texts_in_examples(done)
        found.update({t.id: ToolView(t, game, done, texts) for t in tools_of(game.id)})
    return found


def test_every_tool_has_its_game(views: dict[str, ToolView]) -> None:
    assert set(views) == {t.id for t in TOOLS}


@pytest.mark.parametrize("tool_id", [t.id for t in TOOLS])
def test_a_tool_begins_with_a_situation_that_is_answered(views: dict[str, ToolView], tool_id: str) -> None:
    view = views[tool_id]
    for said in view.said:
        assert not any(line.startswith(("不備", "不可")) for line in said.lines), (said.source, said.lines)
    asked = [s for s in view.statements if not s.target]
    assert asked and all(view.tool.words[s.verb].endswith("？") for s in asked)
    assert all(not view.tool.words[s.verb].endswith("？") for s in view.statements if s.target)


@pytest.mark.parametrize("tool_id", [t.id for t in TOOLS])
def test_what_a_tool_says_of_inputs_is_of_inputs_that_exist(views: dict[str, ToolView], tool_id: str) -> None:
    view = views[tool_id]
    told = json.loads(view.json())
    names = {f["name"] for form in told["verbs"].values() for f in form["fields"]}
    paths = {f"{verb}.{f['name']}" for verb, form in told["verbs"].items() for f in form["fields"]}
    assert set(view.tool.latest) <= names
    assert {*view.tool.offers, *view.tool.hints} <= names | paths
    for verb, name in view.tool.tap.items():
        assert f"{verb}.{name}" in paths
        assert next(f for f in told["verbs"][verb]["fields"] if f["name"] == name)["offers"]


def test_offered_values_are_those_of_the_table_or_of_the_examples(views: dict[str, ToolView]) -> None:
    told = json.loads(views["usable"].json())["verbs"]["使える"]["fields"]
    points = next(t for t in views["usable"].game.tables if t.id == "points")
    assert next(f for f in told if f["name"] == "時点")["offers"] == [row["key"] for row in points.rows]
    same = json.loads(views["same-name"].json())["verbs"]["同じ名称"]["fields"][0]["offers"]
    texts = {str(a) for runs in views["same-name"].done.runs.values() for run in runs for t in run.told
             for a in getattr(t.statement, "args", ())}
    assert same and set(same) <= texts


def test_a_tool_that_does_not_fit_is_a_defect_of_ours(views: dict[str, ToolView]) -> None:
    view = views["usable"]
    for change in ({"words": {"無い手続き": "？"}}, {"start": ">>> 使える("}, {"offers": {"時点": Offer("no-such-table")}}):
        broken = dataclasses.replace(view, tool=dataclasses.replace(view.tool, **change))
        with pytest.raises(BadTool):
            broken.json()


def test_a_game_without_tools_has_none() -> None:
    game: Game | None = load_corpus(ROOT / "tests/site/corpus/rulings").game("mihon-war")
    assert game and tools_of(game.id) == ()
