"""House rules from a file: 卓の取り決め that somebody brings, checked against a game."""

from __future__ import annotations

import difflib
from pathlib import Path

from gunbai.corpus.defect import Defect, Place
from gunbai.corpus.model import Game, House
from gunbai.corpus.yamlfile import Block, read_yaml

__all__ = ["read_house"]

KEYS = ("title", "choices", "sample")


def read_house(path: Path, game: Game) -> tuple[House | None, tuple[Defect, ...]]:
    """The house rules in a file of the form of ``house/*.yaml``, or what is wrong with it, with file and line."""
    read = read_yaml(path, path.as_posix())
    defects = list(read.defects)
    data = read.data
    if data is None:
        return None, tuple(defects)

    def wrong(key: str, block: Block, expected: str, found: str, hint: str = "", code: str = "house") -> None:
        defects.append(Defect(Place(read.name, block.lines.get(key, block.line)), expected, found, hint, code=code))

    for key in data:
        if key not in KEYS:
            wrong(key, data, f"only the keys {', '.join(KEYS)}", f"“{key}”", code="unknown-key")
    title = data.get("title")
    if not isinstance(title, str) or not title.strip():
        wrong("title", data, "the key “title” with a text", "none" if title is None else f"{title!r:.60}",
              "what the table or event is called", "missing-field")
    if not isinstance(data.get("sample", False), bool):
        wrong("sample", data, "“sample” to be true or false", f"{data['sample']!r:.60}", code="wrong-type")
    choices = data.get("choices")
    if not isinstance(choices, Block):
        wrong("choices", data, "the key “choices” with a mapping of ruling ids to keys of readings",
              "none" if choices is None else f"{choices!r:.60}", "choices: {gw-some-point: some-key}", "missing-field")
        return None, tuple(defects)
    for ruling_id, key in choices.items():
        ruling = game.by_id.get(ruling_id)
        if ruling is None:
            near = difflib.get_close_matches(ruling_id, [r.id for r in game.rulings if r.readings], 1, 0.6)
            wrong(ruling_id, choices, f"the id of a ruling of {game.id}", f"“{ruling_id}”",
                  f"did you mean “{near[0]}”?" if near else "")
        elif not ruling.readings:
            wrong(ruling_id, choices, "a ruling with readings", f"“{ruling_id}”", "there is nothing to choose")
        elif key not in ruling.point.keys:
            wrong(ruling_id, choices, f"one of {', '.join(ruling.point.keys)} for {ruling_id}", f"“{key}”")
    if defects:
        return None, tuple(defects)
    return House(str(title), dict(choices), bool(data.get("sample", False)), Place(read.name, data.line)), ()
