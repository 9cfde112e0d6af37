"""What sources say of the edges behind a claim: shown whole where it can be, and never so that it turns."""

from __future__ import annotations

import pytest

from kgcore.evidence.quotes import FARTHEST, LONGEST, MOST, MOST_OF_CLAIM, claim_facts, edge_quotes, shorten_quote
from kgcore.values.model import Candidate, Claim, Edge, Entity, Match, Mention, Paper, Reason, Triple
from kgcore.values.reply import Fact
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

GINKGO, DEMENTIA = Entity("S:1", "Ginkgo", "Supplement"), Entity("D:1", "Dementia", "Disease")
WORDS = Vocabulary.of(())
TRIAL = Paper("PMID:1", "A trial", url="https://pubmed.ncbi.nlm.nih.gov/1/")


def edge(id: str, *papers: str, sentences: tuple[str, ...] = (), note: str = "", negated: bool = False) -> Edge:
    sources = ("iDISK 2.0",)
    return Edge(id, GINKGO.id, "TREATS", DEMENTIA.id, negated, papers, sources, sentences, note)


def stated(*edges: Edge) -> tuple[Fact, ...]:
    left, right = (Candidate(e, 1.0, Match.EXACT) for e in (GINKGO, DEMENTIA))
    triple = Triple(Mention("ginkgo"), "treats", Mention("dementia"))
    claim = Claim(triple, Verdict.SUPPORTED, Reason.EDGE_FOR, "", left, right, "TREATS", edges_for=edges)
    return claim_facts(claim, {TRIAL.id: TRIAL}, WORDS)


def test_a_sentence_stands_with_its_paper_and_a_note_with_its_source() -> None:
    note, first, second = edge_quotes(
        edge("1", "PMID:1", "PMID:2", sentences=("It helped.", "So did this."), note="RCT"), {TRIAL.id: TRIAL}
    )
    assert (note.words, note.paper) == ("Note (iDISK 2.0): RCT", None)
    assert (first.words, first.paper) == ("“It helped.”", TRIAL)
    assert second.paper == Paper("PMID:2")


def test_a_sentence_keeps_its_paper_where_another_paper_has_none() -> None:
    (_, second) = edge_quotes(edge("1", "PMID:1", "PMID:2", sentences=("", "The second says so.")), {})
    assert second.paper == Paper("PMID:2")


def test_where_there_is_no_paper_the_note_stands_for_it_under_the_statement_that_names_the_source() -> None:
    (fact,) = stated(edge("1", note="It stabilizes symptoms."))
    assert fact.words == "Ginkgo treats dementia (iDISK 2.0, no paper given)"
    assert [q.words for q in fact.alone] == ["Note: It stabilizes symptoms."]


def test_duplicates_are_shown_once_and_of_many_sentences_three_with_the_number_of_the_others() -> None:
    papers = [f"PMID:{n}" for n in range(10, 17)]
    (fact,) = stated(
        edge("1", *papers, sentences=tuple(f"Sentence {n}." for n in range(7))),
        edge("2", *papers, sentences=tuple(f"Sentence {n}." for n in range(7))),
    )
    told = [q for q in fact.quotes if q.paper]
    assert [q.text for q in told] == ["Sentence 0.", "Sentence 1.", "Sentence 2."]
    assert len(told) == MOST
    assert fact.rest == "… and 4 more"


def test_a_claim_of_very_many_statements_stays_readable_and_no_note_is_dropped_that_stands_for_papers() -> None:
    many = [edge(f"{n}", *(f"PMID:{n}{k}" for k in range(n + 1)), sentences=(f"Says {n}.",) * 3) for n in range(1, 20)]
    found = stated(*many, edge("last", note="All that there is."))
    shown = [q for f in found for q in f.quotes if not q.alone]
    assert len(shown) == MOST_OF_CLAIM
    assert [q.text for q in found[-1].alone] == ["All that there is."]
    assert sum(f.more for f in found) > 0


def test_statements_for_and_against_keep_their_own_quotes() -> None:
    yes, no = stated(
        edge("1", "PMID:1", sentences=("It helped.",)), edge("2", "PMID:2", sentences=("It did not.",), negated=True)
    )
    assert [q.text for q in yes.quotes if q.paper] == ["It helped."]
    assert "does not treat" in no.words
    assert [q.text for q in no.quotes if q.paper] == ["It did not."]


def test_a_long_sentence_is_cut_between_words() -> None:
    assert shorten_quote("word " * 79 + "ends.") == "word " * 79 + "ends."
    cut = shorten_quote("Ginkgo improves memory. " * 40)
    assert len(cut) <= LONGEST + 1
    assert cut.endswith(("memory.…", "improves…", "Ginkgo…"))


@pytest.mark.parametrize("denial", ["not", "no", "never", "didn't", "didn’t", "failed to", "without", "lacked"])
@pytest.mark.parametrize("before", [LONGEST - 4, LONGEST - 1, LONGEST, LONGEST + 1, LONGEST + 90])
def test_a_denial_at_the_cut_is_never_cut_off(denial: str, before: int) -> None:
    head = ("Ginkgo has been tried in dementia; " * 30)[:before].rstrip()
    shown = shorten_quote(f"{head} {denial} improve memory in these trials. {'And the years went by. ' * 50}")
    assert f" {denial} improve memory" in shown
    assert shown.endswith("…")
    assert len(shown) <= FARTHEST + 1


def test_a_denial_too_far_away_is_told() -> None:
    shown = shorten_quote(f"Ginkgo improves memory, {'they wrote in those days, ' * 90} but that was not so.")
    assert "it goes on, and may say otherwise" in shown
    assert len(shown) < LONGEST + 80
    assert "may say otherwise" in shorten_quote("word " * 20_000 + "not.")


def test_a_text_without_blanks_and_control_characters_is_cut_all_the_same() -> None:
    assert len(shorten_quote("x" * 3_000)) == LONGEST + 1
    assert shorten_quote("a\x00b\n\u202ec") == "a b c"


@pytest.mark.parametrize(
    "turn",
    [
        "This is false.",
        "It is unlikely.",
        "It was insignificant.",
        "The study was retracted.",
        "Yet placebo did better.",
    ],
)
def test_words_without_a_not_that_turn_a_sentence_are_not_cut_off(turn: str) -> None:
    text = f"{'It treats dementia. ' * 20}{turn} {'More was said of it. ' * 10}"
    assert turn in shorten_quote(text)


def test_a_denial_behind_a_page_of_blanks_is_warned_of() -> None:
    assert "may say otherwise" in shorten_quote(f"It works. {' ' * 5000} But it was not so.")
