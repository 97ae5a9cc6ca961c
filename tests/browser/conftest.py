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
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import gunbai.engine
import pytest
from gunbai.site.load import load_site
from gunbai.site.mkdocs_plugin import build_site
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

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
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Builds the site of the made-up game, with replacements in the texts of its rulings; where it lies."""

    def build(replacements: Mapping[str, str] | None = None) -> Path:
        root = tmp_path_factory.mktemp("project")
        shutil.copy(PROJECT / "mkdocs.yml", root)
        shutil.copytree(PROJECT / "docs", root / "docs")
        shutil.copytree(TESTS / "site/corpus/rulings", root / "rulings")
        for path in (root / "rulings").rglob("*.yaml") if replacements else ():
            text = path.read_text("utf-8")
            for old, new in (replacements or {}).items():
                text = text.replace(old, new)
            path.write_text(text, "utf-8")
        gunbai.engine.__path__.append(str(TESTS / "site/engines"))
        try:
            build_site(load_site(root / "rulings"), root / "mkdocs.yml", root / "served/gunbai")
        finally:
            gunbai.engine.__path__.remove(str(TESTS / "site/engines"))
        return root / "served/gunbai"

    return build


@pytest.fixture(scope="session")
def built_site(build: Callable[..., Path]) -> Path:
    """The built site of the made-up game."""
    return build()


@pytest.fixture(scope="session")
def places(built_site: Path) -> list[str]:
    """The addresses of all pages of the built site, from its root; the page for missing addresses is none."""
    found = sorted(p.relative_to(built_site).as_posix() for p in built_site.rglob("*.html"))
    return [p.removesuffix("index.html") for p in found if p != "404.html"]


@contextmanager
def serving(site: Path) -> Iterator[str]:
    """Serve a built site below a path, as on a shared host: its address."""
    handler = functools.partial(_Quiet, directory=str(site.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/gunbai/"
        server.shutdown()


@pytest.fixture(scope="session")
def address(built_site: Path, browser: Browser) -> Iterator[str]:
    """The address of the served site."""
    with serving(built_site) as address:
        yield address


@pytest.fixture(scope="module")
def visitor_of(browser: Browser) -> Iterator[Callable[[Path], Visitor]]:
    """Opens pages of a site that a module has built for itself."""
    with ExitStack() as stack:
        def visitor_of(site: Path) -> Visitor:
            visitor = Visitor(browser, stack.enter_context(serving(site)))
            stack.callback(lambda: [context.close() for context in visitor.contexts])
            return visitor

        yield visitor_of


def patient(page: Page) -> Page:
    """Let ``wait_for_function`` ask again and again from outside: within the page it would need eval, which is forbidden."""

    def wait_for_function(expression: str, *, arg: object = None, timeout: float = 30_000) -> object:
        end = time.monotonic() + timeout / 1000
        while True:
            try:
                if value := page.evaluate(expression, arg):
                    return value
            except Error as error:  # the page was just going
                if "context was destroyed" not in str(error) and "navigation" not in str(error):
                    raise
            if time.monotonic() > end:
                pytest.fail(f"in vain waited for {expression}")
            page.wait_for_timeout(40)

    page.wait_for_function = wait_for_function  # type: ignore[method-assign,assignment]
    return page


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
        """A fresh page whose console errors, failed and foreign requests are kept. Nothing stays for offline use."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme="dark" if scheme == "dark" else "light", locale="ja-JP",
            has_touch=width < 600, service_workers="block", permissions=["clipboard-read", "clipboard-write"])
        self.contexts.append(context)
        visit = Visit(patient(context.new_page()), self.address)
        told = visit.troubles.append
        visit.page.on("console", lambda m: told(f"console: {m.text}")
                      if m.type in ("error", "warning") and "blocked by Playwright" not in m.text else None)
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


@pytest.fixture
def device(browser: Browser) -> Iterator[Page]:
    """A phone that has never been here, and keeps what a page keeps."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, locale="ja-JP")
    yield patient(context.new_page())
    context.close()


@pytest.fixture
def another(device: Page) -> Callable[[], Page]:
    """Opens another page on the same phone."""
    return lambda: patient(device.context.new_page())
