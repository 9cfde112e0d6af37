"""What lies around an entity: every kind of it is sampled, hubs last, and no thing twice."""

from __future__ import annotations

from kgcore.evidence.neighbours import neighbour_evidence, spoken_of
from kgcore.values.model import Edge, Entity, Neighbour, Neighbourhood

CENTRE = "c"


def around(*neighbours: Neighbour) -> Neighbourhood:
    return Neighbourhood(CENTRE, frozenset(n.entity.id for n in neighbours), neighbours)


def joined(name: str, predicate: str, papers: int = 1, degree: int = 2, synonyms: tuple[str, ...] = ()) -> Neighbour:
    publications = tuple(f"PMID:{n}" for n in range(papers))
    edge = Edge(f"{predicate}-{name}", CENTRE, predicate, name, False, publications)
    return Neighbour(Entity(name, name, "Thing", synonyms), (edge,), degree)


def shown(near: Neighbourhood, most: int) -> list[str]:
    return [entity.name for _, entity in neighbour_evidence(near, most)]


def test_no_kind_crowds_out_the_others() -> None:
    many = [joined(f"t{n}", "TREATS", papers=9) for n in range(20)]
    near = around(*many, joined("bleeding", "CAUSES"), joined("warfarin", "INTERACTS_WITH"))
    assert {"bleeding", "warfarin"} < set(shown(near, 6))
    assert len(shown(near, 6)) == 6


def test_kinds_stand_together() -> None:
    near = around(joined("a", "TREATS"), joined("b", "CAUSES"), joined("c1", "TREATS"), joined("d", "CAUSES"))
    assert [e.predicate for e, _ in neighbour_evidence(near, 4)] == ["TREATS", "TREATS", "CAUSES", "CAUSES"]


def test_what_is_joined_to_everything_comes_last() -> None:
    near = around(joined("hub", "TREATS", degree=5000), joined("specific", "TREATS", degree=3))
    assert shown(near, 1) == ["specific"]


def test_what_goes_by_the_same_name_is_told_once() -> None:
    near = around(joined("vitamin C", "TREATS", 3), joined("ascorbic acid", "TREATS", synonyms=("Vitamin C",)))
    assert shown(near, 5) == ["vitamin C"]


def test_what_is_denied_is_a_kind_of_its_own() -> None:
    said = joined("dementia", "TREATS", papers=4)
    denied = Edge("no", CENTRE, "TREATS", "stroke", True, ())
    near = around(said, joined("migraine", "TREATS", 3), Neighbour(Entity("stroke", "stroke", "Thing"), (denied,), 2))
    assert set(shown(near, 2)) == {"dementia", "stroke"}


def test_nothing_around_is_no_trouble() -> None:
    assert neighbour_evidence(around(), 5) == []


HERE = Entity(CENTRE, "vitamin E", "Thing", ("alpha-tocopherol",))


def spoken(question: str, *names: str) -> list[str]:
    near = around(*(joined(name, "TREATS") for name in names))
    return [n.entity.name for n in spoken_of(question, near, (HERE,), 2)]


def test_a_neighbour_whose_word_is_said_bears_on_the_question() -> None:
    assert spoken("Why is vitamin E bad for the prostate?", "bleeding", "prostate cancer") == ["prostate cancer"]
    assert spoken("How does it act on ageing brains?", "brain atrophy", "bleeding") == ["brain atrophy"]


def test_words_that_only_ask_and_names_bear_on_nothing() -> None:
    assert spoken("What effects does vitamin E have in this disease?", "vitamin E deficiency", "kidney disease") == []
    assert spoken("Is alpha-tocopherol safe with other drugs?", "tocopherol transfer protein", "drug abuse") == []
    assert spoken("", "bleeding") == []


def test_the_larger_share_of_a_name_bears_more() -> None:
    names = ("cancer of the large bowel", "bowel cancer", "cancer")
    assert spoken("Can it cause cancer?", *names) == ["cancer", "bowel cancer"]
