"""``gunbai show ID``: one ruling with its reasons, sources and examples as run."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import click

from gunbai.commands.common import number_of, project_or_stop, root_option, stop
from gunbai.commands.options import as_of_option, house_of, house_option, setting_of
from gunbai.corpus.folding import unbroken
from gunbai.corpus.history import in_force_on, predecessor, successors
from gunbai.corpus.model import Corpus, Game, House
from gunbai.corpus.names import Name
from gunbai.corpus.ruling import Ruling
from gunbai.corpus.source import Citation
from gunbai.corpus.urls import slug_of, url_of
from gunbai.examples.runner import ExampleRun
from gunbai.site.words import AUTHORITY, KIND, SUPPORT

__all__ = ["show"]


@dataclass(frozen=True, slots=True)
class View:
    """A ruling and under what it is shown; ``runs`` has an entry for each example, a text where the engine failed."""

    game: Game
    ruling: Ruling
    asked: Ruling
    as_of: str | None
    house: House | None
    runs: tuple[ExampleRun | str, ...]


@click.command()
@click.argument("ruling", metavar="ID|PAGE|NAME")
@as_of_option
@house_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@root_option
def show(ruling: str, as_of: str | None, house: str | None, as_json: bool, root: Path | None) -> None:
    """Show a ruling: question, answer, reasons, readings, sources, and its examples as the engine answers now.

    It is named by its id or by its page (/gundam-war/gw-cut-in/). For the name of a card its rulings are listed.
    With --as-of the ruling of its line that was in force on that day is shown.
    """
    from gunbai.corpus.cache import cached_corpus

    corpus = cached_corpus(project_or_stop(root) / "rulings")
    if corpus.defects:
        errors = number_of(len(corpus.defects), "error")
        click.echo(f"gunbai: the corpus has {errors}; `gunbai check` shows them", err=True)
    asked = corpus.by_id.get(_last_part(ruling))
    if asked is None and (named := _named(corpus, ruling)):
        _list(named, as_json)
        sys.exit(0)
    if asked is None:
        _unknown(corpus, ruling)
    game = corpus.game(asked.game)
    assert game is not None
    chosen = house_of(game, house)
    shown = (in_force_on(game, asked, as_of) if as_of else None) or asked
    view = View(game, shown, asked, as_of, chosen, _runs(game, shown, as_of, chosen))
    if as_json:
        click.echo(json.dumps(_as_dict(view), ensure_ascii=False, indent=2))
    else:
        _print(view)
    sys.exit(1 if any(isinstance(r, str) for r in view.runs) else 0)


def _last_part(text: str) -> str:
    """Of a page's address, with or without a web site before it, what names the page; else the text itself."""
    return text.partition("#")[0].partition("?")[0].rstrip("/").rpartition("/")[2] if "/" in text else text


def _named(corpus: Corpus, text: str) -> list[tuple[Game, Name]]:
    """The names that are written, said or nicknamed ``text``, or whose page it is; the exact ones alone, if any."""
    from gunbai.text import exact

    wanted, slug = exact(text), _last_part(text)
    rows = [(game, name) for game in corpus.games for name in game.names]
    written = [(g, n) for g, n in rows
               if wanted in map(exact, (n.name, *n.aliases)) or ("/" in text and slug == slug_of(n))]
    return written or [(g, n) for g, n in rows if wanted in map(exact, (*n.yomi, *n.nicknames))]


def _list(named: Sequence[tuple[Game, Name]], as_json: bool) -> None:
    """The rulings that touch each name, in the order of its page."""
    from gunbai.examples.check import GameRun
    from gunbai.site.view import GameView

    found = [(g, n, GameView(g, GameRun(g)).touching.get(n.name, ())) for g, n in named]
    if as_json:
        click.echo(json.dumps([
            {"name": n.name, "game": g.id, "rulings": [
                {"id": t.ruling.id, "title": t.ruling.title, "badge": t.ruling.badge, "group": t.group,
                 "answer": t.wording or t.ruling.answer} for t in touches]}
            for g, n, touches in found], ensure_ascii=False, indent=2))
        return
    for number, (game, name, touches) in enumerate(found):
        if number:
            click.echo()
        click.echo(click.style(name.name, bold=True) + f"  {game.title}")
        if not touches:
            click.echo("  この名称を挙げる裁定はない。")
        for touch in touches:
            ended = f"（{touch.ruling.until} まで）" if touch.ruling.until else ""
            group = f"（「{touch.group}」として）" if touch.group else ""
            click.echo(f"  {touch.ruling.title}{ended}  [{touch.ruling.badge}]{group}  {touch.ruling.id}")
            click.echo(f"    {touch.wording or touch.ruling.answer}")


def _unknown(corpus: Corpus, ruling: str) -> NoReturn:
    import difflib

    near = difflib.get_close_matches(ruling, list(corpus.by_id), 3, 0.5)
    near += [i for i in corpus.by_id if ruling and ruling in i and i not in near][:3]
    hint = f" (did you mean {', '.join(near)}?)" if near else " (`gunbai find WORDS` searches)"
    stop(f"there is no ruling “{ruling}”{hint}")


def _runs(game: Game, ruling: Ruling, as_of: str | None, house: House | None) -> tuple[ExampleRun | str, ...]:
    """The examples, run. A fault of the engine is said in its place and does not hide the rest."""
    if not game.engine_package or not ruling.examples:
        return ()
    from gunbai.engine.kernel import EngineFault
    from gunbai.examples.runner import load_verbs, run_example

    try:
        verbs = load_verbs(game)
    except EngineFault as error:
        return tuple(str(error) for _ in ruling.examples)
    setting = setting_of(game, as_of, house)
    runs: list[ExampleRun | str] = []
    for example in ruling.examples:
        try:
            runs.append(run_example(ruling, example, setting, verbs))
        except Exception as error:  # noqa: BLE001 - a bug of the engine must not take the ruling's text from the reader
            runs.append(f"{type(error).__name__}: {error}")
    return tuple(runs)


def _print(view: View) -> None:
    game, ruling = view.game, view.ruling
    topic = next((t.title for t in game.topics if t.id == ruling.topic), ruling.topic)
    click.echo(click.style(ruling.title, bold=True))
    click.echo(f"[{ruling.badge}] {ruling.updated or '日付の記載なし'}  {game.title} / {topic}"
               f"（{KIND[ruling.kind]}）  {ruling.id}")
    for line in _notes(view):
        click.echo(click.style(line, fg="yellow"))
    _part("問い", [ruling.question])
    _part("答え", [ruling.answer])
    _part("理由", unbroken(ruling.why).split("\n") if ruling.why else [])
    _part("解釈", [line for r in _readings(view) for line in _reading_lines(r)])
    _part("例", list(_example_lines(view)))
    _part("出典", [line for c in ruling.source for line in _source_lines(game, c)])
    _part("カード", ["、".join(ruling.cards)] if ruling.cards else [])
    _part("関連", [f"{r.id}  {r.title}" for i in ruling.see for r in _known(game, i)])
    before = predecessor(game, ruling)
    _part("前の裁定", [f"{before.id}  {before.title}"] if before else [])
    _part("後の裁定", [f"{r.id}  {r.title}" for r in successors(game, ruling)])
    _part("ページ", [f"/{url_of(ruling)}"])


def _part(label: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    click.echo()
    click.echo(click.style(label, bold=True))
    for line in lines:
        click.echo(f"  {line}".rstrip())


def _notes(view: View) -> list[str]:
    """When the ruling is in force, and what was chosen instead of what was asked for."""
    ruling, notes = view.ruling, []
    if ruling.id != view.asked.id:
        notes.append(f"{view.asked.id} は {view.as_of} に有効ではない。その日に有効な裁定を示す。")
    elif view.as_of and in_force_on(view.game, ruling, view.as_of) is None:
        notes.append(f"{view.as_of} に有効な裁定は無い。")
    after = "、".join(r.id for r in successors(view.game, ruling))
    since = "" if ruling.since in ("", "unknown") else f"{ruling.since} から"
    if ruling.until:
        notes.append(f"この裁定は {since}{ruling.until} まで有効だった。" + (f"後の裁定: {after}" if after else ""))
    elif since:
        notes.append(f"この裁定は {since}有効。")
    if view.as_of:
        notes.append(f"時点: {view.as_of}")
    if view.house:
        notes.append(f"卓の取り決め: {view.house.title}")
    return notes


def _readings(view: View) -> list[dict[str, Any]]:
    chosen = view.house.choices.get(view.ruling.id) if view.house else None
    return [{"key": r.key, "text": r.text, "support": r.support, "why": r.why,
             "default": r.key == view.ruling.default, "chosen": r.key == chosen} for r in view.ruling.readings]


def _reading_lines(reading: dict[str, Any]) -> list[str]:
    marks = [f"支え: {SUPPORT[reading['support']]}", *(["既定"] if reading["default"] else []),
             *(["この卓の取り決め"] if reading["chosen"] else [])]
    lines = [f"{reading['key']}: {unbroken(reading['text'])}（{'、'.join(marks)}）"]
    return [*lines, f"    {unbroken(reading['why'])}"] if reading["why"] else lines


def _example_lines(view: View) -> list[str]:
    lines: list[str] = []
    for example in _examples(view):
        lines += ["", example["title"]] if lines else [example["title"]]
        if example["error"]:
            lines.append(f"  基準エンジンの誤り: {example['error']}")
        for statement in example["statements"]:
            first, *more = statement["source"].split("\n")
            lines += [f"  >>> {first}", *(f"  ... {m}" for m in more), *(f"  {a}" for a in statement["answer"])]
            if statement["otherwise"] is not None:
                word = "取り決めや時点が無ければ" if view.house or view.as_of else "裁定に書かれた答え"
                lines.append(f"    （{word}: {'、'.join(statement['otherwise']) or '答えなし'}）")
    return lines


def _examples(view: View) -> list[dict[str, Any]]:
    """Each example with what it answered; ``otherwise`` is what it is expected to answer, where that differs."""
    made: list[dict[str, Any]] = []
    for example, run in zip(view.ruling.examples, view.runs or [None] * len(view.ruling.examples), strict=True):
        one: dict[str, Any] = {"title": example.title, "error": run if isinstance(run, str) else None, "statements": []}
        if isinstance(run, ExampleRun):
            one["statements"] = [
                {"source": t.statement.source, "answer": list(t.answer.lines),
                 "otherwise": None if t.right else list(t.statement.expected)} for t in run.told]
        else:
            from gunbai.examples.language import parse_example

            one["statements"] = [{"source": s.source, "answer": list(s.expected), "otherwise": None}
                                 for s in parse_example(example.run, example.line)]
        made.append(one)
    return made


def _source_lines(game: Game, citation: Citation) -> list[str]:
    source = _source(game, citation)
    dated = f"  {source['updated']}" if source["updated"] else ""
    extra = "（参考）" if citation.background else ""
    lines = [f"{source['title']}（{AUTHORITY.get(source['authority'], '?')}） {citation.at}{dated}{extra}"]
    return [*lines, f"    {source['address']}"] if source["address"] else lines


def _source(game: Game, citation: Citation) -> dict[str, Any]:
    doc = game.document.get(citation.document)
    return {
        "document": citation.document, "at": citation.at, "background": citation.background,
        "title": doc.title if doc else citation.document, "authority": doc.authority if doc else "",
        "address": doc.address if doc else "", "updated": citation.updated or (doc.updated if doc else ""),
    }


def _known(game: Game, ruling: str) -> list[Ruling]:
    return [game.by_id[ruling]] if ruling in game.by_id else []


def _as_dict(view: View) -> dict[str, Any]:
    game, ruling = view.game, view.ruling
    before = predecessor(game, ruling)
    return {
        "id": ruling.id, "asked": view.asked.id, "game": game.id, "topic": ruling.topic, "kind": ruling.kind,
        "title": ruling.title, "badge": ruling.badge, "certainty": ruling.certainty, "date": ruling.updated,
        "since": ruling.since, "until": ruling.until, "question": ruling.question, "answer": ruling.answer,
        "why": ruling.why, "readings": _readings(view), "source": [_source(game, c) for c in ruling.source],
        "cards": list(ruling.cards), "see": list(ruling.see), "replaces": before.id if before else None,
        "replaced_by": [r.id for r in successors(game, ruling)], "as_of": view.as_of,
        "in_force": in_force_on(game, ruling, view.as_of) == ruling if view.as_of else not ruling.until,
        "house": {"title": view.house.title, "choices": dict(view.house.choices)} if view.house else None,
        "examples": _examples(view), "url": f"/{url_of(ruling)}",
    }
