"""Plain questions of a graph that somebody else made, in its own few words: each is answered rightly at first sight."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bench.asked import Asked, Wanted

TRIPLES = """
Measles|caused_by_pathogen|Measles morbillivirus
Malaria|caused_by_pathogen|Plasmodium vivax
Malaria|caused_by_pathogen|Plasmodium falciparum
Malaria|is_transmitted_by|Anopheles mosquito
Malaria|is_endemic_in|Sub-Saharan Africa
Malaria|is_diagnosed_by|Blood smear
Rabies|is_transmitted_by|Animal bite
Rabies|has_reservoir|Bats
Rabies vaccine|protects_against|Rabies
MMR vaccine|protects_against|Measles
Artemether|is_treatment_for|Malaria
Chloroquine|is_treatment_for|Malaria
Quinine|is_treatment_for|Malaria
Isoniazid|is_treatment_for|Tuberculosis
Chloroquine|has_side_effect|Retinopathy
Isoniazid|has_side_effect|Hepatitis
Plasmodium falciparum|is_resistant_to|Chloroquine
""" + "\n".join(f"Malaria|has_symptom|{sign}" for sign in (
    "Fever", "Chills", "Headache", "Sweating", "Nausea", "Vomiting", "Anemia", "Jaundice", "Tiredness"
))  # fmt: skip

PLAIN = (
    # How many there are is counted in the graph, not in what there was room for.
    Wanted("How many symptoms does malaria have?", ("the graph names nine", "and 3 more"), ("how much to take",)),
    Wanted("how many drugs are there for malaria", ("the graph names three",)),
    Wanted("Give me two drugs for malaria.", ("and 1 more are treatments for malaria",), ("not understood",)),
    Wanted("Name 2 symptoms of malaria", ("and 7 more",), ("not understood",)),
    # Relations are asked for in everyday words.
    Wanted("How do you catch malaria?", ("is transmitted by anopheles mosquito",), ("side effect",)),
    Wanted("what causes malaria", ("caused by the pathogens plasmodium",), ("side effect",)),
    Wanted("Is there a vaccine against rabies?", ("rabies vaccine protects against rabies",), ("as put",)),
    Wanted("where is malaria common", ("endemic in sub-saharan africa",), ("as put",)),
    Wanted("Which animals carry rabies?", ("has the reservoir bats",), ("read as", "nothing on")),
    Wanted("what test do they do for malaria", ("is diagnosed by blood smear",), ("names nothing",)),
    Wanted("What are the warning signs of malaria", ("has the symptoms",), ("nothing on",)),
    Wanted("what is the germ behind malaria", ("caused by the pathogens plasmodium",), ("side effect", "names no")),
    Wanted("Which illnesses give you a headache?", ("malaria has the symptom headache",), ("side effect", "names no")),
    # What harms is never denied, and that nothing is recorded is no leave.
    Wanted("can isoniazid hurt the liver", ("has the side effect hepatitis",), ("no harms",)),
    Wanted("is chloroquine safe?", ("has the side effect retinopathy",), ("no harms",)),
    Wanted("Which drugs interact with isoniazid?", ("records no interactions", "does not show it to be safe"), ()),
    Wanted("Does isoniazid interact with chloroquine?", ("does not show it to be safe",)),
    Wanted(
        "Does chloroquine still help malaria if I take isoniazid?",
        ("does not show it to be safe", "chloroquine is a treatment for malaria"),
        ("left out",),
    ),
)


@pytest.fixture(scope="module")
async def infections(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Asked]:
    source = tmp_path_factory.mktemp("infections")
    (source / "triples.txt").write_text(TRIPLES.strip().replace("|", "\t") + "\n", encoding="utf-8")
    asked = await Asked.open(source, tmp_path_factory.mktemp("imported") / "graph")
    yield asked
    await asked.close()


@pytest.mark.parametrize("wanted", PLAIN, ids=lambda wanted: wanted.question)
async def test_a_plain_question_is_answered_rightly(infections: Asked, wanted: Wanted) -> None:
    _, said = await infections.told(wanted.question)
    text = said.casefold()
    assert [part for part in wanted.must if part not in text] == [], said
    assert [part for part in wanted.must_not if part in text] == [], said


async def test_how_many_there_are_is_asked_of_a_list_and_some_of_them_asked_for(infections: Asked) -> None:
    thread = "counted"
    await infections.told("What are the symptoms of malaria?", thread)
    assert "The graph names nine" in (await infections.told("How many of them are there?", thread))[1]
    assert "has the symptoms" in (await infections.told("give me two of them", thread))[1]


async def test_ends_of_triples_get_their_kinds_from_their_relations(infections: Asked) -> None:
    known = await infections.graph.entities(["Malaria", "Isoniazid", "Fever", "Measles morbillivirus", "Artemether"])
    assert {id: entity.type for id, entity in known.items()} == {
        "Malaria": "Disease",
        "Isoniazid": "Drug",
        "Fever": "Symptom",
        "Measles morbillivirus": "Pathogen",
        "Artemether": "Drug",  # as what treats the same has side effects
    }
