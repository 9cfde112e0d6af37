"""What a team's decisions teach about further proposals."""

from __future__ import annotations

from kgcore.curation.articles import NamedSpan
from kgcore.curation.layer import WRONG_NAME, Act, ActKind, Layer, Reviewed, ReviewState
from kgcore.curation.learning import NO_LESSONS, Lessons, fact_of
from kgcore.curation.proposals import Proposal, ProposedEffect


def proposal(
    subject: str, object: str, predicate: str = "CAUSES", words: str = "induced", score: float = 0.8
) -> Proposal:
    """Return one of an article that says "subject words object"."""
    sentence = f"{subject} {words} {object}."
    left, right = (NamedSpan(sentence.find(n), sentence.find(n) + len(n), n, "", f"X:{n}") for n in (subject, object))
    return Proposal("PMID:1", sentence, left, right, predicate, False, ProposedEffect.UNKNOWN, (), score)


def lessons(*decided: tuple[Proposal, ReviewState, str]) -> Lessons:
    """Return what some decisions teach."""
    proposals = {
        n: Reviewed(
            Act(n, "2026-01-01", "a", ActKind.PROPOSED, fact=fact_of(p)),
            state,
            Act(100 + n, "2026-01-01", "b", ActKind.REJECTED, target=str(n), why=why),
        )
        for n, (p, state, why) in enumerate(decided, 1)
    }
    return Lessons.of(Layer(proposals=proposals))


def left(found: Lessons, *some: Proposal) -> list[float]:
    return [p.score for p in found.weighed(some, 0.01)]


def test_without_decisions_nothing_changes() -> None:
    assert left(NO_LESSONS, proposal("aspirin", "ulcer")) == [0.8]


def test_what_was_rejected_is_not_proposed_again() -> None:
    found = lessons((proposal("aspirin", "ulcer"), ReviewState.REJECTED, ""))
    assert left(found, proposal("aspirin", "ulcer", words="and")) == []


def test_the_like_of_it_ranks_lower_and_what_has_nothing_of_it_stays() -> None:
    found = lessons((proposal("aspirin", "ulcer"), ReviewState.REJECTED, ""))
    near, far = left(found, proposal("aspirin", "cough"), proposal("zinc", "cough", words="raised"))
    assert near < far == 0.8


def test_acceptances_outweigh_a_rejection() -> None:
    yes = [(proposal("aspirin", o), ReviewState.ACCEPTED, "") for o in ("asthma", "bleeding", "tinnitus")]
    once = lessons((proposal("aspirin", "ulcer"), ReviewState.REJECTED, ""))
    often = lessons((proposal("aspirin", "ulcer"), ReviewState.REJECTED, ""), *yes)
    assert left(once, proposal("aspirin", "cough")) < left(often, proposal("aspirin", "cough"))


def test_a_name_that_means_another_thing_is_not_taken_for_it_again() -> None:
    found = lessons((proposal("lead", "ulcer"), ReviewState.REJECTED, WRONG_NAME))
    assert left(found, proposal("lead", "anaemia", "TREATS", "and")) == []
    assert left(found, proposal("zinc", "anaemia", "TREATS", "and")) == [0.8]
