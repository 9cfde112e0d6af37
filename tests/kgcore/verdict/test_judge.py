"""DESIGN's table of verdicts: each verdict in each direction and polarity, and what stands between them."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.turn.checking import Checker
from kgcore.values.model import Candidate, Claim, Edge, Entity, Match, Mention, Reason, Triple
from kgcore.verdict.case import TypeFit, make_case, read_meaning
from kgcore.verdict.judge import unreachable_claim
from kgcore.verdicts import Verdict
from tests.fakes.graph import FakeGraph
from tests.fakes.phrases import PREDICATES, Phrasebook

S, C, M, R, U = Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.MIXED, Verdict.RELEVANT, Verdict.UNSURE
DRUG, ILLNESS, GENE = Entity("D:1", "drug", "Drug"), Entity("I:1", "illness", "Disease"), Entity("G:1", "gene", "Gene")
KIND, RELATIVE = Entity("D:0", "drug class", "Drug"), Entity("I:2", "mild illness", "Disease")
ALL = (DRUG, ILLNESS, GENE, KIND, RELATIVE)


def edge(statement: str, *papers: str, source: str = "") -> Edge:
    """Read "D:1 not TREATS I:1"."""
    subject, *rest, object = statement.split()
    sources = (source,) if source else ()
    return Edge(statement, subject, rest[-1], object, "not" in rest, papers, sources)


def check(
    claim: tuple[str, str, str] | Triple,
    *edges: Edge,
    links: dict[str, tuple[Candidate, ...]] | None = None,
    entities: tuple[Entity, ...] = ALL,
    signatures: bool = False,
) -> Claim:
    graph = FakeGraph(entities, edges, PREDICATES, links=links, signatures=signatures)
    triple = claim if isinstance(claim, Triple) else Triple(Mention(claim[0]), claim[1], Mention(claim[2]))
    return asyncio.run(Checker(graph, Phrasebook.small()).check([triple]))[0]


@pytest.mark.parametrize(
    ("phrase", "statements", "verdict", "reason"),
    [
        ("treats", ["D:1 TREATS I:1"], S, Reason.EDGE_FOR),
        ("treats", ["D:1 not TREATS I:1"], C, Reason.EDGE_AGAINST),
        ("treats", ["D:1 CAUSES I:1"], C, Reason.EDGE_AGAINST),
        ("treats", ["D:1 TREATS I:1", "D:1 not TREATS I:1"], M, Reason.EDGES_ON_BOTH_SIDES),
        ("treats", ["D:1 TREATS I:1", "D:1 INTERACTS_WITH I:1"], S, Reason.EDGE_FOR),
        ("treats", ["D:1 INTERACTS_WITH I:1"], R, Reason.OTHER_PREDICATE),
        ("treats", ["D:1 AFFECTS I:1"], R, Reason.OTHER_PREDICATE),
        ("treats", ["I:1 TREATS D:1"], R, Reason.OTHER_DIRECTION),
        ("treats", ["I:1 not TREATS D:1"], R, Reason.OTHER_DIRECTION),
        ("treats", [], U, Reason.NO_CONNECTION),
        ("does not treat", ["D:1 not TREATS I:1"], S, Reason.EDGE_FOR),
        ("does not treat", ["D:1 not AFFECTS I:1"], S, Reason.EDGE_FOR),
        ("does not treat", ["D:1 TREATS I:1"], C, Reason.EDGE_AGAINST),
        ("does not treat", ["D:1 TREATS I:1", "D:1 not TREATS I:1"], M, Reason.EDGES_ON_BOTH_SIDES),
        ("does not treat", ["D:1 CAUSES I:1"], R, Reason.OTHER_PREDICATE),
        ("does not treat", ["I:1 not TREATS D:1"], R, Reason.OTHER_DIRECTION),
        ("does not treat", [], U, Reason.NO_CONNECTION),
        ("cures", ["D:1 TREATS I:1"], R, Reason.OVERSTATES),
        ("cures", ["D:1 not TREATS I:1"], C, Reason.EDGE_AGAINST),
        ("cures", ["D:1 TREATS I:1", "D:1 not TREATS I:1"], C, Reason.EDGE_AGAINST),
        ("does not cure", ["D:1 TREATS I:1"], R, Reason.OVERSTATES),
        ("does not cure", ["D:1 not TREATS I:1"], S, Reason.EDGE_FOR),
        ("does not cure", ["D:1 TREATS I:1", "D:1 not TREATS I:1"], S, Reason.EDGE_FOR),
        ("cures", ["D:1 INTERACTS_WITH I:1"], R, Reason.OTHER_PREDICATE),
        ("interacts with", ["I:1 INTERACTS_WITH D:1"], S, Reason.EDGE_FOR),
        ("is part of", ["I:1 CONTAINS D:1"], S, Reason.EDGE_FOR),
        ("gladdens", ["D:1 TREATS I:1"], R, Reason.OTHER_PREDICATE),
        ("gladdens", [], U, Reason.NO_CONNECTION),
    ],
)
def test_the_table(phrase: str, statements: list[str], verdict: Verdict, reason: Reason) -> None:
    found = check(("drug", phrase, "illness"), *map(edge, statements))
    assert (found.verdict, found.reason) == (verdict, reason)


@pytest.mark.parametrize(
    ("phrase", "statement", "verdict"),
    [
        ("is treated by", "D:1 TREATS I:1", S),
        ("is not treated by", "D:1 not TREATS I:1", S),
        ("is treated by", "D:1 not TREATS I:1", C),
        ("is treated by", "I:1 TREATS D:1", R),
    ],
)
def test_a_passive_is_turned_round(phrase: str, statement: str, verdict: Verdict) -> None:
    found = check(("illness", phrase, "drug"), edge(statement))
    assert found.verdict is verdict
    assert found.inverted
    assert found.subject is not None
    assert found.subject.entity is DRUG
    assert found.subject_mention.text == "drug"


def test_a_hedge_changes_no_verdict() -> None:
    found = check(("drug", "may treat", "illness"), edge("D:1 TREATS I:1"))
    assert (found.verdict, found.hedged) == (S, True)


def test_a_flag_negates_a_plain_phrase() -> None:
    triple = Triple(Mention("drug"), "treats", Mention("illness"), negated=True)
    assert check(triple, edge("D:1 TREATS I:1")).verdict is C


def test_papers_are_counted_on_the_side_where_they_stand() -> None:
    found = check(
        ("drug", "treats", "illness"),
        edge("D:1 TREATS I:1", "P:1", "P:2"),
        edge("D:1 not TREATS I:1", "P:3"),
        edge("D:1 AFFECTS I:1", "P:4"),
    )
    assert (found.papers_for, found.papers_against) == (("P:1", "P:2"), ("P:3",))
    assert "2 papers" in found.why
    assert "1 paper" in found.why


# ── words whose meaning hangs on what they are said of ──────────────────────────────────────────────────────────────

MEMORY, PAIN = Entity("I:3", "memory", "Phenomenon"), Entity("I:4", "pain", "biolink:PhenotypicFeature")


@pytest.mark.parametrize(
    ("phrase", "object", "statement", "verdict"),
    [
        ("improves", "memory", "D:1 STIMULATES I:3", S),
        ("improves", "pain", "D:1 STIMULATES I:4", R),  # more of it is no improvement
        ("improves", "pain", "D:1 TREATS I:4", S),
        ("worsens", "memory", "D:1 INHIBITS I:3", S),
        ("worsens", "memory", "D:1 CAUSES I:3", R),
        ("worsens", "pain", "D:1 INHIBITS I:4", R),
        ("worsens", "pain", "D:1 CAUSES I:4", S),
        ("goes with", "illness", "D:1 CAUSES I:1", S),
        ("goes with", "illness", "I:1 CAUSES D:1", S),
        ("goes with", "illness", "I:1 not CAUSES D:1", C),
        ("causes", "illness", "I:1 CAUSES D:1", R),
    ],
)
def test_better_worse_and_together_are_read_of_what_they_are_said_of(
    phrase: str, object: str, statement: str, verdict: Verdict
) -> None:
    found = check(("drug", phrase, object), edge(statement), entities=(*ALL, MEMORY, PAIN))
    assert found.verdict is verdict


@pytest.mark.parametrize(
    ("object", "statement", "verdict"),
    [
        ("illness", "D:1 TREATS I:1", S),
        ("pain", "D:1 TREATS I:4", S),
        ("memory", "D:1 TREATS I:3", R),  # less of it is no help, whatever was chosen
        ("illness", "D:1 INHIBITS I:1", R),
    ],
)
def test_less_of_an_illness_or_a_symptom_is_help_where_that_was_chosen(
    object: str, statement: str, verdict: Verdict
) -> None:
    triple = Triple(Mention("drug"), "reduces", Mention(object), "TREATS")
    assert check(triple, edge(statement), entities=(*ALL, MEMORY, PAIN)).verdict is verdict


def test_where_one_of_two_namesakes_is_no_illness_less_of_it_is_not_taken_for_help() -> None:
    triple = Triple(Mention("drug"), "reduces", Mention("illness"), "TREATS")
    assert check(triple, edge("D:1 TREATS I:1"), entities=(*ALL, TWIN)).verdict is R


def test_where_words_around_it_may_turn_it_round_only_both_sides_together_are_told() -> None:
    doubtful = Triple(Mention("drug"), "treats", Mention("illness"), doubtful=True)
    found = check(doubtful, edge("D:1 TREATS I:1", "P:1"))
    assert (found.verdict, found.reason, found.edges_for) == (R, Reason.OTHER_PREDICATE, ())
    assert "I could not tell whether “treats” makes this claim" in found.why
    assert check(doubtful, edge("D:1 not TREATS I:1")).verdict is R
    assert check(doubtful, edge("D:1 TREATS I:1"), edge("D:1 not TREATS I:1")).verdict is M


def test_what_a_model_guessed_takes_no_side_and_says_so() -> None:
    found = check(Triple(Mention("drug"), "gladdens", Mention("illness"), "TREATS"), edge("D:1 TREATS I:1"))
    assert (found.verdict, found.reason) == (R, Reason.OTHER_PREDICATE)
    assert "I could not tell whether “gladdens” makes this claim" in found.why


# ── entities that are not there, or are one ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("subject", "object", "reason"),
    [
        ("unicorn dust", "illness", Reason.SUBJECT_NOT_IN_GRAPH),
        ("drug", "melancholy", Reason.OBJECT_NOT_IN_GRAPH),
        ("unicorn dust", "melancholy", Reason.NEITHER_IN_GRAPH),
        ("drug", "Drug", Reason.SAME_ENTITY),
    ],
)
def test_what_cannot_be_looked_up_is_unsure(subject: str, object: str, reason: Reason) -> None:
    found = check((subject, "treats", object), edge("D:1 TREATS I:1"))
    assert (found.verdict, found.reason) == (U, reason)


def test_what_is_linked_on_one_side_only_cannot_be_looked_up() -> None:
    meaning = read_meaning(Triple(Mention("a"), "treats", Mention("b")), Phrasebook.small())
    one = (Candidate(DRUG, 1.0, Match.EXACT),)
    for sides in ((one, ()), ((), one), ((), ()), (one, one)):
        assert make_case(Triple(Mention("a"), "treats", Mention("b")), meaning, *sides).couples == ()


def test_in_a_passive_it_is_the_object_of_the_graphs_direction_that_is_missing() -> None:
    found = check(("melancholy", "is treated by", "drug"))
    assert found.reason is Reason.OBJECT_NOT_IN_GRAPH
    assert "melancholy" in found.why


def test_a_claim_that_nothing_settles_keeps_all_that_was_read_in_it() -> None:
    found = check(("drug", "does not cure", "melancholy"))
    assert (found.verdict, found.subject and found.subject.entity, found.object) == (U, DRUG, None)
    assert (found.predicate, found.negated, found.overstates, found.hedged) == ("TREATS", True, True, False)
    back = check(("illness", "is treated by", "unicorn dust"))
    assert (back.inverted, back.subject, back.object and back.object.entity) == (True, None, ILLNESS)
    assert check(("drug", "gladdens", "melancholy")).predicate is None


def test_a_graph_that_cannot_be_reached_makes_every_claim_unsure() -> None:
    graph = FakeGraph(ALL, [edge("D:1 TREATS I:1")], PREDICATES)
    graph.down = True
    triples = [Triple(Mention("drug"), phrase, Mention("illness")) for phrase in ("treats", "gladdens")]
    claims = asyncio.run(Checker(graph, Phrasebook.small()).check(triples))
    assert [(c.verdict, c.reason) for c in claims] == [(U, Reason.GRAPH_UNREACHABLE)] * 2
    assert claims[0].why == "The graph could not be reached, so this was not checked."
    busy = unreachable_claim(triples[0], read_meaning(triples[0], Phrasebook.small()), busy=True)
    assert busy.why == "The graph was asked too much at once, so this was not checked. Ask again in a moment."


# ── joint choice ────────────────────────────────────────────────────────────────────────────────────────────────────

TWIN = Entity("I:9", "illness", "Gene")


def named(*candidates: tuple[Entity, float, Match]) -> tuple[Candidate, ...]:
    return tuple(Candidate(*c) for c in candidates)


def test_evidence_decides_between_names_that_are_as_good_as_each_other() -> None:
    found = check(("drug", "treats", "illness"), edge("D:1 TREATS I:9"), entities=(*ALL, TWIN))
    assert found.verdict is S
    assert found.object is not None
    assert found.object.entity is TWIN


def test_evidence_never_overrides_a_better_name() -> None:
    links = {"ill": named((ILLNESS, 0.95, Match.SYNONYM), (TWIN, 0.9, Match.SPELLING))}
    found = check(("drug", "treats", "ill"), edge("D:1 TREATS I:9"), links=links, entities=(*ALL, TWIN))
    assert found.verdict is U
    assert found.object is not None
    assert found.object.entity is ILLNESS


def test_types_decide_before_evidence() -> None:
    """Drugs treat diseases in this graph, so the gene of the same name is not what "treats" is about."""
    edges = (edge("D:0 TREATS I:1"), edge("D:1 INTERACTS_WITH I:9"))
    found = check(("drug", "treats", "illness"), *edges, entities=(*ALL, TWIN), signatures=True)
    assert found.object is not None
    assert found.object.entity is ILLNESS


def test_equally_good_readings_that_disagree_are_never_settled_as_support() -> None:
    edges = (edge("D:1 TREATS I:1"), edge("D:1 not TREATS I:9"))
    assert check(("drug", "treats", "illness"), *edges, entities=(*ALL, TWIN)).verdict is C


def test_the_predicates_that_a_phrase_can_mean_are_tried_together() -> None:
    found = check(("drug", "reduces", "gene"), edge("D:1 DISRUPTS G:1"))
    assert (found.verdict, found.predicate) == (S, "DISRUPTS")


@pytest.mark.parametrize(
    ("statements", "entity", "verdict"),
    [
        (["D:1 TREATS I:1", "D:1 TREATS I:9", "D:1 not TREATS I:9"], TWIN, M),
        (["D:1 AFFECTS I:1", "D:1 TREATS I:9"], TWIN, S),
        (["D:1 AFFECTS I:9"], TWIN, R),
        (["D:1 TREATS I:1", "D:1 TREATS I:9"], ILLNESS, S),
    ],
)
def test_of_namesakes_the_one_with_more_evidence_is_taken_and_the_less_agreed(
    statements: list[str], entity: Entity, verdict: Verdict
) -> None:
    found = check(("drug", "treats", "illness"), *map(edge, statements), entities=(*ALL, TWIN))
    assert found.object is not None
    assert (found.object.entity, found.verdict) == (entity, verdict)


def test_what_a_namesake_of_another_sort_has_is_not_counted_as_well() -> None:
    edges = (edge("D:1 TREATS I:1", "P:1"), edge("D:1 TREATS I:9", "P:2"))
    assert check(("drug", "treats", "illness"), *edges, entities=(*ALL, TWIN)).papers_for == ("P:1",)


@pytest.mark.parametrize("statements", [("INHIBITS", "not DISRUPTS"), ("not INHIBITS", "DISRUPTS")])
def test_what_another_sense_of_the_phrase_denies_is_shown_with_what_speaks_for_it(statements: tuple[str, str]) -> None:
    found = check(("drug", "reduces", "gene"), *(edge(f"D:1 {said} G:1") for said in statements))
    assert (found.verdict, found.reason) == (M, Reason.EDGES_ON_BOTH_SIDES)
    assert (len(found.edges_for), len(found.edges_against), found.edges_near) == (1, 1, ())


def test_of_senses_with_the_same_evidence_the_first_is_taken() -> None:
    found = check(("drug", "reduces", "gene"), edge("D:1 DISRUPTS G:1"), edge("D:1 INHIBITS G:1"))
    assert (found.verdict, found.predicate) == (S, "INHIBITS")


def test_types_fit_a_predicate_where_the_graph_uses_it_its_like_or_its_opposite_between_them() -> None:
    rules = Phrasebook.small()
    assert TypeFit((), rules).fits("Gene", ("TREATS",), "Gene")
    fit = TypeFit([("Drug", "TREATS", "Disease")], rules)
    assert all(fit.fits("Drug", (name,), "Disease") for name in ("TREATS", "AFFECTS", "CAUSES"))
    assert not fit.fits("Drug", ("ISA",), "Disease")
    assert not fit.fits("Disease", ("TREATS",), "Drug")
    assert not fit.fits("Drug", ("TREATS",), "Gene")
    either_way = TypeFit([("Drug", "INTERACTS_WITH", "Food")], rules)
    assert either_way.fits("Food", ("INTERACTS_WITH",), "Drug")


# ── matched by meaning ──────────────────────────────────────────────────────────────────────────────────────────────

BY_MEANING = {"feeling ill": named((ILLNESS, 0.7, Match.SEMANTIC))}


@pytest.mark.parametrize(
    ("statements", "verdict", "reason"),
    [
        (["D:1 TREATS I:1"], R, Reason.MATCHED_BY_MEANING),
        (["D:1 not TREATS I:1"], C, Reason.EDGE_AGAINST),
        (["D:1 TREATS I:1", "D:1 not TREATS I:1"], M, Reason.EDGES_ON_BOTH_SIDES),
    ],
)
def test_meaning_alone_never_earns_support(statements: list[str], verdict: Verdict, reason: Reason) -> None:
    found = check(("drug", "treats", "feeling ill"), *map(edge, statements), links=BY_MEANING)
    assert (found.verdict, found.reason) == (verdict, reason)
    assert "“feeling ill” was taken to mean illness" in found.why


# ── what is only near ───────────────────────────────────────────────────────────────────────────────────────────────

ISA = edge("D:1 ISA D:0")


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        (["D:0 not TREATS I:1"], Reason.NEIGHBOUR_AGAINST),
        (["D:0 TREATS I:1", "D:0 not TREATS I:1"], Reason.NEIGHBOUR_MIXED),
    ],
)
def test_evidence_about_a_broader_entity_is_relevant_at_most(statements: list[str], reason: Reason) -> None:
    found = check(("drug", "treats", "illness"), ISA, *map(edge, statements))
    assert (found.verdict, found.reason, found.carrier) == (R, reason, KIND)
    assert "drug class, which is broader" in found.why


def test_what_speaks_for_a_class_is_a_path_from_its_member() -> None:
    found = check(("drug", "treats", "illness"), ISA, edge("D:0 AFFECTS I:1"), edge("D:0 TREATS I:1"))
    assert (found.verdict, found.reason, found.carrier) == (R, Reason.PATH, KIND)
    assert found.path is not None
    assert [n.id for n in found.path.nodes] == ["D:1", "D:0", "I:1"]
    assert found.why.startswith("No direct connection, but one through drug class: ")
    assert "drug class treats illness" in found.why


def test_the_path_that_is_told_goes_through_the_class_that_speaks_for_it_whatever_others_there_are() -> None:
    others = (edge("D:1 INHIBITS G:1", "P:1", "P:2"), edge("G:1 CAUSES I:1", "P:3", "P:4"))
    for told in ((ISA, edge("D:0 TREATS I:1"), *others), (*others, ISA, edge("D:0 TREATS I:1"))):
        found = check(("drug", "treats", "illness"), *told)
        assert (found.reason, found.carrier) == (Reason.PATH, KIND)
        assert found.path is not None
        assert [n.id for n in found.path.nodes] == ["D:1", "D:0", "I:1"]


def test_a_class_that_speaks_against_it_is_named_and_its_path_not_told_as_support() -> None:
    found = check(("drug", "treats", "illness"), ISA, edge("D:0 not TREATS I:1"), edge("D:1 INHIBITS I:1"))
    assert (found.reason, found.carrier) == (Reason.NEIGHBOUR_AGAINST, KIND)
    assert "drug class, which is broader" in found.why


def test_a_class_that_is_joined_to_everything_is_named_but_is_no_path() -> None:
    others = (edge(f"D:0 AFFECTS I:{n}") for n in range(2, 4))
    found = check(("drug", "treats", "illness"), ISA, edge("D:0 TREATS I:1"), edge("D:0 AFFECTS G:1"), *others)
    assert (found.verdict, found.reason, found.path) == (R, Reason.NEIGHBOUR_FOR, None)
    assert "drug class, which is broader" in found.why


def test_evidence_about_a_narrower_entity_is_relevant_at_most() -> None:
    found = check(("drug", "treats", "illness"), edge("I:2 ISA I:1"), edge("D:1 TREATS I:2"))
    assert (found.verdict, found.reason, found.carrier) == (R, Reason.NEIGHBOUR_FOR, RELATIVE)


def test_a_neighbours_evidence_tells_more_than_another_predicate_about_the_entity_itself() -> None:
    """The named case: a plant's extract treats what the plant was only shown not to prevent."""
    found = check(("drug", "treats", "illness"), ISA, edge("D:1 not PREVENTS I:1"), edge("D:0 TREATS I:1"))
    assert (found.reason, found.carrier) == (Reason.NEIGHBOUR_FOR, KIND)


def test_a_neighbours_edge_that_takes_no_side_does_not_count() -> None:
    assert check(("drug", "treats", "illness"), ISA, edge("D:0 AFFECTS I:1")).reason is not Reason.NEIGHBOUR_FOR


def test_a_specific_path_is_relevant_and_named() -> None:
    found = check(("drug", "treats", "illness"), edge("D:1 INHIBITS G:1", "P:1"), edge("G:1 CAUSES I:1"))
    assert (found.verdict, found.reason) == (R, Reason.PATH)
    assert found.path is not None
    assert found.path.nodes[1] is GENE
    assert "gene" in found.why


def test_a_phrase_that_is_not_understood_never_settles_anything() -> None:
    found = check(("drug", "gladdens", "illness"), edge("D:1 TREATS I:1"), edge("D:1 not TREATS I:1"))
    assert (found.verdict, found.predicate) == (R, None)
    assert "gladdens" in found.why


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_support_shows_the_graphs_own_predicate_and_its_papers() -> None:
    found = check(("drug", "affects", "illness"), edge("D:1 TREATS I:1", "P:1", "P:2", "P:3"))
    assert found.why == "The graph says drug treats illness (3 papers)."


def test_support_without_papers_shows_the_knowledge_source() -> None:
    found = check(("drug", "treats", "illness"), edge("D:1 TREATS I:1", source="iDISK 2.0"))
    assert "(iDISK 2.0, no paper given)" in found.why


def test_saying_more_quotes_both() -> None:
    found = check(("drug", "cures", "illness"), edge("D:1 TREATS I:1", "P:1"))
    assert found.why == "The graph says drug treats illness (1 paper); nothing there says “cures”."


# ── whatever the graph holds ────────────────────────────────────────────────────────────────────────────────────────

STATEMENTS = st.builds(
    " ".join,
    st.tuples(
        st.sampled_from([e.id for e in ALL]),
        st.sampled_from(["", "not"]),
        st.sampled_from([p.name for p in PREDICATES]),
        st.sampled_from([e.id for e in ALL]),
    ),
).filter(lambda s: s.split()[0] != s.split()[-1])


@given(
    statements=st.lists(STATEMENTS, max_size=8, unique=True),
    phrase=st.sampled_from([*Phrasebook.phrases, "gladdens"]),
    semantic=st.booleans(),
)
def test_support_always_has_an_edge_of_its_own(statements: list[str], phrase: str, semantic: bool) -> None:
    """✓ needs an edge for it between the two named entities, none against it, and names that were not guessed."""
    links = {"illness": named((ILLNESS, 0.9, Match.SEMANTIC if semantic else Match.EXACT))}
    found = check(("drug", phrase, "illness"), *map(edge, statements), links=links)
    if found.verdict is S:
        assert found.edges_for
        assert not found.edges_against
        assert not semantic
        assert {frozenset((e.subject, e.object)) for e in found.edges_for} == {frozenset(("D:1", "I:1"))}
        assert not found.overstates or found.negated
    assert found.why


def test_a_claim_of_a_thing_about_itself_is_unsure() -> None:
    assert check(("drug", "treats", "drug"), edge("D:1 TREATS I:1")).verdict is U
    assert check(("illness", "causes", "illness"), edge("I:1 CAUSES I:1")).verdict is U


@pytest.mark.parametrize(
    ("phrase", "statements", "verdict", "papers"),
    [
        ("treats", ["D:1 TREATS I:1", "D:9 TREATS I:1"], S, 2),
        ("treats", ["D:9 TREATS I:1", "D:1 INTERACTS_WITH I:1"], S, 1),
        ("treats", ["D:1 not TREATS I:1", "D:9 not TREATS I:1"], C, 2),
        ("treats", ["D:1 TREATS I:1", "D:9 not TREATS I:1"], C, 1),
        ("treats", ["D:1 TREATS I:1", "I:1 TREATS D:9"], S, 1),
        ("treats", ["D:1 TREATS I:1", "G:1 TREATS I:1"], S, 1),
    ],
)
def test_what_a_graph_has_twice_is_judged_by_the_edges_of_both(
    phrase: str, statements: list[str], verdict: Verdict, papers: int
) -> None:
    twin = Entity("D:9", "Drug (substance)", "Substance")
    both = tuple(Candidate(e, 1.0, Match.EXACT) for e in (DRUG, twin))
    edges = [edge(statement, f"PMID:{n}") for n, statement in enumerate(statements)]
    links = {"drug": both, "illness": (Candidate(ILLNESS, 1.0, Match.EXACT),)}
    claim = check(("drug", phrase, "illness"), *edges, links=links, entities=(*ALL, twin))
    found = (*claim.edges_for, *claim.edges_against)
    assert (claim.verdict, len({p for e in found for p in e.publications})) == (verdict, papers)
    assert {e.subject for e in found} <= {claim.subject.entity.id, ILLNESS.id} if claim.subject else False
