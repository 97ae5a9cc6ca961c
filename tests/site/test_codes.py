"""QR codes made at build time, for a site that knows its own address."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gunbai.cli import main
from gunbai.site.codes import qr_code
from gunbai.site.pages import Site, generated
from click.testing import CliRunner
import segno


def test_the_code_holds_the_address_and_says_what_it_is() -> None:
    svg = qr_code("https://example.org/gunbai/x/", "「<b>」のQRコード")
    assert svg.startswith('<svg role="img" aria-label="「&lt;b&gt;」のQRコード"')
    assert re.search(r'width="\d+" height="\d+"', svg)
    modules = segno.make("https://example.org/gunbai/x/", error="m", micro=False).symbol_size(scale=4, border=4)[0]
    assert f'width="{modules}"' in svg
    assert "style=" not in svg


def test_a_ruling_s_page_bears_the_code_where_the_address_is_known_and_a_place_for_one_where_not(site: Site) -> None:
    page = {p.path: p.content for p in generated(site, "https://example.org/gunbai/")}["mihon-war/mw-power.md"]
    assert qr_code("https://example.org/gunbai/mihon-war/mw-power/", "「戦力の合計」のQRコード") in page
    assert "data-gb-qr hidden" not in re.sub(r' data-gb-label="[^"]*"', "", page)
    plain = {p.path: p.content for p in generated(site)}["mihon-war/mw-power.md"]
    assert "<svg" not in plain[plain.index("data-gb-qr"):]
    assert "data-gb-qr hidden" in re.sub(r' data-gb-label="[^"]*"', "", plain)


@pytest.mark.parametrize("url", ["example.org", "javascript:alert(1)", "ftp://example.org/", "https://"])
def test_what_is_no_web_address_is_refused_before_anything_is_built(url: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["build", "--site-url", url, "--site-dir", str(tmp_path / "site")])
    assert done.exit_code == 2
    assert "web address" in done.output
    assert not (tmp_path / "site").exists()
