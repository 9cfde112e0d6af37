"""What the ids of a file mean in the graph: by identifier, by name, and nothing that is another thing."""

from __future__ import annotations

import pytest

from kgcore.curation.articles import NamedSpan
from kgcore.turn.given_names import entities_meant
from tests.kgcore.house import Bot, bot, folder

__all__ = ["bot", "folder"]


def named(text: str, type: str, id: str) -> NamedSpan:
    return NamedSpan(0, len(text), text, type, id)


@pytest.mark.parametrize(
    ("name", "entity"),
    [
        (named("high blood pressure", "Disease", "D006973"), "DIS:hypertension"),  # by a name, with its identifier
        (named("alpha-tocopherol", "ChemicalEntity", "D014810"), "SUPP:vitamin-e"),
        (named("magnezium", "Chemical", "X:1"), "SUPP:magnesium"),  # a slip of the pen
        (named("Migraine", "DiseaseOrPhenotypicFeature", "OMIM:157300"), "DIS:migraine"),
        (named("vitamin E", "Chemical", "D024502"), None),  # another identifier of the same vocabulary
        (named("vitamin E deficiency", "Disease", "D014811"), None),
        (named("Magnesium", "OrganismTaxon", "1"), None),
        (named("AD", "Disease", "X:2"), None),  # a short form is another thing elsewhere
        (named("vitamin E", "DietarySupplementProduct", "X:3"), None),
        (named("magnesium levels", "Chemical", "X:4"), None),
    ],
)
async def test_an_id_of_a_file_means_what_the_graph_has_of_it(bot: Bot, name: NamedSpan, entity: str | None) -> None:
    assert (await entities_meant(bot.graph, [name])).get(name.id) == entity


async def test_of_two_ids_one_at_most_is_an_entity_and_the_graphs_own_stay(bot: Bot) -> None:
    names = [named("migraine", "Disease", "X:1"), named("migraine headache", "Disease", "X:2")]
    names += [named("migraine", "Disease", "X:1"), named("Migraine", "Disease", "DIS:migraine")]
    assert await entities_meant(bot.graph, names) == {"X:1": "DIS:migraine"}
