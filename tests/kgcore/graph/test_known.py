"""A table of keys says the same as a dictionary, whatever the keys are."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kgcore.graph.embedded.known import NOBODY, KeyTable, Stamps, stamps_of

KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5) | st.integers(0, 1 << 90)


@given(st.lists(KEYS, max_size=40))
def test_a_table_answers_as_a_dictionary_does(keys: list[str | int]) -> None:
    table, plain = KeyTable(), dict[str | int, int]()
    for number, key in enumerate(keys):
        assert table.get(key) == plain.get(key, NOBODY)
        assert table.setdefault(key, number) == plain.setdefault(key, number)
    assert len(table) == len(plain)


def test_a_table_grows_without_losing_a_key() -> None:
    chance, table = random.Random(1), KeyTable()  # noqa: S311
    keys: list[str | int] = [chance.getrandbits(60) for _ in range(6_000)]
    keys += [f"C{n:07}" for n in range(6_000)] + list(range(6_000))
    for number, key in enumerate(keys):
        table.setdefault(key, number)
    assert [table.get(key) for key in keys] == list(range(len(keys)))
    assert table.get("never seen") == NOBODY
    assert table.get(1 << 59) == NOBODY


def test_many_keys_at_once_are_the_same_as_one_after_the_other() -> None:
    together, single = KeyTable(), KeyTable()
    for start in range(0, 30_000, 10_000):
        keys = [f"C{n:07}" for n in range(start, start + 10_000)]
        together.add(stamps_of(keys), np.arange(start, start + 10_000))
        for number, key in enumerate(keys, start):
            single.setdefault(key, number)
    asked = [f"C{n:07}" for n in range(0, 40_000, 7)]
    assert together.find(stamps_of(asked)).tolist() == [single.get(key) for key in asked]
    assert [together.get(key) for key in asked] == single.find(stamps_of(asked)).tolist()


def test_keys_that_differ_only_in_their_check_are_kept_apart() -> None:
    table, size = KeyTable(), 500
    keys = Stamps(np.full(size, 7, np.int64), np.arange(size, dtype=np.uint32))
    table.add(keys, np.arange(size))
    assert table.find(keys).tolist() == list(range(size))
