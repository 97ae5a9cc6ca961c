"""Columns of byte strings are what the same strings would be, made one after another."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from gunbai.search.columns import Strings, encoded, hashes, joined, lebs, woven
from hypothesis import given
from hypothesis import strategies as st

TEXTS = st.lists(st.text(max_size=4), max_size=8)


def apart(column: Strings) -> list[bytes]:
    """The strings of a column."""
    bounds, data = column.bounds().tolist(), column.data.tobytes()
    return [data[a:b] for a, b in pairwise(bounds)]


@given(st.lists(st.tuples(st.text(max_size=4), st.text(max_size=4)), max_size=8))
def test_woven_columns_hold_one_of_each_in_turn(pairs: list[tuple[str, str]]) -> None:
    first, second = encoded([a for a, _ in pairs]), encoded([b for _, b in pairs])
    assert apart(woven([first, second])) == [(a + b).encode() for a, b in pairs]


@given(TEXTS, TEXTS)
def test_joined_columns_follow_each_other(first: list[str], second: list[str]) -> None:
    assert apart(joined([encoded(first), encoded(second)])) == [t.encode() for t in first + second]


@given(TEXTS, st.randoms())
def test_strings_are_taken_in_any_order(texts: list[str], random: object) -> None:
    order = sorted(range(len(texts)), key=lambda _: random.random())  # type: ignore[attr-defined]
    assert apart(encoded(texts).taken(np.array(order, np.int64))) == [texts[n].encode() for n in order]


@given(st.lists(st.tuples(st.integers(0, 1 << 40), st.booleans()), max_size=9))
def test_numbers_are_written_seven_bits_a_byte_and_those_not_kept_are_empty(values: list[tuple[int, bool]]) -> None:
    kept = np.array([k for _, k in values], bool)
    made = apart(lebs(np.array([v for v, _ in values], np.int64), kept))
    for (value, keep), found in zip(values, made, strict=True):
        assert bool(found) is keep
        if keep:
            assert sum((byte & 0x7F) << 7 * i for i, byte in enumerate(found)) == value
            assert [byte >> 7 for byte in found] == [1] * (len(found) - 1) + [0]
            assert len(found) == 1 or found[-1]


def test_strings_from_a_start_to_the_next_are_one() -> None:
    assert apart(encoded(["a", "", "bc", "d"]).grouped(np.array([0, 2]))) == [b"a", b"bcd"]


def test_a_hash_is_fnv_1a_of_the_bytes() -> None:
    assert hashes(encoded(["", "a", "foobar", "角笛"])).tolist() == [0x811C9DC5, 0xE40C292C, 0xBF9CF968, _fnv("角笛")]


def _fnv(text: str) -> int:
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 % 2**32
    return value
