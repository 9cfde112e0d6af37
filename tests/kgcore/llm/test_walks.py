"""The three use cases of the KNOWNET paper, and every follow-up that a control asks for, with the graph alone."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from kgcore.graph import starter_folder
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.ports import KnowledgeGraph
from kgcore.values.model import Claim, Reason
from kgcore.values.tasks import Detail
from kgcore.values.thread import FollowUpKind
from kgcore.verdicts import Verdict
from tests.kgcore.llm.test_graph_alone import Thread


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def graph(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[KnowledgeGraph]:
    folder = tmp_path_factory.mktemp("graph") / "starter"
    await import_graph(starter_folder(), folder, embedder=None)
    opened = EmbeddedGraph.open(folder, None)
    yield opened
    await opened.close()


pytestmark = pytest.mark.asyncio(loop_scope="module")


def claim(thread: Thread, subject: str, object: str) -> Claim:
    """The last answer's claim about these two."""
    ends = [(c, c.subject and c.subject.entity.name, c.object and c.object.entity.name) for c in thread.claims]
    return next(c for c, s, o in ends if (s, o) == (subject, object))


async def test_what_speaks_against_a_broader_disorder_is_relevant_against_the_narrower(graph: KnowledgeGraph) -> None:
    """Use case 1: there are only null findings on procaine and dementia; nothing sounds like a ✓ for Alzheimer's."""
    thread = Thread(graph)
    for detail in Detail:
        said = await thread.ask("Can procaine treat Alzheimer's disease?", detail)
        assert said.startswith("The graph has no paper on procaine as a treatment for Alzheimer's disease.")
        assert "More broadly, one paper" in said
        assert "speaks against it for Alzheimer's disease, too, but does not settle it" in said
        own = claim(thread, "Procaine", "Alzheimer's disease")
        assert (own.verdict, own.reason) == (Verdict.RELEVANT, Reason.NEIGHBOUR_AGAINST)
        assert not own.negated
        assert "dementia, which is broader: procaine does not treat dementia" in own.why
        assert claim(thread, "Procaine", "Dementia").negated


async def test_a_class_leads_to_what_the_graph_does_not_hold_on_its_member(graph: KnowledgeGraph) -> None:
    """Use case 2: Parkinson's disease dementia is reached through cholinesterase inhibitors, not through the hub."""
    thread = Thread(graph)
    assert "The graph speaks for it" in await thread.ask("Does rivastigmine help Alzheimer's disease?")
    said = await thread.ask("Which other disorders can rivastigmine help with?")
    assert "One link runs through cholinesterase inhibitors: rivastigmine belongs to" in said
    assert "The graph has no paper on rivastigmine as a treatment for Parkinson's disease dementia" in said
    assert "through Alzheimer's disease" not in said
    own = claim(thread, "Rivastigmine", "Parkinson's disease dementia")
    assert (own.verdict, own.reason) == (Verdict.RELEVANT, Reason.PATH)
    assert own.path is not None
    assert own.path.nodes[1].name == "Cholinesterase inhibitors"
    assert "through cholinesterase inhibitors: rivastigmine belongs to the cholinesterase inhibitors" in own.why
    again = await thread.ask("Does rivastigmine help with Parkinson's disease dementia?")
    assert "One link runs through cholinesterase inhibitors" in again
    assert "points to the same for rivastigmine, but does not settle it" in again


async def test_a_guided_walk_ends_where_the_graph_ends(graph: KnowledgeGraph) -> None:
    """Use case 3: supplements, omega-3, back to vitamin E, why, and antioxidants: the last is unsure, and says why."""
    thread = Thread(graph)
    assert "vitamin E" in await thread.ask("Which supplement may slow Alzheimer's disease?")
    omega = await thread.ask("Which other disorders can omega-3 help with?")
    assert "(1, cohorts)" in omega  # a cohort is no trial: the list says so
    assert "Papers disagree on whether omega-3 fatty acids treat depression" in omega
    await thread.ask("Can vitamin E slow Alzheimer's disease?")
    why = await thread.ask("Why might vitamin E help in Alzheimer's disease?")
    assert why.startswith("As said above, one paper")
    assert "As to how vitamin E may act: " in why
    assert "reduces apoptosis" in why
    last = await thread.ask("How do antioxidants affect neurons?")
    assert "The graph has no paper on" in last
    assert "no indirect link between antioxidants and neurons" in last
    own = claim(thread, "Antioxidants", "Neurons")
    assert (own.verdict, own.reason) == (Verdict.UNSURE, Reason.NO_CONNECTION)


async def test_entities_are_connected_pair_by_pair(graph: KnowledgeGraph) -> None:
    joined = await Thread(graph).want(FollowUpKind.CONNECT, "Vitamin E", "Oxidative stress", "Alzheimer's disease")
    for part in ("vitamin E reduces oxidative stress", "oxidative stress is associated with Alzheimer's disease"):
        assert part in joined
    roundabout = await Thread(graph).want(FollowUpKind.CONNECT, "Rivastigmine", "Parkinson's disease dementia")
    assert "are joined through cholinesterase inhibitors" in roundabout
    assert "does not prove cause and effect" in roundabout
    none = await Thread(graph).want(FollowUpKind.CONNECT, "Coffee", "Caffeine", "Sleep")
    assert "nothing that links coffee with sleep or caffeine with sleep" in none


async def test_examples_are_kinds_and_members_or_it_says_that_there_are_none(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    assert "coenzyme Q10 (1 paper) and vitamin E (1) belong to the antioxidants" in await thread.want(
        FollowUpKind.EXAMPLES, "Antioxidants"
    )
    assert "holds no examples of statins" in await thread.want(FollowUpKind.EXAMPLES, "Statins")


async def test_more_tells_what_was_not_told_until_all_is(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    heard: set[str] = set()
    for _ in range(9):
        said = await thread.want(FollowUpKind.MORE, "Vitamin E")
        shown = {e.id for c in thread.claims for e in (*c.edges_for, *c.edges_against)}
        assert not shown <= heard or not shown
        heard |= shown
    assert said == "All that the graph has on vitamin E has been said above."


async def test_a_further_paragraph_is_one_paragraph(graph: KnowledgeGraph) -> None:
    assert "\n" not in await Thread(graph).want(FollowUpKind.ADD, "Vitamin E", "Coffee", "Garlic")


async def test_an_explanation_says_more_than_a_plain_question(graph: KnowledgeGraph) -> None:
    plain = await Thread(graph).ask("What is vitamin E?")
    assert len(await Thread(graph).want(FollowUpKind.EXPLAIN, "Vitamin E")) > len(plain)


async def test_a_summary_keeps_every_verdict_and_names_few_nodes(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    for question in (
        "Can procaine treat Alzheimer's disease?",
        "Does coffee prevent Alzheimer's disease?",
        "How do antioxidants affect neurons?",
    ):
        await thread.ask(question)
    names = {c.entity.name for one in thread.all for c in (one.subject, one.object) if c}
    before = {
        (c.subject.entity.id, c.predicate, c.object.entity.id, c.negated): c.verdict
        for c in thread.all
        if c.subject and c.object
    }
    said = await thread.want(FollowUpKind.DIGEST, *sorted(names))
    assert "Papers disagree on whether coffee prevents Alzheimer's disease" in said
    assert "procaine does not treat dementia" in said
    assert "The graph has no paper on antioxidants acting on neurons" in said
    for c in thread.claims:
        assert c.subject
        assert c.object
        assert before[c.subject.entity.id, c.predicate, c.object.entity.id, c.negated] is c.verdict
    settled = [c for c in thread.claims if c.verdict in {Verdict.SUPPORTED, Verdict.MIXED}]
    assert len({s.entity.id for c in settled for s in (c.subject, c.object) if s}) <= 5


async def test_what_was_folded_away_comes_last(graph: KnowledgeGraph) -> None:
    plain = await Thread(graph).want(FollowUpKind.EXPLAIN, "Vitamin E")
    folded = await Thread(graph).want(FollowUpKind.EXPLAIN, "Vitamin E", folded=("Apoptosis", "Neuron death"))
    assert plain.index("apoptosis") < plain.index("inflammation")
    assert "apoptosis" not in folded or folded.index("apoptosis") > folded.index("inflammation")


async def test_a_list_says_whom_the_thread_has_named_already(graph: KnowledgeGraph) -> None:
    thread = Thread(graph)
    await thread.ask("Does hearing loss cause dementia?")
    said = await thread.ask("What raises the risk of dementia?")
    assert said.startswith("Hearing loss was named above. Papers report that herpesvirus infection")
