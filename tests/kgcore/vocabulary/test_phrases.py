"""Relation phrases and what they mean; `phrases.tsv` holds several hundred, each with its predicate and marks.

Marks: `!` negated, `<` turned, `?` hedged, `*` says more. A phrase without a predicate must not be read.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.english.reading import PhraseReading
from kgcore.english.words import clean_phrase
from kgcore.values.model import Predicate
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.starter import predicates, vocabulary

VERBS = {
    "prevent": "prevents prevented preventing",
    "cause": "causes caused causing",
    "treat": "treats treated treating",
    "inhibit": "inhibits inhibited inhibiting",
    "carry a risk of": "carries_a_risk_of carried_a_risk_of",
    "lower the risk of": "lowers_the_risk_of lowered_the_risk_of",
    "stop the release of": "stops_the_release_of",
    "slow the progression of": "slows_the_progression_of slowed_the_progression_of",
    "affect": "affects affected",
    "bring on": "brings_on brought_on bringing_on",
    "ward off": "wards_off warded_off",
    "worsen": "worsens worsened",
    "be found in": "is_found_in was_found_in are_found_in",
    "be associated with": "is_associated_with was_associated_with",
    "produce": "produces produced",
    "contain": "contains contained",
    "bind": "binds bound",
    "improve": "improves improved",
}


def _rows() -> list[tuple[str, str, str]]:
    with Path(__file__).with_name("phrases.tsv").open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(r["phrase"], r["predicate"], r["marks"] or "") for r in rows]


def _marks(reading: PhraseReading) -> set[str]:
    flags = zip("!<?*", (reading.negated, reading.inverted, reading.hedged, reading.overstates), strict=True)
    return {mark for mark, holds in flags if holds}


@pytest.mark.parametrize(("phrase", "predicate", "marks"), _rows())
def test_a_phrase_means_its_predicate_or_is_not_read(phrase: str, predicate: str, marks: str) -> None:
    reading = vocabulary().read(phrase)
    if not predicate:
        assert reading.predicates == ()
    else:
        assert predicate in reading.predicates
        assert _marks(reading) == set(marks)


@pytest.mark.parametrize(("base", "form"), [(b, f.replace("_", " ")) for b, fs in VERBS.items() for f in fs.split()])
def test_tense_number_and_modality_change_no_predicate(base: str, form: str) -> None:
    read = vocabulary().read
    forms = (
        form,
        f"can {base}",
        f"will {base}",
        f"has been shown to {base}",
        f"is known to {base}",
        f"serves to {base}",
    )
    assert {read(f).predicates for f in forms} == {read(base).predicates} != {()}


@pytest.mark.parametrize("base", VERBS)
def test_a_negator_flips_the_polarity_and_nothing_else(base: str) -> None:
    plain = vocabulary().read(base)
    for negator in ("does not", "did not", "doesn't", "cannot", "has not been shown to", "fails to", "is unable to"):
        reading = vocabulary().read(f"{negator} {base}")
        assert (reading.predicates, reading.negated) == (plain.predicates, not plain.negated), negator


@pytest.mark.parametrize("base", VERBS)
def test_two_negators_cancel(base: str) -> None:
    assert not vocabulary().read(f"does not fail to {base}").negated


@pytest.mark.parametrize("base", VERBS)
def test_a_hedge_hedges(base: str) -> None:
    for hedge in ("may", "might", "is thought to", "appears to", "could possibly", "is said to"):
        reading = vocabulary().read(f"{hedge} {base}")
        assert reading.hedged, hedge
        assert reading.predicates == vocabulary().read(base).predicates


@pytest.mark.parametrize("verb", ["treated", "prevented", "caused", "inhibited", "affected", "produced", "increased"])
def test_a_passive_is_turned(verb: str) -> None:
    assert vocabulary().read(f"is {verb} by").inverted
    assert vocabulary().read(f"was not {verb} by").negated


@pytest.mark.parametrize("phrase", ["cures", "always prevents", "is guaranteed to relieve", "completely reverses"])
def test_a_phrase_that_says_more_says_so_in_denial_too(phrase: str) -> None:
    assert vocabulary().read(phrase).overstates
    assert not vocabulary().read(phrase).negated


@pytest.mark.parametrize(
    "phrase", ["significantly reduces", "strongly inhibits", "effectively treats", "is proven to help"]
)
def test_emphasis_alone_says_no_more(phrase: str) -> None:
    assert vocabulary().read(phrase).predicates
    assert not vocabulary().read(phrase).overstates


def test_british_and_american_spellings_are_one() -> None:
    for british, american in (("antagonises", "antagonizes"), ("favours", "favors"), ("neutralises", "neutralizes")):
        assert vocabulary().read(british) == vocabulary().read(american)


def test_punctuation_case_and_invisible_signs_do_not_matter() -> None:
    plain = vocabulary().read("does not prevent")
    for odd in (
        "Does NOT prevent",
        "  does\tnot  prevent. ",
        "doesn’t prevent",
        "does\u200b not prevent",
        "does not prevent\x00",
    ):
        assert vocabulary().read(odd) == plain


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    reading = vocabulary().read(text)
    assert set(reading.predicates) <= set(vocabulary().names)


WORDS = [
    "not", "no", "the", "a", "of", "risk", "treats", "prevent", "by", "with", "is", "has", "been", "shown", "to", "may",
    "effect", "on", "reduced", "fails", "symptoms", "in", "and", "patients", "never", "increase", "levels", "likely",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_no_order_of_known_words_breaks_the_reader(words: list[str]) -> None:
    vocabulary().read(" ".join(words))


@given(st.text(max_size=300))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = clean_phrase(text)
    assert clean_phrase(once) == once


def test_a_very_long_phrase_is_not_read() -> None:
    assert vocabulary().read("treats " * 5_000).predicates == ()


def test_every_phrase_of_a_graph_means_its_own_predicate() -> None:
    for predicate in predicates():
        for phrase in predicate.phrases:
            assert vocabulary().read(phrase).predicates[0] == predicate.name, phrase


@given(st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=5))
def test_no_names_and_phrases_of_a_graph_break_its_vocabulary(names: list[str]) -> None:
    made = Vocabulary.of([Predicate(n, phrases=(n[::-1],), opposite=(names[0],)) for n in names])
    for name in names:
        made.read(name)
        made.words(name, negated=True)
        made.base(name)
        made.passive(name)
