"""Words that people give to a graph's predicates, and what a model may propose for them."""

from __future__ import annotations

import json

import pytest

from kgcore.errors import InputError
from kgcore.values.model import Predicate
from kgcore.vocabulary.described import described_text, read_described, with_descriptions
from kgcore.vocabulary.proposals import proposal_in
from kgcore.vocabulary.vocabulary import Vocabulary

OWN = tuple(map(Predicate, ("need_medication", "has_symptom", "TREATS", "CAUSES")))
WORDED = Predicate("need_medication", "relies on", phrases=("calls for",), implies=("has_symptom",))


def test_a_table_is_read_back_as_it_was_written() -> None:
    assert read_described(described_text([WORDED])) == {"need_medication": WORDED}


def test_what_nobody_confirmed_counts_for_nothing() -> None:
    text = described_text([WORDED], [Predicate("has_symptom", "shows")])
    assert list(read_described(text)) == ["need_medication"]
    plain = Vocabulary.of(with_descriptions(OWN, {}))
    assert not plain.read("relies on").predicates


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("words\tlabel\n", "1: has no header."),
        ("predicate\tlabel\nx\ty\tz\n", "2: has 3 cells, the header 2."),
        ("predicate\tlabel\n\ty\n", "2: names no predicate."),
        ("predicate\tlabel\nx\ty\nx\ty\n", "3: words x again."),
        (f"predicate\tlabel\nx\t{'y' * 3000}\n", "2: has a cell that is no phrase"),
    ],
)
def test_a_bad_line_is_named(text: str, said: str) -> None:
    with pytest.raises(InputError, match=f"predicates.tsv:{said}"):
        read_described(text)


def test_a_described_predicate_is_read_in_its_words_and_the_others_keep_their_algebra() -> None:
    before = Vocabulary.of(OWN)
    after = Vocabulary.of(with_descriptions(OWN, {"need_medication": WORDED}))
    assert after.read("does not rely on").predicates == ("need_medication",)
    assert after.read("calls for").predicates == ("need_medication",)
    assert after.opposites("TREATS") == before.opposites("TREATS") != frozenset()


def propose(**said: object) -> str:
    return f"Sure!\n{json.dumps({'label': 'relies on', **said})}"


def test_a_proposal_keeps_what_holds_and_says_what_it_left_out() -> None:
    answer = propose(phrases=["calls for", "treats", "may call for", "<b>"], opposite=["heals"], implies=["CAUSES"])
    found = proposal_in(answer, "need_medication", OWN)
    assert found is not None
    assert (found.predicate.phrases, found.predicate.opposite, found.predicate.implies) == (
        ("calls for",),
        (),
        ("CAUSES",),
    )
    assert len(found.left) == 4


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "no idea",
        "{",
        "[]",
        "[" * 50_000,
        "{}",
        propose(label=7),
        propose(label="is not for"),
        propose(label="treats"),
    ],
)
def test_no_usable_words_are_no_proposal(answer: str) -> None:
    """Among them words that deny it, and words that are another predicate's."""
    assert proposal_in(answer, "need_medication", OWN) is None
