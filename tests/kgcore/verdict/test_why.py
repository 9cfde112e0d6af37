"""Reasons in plain words."""

from __future__ import annotations

from kgcore.annotation import overclaims
from kgcore.values.model import TEAM, Candidate, Edge, Entity, Match, Mention, Path
from kgcore.verdict.why import AMOUNTS_TO, ReasonWriter, by_meaning, no_connection, not_in_graph, same_entity
from tests.fakes.phrases import Phrasebook

VITAMIN, DISEASE = Entity("V", "Vitamin E", "DietarySupplement"), Entity("D", "Alzheimer's disease", "Disease")
WHY = ReasonWriter(Phrasebook.small(), {"V": VITAMIN, "D": DISEASE})


def edge(predicate: str, *papers: str, negated: bool = False) -> Edge:
    return Edge(predicate, "V", predicate, "D", negated, papers)


def test_a_null_finding_reads_as_one() -> None:
    said = WHY.supported([edge("PREVENTS", "1", "2", "3", negated=True)])
    assert said == "The graph says vitamin E does not prevent Alzheimer's disease (3 papers)."


def test_edges_that_say_the_same_are_said_once_with_all_their_papers() -> None:
    said = WHY.supported([edge("TREATS", "1", "2"), edge("TREATS", "2", "3")])
    assert said == "The graph says vitamin E treats Alzheimer's disease (3 papers)."


def test_the_best_documented_come_first_and_the_rest_is_counted() -> None:
    said = WHY.supported([edge("AFFECTS", "1"), edge("TREATS", "1", "2"), edge("PREVENTS"), edge("CAUSES")])
    assert said.startswith("The graph says vitamin E treats Alzheimer's disease (2 papers), ")
    assert said.endswith("and 2 more.")


def test_what_is_known_is_told_where_the_sentence_was_not_understood() -> None:
    assert WHY.not_understood([edge("TREATS", "1")], "gladdens") == (
        "The graph says vitamin E treats Alzheimer's disease (1 paper). "
        "I could not tell whether “gladdens” makes this claim."
    )


def test_what_was_not_found_never_sounds_untrue() -> None:
    for said in (not_in_graph([Mention("x")]), no_connection(VITAMIN, DISEASE)):
        assert not any(word in said.lower() for word in ("false", "untrue", "wrong", "no evidence", "does not"))


def test_a_long_mention_is_cut_and_kept_on_one_line() -> None:
    said = not_in_graph([Mention("long\n" * 500)])
    assert len(said) < 200
    assert "\n" not in said


def test_only_guessed_names_are_explained() -> None:
    sides = [
        (Mention("E"), Candidate(VITAMIN, 1.0, Match.EXACT)),
        (Mention("losing it"), Candidate(DISEASE, 0.6, Match.SEMANTIC)),
    ]
    assert by_meaning("So.", sides[:1]) == "So."
    assert by_meaning("So.", sides) == "“losing it” was taken to mean Alzheimer's disease, by meaning alone. So."


def test_of_a_way_the_first_statement_of_each_half_is_told() -> None:
    middle = Entity("M", "Inflammation", "Disease")
    halves = (
        (Edge("e1", "V", "TREATS", "M", False, ("1",)), Edge("e2", "V", "CAUSES", "M", False, ("2", "3"))),
        (Edge("e3", "M", "CAUSES", "D", False, ("1",)),),
    )
    said = WHY.path(Path((VITAMIN, middle, DISEASE), halves, 1.0))
    assert said == (
        "No direct connection, but one through inflammation: vitamin E treats inflammation (1 paper) and inflammation "
        "causes Alzheimer's disease (1 paper)."
    )


def test_what_people_wrote_is_shown_up_to_eighty_characters() -> None:
    assert f"“{'x' * 80}”" in not_in_graph([Mention("x" * 80)])
    assert "x" * 80 not in not_in_graph([Mention("x" * 81)])


def test_what_the_graph_has_no_entry_for_is_named_alone_or_with_the_other() -> None:
    one = not_in_graph((Mention("zincum"),))
    both = not_in_graph((Mention("zincum"), Mention("a sniffle")))
    assert one == "The graph has no entry for “zincum”, so it cannot say."
    assert both == "The graph has no entry for “zincum” or “a sniffle”, so it cannot say."


def test_two_names_of_one_thing_leave_nothing_to_check() -> None:
    said = same_entity(Entity("D:1", "Zinc", "Drug"))
    assert said == "Both names mean zinc in this graph, so there is nothing to check between them."


def test_a_promise_in_other_words_is_told_by_what_it_amounts_to_and_never_quoted() -> None:
    promises = {v for k, v in vars(overclaims).items() if k.isupper() and isinstance(v, str) and " " in v}
    assert promises == set(AMOUNTS_TO)
    why = WHY.overstates([edge("TREATS", "1")], overclaims.CURED)
    assert why.endswith("; nothing there speaks of a complete cure.")
    assert "“works wonders in”" in WHY.overstates([edge("TREATS", "1")], "works wonders in")
    assert WHY.overstates([edge("TREATS", "1")], "treats without side effects").endswith("there are no side effects.")


def test_what_the_teams_own_layer_says_is_marked_wholly_or_in_part() -> None:
    own, other = (Edge(id, "V", "TREATS", "D", False, (id,), sources) for id, sources in (("1", (TEAM,)), ("2", ())))
    assert WHY.supported([own]).endswith(f"(1 paper, {TEAM}).")
    assert WHY.supported([own, other]).endswith(f"(2 papers, 1 of 2 statements {TEAM}).")
    assert WHY.supported([other]).endswith("(1 paper).")


def test_both_sides_are_told_with_their_papers_and_each_number_once() -> None:
    assert WHY.mixed([edge("TREATS", "1", "2")], [edge("TREATS", "3", negated=True)]) == (
        "The graph has both sides. For it, 2 papers: vitamin E treats Alzheimer's disease. "
        "Against it, 1 paper: vitamin E does not treat Alzheimer's disease."
    )


def test_what_has_no_paper_names_three_sources_at_most() -> None:
    told = Edge("1", "V", "TREATS", "D", sources=("A", "B", "C", "D"))
    assert WHY.supported([told]).endswith("(A, B, C, no paper given).")


def test_a_neighbour_is_broader_narrower_or_of_nearly_the_same_name() -> None:
    kin, kinds = Entity("K", "Vitamin", "Drug"), Entity("K", "Vitamins", "Drug")
    said = [WHY.neighbour(k, broader, [edge("TREATS")], VITAMIN) for k, broader in ((kin, True), (kinds, False))]
    assert "speaks of vitamin, which is broader: " in said[0]
    assert "speaks of vitamins, which are narrower: " in said[1]
    assert "speaks of vitamin: " in WHY.neighbour(kin, None, [edge("TREATS")], VITAMIN)


def test_another_relation_is_told_with_what_the_phrase_would_have_needed() -> None:
    known = WHY.other_predicate([edge("TREATS", "1")], "prevents", understood=True)
    assert known.endswith("(1 paper), which neither supports nor contradicts this.")
    assert WHY.other_predicate([edge("TREATS", "1")], "glad", understood=False).endswith(
        "None of its relations fits “glad”."
    )
