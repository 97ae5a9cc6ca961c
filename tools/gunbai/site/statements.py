"""Statements with their answers, reasons and trace as HTML: the one renderer of the static pages and of the browser.

It needs neither templates nor the corpus, only what a page must know of a ruling that an answer names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gunbai.engine.verdict import Row
from gunbai.site.html import Html, attribute, filled, joined
from gunbai.site.said import Said, TraceLine, anchor_of

__all__ = ["Known", "Look", "answer", "spoken", "statements"]

MAX_DEPTH = 12
"""Deeper lines of a trace are not moved in any further."""

_REFUSED = re.compile(r"(?P<word>不可|裁定待ち): (?P<ids>[a-z0-9-]+(?:、[a-z0-9-]+)*)(?P<rest>（推定）)?")
_STEP = re.compile(r"(?P<depth> *)(?P<id>[a-z0-9]+(?:-[a-z0-9]+)+)(?P<rest> → .*)?")


@dataclass(frozen=True, slots=True)
class Known:
    """What a page knows of a ruling that an answer names: its title, its address from there, its readings by key."""

    title: str
    url: str
    readings: Mapping[str, str] = field(default_factory=dict)


Look = Callable[[str], Known | None]
"""From a ruling's id to what is known of it; None where there is no such ruling."""


def statements(said: Iterable[Said], page: str, look: Look) -> Html:
    """The statements of an example, each with what it printed, on the page of the ruling ``page`` (or none)."""
    return filled('<div class="gb-statements">\n{}</div>\n', joined(_statement(one, page, look) for one in said))


def spoken(line: str, look: Look) -> Html:
    """A line of an answer: ids in ``不可: gw-…``, and those of 理由() and 経過(), become links with titles."""
    step = _STEP.fullmatch(line)
    if step and (known := look(step["id"])):
        return filled("{}{}{}", "\u3000" * (len(step["depth"]) // 2), _link(known), step["rest"] or "")
    found = _REFUSED.fullmatch(line)
    rulings = [look(i) for i in found["ids"].split("、")] if found else []
    if not found or not all(rulings):
        return filled("{}", line)
    links = joined((_link(r) for r in rulings if r), "、")
    return filled('{}{} <span class="gb-by">{}</span>', found["word"], found["rest"] or "", links)


def _statement(said: Said, page: str, look: Look) -> Html:
    wrong = said.expected is not None
    return filled(
        '<div class="gb-said{}"{}>\n<pre class="gb-code"><code>{}</code></pre>\n{}{}</div>\n',
        " gb-said--wrong" if wrong else "", _every(said), said.source, _reply(said, page, look) if said.lines else "",
        filled('<p class="gb-wrong">例が合っていません。書いてある答え：{}</p>\n',
               " ／ ".join(said.expected or ()) or "（何も出ない）") if wrong else "")


def _every(said: Said) -> Html:
    """The answer under each combination of readings, for the page's script; empty where not all could be tried."""
    if not said.worlds and said.worlds is not None:
        return Html("")
    rows = [[dict(row.choices), row.lines] for row in said.worlds or ()]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":")) if rows else ""
    return filled(" data-gb-every='{}'", attribute(text))


def _reply(said: Said, page: str, look: Look) -> Html:
    if said.table and said.firmness == "open":
        head = _hangs("open", "裁定待ち", said.points, page, look)
    else:
        lines = joined(filled('<span class="gb-line">{}</span>', spoken(line, look)) for line in said.lines)
        head = joined((
            filled('<p class="gb-reply__answer">{}</p>\n', lines),
            _hangs("inferred", "推定", said.points, page, look) if said.firmness == "inferred" else "",
            filled('<p class="gb-reply__why">{}</p>\n', said.message) if said.message else ""))
    kind = "malformed" if said.malformed else said.firmness
    return filled(
        '<div class="gb-reply{}">\n{}{}{}</div>\n', f" gb-reply--{kind}" if kind else "", head,
        _worlds(said.table, page, look) if said.table else "", _trace(said, page, look) if said.trace else "")


def _hangs(kind: str, badge: str, points: Sequence[str], page: str, look: Look) -> Html:
    """The points on which an answer hangs, linked."""
    return filled('<p class="gb-reply__head"><span class="gb-badge gb-badge--{}">{}</span> {}による</p>\n',
                  kind, badge, _points(points, page, look))


def _points(points: Sequence[str], page: str, look: Look) -> Html:
    return joined(("この点" if p == page else _named(p, look) for p in points), "、")


def _worlds(rows: Sequence[Row], page: str, look: Look) -> Html:
    """What follows from each reading."""
    return filled('<dl class="gb-worlds">\n{}</dl>\n', joined(
        filled("<div><dt>{}</dt><dd>{}</dd></div>\n",
               " ／ ".join(_reading(point, key, look) for point, key in row.choices),
               answer(row.text, row.points, page, look))
        for row in rows))


def answer(line: str, points: Sequence[str], page: str, look: Look) -> Html:
    """A line of an answer; where it holds only by default, with the points on which it hangs."""
    said = spoken(line, look)
    return filled('{} <span class="gb-by">{}による</span>', said, _points(points, page, look)) if points else said


def _reading(point: str, key: str, look: Look) -> str:
    known = look(point)
    return known.readings.get(key, key) if known else key


def _trace(said: Said, page: str, look: Look) -> Html:
    return filled(
        '<details class="gb-trace" data-search-exclude><summary>決め手と経過</summary>\n<ol>\n{}</ol>\n{}</details>\n',
        joined(_step(step, page, look) for step in said.trace),
        filled("<p>ほか{}行は省いた。</p>\n", said.left_out) if said.left_out else "")


def _step(step: TraceLine, page: str, look: Look) -> Html:
    known = look(step.ruling)
    source = filled(' <a class="gb-fn" href="{}#{}">{}</a>', "" if step.ruling == page else known.url,
                    anchor_of(step.function), step.function.rpartition(".")[2]) if known and step.function else ""
    return filled('<li class="gb-trace__step gb-depth-{}">{}{}{}</li>\n', min(step.depth, MAX_DEPTH),
                  Html("<b>この裁定</b>") if step.ruling == page else _named(step.ruling, look), source,
                  filled(' <span class="gb-trace__result">{}</span>', step.text) if step.text else "")


def _named(ruling: str, look: Look) -> Html:
    """A ruling by its title, linked; by its id where it is not known."""
    known = look(ruling)
    return _link(known) if known else filled("<code>{}</code>", ruling)


def _link(known: Known) -> Html:
    return filled('<a href="{}">{}</a>', known.url, known.title)
