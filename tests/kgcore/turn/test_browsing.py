from __future__ import annotations

from kgcore.graph.embedded import EmbeddedGraph
from kgcore.turn.browsing import (
    MOST_AROUND,
    OF_EACH_TYPE,
    fetch_neighbourhood,
    find_by_name,
    find_nearest,
    suggest_names,
)
from kgcore.values.model import Edge, Entity
from tests.fakes.graph import FakeGraph
from tests.kgcore.starter import named


async def test_an_entity_is_seen_with_all_that_lies_around_it(starter_graph: EmbeddedGraph) -> None:
    seen = await fetch_neighbourhood(starter_graph, [named()["Alzheimer's disease"].id])
    assert [e.name for e in seen.focus] == ["Alzheimer's disease"]
    assert len(seen.around) == sum(n for _, n in seen.counts) == 45
    assert seen.counts[0] == ("Drug", 21)
    assert (seen.direct, seen.ways) == ((), ())


async def test_two_entities_are_seen_with_what_joins_them(starter_graph: EmbeddedGraph) -> None:
    seen = await fetch_neighbourhood(
        starter_graph, [named()["Rivastigmine"].id, named()["Parkinson's disease dementia"].id]
    )
    assert seen.direct == ()
    assert [way.nodes[1].name for way in seen.ways] == ["Cholinesterase inhibitors"]
    direct = await fetch_neighbourhood(starter_graph, [named()["Vitamin E"].id, named()["Alzheimer's disease"].id])
    assert {(e.predicate, e.negated) for e in direct.direct} == {("TREATS", False), ("PREVENTS", True)}


async def test_unknown_ids_and_one_id_twice_are_no_trouble(starter_graph: EmbeddedGraph) -> None:
    assert (await fetch_neighbourhood(starter_graph, [])).focus == ()
    assert (await fetch_neighbourhood(starter_graph, ["nobody"])).focus == ()
    one = named()["Vitamin E"].id
    assert len((await fetch_neighbourhood(starter_graph, [one, one])).focus) == 1
    assert len((await fetch_neighbourhood(starter_graph, [one, "nobody"])).focus) == 1


async def test_around_a_hub_no_type_goes_without() -> None:
    genes = [Entity(f"G{n}", f"gene {n}", "Gene") for n in range(200)]
    foods = [Entity(f"F{n}", f"food {n}", "Food") for n in range(20)]
    edges = [Edge(f"e{g.id}", "C", "AFFECTS", g.id, publications=("P:1", "P:2")) for g in genes]
    edges += [Edge(f"e{f.id}", "C", "AFFECTS", f.id) for f in foods]
    seen = await fetch_neighbourhood(FakeGraph([Entity("C", "centre", "Drug"), *genes, *foods], edges), ["C"])
    assert len(seen.around) == MOST_AROUND
    assert sum(n.entity.type == "Food" for n in seen.around) == OF_EACH_TYPE
    assert seen.counts == (("Gene", 200), ("Food", 20))


async def test_a_typed_name_is_found_however_it_is_written(starter_graph: EmbeddedGraph) -> None:
    for typed in ("vitamin e", "  Vitamin   E ", "alpha-tocopherol", "vitmin e", named()["Vitamin E"].id):
        assert [e.name for e in await find_by_name(starter_graph, typed)] == ["Vitamin E"], typed


async def test_an_ambiguous_name_gives_all_that_it_may_mean(starter_graph: EmbeddedGraph) -> None:
    assert {e.name for e in await find_by_name(starter_graph, "CHD")} == {
        "Coronary heart disease",
        "Congenital heart defects",
    }


async def test_where_a_name_is_unknown_near_ones_are_offered(starter_graph: EmbeddedGraph) -> None:
    assert await find_by_name(starter_graph, "vit") == ()
    assert [e.name for e in await find_nearest(starter_graph, "vit")] == ["Vitamin D", "Vitamin E", "Vitamin C"]
    for hostile in ("", " ", "'; DROP TABLE entities; --", "%", "\ud800", "x" * 100_000, "🙂", "\0"):
        assert await find_by_name(starter_graph, hostile) == ()
        await find_nearest(starter_graph, hostile)


async def test_names_are_completed_from_the_first_letters_on(starter_graph: EmbeddedGraph) -> None:
    assert (await suggest_names(starter_graph, "alz"))[0].name == "Alzheimer's disease"
    assert [e.name for e in await suggest_names(starter_graph, "park")][:2] == [
        "Parkinson's disease",
        "Parkinson's disease dementia",
    ]
    assert [e.name for e in await suggest_names(starter_graph, "Arice")] == ["Donepezil"]
    assert [e.name for e in await suggest_names(starter_graph, "alzhiemer")] == ["Alzheimer's disease"]
    assert await suggest_names(starter_graph, " ") == ()
    assert "Heart failure" in [e.name for e in await suggest_names(starter_graph, "heart")]
    for nothing in ("asdfgh", "xyz123", "https://example.org", "quantum mechanics"):
        assert await suggest_names(starter_graph, nothing) == (), "something stands nearest to any letters"
