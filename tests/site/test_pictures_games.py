"""What each game's pictures show, against the state that they are drawn from."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from gunbai.corpus.model import Corpus
from gunbai.corpus.reader import load_corpus
from gunbai.engine.daisenryaku_card.border import DRAW
from gunbai.engine.daisenryaku_card.odds import Chances, score_table, win_table
from gunbai.engine.daisenryaku_card.state import ATTACKER, DEFENDER, Card, Game, Pair, Power, War
from gunbai.engine.girl_arms_war.start_end import Round
from gunbai.engine.girl_arms_war.state import Attack
from gunbai.engine.girl_arms_war.state import Board as Table
from gunbai.engine.gundam_war.chain import Cut, Play, Spot, label, target_of
from gunbai.engine.kernel import Malformed, Point, Reading, Setting, run
from gunbai.engine.variants_war.state import Board, Cell, Match, Monster, Piece, Player, Trap
from gunbai.site.pictures import Picture, Shown, daisenryaku_card, girl_arms_war, gundam_war, variants_war
from gunbai.site.pictures.bars import bars, said
from gunbai.site.pictures.flow import Chip, Part, flow
from hypothesis import given, settings
from hypothesis import strategies as st

RULINGS = Path(__file__).parents[2] / "rulings"


@cache
def corpus() -> Corpus:
    """The corpus of this repository."""
    return load_corpus(RULINGS)


def setting(game: str, **readings: tuple[str, str, str | None]) -> Setting:
    """A game's tables, with points of these tests: id (``_`` for ``-``) to two keys and the default."""
    found = corpus().game(game)
    assert found
    points = {i.replace("_", "-"): Point(i.replace("_", "-"), "inferred" if default else "open",
                                         (Reading(a, "", "medium"), Reading(b, "", "weak")), default)
              for i, (a, b, default) in readings.items()}
    return Setting(found.setting.tables, {**found.setting.points, **points})


def kinds(picture: Picture | None) -> Counter[str]:
    """How many shapes of each class a picture has."""
    assert picture
    return Counter(e.attrib["class"].removeprefix("gb-svg__") for e in ET.fromstring(picture.svg).iter())


def words(picture: Picture | None) -> list[str]:
    """The texts of a picture in the order in which they are drawn."""
    assert picture
    return [e.text or "" for e in ET.fromstring(picture.svg).iter() if e.tag.endswith("text")]


# GUNDAM WAR

@st.composite
def cuts(draw: st.DrawFn) -> Cut:
    """A cut of two to six cards with targets, candidates and losses."""
    plays: list[Play] = []
    for place in range(draw(st.integers(2, 6))):
        spots: list[Spot] = [*range(place), "場の甲", "場の乙"]
        legal = draw(st.none() | st.lists(st.sampled_from(spots), unique=True).map(tuple))
        target = draw(st.none() | st.sampled_from(spots))
        plays.append(Play(draw(st.sampled_from(("赤", "青", "黄"))), target, legal, draw(st.sampled_from((None, "手番", "相手")))))
    gone = draw(st.frozensets(st.integers(0, len(plays) - 1) | st.sampled_from(("場の甲", "場の乙"))))
    handled = draw(st.frozensets(st.sampled_from([*range(len(plays))]))) & gone
    return Cut(tuple(plays), None, gone=gone, handled=frozenset(h for h in handled if isinstance(h, int)))


@settings(deadline=None)
@given(cuts())
def test_a_cut_has_one_arrow_for_each_present_target_and_each_other_candidate(cut: Cut) -> None:
    picture = gundam_war.drawn_cut(Shown(cut, Setting()))
    there = [n for n in range(len(cut.plays)) if n not in cut.gone]
    shapes = kinds(picture)
    assert shapes["line"] == sum(target_of(cut, n) is not None for n in there)
    assert shapes["dash"] == sum(spot != target_of(cut, n) for n in there for spot in cut.plays[n].legal or ())
    assert shapes["head"] == shapes["line"] + shapes["dash"]
    assert shapes["box"] == len(there)


@settings(deadline=None)
@given(cuts())
def test_a_cut_says_of_each_card_its_target_and_its_candidates_or_that_it_is_gone(cut: Cut) -> None:
    picture = gundam_war.drawn_cut(Shown(cut, Setting()))
    assert picture
    facts = {f.split("、")[0].split("（手番")[0].split("（相手")[0]: f for f in picture.facts}
    for place, play in enumerate(cut.plays):
        fact = facts[f"{place + 1}枚目は{label(cut, place)}"]
        if place in cut.gone:
            assert fact.endswith("解決した" if place in cut.handled else "無くなった")
            continue
        target = target_of(cut, place)
        assert ("今の対象は無い" if target is None else f"今の対象は{label(cut, target)}") in fact
        if play.legal:
            assert f"対象候補は{'と'.join(label(cut, spot) for spot in play.legal)}" in fact


def test_cards_lie_from_bottom_to_top() -> None:
    cut = Cut((Play("先", None, None, None), Play("後", 0, (0,), None)), None)
    picture = gundam_war.drawn_cut(Shown(cut, Setting()))
    assert words(picture) == ["2", "後", "1", "先"]


def test_a_changed_target_moves_the_arrow() -> None:
    plays = Play("甲", None, None, None), Play("乙", 0, (0,), None), Play("丙", 1, (0, 1), None)
    moved = gundam_war.drawn_cut(Shown(Cut(plays, None, moved=((2, 0),)), Setting()))
    assert moved
    assert "3枚目は丙、今の対象は甲、対象候補は甲と乙" in moved.facts


def test_a_single_card_without_a_target_and_a_cut_beyond_following_are_not_drawn() -> None:
    assert gundam_war.drawn_cut(Shown(Cut((Play("甲", None, None, None),), None), Setting())) is None
    assert gundam_war.drawn_cut(Shown(Cut((Play("甲", None, None, None),) * 40, None), Setting())) is None


def test_the_turn_of_gundam_war_marks_free_timings_and_what_is_not_certain() -> None:
    base = setting("gundam-war")
    picture = gundam_war.turn(base)
    rows = base.tables["turn"]
    assert kinds(picture)["on"] == sum(row["value"].split("→").count("フリータイミング") for row in rows)
    assert picture and "配備フェイズ（裁定待ち）：開始、フリータイミング、終了" in picture.facts


def test_the_question_of_a_new_target_says_of_every_card_whether_it_can_be_taken_and_why_not() -> None:
    base = setting("gundam-war")
    plays = (Play("見本の砲撃", "ガンダム", ("ガンダム",), None), Play("見本の横槍", 0, (0,), None),
             Play("見本の一喝", 1, (0, 1), None), Play("見本の横槍", 2, (2,), None))
    inputs = {"カード": "幼き人質", "対象": Cut(plays[:3], None), "後": Cut(plays, None)}
    picture = gundam_war.drawn_change(Shown(("見本の砲撃",), base, inputs))
    assert picture
    assert "見本の砲撃：○ 変更先にできる" in picture.facts
    assert "見本の横槍（1枚目）：× 今の対象への変更にはならない" in picture.facts
    assert "見本の横槍（2枚目）：× 後からプレイされたカードには変えられない" in picture.facts
    assert "ガンダム：× プレイの時点で対象にできたものではない" in picture.facts
    shapes = kinds(picture)
    assert (shapes["asked"], shapes["free"]) == (1, 1)
    assert words(picture).count("○") == 1 and words(picture).count("×") == 3
    unknown = gundam_war.drawn_change(Shown(Malformed("資料が無い"), base, inputs))
    assert unknown is None
    other = gundam_war.drawn_change(Shown((), base, {**inputs, "対象": Cut((replace(plays[0], card="別"),), None)}))
    assert other is None


def test_without_the_candidates_of_a_card_nothing_is_said_to_be_possible() -> None:
    cut = Cut((Play("甲", None, None, None), Play("乙", 0, None, None)), None)
    picture = gundam_war.drawn_change(Shown(Malformed, setting("gundam-war"), {"カード": "幼き人質", "対象": cut}))
    assert picture and "○" not in words(picture) and kinds(picture)["asked"] == 0


# 少女兵器大戦

def test_a_round_of_start_cards_shows_the_places_and_who_is_done() -> None:
    base = setting("girl-arms-war", **AROUND)
    choosing = girl_arms_war.drawn_round(Shown(Round(("甲", "乙", "丙"), 3, (("乙", 1),)), base))
    assert choosing
    assert "順番を選ぶところ" in choosing.facts
    assert {"乙は1番", "甲はまだ選んでいない"} <= set(choosing.facts)
    done = girl_arms_war.drawn_round(Shown(
        Round(("甲", "乙"), 2, (("乙", 1), ("甲", 2)), (("甲", "見本の号砲"),), (("乙", "見本の夜明け"),), ("乙",)), base))
    assert done
    assert done.facts[2:] == ("乙は1番、解決した 見本の夜明け、終えた", "甲は2番、この後 見本の号砲")
    assert kinds(done)["struck"] == 1


AROUND = {"gaw_timing_actions": ("around", "inside", "around"), "gaw_timing_third_gap": ("unless-rest", "always", None)}


def test_the_turn_shows_windows_as_open_closed_inferred_or_undecided() -> None:
    base = setting("girl-arms-war", **AROUND)
    picture = girl_arms_war.turn(base)
    assert picture
    text = picture.text
    assert "開始フェイズと配置フェイズの間は開いている" in text
    assert "ターンとターンの間は閉じている" in text
    assert "アクションフェイズと終了フェイズの間は裁定待ち" in text
    assert "生産の後、" in text and "は推定で開いている" in text
    assert kinds(picture)["maybeon"] >= 3
    settled = girl_arms_war.turn(base.choosing({"gaw-timing-actions": "inside"}))
    assert settled and "生産の後" in settled.text.split("閉じているのは")[3]


def test_a_board_marks_the_point_the_holder_and_who_has_passed() -> None:
    board = Table(("甲", "乙"), "生産の後", holder="乙", passed=("甲",), used=(("甲", "見本の援護"),))
    picture = girl_arms_war.drawn_board(Shown(board, setting("girl-arms-war", **AROUND)))
    assert picture
    for fact in ("いま：生産の後（推定で開いている）", "プレイヤーは甲、乙の順で、手番は甲", "優先権は乙", "続けて放棄は甲", "使った：甲の見本の援護"):
        assert fact in picture.facts
    drawn = words(picture)
    assert drawn[drawn.index("甲") + 1] == "手番・放棄"
    assert drawn[drawn.index("乙") + 1] == "優先権"
    assert kinds(picture)["now"] == 1
    closed = girl_arms_war.drawn_board(Shown(replace(board, holder=""), setting("girl-arms-war", **AROUND)))
    assert closed and "優先権は誰にも無い" in closed.facts


def test_a_board_shows_the_attack_that_is_going_on() -> None:
    attack = Attack("甲", "一番機", "乙", "敵機", (("甲", "二番機"),), ("敵機",))
    board = Table(("甲", "乙"), "支援攻撃の直後", holder="乙", attack=attack, turned=("一番機", "二番機", "敵機"))
    picture = girl_arms_war.drawn_board(Shown(board, setting("girl-arms-war", **AROUND)))
    assert picture
    assert {"攻撃：甲の一番機が、乙の敵機へ", "支援攻撃：甲の二番機", "反撃：敵機", "行動不能：一番機、二番機、敵機"} <= set(picture.facts)


def test_a_condition_that_nobody_can_read_has_no_picture() -> None:
    base = setting("girl-arms-war", **AROUND)
    assert girl_arms_war.drawn_condition(Shown((), base, {"条件": "気の向いたとき"})) is None
    assert girl_arms_war.drawn_point(Shown(True, base, {"時点": "どこか"})) is None
    assert girl_arms_war.drawn_condition(Shown((), base, {"条件": "終了フェイズ中"})) is not None


# ヴァリアンツ＝ウォー

CELLS = Board(((None, Cell("出撃ゾーン", "百識公国")), (Cell("戦場ゾーン", ""), Cell("戦場ゾーン", ""))))
SEEN = {"vv_axis_view": ("board", "player", "board")}
CHERRY, GUN = Monster("桜", "森羅万象", 5, 3, False), Monster("砲", "百識公国", 4, 6, False)


def board(*pieces: Piece, traps: tuple[Trap, ...] = ()) -> Match:
    return Match(CELLS, (Player("森羅万象", 3), Player("百識公国", 1)), "森羅万象", "メインフェイズ", pieces, traps)


@pytest.mark.parametrize(("facing", "edges"), [("縦", "縦長、値は上5・下5・左3・右3"), ("横", "横長、値は上3・下3・左5・右5")])
def test_a_monster_lies_as_it_faces_with_the_value_of_each_edge(facing: str, edges: str) -> None:
    picture = variants_war.drawn_match(Shown(board(Piece(CHERRY, (1, 0), facing)), setting("variants-war", **SEEN)))
    assert picture
    assert f"a2に桜（森羅万象）、盤の図で{edges}" in picture.facts
    shape = next(e for e in ET.fromstring(picture.svg).iter() if e.attrib["class"] == "gb-svg__piece")
    assert (float(shape.attrib["height"]) > float(shape.attrib["width"])) == (facing == "縦")


def test_the_fights_that_are_to_come_are_marked_between_the_two_who_fight() -> None:
    base = setting("variants-war", **SEEN)
    near = variants_war.drawn_match(Shown(board(Piece(CHERRY, (1, 0), "縦"), Piece(GUN, (1, 1), "縦")), base))
    assert near
    assert any(f.startswith("戦う 桜（守備力3）対砲（守備力6）") for f in near.facts)
    assert kinds(near)["clash"] == 1
    apart = variants_war.drawn_match(Shown(board(Piece(CHERRY, (1, 0), "縦"), Piece(GUN, (0, 1), "縦")), base))
    assert kinds(apart)["clash"] == 0


def test_pieces_without_a_facing_and_set_cards_have_a_sign_of_their_own() -> None:
    rune = Piece(Monster("神碑コマ", "神碑", 2, 2, False), (1, 0), "")
    picture = variants_war.drawn_match(Shown(board(rune, traps=(Trap("見本の罠", (1, 1)),)), setting("variants-war", **SEEN)))
    assert picture
    assert "a2に神碑コマ（神碑）、表示形式なし" in picture.facts
    assert "b2 伏せてある見本の罠" in picture.facts
    assert "伏" in words(picture)


def test_every_cell_of_a_board_is_drawn_with_its_zone() -> None:
    picture = variants_war.drawn_board(Shown("出撃ゾーン", Setting(), {"盤": CELLS}))
    assert kinds(picture)["cell"] + kinds(picture)["field"] == 3
    assert picture and "b1は百識公国の出撃ゾーン" in picture.facts


def test_values_stand_only_on_the_edges_that_another_touches() -> None:
    base = setting("variants-war", **SEEN)
    picture = variants_war.drawn_match(Shown(board(Piece(CHERRY, (1, 0), "縦"), Piece(GUN, (1, 1), "横")), base))
    assert picture
    assert [e.text for e in ET.fromstring(picture.svg).iter() if e.attrib["class"] == "gb-svg__value"] == ["3", "4"]
    alone = variants_war.drawn_match(Shown(board(Piece(CHERRY, (1, 0), "縦")), base))
    assert kinds(alone)["value"] == 0
    assert alone and "a2 桜（森羅万象）縦 攻5 守3" in words(alone)


def test_two_on_one_cell_stand_side_by_side() -> None:
    base = setting("variants-war", **SEEN)
    picture = variants_war.drawn_match(Shown(board(Piece(CHERRY, (1, 0), "縦"), Piece(GUN, (1, 0), "縦")), base))
    assert picture
    one, other = (e for e in ET.fromstring(picture.svg).iter() if e.attrib["class"] == "gb-svg__piece")
    assert float(one.attrib["x"]) + float(one.attrib["width"]) <= float(other.attrib["x"])


# スーパー大戦略カード

@pytest.mark.parametrize("small", [False, True])
def test_the_shares_of_a_score_chart_are_those_that_the_engine_counts(small: bool) -> None:
    base, rows = setting("daisenryaku-card"), ((FLYER, TANK), (TANK, FLYER))
    with run(base):
        scores, wins = score_table(*rows, small=small), win_table(*rows, small=small)
    picture = daisenryaku_card.drawn_scores(Shown(scores, base, {"国境紛争": small}))
    assert picture
    names = {ATTACKER: "攻撃側の勝ち", DRAW: DRAW, DEFENDER: "防御側の勝ち"}
    assert picture.facts[:3] == tuple(f"{names[what]}は{said(chance)}" for what, chance in wins.rows)
    assert set(picture.facts[3:]) == {f"{what}は{said(chance)}" for what, chance in scores.rows if chance}
    widths = [float(e.attrib["width"]) for e in ET.fromstring(picture.svg).iter() if e.attrib.get("height") == "14"]
    assert sum(widths) == pytest.approx(340, abs=0.3)


def test_what_is_ahead_of_a_war_counts_what_was_fought_and_adds_up_to_one() -> None:
    base = setting("daisenryaku-card")
    fought = war(Pair((False, True), (False, True)), None)
    with run(base):
        begun, ahead = daisenryaku_card.outlook(war(None, None)), daisenryaku_card.outlook(fought)
        whole = score_table((FLYER, FLYER), (TANK,), fixed=True)
    assert {f"{a}対{b}": chance for (a, b), chance in begun.items()} == {what: chance for what, chance in whole.rows if chance}
    assert sum(ahead.values()) == 1
    assert min(a for a, _ in ahead) >= 1


def test_a_war_that_is_over_says_how_it_ended() -> None:
    base = setting("daisenryaku-card")
    over = replace(war(Pair((False, True), (False, True)), None), stage="判定")
    picture = daisenryaku_card.drawn_war(Shown(over, base))
    assert picture and any(fact.startswith("点は2対0") and "アメリカの勝ち" in fact for fact in picture.facts)


def test_the_table_shows_each_side_with_its_cards_and_wins() -> None:
    game = Game(("アメリカ", "ソビエト"), ((TANK,), (TANK, FLYER)), (TANK,), (), (Fraction(1, 2), Fraction(0)), 1, (), 1)
    picture = daisenryaku_card.drawn_table(Shown(game, setting("daisenryaku-card")))
    assert picture and picture.facts == ("ソビエトの手番（引く）", "アメリカは手札1枚 0.5勝", "ソビエトは手札2枚 0勝", "山札1枚 捨て札0枚")
    assert kinds(picture)["on"] == 1


FLYER = Card("飛行機", "兵器カード", "A", (Power(8), Power(6), Power(4)), 1)
TANK = Card("戦車", "兵器カード", "P", (Power(6), Power(8), Power(5)), 2)


def war(*results: Pair | None) -> War:
    rows = (FLYER, FLYER), (TANK,)
    return War(("アメリカ", "ソビエト"), ((), ()), False, (), stage="戦闘", chosen=rows, terrain=((), ()), rows=rows,
               results=results)


def test_each_shot_of_a_pair_shows_its_hit_number_and_its_exact_chance() -> None:
    picture = daisenryaku_card.drawn_war(Shown(war(None, None), setting("daisenryaku-card")))
    assert picture
    assert "係数4 16.67%" in words(picture)  # 6 - 2 = 4: 6 of 36 rolls
    assert "係数5 27.78%" in words(picture)  # 6 - 1 = 5: 10 of 36
    assert any("攻撃側 アメリカの射撃は係数4、16.67%" in fact for fact in picture.facts)
    assert any(fact.startswith("2番目の対は飛行機") and fact.endswith("なし") for fact in picture.facts)


def test_a_weapon_that_has_fallen_is_struck_out() -> None:
    picture = daisenryaku_card.drawn_war(Shown(war(Pair((False, True), (False, True)), None), setting("daisenryaku-card")))
    assert kinds(picture)["gone"] == kinds(picture)["struck"] == 1
    assert picture and any("飛行機は残った、戦車は撃破" in fact for fact in picture.facts)


def test_a_number_on_which_the_readings_differ_is_marked() -> None:
    plus = {"dsc_terrain_every_pair": ("every", "not-aircraft", "every")}
    inputs = {"自分": TANK, "相手": FLYER, "相手の地形": 2}
    picture = daisenryaku_card.drawn_duel(Shown(3, setting("daisenryaku-card", **plus), inputs))
    assert "推定" in words(picture)
    assert picture and any("係数3（推定）" in fact for fact in picture.facts)
    undecided = {"dsc_terrain_every_pair": ("every", "not-aircraft", None)}
    picture = daisenryaku_card.drawn_duel(Shown(3, setting("daisenryaku-card", **undecided), inputs))
    assert "係数裁定待ち" in words(picture)


def test_a_first_strike_is_a_thick_arrow() -> None:
    plus = replace(FLYER, attack=(Power(8), Power(6, True), Power(4)))
    base = setting("daisenryaku-card")
    assert kinds(daisenryaku_card.drawn_duel(Shown(None, base, {"自分": plus, "相手": TANK})))["thick"] == 1
    assert kinds(daisenryaku_card.drawn_duel(Shown(None, base, {"自分": FLYER, "相手": TANK})))["thick"] == 0


def test_what_is_not_laid_out_yet_is_shown_without_chances() -> None:
    before = replace(war(), rows=(None, None), stage="地形")
    picture = daisenryaku_card.drawn_war(Shown(before, setting("daisenryaku-card")))
    assert kinds(picture)["head"] == 0
    nothing = replace(before, chosen=(None, None))
    assert daisenryaku_card.drawn_war(Shown(nothing, setting("daisenryaku-card"))) is None


def test_chances_are_bars_as_long_as_they_are_likely() -> None:
    chances = Chances((("0対0", Fraction(1, 4)), ("0対1", Fraction(1, 2)), ("1対0", Fraction(1, 4)), ("1対1", Fraction(0))))
    picture = daisenryaku_card.drawn_chances(Shown(chances, Setting()))
    assert picture
    lengths = [float(e.attrib["width"]) for e in ET.fromstring(picture.svg).iter() if e.attrib["class"] == "gb-svg__bar"]
    assert len(lengths) == 3
    assert lengths[1] == pytest.approx(2 * lengths[0], abs=0.2)
    assert "0対1は50.00%、正確には1/2" in picture.facts
    inferred = daisenryaku_card.drawn_chances(Shown(chances, Setting(), firmness="inferred"))
    assert inferred and inferred.title.endswith("（推定）")


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(max_size=20), st.fractions(0, 1)), min_size=1, max_size=40))
def test_any_chances_make_a_picture_whose_bars_stay_inside(rows: list[tuple[str, Fraction]]) -> None:
    picture = bars("確率", rows)
    assert (picture is None) == all(chance == 0 for _, chance in rows)
    if picture is None:
        return
    for shape in ET.fromstring(picture.svg).iter():
        if shape.attrib["class"] == "gb-svg__bar":
            assert float(shape.attrib["x"]) + float(shape.attrib["width"]) <= 340


def test_a_very_small_chance_is_not_said_to_be_none() -> None:
    picture = bars("確率", [("稀", Fraction(1, 10**9)), ("ほぼ", 1 - Fraction(1, 10**9))])
    assert picture
    assert picture.facts == ("稀は0.01%未満", "ほぼは99.99%超")


@settings(deadline=None)
@given(st.lists(st.builds(Part, st.text(max_size=30), st.lists(st.builds(Chip, st.text(max_size=30)), max_size=8).map(tuple))))
def test_a_flow_of_any_names_is_valid_and_as_high_as_what_it_holds(parts: list[Part]) -> None:
    picture = flow("流れ", parts)
    assert all(float(e.attrib["y"]) <= picture.height for e in ET.fromstring(picture.svg).iter() if "y" in e.attrib)
