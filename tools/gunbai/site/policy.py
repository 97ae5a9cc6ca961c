"""The site's Content Security Policy: what its pages may run and load, however hostile a text of the corpus is.

Inline scripts are allowed one by one, by the digests of the theme's own templates; never by what a built page holds.
Of style sheets one is allowed in place, the site's own.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

__all__ = ["HEADERS", "inline_scripts", "policy", "strangers", "with_style"]

_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_DATA = re.compile(r"""\btype\s*=\s*["']?application/(?:ld\+)?json\b""", re.IGNORECASE)
_OUTSIDE = re.compile(r"\bsrc\s*=", re.IGNORECASE)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""What a host that can should send besides; with ``frame-ancestors`` in the policy, which a page cannot ask for."""


def inline_scripts(html: str) -> list[str]:
    """The texts of the scripts in ``html`` that a browser would run in place; blocks of data are none."""
    return [m[2] for m in _SCRIPT.finditer(html) if not _OUTSIDE.search(m[1]) and not _DATA.search(m[1])]


def policy(scripts: Iterable[str]) -> str:
    """The policy that allows these inline scripts, the site's own files, and WebAssembly; no eval, no inline styles."""
    allowed = " ".join(dict.fromkeys(f"'{_digest(s)}'" for s in scripts))
    return "; ".join((
        "default-src 'self'", f"script-src 'self' 'wasm-unsafe-eval' {allowed}".rstrip(), "style-src 'self'",
        "img-src 'self' data:", "connect-src 'self'", "worker-src 'self'", "object-src 'none'", "base-uri 'none'",
        "form-action 'self'"))


def with_style(allowed: str, sheet: str) -> str:
    """The policy ``allowed`` that also lets pages hold ``sheet``, as the whole text of a <style>; no other."""
    return allowed.replace("style-src 'self'", f"style-src 'self' '{_digest(sheet)}'", 1)


def strangers(html: str, allowed: str) -> list[str]:
    """The beginnings of inline scripts of a page that the policy ``allowed`` would stop."""
    return [s.strip()[:60] for s in inline_scripts(html) if _digest(s) not in allowed]


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode()}"
