"""What the graph says a thing is, and what sentences count it to or call it."""

from __future__ import annotations

import pytest

from kgcore.values.model import Entity
from kgcore.verdict.sorts import is_of_sort, own_words

SAFFRON = Entity("s", "Saffron", "DietarySupplement", ("Crocus sativus",), (), "Spice studied for mood.")
WARFARIN = Entity("w", "Warfarin", "Drug", ("Coumadin",), (), "Vitamin K antagonist anticoagulant.")
LEVOTHYROXINE = Entity("l", "Levothyroxine", "Drug", (), (), "Thyroid hormone replacement.")
RAMIPRIL = Entity("r", "Ramipril", "Compound")  # of a graph that describes nothing
COLD = Entity("c", "Common cold", "Disease", (), (), "Mild viral infection of the upper airways.")

ZINC = Entity("z", "Zinc", "DietarySupplement", ("zinc sulfate", "zinc picolinate"), (), "Essential trace element.")


def _drug(name: str, *synonyms: str) -> Entity:
    return Entity("d", name, "Drug", synonyms)


@pytest.mark.parametrize(
    ("entity", "words"),
    [
        (SAFFRON, "of the spices"),
        (SAFFRON, "among herbs"),
        (SAFFRON, "a spice made from flowers"),
        (SAFFRON, "out of all the popular dietary supplements"),
        (SAFFRON, "among common foods and herbs"),
        (WARFARIN, "an anticoagulant"),
        (LEVOTHYROXINE, "a synthetic thyroid hormone"),
        (RAMIPRIL, "an ACE inhibitor"),
        (RAMIPRIL, "a medicine"),
        (COLD, "a viral infection"),
        (COLD, "a common disease"),
        (ZINC, "as a mineral"),
        (_drug("Selenium"), "as a mineral"),
        (_drug("Manganese"), "as a mineral"),
        (_drug("Simvastatin"), "as a statin"),
        (_drug("Azithromycin"), "as an antibiotic"),
        (_drug("Thiamine"), "as a vitamin"),
    ],
)
def test_what_the_graph_calls_a_thing_it_is(entity: Entity, words: str) -> None:
    assert is_of_sort(entity, words)


@pytest.mark.parametrize(
    ("entity", "words"),
    [
        (SAFFRON, "of the vitamins"),
        (SAFFRON, "among minerals and hormones"),
        (SAFFRON, "a Martian spice"),
        (WARFARIN, "a vitamin"),
        (WARFARIN, "of the antibiotics"),
        (LEVOTHYROXINE, "a plant hormone"),
        (RAMIPRIL, "a hormone"),
        (RAMIPRIL, "among herbs"),
        (COLD, "a medicine"),
        (ZINC, "as an antibiotic"),  # a sulfate is no sulfa drug
        (ZINC, "as a bacterium"),  # "picolinate"
        (WARFARIN, "as an antibiotic"),
        (_drug("Warfarin", "warfarin sodium"), "as a mineral"),  # the name of a salt
        (_drug("Spironolactone"), "as a mineral"),
        (_drug("Amiodarone"), "as a mineral"),
        (_drug("Cyclophosphamide"), "as a mineral"),
        (_drug("Nystatin"), "as a statin"),
        (_drug("Ipratropium bromide"), "as an opioid"),
        (_drug("Oseltamivir"), "as a virus"),
        (_drug("Nicotine"), "as a vitamin"),
    ],
)
def test_what_nothing_in_the_graph_calls_it_is_not_known(entity: Entity, words: str) -> None:
    assert not is_of_sort(entity, words)


def test_own_words_are_those_of_names_type_and_description() -> None:
    assert {"sativu", "mood", "spice", "dietar"} <= own_words(SAFFRON)
