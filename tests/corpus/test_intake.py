"""Source documents as text: the same clauses from a text file, an HTML page and a PDF."""

from __future__ import annotations

import html
import importlib.util
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from gunbai.corpus.audit import adopted
from gunbai.corpus.clauses import Clause, split, style_of
from gunbai.corpus.intake import MAX_BYTES, Unreadable, text_of
from gunbai.corpus.lock import lock_of
from gunbai.corpus.reader import load_corpus
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfWriter

PROJECT = Path(__file__).parents[2]
SOURCES = PROJECT.parent / "shared" / "sources"
STYLE = {"headings": ["■(?P<h>.+)$"], "items": "・", "joined": True}
SHEET = """遊び方

■引く
札を一枚引く。引いた札は、手札に加えるか、場に置くか、捨て札にするかのどれかを、その場で決めて、ほかの人に見せずに行う。
二枚目からは、相手に見せてから引く。

・山が無くなれば、捨て札を裏返して、よく切って、山にする。
・それも無ければ、引かない。

■終わり
誰かの手札が無くなったら終わる。
"""


def as_html(text: str) -> str:
    """A page with a paragraph for each of the text's."""
    paragraphs = re.split(r"\n[ \t]*\n", text.strip())
    body = "".join(f"<p>{'<br>'.join(map(html.escape, p.splitlines()))}</p>\n" for p in paragraphs)
    return f"<!doctype html><meta charset=utf-8><title>題</title><style>p {{}}</style><script>'札。'</script>{body}<!-- 札。 -->"


def clauses(path: Path, style: dict[str, object]) -> list[tuple[str, str]]:
    return [(c.address, c.digest) for c in split(text_of(path), style_of(style))]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """Prints a page to a PDF, with the browser of the tests of the site."""
    spec = importlib.util.spec_from_file_location("ensure_browser", PROJECT / "tools/ensure_browser.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = module.find_browser()
    if found is None:
        pytest.skip("no browser found; run tools/ensure_browser.py")
    home = tmp_path_factory.mktemp("printed")

    def printed(text: str) -> Path:
        (home / "sheet.html").write_text(as_html(text), "utf-8")
        subprocess.run([found, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={home / 'profile'}",
                        "--no-pdf-header-footer", f"--print-to-pdf={home / 'sheet.pdf'}", (home / "sheet.html").as_uri()],
                       check=True, capture_output=True, timeout=120)
        return home / "sheet.pdf"

    yield printed


def test_a_page_gives_the_same_clauses_as_the_text(tmp_path: Path) -> None:
    (tmp_path / "sheet.txt").write_text(SHEET, "utf-8")
    (tmp_path / "sheet.html").write_text(as_html(SHEET), "utf-8")
    found = clauses(tmp_path / "sheet.html", STYLE)
    assert found == clauses(tmp_path / "sheet.txt", STYLE) and len(found) == 7


def test_a_pdf_gives_the_same_clauses_as_the_text(printed: object, tmp_path: Path) -> None:
    (tmp_path / "sheet.txt").write_text(SHEET, "utf-8")
    assert clauses(printed(SHEET), STYLE) == clauses(tmp_path / "sheet.txt", STYLE)  # type: ignore[operator]


@pytest.mark.skipif(not SOURCES.is_dir(), reason="the source documents are not on this machine")
@pytest.mark.parametrize("game", ["daisenryaku-card", "girl-arms-war", "gundam-war", "variants-war"])
def test_a_source_as_page_and_as_pdf_gives_what_the_text_gives(game: str, printed: object, tmp_path: Path) -> None:
    found = next(g for g in load_corpus(PROJECT / "rulings").games if g.id == game)
    document = next(d for d in found.documents if d.audited)
    style = style_of(document.style)
    text = (SOURCES / f"{game}.txt").read_text("utf-8-sig")
    (tmp_path / "sheet.html").write_text(as_html(text), "utf-8")
    expected = split(text, style)
    page = split(text_of(tmp_path / "sheet.html"), style)
    paper = adopted(split(text_of(printed(text)), style), lock_of("d", expected))  # type: ignore[operator]
    assert _share(expected, page) >= 0.98  # indentation, which some headings need, is nothing in HTML
    assert _share(expected, paper) >= 0.65  # lines on paper are no paragraphs


def _share(expected: tuple[Clause, ...], found: tuple[Clause, ...]) -> float:
    known = {(c.address, c.digest) for c in found}
    return sum((c.address, c.digest) in known for c in expected) / len(expected)


def test_the_encoding_that_a_page_names_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old.htm"
    path.write_bytes("<html><head><meta charset=shift_jis></head><body><p>札を引く。</p></body></html>".encode("cp932"))
    assert text_of(path) == "札を引く。\n"


@pytest.mark.parametrize(("name", "encoding"), [
    ("utf-8", "utf-8"), ("UTF-8", "utf-8-sig"), ("Shift_JIS", "cp932"), ("x-sjis", "cp932"), ("euc-jp", "euc_jp"),
    ("iso-2022-jp", "iso2022_jp"), ("utf-16", "utf-8"), ("utf-16", "utf-16"),
    *((name, "utf-8") for name in ("undefined", "idna", "punycode", "rot13", "hex", "zlib", "unicode_escape", "utf-7",
                                   "raw_unicode_escape", "mbcs", "oem", "no-such", "....", "string_escape"))])
def test_a_page_is_read_whatever_encoding_it_names(tmp_path: Path, name: str, encoding: str) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(f"<html><head><meta charset={name}></head><body><p>札を①枚引く。</p></body></html>"
                     .replace("①", "①" if encoding in ("cp932", "utf-8", "utf-8-sig", "utf-16") else "1").encode(encoding))
    assert text_of(path).replace("①", "1") == "札を1枚引く。\n"


def test_western_encodings_are_read_as_browsers_read_them(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    for name, encoding, text in (("iso-8859-1", "cp1252", "“Café”"), ("windows-1251", "cp1251", "карта")):
        path.write_bytes(f"<html><meta charset='{name}'><p>{text}</p></html>".encode(encoding))
        assert text_of(path) == f"{text}\n"


def test_cells_of_a_row_stand_in_one_line_and_hidden_parts_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "table.html"
    path.write_text("<table><tr><th>甲</th><td>一 </td></tr><tr><td>乙</td><td>二</td></tr></table><script>x</script><pre>a\nb</pre>",
                    "utf-8")
    assert text_of(path) == "甲　一\n\n乙　二\n\na\nb\n"


@pytest.mark.parametrize(("name", "content", "message"), [
    ("a.pdf", b"hello", "expected a PDF; found a file that does not begin with %PDF-"),
    ("a.pdf", b"%PDF-1.7\nnothing", "expected a PDF; found one that cannot be read"),
    ("a.txt", b"a\0b", "found a binary file"),
    ("a.txt", "札".encode("cp932"), "expected UTF-8 text"),
    ("a.html", b"<p>" + b"x" * MAX_BYTES, "found a larger one"),
])
def test_what_cannot_be_read_is_said(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(Unreadable, match=re.escape(message)):
        text_of(tmp_path / name)


def test_a_pdf_with_a_password_or_without_text_is_said(tmp_path: Path) -> None:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.write(tmp_path / "blank.pdf")
    with pytest.raises(Unreadable, match="expected a PDF with text"):
        text_of(tmp_path / "blank.pdf")
    writer.encrypt("secret")
    writer.write(tmp_path / "locked.pdf")
    with pytest.raises(Unreadable, match="with a password"):
        text_of(tmp_path / "locked.pdf")


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="No such file"):
        text_of(tmp_path / "none.txt")


@pytest.mark.parametrize("text", [
    "<p>札</p>" * 60_000, "<p>札" * 60_000, "<a href='" * 50_000, "</p>" * 100_000, "&#x" * 90_000, "<!--" * 100_000])
def test_a_page_of_any_shape_is_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.html"
    path.write_text(text, "utf-8")
    assert text_of(path).count("札") == text.count("札")


def test_a_page_whose_tags_lie_too_deep_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.html"
    path.write_text("<div>" * 100_000 + "札", "utf-8")
    with pytest.raises(Unreadable, match="expected tags at most 150 deep; found them 100,000 deep"):
        text_of(path)


@pytest.mark.parametrize("text", ["<section>" * 900 + "<p>x" * 20_000, "</div>" * 900 + "<div>" * 900,
                                  "<section></b>" * 900, "<SECTION></section ><section>" * 151])
def test_tags_that_close_nothing_do_not_hide_how_deep_others_lie(tmp_path: Path, text: str) -> None:
    path = tmp_path / "deep.html"
    path.write_text(text, "utf-8")
    with pytest.raises(Unreadable, match="expected tags at most 150 deep"):
        text_of(path)


@given(st.binary(max_size=300), st.sampled_from(["a.html", "a.pdf", "a.txt"]), st.sampled_from([b"", b"%PDF-1.4\n", b"<html>"]))
def test_no_bytes_break_the_reader(tmp_path_factory: pytest.TempPathFactory, raw: bytes, name: str, begin: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / name
    path.write_bytes(begin + raw)
    try:
        text_of(path)
    except Unreadable as error:
        assert str(path) in str(error)
