from __future__ import annotations

from pathlib import Path

import pytest
from gunbai.corpus.yamlfile import MAX_BYTES, MAX_DEPTH, Block, Items, YamlFile, line_of, read_yaml
from hypothesis import given, settings
from hypothesis import strategies as st


def read(tmp_path: Path, content: str | bytes) -> YamlFile:
    path = tmp_path / "a.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_yaml(path, "rulings/a.yaml")


def value(tmp_path: Path, written: str) -> object:
    result = read(tmp_path, f"key: {written}\n")
    assert result.data is not None, result.defects
    return result.data["key"]


@pytest.mark.parametrize("written", [
    "no", "No", "NO", "yes", "on", "off", "y", "n", "True", "TRUE", "False", "Null", "NULL", "1_000", "012", "0o14", "0x1F",
    "0b1", "12:30", "190:20:30", "4.10", "1e3", ".5", ".inf", ".nan", "2009-09-18", "2001-12-14t21:59:43Z", "+1", "-0",
    "1.0", "1,000", "=", "1 000", "0.0", "-", "12345678901234567890",
])
def test_what_old_yaml_would_turn_into_something_else_stays_a_text(tmp_path: Path, written: str) -> None:
    if written == "-":  # a lone dash would begin a list
        assert read(tmp_path, "key: -\n").data is None
        return
    assert value(tmp_path, written) == written


@pytest.mark.parametrize(("written", "meant"), [
    ("true", True), ("false", False), ("null", None), ("~", None), ("", None), ("0", 0), ("12", 12), ("-7", -7),
    ('"12"', "12"), ("'true'", "true"), ('""', ""), ("赤い彗星", "赤い彗星"),
])
def test_few_plain_words_have_a_meaning(tmp_path: Path, written: str, meant: object) -> None:
    found = value(tmp_path, written)
    assert found == meant
    assert type(found) is type(meant)


def test_every_entry_knows_its_line(tmp_path: Path) -> None:
    data = read(tmp_path, "# head\na: 1\n\nb:\n  - x\n  - {c: 1,\n     d: 2}\n").data
    assert data is not None
    assert (data.lines, data["b"].lines) == ({"a": 2, "b": 4}, [5, 6])
    assert line_of(data, ("b", 1, "d")) == 7
    assert line_of(data, ("b", 1, "missing")) == 6
    assert line_of(data, ("b", 9)) == 4
    assert line_of(None, ("b",)) == 1


@pytest.mark.parametrize("head", ["|", "|-", "|+", "|2", "|  # a remark"])
def test_a_block_text_knows_where_it_begins_even_after_empty_lines(tmp_path: Path, head: str) -> None:
    data = read(tmp_path, f"a: 1\nrun: {head}\n\n\n  first\n  second\n").data
    assert data is not None
    start, lines = data.texts["run"], data["run"].split("\n")
    assert start + lines.index("first") == 5
    assert start + lines.index("second") == 6


def test_windows_line_ends_change_no_line(tmp_path: Path) -> None:
    data = read(tmp_path, "a: 1\r\nrun: |\r\n  first\r\n  second\r\nb: 2\r\n").data
    assert data is not None
    assert (data["run"], data.texts["run"], data.lines["b"]) == ("first\nsecond\n", 3, 5)


def test_a_byte_order_mark_at_the_start_is_no_character(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbfa: 1\n").data == {"a": 1}


@pytest.mark.parametrize(("content", "code", "line"), [
    ("a: 1\nb: 2\na: 3\n", "duplicate-key", 3),
    ("a:\n  b: 1\n  b: 2\n", "duplicate-key", 3),
    ("a: &x 1\n", "alias", 1),
    ("a: 1\nb: *x\n", "alias", 2),
    ("a: !!set {x}\n", "tag", 1),
    ("a: !foo 1\n", "tag", 1),
    ("a: 1\n...\n---\nb: 2\n", "documents", 3),
    ("a:\n\tb: 1\n", "tab", 2),
    ("a: [1, 2\n", "syntax", 1),
    ("a: 'x\n", "syntax", 1),
    ("a: b: c\n", "syntax", 1),
    ("a: 1\n b: 2\n", "syntax", 2),
    ("- 1\n", "not-a-mapping", 1),
    ("", "not-a-mapping", 1),
    ("a: 1\n? [x]\n: 2\n", "bad-key", 2),
    ("a: 1\nb: x\u2028y\n", "hidden", 2),
    ("a: 1\nb: x\u200by\n", "hidden", 2),
    ("a: 1\nb: x\x07y\n", "hidden", 2),
    ("a: 1\rb: 2\n", "hidden", 1),
    ('a: 1\nb: "x\\0y"\n', "hidden", 2),
    ('a: 1\nb: [1, "\\e[31m"]\n', "hidden", 2),
    ('a: 1\n"b\\u202E": 2\n', "hidden", 2),
    (b"a: 1\nb: \x83\x4b\n", "not-utf8", 2),
    (b"\xff\xfea\x00", "not-utf8", 1),
    ("a: " + "[" * 1_000 + "]" * 1_000, "too-deep", 1),
    ("".join(f"{' ' * n}a:\n" for n in range(100)), "too-deep", MAX_DEPTH + 1),
])
def test_what_is_not_read_is_said_with_its_line(tmp_path: Path, content: str | bytes, code: str, line: int) -> None:
    result = read(tmp_path, content)
    assert [(d.code, d.place.line) for d in result.defects] == [(code, line)]
    assert result.defects[0].place.file == "rulings/a.yaml"


def test_the_first_of_two_equal_keys_counts_and_the_rest_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, "a: {x: 1}\na: {y: 2}\nb: 3\n").data == {"a": {"x": 1}, "b": 3}


def test_a_file_as_large_as_allowed_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    head = b"a: 1\n"
    assert read(tmp_path, head + b"#" * (MAX_BYTES - len(head))).data == {"a": 1}
    assert [d.code for d in read(tmp_path, head + b"#" * (MAX_BYTES - len(head) + 1)).defects] == ["too-big"]


def test_more_values_than_anyone_writes_by_hand_are_refused(tmp_path: Path) -> None:
    assert [d.code for d in read(tmp_path, f"a: [{'1,' * 450_000}]\n").defects] == ["too-big"]


def test_a_directory_or_nothing_in_place_of_the_file_is_a_defect(tmp_path: Path) -> None:
    (tmp_path / "d.yaml").mkdir()
    assert [d.code for d in read_yaml(tmp_path / "d.yaml", "d").defects] == ["unreadable"]
    assert [d.code for d in read_yaml(tmp_path / "none.yaml", "n").defects] == ["unreadable"]


@settings(max_examples=400, deadline=None)
@given(content=st.one_of(
    st.binary(max_size=80),
    st.text(max_size=80).map(lambda t: t.encode("utf-8", "surrogatepass")),
    st.lists(st.sampled_from(["a: ", "- ", "\n", "  ", "[", "]", "{", "}", ":", ",", "|", ">", "&x ", "*x", "!", "'", '"', "#",
                              "\t", "あ", "1", "? ", "---\n", "%"]), max_size=25).map(lambda p: "".join(p).encode()),
))
def test_no_bytes_make_the_reader_raise(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.yaml"
    path.write_bytes(content)
    result = read_yaml(path, "fuzz.yaml")
    assert (result.data is None) <= bool(result.defects)
    lines = content.count(b"\n") + content.count(b"\r") + content.count(b"\xe2\x80") + content.count(b"\xc2\x85") + 1
    assert all(1 <= d.place.line <= lines and d.expected and d.found for d in result.defects)
    waiting: list[object] = [result.data]
    while waiting:
        found = waiting.pop()
        assert type(found) in (Block, Items, str, int, bool, type(None))
        waiting.extend(found.values() if isinstance(found, Block) else found if isinstance(found, Items) else ())
