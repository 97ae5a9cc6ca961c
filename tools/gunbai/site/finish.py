"""What is done to a built site before it is put up: one style sheet, nothing unused, a manifest, the offline set.

The sheet stands in the head of every page: a phone on a slow net shows a page one round trip earlier than with a file.
That it travels with every page costs 16 kB until the device keeps the site, and nothing from then on.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from gunbai.search.shards import PLACE as SEARCH
from gunbai.site import offline, policy, style
from gunbai.site.edition import Edition

__all__ = ["STYLE", "finish", "preview", "styled"]

STYLE = "assets/gunbai/style.css"
"""The sheet of a preview, and the mark in every page where the sheet goes."""
_LINK = re.compile(rf'<link rel="stylesheet" href="[^"]*{re.escape(STYLE)}">')
_THEME_STYLES = ("assets/stylesheets/main.*.min.css", "assets/stylesheets/palette.*.min.css")
_UNUSED = ("assets/javascripts/lunr", "assets/javascripts/workers", "assets/stylesheets", "assets/images/favicon.png")
"""The theme's own search, its sheets (joined into ours), its mark."""
_NAMED = re.compile(r"""\b(?:class|id)=(?:"([^"]*)"|'([^']*)'|([^\s>]+))""")
_COLOUR = re.compile(r"""data-md-color-(scheme|primary|accent)="([\w-]+)\"""")
_DYNAMIC = ("js", "focus-visible", "md-clipboard", "md-dialog", "md-ellipsis", "md-header", "md-nav", "md-search",
            "md-sidebar", "md-tabs", "md-toggle", "md-top", "md-typeset__")
"""What the theme's script adds to pages such as ours; the rest of its names are of parts that we do not use."""
_NO_SITEMAP = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>\n'
_MAP = re.compile(rb"\n?(?://# sourceMappingURL=[^\n]*|/\*# sourceMappingURL=.*?\*/)\s*$")


def finish(site: Path, name: str, sheets: Sequence[str], edition: Edition, games: Mapping[str, str], *,
           address: str = "", headers: str = "") -> offline.Offline:
    """Finish the site in ``site``; what a device keeps of it.

    ``name``: the site's; ``sheets``: places of our own style sheets, in order; ``games``: title by place;
    ``address``: where the site will be, with a slash at its end, or ""; ``headers``: the pages' policy.
    """
    _write(site / "app.webmanifest", _manifest(name, games))
    sheet = style.one_line(style.slimmed(_joined(site, sheets), *_named(site)))
    for path in site.rglob("*.html"):
        _write(path, styled(path.read_text("utf-8"), sheet, headers))
    headers = policy.with_style(headers, sheet)
    for place in (*_UNUSED, *sheets):
        path = site / place
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for path in site.rglob("*.map"):
        path.unlink()
    for path in site.rglob("*.min.js"):
        path.write_bytes(_MAP.sub(b"", path.read_bytes()))
    if address:
        _write(site / "opensearch.xml", _opensearch(name, address))
    else:  # a sitemap has absolute addresses or none; the theme's script asks for the file
        _write(site / "sitemap.xml", _NO_SITEMAP)
        (site / "sitemap.xml.gz").unlink(missing_ok=True)
    if headers:
        _write(site / "_headers", _headers(headers))
    base = re.sub(r"^https?://[^/]*", "", address) or "/"
    return offline.prepare(site, edition, base)


def styled(page: str, sheet: str, allowed: str) -> str:
    """A page with the sheet in its head in the place of a link to it, and its policy, ``allowed``, letting it."""
    page, links = _LINK.subn(lambda _: f"<style>{sheet}</style>", page, count=1)
    return page.replace(f'content="{allowed}"', f'content="{policy.with_style(allowed, sheet)}"', 1) if links else page


def preview(site: Path, name: str, sheets: Sequence[str], games: Mapping[str, str]) -> None:
    """The same for a preview, where nothing is kept and nothing need be small."""
    _write(site / "app.webmanifest", _manifest(name, games))
    (site / STYLE).write_text(_joined(site, sheets), "utf-8")
    offline.withdraw(site)


def _joined(site: Path, sheets: Sequence[str]) -> str:
    theme = [path for pattern in _THEME_STYLES for path in sorted(site.glob(pattern))]
    return style.joined(path.read_text("utf-8") for path in (*theme, *(site / s for s in sheets)))


def _named(site: Path) -> tuple[set[str], set[str]]:
    """The names of classes and ids that pages have and scripts may give, and the colours of the theme in use."""
    words: set[str] = set()
    seen: set[str] = set()
    colours: set[str] = set()
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        seen.update(a or b or c for a, b, c in _NAMED.findall(text))
        colours.update(f"{name}={value}" for name, value in _COLOUR.findall(text))
    for value in seen:
        words.update(value.split())
    for path in site.glob("assets/gunbai/*.*js"):
        words |= style.words_of(path.read_text("utf-8"))
    for path in site.glob("assets/javascripts/*.js"):
        words |= {w for w in style.words_of(path.read_text("utf-8")) if w.startswith(_DYNAMIC)}
    return words, colours


def _manifest(name: str, games: Mapping[str, str]) -> str:
    icon = "assets/gunbai/"
    return json.dumps({
        "name": name, "short_name": "軍配", "lang": "ja", "dir": "ltr", "id": "./", "start_url": "./", "scope": "./",
        "description": "ルールの疑問に、根拠と確かさを添えて数秒で答える。", "display": "standalone",
        "background_color": "#fcfbf8", "theme_color": "#fcfbf8", "categories": ["games", "reference"],
        "icons": [
            {"src": f"{icon}mark.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
            {"src": f"{icon}icon-192.png", "type": "image/png", "sizes": "192x192", "purpose": "any"},
            {"src": f"{icon}icon-512.png", "type": "image/png", "sizes": "512x512", "purpose": "any"},
            {"src": f"{icon}icon-maskable.png", "type": "image/png", "sizes": "512x512", "purpose": "maskable"}],
        "shortcuts": [{"name": "検索", "url": "search/"}, *({"name": t, "url": p} for p, t in games.items())],
    }, ensure_ascii=False, indent=1)


def _opensearch(name: str, address: str) -> str:
    return ('<?xml version="1.0" encoding="UTF-8"?>\n'
            '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
            f"<ShortName>{escape(name[:16])}</ShortName>\n<Description>{escape(name)}の裁定を探す</Description>\n"
            "<InputEncoding>UTF-8</InputEncoding><Language>ja</Language>\n"
            f'<Image type="image/svg+xml" width="64" height="64">{escape(address)}assets/gunbai/mark.svg</Image>\n'
            f'<Url type="text/html" template="{escape(address)}search/?q={{searchTerms}}"/>\n'
            "</OpenSearchDescription>\n")


_FRESH = ("/sw.js", f"/{SEARCH}/worker.js", "/assets/gunbai/engine.json")
"""The same name in every edition, and what they name is of one edition: an old copy would ask for what is gone."""


def _headers(pages: str) -> str:
    """Headers in the form that static hosts with a ``_headers`` file read; others find them in the documents."""
    lines = "\n".join(f"  {k}: {v}" for k, v in policy.HEADERS.items())
    return (f"/*\n  Content-Security-Policy: {pages}; frame-ancestors 'none'\n{lines}\n"
            + "".join(f"{place}\n  Cache-Control: no-cache\n" for place in _FRESH) +
            "/assets/gunbai/offline/*.bin\n  Cache-Control: public, max-age=31536000, immutable\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
