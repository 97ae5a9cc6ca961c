"""The page どこまで確かめてあるか: every number is counted from the data, and what was not measured is not claimed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from gunbai.corpus.lock import Locked, write_lock
from gunbai.examples.strength import kept, measured
from gunbai.site.load import load_site
from gunbai.site.pages import Site, generated
from gunbai.site.trust import Trust, trust_of

PROJECT = Path(__file__).parents[2]
RULINGS = PROJECT / "rulings"


def pages_of(site: Site) -> Mapping[str, str]:
    return {page.path: page.content.replace("<wbr>", "") for page in generated(site)}


@pytest.fixture(scope="module")
def audited(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The made-up game with a locked document: one clause that is cited, one that is no rule, one that nobody cites."""
    root = tmp_path_factory.mktemp("audited")
    shutil.copytree(project / "rulings", root / "rulings")
    game = root / "rulings/mihon-war/game.yaml"
    text = game.read_text("utf-8")
    assert 'authority: publisher, updated: "2020-02-03"}' in text
    text = text.replace('authority: publisher, updated: "2020-02-03"}',
                        'authority: publisher, updated: "2020-02-03", audited: true}')
    game.write_text(text + "not_a_rule: [{document: book, at: 戦力#2, reason: 挨拶}]\n", "utf-8")
    write_lock(root / "rulings/mihon-war/sources.lock",
               [Locked("book", f"{n:016x}", a) for n, a in enumerate(("戦力#1", "戦力#2", "章/節#1"))])
    return root


@pytest.fixture(scope="module")
def audited_site(audited: Path) -> Site:
    return load_site(audited / "rulings")


def trust(site: Site) -> Trust:
    return trust_of(site.views[0], site.strengths.get("mihon-war"), site.corpus.root)


def test_the_map_says_of_every_clause_who_cites_it_or_why_it_is_no_rule(audited_site: Site) -> None:
    found = trust(audited_site)
    (document,) = found.documents
    assert [(h.path, [(c.number, c.fate, c.reason) for c in h.clauses]) for h in document.headings] == [
        (("戦力",), [(1, "cited", ""), (2, "exempt", "挨拶")]), (("章", "節"), [(1, "open", "")])]
    assert "mw-power" in [r.id for r in document.headings[0].clauses[0].rulings]
    assert (found.clauses, found.done, document.count("open")) == (3, 2, 1)


def test_the_page_shows_the_map(audited_site: Site) -> None:
    page = pages_of(audited_site)["trust.md"]
    assert "3 のうち 2（66.67 %）" in page
    assert "ルールでない：挨拶" in page
    assert "挙げる裁定がまだない" in page
    assert "章 › 節" in page
    assert 'href="../mihon-war/mw-power/"' in page


def test_what_was_not_measured_is_not_claimed_and_the_command_is_named(site: Site, pages: Mapping[str, str]) -> None:
    assert site.strengths == {}
    assert "この状態では測っていない。測るには <code>gunbai strength mihon-war</code>" in pages["trust.md"]
    assert "未測定" in pages["trust.md"]
    assert "例の強さは、この状態では測っていない" in pages["mihon-war/mw-power.md"]


def test_figures_come_from_what_was_measured_in_this_very_state(audited: Path, tmp_path: Path) -> None:
    root = tmp_path / "p"
    shutil.copytree(audited, root)
    before = load_site(root / "rulings")
    result = measured(before.corpus.games[0], root, jobs=2)
    assert result.trials
    assert not result.errors
    site = load_site(root / "rulings")
    page = pages_of(site)
    share = result.shares["mw-power"]
    assert f"小さな変更 {len(result.trials)} のうち、例が気付いたもの {result.count('killed')}、" in page["trust.md"]
    assert f"だけで受け持つ変更は {share.own} のうち {share.own_killed}、" in page["mihon-war/mw-power.md"]
    assert "測っていない" not in page["trust.md"]
    preview = pages_of(load_site(root / "rulings", preview=True))
    assert "gb-strength" not in preview["mihon-war/mw-power.md"]
    assert preview["trust.md"] == page["trust.md"]
    path = root / "rulings/mihon-war/basics.yaml"
    path.write_text(path.read_text("utf-8").replace("title: 剣だけ", "title: 剣のみ"), "utf-8")
    changed = load_site(root / "rulings")
    assert kept(changed.corpus.games[0], root) is None
    assert "この状態では測っていない" in pages_of(changed)["trust.md"]


def test_numbers_of_the_page_are_those_of_the_examples(audited_site: Site) -> None:
    found, view = trust(audited_site), audited_site.views[0]
    asked = [t.answer.verdict for runs in view.done.runs.values() for run in runs for t in run.told if t.answer.verdict]
    assert found.verdicts.total == len(asked) > 0
    assert found.verdicts.undecided == sum(v.firmness == "open" for v in asked) > 0
    assert found.verdicts.inferred + found.verdicts.undecided + found.verdicts.unmoved <= found.verdicts.total
    assert found.contrasts == len(found.decisions) - len(found.singles)
    assert sum(n for _, n in found.kinds) == len(view.game.rulings)


def test_the_page_is_in_the_nav_and_linked_from_home_about_and_the_badges(built: Path) -> None:
    page = (built / "trust/index.html").read_text("utf-8")
    assert 'id="unverified"' in page
    for place, up in (("index.html", ""), ("about/index.html", "../"), ("reading/index.html", "../")):
        text = (built / place).read_text("utf-8")
        content = text[text.index('<article'):text.index('</article>')]
        assert re.search(rf'href="{re.escape(up)}trust/"', content), place
    nav = page[page.index('class="md-tabs"'):page.index("</nav>", page.index('class="md-tabs"'))]
    assert len(re.findall("md-tabs__link", nav)) == 5  # home, the game, search, tools, このサイト


def test_the_projects_own_corpus_is_covered_and_contrasted() -> None:
    site = load_site(RULINGS)
    for view in site.views:
        found = trust_of(view, None, site.corpus.root)
        assert found.clauses == found.done > 0, view.game.id
        assert found.contrasts + len(found.singles) == len(found.decisions), view.game.id
        assert {c.fate for d in found.documents for h in d.headings for c in h.clauses} <= {"cited", "exempt"}
