"""The transformer that reads what a passage asserts: bounded, blind to the names, and seldom sure without reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.annotation.entailment import LONGEST, Question, entailed
from kgcore.english.sentences import Stretch
from kgcore.turn.asserting import SURE, TOLD
from tests.bench.bench_truth import FOLDER
from tests.bench.entailment_sentences import written

HELD = list(written(FOLDER / "assertions_held.tsv"))


def asked(passage: str, subject: str, object_: str, relation: str = "treats") -> Question:
    """Return a question about two names that stand once in a passage."""
    places = (Stretch(passage.index(n), passage.index(n) + len(n)) for n in (subject, object_))
    one, other = places
    return Question(passage, (one,), (other,), relation)


@given(st.text(max_size=300))
def test_whatever_is_written_has_shares(text: str) -> None:
    [told] = entailed([asked(f"AAA {text} BBB", "AAA", "BBB")])
    assert 0 <= told.asserted <= 1
    assert 0 <= told.denied <= 1


def test_the_names_have_no_part_in_it() -> None:
    [one, other] = entailed(
        [
            asked("In that trial zinc did a great deal for the common cold.", "zinc", "the common cold"),
            asked("In that trial moonlight did a great deal for broken bones.", "moonlight", "broken bones"),
        ]
    )
    assert (one.asserted, one.denied) == pytest.approx((other.asserted, other.denied), abs=1e-5)


def test_a_passage_is_read_the_same_alone_and_beside_others() -> None:
    some = [question for _, _, question in HELD[:20]]
    together = [one.asserted for one in entailed(some)]
    alone = [one.asserted for question in some for one in entailed([question])]
    assert alone == pytest.approx(together, abs=1e-4)


def test_no_more_is_read_than_its_longest() -> None:
    words = "and zinc " * LONGEST
    long = [asked(f"AAA treats BBB {words}{end}", "AAA", "BBB") for end in ("", "which is not true at all")]
    [one, other] = entailed(long)
    assert one == other


def test_it_is_seldom_sure_without_reason() -> None:
    """Of sentences that nobody read while it was fitted: what is told without doubt, and what is told in doubt."""
    told = entailed([question for _, _, question in HELD])
    labels = [label for label, *_ in HELD]
    sure = [label for label, one in zip(labels, told, strict=True) if one.asserted >= SURE]
    doubted = [label for label, one in zip(labels, told, strict=True) if one.asserted >= TOLD]
    assert sum(label != "yes" for label in sure) <= 1
    assert doubted.count("yes") >= 0.75 * len(doubted)  # half of those sentences deceive
    assert doubted.count("yes") >= 0.6 * labels.count("yes")
