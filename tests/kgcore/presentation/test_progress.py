from __future__ import annotations

from kgcore.exploration.exploration import exploration_of, goal_progress
from kgcore.presentation.progress import progress_panel, progress_subject
from kgcore.values.actions import ActionRecord, Barred, Dismissed, RecommendationKind
from kgcore.values.model import Neighbour, Neighbourhood
from kgcore.values.thread import Exploration
from tests.kgcore.presentation.made import AD, BLEEDING, COLD, FIRST, ROS, WARFARIN, E, edge, said, tables

AROUND = {
    E.id: Neighbourhood(
        E.id,
        frozenset({AD.id, BLEEDING.id, WARFARIN.id, ROS.id, "X:far"}),
        (
            Neighbour(WARFARIN, (edge(WARFARIN, "INTERACTS_WITH", E),), 1),
            Neighbour(ROS, (edge(E, "INHIBITS", ROS),), 1),
            Neighbour(AD, (edge(E, "TREATS", AD),), 1),
            Neighbour(BLEEDING, (edge(E, "CAUSES", BLEEDING),), 1),
        ),
    )
}


def action_record(control: Dismissed | Barred) -> ActionRecord:
    return ActionRecord("d", "thread", "u", control)


def test_the_figures_are_of_what_lies_around_the_questions_entities() -> None:
    assert progress_subject(exploration_of((FIRST,))) == "of the entities linked to vitamin E and Alzheimer's disease"
    assert not progress_subject(Exploration())


def test_the_panel_adds_up_to_the_figures() -> None:
    exploration = exploration_of((FIRST,))
    panel = progress_panel(exploration, AROUND, {})
    (table,) = tables(panel.blocks).values()
    explored, total = goal_progress(exploration, AROUND)
    assert sum(int(row[1]) for row in table.rows) == explored == 2
    assert sum(int(row[1]) + int(row[2]) for row in table.rows) == total == 5
    assert "There are 5 such things; answers of this thread speak of 2 of them, 3 are left." in said(panel)
    assert ("Drugs", "0", "1", "warfarin") in table.rows
    assert table.rows[-1] == ("Others, less documented", "0", "1", "")
    assert panel.private


def test_what_was_dismissed_is_told_and_taken_out() -> None:
    gone = Dismissed("t1", "key", RecommendationKind.NODE, E.id, WARFARIN.id, nodes=(WARFARIN.id,))
    panel = progress_panel(exploration_of((FIRST,), [action_record(gone)]), AROUND, {})
    assert "One suggestion was dismissed; its 1 entity no longer counts." in said(panel).replace(
        "1 suggestion", "One suggestion"
    )
    assert "There are 4 such things" in said(panel)


def test_an_unwanted_kind_is_told() -> None:
    panel = progress_panel(exploration_of((FIRST,), [action_record(Barred("t1", type="Drug"))]), AROUND, {})
    assert "Suggestions of drugs are switched off here" in said(panel)


def test_nothing_to_measure_is_said_plainly() -> None:
    assert "nothing to measure" in said(progress_panel(Exploration(), {}, {}))
    assert "Nothing is left of it." in said(progress_panel(exploration_of((FIRST,)), {}, {COLD.id: COLD}))
