"""Designs of the papers behind a claim, from the notes of edges."""

from __future__ import annotations

import pytest

from kgcore.evidence.designs import design_in, designs_of
from kgcore.values.model import Claim, Edge, Mention, Reason, Triple
from kgcore.verdicts import Verdict


@pytest.mark.parametrize(
    ("note", "design"),
    [
        ("RCT, overweight adults", "randomised trial"),
        ("meta-analysis of RCTs", "meta-analysis"),
        ("Cochrane review: no evidence of benefit", "systematic review"),
        ("microglial cells, review", "review"),
        ("PREADViSE trial, men", "trial"),
        ("veterans cohort", "cohort"),
        ("transgenic mice", "animal study"),
        ("neuronal cultures", "in vitro"),
        ("lower drug level", "unknown"),
        ("", "unknown"),
    ],
)
def test_a_note_names_the_strongest_design_in_it(note: str, design: str) -> None:
    assert design_in(note) == design


def claim(*edges: Edge) -> Claim:
    triple = Triple(Mention("a"), "treats", Mention("b"))
    against = tuple(e for e in edges if e.negated)
    return Claim(triple, Verdict.MIXED, Reason.EDGES_ON_BOTH_SIDES, "", edges_for=edges, edges_against=against)


def test_every_paper_counts_once_and_a_note_only_for_its_lone_paper() -> None:
    edges = (
        Edge("1", "a", "TREATS", "b", publications=("PMID:1",), note="RCT"),
        Edge("2", "a", "TREATS", "b", publications=("PMID:1", "PMID:2", "PMID:3"), note="cohort"),
        Edge("3", "a", "TREATS", "b", negated=True, publications=("PMID:4",), note="RCT in children"),
    )
    assert designs_of(claim(*edges)) == {"randomised trial": 2, "unknown": 2}


def test_a_claim_without_papers_has_no_designs() -> None:
    assert designs_of(claim()) == {}
