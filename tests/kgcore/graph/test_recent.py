"""Rows that are remembered for a while."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kgcore.graph.embedded.arrays import RowCache
from kgcore.graph.embedded.tables import split_stored_papers


class Table:
    """Squares of the numbers below ten; counts what was asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def read(self, keys: Sequence[int]) -> dict[int, int]:
        self.asked += keys
        return {key: key * key for key in keys if key < 10}


def test_what_was_read_is_not_read_again() -> None:
    table = Table()
    rows = RowCache(table.read, 8)
    assert rows.get([1, 2]) == {1: 1, 2: 4}
    assert rows.get([2, 3]) == {2: 4, 3: 9}
    assert table.asked == [1, 2, 3]


def test_what_is_not_there_is_left_out() -> None:
    assert RowCache(Table().read, 8).get([3, 70]) == {3: 9}


def test_more_than_fits_is_answered_all_the_same() -> None:
    rows = RowCache(Table().read, 2)
    for _ in range(2):
        assert rows.get(range(5)) == {0: 0, 1: 1, 2: 4, 3: 9, 4: 16}
    assert rows.get([9]) == {9: 81}


def test_what_was_asked_for_longest_ago_is_forgotten_first() -> None:
    table = Table()
    rows = RowCache(table.read, 3)
    for keys in ([1, 2, 3], [1], [4], [1, 4]):
        rows.get(keys)
    assert table.asked == [1, 2, 3, 4]
    rows.get([2])
    assert table.asked == [1, 2, 3, 4, 2]


def test_what_was_learned_otherwise_is_not_read() -> None:
    table = Table()
    rows = RowCache(table.read, 2)
    rows.learn({5: 25, 6: 36, 7: 49})
    assert rows.get([6, 7]) == {6: 36, 7: 49}
    assert table.asked == []


def test_rows_that_weigh_more_leave_room_for_fewer() -> None:
    table = Table()
    rows = RowCache[int, int](table.read, 100, sum)
    rows.get(range(10))  # 285 together
    assert rows.get([9]) == {9: 81}
    assert table.asked == list(range(10))
    rows.get([8])
    assert table.asked == [*range(10), 8]
    rows.get([9])  # 64 and 81 do not stay together
    assert table.asked == [*range(10), 8, 9]


@pytest.mark.parametrize("papers", ["", "1", "1|22|333", "1|PMC:PMC7|3", "DOI:10.1/2|4", "1||2", "1|", "|1", "x"])
def test_papers_are_split_in_one_go_as_they_are_one_by_one(papers: str) -> None:
    single = (f"PMID:{id}" if id[:1].isdigit() else id for id in papers.split("|"))
    assert split_stored_papers(papers) == (tuple(single) if papers else ())
