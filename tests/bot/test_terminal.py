"""What a reply looks like in a terminal, block by block; hostile text stays text."""

from __future__ import annotations

import io
import shlex
from collections.abc import Sequence
from typing import IO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.padding import Padding

from bot.picks import numbered_choices
from bot.terminal import PipedConsole, ReplyStyle, Unpadded, folding_table, print_reply
from bot.terminal_words import column_widths
from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper as Article
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Cite,
    Claims,
    ClaimView,
    EntityRef,
    Fact,
    Field,
    FieldKind,
    File,
    Form,
    Link,
    Notice,
    Option,
    Plain,
    Progress,
    Quote,
    Reply,
    Steps,
    StepView,
    Strong,
    Table,
    Text,
)
from kgcore.verdicts import Badge, Verdict
from tests.fakes.terminal import Paper

HOSTILE = "\x1b]0;owned\x07\x1b[31mred\x9b2J \u202eevil\u202c [bold]b[/bold] \r\nSecond line\ud800"
ASK = Choice("Does zinc help against colds?", "kg1:ask:t:0", "8 papers: 6 for, 2 against", 3)
DISMISS = Choice("✕", "kg1:dismiss:t:0")
MERGE = Form(
    "Two that mean the same",
    (
        Field("keep", "Keep", FieldKind.ONE, (Option("SUPP:zinc", "Zinc", 1), Option("D:colds", "Common cold", 2))),
        Field("note", "A word on why", FieldKind.TEXT, least=0, most=80),
    ),
    "Merge",
    "kg1:merge:t:0",
)
SEND = Form("Ask about zinc", (Field("question", "Your question", FieldKind.TEXT, most=400),), "Ask", "kg1:about:t:1")


def printed(*blocks: Block, thread: str = "", width: int = 100, private: bool = False) -> str:
    paper = Paper(width)
    print_reply(Reply("t", "q", blocks, private=private), paper.console, ReplyStyle(thread))
    return paper.text


def straight(*questions: str, here: int = 0) -> Steps:
    steps = (StepView(n, q, f"kg1:step:t{n}:0", n - 1, n == here) for n, q in enumerate(questions, 1))
    return Steps(tuple(steps))


def test_an_entity_has_no_number_in_the_text() -> None:
    text = Text((EntityRef("Vitamin E", 12, "Drug", "#0072b2"), Plain(" and "), EntityRef("a ghost", 0, "", "")))
    assert printed(text) == "Vitamin E and a ghost\n"


def test_a_name_has_its_entitys_colour_and_a_folded_one_is_dim() -> None:
    paper = Paper()
    text = Text((EntityRef("Zinc", 1, "Drug", "#0072b2"), EntityRef("Colds", 2, "Disease", "#d55e00", faded=True)))
    print_reply(Reply("t", "q", (text,)), paper.console, ReplyStyle())
    assert "38;2;0;114;178" in paper.raw
    assert "\x1b[2m" in paper.raw
    assert "38;2;213;94;0" not in paper.raw


def test_an_outline_is_indented_and_keeps_together() -> None:
    lines = (Text((Plain("Zinc may help."),)), Text((Plain("Zinc treats colds."),), level=1), Text((Plain("Next."),)))
    assert printed(*lines) == "Zinc may help.\n  – Zinc treats colds.\n\nNext.\n"


def test_a_mapped_message_names_its_speaker() -> None:
    assert printed(Text((Plain("It works."),), speaker="Ann")) == "Ann: It works.\n"
    claim = ClaimView(1, Verdict.SUPPORTED, (Plain("Zinc treats colds"),), "Two papers.", speaker="Ben")
    assert " 1 ✓ Supported       Ben: Zinc treats colds" in printed(Claims((claim,)))


def test_a_corrected_sentence_shows_how_it_was_first_written() -> None:
    assert "First written: It cures." in printed(Text((Strong("Reworded: "),), correction=True, first="It cures."))


def test_a_claim_shows_why_and_the_papers_on_both_sides() -> None:
    papers = tuple(Article(f"PMID:{n}", f"Title {n}", "Lancet", 2000 + n, f"https://example.org/{n}") for n in range(5))
    claim = ClaimView(2, Verdict.MIXED, (Plain("A treats B"),), "Both sides.", papers, papers[:1])
    text = printed(Claims((claim,)), width=80)
    assert "for: Title 0 (Lancet, 2000) PMID:0" in text
    assert "for: 2 more" in text
    assert "against: Title 0" in text


def test_a_long_statement_stays_in_its_column() -> None:
    claim = ClaimView(1, Verdict.UNSURE, (Plain("word " * 40),), "Why.")
    lines = printed(Claims((claim,)), width=80).splitlines()
    assert all(line.startswith(" " * 18) for line in lines[1:] if line)
    assert max(map(len, lines)) <= 80


def test_in_a_narrow_terminal_a_claim_stands_below_its_label() -> None:
    claim = ClaimView(1, Verdict.MIXED, (Plain("word " * 20),), "Both sides.", (Article("PMID:1", "Title " * 9),))
    first, *lines = [line.rstrip() for line in printed(Claims((claim,)), width=40).splitlines()]
    assert first == " 1 ⚖ Mixed"
    assert all(line.startswith("     ") and line[5] != " " for line in lines if line), lines


def test_of_a_table_a_program_reads_cells_with_tabs_between_them() -> None:
    out = io.StringIO()
    table = folding_table("Thread", "First question", title="Yours")
    table.add_row("e1", "Does zinc\nhelp against colds, and for how long does it have to be taken until it does?")
    PipedConsole(file=out, width=40).print(table)
    asked = "Does zinc help against colds, and for how long does it have to be taken until it does?"
    assert out.getvalue() == f"Yours\nThread\tFirst question\ne1\t{asked}\n"


def test_a_table_too_wide_for_the_terminal_tells_a_row_below_the_other_and_breaks_no_name() -> None:
    table = folding_table("mention", "linked", "entity", "type", "id")
    table.add_row("vitamin e", "yes", "Vitamin E", "DietarySupplement", "SUPP:vitamin-e")
    out = io.StringIO()
    Console(file=out, width=40).print(table)
    assert "type     DietarySupplement\n" in out.getvalue()
    wide = io.StringIO()
    Console(file=wide, width=100).print(table)
    assert "vitamin e   yes      Vitamin E   DietarySupplement   SUPP:vitamin-e" in wide.getvalue()


def test_choices_are_numbered_through_and_name_the_key_that_dismisses_in_a_chat() -> None:
    first = Choices((Choice(ASK.label, ASK.action, ASK.hint, 3, aside=(DISMISS,)),), title="Ask next")
    text = printed(first, Choices((Choice("Summary", "kg1:summary:t:0"),), (Choice("Settings", "kg1:settings:t:0"),)))
    assert " 1  Does zinc help against colds?³  8 papers: 6 for, 2 against\n" in text
    assert "1x: ✕    1?: what else can be done with it" in text
    assert " 2  Summary" in text
    assert "3: more, which /more lists" in text
    assert "kg1:" not in text


def test_choices_carry_whole_action_ids_outside_of_a_chat() -> None:
    block = Choices((Choice(ASK.label, ASK.action, aside=(DISMISS,)),), (ASK, ASK), "Ask next")
    text = printed(block, thread="e 1", width=80)
    assert "kg1:ask:t:0   ✕: kg1:dismiss:t:0" in text
    assert "and 2 more (evigraph chat --thread 'e 1' offers them)" in text


def test_a_panel_lists_its_menu_with_action_ids() -> None:
    assert printed(Choices((), (ASK,)), thread="e1", private=True).count("kg1:ask:t:0") == 1


def test_what_is_chosen_now_is_marked() -> None:
    text = printed(Choices((Choice("Brief", "kg1:set:t:0"), Choice("Full", "kg1:set:t:1", on=True))))
    assert " 1  Brief" in text
    assert " 2  • Full" in text


def test_stopping_is_no_choice_and_takes_no_number() -> None:
    stop = Choice("Stop", "kg1:stop:t:0")
    reply = Reply("t", "q", (Choices((stop,)), Choices((ASK,))))
    assert numbered_choices(reply) == (ASK,)
    assert "Stop" not in printed(*reply.blocks)


def test_a_straight_way_is_a_row_of_dots_with_numbers_and_questions() -> None:
    chips = ((Badge.SUPPORTED, 2), (Badge.MIXED, 1))
    steps = Steps((StepView(1, "First?", "kg1:step:a:0", chips=chips), StepView(2, "Second?", "kg1:step:b:0", 1, True)))
    assert printed(steps, private=True).splitlines() == [
        " ●──◉",
        " 1  2",
        " 1  ● First? ✓2 ⚖1",
        " 2  ◉ Second?  ← here",
    ]


def test_branches_are_an_indented_tree_and_steps_off_the_way_are_hollow() -> None:
    rows = [(1, 0, False), (2, 1, True), (3, 2, True), (4, 1, False), (5, 4, False), (6, 2, True)]
    steps = Steps(tuple(StepView(n, f"Q{n}", "", p, n == 5, later) for n, p, later in rows))
    assert printed(steps, private=True).splitlines() == [
        " 1  ● Q1",
        " 2  ○ Q2",
        " 3  ○ Q3",
        " 4  └─ ● Q4",
        " 5  └─ ◉ Q5  ← here",
        " 6  └─ ○ Q6",
    ]


def test_an_answer_shows_the_dots_of_the_way_to_it_alone() -> None:
    rows = [(1, 0, False), (2, 1, True), (3, 1, False)]
    steps = Steps(tuple(StepView(n, f"Q{n}", "", p, n == 3, later) for n, p, later in rows))
    assert printed(steps).splitlines() == [" ●──◉", " 1  3", " /steps lists the questions"]
    assert "evigraph steps --thread e1 lists the questions" in printed(steps, thread="e1")
    assert printed(straight("Only one?", here=1)) == ""


def test_short_choices_without_reasons_share_a_line_in_a_chat() -> None:
    tools = Choices(
        (Choice("Picture and text", "kg1:picture:t:0"), Choice("Summary", "kg1:summary:t:0")), title="Explore"
    )
    assert printed(tools).splitlines() == ["Explore", " 1  Picture and text      2  Summary"]


def test_a_thread_of_many_steps_fits_into_eighty_columns() -> None:
    text = printed(straight(*(f"Question {n}" for n in range(1, 61)), here=60), width=80, private=True)
    assert max(map(len, text.splitlines())) <= 80
    assert "60  ◉ Question 60  ← here" in text


def test_steps_at_the_head_of_a_panel_are_chosen_by_their_own_numbers() -> None:
    steps = straight("One?", "Two?")
    panel = Reply("", "", (steps, Choices((ASK,))), private=True)
    assert [getattr(p, "action", "") for p in numbered_choices(panel)] == ["kg1:step:t1:0", "kg1:step:t2:0", ASK.action]
    assert numbered_choices(Reply("t", "q", (steps, Choices((ASK,))))) == (ASK,)
    assert numbered_choices(Reply("", "", (Choices((ASK,)), steps), private=True)) == (ASK,)


def test_a_form_shows_its_fields_and_the_very_line_that_sends_it() -> None:
    text = printed(MERGE, thread="e 1", width=120)
    assert "Two that mean the same" in text
    assert "keep: Keep (one of these)" in text
    assert "SUPP:zinc  Zinc¹" in text
    assert "note: A word on why (text, or nothing)" in text
    line = next(line for line in text.splitlines() if "evigraph act" in line).strip()
    assert shlex.split(line) == [
        "evigraph", "act", "kg1:merge:t:0", "--thread", "e 1", "--field", "keep=SUPP:zinc",
    ]  # fmt: skip


def test_a_form_that_takes_words_says_where_they_go() -> None:
    assert "evigraph act kg1:about:t:1 --thread e1 --field 'question=…'" in printed(SEND, thread="e1")


def test_a_form_is_one_numbered_line_in_a_chat() -> None:
    assert printed(Choices((ASK,)), MERGE).endswith(" 2  Two that mean the same …\n")


@pytest.mark.parametrize(("explored", "bar"), [(0, 0), (1, 1), (18, 8), (47, 20), (99, 20)])
def test_progress_is_a_bar_and_words(explored: int, bar: int) -> None:
    text = printed(Progress(explored, 47, about="of what zinc is related to", why="kg1:progress:t:0"))
    assert text.count("━") == bar
    assert f"{explored} of 47 explored of what zinc is related to" in text
    assert "kg1:" not in text
    assert "kg1:progress:t:0" in printed(Progress(1, 2, why="kg1:progress:t:0"), thread="e1")


def test_a_file_is_named_with_its_kind_and_size() -> None:
    assert (
        printed(File("summary.md", "text/markdown; charset=utf-8", b"x" * 1234)).strip()
        == "summary.md (text/markdown, 1,234 bytes)"
    )


def test_only_what_has_changed_is_printed_again_and_always_what_can_be_chosen() -> None:
    before = (Text((Plain("The answer."),)), Notice("Old."), Choices((ASK,)))
    after = (*before[:1], Notice("New."), Choices((ASK,)))
    paper = Paper()
    print_reply(Reply("t", "q", after), paper.console, ReplyStyle(), before)
    assert "The answer." not in paper.text
    assert "New." in paper.text
    assert ASK.label in paper.text


def test_a_table_keeps_words_whole_and_gives_room_to_where_the_words_are() -> None:
    verdicts = ("✓ Supported", "✗ Contradicted", "⚖ Mixed", "ⓘ Related", "? No evidence")
    people = Table(("Speaker", "Messages", "Claims", *verdicts), (("Ben", "1", "2", "0", "2", "0", "0", "0"),))
    text = printed(people, width=80)
    assert all(word in text for word in ("Supported", "Contradicted", "Messages", "Related"))
    papers = Table(("Title", "Year"), (("word " * 30, "2017"),), "Papers")
    lines = printed(papers, width=80).splitlines()
    assert len(lines) == 5
    assert max(map(len, lines)) <= 80


@given(st.lists(st.lists(st.text(max_size=60), min_size=1, max_size=3), min_size=1, max_size=8))
def test_a_table_of_ordinary_columns_never_leaves_the_screen(cells: list[list[str]]) -> None:
    found = column_widths(cells, 130)
    assert len(found) == len(cells)
    assert sum(found) <= 130 + len(cells)
    assert min(found) >= 1


def hostile_blocks() -> Sequence[Block]:
    entity = EntityRef(HOSTILE, 1, HOSTILE, "#zzzzzz")
    article = Article(HOSTILE, HOSTILE, HOSTILE, 2001, "https://example.org/\x1b]8;;evil")
    choice = Choice(HOSTILE, str(Action(Verb.ASK, "t")), HOSTILE, aside=(Choice(HOSTILE, "kg1:dismiss:t:0"),))
    quotes = Quote(HOSTILE, HOSTILE), Quote(HOSTILE, paper=article), Quote(HOSTILE, alone=True)
    link, facts = Link(HOSTILE, "https://e.org/\x1b"), (Fact(HOSTILE + "!", quotes, 3),)
    claim = ClaimView(1, Verdict.MIXED, (entity, link), HOSTILE, (article,), evidence=facts, speaker=HOSTILE)
    options = (Option(HOSTILE, HOSTILE, 1),)
    fields = tuple(Field("name", HOSTILE, kind, options, (HOSTILE,)) for kind in FieldKind)
    return (
        Text((Plain(HOSTILE), Strong(HOSTILE), entity), first=HOSTILE, speaker=HOSTILE),
        Claims((claim,)),
        Table((HOSTILE,), ((HOSTILE,),), HOSTILE),
        Choices((choice,), (choice,), HOSTILE),
        Notice(HOSTILE),
        Progress(1, 2, HOSTILE, HOSTILE),
        Steps((StepView(1, HOSTILE, "kg1:step:t:0", here=True),)),
        Form(HOSTILE, fields, HOSTILE, "kg1:set:t:0"),
        File(HOSTILE, HOSTILE, b""),
    )


@pytest.mark.parametrize("block", hostile_blocks(), ids=lambda b: type(b).__name__)
@pytest.mark.parametrize("thread", ["", HOSTILE])
def test_hostile_text_reaches_the_terminal_as_text(block: Block, thread: str) -> None:
    text = printed(block, thread=thread, private=True)
    assert not [c for c in text if not c.isprintable() and c != "\n"]
    assert "[bold]b[/bold]" in text


def test_action_ids_are_shown_only_where_they_are_wanted() -> None:
    paper, wanted = Paper(), Paper()
    reply = Reply("t", "q", (Choices((ASK,)),))
    print_reply(reply, paper.console, ReplyStyle("e1", with_ids=False))
    print_reply(reply, wanted.console, ReplyStyle("e1"))
    assert ASK.label in paper.text
    assert ASK.action not in paper.text
    assert ASK.action in wanted.text


def test_output_that_no_eye_sees_has_no_spaces_at_line_ends() -> None:
    out = io.StringIO()
    console = Console(file=cast(IO[str], Unpadded(out)), width=80)
    console.print(Padding("A word.", (0, 0, 1, 0)))
    assert out.getvalue() == "A word.\n\n"


def test_papers_are_cited_in_the_text_and_lead_to_their_address() -> None:
    paper = Article("PMID:1", "Zinc for colds", "Lancet", 2020, "https://pubmed.ncbi.nlm.nih.gov/1/")
    text = Text((Plain("Zinc helps"), Cite(1, paper, "randomised trial"), Cite(2, paper, next=True), Plain(".")))
    assert printed(text) == "Zinc helps [1][2].\n"
    assert text.plain == "Zinc helps."
    assert Cite(1, paper, "randomised trial").words == "Zinc for colds. Lancet, 2020. randomised trial"
