"""``gunbai new ruling``: asks the questions of a ruling on a terminal (or reads the answers from a pipe).

Every answer is checked when it is given, every example is run by the engine, and the whole file is checked before it
takes the place of the old one. Ended early (Ctrl-C, end of input), it writes nothing.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from gunbai.commands import asking
from gunbai.commands.common import game_or_stop, number_of, project_or_stop, root_option, stop
from gunbai.corpus.checks import check_corpus
from gunbai.corpus.coverage import addresses
from gunbai.corpus.defect import Defect
from gunbai.corpus.files import write_whole
from gunbai.corpus.lock import LOCK, read_lock
from gunbai.corpus.model import Corpus, Game
from gunbai.corpus.reader import load_corpus
from gunbai.corpus.ruling import Example, Kind, Ruling
from gunbai.corpus.ruling_checks import MAX_CITES, near, named
from gunbai.corpus.source import Citation
from gunbai.corpus.writer import ruling_yaml, with_ruling
from gunbai.engine.kernel import Certainty, EngineFault, Malformed, Reading, Support, rules
from gunbai.examples.check import check_examples, run_game
from gunbai.examples.language import PROMPT, parse_statement
from gunbai.examples.runner import load_verbs
from gunbai.examples.session import Session

__all__ = ["new_ruling"]

_MOST_LINES = 500
"""The lines that an example is given at most, those that could not be read among them."""
_KINDS: tuple[Kind, ...] = ("decision", "parameter", "procedure", "note")
_CERTAINTIES: tuple[Certainty, ...] = ("stated", "inferred", "open")
_SUPPORTS: tuple[Support, ...] = ("strong", "medium", "weak", "none")
_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")


@click.command("ruling")
@click.option("--game", default=None, metavar="GAME", help="The game; asked for where it is left out.")
@root_option
def new_ruling(game: str | None, root: Path | None) -> None:
    """Ask the questions of a ruling, run its example, and write it into the topic's file."""
    project = project_or_stop(root)
    corpus = load_corpus(project / "rulings")
    if not corpus.games:
        stop("there is no game yet: begin one with `gunbai new game`")
    try:
        chosen = game_or_stop(corpus, game or asking.choice("ゲーム (game)", [g.id for g in corpus.games]))
        ruling = _asked(corpus, chosen)
        path = project / "rulings" / chosen.id / f"{ruling.topic}.yaml"
        text = with_ruling(path.read_text("utf-8") if path.is_file() else "", ruling)
        click.echo(f"\n{ruling_yaml(ruling)}")
        try:
            defects = _defects(project, chosen, ruling, path, text)
        except OSError as error:
            stop(f"the ruling cannot be tried on a copy of the rulings: {_reason(error)}", 1)
        for defect in defects:
            click.echo(str(defect), err=True)
        question = f"{path.relative_to(project)} に書く？"
        if defects:
            question = f"{number_of(len(defects), 'error')}. それでも {question}"
        if not asking.confirmed(question, default=not defects):
            raise click.Abort
    except click.Abort:
        stop("nothing was written", 1)
    try:
        write_whole(path, text.encode(), private=False)
    except OSError as error:
        stop(f"{path} cannot be written: {error.strerror or error}", 1)
    click.echo(f"{path.relative_to(project)}: {ruling.id}")
    sys.exit(1 if defects else 0)


def _asked(corpus: Corpus, game: Game) -> Ruling:
    """All questions, in the order of the file."""
    topic = asking.choice("話題 (topic)", [t.id for t in game.topics], {t.id: t.title for t in game.topics})
    ruling_id = asking.text(f"裁定の番号 (id, {game.prefix}…)", lambda text: _bad_id(corpus, game, text))
    kind = _kind(game, ruling_id)
    title, question, answer = (asking.text(f"{word} ({key})") for word, key in
                               (("題", "title"), ("問い", "question"), ("答え。１～２文で", "answer")))
    certainty = asking.choice("確度 (certainty)", _CERTAINTIES, {
        "stated": "資料に書いてある", "inferred": "資料から推し量れる", "open": "資料が決めていない"})
    source = tuple(_sources(corpus, game))
    readings = tuple(_readings()) if certainty != "stated" and kind != "note" else ()
    default = ""
    if readings and certainty == "inferred":
        default = asking.choice("ふつう取る解釈 (default)", [r.key for r in readings])
    why = asking.optional("理由 (why、無ければ空)")
    cards = asking.listed("カードと名称 (cards、「、」で区切る。無ければ空)", lambda name: _bad_name(game, name))
    words = asking.listed("探すときの言葉 (topics、「、」で区切る。無ければ空)", lambda _: "")
    examples = tuple(_examples(game, kind))
    return Ruling(ruling_id, kind, title, question, answer, certainty, why=why, source=source, cards=cards,
                  topics=words, default=default, readings=readings, examples=examples, topic=topic, game=game.id)


def _kind(game: Game, ruling_id: str) -> Kind:
    """The kind: one that is computed only where the engine has a function for it."""
    if not game.engine_package:
        return "note"
    try:
        load_verbs(game)
    except EngineFault as error:
        stop(str(error), 1)
    if rules(ruling_id):
        return asking.choice("種類 (kind)", _KINDS)
    click.echo("  基準エンジンにこの番号の関数はまだ無いので、種類は note とする（例は実行される）。"
               f"関数に @rule(\"{ruling_id}\") が付いたら、kind を直す")
    return "note"


def _sources(corpus: Corpus, game: Game) -> Iterator[Citation]:
    lock = read_lock(corpus.root / game.id / LOCK, LOCK)
    for number in range(MAX_CITES):
        if number and not asking.confirmed("ほかの出典も挙げる？", default=False):
            return
        titles = {d.id: d.title for d in game.documents}
        document = asking.choice("出典 (document)", list(titles), titles)
        known = [row.address for row in lock.rows if row.document == document]

        def bad(text: str, known: Sequence[str] = known) -> str:
            return "" if not known or (text and set(addresses(text)) <= set(known)) else \
                f"見出し#番号 で書く。{near(text, known) or f'例: {known[0]}'}"

        at = asking.text("箇所 (at、見出し#番号)", bad) if known else asking.optional("箇所 (at)")
        yield Citation(document, at=at)


def _readings() -> Iterator[Reading]:
    keys: list[str] = []
    while len(keys) < 2 or asking.confirmed("ほかの解釈も書く？", default=False):
        def bad(text: str) -> str:
            return "" if _KEY.match(text) and text not in keys else "英小文字、数字、- で書く。同じものは２度使えない"

        keys.append(asking.text(f"解釈{len(keys) + 1}の名 (key)", bad))
        text, support = asking.text("  その内容 (text)"), asking.choice("  資料の支え (support)", _SUPPORTS)
        yield Reading(keys[-1], text, support, asking.text("  その訳 (why)"))


def _examples(game: Game, kind: Kind) -> Iterator[Example]:
    """Examples as they are typed, each with what the engine answers."""
    if not game.engine_package:
        return
    titles: list[str] = []
    while asking.confirmed("例を書く？" if not titles else "ほかの例も書く？", default=not titles and kind != "note"):
        title = asking.text("例の題 (title)", lambda text: "同じ題の例がある" if text in titles else "")
        text = _run(game)
        if text and asking.confirmed("この答えで正しい？", default=True):
            titles.append(title)
            yield Example(title, text)


def _run(game: Game) -> str:
    """Statements until an empty line, run at once: the text of an example."""
    session = Session(game.setting, load_verbs(game))
    lines: list[str] = []
    click.echo("  文を１行ずつ書く。空の行で終わる")
    for _ in range(_MOST_LINES):
        typed = asking.optional(PROMPT.rstrip(), " ").removeprefix(PROMPT).strip()
        if not typed:
            return "".join(f"{line}\n" for line in lines)
        try:
            statements = parse_statement(typed)
            answers = [(s, session.tell(s)) for s in statements]
        except Malformed as error:
            click.echo(f"  不備: {error.message}", err=True)
            continue
        except EngineFault as error:
            stop(str(error), 1)
        for statement, answer in answers:
            lines += [f"{PROMPT}{statement.source}", *answer.lines]
            for line in answer.lines:
                click.echo(line)
    asking.refused(_MOST_LINES)


def _defects(project: Path, game: Game, ruling: Ruling, path: Path, text: str) -> list[Defect]:
    """What `gunbai check` would say of the new ruling, tried on a copy of the game."""
    with tempfile.TemporaryDirectory(prefix="gunbai-") as directory:
        copy = Path(directory) / "rulings"
        shutil.copytree(project / "rulings", copy)
        (copy / game.id / path.name).write_text(text, "utf-8")
        corpus = load_corpus(copy)
        found = corpus.game(game.id)
        all_of_them = [*corpus.defects, *check_corpus(corpus), *(check_examples(run_game(found)) if found else ())]
        return [d for d in all_of_them if d.ruling == ruling.id or (not d.ruling and d.place.file.endswith(
            f"{game.id}/{path.name}"))]


def _reason(error: OSError) -> str:
    """Why a copy failed: of several reasons (a list, as shutil gives them) the first."""
    first = error.args[0] if error.args else error
    return str(first[0][2]) if isinstance(first, list) and first else error.strerror or str(error)


def _bad_id(corpus: Corpus, game: Game, text: str) -> str:
    if not text.startswith(game.prefix) or not _KEY.match(text) or text == game.prefix.rstrip("-"):
        return f"{game.prefix} で始め、英小文字、数字、- で書く"
    return "その番号はもうある。番号は使い回さない" if text in corpus.by_id or text in corpus.unread else ""


def _bad_name(game: Game, name: str) -> str:
    return "" if named(game, name) else f"names.yaml に無い。{near(name, game.by_name)}"
