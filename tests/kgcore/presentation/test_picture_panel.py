from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.presentation.parts import NodeLine, node_lines
from kgcore.presentation.picture_panel import merge_form, picture_panel
from kgcore.values.actions import Condensing, PictureScope, View
from kgcore.values.message import Action, Verb
from kgcore.values.reply import Choices, FieldKind
from kgcore.values.thread import Turn
from tests.kgcore.presentation.made import FIRST, NUMBERS, SECOND, THREAD, choices, forms, said

NODES = node_lines(THREAD, NUMBERS)


def test_the_panel_says_how_the_answer_is_looked_at_now() -> None:
    view = View(everything=True, scope=PictureScope.ANSWER, telling=Condensing.OUTLINE)
    on = [c.label for c in choices(picture_panel(FIRST, view, NODES, "")) if c.on]
    assert on == ["Everything", "This answer", "As an outline"]


def test_the_panel_is_private_and_every_action_in_it_is_one_of_ours() -> None:
    panel = picture_panel(FIRST, View(paragraphs=(1,)), NODES, "going back")
    assert panel.private
    assert not panel.turn
    actions = [c.action for c in choices(panel)] + [f.action for f in forms(panel).values()]
    parsed = [Action.parse(a) for a in actions]
    assert all(a and a.turn == "t1" for a in parsed)
    assert {a.verb for a in parsed if a} >= {
        Verb.UNDO, Verb.SALIENCE, Verb.SCOPE, Verb.TELLING, Verb.CONNECT, Verb.PARAGRAPHS, Verb.MERGE, Verb.QUOTE,
        Verb.MORE, Verb.ADD, Verb.DIGEST, Verb.TRIM_CLAIM, Verb.NODE,
    }  # fmt: skip


def test_undo_says_what_it_takes_back_and_is_absent_where_there_is_nothing() -> None:
    assert "Undo: going back" in [c.label for c in choices(picture_panel(FIRST, View(), NODES, "going back"))]
    assert not [c for c in choices(picture_panel(FIRST, View(), NODES, "")) if c.label.startswith("Undo")]


def test_what_the_graph_does_not_know_can_be_merged_but_not_connected() -> None:
    panel = forms(picture_panel(SECOND, View(), NODES, ""))
    (connected,) = panel["How are they connected?"].fields
    assert "?vit c" not in [o.value for o in connected.options]
    assert (connected.kind, connected.least, connected.most) == (FieldKind.MANY, 2, 5)
    gone, kept = panel["Merge two nodes"].fields
    assert "?vit c" in [o.value for o in gone.options]
    assert "?vit c" not in [o.value for o in kept.options]


def test_a_node_is_never_offered_to_be_merged_with_itself_alone() -> None:
    assert merge_form(FIRST, NODES[:1]) is None
    assert merge_form(FIRST, [NodeLine(0, "?a", "a"), NodeLine(0, "?b", "b")]) is None
    form = merge_form(FIRST, NODES, NODES[0])
    assert form is not None
    assert [len(f.options) for f in form.fields] == [1, 4]


@pytest.mark.parametrize(("view", "again"), [(View(), False), (View(paragraphs=(1,)), True)])
def test_after_choosing_paragraphs_one_can_see_all_again(view: View, again: bool) -> None:
    panel = picture_panel(FIRST, view, NODES, "")
    (field,) = forms(panel)["Picture of some paragraphs"].fields
    assert field.value == tuple(str(n) for n in view.paragraphs)
    assert ("Show all paragraphs again" in [c.label for c in choices(panel)]) is again


def test_an_answer_of_one_paragraph_has_none_to_choose_among() -> None:
    panel = picture_panel(SECOND, View(), NODES, "")
    assert "Picture of some paragraphs" not in forms(panel)
    assert "Tell me more" in [c.label for c in choices(panel)]


def test_claims_that_are_left_out_are_not_offered_to_be_left_out_again() -> None:
    panel = picture_panel(replace(FIRST, trimmed=(0,)), View(), NODES, "")
    (menu,) = [b.menu for b in panel.blocks if isinstance(b, Choices) and b.title.startswith("Leave out")]
    assert [(c.label, c.action) for c in menu] == [("2. Vitamin E causes Bleeding", "kg1:trim-claim:t1:1")]


def test_an_empty_answer_says_that_there_is_nothing_to_change() -> None:
    assert "nothing here yet" in said(picture_panel(Turn("t9", "thread", "?"), View(), (), ""))
