"""Our own HTML goes through Markdown unread, and a page without the extension is the same to a reader."""

from __future__ import annotations

import re

import pytest
from gunbai.site.blocks import Blocks, block
from markdown import Markdown

HTML = '<div class="a">\n\n<pre><code># not a heading\n\n    *not* emphasis</code></pre>\n\n<p>1. x</p>\n</div>'


def shown(text: str, *extensions: Blocks) -> str:
    """The HTML of a Markdown page, without comments and with spaces folded."""
    html = Markdown(extensions=["attr_list", *extensions]).convert(text)
    return " ".join(re.sub(r"<!--.*?-->", "", html).split())


def test_a_block_is_passed_through_as_it_is() -> None:
    html = Markdown(extensions=[Blocks()]).convert(f"# a\n\n{block(HTML)}\n## b\n\n{block('<p>*c*</p>')}")
    assert HTML in html
    assert "<p>*c*</p>" in html
    assert "<h1>a</h1>" in html
    assert "<h2>b</h2>" in html
    assert "gunbai" not in html


@pytest.mark.parametrize("text", [f"# a {{: #x }}\n\n{block(HTML)}\n## b\n", "no *block* at all", block("<p>only</p>")])
def test_without_the_extension_a_page_is_the_same(text: str) -> None:
    assert shown(text, Blocks()) == shown(text)


def test_an_empty_block_is_nothing() -> None:
    assert block(" \n ") == ""
