"""Designs of the papers behind a claim, from the notes of edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kgcore.english.study_designs import cautions_in, design_in
from kgcore.evidence.designs import Strength, cautions_of, design_of_paper, designs_of, made_of, strength_of
from kgcore.evidence.findings import rests_on
from kgcore.presentation.claims import claim_view, unlisted_words
from kgcore.values.model import MOST_LISTED, Claim, Edge, Mention, Paper, Predicate, Reason, Triple
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import reported_verb


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


def test_papers_that_are_not_listed_count_as_others_and_the_answer_says_so() -> None:
    ids = tuple(f"PMID:{n}" for n in range(MOST_LISTED))
    edges = (
        Edge("1", "a", "TREATS", "b", publications=ids, unlisted=99_000),
        Edge("2", "a", "TREATS", "b", True, ids[:2]),
    )
    view = claim_view(1, claim(*edges), {}, {"PMID:7": Paper("PMID:7", "A randomised trial")}, Vocabulary.of(()))
    assert view.made_of == "1 randomised trial, 99999 other papers for, 2 papers against"
    assert "rests on 100,000 papers: 1,000 of them are listed" in unlisted_words([claim(*edges)])
    assert rests_on(edges[0]) == "100000 papers"
    assert not unlisted_words([claim(edges[1])])


def test_a_claim_without_papers_has_no_designs() -> None:
    assert designs_of(claim()) == {}


PAPERS = {
    "PMID:1": Paper("PMID:1", "Vitamin E in dementia: a randomized controlled trial"),
    "PMID:2": Paper("PMID:2", "Antioxidants: protocol of a randomized controlled trial"),
    "PMID:3": Paper("PMID:3", "What clinical trials of statins tell us"),
}


def test_a_title_names_the_design_where_no_note_does_but_not_what_is_planned_or_written_about() -> None:
    edges = tuple(Edge(id, "a", "TREATS", "b", publications=(id,)) for id in PAPERS)
    assert designs_of(claim(*edges), PAPERS) == {"randomised trial": 1, "unknown": 2}


def test_what_a_paper_says_in_passing_has_not_its_design() -> None:
    edge = Edge("1", "a", "TREATS", "b", publications=("PMID:1",), note="background statement")
    assert designs_of(claim(edge), PAPERS) == {"unknown": 1}


@pytest.mark.parametrize(
    ("notes", "words"),
    [
        ([("RCT", False)], "1 randomised trial"),
        ([("cohort", False), ("meta-analysis", False), ("meta-analysis", False)], "2 meta-analyses, 1 cohort"),
        ([("", False), ("cell line", False)], "1 laboratory study, 1 other paper"),
        ([("", False)], "1 paper"),
        ([("RCT", False), ("cohort", True)], "1 randomised trial for, 1 cohort against"),
        ([("cohort", True)], "1 cohort against"),
        ([], ""),
    ],
)
def test_evidence_is_told_by_design_the_strongest_first(notes: list[tuple[str, bool]], words: str) -> None:
    edges = tuple(
        Edge(str(n), "a", "TREATS", "b", negated=denied, publications=(f"PMID:{n}",), note=note)
        for n, (note, denied) in enumerate(notes)
    )
    one = claim(*edges)
    assert made_of(replace(one, edges_for=tuple(e for e in edges if not e.negated))) == words


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("meta-analysis, high risk of bias", ("high risk of bias",)),
        ("RCT, low risk of bias", ()),
        ("RCT without high risk of bias", ()),
        ("old poor-quality trials", ("poor-quality trials",)),
        ("Cochrane review, very low certainty", ("very low certainty",)),
    ],
)
def test_what_speaks_for_care_is_told(note: str, said: tuple[str, ...]) -> None:
    assert cautions_in(note) == said


@pytest.mark.parametrize("note", ["no RCTs", "non-randomised comparison", "without a meta-analysis"])
def test_a_design_that_is_missed_is_none(note: str) -> None:
    assert design_in(note) == "unknown"


@pytest.mark.parametrize(
    ("notes", "strength"),
    [
        (["meta-analysis"], Strength.STRONG),
        (["RCT", "RCT in women"], Strength.STRONG),
        (["RCT"], Strength.SOME),
        (["meta-analysis, high risk of bias"], Strength.SOME),
        (["cohort"], Strength.WEAK),
        (["mice"], Strength.WEAK),
        ([""], Strength.UNKNOWN),
    ],
)
def test_strength_goes_by_designs_and_by_what_speaks_for_care(notes: list[str], strength: Strength) -> None:
    edges = tuple(
        Edge(str(n), "a", "TREATS", "b", publications=(f"PMID:{n}",), note=note) for n, note in enumerate(notes)
    )
    assert strength_of(claim(*edges)) is strength


@pytest.mark.parametrize(
    ("predicate", "note", "words"),
    [
        ("prevents", "veterans cohort", "is linked to a lower risk of"),
        ("treats", "registry", "is linked to improvement in"),
        ("prevents", "review of cohorts and RCTs", "prevents"),
        ("causes", "cohort", "causes"),
        ("prevents", "", "prevents"),
    ],
)
def test_studies_that_only_watched_are_worded_as_a_link(predicate: str, note: str, words: str) -> None:
    verb = reported_verb(Predicate(predicate.upper(), predicate), None, [note])
    assert verb.finite() == words


def test_papers_are_listed_the_strongest_first_by_what_a_library_knows_before_notes() -> None:
    edges = tuple(
        Edge(str(n), "a", "TREATS", "b", publications=(f"PMID:{n}",), note=note)
        for n, note in enumerate(("cohort", "RCT", "", "case report"))
    )
    papers = {"PMID:2": Paper("PMID:2", design="meta-analysis"), "PMID:3": Paper("PMID:3", design="trial")}
    view = claim_view(1, claim(*edges), {}, papers, Vocabulary.of(()))
    assert [paper.id for paper in view.papers_for] == ["PMID:2", "PMID:1", "PMID:3", "PMID:0"]
    assert view.made_of == "1 meta-analysis, 1 randomised trial, 1 trial, 1 cohort"


class Counted(tuple[str, ...]):
    """Ids of papers that count how often somebody goes through them."""

    walks = 0

    def __iter__(self) -> Iterator[str]:
        Counted.walks += 1
        return super().__iter__()


def test_one_paper_of_an_edge_with_thousands_is_told_without_going_through_them() -> None:
    edge = Edge("e", "a", "TREATS", "b", publications=Counted(f"PMID:{n}" for n in range(1, 50_000)))
    before = Counted.walks
    assert design_of_paper(Paper("PMID:49000", "A randomised trial of a"), [edge]) == "randomised trial"
    assert design_of_paper(Paper("PMID:50000", "A randomised trial of a"), [edge]) == "unknown"
    assert Counted.walks == before


def test_what_speaks_for_care_is_looked_for_until_there_is_enough() -> None:
    looked_at: list[str] = []

    class Papers(dict[str, Paper]):
        def __getitem__(self, id: str) -> Paper:
            looked_at.append(id)
            return super().__getitem__(id)

    titles = ["Plain", "A pilot of a", "An underpowered study", *["A retracted study"] * 500]
    papers = Papers((f"PMID:{n}", Paper(f"PMID:{n}", title)) for n, title in enumerate(titles, 1))
    edge = Edge("e", "a", "TREATS", "b", publications=tuple(papers))
    assert cautions_of(claim(edge), papers) == ("pilot", "underpowered")
    assert looked_at == ["PMID:1", "PMID:2", "PMID:3"]
