"""``gunbai changes``: what began, changed or ended when, also as the section of rulings of a change log."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from gunbai.commands.common import game_or_stop, project_or_stop, root_option
from gunbai.commands.options import Date
from gunbai.corpus.changes import Change, all_changes, pieces
from gunbai.corpus.model import Corpus

__all__ = ["changes"]

_WHAT = {"begun": "新", "changed": "改", "sourced": "典", "ended": "終"}


@click.command()
@click.option("--since", type=Date(), default=None, metavar="DATE", help="Only from that day on (like 2009-09-18).")
@click.option("--game", default="", metavar="GAME", help="Only of one game.")
@click.option("--markdown", is_flag=True, help="As a section for CHANGELOG.md.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@root_option
def changes(since: str | None, game: str, markdown: bool, as_json: bool, root: Path | None) -> None:
    """List what began (新), changed (改), was dated by its source (典) or ended (終), newest first."""
    from gunbai.corpus.cache import cached_corpus

    corpus = cached_corpus(project_or_stop(root) / "rulings")
    if game:
        game_or_stop(corpus, game)
    found = [c for c in all_changes(corpus, since or "") if game in ("", c.ruling.game)]
    if as_json:
        click.echo(json.dumps([_as_dict(c) for c in found], ensure_ascii=False, indent=2))
    elif markdown:
        click.echo("\n".join(_markdown(corpus, found)))
    else:
        if not found:
            click.echo("変更はない。", err=True)
        for change in found:
            click.echo(f"{change.date} {_WHAT[change.what]} [{change.ruling.badge}] {change.ruling.title}  "
                       f"{change.ruling.id}")
            for line in _diff(change):
                click.echo(f"    {line}")


def _as_dict(change: Change) -> dict[str, object]:
    """A change as programs read it."""
    ruling, before = change.ruling, change.before
    return {"date": change.date, "what": change.what, "game": ruling.game, "id": ruling.id, "title": ruling.title,
            "badge": ruling.badge, "answer": ruling.answer, "replaces": before.id if before else None,
            "badge_before": before.badge if before else None, "answer_before": before.answer if before else None}


def _diff(change: Change) -> Iterator[str]:
    """What was taken out of the answer as [-…-], what was put in as {+…+}, and another badge."""
    before = change.before
    if before is None:
        return
    if before.badge != change.ruling.badge:
        yield f"{before.badge} → {change.ruling.badge}"
    marks = {"same": "{}", "out": "[-{}-]", "in": "{{+{}+}}"}
    yield "".join(marks[p.what].format(p.text) for p in pieces(before.answer, change.ruling.answer))


def _markdown(corpus: Corpus, found: Sequence[Change]) -> Iterator[str]:
    """A heading a day and game, an item a change."""
    titles = {g.id: g.title for g in corpus.games}
    for (date, game), group in itertools.groupby(found, key=lambda c: (c.date, c.ruling.game)):
        yield f"### {date} {titles[game]}\n"
        for change in group:
            replaced = f"（{change.before.id} に代わる）" if change.before else ""
            ended = "（この日まで）" if change.what == "ended" else ""
            yield f"- [{change.ruling.badge}] {change.ruling.title}: `{change.ruling.id}`{replaced}{ended}"
        yield ""
