"""``gunbai find WORDS``: search the rulings; names before text, answers in the list."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from gunbai.commands.common import project_or_stop, root_option, stop
from gunbai.commands.options import as_of_option
from gunbai.corpus.history import in_force_on
from gunbai.corpus.model import Corpus
from gunbai.search.documents import entries
from gunbai.search.query import BadQuery, Hit, Query, nearest, parse_query, search
from gunbai.search.prepared import prepared
from gunbai.search.scorer import terms_of
from gunbai.text import marked

__all__ = ["find"]

LONGEST_ANSWER = 120


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--game", default="", help="Only the rulings of this game.")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many hits at most.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@as_of_option
@root_option
def find(words: tuple[str, ...], game: str, limit: int, as_json: bool, as_of: str | None, root: Path | None) -> None:
    """Search the rulings: names as they are written or said (kana, Roman letters), or any words of the text.

    Fields narrow it down: game:gundam-war badge:裁定待ち kind:decision topic:costs card:赤い彗星 date:2009..2010.
    The id of a ruling or the number of a card comes first. With --as-of the rulings that were in force on that day.
    """
    from gunbai.corpus.cache import cached_corpus, corpus_state
    from gunbai.search.index import open_index

    project = project_or_stop(root)
    rulings = project / "rulings"
    if game and not (rulings / game / "game.yaml").is_file():
        known = sorted(p.parent.name for p in rulings.glob("*/game.yaml"))
        stop(f"there is no game “{game}” (known: {', '.join(known) or 'none'})")
    try:
        query = parse_query(" ".join([*words, *([f"game:{game}"] if game else [])]))
    except BadQuery as error:
        stop(str(error))
    try:
        index = open_index(project, corpus_state(rulings), lambda: cached_corpus(rulings), _building)
    except OSError as error:
        unread = Path(error.filename).is_relative_to(rulings) if isinstance(error.filename, str) else False
        stop(f"{f'{error.filename} cannot be read' if unread else 'the index cannot be written'}: "
             f"{error.strerror or error}", 1)
    hits = search(index, query, limit if as_of is None else 3 * limit)
    if as_of is not None:
        hits = list(_on(as_of, hits, cached_corpus(rulings)))[:limit]
    if as_json:
        click.echo(json.dumps([_as_dict(h) for h in hits], ensure_ascii=False, indent=2))
    elif hits:
        for number, hit in enumerate(hits, 1):
            _print(number, hit, query, as_of or "")
    else:
        near = nearest(index, query)
        click.echo("見つからない。" + (f"近い名前: {'、'.join(near)}" if near else ""), err=True)
    sys.exit(0 if hits else 1)


def _on(date: str, hits: Sequence[Hit], corpus: Corpus) -> Iterator[Hit]:
    """The hits as of a day: of each ruling the one of its line that was in force, once; names as they are."""
    seen: set[str] = set()
    for hit in hits:
        ruling = corpus.by_id.get(hit.entry.id)
        game = corpus.game(hit.entry.game)
        if ruling is None or game is None:
            yield hit
            continue
        good = in_force_on(game, ruling, date)
        if good is not None and good.id not in seen:
            seen.add(good.id)
            yield hit if good is ruling else Hit(next(e for e in entries(corpus) if e.id == good.id), hit.score)


def _building() -> None:
    if sys.stderr.isatty():
        click.echo("索引を作っている…", err=True)


def _as_dict(hit: Hit) -> dict[str, object]:
    entry = hit.entry
    return {"id": entry.id, "game": entry.game, "title": entry.title, "badge": entry.badge, "score": hit.score,
            "url": entry.url, "names": list(entry.names), "answer": entry.answer, "kind": entry.kind,
            **({"yomi": list(entry.yomi), "rulings": entry.touching} if entry.is_name else {})}


def _print(number: int, hit: Hit, query: Query, as_of: str = "") -> None:
    entry = hit.entry
    terms = terms_of(query.words, query.whole, prepared(entry))
    answer = entry.answer if len(entry.answer) <= LONGEST_ANSWER else f"{entry.answer[:LONGEST_ANSWER - 1]}…"
    if entry.is_name:
        click.echo(f"{number}. {_lit(entry.title, terms)}  [{entry.sort}] {'・'.join(entry.yomi)}  {entry.game_title}"
                   f"  裁定{entry.touching}件")
        if answer:
            click.echo(f"   {_lit(answer, terms)}")
        click.echo(click.style(f"   {entry.url}", dim=True))
        return
    ended = f"（{entry.until} まで）" if entry.until else ""
    click.echo(f"{number}. {_lit(entry.title, terms)}{ended}  [{entry.badge}] {entry.date}".rstrip()
               + f"  {entry.game_title}")
    click.echo(f"   問 {_lit(entry.question, terms)}")
    click.echo(f"   答 {_lit(answer, terms)}")
    if as_of and entry.date > as_of:
        click.echo(f"   出典の日付（{entry.date}）は {as_of} より後。その日もこうだったとは限らない")
    click.echo(click.style(f"   {entry.id}", dim=True))


def _lit(text: str, terms: Sequence[str]) -> str:
    """``text`` with what was asked for made bold (on a terminal)."""
    out, done = "", 0
    for start, end in marked(text, terms):
        out += text[done:start] + click.style(text[start:end], bold=True)
        done = end
    return out + text[done:]
