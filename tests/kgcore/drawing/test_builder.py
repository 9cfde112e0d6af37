"""What of an answer's claims is drawn."""

from __future__ import annotations

from kgcore.drawing.builder import picture_of
from kgcore.drawing.dot import edge_attributes
from kgcore.drawing.picture import Picture
from kgcore.values.model import Candidate, Claim, Edge, Entity, Match, Mention, Path, Predicate, Reason, Triple
from kgcore.values.reply import Sign
from kgcore.verdicts import Verdict

E1, E2, E3 = (
    Entity("a", "Vitamin E", "DietarySupplement"),
    Entity("b", "Dementia", "Disease"),
    Entity("c", "Tau", "Gene"),
)
NUMBERS = {"a": 1, "b": 2, "c": 3}


class Plain:
    """A vocabulary of few words."""

    def get(self, name: str) -> Predicate:
        return Predicate(name, name.lower())

    def symmetric(self, name: str) -> bool:
        return name == "ASSOCIATES"


def edge(subject: Entity, predicate: str, object: Entity, *papers: str, negated: bool = False) -> Edge:
    return Edge(f"{subject.id}{predicate}{object.id}", subject.id, predicate, object.id, negated, papers)


def claim(
    subject: Entity | str, object: Entity | str, verdict: Verdict, predicate: str | None = "TREATS", **more: object
) -> Claim:
    left, right = (Candidate(e, 1.0, Match.EXACT) if isinstance(e, Entity) else None for e in (subject, object))
    mentions = [Mention(e.name if isinstance(e, Entity) else e) for e in (subject, object)]
    if more.get("turned"):
        mentions.reverse()
    triple = Triple(mentions[0], str(more.pop("relation", "helps with")), mentions[1])
    if verdict is Verdict.SUPPORTED:
        more.setdefault("edges_for", (edge(E1, "TREATS", E2, "P1"),))
    reason = more.pop("reason", Reason.EDGE_FOR)
    assert isinstance(reason, Reason)
    return Claim(triple, verdict, reason, "", left, right, predicate, **more)  # type: ignore[arg-type]


def drawn(*claims: Claim, earlier: tuple[Claim, ...] = (), focus: tuple[str, ...] = ()) -> Picture:
    return picture_of(claims, earlier, focus, NUMBERS, words=Plain())


def test_a_claim_becomes_two_nodes_and_an_edge_with_verdict_and_papers() -> None:
    for_it = (edge(E1, "TREATS", E2, "P1", "P2"), edge(E1, "TREATS", E2, "P2", "P3"))
    picture = drawn(claim(E1, E2, Verdict.SUPPORTED, edges_for=for_it), focus=("a",))
    assert [(n.number, n.name, n.focus) for n in picture.nodes] == [(1, "Vitamin E", True), (2, "Dementia", False)]
    (line,) = picture.edges
    assert (line.source, line.target, line.label, line.verdict) == (1, 2, "treats", Verdict.SUPPORTED)
    assert (line.papers_for, line.papers_against, line.claims) == (3, 0, (1,))


def test_a_negated_claim_says_so() -> None:
    assert drawn(claim(E1, E2, Verdict.SUPPORTED, negated=True)).edges[0].label == "does not treat"


def test_a_mention_outside_the_graph_becomes_a_ghost_without_a_number() -> None:
    picture = drawn(claim(E1, "gamma  Waves", Verdict.UNSURE), claim(E2, "Gamma waves", Verdict.UNSURE))
    ghost = [n for n in picture.nodes if n.ghost]
    assert [(g.name, g.type) for g in ghost] == [("gamma  Waves", "")]
    assert all(e.target == ghost[0].number for e in picture.edges)


def test_two_hops_run_through_the_node_between() -> None:
    path = Path((E1, E3, E2), ((edge(E1, "INHIBITS", E3, "P1"),), (edge(E2, "ASSOCIATES", E3, "P2"),)), 0.5)
    picture = drawn(claim(E1, E2, Verdict.RELEVANT, reason=Reason.PATH, path=path))
    assert [(e.source, e.target, e.label, e.directed) for e in picture.edges] == [
        (1, 3, "inhibits", True),
        (2, 3, "associates", False),
    ]
    assert all(e.hop and e.claims == (1,) and e.verdict is Verdict.RELEVANT for e in picture.edges)


def test_evidence_at_a_neighbour_is_drawn_there_and_tied_to_what_the_claim_names() -> None:
    near = (edge(E3, "TREATS", E2, "P1"),)
    picture = drawn(claim(E1, E2, Verdict.RELEVANT, reason=Reason.NEIGHBOUR_FOR, carrier=E3, edges_near=near))
    assert {(e.source, e.target, e.verdict) for e in picture.edges} == {(3, 2, Verdict.RELEVANT), (1, 3, None)}


def test_what_keeps_an_edge_from_more_stands_on_it() -> None:
    other = claim(E1, E2, Verdict.RELEVANT, reason=Reason.OTHER_PREDICATE, edges_near=(edge(E1, "AFFECTS", E2, "P1"),))
    back = claim(E1, E2, Verdict.RELEVANT, "CAUSES", reason=Reason.OTHER_DIRECTION)
    first, second = drawn(other).edges + drawn(back).edges
    assert (first.label, first.note, first.papers_for) == ("treats", "graph: affects", 1)
    assert second.note == "graph: the other way round"


def test_a_claim_that_says_more_keeps_its_own_words_and_their_direction() -> None:
    more = claim(
        E1, E2, Verdict.RELEVANT, overstates=True, relation="is cured by", inverted=True, reason=Reason.OVERSTATES
    )
    (line,) = drawn(more).edges
    assert (line.source, line.target, line.label) == (2, 1, "is cured by")


def test_parallel_claims_of_one_verdict_share_a_line_and_others_do_not() -> None:
    picture = drawn(
        claim(E1, E2, Verdict.SUPPORTED, edges_for=(edge(E1, "TREATS", E2, "P1"),)),
        claim(E1, E2, Verdict.SUPPORTED, "PREVENTS", edges_for=(edge(E1, "PREVENTS", E2, "P1", "P2"),)),
        claim(E1, E2, Verdict.CONTRADICTED, "CAUSES", edges_against=(edge(E1, "TREATS", E2, "P1"),)),
    )
    assert [(e.label, e.claims, e.papers_for) for e in picture.edges] == [
        ("treats, prevents", (1, 2), 2),
        ("causes", (3,), 0),
    ]


def test_what_is_affirmed_and_what_is_denied_are_two_lines_though_their_verdict_is_the_same() -> None:
    two = (claim(E1, E2, Verdict.SUPPORTED), claim(E1, E2, Verdict.SUPPORTED, "PREVENTS", negated=True))
    lines = drawn(*two).edges
    assert [(line.verdict, line.sign) for line in lines] == [
        (Verdict.SUPPORTED, Sign.BENEFIT),
        (Verdict.SUPPORTED, Sign.NO_EFFECT),
    ]
    assert [edge_attributes(line)["arrowhead"] for line in lines] == ["normal", "normaltee"]


def test_a_symmetric_relation_is_one_line_whichever_way_it_was_said() -> None:
    one, other = (claim(*ends, Verdict.UNSURE, "ASSOCIATES") for ends in ((E1, E2), (E2, E1)))
    (line,) = drawn(one, other).edges
    assert not line.directed
    assert line.claims == (1, 2)


def test_earlier_claims_are_drawn_once_and_pale_unless_said_again() -> None:
    again, old = claim(E1, E2, Verdict.SUPPORTED), claim(E3, E2, Verdict.UNSURE, "AFFECTS")
    picture = drawn(claim(E1, E2, Verdict.SUPPORTED), earlier=(again, old))
    assert [(e.label, e.fresh, e.claims) for e in picture.edges] == [("treats", True, (1,)), ("affects", False, ())]
    assert [(n.number, n.fresh) for n in picture.nodes] == [(1, True), (2, True), (3, False)]


def test_both_mentions_of_one_entity_draw_the_node_alone() -> None:
    picture = drawn(claim(E1, E1, Verdict.UNSURE, reason=Reason.SAME_ENTITY))
    assert len(picture.nodes) == 1
    assert not picture.edges


def test_an_entity_without_a_number_gets_the_next_free_one() -> None:
    new = Entity("z", "Zinc", "Chemical")
    assert drawn(claim(new, E2, Verdict.UNSURE)).nodes[0].number == 4


def test_claims_keep_their_own_numbers() -> None:
    claims = (claim(E1, E2, Verdict.UNSURE), claim(E3, E2, Verdict.UNSURE))
    picture = picture_of(claims, words=Plain(), claim_numbers=(2, 7))
    assert [e.claims for e in picture.edges] == [(2,), (7,)]


def test_those_who_say_the_same_share_a_line_and_those_who_do_not_have_their_own() -> None:
    claims = (
        claim(E1, E2, Verdict.UNSURE),
        claim(E1, E2, Verdict.UNSURE, negated=True),
        claim(E1, E2, Verdict.UNSURE),
    )
    picture = picture_of(claims, words=Plain(), speakers={1: "Ann", 2: "Ben", 3: "Cleo"})
    assert [(e.label, e.speakers, e.claims) for e in picture.edges] == [
        ("treats", ("Ann", "Cleo"), (1, 3)),
        ("does not treat", ("Ben",), (2,)),
    ]
