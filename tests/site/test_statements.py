"""The one renderer of statements and answers."""

from __future__ import annotations

from gunbai.engine.verdict import Row
from gunbai.site.html import Html, filled, joined
from gunbai.site.said import Said, TraceLine
from gunbai.site.statements import Known, spoken, statements
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import escape

KNOWN = {"mw-one": Known("一つ目", "../mw-one/"), "mw-two": Known("<二つ目>", "../mw-two/", {"a": "甲と読む", "b": "乙と読む"})}
LOOK = KNOWN.get


@given(st.text())
def test_whatever_is_put_into_html_is_escaped_once(text: str) -> None:
    once = filled("<b>{}</b>", text)
    assert once[3:-4].replace("&#x27;", "&#39;").replace("&quot;", "&#34;") == str(escape(text))
    assert joined([once, once], filled("{}", text)) == once + once[3:-4] + once
    assert escape(once) == once


def test_a_refusal_names_the_rulings_by_linked_titles() -> None:
    assert spoken("不可: mw-one、mw-two（推定）", LOOK) == (
        '不可（推定） <span class="gb-by"><a href="../mw-one/">一つ目</a>、<a href="../mw-two/">&lt;二つ目&gt;</a></span>')


def test_an_id_that_nobody_knows_stays_as_it_is() -> None:
    assert spoken("不可: mw-other", LOOK) == "不可: mw-other"
    assert spoken("  mw-one → はい", LOOK) == '\u3000<a href="../mw-one/">一つ目</a> → はい'


def test_an_open_answer_shows_what_each_reading_gives_and_not_the_key() -> None:
    rows = (Row((("mw-two", "a"),), ("はい",)), Row((("mw-two", "b"),), ("いいえ",), ("mw-one",)))
    html = statements([Said("問い()", ("裁定待ち: mw-two",), "open", points=("mw-two",), table=rows)], "mw-one", LOOK)
    assert "<div><dt>甲と読む</dt><dd>はい</dd></div>" in html
    assert '<dt>乙と読む</dt><dd>いいえ（推定） <span class="gb-by">この点による</span></dd>' in html
    assert '裁定待ち</span> <a href="../mw-two/">&lt;二つ目&gt;</a>による' in html
    assert "この点による" in statements([Said("問い()", ("裁定待ち: mw-two",), "open", points=("mw-two",), table=rows)], "mw-two", LOOK)


def test_the_trace_links_other_rulings_and_says_how_much_it_left_out() -> None:
    trace = (TraceLine("mw-one", 0, "はい", "gunbai.engine.mw.one.first"), TraceLine("mw-two", 1, "", "gunbai.engine.mw.two.then"), TraceLine("mw-gone", 40, "<i>"))
    html = statements([Said("問い()", ("はい",), "firm", trace=trace, left_out=3)], "mw-one", LOOK)
    assert '<li class="gb-trace__step gb-depth-0"><b>この裁定</b> <a class="gb-fn" href="#fn-one-first">first</a> <span class="gb-trace__result">はい</span></li>' in html
    assert '<li class="gb-trace__step gb-depth-1"><a href="../mw-two/">&lt;二つ目&gt;</a> <a class="gb-fn" href="../mw-two/#fn-two-then">then</a></li>' in html
    assert '<li class="gb-trace__step gb-depth-12"><code>mw-gone</code> <span class="gb-trace__result">&lt;i&gt;</span></li>' in html
    assert "ほか3行は省いた。" in html


def test_a_wrong_answer_says_what_was_written() -> None:
    html = statements([Said("問い()", ("はい",), "firm", expected=("いいえ", "<b>"))], "", LOOK)
    assert "gb-said--wrong" in html
    assert "書いてある答え：いいえ ／ &lt;b&gt;</p>" in html


def test_what_is_html_stays_html() -> None:
    assert filled("{}", Html("<b>")) == "<b>"
