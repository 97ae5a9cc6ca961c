"""A corpus that tries to carry scripts, foreign pictures and markup into the built site."""

from __future__ import annotations

import dataclasses
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from gunbai.corpus.checks import check_corpus
from gunbai.corpus.ruling import Example
from gunbai.examples.check import GameRun
from gunbai.examples.runner import load_verbs, run_example
from gunbai.site.mkdocs_plugin import build_site
from gunbai.site.pages import Site, generated

PAYLOADS = (
    "<script>gbxss()</script>", "<img src=x onerror=gbxss()>", '" onmouseover="gbxss()', "{: onclick=gbxss() }",
    "</title><script>gbxss()</script>", "&lt;script&gt;gbxss()&lt;/script&gt;", "![x](https://elsewhere.example/gbxss.png)",
    "<!-- gbxss -->", "{{ gbxss }}", "`<script>gbxss()</script>`", "</p></div></div><svg onload=gbxss()>", "<b onclick=gbxss()>",
    "# gbxss {#gbxss}", "<https://elsewhere.example/gbxss>", "<!-- gunbai:games -->", "]]><script>gbxss()</script>",
)
SPARED = frozenset(("id", "game", "topic", "kind", "certainty", "badge", "since", "until", "updated", "replaces", "default", "key",
                    "support", "authority", "document", "see", "cards", "groups", "members", "moment", "moments", "silence", "run",
                    "engine", "prefix", "colour", "lang", "yomi", "aliases", "silences", "houses", "place", "rows", "lines"))
"""Fields that refer to something, or that the checks hold to a pattern; all other texts are spoiled. ``lang`` has tests below."""


class Seen(HTMLParser):
    """Everything of a page that could act: elements, attributes, comments, the text of scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[str] = []
        self.scripting = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripting = tag in ("script", "style")
        for name, value in attrs:
            if name.startswith("on") or "gbxss" in name:
                self.acts.append(f"<{tag} {name}={value}>")
            if (tag, name) == ("a", "href") and (value or "").startswith("https://elsewhere.example/"):
                continue  # a reader may follow a link that Markdown made; nothing is fetched before
            if (tag, name) == ("a", "href") and re.fullmatch(r"(?:\.\./)*mihon-war/cards/[a-z0-9-]+/", value or ""):
                continue  # the address of a name is made of the harmless characters of the name
            if name in ("href", "src", "action", "id", "class", "style") and "gbxss" in (value or ""):
                self.acts.append(f"<{tag} {name}={value}>")
            if name in ("href", "src") and (value or "").strip().lower().startswith(("javascript:", "data:text")):
                self.acts.append(f"<{tag} {name}={value}>")

    def handle_data(self, data: str) -> None:
        if self.scripting and "gbxss" in data:
            self.acts.append(f"script: {data}")

    def handle_endtag(self, tag: str) -> None:
        self.scripting = False

    def handle_comment(self, data: str) -> None:
        if "gbxss" in data or "gunbai" in data:
            self.acts.append(f"<!--{data}-->")


def spoiled(value: Any, payload: str) -> Any:
    """A part of the corpus with ``payload`` added to every text."""
    if isinstance(value, str):
        return f"{value} {payload}"
    if isinstance(value, tuple):
        return tuple(spoiled(v, payload) for v in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        changes = {f.name: spoiled(getattr(value, f.name), payload) for f in dataclasses.fields(value)
                   if f.name not in SPARED and getattr(value, f.name) != ""}
        return dataclasses.replace(value, **changes)
    return value


@pytest.fixture(scope="module")
def hostile(site: Site, project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site of the made-up game, every text of which carries every payload, also as a question to the engine."""
    game = spoiled(site.corpus.games[0], " ".join(PAYLOADS))
    asked = Example("<script>gbxss()</script>", '>>> 勝者("<script>gbxss()</script>", 1)\n>>> <img src=x onerror=gbxss()>')
    rulings = tuple(dataclasses.replace(r, examples=(*r.examples, asked)) if r.examples else r for r in game.rulings)
    table = dataclasses.replace(game.tables[0], rows=({"<script>gbxss()</script>": "見本の剣", "card": list(PAYLOADS)},))
    game = dataclasses.replace(game, rulings=rulings, tables=(table,))
    verbs = load_verbs(game)
    runs = {r.id: [run_example(r, e, site.corpus.games[0].setting, verbs) for e in r.examples] for r in rulings}
    corpus = dataclasses.replace(site.corpus, games=(game,))
    target = tmp_path_factory.mktemp("hostile")
    build_site(Site(corpus, {game.id: GameRun(game, verbs, runs)}), project / "mkdocs.yml", target)
    return target


def acts(path: Path) -> list[str]:
    """What of one built page could act."""
    seen = Seen()
    seen.feed(path.read_text("utf-8"))
    return seen.acts


def test_no_text_of_the_corpus_becomes_markup_script_or_picture(hostile: Path) -> None:
    pages = sorted(hostile.rglob("*.html"))
    assert len(pages) > 12
    assert {str(p.relative_to(hostile)): found for p in pages if (found := acts(p))} == {}


def test_the_hostile_text_is_there_to_be_read(hostile: Path) -> None:
    page = (hostile / "mihon-war/mw-draw/index.html").read_text("utf-8")
    assert page.count("&lt;script&gt;gbxss()&lt;/script&gt;") > 10


def test_the_search_index_holds_no_markup_of_the_corpus(hostile: Path) -> None:
    """Material's search shows titles and texts of the index as HTML."""
    index = json.loads((hostile / "search/search_index.json").read_text("utf-8"))
    bad = [d["location"] for d in index["docs"] if re.search(r"<(?!/?(p|ul|ol|li|code|pre|mark)\b)", d["title"] + d["text"])]
    assert bad == []


@pytest.mark.parametrize("lang", ["en} <script>gbxss()</script>", 'en" onclick="gbxss()', "en onclick=gbxss()", "en\nonclick=gbxss()",
                                  "en }\n\n<img src=x onerror=gbxss()>", "en' gbxss", "ja gbxss", "en\n", ""])
def test_a_language_that_is_none_is_an_error_and_reaches_no_page_even_of_a_preview(site: Site, lang: str) -> None:
    """A preview shows pages in spite of defects."""
    game = dataclasses.replace(site.corpus.games[0], lang=lang)
    corpus = dataclasses.replace(site.corpus, games=(game,))
    assert "lang" in {d.code for d in check_corpus(corpus)}
    pages = list(generated(Site(corpus, site.runs, preview=True)))
    assert len(pages) > 12
    assert [p.path for p in pages if "gbxss" in p.content or " lang=" in p.content] == []


def test_a_language_is_told_on_what_the_corpus_says(site: Site) -> None:
    corpus = dataclasses.replace(site.corpus, games=(dataclasses.replace(site.corpus.games[0], lang="en-GB"),))
    [page] = [p.content for p in generated(Site(corpus, site.runs)) if p.path.endswith("/mw-draw.md") or "/mw-draw/" in p.path]
    assert re.search(r'^# .*\{: #mw-draw lang="en-GB" \}$', page, flags=re.M)


def test_what_acts_is_seen() -> None:
    """The reader of these tests itself finds what it should."""
    seen = Seen()
    seen.feed('<a href="javascript:x" onclick="y">z</a><script>gbxss()</script><!-- gbxss --><img src="gbxss.png">')
    assert len(seen.acts) == 5
