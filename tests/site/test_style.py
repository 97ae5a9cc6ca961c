"""The one style sheet: what no page can need goes, everything else stays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gunbai.site.style import joined, one_line, slimmed, words_of


@pytest.mark.parametrize(("css", "kept"), [
    (".a{color:red}.b{color:blue}", ".a{color:red}\n"),
    (".a,.b,#c{top:0}", ".a{top:0}\n"),
    (".a .b{top:0}.a:not(.b){top:0}", ".a:not(.b){top:0}\n"),
    ("p:is(.b,.a){top:0}", "p:is(.b,.a){top:0}\n"),
    ("@media print{.b{top:0}}@media print{.a{top:0}}", "@media print{.a{top:0}\n}"),
    (".a::before{content:\"}.b{\"}", ".a::before{content:\"}.b{\"}\n"),
    ("/* .b{ */.a{top:0}", ".a{top:0}\n"),
    (".a{background:url('data:image/svg+xml;x,{;}')}", ".a{background:url('data:image/svg+xml;x,{;}')}\n"),
    ("[data-md-color-scheme=\"slate\"]{top:0}[data-md-color-primary=red]{top:0}", "[data-md-color-scheme=\"slate\"]{top:0}\n"),
    (":root{--x:1;--y:2;color:red}.a{top:var(--x)}", ":root{--x:1;color:red}\n.a{top:var(--x)}\n"),
    (":root{--x:var(--y);--y:2}.a{top:0}", ".a{top:0}\n"),
    ("@charset \"UTF-8\";.a{top:0}", "@charset \"UTF-8\";.a{top:0}\n"),
    ("[title=\"a,.b\"]{top:0}", "[title=\"a,.b\"]{top:0}\n"),
    (".a\\:b{top:0}", ".a\\:b{top:0}\n"),
])
def test_only_what_no_page_names_goes(css: str, kept: str) -> None:
    assert slimmed(css, {"a"}, {"scheme=slate"}) == kept


def test_sheets_are_joined_in_order_without_their_maps() -> None:
    assert joined(["a{top:0}\n/*# sourceMappingURL=a.css.map */", "b{top:0}"]) == "a{top:0}\nb{top:0}\n"


def test_a_sheet_on_one_line_is_the_same_sheet() -> None:
    assert one_line("a{top:0}\n\n@media print{b{margin:0\n  auto}}\nc d{top:0}\n") == "a{top:0}@media print{b{margin:0 auto}}c d{top:0}"


def test_a_sheet_that_would_end_its_element_is_refused() -> None:
    with pytest.raises(ValueError, match="end of a <style>"):
        one_line("a{content:'</STYLE><script>'}")


def test_every_class_of_a_page_that_a_sheet_knows_keeps_its_rules(built: Path) -> None:
    [style] = re.findall(r"<style>(.*?)</style>", (built / "index.html").read_text("utf-8"))
    assets = Path(__file__).parents[2] / "tools/gunbai/site/assets"
    given = set(re.findall(r"\.(gb-[\w-]+)", "".join(p.read_text("utf-8") for p in assets.glob("*.css"))))
    used = {c for p in built.rglob("*.html") for value in re.findall(r'class="([^"]*)"', p.read_text("utf-8")) for c in value.split()}
    assert len(given & used) > 40
    assert [c for c in sorted(given & used) if f".{c}" not in style] == []
    assert len(style) < 110_000 and words_of("gb-a b") == {"gb-a", "b"}
