"""The transformer that hears people in danger: what it reads is bounded, and what is said every day alarms nobody."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from kgcore.english.transformer import load_pieces, load_transformer
from kgcore.question.danger import danger_in
from kgcore.question.encoder import LONGEST, danger_read
from kgcore.values.danger import Danger
from tests.bench.danger_sentences import small_talk


@given(st.text(max_size=300))
def test_whatever_is_written_is_read_as_a_number(text: str) -> None:
    told = danger_read(text)
    assert math.isfinite(told.odds)
    assert told.danger in Danger


def test_no_more_is_read_than_its_longest() -> None:
    words = "zinc " * LONGEST
    assert danger_read(words) == danger_read(words + "i want to die")


def test_the_same_is_read_alone_and_again() -> None:
    first = danger_read("my father cannot lift his arm and talks strangely")
    assert danger_read("my father cannot lift his arm and talks strangely") == first
    assert (first.odds > 0, first.danger) == (True, Danger.EMERGENCY)


def test_small_talk_alarms_nobody_and_hides_nobody() -> None:
    said = small_talk()[::7]
    assert sum(danger_in(one) is not None for one in said) <= len(said) // 100
    hidden = [f"{one}. My husband's lips are swelling and he can hardly breathe." for one in said[::5]]
    assert [one for one in hidden if danger_in(one) is None] == []


def test_the_weights_stay_in_eight_bits() -> None:
    """As numbers of 32 bits they took 32 MB more of every process, and each message waited for all of them."""
    pieces, heard = load_pieces(), load_transformer("kgcore.question", "encoder")
    assert sum(rows.nbytes for rows in (pieces.rows, *heard.rows.values())) > 15_000_000
    assert sum(weights.nbytes for weights in (pieces.scales, *heard.weights.values())) < 1_000_000
