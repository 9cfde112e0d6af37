from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from kgcore.evidence.findings import Agreement, group_findings, opposing_edges
from kgcore.evidence.selection import FetchedGraph, looked_further, plan_fetch, select_evidence
from kgcore.values.intent import (
    About,
    AskedRelation,
    Compare,
    Connect,
    Digest,
    Examples,
    Intent,
    More,
    Open,
    Which,
    Why,
    YesNo,
    named_entities,
)
from kgcore.values.model import Edge, Entity, Evidence, Neighbour, Neighbourhood, Path, Relative
from tests.kgcore import starter

VITAMIN_E, AD, DEMENTIA = (starter.named()[n] for n in ("Vitamin E", "Alzheimer's disease", "Dementia"))
BROADER: dict[str, tuple[Relative, ...]] = {AD.id: (Relative(DEMENTIA, True),)}


def neighbourhood(centre: Entity) -> Neighbourhood:
    """What the starter graph holds around an entity, as the port would give it."""
    near: dict[str, list[Edge]] = {}
    for e in starter.edges():
        if centre.id in (e.subject, e.object):
            near.setdefault(e.object if e.subject == centre.id else e.subject, []).append(e)
    best = tuple(Neighbour(starter.entities()[i], tuple(es), len(es)) for i, es in near.items())
    return Neighbourhood(centre.id, frozenset(near), best)


def fetched(intent: Intent, relatives: dict[str, tuple[Relative, ...]] | None = None) -> FetchedGraph:
    """All that the plan asks for, from the starter graph; no paths."""
    needs = plan_fetch(intent, relatives or {})
    return FetchedGraph(
        relatives or {},
        {p: tuple(e for e in starter.edges() if {e.subject, e.object} == set(p)) for p in needs.pairs},
        {},
        {i: neighbourhood(starter.entities()[i]) for i in (*needs.neighbourhoods, *needs.beside)},
    )


def chosen(
    intent: Intent, relatives: dict[str, tuple[Relative, ...]] | None = None, limit: int | None = None
) -> Evidence:
    return select_evidence(intent, fetched(intent, relatives), starter.vocabulary(), limit)


def test_a_question_about_two_needs_their_edges_and_those_of_their_kin() -> None:
    needs = plan_fetch(YesNo(VITAMIN_E, AD), BROADER)
    assert needs.pairs == ((VITAMIN_E.id, AD.id), (VITAMIN_E.id, DEMENTIA.id), (AD.id, DEMENTIA.id))
    assert needs.paths == ((VITAMIN_E.id, AD.id),)


def test_a_question_for_a_list_looks_further_than_the_best_neighbours() -> None:
    assert plan_fetch(Which(AD), {}).top > plan_fetch(Open((AD,)), {}).top


def test_few_answers_among_the_best_of_many_neighbours_are_looked_for_among_all() -> None:
    asked, rules = Which(AD, AskedRelation("treats", ("TREATS",)), (), False), starter.vocabulary()
    whole = neighbourhood(AD)
    cut = Neighbourhood(AD.id, whole.ids, whole.best[:5])
    assert looked_further(asked, {AD.id: cut}, rules) == (AD.id,)
    assert not looked_further(asked, {AD.id: whole}, rules)
    assert not looked_further(Why(VITAMIN_E, AD), {AD.id: cut}, rules)


def test_what_is_told_of_kinds_is_their_best_and_all_of_what_may_warn() -> None:
    broader, form = DEMENTIA, Entity("D:9", "Vitamin E acetate", "Drug")
    relatives = {VITAMIN_E.id: (Relative(broader, True), Relative(form, False))}
    needs = plan_fetch(About(VITAMIN_E), relatives)
    assert (needs.neighbourhoods, needs.beside) == ((VITAMIN_E.id, form.id), (broader.id,))
    assert plan_fetch(About(AD), {AD.id: (Relative(form, False),)}).beside == (form.id,)
    assert plan_fetch(Which(VITAMIN_E), relatives).neighbourhoods == (VITAMIN_E.id, broader.id, form.id)


def test_the_direct_edges_come_first() -> None:
    first = chosen(YesNo(VITAMIN_E, AD)).edges[:2]
    assert all({e.subject, e.object} == {VITAMIN_E.id, AD.id} for e in first)


def test_evidence_on_the_broader_entity_comes_with_the_edge_that_ties_it() -> None:
    procaine = starter.named()["Procaine"]
    edges = chosen(YesNo(procaine, AD, AskedRelation(predicates=("TREATS",))), BROADER).edges
    assert any((e.subject, e.object, e.negated) == (procaine.id, DEMENTIA.id, True) for e in edges)
    assert any((e.subject, e.predicate, e.object) == (AD.id, "ISA", DEMENTIA.id) for e in edges)


def test_a_list_holds_what_answers_and_what_denies_but_not_the_opposite() -> None:
    intent = Which(AD, AskedRelation(predicates=("PREDISPOSES",)), ("Drug",), False)
    drugs = {e.subject for e in chosen(intent, limit=1).edges}
    assert drugs == {starter.named()["Benzodiazepines"].id}


def test_what_two_have_in_common_comes_first_in_a_comparison() -> None:
    a, b = starter.named()["Donepezil"], starter.named()["Rivastigmine"]
    first = chosen(Compare(a, b)).edges[:2]
    assert {e.subject for e in first} == {a.id, b.id}
    assert len({e.object for e in first}) == 1


def test_without_a_path_from_the_graph_what_it_contains_is_one() -> None:
    coffee, pressure = starter.named()["Coffee"], starter.named()["Blood pressure"]
    paths = chosen(YesNo(coffee, pressure)).paths
    assert [n.name for n in paths[0].nodes] == ["Coffee", "Caffeine", "Blood pressure"]


def test_nothing_known_is_empty_evidence() -> None:
    assert chosen(Open()) == Evidence()


def test_entities_of_every_edge_are_there() -> None:
    evidence = chosen(About(AD))
    assert all(evidence.entity(e.subject) and evidence.entity(e.object) for e in evidence.edges)


def test_examples_are_looked_for_among_kinds_and_parts_only() -> None:
    antioxidants = starter.named()["Antioxidants"]
    assert {e.predicate for e in chosen(Examples(antioxidants)).edges} == {"ISA"}


def test_what_connects_several_is_looked_up_for_every_pair() -> None:
    stress = starter.named()["Oxidative stress"]
    needs = plan_fetch(Connect((VITAMIN_E, stress, AD)), {})
    assert needs.paths == ((VITAMIN_E.id, stress.id), (VITAMIN_E.id, AD.id), (stress.id, AD.id))
    assert set(needs.paths) <= set(needs.pairs)


def test_a_comparison_of_three_looks_at_all_of_them() -> None:
    some = tuple(starter.named()[n] for n in ("Donepezil", "Memantine", "Rivastigmine"))
    edges = chosen(Compare(some[0], some[1], AD, left=some[2:])).edges
    assert {e.id for e in some} <= {e.subject for e in edges if e.object == AD.id}


def test_many_edges_between_two_keep_those_that_contradict_the_best() -> None:
    """A pair with a crowd of edges is cut, but never down to one side."""
    crowd = [
        Edge(f"p{n}", VITAMIN_E.id, "TREATS", AD.id, False, tuple(f"PMID:{n}{m}" for m in range(9))) for n in range(9)
    ]
    lone = Edge("against", VITAMIN_E.id, "TREATS", AD.id, True, ("PMID:1",))
    intent = YesNo(VITAMIN_E, AD)
    some = FetchedGraph(edges={(VITAMIN_E.id, AD.id): (*crowd, lone)})
    assert lone in select_evidence(intent, some, starter.vocabulary(), 1).edges


_entity = st.sampled_from(sorted(starter.entities().values(), key=lambda e: e.id))
_intents = st.one_of(
    st.builds(YesNo, _entity, _entity),
    st.builds(Why, _entity, _entity),
    st.builds(Compare, _entity, _entity, st.none() | _entity),
    st.builds(About, _entity),
    st.builds(Which, _entity, st.builds(AskedRelation, predicates=st.just(("TREATS",)) | st.just(()))),
    *(st.builds(kind, st.lists(_entity, max_size=4, unique=True).map(tuple)) for kind in (Open, Connect, More, Digest)),
    st.builds(Examples, _entity),
)


@given(_intents, st.integers(1, 30))
@example(
    Open((starter.named()["Acetylcholine"], starter.named()["Alcohol"])), 1
)  # a warning and what speaks against it
def test_no_selection_shows_one_side_only(intent: Intent, limit: int) -> None:
    evidence = chosen(intent, limit=limit)
    shown = {e.id for e in evidence.edges}
    for edge in evidence.edges:
        assert {e.id for e in opposing_edges(edge, starter.edges(), starter.vocabulary())} <= shown
    assert {e.id for e in named_entities(intent)} <= {e.id for e in evidence.entities}


def test_papers_on_both_sides_make_a_disputed_finding() -> None:
    found = group_findings(starter.edges(), starter.entities(), starter.vocabulary())
    standing = {(f.subject.name, f.predicate.name, f.object.name): f.standing for f in found}
    assert standing["Memantine", "TREATS", "Alzheimer's disease"] is Agreement.DISPUTED
    assert standing["Metformin", "INHIBITS", "Amyloid-beta"] is Agreement.DISPUTED
    assert standing["Procaine", "TREATS", "Dementia"] is Agreement.DENIED
    assert standing["Donepezil", "TREATS", "Alzheimer's disease"] is Agreement.SAID


def test_paths_that_the_graph_gives_are_kept_with_their_edges() -> None:
    middle = starter.named()["Oxidative stress"]
    hops = tuple(
        tuple(e for e in starter.edges() if {e.subject, e.object} == {x.id, middle.id}) for x in (VITAMIN_E, AD)
    )
    path = Path((VITAMIN_E, middle, AD), (hops[0], hops[1]), 0.5)
    evidence = select_evidence(
        Why(VITAMIN_E, AD), FetchedGraph(paths={(VITAMIN_E.id, AD.id): (path,)}), starter.vocabulary()
    )
    assert evidence.paths == (path,)
    assert {e.id for hop in hops for e in hop} <= {e.id for e in evidence.edges}


def test_how_far_a_relation_reaches_is_told_beyond_what_there_is_room_for() -> None:
    evidence = chosen(Which(AD, outward=False), limit=2)
    (most,) = [
        x for x in evidence.extents if x.centre == AD.id and x.predicate == "TREATS" and not (x.negated or x.outward)
    ]
    treating = {e.subject for e in starter.edges() if e.object == AD.id and e.predicate == "TREATS" and not e.negated}
    disputed = {e.subject for e in starter.edges() if e.object == AD.id and e.negated}
    assert {starter.entities()[id].name.casefold() for id in treating - disputed} <= most.names
    assert len(most.names) > len(evidence.edges) - 2
    assert most.whole


def test_a_question_of_how_many_looks_at_all() -> None:
    assert plan_fetch(Which(AD, counted=True), {}).top > plan_fetch(Which(AD), {}).top
