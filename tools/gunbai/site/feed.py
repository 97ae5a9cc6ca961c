"""The changes of the rulings as an Atom feed (RFC 4287). In: changes, newest first. Out: the bytes of feed.xml.

Entries are named by UUIDs made from the ruling's id, the day and what happened, so that they stay the same wherever the
site lies. Without the site's address links are relative to the feed.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from gunbai.corpus.changes import Change
from gunbai.corpus.urls import url_of

__all__ = ["FEED", "feed"]

FEED = "feed.xml"
"""Its place on the site."""

MOST = 200
"""How many entries it holds."""

_NAMESPACE = uuid.UUID("6f2b3d0e-8c1a-5c0f-9a59-3a2f6b0f5d11")
_WHAT = {"begun": "新しい裁定", "changed": "改められた裁定", "sourced": "出典の更新", "ended": "終わった裁定"}


def feed(changes: Sequence[Change], titles: Mapping[str, str], site_url: str = "") -> bytes:
    """The newest changes; ``titles`` are those of the games by id, ``site_url`` ends in ``/`` or is empty."""
    ElementTree.register_namespace("", "http://www.w3.org/2005/Atom")
    language = {"{http://www.w3.org/XML/1998/namespace}lang": "ja"}
    root = ElementTree.Element("{http://www.w3.org/2005/Atom}feed", language)
    _add(root, "title", "軍配 Gunbai: 裁定の変更")
    _add(root, "id", _id(site_url or "gunbai"))
    _add(root, "updated", _moment(changes[0].date if changes else "1970-01-01"))
    _add(root, "link", rel="alternate", href=f"{site_url}changes/")
    _add(root, "link", rel="self", href=f"{site_url}{FEED}")
    _add(_add(root, "author"), "name", "Gunbai")
    for change in changes[:MOST]:
        ruling = change.ruling
        entry = _add(root, "entry")
        _add(entry, "title", f"{_WHAT[change.what]}: {ruling.title}（{titles[ruling.game]}）")
        _add(entry, "id", _id(f"{ruling.id} {change.date} {change.what}"))
        _add(entry, "updated", _moment(change.date))
        _add(entry, "link", rel="alternate", href=f"{site_url}{url_of(ruling)}")
        _add(entry, "category", term=ruling.badge)
        before = f"（それまで: {change.before.answer}）" if change.before else ""
        _add(entry, "summary", f"[{ruling.badge}] {ruling.answer}{before}")
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _add(parent: ElementTree.Element, name: str, text: str | None = None, **attributes: str) -> ElementTree.Element:
    made = ElementTree.SubElement(parent, f"{{http://www.w3.org/2005/Atom}}{name}", attributes)
    made.text = text
    return made


def _id(name: str) -> str:
    return uuid.uuid5(_NAMESPACE, name).urn


def _moment(date: str) -> str:
    """A day as a moment: nobody knows the hour."""
    return f"{date}T00:00:00Z"
