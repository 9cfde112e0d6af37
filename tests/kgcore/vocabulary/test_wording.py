from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.english.agreement import is_plural, join_words, name_inline, plural
from kgcore.values.model import Entity, Predicate
from kgcore.vocabulary.types import type_words, types_meant
from kgcore.vocabulary.wording import (
    name_at_start,
    papers_count,
    question_about,
    question_which,
    question_why,
    relation_words,
    statement_sentence,
)
from tests.kgcore.starter import edges, entities, named, vocabulary


def of(name: str) -> Entity:
    return named()[name]


def said(subject: str, predicate: str, object: str, *, negated: bool = False) -> str:
    return statement_sentence(of(subject), vocabulary().get(predicate), of(object), negated=negated)


@pytest.mark.parametrize(
    ("subject", "predicate", "object", "negated", "expected"),
    [
        ("Vitamin E", "PREVENTS", "Alzheimer's disease", True, "Vitamin E does not prevent Alzheimer's disease"),
        ("Omega-3 fatty acids", "TREATS", "Depression", True, "Omega-3 fatty acids do not treat depression"),
        ("B vitamins", "INHIBITS", "Homocysteine", False, "B vitamins lower homocysteine"),
        ("Statins", "ASSOCIATED_WITH", "Memory", True, "Statins are not associated with memory"),
        ("Donepezil", "ISA", "Cholinesterase inhibitors", False, "Donepezil belongs to the cholinesterase inhibitors"),
        ("Alzheimer's disease", "ISA", "Dementia", False, "Alzheimer's disease is a form of dementia"),
        ("Vitamin C", "TREATS", "Common cold", False, "Vitamin C treats the common cold"),
        ("Memantine", "INHIBITS", "NMDA receptor", False, "Memantine inhibits the NMDA receptor"),
        ("Benzodiazepines", "PREDISPOSES", "Dementia", False, "Benzodiazepines raise the risk of dementia"),
        ("Folic acid", "PART_OF", "B vitamins", False, "Folic acid is part of the B vitamins"),
    ],
)
def test_a_statement_agrees_with_its_subject(
    subject: str, predicate: str, object: str, negated: bool, expected: str
) -> None:
    assert said(subject, predicate, object, negated=negated) == expected


def test_every_statement_reads_back_as_the_edge_that_it_tells() -> None:
    """The words for an edge must verify as that edge: same predicate, polarity and direction, nothing more."""
    for edge in edges():
        predicate, subject, object = (
            vocabulary().get(edge.predicate),
            entities()[edge.subject],
            entities()[edge.object],
        )
        for negated in (False, True):
            reading = vocabulary().read(relation_words(predicate, subject, object, negated=negated))
            assert edge.predicate in reading.predicates
            assert (reading.negated, reading.inverted, reading.overstates) == (negated, False, False)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Vitamin B12 deficiency", "vitamin B12 deficiency"),
        ("Alzheimer's disease", "Alzheimer's disease"),
        ("GABA", "GABA"),
        ("p53", "p53"),
        ("St. John's wort", "St. John's wort"),
        ("Ginkgo biloba", "Ginkgo biloba"),
        ("B vitamins", "B vitamins"),
        ("Dementia with Lewy bodies", "dementia with Lewy bodies"),
        ("Down syndrome", "Down syndrome"),
        ("Omega-3 fatty acids", "omega-3 fatty acids"),
        ("C-reactive protein", "C-reactive protein"),
        ("Fortasyn Connect", "Fortasyn Connect"),
    ],
)
def test_names_inside_a_sentence_keep_only_the_capitals_that_they_need(name: str, expected: str) -> None:
    assert name_inline(name, "DietarySupplement") == expected


def test_a_disease_with_a_latin_name_is_no_species() -> None:
    assert name_inline("Diabetes mellitus", "Disease") == "diabetes mellitus"


def test_a_symbol_keeps_its_small_letter_at_the_start_of_a_sentence() -> None:
    assert name_at_start(Entity("x", "p53", "Gene")) == "p53"


@pytest.mark.parametrize("name", ["Statins", "B vitamins", "Lutein and zeaxanthin", "Reactive oxygen species", "SSRIs"])
def test_plural_names_are_known(name: str) -> None:
    assert is_plural(name)


@pytest.mark.parametrize(
    "name",
    ["Type 2 diabetes", "Multiple sclerosis", "Dementia with Lewy bodies", "Arthritis", "KRAS", "St. John's wort"],
)
def test_names_that_only_end_in_s_are_singular(name: str) -> None:
    assert not is_plural(name)


@pytest.mark.parametrize(
    ("type", "expected"),
    [
        ("Disease", "disorders"),
        ("DietarySupplement", "supplements"),
        ("Gene/Protein", "genes or proteins"),
        ("biolink:BiologicalProcess", "biological processes"),
        ("MicroRNA", "microRNAs"),
        ("ProteinFamily", "protein families"),
        ("Inheritance", "modes of inheritance"),
    ],
)
def test_types_are_called_as_people_call_them(type: str, expected: str) -> None:
    assert type_words(type) == expected


def test_a_persons_word_finds_the_graphs_type() -> None:
    types = ("Disease", "DietarySupplement", "Gene/Protein", "Food")
    assert types_meant("herbs", types) == ("DietarySupplement",)
    assert types_meant("foods", types) == ("Food",)
    assert types_meant("conditions", types) == ("Disease",)
    assert types_meant("reason", types) == ()


def test_questions_read_like_a_persons() -> None:
    get = vocabulary().get
    fish, wort, memory = of("Omega-3 fatty acids"), of("St. John's wort"), of("Memory")
    assert question_about(of("Fish oil"), get("PREVENTS"), of("Stroke")) == "Can fish oil prevent stroke?"
    assert question_about(fish, get("AFFECTS"), memory) == "Do omega-3 fatty acids affect memory?"
    assert question_about(fish, None, memory) == "How are omega-3 fatty acids related to memory?"
    assert question_which(fish, get("TREATS"), "Disease", True) == (
        "Which disorders can omega-3 fatty acids help with?"
    )
    assert question_which(wort, get("INTERACTS_WITH"), "Drug", True) == "Which drugs interact with St. John's wort?"
    assert question_which(of("Donepezil"), get("ISA"), "Drug", True) == "What kind of drug is donepezil?"
    assert question_why(fish, memory) == "How might omega-3 fatty acids affect memory?"


def test_predicates_of_other_graphs_are_put_into_words_too() -> None:
    syndrome, sign = Entity("d", "Marfan syndrome", "Disease"), Entity("p", "Arachnodactyly", "Phenotype")
    has = Predicate("HAS_PHENOTYPE", "has phenotype")
    assert statement_sentence(syndrome, has, sign) == "Marfan syndrome has the phenotype arachnodactyly"
    assert question_which(syndrome, has, "Phenotype", True) == "Which phenotypes does Marfan syndrome have?"
    bare = Predicate("gene_associated_with")
    assert "associated with" in statement_sentence(syndrome, bare, sign)
    assert statement_sentence(syndrome, Predicate("expressed_in"), sign, negated=True) == (
        "Marfan syndrome is not expressed in arachnodactyly"
    )


def test_papers_are_counted_in_words() -> None:
    assert [papers_count(n) for n in (0, 1, 3)] == ["no papers", "1 paper", "3 papers"]


def test_a_list_ends_with_and() -> None:
    assert [join_words(x) for x in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


@given(st.text(min_size=1).filter(str.strip), st.text(max_size=30), st.text(max_size=40), st.booleans())
def test_no_name_or_label_breaks_a_sentence(name: str, label: str, type: str, negated: bool) -> None:
    entity, predicate = Entity("x", name, type), Predicate("P", label)
    text = statement_sentence(entity, predicate, entity, negated=negated) + question_about(entity, predicate, entity)
    text += question_which(entity, predicate, type, True) + question_which(entity, predicate, type, False)
    assert not any(c in text for c in "\n\r\x00\u202e")


@given(st.text(alphabet="abcdefghij sy", min_size=1))
def test_a_plural_is_never_made_twice(word: str) -> None:
    assert plural(plural(word)) in {plural(word), plural(plural(word))}
