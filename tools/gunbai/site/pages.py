"""Every generated page of the site as Markdown: ``(path, content)``. Nothing here knows the site generator.

The Markdown holds headings with explicit ids, and between them blocks of HTML that Jinja2 has escaped. Links inside a
page are made by functions that fail where there is no such page, so a dead link never leaves this module.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gunbai.corpus import urls
from gunbai.corpus.changes import Change, all_changes, pieces
from gunbai.corpus.defect import Defect
from gunbai.corpus.model import LANG, Corpus
from gunbai.corpus.names import Name
from gunbai.corpus.ruling import Ruling
from gunbai.examples.check import GameRun
from gunbai.examples.strength import GameStrength, kept
from gunbai.site import prose, words
from gunbai.site.blocks import block
from gunbai.site.codes import qr_code
from gunbai.site.edition import edition_of
from gunbai.site.feed import FEED, feed
from gunbai.site.history_data import HISTORY, history_file
from gunbai.site.house_data import badges_file, house_files, points_of
from gunbai.site.html import attribute
from gunbai.site.lexicon import Lexicon, Weaver
from gunbai.site.runtime.files import Ahead, Runtime, runtime_of
from gunbai.site.statements import Known, answer, statements
from gunbai.site.tool_list import tools_of
from gunbai.site.trust import trust_of
from gunbai.site.typeset import hard_to_read, phrases
from gunbai.site.view import GameView

__all__ = ["ASSETS", "Page", "Site", "Stamp", "data_files", "fill", "generated", "refresh"]

_HERE = Path(__file__).parent
ASSETS: Mapping[str, Path] = {f"assets/gunbai/{p.name}": p for p in sorted((_HERE / "assets").iterdir())}
"""The files that the pages need, by their place on the site."""

_BLOCKS = ("search", "finder", "games", "points", "changes", "history", "sheet", "tools")
"""What a hand-written page may ask for with a line ``<!-- gunbai:games -->``."""


Stamp = tuple[tuple[str, int, int], ...]
"""Files, each with its size and the time of its last change."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: the path of its Markdown file below the site's root, and the Markdown."""

    path: str
    content: str


@dataclass(frozen=True)
class Site:
    """The corpus and its examples, run: all that the pages are made of."""

    corpus: Corpus
    runs: Mapping[str, GameRun]
    defects: list[Defect] = field(default_factory=list)
    """Links in ``why`` that lead nowhere; filled while the pages are made."""
    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    """By game, the files of engine and pictures as they were when the examples ran."""
    ahead: frozenset[Ahead] = frozenset()
    """What is prepared ahead for the engine in the browser."""
    preview: bool = False
    """Shown while it is written: a ruling's page then tells nothing that changes with every other ruling."""

    @cached_property
    def strengths(self) -> Mapping[str, GameStrength]:
        """By game, what was measured of its examples; only what was measured in this very state."""
        found = {g.id: kept(g, self.corpus.root.parent) for g in self.corpus.games if self.runs[g.id].verbs}
        return {game: strength for game, strength in found.items() if strength}

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What began, changed, was dated by its source or ended when, the newest first."""
        return all_changes(self.corpus)

    @cached_property
    def views(self) -> tuple[GameView, ...]:
        """The games."""
        return tuple(GameView(g, self.runs[g.id]) for g in self.corpus.games)

    @cached_property
    def runtime(self) -> Runtime:
        """What the engine in the browser is made of."""
        games = [g for g in self.corpus.games if self.runs[g.id].verbs]
        return runtime_of(games, self.corpus.root.parent, self.ahead)


def generated(site: Site, address: str = "") -> Iterator[Page]:
    """All generated pages: of each game the index pages, one page a ruling, one page a name; and what is verified.

    ``address`` is that of the site's root, where it is known: pages of rulings then bear the QR code of their own.
    """
    for view in site.views:
        game = view.game
        maker = _Maker(site, view, address)
        yield maker.page("game", urls.game_url(game.id), game.about, game.title)
        for template, (url, title) in _INDEXES.items():
            yield maker.page(template, url(game.id), f"{game.title}の{title}", title)
        if points := points_of(game):
            yield maker.page("house", urls.house_url(game.id), f"{game.title}で解釈を選び、判定に従わせる",
                             "卓の取り決め", points=points)
        for tool in view.tools:
            yield maker.page("tool", tool.url, tool.tool.about, tool.tool.title, tool=tool)
        for ruling in game.rulings:
            yield maker.page("ruling", urls.url_of(ruling), ruling.answer, ruling.title, ruling=ruling,
                             strength=maker.strength, preview=site.preview)
        for name in game.names:
            yield maker.page("name", urls.name_url(game.id, name), f"「{name.name}」に関わる裁定", name.name, name=name)
    yield _trust(site)


def _trust(site: Site) -> Page:
    """The page どこまで確かめてあるか."""
    title = "どこまで確かめてあるか"
    rulings = [r for g in site.corpus.games for r in g.rulings]
    body = _environment().get_template("trust.md.j2").render(
        trusts=[trust_of(v, site.strengths.get(v.game.id), site.corpus.root) for v in site.views], up="../",
        edition=edition_of(site.corpus.root), percent=lambda share: f"{share:.2f}".rstrip("0").rstrip(".") + " %",
        player=sum(r.badge == "有志" for r in rulings), inferred=sum(r.badge == "推定" for r in rulings),
        undecided=sum(r.badge == "裁定待ち" for r in rulings), notes=sum(r.kind == "note" for r in rulings), **_names())
    about = "何を、何によって、どれほど強く確かめてあるか。確かめていないことは何か。"
    meta = f"---\ntitle: {_quoted(title)}\ndescription: {_quoted(about)}\nhide: [navigation]\n{_UNSEARCHED}---\n"
    return Page("trust.md", meta + _blocks(body))


def data_files(site: Site, address: str = "") -> Mapping[str, bytes]:
    """What the pages' scripts and feed readers read, by place. ``address`` as for ``generated``."""
    titles = {g.id: g.title for g in site.corpus.games}
    return {**house_files(site.corpus.games), **site.runtime.files, HISTORY: history_file(site.corpus.games),
            FEED: feed(site.changes, titles, address), **dict(badges_file(v.game) for v in site.views if v.tools)}


_HEADING = Markup(f"[{secrets.token_hex(8)}]")  # noqa: S704
"""What templates put before a Markdown heading (``H``). No text of the corpus can know it, and no page holds it."""
_INDEXES: Mapping[str, tuple[Callable[[str], str], str]] = {
    "rules": (urls.rules_url, "ルール"), "faq": (urls.faq_url, "よくある質問"),
    "open": (urls.open_url, "裁定待ちと推定"), "cards": (urls.cards_url, "カードと名称"),
}


_UNSEARCHED = "search: {exclude: true}\n"
"""The theme need not read the page for an index of its own: ours is made from the corpus and takes its place."""


def fill(markdown: str, site: Site, depth: int) -> str:
    """A hand-written page with its ``<!-- gunbai:… -->`` lines replaced; ``depth``: how deep below the root it lies."""
    for name in _BLOCKS:
        mark = f"<!-- gunbai:{name} -->"
        if mark in markdown:
            html = _environment().get_template(f"block_{name}.html.j2").render(
                site=site, up="../" * depth, titles={g.id: g.title for g in site.corpus.games}, **_names())
            markdown = markdown.replace(mark, html)
    return markdown


def refresh() -> None:
    """Read the templates anew, as after an edit."""
    _environment.cache_clear()


class _Maker:
    """Makes the pages of one game."""

    def __init__(self, site: Site, view: GameView, address: str) -> None:
        self.site, self.view, self.game, self.address = site, view, view.game, address
        self.lexicon = Lexicon(view.game)
        self.strength = None if site.preview else site.strengths.get(view.game.id)
        self.environment = _environment()
        told = view.game.lang  # it stands in lists of attributes: one that the checks refuse is not shown in a preview
        self.lang = Markup(' lang="{}"').format(told) if told != "ja" and LANG.match(told) else ""

    def page(self, template: str, url: str, about: str, title: str, **values: Any) -> Page:
        """One page from ``templates/<template>.md.j2``."""
        up = "../" * url.count("/")
        look = partial(self.look, up=up)
        weave = Weaver(self.lexicon, up, own=title if template == "name" else "", ruling=values.get("ruling"))
        body = self.environment.get_template(f"{template}.md.j2").render(
            v=self.view, game=self.game, url=url, up=up, title=title, here=template,
            prose=lambda text, ruling: self.prose(text, ruling, up, weave), weave=weave,
            link_to=lambda ruling_id: up + self.target(ruling_id), ruling_of=self.ruling, name_of=self.name,
            answered=lambda line, at: answer(line.text, line.points, at, look),
            statements=lambda said, at: statements(said, at, look),
            label=self.label, cell=self.cell, qr=self.qr,
            name_link=lambda name: up + urls.name_url(self.game.id, name), lang=self.lang, **_names(), **values)
        whole = title if template == "game" else f"{title} - {self.game.title}"
        meta = (f"---\ntitle: {_quoted(whole)}\ndescription: {_quoted(about[:160])}\nhide: [navigation"
                f"{', toc' if template == 'name' else ''}]\n{_UNSEARCHED}---\n")
        return Page(f"{url.rstrip('/')}/index.md" if template in ("game", "cards") else f"{url.rstrip('/')}.md",
                    meta + _blocks(body))

    def ruling(self, ruling_id: str) -> Ruling | None:
        """The ruling of any game with this id; None where a preview shows a corpus that is not finished."""
        return self.site.corpus.by_id.get(ruling_id)

    def target(self, ruling_id: str) -> str:
        """The address of the ruling with this id."""
        return urls.url_of(self.site.corpus.by_id[ruling_id])

    def name(self, name: str) -> Name | None:
        """The row of names.yaml that ``name`` means."""
        return self.game.by_name.get(name)

    def look(self, ruling_id: str, up: str) -> Known | None:
        """What an answer may show of the ruling with this id."""
        ruling = self.ruling(ruling_id)
        readings = {r.key: r.text for r in ruling.readings} if ruling else {}
        return Known(ruling.title, up + urls.url_of(ruling), readings) if ruling else None

    def label(self, table: str, key: str) -> str:
        """A key of a table's rows in Japanese; the key itself where game.yaml has no word for it."""
        return self.game.labels.get(f"{table}.{key}") or self.game.labels.get(key, key)

    def cell(self, key: str, value: Any) -> str:
        """A value of a table row in words."""
        if value is True or value is False or value is None:
            return {True: "はい", False: "いいえ", None: "（空）"}[value]
        if isinstance(value, Mapping):
            return "、".join(f"{self.label('', k)}: {self.cell(k, v)}" for k, v in value.items())
        if isinstance(value, (tuple, list)):
            return "、".join(self.cell(key, v) for v in value) or "（なし）"
        if value in self.game.document and key in ("document", "source"):
            return self.game.document[value].title
        return self.game.labels.get(f"{key}.{value}") or self.game.labels.get(str(value), str(value))

    def qr(self, url: str, title: str) -> Markup | None:
        """The QR code of a page; None where the site does not know its own address."""
        return qr_code(f"{self.address.rstrip('/')}/{url}", f"「{title}」のQRコード") if self.address else None

    def prose(self, text: str, ruling: Ruling, up: str, weave: Weaver) -> Markup:
        """Markdown of ``ruling`` as HTML; a link that leads nowhere becomes a defect."""

        def resolve(link: str) -> str:
            if link in self.site.corpus.by_id:
                return up + self.target(link)
            self.site.defects.append(Defect(
                ruling.place, "links to web addresses or to ids of rulings", f"“{link}”",
                "write [text](id-of-a-ruling)", ruling.id, "dead-link"))
            return ""

        return prose.prose(text, resolve, weave.plain)


def _blocks(body: str) -> str:
    """A rendered template as Markdown: its headings, and between them blocks of HTML that need no more reading."""
    first, *rest = body.split(_HEADING)
    parts = [block(first)]
    for part in rest:
        line, _, html = part.partition("\n")
        parts += [f"\n{line}\n\n", block(html)]
    return "".join(parts)


def _quoted(text: str) -> str:
    """A text as a YAML value that no theme can misread."""
    return json.dumps(prose.title(text), ensure_ascii=False)


@cache
def _names() -> Mapping[str, Any]:
    """What all templates know."""
    return {
        "H": _HEADING, "urls": urls, "BADGE_CLASS": words.BADGE_CLASS, "AUTHORITY": words.AUTHORITY,
        "SUPPORT": words.SUPPORT, "KIND": words.KIND,
        "NAME_KIND": words.NAME_KIND, "date_words": words.date_words, "address": prose.address, "pieces": pieces,
        "tools_of": tools_of,
    }


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False)
    environment.filters["attribute"] = attribute
    environment.filters["heading"] = prose.heading
    environment.filters["ph"] = phrases
    environment.tests["hard_to_read"] = hard_to_read
    return environment
