"""The built site: every link leads somewhere, nothing is fetched from elsewhere, a defect stops the build."""

from __future__ import annotations

import gzip
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from gunbai.site.load import load_site
from gunbai.site.mkdocs_plugin import BuildFailed, build_site

BASE = "https://site.test/"


class Links(HTMLParser):
    """The ids of a page, what it links to and what it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {k: v or "" for k, v in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in ("link", "script", "img", "iframe", "source") and (place := given.get("href") or given.get("src")):
            self.loads.append(place)


@pytest.fixture(scope="module")
def read(built: Path) -> dict[str, Links]:
    """All pages of the built site by address."""
    pages: dict[str, Links] = {}
    for path in built.rglob("*.html"):
        address = f"{BASE}{path.relative_to(built).as_posix()}".removesuffix("index.html")
        pages[address] = Links()
        pages[address].feed(path.read_text("utf-8"))
    return pages


def test_every_link_leads_to_a_page_and_an_anchor_that_exist(read: dict[str, Links], built: Path) -> None:
    dead = []
    for address, page in read.items():
        if address.endswith("404.html"):
            continue
        for link in page.links:
            target = urlsplit(urljoin(address, link))
            if f"{target.scheme}://{target.netloc}/" != BASE:
                continue
            there = read.get(f"{BASE}{target.path[1:]}")
            alive = there is not None or (built / unquote(target.path[1:])).is_file()
            if not alive or (there and target.fragment and unquote(target.fragment) not in there.ids):
                dead.append((address, link))
    assert dead == []


def test_nothing_is_loaded_from_another_host(read: dict[str, Links], built: Path) -> None:
    for address, page in read.items():
        for place in page.loads:
            if place == "/" or place.startswith("/assets"):
                continue  # the page for missing addresses
            assert urljoin(address, place).startswith(BASE), place
            assert (built / unquote(urlsplit(urljoin(address, place)).path[1:])).exists(), place
    [style] = re.findall(r"<style>(.*?)</style>", (built / "index.html").read_text("utf-8"))
    assert not re.search(r"@import", style)
    assert re.findall(r"""url\((?!["']?data:)[^)]*""", style) == []


def test_ids_are_unique_on_every_page(read: dict[str, Links]) -> None:
    for address, page in read.items():
        assert sorted({i for i in page.ids if page.ids.count(i) > 1}) == [], address


def test_generated_pages_are_not_in_the_nav(built: Path) -> None:
    page = (built / "mihon-war/mw-power/index.html").read_text("utf-8")
    sidebar = page[page.index('data-md-component="sidebar"'):page.index('class="md-content"')]
    assert "mw-draw" not in sidebar
    assert "見本ウォー" in sidebar


def test_headings_have_ids_of_our_own(read: dict[str, Links]) -> None:
    assert not any(re.fullmatch(r"_\d+", i) for page in read.values() for i in page.ids)


def test_a_page_of_a_ruling_stays_small(built: Path) -> None:
    page = (built / "mihon-war/mw-power/index.html").read_bytes()
    assert len(re.sub(rb"<style>.*?</style>", b"", page)) < 40_000
    assert len(gzip.compress(page)) < 36_000  # with the sheet


def test_the_site_says_that_it_is_unofficial(built: Path) -> None:
    for place in ("index.html", "about/index.html", "mihon-war/index.html", "mihon-war/mw-power/index.html"):
        assert "非公式" in (built / place).read_text("utf-8"), place


def test_a_dead_link_in_a_hand_written_page_stops_the_build(project: Path, tmp_path: Path) -> None:
    root = tmp_path / "broken"
    shutil.copytree(project, root)
    (root / "docs/about.md").write_text("# a {: #a }\n\n[x](nowhere.md)\n", "utf-8")
    with pytest.raises(BuildFailed, match=r"nowhere\.md"):
        build_site(load_site(root / "rulings"), root / "mkdocs.yml", tmp_path / "out")


def test_a_dead_link_in_a_why_stops_the_build_and_names_the_ruling(project: Path, tmp_path: Path) -> None:
    root = tmp_path / "broken"
    shutil.copytree(project, root)
    path = root / "rulings/mihon-war/basics.yaml"
    path.write_text(path.read_text("utf-8").replace("(mw-draw)", "(mw-drew)"), "utf-8")
    with pytest.raises(BuildFailed, match=r"basics\.yaml:2: \[mw-power\].*mw-drew"):
        build_site(load_site(root / "rulings"), root / "mkdocs.yml", tmp_path / "out")


def test_two_builds_are_alike(built: Path, project: Path, tmp_path: Path) -> None:
    build_site(load_site(project / "rulings"), project / "mkdocs.yml", tmp_path)
    for path in built.rglob("*.html"):
        assert path.read_bytes() == (tmp_path / path.relative_to(built)).read_bytes()
