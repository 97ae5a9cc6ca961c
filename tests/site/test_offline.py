"""The offline set: complete, small, the same for the same files, and cut so that a small change is a small download."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from gunbai.site.edition import Edition, edition_of
from gunbai.site.offline import HOME, KEY, prepare, withdraw

EDITION = Edition("2026-01-02", "0123abcd")


def unpacked(site: Path) -> dict[str, bytes]:
    """Every file of the set, put together as the service worker does."""
    listed = json.loads((site / HOME / "list.json").read_text("utf-8"))
    common: dict[str, bytes] = {}
    found: dict[str, bytes] = {}
    for number, (name, _, size, paths) in enumerate(listed["parts"]):
        packed = (site / HOME / name).read_bytes()
        assert len(packed) == size
        content = gzip.decompress(packed)
        head = int.from_bytes(content[:4], "little")
        place = 4 + head
        files: dict[str, bytes] = {}
        for path, pieces in json.loads(content[4:place]):
            made = b""
            for piece in pieces:
                if isinstance(piece, int):
                    made += content[place:place + piece]
                    place += piece
                else:
                    made += b"".join(common[piece[i:i + KEY]] for i in range(0, len(piece), KEY))
            files[path] = made
        assert place == len(content)
        if number:
            assert list(files) == paths
            found |= files
        else:
            common = files
    return found


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A small site with pages that share lines."""
    for n in range(40):
        page = tmp_path / f"site/game/r{n}/index.html"
        page.parent.mkdir(parents=True)
        page.write_text(f"<!doctype html>\n<p>a line that all pages share</p>\n<p>裁定{n}</p>\n<p>another one of them</p>", "utf-8")
    (tmp_path / "site/404.html").write_text("<p>missing</p>\r\n\r\n", "utf-8")
    (tmp_path / "site/mark.bin").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "site/assets/pyodide-1").mkdir(parents=True)
    (tmp_path / "site/assets/pyodide-1/python.wasm").write_bytes(b"\0asm")
    return tmp_path / "site"


def test_what_is_put_together_is_what_was_built(small: Path) -> None:
    before = {p.relative_to(small).as_posix(): p.read_bytes() for p in small.rglob("*") if p.is_file()}
    told = prepare(small, EDITION)
    found = unpacked(small)
    assert found == {p: c for p, c in before.items() if "pyodide" not in p}
    assert told.files == len(found) and "MB compressed" in str(told)
    later = json.loads((small / HOME / "list.json").read_text("utf-8"))["runtime"]
    assert list(later) == ["assets/pyodide-1/python.wasm"]


def test_the_same_files_give_the_same_bytes_and_a_second_run_leaves_nothing_old(small: Path) -> None:
    prepare(small, EDITION)
    first = {p.name: p.read_bytes() for p in [*(small / HOME).iterdir(), small / "sw.js"]}
    (small / HOME / "0000.bin").write_bytes(b"old")
    prepare(small, EDITION)
    assert {p.name: p.read_bytes() for p in [*(small / HOME).iterdir(), small / "sw.js"]} == first


def test_a_changed_page_changes_one_part_the_list_and_the_worker(small: Path) -> None:
    prepare(small, EDITION)
    before, worker = {p.name for p in (small / HOME).glob("*.bin")}, (small / "sw.js").read_text("utf-8")
    page = small / "game/r7/index.html"
    page.write_text(page.read_text("utf-8").replace("裁定7", "変わった裁定"), "utf-8")
    prepare(small, EDITION)
    after = {p.name for p in (small / HOME).glob("*.bin")}
    assert len(before - after) == len(after - before) == 1
    assert (small / "sw.js").read_text("utf-8") != worker


def test_the_built_site_is_kept_whole_and_small(built: Path) -> None:
    found = unpacked(built)
    pages = {p.relative_to(built).as_posix(): p.read_bytes() for p in built.rglob("*.html")}
    assert len(pages) > 15 and {p: found[p] for p in pages} == pages
    assert any(p.startswith("assets/gunbai/search/") for p in found)
    listed: Any = json.loads((built / HOME / "list.json").read_text("utf-8"))
    assert listed["size"] < 4_000_000


def test_nothing_unused_of_the_theme_is_published(built: Path) -> None:
    names = [p.relative_to(built).as_posix() for p in built.rglob("*") if p.is_file()]
    assert [n for n in names if n.endswith(".map") or "lunr" in n or "javascripts/workers" in n or "stylesheets" in n] == []
    assert not any(b"sourceMappingURL" in (built / n).read_bytes() for n in names if n.endswith((".min.js", ".css")))


def test_a_preview_has_a_worker_that_lets_go(tmp_path: Path) -> None:
    withdraw(tmp_path)
    assert "unregister" in (tmp_path / "sw.js").read_text("utf-8")


def test_the_edition_is_of_the_texts_of_the_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    (tmp_path / "a.yaml").write_text("a: 1")
    first = edition_of(tmp_path)
    assert first.date == "2023-11-14" and first.key == f"2023-11-14.{first.digest}"
    shutil.copy(tmp_path / "a.yaml", tmp_path / "note.txt")
    assert edition_of(tmp_path) == first
    (tmp_path / "a.yaml").write_text("a: 2")
    assert edition_of(tmp_path).digest != first.digest
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert len(edition_of(tmp_path).date) == 10
