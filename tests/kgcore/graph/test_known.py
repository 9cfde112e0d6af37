"""A table of keys says the same as a dictionary, whatever the keys are."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from kgcore.graph.embedded.known import NOBODY, KeyTable

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
