"""What commands write is the old state or the new one, whenever they are killed and though the disk be full."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "tools" / "bench"


def test_killed_at_random_moments_and_on_a_full_disk_every_command_leaves_the_old_state_or_the_new_one() -> None:
    done = subprocess.run([sys.executable, BENCH / "faults.py", "--times", "4"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_nonsense_breaks_a_reader() -> None:
    done = subprocess.run([sys.executable, BENCH / "fuzz.py", "--inputs", "400"], capture_output=True, text=True,
                          check=False)
    assert "Traceback" not in done.stdout + done.stderr, done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("words", [("--help",), ("show", "gw-cost-floor"), ("changes",), ("export", "json"),
                                   ("new", "--help")], ids=" ".join)
def test_an_output_that_takes_no_more_is_said_in_a_line(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-c", "from gunbai.cli import main; main()", *words], stdout=full,
                              stderr=subprocess.PIPE, text=True, check=False, cwd=BENCH)
    assert done.returncode == 1
    assert done.stderr == "gunbai: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(("words", "closed"), [(("changes",), ">&-"), (("try", "gundam-war"), "<&-")])
def test_a_closed_stream_is_no_reason_to_fail(words: tuple[str, ...], closed: str) -> None:
    run = f'"{sys.executable}" -c "from gunbai.cli import main; main()" {" ".join(words)} {closed}'
    done = subprocess.run(["sh", "-c", run], stderr=subprocess.PIPE, text=True, check=False, cwd=BENCH)
    assert (done.returncode, done.stderr) == (0, "")
