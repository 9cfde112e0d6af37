"""A graph's files are read where they stand, and what was looked at does not stay in memory for good."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kgcore.graph.embedded.mapped import bounded_pages, map_array, mapped_bytes

SIZE = 32 << 20
pytestmark = pytest.mark.skipif(not mapped_bytes(), reason="the system does not tell")


def test_pages_are_given_back_where_there_are_too_many_and_read_the_same_again(tmp_path: Path) -> None:
    written = np.arange(SIZE // 8)
    np.save(tmp_path / "many.npy", written)
    found = map_array(tmp_path / "many.npy")
    before = mapped_bytes()
    with bounded_pages(before + SIZE * 2, every=0.0):
        assert int(found.sum()) == int(written.sum())
    looked_at = mapped_bytes()
    assert looked_at > before + SIZE // 2
    with bounded_pages(before + SIZE // 4, every=0.0):
        assert int(found[0]) == 0
    assert mapped_bytes() < looked_at - SIZE // 2
    assert np.array_equal(found, written)


def test_an_array_without_values_can_be_mapped(tmp_path: Path) -> None:
    np.save(tmp_path / "none.npy", np.empty(0, np.int32))
    assert len(map_array(tmp_path / "none.npy")) == 0
    with bounded_pages(0, every=0.0):
        pass


def test_readings_that_follow_at_once_do_not_ask_the_system_again(tmp_path: Path) -> None:
    np.save(tmp_path / "many.npy", np.arange(SIZE // 8))
    found = map_array(tmp_path / "many.npy")
    with bounded_pages(every=0.0):
        found.sum()
    looked_at = mapped_bytes()
    with bounded_pages(0, every=60.0):
        found.sum()
    assert mapped_bytes() > looked_at - SIZE // 2
    with bounded_pages(0, every=0.0):
        found.sum()
    assert mapped_bytes() < looked_at - SIZE // 2
