"""``gunbai audit FILE``: a source document against the lock and the corpus.

Exit 0 where nothing is to do, 1 where something is, 2 where there is no answer (the reason is on stderr).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from gunbai.commands.common import game_or_stop, load, root_option, stop
from gunbai.corpus.audit import AuditReport, audit_report
from gunbai.corpus.clauses import Clause, split, style_of
from gunbai.corpus.intake import Unreadable, text_of
from gunbai.corpus.lock import LOCK, Lock, lock_of, read_lock, replaced, write_lock
from gunbai.corpus.model import Corpus, Game
from gunbai.corpus.source import Document

__all__ = ["audit", "audit_command"]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", required=True, metavar="GAME", help="The game whose document it is.")
@click.option("--document", default="", metavar="ID", help="Which document; may be left out where a game has one only.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--update", is_flag=True, help="Write the document's clauses into sources.lock afterwards.")
@root_option
def audit(file: Path, game: str, document: str, as_json: bool, update: bool, root: Path | None) -> None:
    """Say which clauses of a source document are covered, new, changed, moved or gone."""
    sys.exit(audit_command(load(root), file, game, document, as_json=as_json, update=update))


def audit_command(
    corpus: Corpus, file: Path, game: str, document: str = "", *, as_json: bool = False, update: bool = False,
) -> int:
    """Report on a document, with ``update`` write the lock; gives the exit code 0 or 1, or ends the run with 2."""
    broken = [d for d in corpus.defects if d.place.file.startswith(f"{corpus.root.name}/{game}/")]
    if corpus.game(game) is None and broken:
        stop("\n".join([*map(str, broken), f"the files of {game} cannot be read"]))
    found = game_or_stop(corpus, game)
    source = _document(found, document)
    clauses = _clauses(file, found, source)
    path = corpus.root / found.id / LOCK
    lock = _lock(path, f"{corpus.root.name}/{found.id}/{LOCK}")
    report = audit_report(found, lock, source.id, clauses)
    if as_json:
        click.echo(json.dumps(report.to_dict(), ensure_ascii=False, indent=2))
    else:
        for line in report.lines():
            click.echo(line)
    if broken:
        click.echo(f"{len(broken)} defects in the files of {found.id}: what is in them may be missing here; "
                   "run `gunbai check`", err=True)
    if not update:
        return 0 if report.clean else 1
    _update(path, lock, report, found, clauses)
    return 0 if report.coverage.clean and not report.affected else 1


def _document(game: Game, name: str) -> Document:
    """The document that is meant: the named one, or the only audited one."""
    audited = [d for d in game.documents if d.audited]
    known = f"audited documents of {game.id}: {', '.join(d.id for d in audited) or 'none'}"
    if not name and len(audited) == 1:
        return audited[0]
    if not name:
        stop(f"name the document with --document ({known})")
    document = game.document.get(name)
    if document is None:
        stop(f"there is no document “{name}” ({known})")
    if not document.audited:
        stop(f"the document “{name}” is not audited: write `audited: true` at it in game.yaml ({known})")
    return document


def _clauses(file: Path, game: Game, document: Document) -> tuple[Clause, ...]:
    """The clauses of the file, laid out as game.yaml says."""
    try:
        style = style_of(document.style)
    except ValueError as error:
        stop(f"{game.place}: the style of the document “{document.id}”: {error}")
    try:
        clauses = split(text_of(file), style)
    except Unreadable as error:
        stop(str(error))
    if not clauses:
        stop(f"{file}: expected the text of the document “{document.id}”; found none")
    return clauses


def _lock(path: Path, name: str) -> Lock:
    lock = read_lock(path, name)
    if any(defect.code != "no-lock" for defect in lock.defects):
        hint = f"{name} is broken: restore it, or delete it and run this with --update for each document"
        stop("\n".join([*map(str, lock.defects), hint]))
    return lock


def _update(path: Path, lock: Lock, report: AuditReport, game: Game, clauses: tuple[Clause, ...]) -> None:
    """Write the lock with the document's clauses as they are now."""
    if report.changes.clean and not lock.defects and all(row.sketch for row in lock.of(report.document)):
        click.echo(f"{lock.name} was up to date", err=True)
        return
    new = lock_of(report.document, clauses)
    try:
        write_lock(path, replaced(lock.rows, report.document, new, [d.id for d in game.documents]))
    except OSError as error:
        stop(f"{lock.name} cannot be written: {error.strerror or error}")
    click.echo(f"{lock.name} is updated", err=True)
