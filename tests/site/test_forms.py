"""Forms are read from signatures: what a field may hold is what the verb takes."""

from __future__ import annotations

from typing import Literal

import pytest
from gunbai.engine.kernel import Situation
from gunbai.engine.verb import Count, Verb
from gunbai.site.forms import form_of, kind_of


class Pile(Situation):
    """山"""


class Deck(Pile):
    """デッキ"""


def draw(pile: Pile, count: Count = 1, way: Literal["上", "下"] = "上", shown: bool = False,
         names: tuple[str, ...] = (), onto: Pile | str | None = None) -> Deck:
    """引く。"""
    return Deck()


def test_a_form_tells_what_a_verb_takes_in_order_and_what_state_it_makes() -> None:
    form = form_of(Verb("引く", draw, {"pile": "山", "count": "枚数"}))
    assert form["verb"] == "引く"
    assert [name.rpartition(".")[2] for name in form["gives"]] == ["Deck", "Pile"]  # fits where either is asked for
    assert [(f["name"], f["required"], f["default"]) for f in form["fields"]] == [
        ("山", True, None), ("枚数", False, 1), ("way", False, "上"), ("shown", False, False), ("names", False, []),
        ("onto", False, None)]


@pytest.mark.parametrize(("wanted", "kind"), [
    (str, {"is": "text"}), (int, {"is": "number"}), (Count, {"is": "number", "least": 0}), (bool, {"is": "flag"}),
    (Literal["a", "b"], {"is": "choice", "of": ["a", "b"]}),
    (tuple[str, ...], {"is": "list", "of": {"is": "text"}}),
    (int | None, {"is": "any", "of": [{"is": "number"}, {"is": "none"}]}),
    (Pile, {"is": "state", "of": f"{__name__}.Pile"}),
    (tuple[Pile | str, ...], {"is": "list", "of": {"is": "any", "of": [
        {"is": "state", "of": f"{__name__}.Pile"}, {"is": "text"}]}}),
])
def test_every_type_of_an_input_has_a_kind_of_field(wanted: object, kind: dict[str, object]) -> None:
    assert kind_of(wanted) == kind
