"""What an import remembers on the disk is the same as what it would remember in memory."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kgcore.graph.embedded.known import NOBODY
from kgcore.graph.embedded.rows import EdgeColumns, EdgeRow
from kgcore.graph.embedded.spill import Duplicates, KeyNumbers

KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5) | st.integers(0, 1 << 90)


@given(keys=st.lists(KEYS, max_size=30), most=st.integers(0, 5))
def test_keys_that_do_not_fit_nearby_are_found_all_the_same(keys: list[str | int], most: int) -> None:
    known, plain = KeyNumbers(most, listed=True), dict[str | int, int]()
    for number, key in enumerate(keys):
        assert known.setdefault(key, number) == plain.setdefault(key, number)
        assert key in known
    assert list(known) == list(map(str, plain))
    assert len(known) == len(plain)
    assert "never seen" not in known


@given(first=st.sets(st.text(max_size=3)), more=st.sets(st.text(max_size=3)), most=st.integers(0, 5))
def test_many_keys_are_marked_and_found_together(first: set[str], more: set[str], most: int) -> None:
    known = KeyNumbers(most)
    known.mark(sorted(first))
    known.mark(sorted(more - first))
    asked = [*sorted(first | more), "never seen"]
    assert known.find(asked).tolist() == [1] * len(first | more) + [NOBODY]
    assert len(known) == len(first | more)
    assert all(key in known for key in first)


def test_rows_that_say_the_same_come_back_by_edge_and_in_order() -> None:
    twins = Duplicates()
    rows = [EdgeRow("", 0, "", 0, False, (f"PMID:{n}",), ("s",), ("said",), "note", "", n) for n in range(25_000)]
    for start in range(0, len(rows), 1_000):
        some = rows[start : start + 1_000]
        twins.add([row.year % 3 for row in some], EdgeColumns.of(some))
    assert len(twins) == 25_000
    found = dict(twins.by_edge())
    assert list(found) == [0, 1, 2]
    assert [row.year for row in found[1]] == list(range(1, 25_000, 3))
    assert found[2][0] == rows[2]
