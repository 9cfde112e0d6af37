from __future__ import annotations

from dataclasses import replace

from kgcore.commands import CommandSurface, commands_on
from kgcore.presentation.replies import EMPTY, MOST_SHOWN, bookmarks_from_actions, bookmarks_panel, help_panel
from kgcore.values.actions import ActionRecord, Bookmarked, Undone
from kgcore.values.message import Action
from kgcore.values.model import Paper
from kgcore.values.reply import Link, Text
from tests.kgcore.presentation.made import FIRST, THIRD, WORDS, choices, said, tables

TURNS = {"t1": FIRST, "t3": THIRD}


def action_records(*controls: Bookmarked | Undone) -> list[ActionRecord]:
    return [ActionRecord(f"d{n}", "thread", "u", c) for n, c in enumerate(controls)]


def test_the_newest_comes_first_and_what_was_taken_off_is_gone() -> None:
    first, second = Bookmarked("t1", 0), Bookmarked("t1", paper="PMID:1")
    assert bookmarks_from_actions(action_records(first, second)) == (second, first)
    assert bookmarks_from_actions(action_records(first, second, replace(first, off=True))) == (second,)
    assert bookmarks_from_actions(action_records(first, second, Undone("d1"))) == (first,)


def test_a_paper_is_one_entry_wherever_it_was_found() -> None:
    found = bookmarks_from_actions(action_records(Bookmarked("t1", paper="PMID:1"), Bookmarked("t3", paper="PMID:1")))
    assert found == (Bookmarked("t3", paper="PMID:1"),)


def test_claims_carry_their_verdict_and_question_and_papers_lead_somewhere() -> None:
    panel = bookmarks_panel(
        bookmarks_from_actions(action_records(Bookmarked("t1", 0), Bookmarked("t1", paper="PMID:1"))), TURNS, WORDS
    )
    paper, claim = (b for b in panel.blocks if isinstance(b, Text))
    assert paper.inlines[0] == Link("Vitamin E trial. JAMA, 2014", "https://pubmed.ncbi.nlm.nih.gov/1/")
    assert claim.plain == (
        "✓ Supported: Vitamin E treats Alzheimer's disease. Asked: Does vitamin E help with Alzheimer's disease?"
    )
    assert [c.action for c in choices(panel)] == ["kg1:bookmark-paper:t1:0", "kg1:bookmark:t1:0"]
    assert panel.private


def test_what_is_no_longer_there_is_passed_over() -> None:
    items = (Bookmarked("gone", 0), Bookmarked("t1", 99), Bookmarked("t1", paper="PMID:404"))
    assert said(bookmarks_panel(items, TURNS, WORDS)) == EMPTY


def test_a_paper_whose_address_is_no_web_address_is_no_link() -> None:
    hostile = replace(FIRST, papers=(Paper("X:1", "T", url="javascript:alert(1)"),))
    panel = bookmarks_panel((Bookmarked("t1", paper="X:1"),), {"t1": hostile}, WORDS)
    assert not [i for b in panel.blocks if isinstance(b, Text) for i in b.inlines if isinstance(i, Link)]


def test_a_long_list_says_how_much_is_not_shown() -> None:
    papers = tuple(Paper(f"PMID:{n}", f"Paper {n}") for n in range(MOST_SHOWN + 3))
    items = tuple(Bookmarked("t1", paper=p.id) for p in papers)
    panel = bookmarks_panel(items, {"t1": replace(FIRST, papers=papers)}, WORDS)
    assert "3 older entries are not shown." in said(panel)
    assert len(choices(panel)) == MOST_SHOWN
    assert all(Action.parse(c.action) for c in choices(panel))


def test_the_help_names_every_command_and_every_sign() -> None:
    (table,) = tables(help_panel().blocks).values()
    assert table.rows == tuple((row.usage, row.words) for row in commands_on(CommandSurface.PAGE))
    assert all(sign in said(help_panel()) for sign in "✓✗⚖ⓘ?")
