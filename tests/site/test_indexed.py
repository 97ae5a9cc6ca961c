"""What the theme's search is given of a page."""

from __future__ import annotations

import json
from pathlib import Path


def test_the_indexed_text_of_a_ruling_begins_with_its_answer_and_holds_its_question(built: Path) -> None:
    entries = json.loads((built / "search/search_index.json").read_text("utf-8"))["docs"]
    texts = {e["location"]: e["text"] for e in entries}
    page = next(text for place, text in texts.items() if place.partition("#")[0] == "mihon-war/mw-power/" and "どう数える" in text)
    assert page.replace("<p>", "").startswith("自軍のカードの戦力を合計する。")
    assert "戦力はどう数える？" in page
    rulings = [text for place, text in texts.items() if place.startswith("mihon-war/mw-")]
    assert rulings and not any("決め手と経過" in text or "軍配" in text or "検索" in text for text in rulings)
