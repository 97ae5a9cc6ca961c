"""What the generated pages hold."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path

from gunbai.corpus.model import Corpus, Silences
from gunbai.corpus.names import Name, NameGroup
from gunbai.corpus.ruling import Example
from gunbai.corpus.urls import name_url, url_of
from gunbai.corpus.vtes import read_source
from gunbai.corpus.vtes_game import game_of
from gunbai.examples.check import GameRun, run_game
from gunbai.examples.runner import load_verbs, run_example
from gunbai.site.defects import defects_of
from gunbai.site.pages import Site, fill, generated
from gunbai.site.view import GameView

TERM = '<a class="gb-term" href="../../mihon-war/cards/e2f91526/" aria-describedby="def-e2f91526">戦力</a>'
SWORD = name_url("mihon-war", Name("見本の剣", ()))


def test_the_made_up_game_is_without_defects(site: Site) -> None:
    assert [str(d) for d in defects_of(site.corpus)] == []


def test_every_ruling_name_and_index_has_one_page(site: Site, pages: Mapping[str, str]) -> None:
    game = site.corpus.games[0]
    wanted = {f"{url_of(r).rstrip('/')}.md" for r in game.rulings}
    wanted |= {f"{name_url(game.id, n).rstrip('/')}.md" for n in game.names}
    wanted |= {f"mihon-war/{p}.md" for p in ("index", "rules", "faq", "open", "cards/index", "house")}
    assert set(pages) == wanted | {"trust.md"}
    assert len(list(generated(site))) == len(wanted) + 1


def test_pages_are_the_same_each_time(site: Site) -> None:
    assert list(generated(site)) == list(generated(site))


def test_a_ruling_shows_badge_date_question_answer_and_source_before_its_examples(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/mw-power.md"].split("# 戦力の合計")[1].replace(TERM, "戦力")
    places = [page.index(t) for t in (">公式<", "2020-02-03 から有効", "戦力はどう数える？", "自軍のカードの戦力を合計する。", "## 理由",
                                      "## 例", ">剣だけ</h3>", "合計([", "## 出典", "見本ルールブック", "## 履歴")]
    assert places == sorted(places)


def test_an_example_shows_its_answer_and_a_trace_with_links(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/mw-power.md"]
    assert '<p class="gb-reply__answer"><span class="gb-line">4</span></p>' in page
    assert "決め手と経過" in page
    assert "<b>この裁定</b>" in page


def test_an_open_answer_shows_which_reading_gives_what(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/mw-draw.md"]
    example = page[page.index("## 例"):page.index(">違う戦力</h3>")]
    assert "<dt>攻める側が勝つ</dt><dd>攻める側</dd>" in example
    assert "<dt>どちらも勝たない</dt><dd>なし</dd>" in example


def test_only_the_first_example_is_open_and_the_others_show_their_last_answer_in_their_line(
        pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/mw-draw.md"]
    first, *others = re.findall(r'<details class="gb-example"( open)?>\n<summary><h3 id="(.+?)">(.+?)</h3>(.*?)</summary>', page)
    assert first[0] == " open"
    assert others
    assert all(not opened for opened, *_ in others)
    assert all('<span class="gb-example__gist">' in gist for *_, gist in others)
    assert [anchor for _, anchor, *_ in (first, *others)] == [f"example-{n}" for n in range(1, len(others) + 2)]


def test_an_answer_that_hangs_on_an_inferred_ruling_names_it_right_there(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/mw-attack.md"]
    reply = page[page.index("不可（推定）"):]
    assert '<span class="gb-badge gb-badge--inferred">推定</span> この点による' in reply[:reply.index("</div>")]


def test_the_badge_at_the_head_leads_to_what_it_means(pages: Mapping[str, str]) -> None:
    assert '<a class="gb-badgelink" href="../../reading/#badges"' in pages["mihon-war/mw-power.md"]


def test_a_ruling_whose_example_fails_says_so_at_the_top_and_shows_the_example_open(site: Site) -> None:
    game = site.corpus.games[0]
    ruling = next(r for r in game.rulings if r.id == "mw-power")
    right, *rest = ruling.examples
    wrong = Example("違う答え", '>>> 合計(["見本の剣"])\n99')
    changed = dataclasses.replace(ruling, examples=(right, *rest, wrong))
    runs = {**site.runs[game.id].runs, "mw-power": [
        run_example(changed, e, game.setting, load_verbs(game)) for e in changed.examples]}
    made = dataclasses.replace(game, rulings=tuple(changed if r.id == "mw-power" else r for r in game.rulings))
    other = Site(dataclasses.replace(site.corpus, games=(made,)), {game.id: dataclasses.replace(
        site.runs[game.id], game=made, runs=runs)})
    shown = {p.path: p.content for p in generated(other)}
    page = shown["mihon-war/mw-power.md"]
    anchor = f"example-{len(changed.examples)}"
    assert page.index("例が合っていません") < page.index('class="gb-answer')
    assert f'<a href="#{anchor}">「違う答え」</a>' in page
    assert re.search(rf'<details class="gb-example gb-example--wrong" open>\n<summary><h3 id="{anchor}">', page)
    assert "書いてある答え：99" in page
    assert "例が合っていません" not in shown["mihon-war/mw-draw.md"]


def test_a_reading_is_called_by_its_text_and_its_key_stands_only_where_one_chooses(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/mw-draw.md"]
    keys = re.findall(r'<code>取り決め\("mw-draw", "(.+?)"\)</code>', page)
    assert len(keys) == 2
    assert "・".join(keys) not in page
    assert all(page.count(f"<code>{key}</code>") == 0 for key in keys)


def test_a_name_lists_the_rulings_about_it_first_then_those_that_name_it_then_those_of_its_groups(site: Site) -> None:
    game = site.corpus.games[0]
    sword = game.by_name["見本の剣"]
    base = next(r for r in game.rulings if r.id == "mw-power")
    group = NameGroup("blades", "刃物", (sword.name,))
    plain = dataclasses.replace(base, cards=(), groups=(), topics=(), wording={}, until="")
    rulings = (dataclasses.replace(plain, id="mw-a", title="群れ", groups=(group.id,)),
               dataclasses.replace(plain, id="mw-b", title="ほか", cards=(sword.name,)),
               dataclasses.replace(plain, id="mw-c", title=f"「{sword.name}」の力", cards=(sword.name,)),
               dataclasses.replace(plain, id="mw-d", title="別", cards=(sword.name,), topics=(sword.name,)))
    view = GameView(dataclasses.replace(game, groups=(group,), rulings=rulings), GameRun(game))
    assert [t.ruling.id for t in view.touching[sword.name]] == ["mw-c", "mw-d", "mw-b", "mw-a"]


def test_the_open_page_says_what_its_numbers_are_and_lists_them_all(site: Site) -> None:
    game = site.corpus.games[0]
    ruling = next(r for r in game.rulings if r.id == "mw-draw")
    asked = dataclasses.replace(ruling, silence=("W2",))
    made = dataclasses.replace(game, silences=Silences("W", 2, {"W1": "一つめの点", "W2": "二つめの点"}),
                               rulings=tuple(asked if r.id == "mw-draw" else r for r in game.rulings))
    other = Site(dataclasses.replace(site.corpus, games=(made,)), {game.id: dataclasses.replace(site.runs[game.id], game=made)})
    page = next(p.content for p in generated(other) if p.path == "mihon-war/open.md")
    assert "W1 のような番号は、出典が答えていない点に付けた通し番号" in page
    assert '<a class="gb-number" href="#silence-W2" title="二つめの点">W2</a>' in page
    rows = page[page.index("{: #silences }"):]
    assert rows.index("一つめの点") < rows.index("二つめの点") < rows.index(f">{ruling.title}</a>")


def test_furniture_is_not_searched(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/mw-power.md"]
    for part in ('<nav class="gb-crumbs ', '<nav class="gb-nav"', '<p class="gb-meta"', '<details class="gb-trace"',
                 '<div class="gb-defs"', '<footer class="gb-permalink"'):
        tag = page[page.index(part):]
        assert "data-search-exclude" in tag[:tag.index(">")], part


def test_each_reading_shows_its_support_and_what_it_changes(pages: Mapping[str, str]) -> None:
    for path in ("mihon-war/mw-draw.md", "mihon-war/open.md"):
        page = pages[path]
        assert "根拠：弱い" in page
        assert "根拠：なし" in page
        case = page[page.index('colspan="2">同じ戦力</th>'):]
        first, second = re.findall(r'<td class="gb-readings__answer gb-differs-(\d)" data-gb-reading="(.+?)"><span class="gb-line">(.+?)</span></td>', case)[:2]
        assert (first, second) == (("0", "attacker", "攻める側"), ("1", "nobody", "なし"))


def test_a_refusal_says_why_and_names_the_ruling_by_its_title(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/mw-attack.md"]
    assert "攻めるカードが無い" in page
    assert '不可（推定） <span class="gb-by"><a href="../../mihon-war/mw-attack/">空の手での攻撃</a></span>' in page
    assert "不可: mw-attack" not in re.sub("data-gb-every='[^']*'", "", page)  # what the page's script reads


def test_reasons_and_trace_asked_for_in_an_example_are_links_too(site: Site) -> None:
    ruling = next(r for r in site.corpus.games[0].rulings if r.id == "mw-power")
    asked = Example("経過", '>>> 合計(["見本の剣"])\n3\n>>> 理由()\nmw-power\n>>> 経過()\nmw-power → 3')
    run = run_example(ruling, asked, site.corpus.games[0].setting, load_verbs(site.corpus.games[0]))
    assert run.failures == ()
    game = dataclasses.replace(site.corpus.games[0], rulings=(dataclasses.replace(ruling, examples=(asked,), see=(), why="",
                                                                                  replaces=""),))
    other = Site(dataclasses.replace(site.corpus, games=(game,)), {game.id: GameRun(game, {}, {"mw-power": [run]})})
    page = next(p.content for p in generated(other) if p.path.endswith("mw-power.md"))
    assert page.count('<span class="gb-line"><a href="../../mihon-war/mw-power/">戦力の合計</a>') == 2
    assert "</a> → 3</span>" in page


def test_a_superseded_ruling_says_so_first_and_links_to_what_holds_now(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/mw-power-old.md"]
    assert "今は使われない裁定。" in page[:page.index("gb-question")]
    assert 'href="../../mihon-war/mw-power/">戦力の合計</a>' in page
    assert "失効" in page


def test_a_ruling_in_force_links_to_its_predecessor(pages: Mapping[str, str]) -> None:
    history = pages["mihon-war/mw-power.md"].split("## 履歴")[1]
    assert 'href="../../mihon-war/mw-power-old/"' in history
    assert "今は使われない" not in pages["mihon-war/mw-power.md"]


def test_back_references_are_listed_once(pages: Mapping[str, str]) -> None:
    see = pages["mihon-war/mw-draw.md"].split("## 関わる裁定")[1]
    assert see.count("戦力の合計") == 1
    assert "この裁定を挙げている" in see


def test_a_name_lists_direct_rulings_before_those_of_its_groups(pages: Mapping[str, str]) -> None:
    page = next(c for p, c in pages.items() if p == f"{SWORD.rstrip('/')}.md")
    assert page.index("戦力の合計</span>") < page.index("戦力の合計（旧）</span>")
    assert "「見本の武具」として" in page
    assert "みほんのけん・みほんのつるぎ" in page
    assert "見本</span>" in page
    assert "見本ソード" in page
    assert "戦力の表" in page


def test_the_list_of_names_leads_to_each_and_says_how_it_is_read(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/cards/index.md"]
    assert f'<a href="../../{SWORD}"><ruby>見本の剣<rp>（</rp><rt>みほんのけん</rt><rp>）</rp></ruby></a>' in page
    assert "裁定2件" in page


def test_faq_lists_questions_under_their_moment_in_the_order_of_the_turn(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/faq.md"]
    places = [page.index(t) for t in ("## 準備", "戦力はどう数える？", "## 戦闘", "戦力が同じなら、どちらが勝つ？")]
    assert places == sorted(places)
    assert "カードなしで攻められる？" not in page


def test_rules_follow_the_reading_order_of_game_yaml(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/rules.md"]
    places = [page.index(t) for t in ("## 基本", ">戦力の合計</a>", "今は使われない裁定", ">戦力の合計（旧）</a>", "## 戦闘", "同じ戦力のときの勝ち負け")]
    assert places == sorted(places)


def test_the_game_page_counts_badges_and_lists_sources_with_authority(pages: Mapping[str, str]) -> None:
    page = pages["mihon-war/index.md"]
    for text in ("<b>4</b> 裁定", "<b>7</b> 実行される例", "見本ルールブック", "https://example.org/book", "見本wiki", "公式"):
        assert text in page


def test_hand_written_pages_get_their_blocks(site: Site) -> None:
    filled = fill("<!-- gunbai:games -->\n<!-- gunbai:points -->\n<!-- gunbai:changes -->", site, 1)
    assert '<a class="gb-gamecard__main" href="../mihon-war/">' in filled
    assert "裁定待ち1点、推定1点" in filled
    assert "<!-- gunbai" not in filled


def test_a_game_in_another_language_says_so_and_marks_symbols_and_the_names_that_a_ruling_lists() -> None:
    source, _ = read_source(Path(__file__).parents[1] / "corpora" / "vtes")
    assert source
    game = game_of(source).game
    made = {p.path: p.content for p in generated(Site(Corpus(Path("rulings"), (game,)), {game.id: run_game(game)}))}
    page = made["vtes/vtes-ferry-of-don-carries-two-goats-eg-raft.md"]
    assert '{: #vtes-ferry-of-don-carries-two-goats-eg-raft lang="en" }' in page
    assert '<abbr class="gb-symbol" title="Superior skills">[ROW]</abbr>' in page
    assert '(eg. <a class="gb-name" href="../../vtes/cards/raft/">Raft</a>, raft)' in page
    assert "gb-question" not in page
    assert re.findall(r"^## (\S+)", made["vtes/cards/index.md"], re.MULTILINE) == ["B", "F", "R", "T"]
    assert "[ROW] The raft never sinks." in made["vtes/cards/raft.md"]
