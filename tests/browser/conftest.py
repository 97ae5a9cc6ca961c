"""A real browser, once for all tests, and the site of the made-up game of tests/site served on this machine.

Without a browser the tests are skipped and say so; where ``CI`` or ``GUNBAI_BROWSER_REQUIRED`` is set they fail instead.
"""

from __future__ import annotations

import functools
import http.server
import importlib.util
import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import gunbai.engine
import pytest
from gunbai.site.load import load_site
from gunbai.site.mkdocs_plugin import build_site
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

TESTS = Path(__file__).parents[1]
PROJECT = TESTS.parent
QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")


def _found() -> str | None:
    """The browser that tools/ensure_browser.py finds."""
    spec = importlib.util.spec_from_file_location("ensure_browser", PROJECT / "tools/ensure_browser.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: str | None = module.find_browser()
    return found


BROWSER = _found()
"""Looked for now, as the tests have a home of their own, in which Playwright would not find what it fetched."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this machine."""
    if BROWSER is None:
        why = "no browser found; run tools/ensure_browser.py"
        if os.environ.get("CI") or os.environ.get("GUNBAI_BROWSER_REQUIRED"):
            pytest.fail(why)
        pytest.skip(why)
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=[*QUIET, *root])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site of the made-up game."""
    root = tmp_path_factory.mktemp("project")
    shutil.copy(PROJECT / "mkdocs.yml", root)
    shutil.copytree(PROJECT / "docs", root / "docs")
    shutil.copytree(TESTS / "site/corpus/rulings", root / "rulings")
    gunbai.engine.__path__.append(str(TESTS / "site/engines"))
    try:
        build_site(load_site(root / "rulings"), root / "mkdocs.yml", root / "served/gunbai")
    finally:
        gunbai.engine.__path__.remove(str(TESTS / "site/engines"))
    return root / "served/gunbai"


@pytest.fixture(scope="session")
def address(built_site: Path, browser: Browser) -> Iterator[str]:
    """The address of the served site. It lies below a path, as on a shared host."""
    handler = functools.partial(_Quiet, directory=str(built_site.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/gunbai/"
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is theirs
        """Say nothing."""


@dataclass
class Visit:
    """A page in the browser, and everything that went wrong on it."""

    page: Page
    address: str
    troubles: list[str] = field(default_factory=list)

    def open(self, place: str) -> Page:
        """Open a page of the site."""
        self.page.goto(self.address + place)
        return self.page


@dataclass
class Visitor:
    """Opens contexts of a given width and colour scheme."""

    browser: Browser
    address: str
    contexts: list[BrowserContext] = field(default_factory=list)

    def visit(self, width: int = 1280, scheme: str = "light") -> Visit:
        """A fresh page whose console errors, failed and foreign requests are kept."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme="dark" if scheme == "dark" else "light", locale="ja-JP",
            has_touch=width < 600, permissions=["clipboard-read", "clipboard-write"])
        self.contexts.append(context)
        visit = Visit(context.new_page(), self.address)
        told = visit.troubles.append
        visit.page.on("console", lambda m: told(f"console: {m.text}") if m.type in ("error", "warning") else None)
        visit.page.on("pageerror", lambda e: told(f"error: {e}"))
        visit.page.on("requestfailed", lambda r: told(f"failed: {r.url}")
                      if r.failure != "net::ERR_ABORTED" else None)  # aborted: the reader went on to another page
        visit.page.on("response", lambda r: told(f"{r.status}: {r.url}") if r.status >= 400 else None)
        visit.page.on("request", lambda r: told(f"foreign: {r.url}")
                      if not r.url.startswith((self.address, "data:", "blob:")) else None)
        return visit


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    """Opens pages; all are closed after the test."""
    visitor = Visitor(browser, address)
    yield visitor
    for context in visitor.contexts:
        context.close()
