"""Plain sentences about graphs that others made: signs and who has them, roles, places, tests, correlations."""

from __future__ import annotations

import re
from functools import cache

import pytest

from kgcore.annotation.plaintext import claims_in
from kgcore.values.model import Candidate, Entity, Match, Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

TYPES = {
    "gout": "Disease", "fibromyalgia": "Disease", "fatigue": "Phenotype", "rash": "Phenotype", "kidney": "Anatomy",
    "colchicine": "Compound", "codeine": "Compound", "PDE4": "Gene", "CAST": "Gene", "MRI": "Thing", "cough": "Thing",
    "asthma": "Thing",
}  # fmt: skip
SPOT = re.compile(r"\b(?:" + "|".join(TYPES) + r")\b", re.IGNORECASE)
GRAPHS = {
    "signs": ("HAS_PHENOTYPE", "TREATS", "USED_IN_MANAGEMENT_OF", "CONTRAINDICATED_FOR"),
    "edges": ("CtD", "CpD", "CbG", "CrC", "DlA", "Gr>G", "AuG", "AdG"),
    "needs": ("has_symptom", "possible_disease", "need_medication", "can_check_disease"),
    "changes": ("increases", "decreases", "positiveCorrelation", "negativeCorrelation"),
}


@cache
def vocabulary(graph: str) -> Vocabulary:
    return Vocabulary.of([Predicate(name) for name in GRAPHS[graph]])


def said(graph: str, text: str) -> list[str]:
    """Return subject, predicate and object of each triple in the graph's direction, "!" before what is denied."""
    words, found = vocabulary(graph), []
    types = {name.casefold(): (name, type) for name, type in TYPES.items()}
    spots = [
        (m.start(), m.end(), (Candidate(Entity(name, name, type), 1.0, Match.EXACT),))
        for m in SPOT.finditer(text)
        for name, type in [types[m[0].casefold()]]
    ]
    for paragraph in claims_in(text, spots, words):
        for triple in paragraph.triples:
            reading = words.read(triple.relation)
            ends = [m.text.casefold().removeprefix("the ").removeprefix("an ") for m in (triple.subject, triple.object)]
            subject, object = reversed(ends) if reading.inverted else ends
            mark = "!" * (triple.negated != reading.negated) + "*" * reading.overstates
            found.append(f"{subject} {mark}{'|'.join(reading.predicates)} {object}")
    return found


@pytest.mark.parametrize(
    ("graph", "text", "claims"),
    [
        ("signs", "People with fibromyalgia get fatigue.", ["fibromyalgia HAS_PHENOTYPE fatigue"]),
        ("signs", "Fibromyalgia patients may report fatigue.", ["fibromyalgia HAS_PHENOTYPE fatigue"]),
        ("signs", "No patients with fibromyalgia have a rash.", ["fibromyalgia !HAS_PHENOTYPE rash"]),
        ("signs", "None of the people with fibromyalgia complain of a rash.", ["fibromyalgia !HAS_PHENOTYPE rash"]),
        ("signs", "Fatigue occurs in fibromyalgia.", ["fibromyalgia HAS_PHENOTYPE fatigue"]),
        ("signs", "Fatigue is common in fibromyalgia.", ["fibromyalgia HAS_PHENOTYPE fatigue"]),
        ("signs", "Fatigue is associated with fibromyalgia.", ["fatigue HAS_PHENOTYPE fibromyalgia"]),
        ("signs", "Fibromyalgia involves fatigue.", ["fibromyalgia HAS_PHENOTYPE fatigue"]),
        ("signs", "Among the signs of fibromyalgia is fatigue.", ["fibromyalgia HAS_PHENOTYPE fatigue"]),
        ("signs", "Fatigue is among the commonest symptoms of fibromyalgia.", ["fibromyalgia HAS_PHENOTYPE fatigue"]),
        ("signs", "Fibromyalgia counts fatigue among its symptoms.", ["fibromyalgia HAS_PHENOTYPE fatigue"]),
        ("signs", "Fibromyalgia's symptoms include fatigue.", ["fibromyalgia HAS_PHENOTYPE fatigue"]),
        ("signs", "The list of symptoms of fibromyalgia includes fatigue.", ["fibromyalgia HAS_PHENOTYPE fatigue"]),
        ("signs", "Fatigue is not among the symptoms of fibromyalgia.", ["fibromyalgia !HAS_PHENOTYPE fatigue"]),
        ("signs", "A rash is absent in fibromyalgia.", ["fibromyalgia !HAS_PHENOTYPE rash"]),
        ("signs", "Fibromyalgia is a hallmark of fatigue.", ["fatigue HAS_PHENOTYPE fibromyalgia"]),
        ("edges", "Patients with gout are often put on colchicine.", ["colchicine CtD gout"]),
        ("edges", "Colchicine is one of the drugs used against gout.", ["colchicine CtD gout"]),
        ("edges", "Colchicine is one of the drugs that failed in gout.", ["colchicine !CtD gout"]),
        ("edges", "In gout, PDE4 is upregulated.", ["gout AuG pde4"]),
        ("edges", "In gout, PDE4 is not upregulated.", ["gout !AuG pde4"]),
        ("edges", "PDE4 expression is reduced in the kidney.", ["kidney AdG pde4"]),
        ("needs", "Asthma is one possible explanation for a cough.", ["cough possible_disease asthma"]),
        ("needs", "Drugs for asthma include codeine.", ["asthma need_medication codeine"]),
        ("changes", "PDE4 goes up together with CAST.", ["pde4 positiveCorrelation cast"]),
        ("signs", "Gout is managed with colchicine.", ["colchicine USED_IN_MANAGEMENT_OF|TREATS gout"]),
        ("signs", "Colchicine dampens fatigue.", ["colchicine TREATS fatigue"]),
        ("signs", "Gout can be treated using colchicine.", ["colchicine TREATS gout"]),
        ("edges", "One option for gout is colchicine.", ["colchicine CtD gout"]),
        ("edges", "The symptoms of gout are relieved by colchicine.", ["colchicine CpD|CtD gout"]),
        ("edges", "The symptoms of gout are not relieved by colchicine.", ["colchicine !CpD|CtD gout"]),
        ("edges", "Colchicine and codeine are similar.", ["colchicine CrC codeine"]),
        ("edges", "Gout strikes the kidney.", ["gout DlA kidney"]),
        ("edges", "Gout affects the kidney.", ["gout Gr>G|DlA kidney"]),
        ("edges", "PDE4 controls CAST.", ["pde4 CtD|AdG|Gr>G cast"]),
        ("edges", "The PDE4 gene regulates CAST.", ["pde4 Gr>G cast"]),
        ("edges", "PDE4 is overexpressed in the kidney.", ["kidney AuG pde4"]),
        ("edges", "Codeine is a PDE4 binder.", ["codeine CbG pde4"]),
        ("needs", "A cough could mean asthma.", ["cough possible_disease asthma"]),
        ("needs", "Asthma calls for codeine.", ["asthma need_medication codeine"]),
        ("needs", "Asthma can be assessed with an MRI.", ["mri can_check_disease asthma"]),
        ("needs", "Someone with asthma can have a cough.", ["asthma has_symptom cough"]),
        ("changes", "Codeine leads to more PDE4.", ["codeine increases pde4"]),
        ("changes", "Codeine results in reduced PDE4.", ["codeine decreases pde4"]),
        ("changes", "PDE4 falls as CAST rises.", ["pde4 negativeCorrelation cast"]),
        ("changes", "Codeine is a potent PDE4 inhibitor.", ["codeine decreases pde4"]),
    ],
)
def test_a_plain_sentence_is_read_in_the_graphs_own_predicates(graph: str, text: str, claims: list[str]) -> None:
    assert said(graph, text) == claims


@pytest.mark.parametrize(
    ("graph", "text"),
    [
        ("signs", "The mothers of people with fibromyalgia get fatigue."),
        ("signs", "People with fibromyalgia get colchicine."),
        ("signs", "Few people with fibromyalgia have fatigue."),
        ("signs", "People with fibromyalgia have less fatigue."),
        ("signs", "Patients without fibromyalgia have fatigue."),
        ("signs", "Fatigue is less common in fibromyalgia."),
        ("signs", "Fatigue is reduced in fibromyalgia."),
        ("signs", "Fatigue is not common in fibromyalgia."),
        ("signs", "Fibromyalgia is unrelated to fatigue."),
        ("signs", "Fatigue is one of the least likely symptoms of fibromyalgia."),
        ("signs", "Fibromyalgia has fatigue as its only symptom."),
        ("signs", "Fibromyalgia lists fatigue among its exceptions."),
        ("signs", "The only symptom of fibromyalgia is fatigue."),
        ("signs", "Among the myths about fibromyalgia is fatigue."),
        ("edges", "Patients with gout were given colchicine."),
        ("edges", "Patients with gout are never given colchicine."),
        ("edges", "Patients with gout are given colchicine or placebo."),
        ("edges", "In gout, colchicine is tested."),
        ("edges", "In gout, PDE4 is upregulated by codeine."),
        ("edges", "The link between PDE4 and gout is refuted."),
        ("edges", "Colchicine is a drug withdrawn for gout."),
        ("edges", "Colchicine is one of the worst remedies for gout."),
        ("edges", "The wrong treatment for gout is colchicine."),
        ("edges", "An alternative to treatment for gout is colchicine."),
        ("edges", "The symptoms of gout are made worse by colchicine."),
        ("edges", "No high-dose colchicine treats gout."),
        ("edges", "No users of colchicine treat gout."),
        ("edges", "Colchicine and codeine are different."),
        ("needs", "A cough means asthma."),
        ("needs", "An MRI can diagnose asthma."),
        ("changes", "Codeine leads to less than PDE4."),
        ("changes", "Codeine was compared with a PDE4 inhibitor."),
    ],
)
def test_what_only_looks_like_it_is_not_read(graph: str, text: str) -> None:
    assert not said(graph, text)


@pytest.mark.parametrize(
    ("graph", "text", "subject", "object"),
    [
        ("signs", "Colchicine prevents fatigue.", "colchicine", "fatigue"),
        ("signs", "Colchicine does not prevent fatigue.", "colchicine", "fatigue"),
        ("signs", "Colchicine reduces the effect of fatigue.", "colchicine", "fatigue"),
        ("signs", "Fatigue is one of the few symptoms of fibromyalgia.", "fatigue", "fibromyalgia"),
        ("needs", "A cough causes asthma.", "cough", "asthma"),
    ],
)
def test_a_relation_that_a_graph_has_no_predicate_for_is_a_claim_that_nothing_there_can_settle(
    graph: str, text: str, subject: str, object: str
) -> None:
    words = vocabulary(graph)
    spots = [
        (m.start(), m.end(), (Candidate(Entity(m[0], m[0], "Thing"), 1.0, Match.EXACT),)) for m in SPOT.finditer(text)
    ]
    (triple,) = (t for p in claims_in(text, spots, words) for t in p.triples)
    assert {triple.subject.text.casefold(), triple.object.text.casefold()} >= {subject, object}
    assert triple.predicate is None
    assert not words.read(triple.relation).predicates
