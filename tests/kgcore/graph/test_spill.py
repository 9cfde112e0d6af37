"""What an import remembers on the disk is the same as what it would remember in memory."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from kgcore.graph.embedded.known import NOBODY, stamps_of
from kgcore.graph.embedded.rows import EdgeColumns, EdgeRow
from kgcore.graph.embedded.spill import Duplicate, Duplicates, KeyNumbers, join_duplicates, join_rows

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
    known.mark(stamps_of(sorted(first)))
    new, stamps = known.unmarked(sorted(more))
    assert new.tolist() == [key not in first for key in sorted(more)]
    known.mark(stamps.where(new))
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
    assert found[2][0] == Duplicate("PMID:2", "s", "said", "note", "", 2)


def test_rows_joined_as_texts_are_what_they_are_joined_one_by_one() -> None:
    chance = random.Random(5)  # noqa: S311
    for _ in range(300):
        rows = [_drawn(chance, with_sentences=chance.random() < 0.3) for _ in range(chance.randrange(2, 6))]
        stored = [EdgeColumns.of([row]) for row in rows]
        first, *others = (
            Duplicate(c.publications[0], c.sources[0], c.sentences[0], c.note[0], c.extra[0]) for c in stored
        )
        row = join_rows(rows[0], rows[1:])
        papers, sources, sentences = map("|".join, (row.publications, row.sources, row.sentences))
        assert join_duplicates(first, others) == Duplicate(papers, sources, sentences, row.note, row.extra)


def _drawn(chance: random.Random, *, with_sentences: bool) -> EdgeRow:
    papers = tuple(f"PMID:{n}" for n in chance.sample(range(1, 9), chance.randrange(5)))
    said = tuple(chance.choice(("", "so", "thus")) for _ in papers) if with_sentences else ()
    sources = tuple(chance.sample("abc", chance.randrange(3)))
    kept = said if any(said) else ()
    return EdgeRow("", 0, "", 0, False, papers, sources, kept, chance.choice(("", "note")), chance.choice(("", "{}")))
