"""The page for addresses that do not exist."""

from __future__ import annotations

from pathlib import Path


def test_a_missing_page_says_so_in_japanese_with_a_way_home_and_to_the_search(built: Path) -> None:
    page = (built / "404.html").read_text("utf-8")
    assert "ページが見つからない" in page
    assert '<a href="/">最初のページへ</a>' in page
    assert "data-gb-search" in page
    assert "Not found" not in page
