"""QR codes of pages, for a player to read off a judge's screen: made at build time, if the site knows its address."""

from __future__ import annotations

import io

import segno
from markupsafe import Markup

__all__ = ["qr_code"]

SCALE = 4
"""How many pixels a module of the code takes, so that a phone reads it at an arm's length."""


def qr_code(address: str, label: str) -> Markup:
    """The QR code of ``address`` as SVG with its size, dark on light in every theme, as readers want it."""
    out = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(out, kind="svg", xmldecl=False, svgns=False, scale=SCALE, border=4, dark="#000", light="#fff", nl=False,
              svgclass="gb-qr__code", lineclass=None, omitsize=False)
    svg = out.getvalue().decode()
    return Markup('<svg role="img" aria-label="{}" ').format(label) + Markup(svg.removeprefix("<svg "))  # noqa: S704
