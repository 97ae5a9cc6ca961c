"""The Japanese words of the site for what the corpus keeps as keys."""

from __future__ import annotations

from collections.abc import Mapping

from gunbai.corpus.names import NAME_KIND
from gunbai.corpus.ruling import Kind, Ruling
from gunbai.corpus.source import Authority, Badge
from gunbai.engine.kernel import Support

__all__ = ["AUTHORITY", "BADGES", "BADGE_CLASS", "KIND", "NAME_KIND", "SUPPORT", "date_words"]

BADGES: tuple[Badge, ...] = ("公式", "作者", "有志", "推定", "裁定待ち")
"""In the order in which a reader sees them counted."""

BADGE_CLASS: Mapping[Badge, str] = {
    "公式": "publisher", "作者": "author", "有志": "player", "推定": "inferred", "裁定待ち": "open",
}
AUTHORITY: Mapping[Authority, str] = {"publisher": "公式", "author": "作者", "judge": "ジャッジ", "player": "有志"}
SUPPORT: Mapping[Support, str] = {"strong": "強い", "medium": "中くらい", "weak": "弱い", "none": "なし"}
KIND: Mapping[Kind, str] = {"decision": "判定", "parameter": "数値", "procedure": "卓での手順", "note": "覚え書き"}


def date_words(ruling: Ruling) -> str:
    """The date that stands beside the badge."""
    if ruling.until:
        return f"{ruling.until} まで有効"
    if ruling.since not in ("", "unknown"):
        return f"{ruling.since} から有効"
    return f"{ruling.updated} 更新" if ruling.updated else "日付の記載なし"
