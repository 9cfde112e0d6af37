"""How often the graph is asked, and that nothing gets lost on the way."""

from __future__ import annotations

import threading

from kgcore.english.reading import PhraseReading
from kgcore.turn.checking import Checker
from kgcore.turn.senses import kin_besides
from kgcore.values.model import Edge, Entity, Mention, Triple
from tests.fakes.graph import FakeGraph
from tests.fakes.phrases import PREDICATES, Phrasebook

MANY = [Entity(f"N:{n}", f"thing {n}", "Thing") for n in range(40)]
EDGES = [Edge(f"e{n}", f"N:{n}", "ISA" if n % 3 else "TREATS", f"N:{n + 1}") for n in range(39)]


def triples(count: int) -> list[Triple]:
    return [Triple(Mention(f"thing {n}"), "treats", Mention(f"thing {n + 1 + n % 3}")) for n in range(count)]


async def test_the_graph_is_asked_as_often_for_thirty_triples_as_for_three() -> None:
    calls = []
    for count in (3, 30):
        graph = FakeGraph(MANY, EDGES, PREDICATES)
        await Checker(graph, Phrasebook.small()).check(triples(count))
        calls.append(dict(graph.calls))
    assert calls[0] == calls[1] == {"candidates": 1, "edges_between": 2, "relatives": 1, "paths": 1}


async def test_the_graph_is_asked_as_often_for_the_kin_of_six_things_as_of_two() -> None:
    drugs = [Entity(f"D:{n}", name, "Drug") for n, name in enumerate(("warfarin", "garlic", "zinc", "iron", "ginkgo"))]
    for own in (drugs[:2], drugs):
        graph = FakeGraph(drugs, (), PREDICATES)
        assert set(await kin_besides(graph, own)) == {e.id for e in own}
        assert graph.calls["candidates"] == 1


async def test_claims_come_in_the_order_of_their_triples() -> None:
    asked = triples(30)
    claims = await Checker(FakeGraph(MANY, EDGES, PREDICATES), Phrasebook.small()).check(asked)
    assert [c.triple for c in claims] == asked


async def test_nothing_to_check_asks_nothing() -> None:
    graph = FakeGraph(MANY, EDGES, PREDICATES)
    assert await Checker(graph, Phrasebook.small()).check([]) == ()
    assert not graph.calls


async def test_a_mention_keeps_its_number_in_the_annotation() -> None:
    triple = Triple(Mention("thing 0", ref="N1"), "treats", Mention("thing 1", ref="N2"))
    claim = (await Checker(FakeGraph(MANY, EDGES, PREDICATES), Phrasebook.small()).check([triple]))[0]
    assert (claim.subject_mention.ref, claim.object_mention.ref) == ("N1", "N2")


async def test_many_triples_are_read_and_judged_beside_the_event_loop() -> None:
    threads: set[int] = set()

    class Watched(Phrasebook):
        def read(self, phrase: str) -> PhraseReading:
            threads.add(threading.get_ident())
            return super().read(phrase)

        def implied(self, name: str) -> frozenset[str]:
            threads.add(threading.get_ident())
            return super().implied(name)

    checker = Checker(FakeGraph(MANY, EDGES, PREDICATES), Watched.small())
    threads.clear()
    await checker.check(triples(200))
    assert threads
    assert threading.get_ident() not in threads
