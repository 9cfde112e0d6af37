from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.presentation.progress import GONE, SAME, compare_branches, step_id, steps_block, steps_panel
from kgcore.values.model import Statement
from kgcore.values.reply import Figure, Notice, Steps, Text
from kgcore.verdicts import Badge, Verdict
from tests.kgcore.presentation.made import BOTH_SIDES, FIRST, HELPS, SECOND, THIRD, THREAD, WORDS, forms, said, tables

TREE = Figure(b"png", "<svg/>", "", 1, 1)


def test_steps_know_where_they_come_from_and_which_lie_on_no_way_to_here() -> None:
    steps = steps_block(THREAD, "t2").steps
    assert [(s.number, s.parent, s.here, s.later) for s in steps] == [
        (1, 0, False, False),
        (2, 1, True, False),
        (3, 1, False, True),
    ]
    assert steps[0].action == "kg1:step:t1:0"
    assert steps[0].counts == ((Verdict.SUPPORTED, 1), (Verdict.CONTRADICTED, 1))
    assert steps[0].chips == ((Badge.SUPPORTED, 1), (Badge.CONTRADICTED, 1))


def test_a_step_says_of_sentences_written_from_the_graph_what_their_chips_say() -> None:
    own = replace(HELPS, triple=replace(HELPS.triple, stated=Statement("E", "TREATS", "AD")))
    view = steps_block((replace(FIRST, claims=(own, HELPS)),), "t1").steps[0]
    assert view.chips == ((Badge.SUPPORTED, 1), (Badge.REPORTED, 1))


def test_two_branches_can_be_compared_and_a_single_line_cannot() -> None:
    panel = steps_panel(THREAD, "t2", TREE)
    left, right = forms(panel)["Compare two branches"].fields
    assert [o.value for o in left.options] == ["2", "3"]
    assert (left.value, right.value) == (("2",), ("3",))
    assert TREE in panel.blocks
    line = steps_panel((FIRST, SECOND), "t2", TREE)
    assert not forms(line)
    assert TREE not in line.blocks
    assert "step 2 of 2" in said(line)


def test_the_panel_of_an_empty_thread_says_so() -> None:
    panel = steps_panel((), "", None)
    assert not any(isinstance(b, Steps) for b in panel.blocks)
    assert "Nothing has been asked" in said(panel)


def test_the_form_starts_with_the_branch_that_one_is_on() -> None:
    left, right = forms(steps_panel(THREAD, "t3", None))["Compare two branches"].fields
    assert (left.value, right.value) == (("3",), ("2",))


@given(st.text(max_size=9))
def test_a_step_is_found_by_its_number_and_by_nothing_else(value: str) -> None:
    plain = value.lstrip("0") if value.isascii() else ""
    assert step_id(THREAD, value) == {"1": "t1", "2": "t2", "3": "t3"}.get(plain, "")


def test_two_branches_side_by_side_leave_out_what_they_share() -> None:
    blocks = compare_branches(THREAD, "t2", "t3", WORDS)
    assert isinstance(blocks[0], Text)
    assert blocks[0].plain == "Step 1 is common to both; below is what came after."
    found = tables(blocks)
    assert found["Questions"].rows == (("2. And vitamin C?", "3. What does it inhibit?"),)
    assert found["Claims by verdict"].rows == (
        ("✓ Supported", "0", "1"),
        ("⚖ Mixed", "0", "1"),
        ("? No evidence found here", "1", "0"),
    )
    assert found["What they name"].columns == ("Only to step 2", "In both", "Only to step 3")
    assert found["What they name"].rows[0] == ("Common cold", "", "Reactive oxygen species")
    assert "Claims that both make" not in found


def test_what_both_branches_claim_stands_with_both_verdicts() -> None:
    again = replace(THIRD, id="t4", parent="t2", claims=(HELPS,))
    third = replace(THIRD, claims=(HELPS, BOTH_SIDES))
    (row,) = tables(compare_branches((FIRST, SECOND, third, again), "t4", "t3", WORDS))["Claims that both make"].rows
    assert row == ("Vitamin E treats Alzheimer's disease", "✓ Supported", "✓ Supported")


@pytest.mark.parametrize(("right", "words"), [("t2", SAME), ("nowhere", GONE), ("t1", SAME)])
def test_a_branch_beside_itself_or_one_that_is_gone_gets_a_sentence(right: str, words: str) -> None:
    (block,) = compare_branches(THREAD, "t2", right, WORDS)
    assert isinstance(block, Notice)
    assert block.text == words


def test_of_many_steps_the_latest_stand_under_an_answer_and_the_way_to_where_people_are() -> None:
    thread = [replace(FIRST, id=f"t{n}", parent=f"t{n - 1}" if n else "") for n in range(40)]
    latest = steps_block(thread, "t39", 24)
    assert [s.number for s in latest.steps] == list(range(17, 41))
    assert latest.folded == 16
    earlier = steps_block(thread, "t4", 24)
    assert [s.number for s in earlier.steps] == [1, 2, 3, 4, 5, *range(22, 41)]
    assert [s.number for s in earlier.steps if s.here] == [5]
    assert len(steps_block(thread, "t4").steps) == 40
