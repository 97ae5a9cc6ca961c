"""The site without network: what one visit leaves on the device, and how a newer edition takes its place."""

from __future__ import annotations

import functools
import hashlib
import http.server
import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from gunbai.site.offline import withdraw
from playwright.sync_api import Page

pytestmark = pytest.mark.xdist_group("browser")
READY, UPDATE = "[data-gb-offline][data-gb-now=ready]", ".gb-toast--update"
OLD, NEW = "自軍のカードの戦力を合計する。", "自軍のカードの戦力をすべて足す。"


@dataclass
class Host:
    """A server of one site below a path, which can be stopped, given another site, or made to break files."""

    root: Path
    served: list[str] = field(default_factory=list)
    broken: Callable[[str, bytes], bytes] = lambda _, content: content
    server: http.server.ThreadingHTTPServer | None = None
    port: int = 0

    def start(self) -> str:
        """Listen (again, on the same port); the address of the site."""
        self.server = _Server(("127.0.0.1", self.port), functools.partial(_Handler, self))
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.port}/shelf/gunbai/"

    def stop(self) -> None:
        """No network any more."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


class _Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, host: Host, *args: Any) -> None:
        self.host = host
        super().__init__(*args)

    def do_GET(self) -> None:
        """One file of the site, as it is or broken."""
        place = self.path.split("?")[0].removeprefix("/shelf/gunbai/")
        if place == "" or place.endswith("/"):
            place += "index.html"
        path = self.host.root / place
        if not self.path.startswith("/shelf/gunbai/") or not path.is_file():
            return self.send_error(404)
        self.host.served.append(place)
        content = path.read_bytes()
        sent = self.host.broken(place, content)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(place))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(sent)
        return None

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is theirs
        """Say nothing."""


@pytest.fixture(scope="module")
def second(build: Callable[..., Path]) -> Path:
    """The site of the made-up game after one ruling was changed."""
    return build({OLD: NEW})


@pytest.fixture
def host(built_site: Path) -> Iterator[Host]:
    """The site of the made-up game on a server of its own."""
    host = Host(built_site)
    yield host
    host.stop()


def visited(page: Page, host: Host) -> str:
    """One visit, until the page says that it is ready; the address."""
    address = host.start()
    page.goto(address)
    page.wait_for_selector(READY, state="attached")
    return address


def words(page: Page) -> str:
    """The text of a page, without the places where a line may break."""
    return str(page.evaluate("document.body.textContent"))


def answer(page: Page) -> str:
    return page.locator(".gb-answer").first.inner_text()


def test_after_one_visit_every_page_opens_with_the_server_stopped(device: Page, host: Host, places: list[str]) -> None:
    address = visited(device, host)
    host.stop()
    troubles: list[str] = []
    device.on("pageerror", lambda e: troubles.append(str(e)))
    device.on("console", lambda m: troubles.append(f"{m.text} {m.location}") if m.type == "error" and not m.location["url"].endswith("sw.js") else None)
    assert len(places) > 15
    for place in places:
        answered = device.goto(address + place)
        assert answered and answered.status == 200 and answered.from_service_worker, place
        assert device.locator("h1").count() == 1, place
        assert device.evaluate("getComputedStyle(document.querySelector('.md-header')).position") == "sticky", place
    assert troubles == []


def test_the_device_gets_every_page_byte_by_byte_as_it_was_built(device: Page, host: Host) -> None:
    visited(device, host)
    host.stop()
    names = [p.relative_to(host.root).as_posix() for p in sorted(host.root.rglob("*")) if p.is_file()]
    later = json.loads((host.root / "assets/gunbai/offline/list.json").read_text("utf-8"))["runtime"]
    assert all(re.search(r"pyodide|/engine-\w+\.zip|/game-[\w-]+\.json", n) for n in later)
    names = [n for n in names if not n.startswith(("assets/gunbai/offline/", "_headers", "sw.js", "feed"))
             and n not in later and not re.search(r"^api/.*\.json$|/as-file\.js$", n)]
    assert len(names) > 50
    sizes = device.evaluate("""names => Promise.all(names.map(async name => {
        const answer = await fetch(name.replace(/(^|\\/)index\\.html$/, "$1")), bytes = new Uint8Array(await answer.arrayBuffer())
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
        return [name, [...digest].map(b => b.toString(16).padStart(2, "0")).join("")]
    }))""", names)
    assert sizes == [[n, hashlib.sha256((host.root / n).read_bytes()).hexdigest()] for n in names]


def test_the_search_works_with_the_server_stopped(device: Page, host: Host) -> None:
    address = visited(device, host)
    host.stop()
    device.goto(address + "search/?q=せんりょく")
    device.locator("[data-gb-hits] a").first.wait_for()


def test_the_page_says_that_it_is_ready_and_of_which_day_the_corpus_is(device: Page, host: Host) -> None:
    visited(device, host)
    said = device.locator(READY).inner_text()
    told = device.evaluate("fetch('assets/gunbai/edition.json').then(a => a.json())")
    assert "オフライン準備完了" in said and told["date"] in said


def test_a_missing_address_says_so_with_the_server_stopped_and_its_links_lead_home(device: Page, host: Host) -> None:
    address = visited(device, host)
    host.stop()
    answered = device.goto(address + "mihon-war/nowhere/")
    assert answered and answered.status == 404
    assert device.locator("#missing").count() == 1
    assert device.evaluate("getComputedStyle(document.querySelector('.md-header')).position") == "sticky"
    device.locator("article a", has_text="最初のページへ").click()
    device.wait_for_url(address)


def test_an_address_without_its_last_slash_still_leads_to_the_page(device: Page, host: Host) -> None:
    address = visited(device, host)
    host.stop()
    device.goto(address + "mihon-war/mw-power")
    assert device.url == address + "mihon-war/mw-power/"


def test_an_update_is_told_and_taken_up_as_a_whole(device: Page, another: Callable[[], Page], host: Host, second: Path) -> None:
    address = visited(device, host)
    before = set(host.served)
    host.root = second
    host.served.clear()
    device.goto(address + "mihon-war/mw-power/")
    device.wait_for_selector(UPDATE)
    fetched = [p for p in host.served if p.endswith(".bin")]
    assert fetched and not set(fetched) & before
    assert len(fetched) < len(list((second / "assets/gunbai/offline").glob("*.bin")))
    assert OLD in answer(device)
    other = another()  # until the reader agrees, every page is of the old edition
    other.goto(address + "mihon-war/rules/")
    assert OLD in words(other) and NEW not in words(other)
    hits = other.evaluate("fetch('../../assets/gunbai/edition.json').then(a => a.json())")
    assert hits["digest"] != _digest(second)
    with device.expect_navigation():
        device.locator("[data-gb-take]").click()
    device.wait_for_selector(READY, state="attached")
    assert NEW in answer(device)
    other.wait_for_function(f"document.body.textContent.includes({NEW!r})")
    host.stop()
    for place in ("mihon-war/rules/", "mihon-war/mw-power/", "mihon-war/faq/"):
        device.goto(address + place)
        assert OLD not in words(device)
    told = device.evaluate("fetch('../../assets/gunbai/edition.json').then(a => a.json())")
    assert told["digest"] == _digest(second)
    assert device.evaluate("caches.keys().then(names => names.length)") == 1


def _digest(site: Path) -> str:
    return str(json.loads((site / "assets/gunbai/edition.json").read_text("utf-8"))["digest"])


@pytest.mark.parametrize("how", ["changed", "cut", "gone", "list"])
def test_a_broken_download_of_an_update_keeps_what_is_installed(device: Page, host: Host, second: Path, how: str) -> None:
    address = visited(device, host)
    new = {p.name for p in (second / "assets/gunbai/offline").glob("*.bin")}
    old = {p.name for p in (host.root / "assets/gunbai/offline").glob("*.bin")}
    victim = sorted(new - old)[0] if how != "list" else "list.json"

    def broken(place: str, content: bytes) -> bytes:
        if not place.endswith(victim):
            return content
        return {"changed": content[:-1] + bytes([content[-1] ^ 1]), "cut": content[:len(content) // 2], "gone": b"",
                "list": content.replace(b'"', b"'", 1)}[how]

    host.root, host.broken = second, broken
    device.evaluate("""() => navigator.serviceWorker.addEventListener("message",
        ({ data }) => { if (data.type === "failed") window.failed = true })""")
    device.evaluate("navigator.serviceWorker.ready.then(r => r.update()).catch(() => {})")
    device.wait_for_function("window.failed")
    assert device.locator(UPDATE).count() == 0
    host.stop()
    device.goto(address + "mihon-war/mw-power/")
    assert OLD in answer(device) and device.locator(UPDATE).count() == 0
    host.broken = Host.broken  # the next try, with a network that works, ends well
    host.start()
    device.goto(address + "mihon-war/mw-power/")
    device.wait_for_selector(UPDATE)


def test_a_first_download_that_breaks_leaves_the_site_as_it_is_and_says_so(device: Page, host: Host) -> None:
    host.broken = lambda place, content: content[:-9] if place.endswith(".bin") else content
    address = host.start()
    device.goto(address)
    device.wait_for_selector("[data-gb-offline][data-gb-now=failed]", state="attached")
    device.goto(address + "mihon-war/mw-power/")
    assert OLD in answer(device)


def test_a_link_of_another_edition_says_so(device: Page, host: Host) -> None:
    address = visited(device, host)
    host.stop()
    device.goto(address + "mihon-war/mw-power/?v=2001-02-03.00000000")
    assert "2001-02-03" in device.locator(".gb-toast--edition").inner_text()
    key = device.evaluate("document.documentElement.dataset.gbEdition")
    device.goto(f"{address}mihon-war/mw-power/?v={key}")
    device.wait_for_function("document.documentElement.dataset.gbEdition")
    assert device.locator(".gb-toast--edition").count() == 0


def test_a_preview_lets_go_of_what_an_earlier_visit_has_kept(device: Page, host: Host, tmp_path: Path) -> None:
    address = visited(device, host)
    root = tmp_path / "preview"
    shutil.copytree(host.root, root)
    withdraw(root)
    (root / "index.html").write_text("<!doctype html><title>preview</title><h1>now</h1>", "utf-8")
    host.root = root
    device.goto(address)
    device.wait_for_selector("h1:text('now')")
    assert device.evaluate("caches.keys().then(names => names.length)") == 0
    assert device.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0


def test_once_an_example_was_run_others_run_with_the_server_stopped(
        device: Page, host: Host, pyodide_archive: Path) -> None:
    def run(place: str) -> None:
        device.goto(address + place)
        device.locator("[data-gb-run]").first.click()
        device.locator(".gb-run [type=submit]").click()
        device.locator(".gb-run [data-gb=told]:has-text('答えは元の例と同じ。')").wait_for(timeout=120_000)

    address = visited(device, host)
    run("mihon-war/mw-power/")
    kept = "async () => (await (await caches.open((await caches.keys()).find(n => n.endsWith('runtime')))).keys()).length"
    many = len(json.loads((host.root / "assets/gunbai/offline/list.json").read_text("utf-8"))["runtime"])
    for _ in range(120):
        if device.evaluate(kept) >= many:
            break
        device.wait_for_timeout(1000)
    host.stop()
    run("mihon-war/mw-draw/")
