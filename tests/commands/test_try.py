"""`gunbai try`: the same doctest text from a pipe, a prompt on a terminal."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from gunbai.cli import main
from gunbai.examples import typed as module
from gunbai.commands.completion import Words, offers
from gunbai.commands.try_ import MAX_BAD
from gunbai.examples.typed import MAX_LINE, Typed, Unreadable, is_open, read_typed
from gunbai.corpus.reader import load_corpus
from gunbai.examples.runner import load_verbs


def ask(library: Path, text: str | bytes, *options: str) -> Result:
    return CliRunner().invoke(main, ["try", "mihon", "--root", str(library), *options], input=text)


def test_a_doctest_text_gives_its_answers_and_nothing_else(library: Path) -> None:
    result = ask(library, ">>> 場 = 並べる(2)\n>>> 先に灯す(場)\nwhatever was expected\n\n"
                          ">>> 置ける(\n... 4)\nはい\n>>> 並べる(4)\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "裁定待ち: mh-tie\n  oldest → 1\n  newest → 2\nいいえ\n不可: mh-limit\n"


def test_bare_statements_do_as_well_over_several_lines(library: Path) -> None:
    result = ask(library, "置ける(3)\n\n置ける(\n  4\n)\r\n場 = 並べる(1)\n先に灯す(場)")
    assert (result.exit_code, result.stdout) == (0, "はい\nいいえ\n1\n")


def test_several_statements_may_stand_in_one_line(library: Path) -> None:
    assert ask(library, ">>> 場 = 並べる(2); 取り決め(\"mh-tie\", \"newest\"); 先に灯す(場)\n").stdout == "2\n"


@pytest.mark.parametrize(("line", "words"), [
    ("名は(1)", "という手続きは無い"), ("import os", "使えない"), ("先に灯す(未知)", "まだ決まっていない"),
    ("並べる(-1)", "数が負"),
    ("並べる('x')", "数でなければならない"), ("置ける(3", "閉じ"), ("置ける（3）", "半角"),
])
def test_a_bad_line_goes_to_stderr_with_its_number_and_the_rest_is_answered(
        library: Path, line: str, words: str) -> None:
    result = ask(library, f">>> 置ける(3)\n>>> {line}\n>>> 置ける(4)\n")
    assert (result.exit_code, result.stdout) == (1, "はい\nいいえ\n")
    assert result.stderr.startswith("2行目: 不備: ") and words in result.stderr and result.stderr.count("\n") == 1


def test_an_empty_prompt_asks_nothing(library: Path) -> None:
    result = ask(library, ">>> \n>>>\n>>> 置ける(3)\n")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "はい\n", "")


def test_a_fault_of_the_engine_is_told_and_does_not_end_the_session(library: Path) -> None:
    result = ask(library, ">>> 並べる(99)\n>>> 置ける(3)\n")
    assert (result.exit_code, result.stdout) == (1, "はい\n")
    assert result.stderr == "1行目: 基準エンジンの誤り: ZeroDivisionError: a fault of the engine\n"


def test_date_and_house_rules_hold_for_the_whole_session(library: Path) -> None:
    assert ask(library, ">>> 代価()\n").stdout == "2\n"
    assert ask(library, ">>> 代価()\n", "--as-of", "2009-09-17").stdout == "1\n"
    assert ask(library, ">>> こだま(3)\n", "--house", "harbour").stdout == "0\n"


@pytest.mark.parametrize("word", ["?", "？", "ヘルプ()", ">>> ヘルプ()", ">>> ?"])
def test_help_lists_the_verbs_with_signature_and_what_they_do(library: Path, word: str) -> None:
    result = ask(library, f"{word}\n")
    assert result.exit_code == 0
    assert "  先に灯す(列)\n      先に灯す灯台は何枚目か。\n" in result.stdout and "時点(日付)" in result.stdout


def test_an_unknown_game_is_named_with_the_known_ones(library: Path) -> None:
    result = CliRunner().invoke(main, ["try", "chess", "--root", str(library)], input="")
    assert result.exit_code == 2 and "mihon" in result.stderr


def test_bytes_that_are_no_text_are_a_bad_line(library: Path) -> None:
    result = ask(library, b">>> \xff\xfe\n>>> \xe7\xbd\xae\xe3\x81\x91\xe3\x82\x8b(3)\n")
    assert (result.exit_code, result.stdout) == (1, "はい\n") and "1行目: 不備: UTF-8" in result.stderr


def test_control_characters_never_reach_the_terminal(library: Path) -> None:
    assert "\x1b" not in ask(library, '>>> 並べる("\x1b[31m")\n>>> \x1b[31m()\n').output


def test_lines_that_cannot_be_read_are_told_only_so_often(library: Path) -> None:
    result = ask(library, "x\n" * 1000)
    assert result.exit_code == 1 and len(result.stderr.splitlines()) == MAX_BAD + 1


class Endless(io.RawIOBase):
    """A stream that never ends; counts what was taken from it."""

    def __init__(self, piece: bytes) -> None:
        self.piece, self.taken = piece, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        count = len(buffer)
        buffer[:] = (self.piece * (count // len(self.piece) + 2))[self.taken % len(self.piece):][:count]
        self.taken += count
        return count


def test_an_endless_line_is_refused_after_its_limit() -> None:
    source = Endless(b"a")
    found = list(read_typed(io.BufferedReader(source)))
    assert found == [Unreadable(1, found[0].message, end=True)]  # type: ignore[union-attr]
    assert source.taken < 2 * MAX_LINE + 100_000


@pytest.mark.parametrize("piece", [
    b">>> a()\n", b"a()\n", b"\n", b">>> (\n... 1\nx\n", b"... x\n", b"(\n", b"('\n", b">>> \n",
])
def test_endless_lines_are_refused_and_no_statement_grows(piece: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LINES", 3000)
    monkeypatch.setattr(module, "MAX_TYPED", 1000)
    monkeypatch.setattr(module, "MAX_STATEMENT", 200)
    last: Typed | Unreadable | None = None
    for last in read_typed(io.BufferedReader(Endless(piece))):
        assert isinstance(last, Unreadable) or len(last.source) < 1000
    assert isinstance(last, Unreadable) and last.end


def test_before_the_first_prompt_every_line_is_a_statement_and_after_it_none_without() -> None:
    text = "一()\n>>> 二()\n三()\n\n四()\n>>> 五(\n... 1)\n"
    assert list(read_typed(io.BytesIO(text.encode()))) == [Typed(1, "一()"), Typed(2, "二()"), Typed(6, "五(\n1)")]


def test_a_text_with_byte_order_mark_and_indentation_is_read() -> None:
    assert list(read_typed(io.BytesIO("\ufeff    >>> 一()\n".encode()))) == [Typed(1, "一()")]


@pytest.mark.parametrize("line", ["", "1,", "\"", "["])
def test_a_statement_of_very_many_lines_takes_time_that_grows_with_its_size(line: str) -> None:
    """Every line of a statement that goes on used to be read again with every further line: minutes, not a moment."""
    text = ">>> f(\n" + f"... {line}\n" * 30_000
    began = time.process_time()
    found = list(read_typed(io.BytesIO(text.encode())))
    assert isinstance(found[0], Typed) and found[0].source.startswith(f"f(\n{line}")
    assert time.process_time() - began < 5


@pytest.mark.parametrize(("source", "open_"), [
    ("a(", True), ("a()", False), ("a([1", True), ('a("(")', False), ('a("', True), ("a)", False), ("", False),
    ("a('\"(')", False),
])
def test_a_statement_goes_on_while_a_bracket_is_open(source: str, open_: bool) -> None:
    assert is_open(source) is open_


@pytest.fixture(scope="module")
def words() -> Words:
    game = load_corpus(Path(__file__).parents[1] / "corpora" / "library" / "rulings").games[0]
    return Words.of(game, load_verbs(game))


@pytest.mark.parametrize(("before", "offered"), [
    ("先", ["先に灯す("]), ("場 = 並", ["並べる("]), ("理", ["理由("]), ("ヘル", ["ヘルプ()"]),
    ("並べる(2, 札", ["札="]),
    ("先に灯す(場", ["場"]), ('並べる(1, 札="眠', ['眠れる灯台"']), ("並べる(1, 札='ねむ", ["眠れる灯台'"]),
    ('並べる(1, 札="nemu', ['眠れる灯台"']),
    ('並べる(1, 札="シュミ', ['シュミット・ヴァーレン"', 'ヴァーレン・シュミット"']), ('取り決め("mh-t', ['mh-tie"']),
    ('取り決め("mh-tie", "', ['oldest"', 'newest"']), ('表値("', ['limits"']), ('表値("limits", "', ['lamps"']),
    ('時点("', []),
    ("未知(", []), ('並べる("眠れる灯台")', []),
])
def test_verbs_parameters_names_and_readings_are_offered(words: Words, before: str, offered: list[str]) -> None:
    got = [o.text for o in offers(before, words, ("場",) if "場" in before and "先に" in before else ())]
    if before.endswith(")"):
        assert all("(" in o for o in got)
    else:
        assert got == offered


def test_an_offer_replaces_what_was_typed_of_it(words: Words) -> None:
    assert [o.replaces for o in offers('並べる(1, 札="眠れ', words)] == [2]


def test_the_real_command_answers_from_a_real_pipe(library: Path, gunbai_mihon: Path) -> None:
    done = subprocess.run([sys.executable, str(gunbai_mihon), "try", "mihon"], cwd=library, input=">>> 置ける(3)\n",
                          capture_output=True, text=True, env={**os.environ, "PYTHONUTF8": "1"}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "はい\n", "")


def test_each_answer_comes_before_the_next_line_is_typed(library: Path, gunbai_mihon: Path) -> None:
    with subprocess.Popen([sys.executable, str(gunbai_mihon), "try", "mihon"], cwd=library, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUTF8": "1"}) as process:
        assert process.stdin is not None and process.stdout is not None
        for line, answer in ((">>> 置ける(3)\n", "はい\n"), (">>> 置ける(4)\n", "いいえ\n")):
            process.stdin.write(line)
            process.stdin.flush()
            assert process.stdout.readline() == answer
        process.stdin.close()


def test_on_a_terminal_there_is_a_prompt_with_reasons_readings_and_history(library: Path, gunbai_mihon: Path) -> None:
    master, slave = pty.openpty()
    state = library / "state"
    env = {**os.environ, "PYTHONUTF8": "1", "TERM": "xterm", "COLUMNS": "120", "LINES": "40"}
    process = subprocess.Popen(
        [sys.executable, str(gunbai_mihon), "try", "mihon"], cwd=library, stdin=slave, stdout=slave, stderr=slave,
        env={**env, "XDG_STATE_HOME": str(state)}, start_new_session=True)
    os.close(slave)
    seen = ""

    def until(text: str) -> None:
        nonlocal seen
        end = time.monotonic() + 30
        while text not in seen:
            assert time.monotonic() < end, f"{text!r} never came: {seen[-2000:]!r}"
            if select.select([master], [], [], 0.1)[0]:
                try:
                    piece = os.read(master, 65536)
                except OSError:
                    raise AssertionError(f"the terminal closed: {seen[-2000:]!r}") from None
                if b"\x1b[6n" in piece:
                    os.write(master, b"\x1b[1;1R")  # where the cursor is, as a terminal would say
                seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", piece.decode(errors="replace"))
        seen = seen.partition(text)[2]

    def typed(text: str) -> None:
        until(">>>")
        time.sleep(0.2)  # the prompt is drawn just before it listens
        os.write(master, text.encode())

    try:
        typed("並べる(4)\r")
        until("上限を超える")
        typed("場 = 並べる(2)\r")
        until("場 = 並べる(2)\r")
        typed("先に灯す(場)\r")
        until("newest: 後に置いたものから灯す（支え: なし）")
        typed("\x04")
        assert process.wait(timeout=30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(master)
    history = state / "gunbai" / "history-mihon"
    assert "並べる(4)" in history.read_text(encoding="utf-8") and history.stat().st_mode & 0o077 == 0
