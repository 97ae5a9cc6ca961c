"""Postings made for all entries at once are what they would be one after another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import or_

import pytest
from gunbai.search import postings
from gunbai.search.postings import Pieces, Rows, Whole
from gunbai.text import piece_set
from hypothesis import given
from hypothesis import strategies as st

TEXT = st.text("あゖぁー断虎一鿿龠ab1^$🦊々", max_size=9)
ENTRIES = st.lists(st.lists(st.tuples(TEXT, st.integers(0, 4)), max_size=5), max_size=12)


def numbers(body: bytes) -> Iterator[int]:
    """What LEB128 bytes say."""
    value = shift = 0
    for byte in body:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value = shift = 0


def told(found: Rows, bits: int) -> Mapping[str, list[tuple[int, int]]]:
    """Of each term its entries, each with its place; the counts are right and the terms are sorted."""
    out, ends = {}, found.postings.bounds().tolist()
    data = found.postings.data.tobytes()
    for text, count, start, end in zip(found.texts, found.counts.tolist(), ends, ends[1:], strict=False):
        number, out[text] = -1, []
        for value in numbers(data[start:end]):
            number += value >> bits
            out[text].append((number, value & (1 << bits) - 1))
        assert len(out[text]) == count
    assert list(found.texts) == sorted(set(found.texts))
    return out


@pytest.mark.parametrize("most", [1 << 20, 1])
@given(entries=ENTRIES)
def test_each_piece_is_listed_with_its_entries_and_the_best_place_in_each(most: int, entries: list[list[tuple[str, int]]]) -> None:
    assert told(_pieces(3, False, most, entries), 3) == _expected(entries, max)


@pytest.mark.parametrize("most", [1 << 20, 1])
@given(entries=ENTRIES)
def test_bits_of_a_piece_in_one_entry_are_joined(most: int, entries: list[list[tuple[str, int]]]) -> None:
    bits = [[(text, 1 << place) for text, place in texts] for texts in entries]
    assert told(_pieces(8, True, most, bits), 8) == _expected(bits, lambda values: reduce(or_, values))


def test_a_piece_that_is_too_common_has_a_count_and_no_postings() -> None:
    def made(most: int) -> Rows:
        found = Pieces(3)
        for number in range(1001):
            found.add(number, [("虎", 1), *([("角笛", 2)] if number == 700 else [])])
        return found.rows(most)

    few = made(1000)
    assert (list(few.texts), few.counts.tolist(), few.postings.sizes.tolist()) == (["虎", "角笛"], [1001, 1], [0, 2])
    assert told(made(1001), 3)["虎"] == [(n, 1) for n in range(1001)]


@given(st.lists(st.dictionaries(TEXT.filter(bool), st.integers(0, 7), max_size=5), max_size=12))
def test_whole_texts_are_listed_as_they_are(entries: list[dict[str, int]]) -> None:
    found, expected = Whole(3), defaultdict(list)
    for number, texts in enumerate(entries):
        found.add(3 * number, texts)
        for text, place in texts.items():
            expected[text].append((3 * number, place))
    assert told(found.rows(1000), 3) == expected


def _pieces(bits: int, joined: bool, most: int, entries: list[list[tuple[str, int]]]) -> Rows:
    found = Pieces(bits, joined=joined)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "_MOST_CHARACTERS", most)
        for number, texts in enumerate(entries):
            found.add(3 * number, texts)
        return found.rows(1000)


def _expected(entries: list[list[tuple[str, int]]], best: Callable[[list[int]], int]) -> Mapping[str, list[tuple[int, int]]]:
    found: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, texts in enumerate(entries):
        for text, place in texts:
            for piece in piece_set(text):
                found[piece][3 * number].append(place)
    return {text: [(n, best(places)) for n, places in at.items()] for text, at in found.items()}
