from __future__ import annotations

from kgcore.presentation.card import card_rows, node_panel
from kgcore.presentation.parts import NodeLine
from kgcore.values.message import Action
from kgcore.values.model import Entity, Neighbour, Neighbourhood
from kgcore.values.reply import EntityRef, Table, Text
from tests.kgcore.presentation.made import AD, BLEEDING, FIRST, ROS, WARFARIN, WORDS, C, E, choices, edge, forms, said

LINE = NodeLine(1, E.id, E.name, E.type)
KNOWN = [NodeLine(1, E.id, E.name, E.type), NodeLine(4, C.id, C.name, C.type)]
AROUND = Neighbourhood(
    E.id,
    frozenset({AD.id, BLEEDING.id, WARFARIN.id, ROS.id}),
    (
        Neighbour(AD, (edge(E, "TREATS", AD, "1", "2"), edge(E, "PREVENTS", AD, "3", negated=True)), 9),
        Neighbour(BLEEDING, (edge(E, "CAUSES", BLEEDING, "4"),), 2),
        Neighbour(WARFARIN, (edge(WARFARIN, "INTERACTS_WITH", E, "5", "6"),), 5),
        Neighbour(ROS, (edge(E, "INHIBITS", ROS, "7"), edge(E, "INHIBITS", ROS, "8", negated=True)), 3),
    ),
)


def test_the_card_tells_benefits_harms_and_mechanism_apart_and_hides_no_null_finding() -> None:
    rows = dict(card_rows(E, AROUND, WORDS))
    assert rows["Benefits reported"] == "treats Alzheimer's disease (2 papers)"
    assert rows["No benefit found"] == "does not prevent Alzheimer's disease (1 paper)"
    assert rows["Safety"] == "interacts with warfarin (2 papers); causes bleeding (1 paper)"
    assert rows["Mechanism"] == "lowers reactive oxygen species (disputed: 1 for, 1 against)"
    assert rows["In the graph"] == "4 neighbours: 1 disorder, 1 symptom, 1 drug and 1 chemical"


def test_the_card_of_a_disorder_tells_what_helps_against_it() -> None:
    neighbourhood = Neighbourhood(AD.id, frozenset({E.id}), (Neighbour(E, AROUND.best[0].edges, 4),))
    rows = dict(card_rows(AD, neighbourhood, WORDS))
    assert rows["Reported to help against it"] == "vitamin E (treats, 2 papers)"
    assert rows["Found not to help against it"] == "vitamin E (does not prevent, 1 paper)"
    assert "Safety" not in rows


def test_a_card_has_only_rows_that_have_something() -> None:
    bare = Entity("X:1", "Thing", "Unheard")
    assert card_rows(bare, None, WORDS) == (("Type", "Unheard"), ("Identifiers", "X:1"))
    assert all(value for _, value in card_rows(E, AROUND, WORDS))


def test_other_names_do_not_repeat_the_name() -> None:
    assert dict(card_rows(E, None, WORDS))["Other names"] == "tocopherol"


def test_the_panel_acts_on_the_number_of_its_node() -> None:
    panel = node_panel(FIRST, LINE, E, card_rows(E, AROUND, WORDS), True, False)
    actions = [Action.parse(c.action) for c in choices(panel)] + [Action.parse(f.action) for f in forms(panel).values()]
    assert {(a.turn, a.index) for a in actions if a} == {("t1", 1)}
    assert panel.private
    assert isinstance(panel.blocks[0], Text)
    assert panel.blocks[0].inlines == (EntityRef("Vitamin E", 1, "DietarySupplement", "#2b7a3f"),)
    assert any(isinstance(b, Table) for b in panel.blocks)


def test_leaves_can_be_folded_or_unfolded_but_not_both_and_only_where_there_are_any() -> None:
    def labels(can: bool, is_folded: bool) -> list[str]:
        return [c.label for c in choices(node_panel(FIRST, LINE, E, (), can, is_folded)) if "leaves" in c.label]

    assert labels(True, False) == ["Fold its leaves away"]
    assert labels(True, True) == labels(False, True) == ["Unfold its leaves"]
    assert labels(False, False) == []


def test_a_node_that_the_graph_does_not_know_says_so_and_can_be_merged_with_one_that_it_knows() -> None:
    unknown = NodeLine(0, "?vit c", "Vit C")
    panel = node_panel(FIRST, unknown, None, (), False, False, KNOWN)
    assert "“Vit C” is not in the graph" in said(panel)
    gone, kept = forms(panel)["Merge two nodes"].fields
    assert gone.value == ("?vit c",)
    assert [o.label for o in kept.options] == ["Vitamin E", "Vitamin C"]
    assert not [c for c in choices(panel) if "explain" in c.action]


def test_without_others_at_hand_the_unknown_node_leads_to_where_they_are() -> None:
    panel = node_panel(FIRST, NodeLine(7, "?vit c", "Vit C"), None, (), False, False)
    assert [c.action for c in choices(panel)] == ["kg1:picture:t1:0", "kg1:trim:t1:7"]


def test_no_code_and_no_other_spelling_of_its_name_is_told_as_another_name() -> None:
    rows = dict(
        card_rows(
            Entity("HGNC:APP", "Lead poisoning", "Disease", ("Lead_poisoning", "HGNC:APP", "plumbism")), None, WORDS
        )
    )
    assert rows["Other names"] == "plumbism"
    assert rows["Identifiers"] == "HGNC:APP"
    assert "Identifiers" not in dict(card_rows(Entity("Lead_poisoning", "Lead poisoning", "Disease"), None, WORDS))


def test_a_twin_whose_name_has_its_code_is_named_by_it_once() -> None:
    twin = Entity("ORPHA:558", "Marfan syndrome (ORPHA:558)", "Disease")
    assert dict(card_rows(E, None, WORDS, twins=[twin]))["Also in the graph as"].startswith(
        "Marfan syndrome (ORPHA:558);"
    )
