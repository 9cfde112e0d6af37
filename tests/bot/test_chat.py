"""A conversation at the prompt: questions, numbers, commands, forms, and Ctrl-C."""

from __future__ import annotations

import io
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from bot.chat import Chat
from bot.chat_lines import ChoiceAction, NumberedChoice, SlashCommand, TypedQuestion, parse_chat_line
from bot.pictures import Album
from kgcore.commands import CommandSurface, names_on
from kgcore.errors import GraphUnavailable
from kgcore.values.message import Click, Command, FilesQuery, Message, NamesQuery, Said
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Field,
    FieldKind,
    Figure,
    File,
    Form,
    Notice,
    Option,
    Plain,
    Progress,
    Reply,
    Text,
)
from tests.fakes.terminal import Paper, ScriptedAssistant, TypedLines

DISMISS = Choice("✕", "kg1:dismiss:t1:0")
NOT_TYPE = Choice("No more disorders", "kg1:not-type:t1:0")
ASK = Choice("Does zinc help against colds?", "kg1:ask:t1:0", aside=(DISMISS, NOT_TYPE))
OTHER = Choice("What does zinc interact with?", "kg1:ask:t1:1")
ANSWER = Reply("t1", "Tell me about zinc", (Text((Plain("Zinc is a metal."),)), Choices((ASK,), (OTHER,), "Ask next")))
OPTIONS = (Option("SUPP:zinc", "Zinc", 1), Option("D:colds", "Common cold", 4), Option("D:flu", "Flu", 7))
QUESTION = Form(
    "Ask about zinc", (Field("question", "Your question", FieldKind.TEXT, most=30),), "Ask", "kg1:about:t1:1"
)
CONNECT = Form(
    "Connect", (Field("nodes", "Nodes", FieldKind.MANY, OPTIONS, least=2, most=3),), "Go", "kg1:connect:t1:0"
)
LIST = Reply("", "", (Choices((Choice("Tell me about zinc", "t1"), Choice("And tea?", "t2"))),))


async def talk(assistant: ScriptedAssistant, *lines: str, album: Album | None = None) -> str:
    paper = Paper()
    await Chat(assistant, "e1", paper.console, TypedLines(*lines), album).run()
    return paper.text


def panel(*blocks: Block) -> Reply:
    return Reply("", "", blocks, private=True)


def files_in(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def actions(assistant: ScriptedAssistant) -> list[str]:
    return [e.action for e in assistant.events if isinstance(e, Click)]


# ── lines ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("", None),
        ("   ", None),
        ("3", NumberedChoice(3, ChoiceAction.TAKE)),
        (" 3X ", NumberedChoice(3, ChoiceAction.ASIDE)),
        ("12 ?", NumberedChoice(12, ChoiceAction.LIST)),
        ("/Node 4", SlashCommand("node", "4")),
        ("/browse  vitamin E ", SlashCommand("browse", "vitamin E")),
        ("3 things about zinc", TypedQuestion("3 things about zinc")),
        ("omega-3", TypedQuestion("omega-3")),
        ("٣", TypedQuestion("٣")),
    ],
)
def test_a_line_is_a_number_a_command_or_a_question(line: str, meant: object) -> None:
    assert parse_chat_line(line) == meant


@given(st.text(max_size=40))
def test_every_line_means_something(line: str) -> None:
    assert (parse_chat_line(line) is None) == (not line.strip())


# ── questions and numbers ───────────────────────────────────────────────────────────────────────────────────────────


async def test_a_question_is_asked_and_its_answer_printed() -> None:
    assistant = ScriptedAssistant([ANSWER])
    text = await talk(assistant, "Tell me about zinc")
    (event,) = assistant.events
    assert isinstance(event, Message)
    assert event.text == "Tell me about zinc"
    assert event.place.thread == "e1"
    assert "Zinc is a metal." in text
    assert "▸" not in text
    assert "evigraph chat --thread e1" in text


async def test_a_number_clicks_what_it_stands_beside_be_it_button_or_menu() -> None:
    second = Reply("t2", "What does zinc interact with?", (Text((Plain("Copper."),)),))
    assistant = ScriptedAssistant([ANSWER], [second])
    text = await talk(assistant, "Tell me about zinc", "2")
    assert actions(assistant) == [OTHER.action]
    assert "▸ What does zinc interact with?" in text


async def test_a_suggestion_is_dismissed_and_only_what_changed_is_printed_again() -> None:
    after = Reply(
        "t1", ANSWER.question, (ANSWER.blocks[0], Notice("It will not be suggested again."), Choices((OTHER,)))
    )
    assistant = ScriptedAssistant([ANSWER], [after], [])
    text = await talk(assistant, "Tell me about zinc", "1x", "1")
    assert actions(assistant) == [DISMISS.action, OTHER.action]
    assert text.count("Zinc is a metal.") == 1
    assert "It will not be suggested again." in text


async def test_what_else_can_be_done_with_a_choice_is_listed_and_chosen() -> None:
    assistant = ScriptedAssistant([ANSWER], [])
    text = await talk(assistant, "Tell me about zinc", "1?", "3")
    assert "No more disorders" in text
    assert actions(assistant) == [NOT_TYPE.action]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("9", "There is no 9 to choose; the numbers go from 1 to 2."),
        ("0", "There is no 0"),
        ("2x", "There is nothing else to do with 2."),
        ("/nonsense", "There is no /nonsense; /help lists what there is."),
        ("/node", "Say which one, for example /node 1."),
        ("/node two", "Say which one"),
        ("/why 0", "Say which one"),
        ("/step", "There are no steps yet."),
        ("/map", "Say which file"),
        ("/map /nonexistent/file", "cannot be read"),
    ],
)
async def test_what_cannot_be_done_is_said_and_the_chat_goes_on(line: str, said: str) -> None:
    assistant = ScriptedAssistant([ANSWER], [])
    text = await talk(assistant, "Tell me about zinc", line, "1")
    assert said in text
    assert actions(assistant) == [ASK.action]


@pytest.mark.parametrize("line", ["1", "/node 1", "/undo", "/picture", "/again"])
async def test_before_the_first_answer_there_is_nothing_to_act_upon(line: str) -> None:
    assistant = ScriptedAssistant()
    text = await talk(assistant, line)
    assert not assistant.events
    assert "There is nothing to choose here." in text or "There is no answer yet" in text


async def test_the_menu_is_listed_on_demand_under_the_same_numbers() -> None:
    assistant = ScriptedAssistant([ANSWER], [])
    text = await talk(assistant, "Tell me about zinc", "/more", "2")
    assert "2: more, which /more lists" in text
    assert " 2  What does zinc interact with?" in text
    assert text.count("Zinc is a metal.") == 1
    assert actions(assistant) == [OTHER.action]


async def test_an_unforeseen_error_gets_an_id_and_never_its_own_text(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise RuntimeError("secret")

    text = await talk(ScriptedAssistant([ANSWER], before=fail), "Tell me about zinc", "/help")
    assert "Something went wrong that should not have (incident " in text
    assert "secret" not in text
    assert "/bookmarks" in text


async def test_a_word_aside_leaves_the_numbers_as_they_are() -> None:
    assistant = ScriptedAssistant([ANSWER], [Reply("", "", (Notice("Kept."),))], [])
    await talk(assistant, "Tell me about zinc", "/bookmark 1", "2")
    assert actions(assistant) == ["kg1:bookmark:t1:0", OTHER.action]


async def test_numbers_choose_from_a_panel_and_again_brings_back_those_of_the_answer() -> None:
    merge = Choice("Merge two nodes", "kg1:merge:t1:0")
    assistant = ScriptedAssistant([ANSWER], [panel(Choices((merge,)))], [], [], answers={"TurnQuery": ANSWER})
    text = await talk(assistant, "Tell me about zinc", "/picture", "1", "/again", "1")
    assert actions(assistant) == ["kg1:picture:t1:0", merge.action, ASK.action]
    assert text.count("Zinc is a metal.") == 2


async def test_an_error_ends_the_line_and_not_the_chat() -> None:
    class Failing(ScriptedAssistant):
        failed = False

    assistant = Failing([ANSWER], [ANSWER], before=lambda: fail(assistant))

    def fail(found: Failing) -> None:
        if not found.failed:
            found.failed = True
            raise GraphUnavailable("The graph is away.")

    text = await talk(assistant, "Tell me about zinc", "Tell me about zinc")
    assert "The graph is away." in text
    assert "Zinc is a metal." in text


async def test_an_earlier_conversation_is_taken_up_with_its_numbers() -> None:
    assistant = ScriptedAssistant([], answers={"ThreadQuery": LIST, "TurnQuery": ANSWER})
    text = await talk(assistant, "1")
    assert "Going on with e1: 2 questions so far, the last one: And tea?" in text
    assert "Zinc is a metal." not in text
    assert actions(assistant) == [ASK.action]


# ── commands ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["steps", "bookmarks", "settings", "progress", "summary"])
async def test_a_command_of_the_assistant_goes_to_it(name: str) -> None:
    assistant = ScriptedAssistant([])
    await talk(assistant, f"/{name}")
    (event,) = assistant.events
    assert isinstance(event, Command)
    assert event.name == name


@pytest.mark.parametrize("name", ["literature", "check"])
async def test_words_after_a_command_are_handed_on(name: str) -> None:
    assistant = ScriptedAssistant([panel(Notice("ok"))])
    await talk(assistant, f"/{name} Zinc helps against colds.")
    (event,) = assistant.events
    assert isinstance(event, Command)
    assert (event.name, event.text) == (name, "Zinc helps against colds.")


@pytest.mark.parametrize(("line", "action"), [("/good", "kg1:up:t1:0"), ("/bad 2", "kg1:down:t1:2")])
async def test_the_answer_or_a_claim_is_rated(line: str, action: str) -> None:
    assistant = ScriptedAssistant([ANSWER], [panel(Notice("Thanks."))])
    await talk(assistant, "Tell me about zinc", line)
    assert actions(assistant) == [action]


async def test_browse_hands_on_the_name() -> None:
    assistant = ScriptedAssistant([])
    await talk(assistant, "/browse vitamin E")
    (event,) = assistant.events
    assert isinstance(event, Command)
    assert (event.name, event.text) == ("browse", "vitamin E")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("/undo", "kg1:undo:t1:0"),
        ("/picture", "kg1:picture:t1:0"),
        ("/node 4", "kg1:node:t1:4"),
        ("/why 2", "kg1:why:t1:1"),
        ("/wrong 1", "kg1:trim-claim:t1:0"),
        ("/tell 3", "kg1:more:t1:2"),
    ],
)
async def test_a_command_about_the_last_answer_is_a_click_on_it(line: str, action: str) -> None:
    assistant = ScriptedAssistant([ANSWER], [])
    await talk(assistant, "Tell me about zinc", line)
    assert actions(assistant) == [action]


async def test_one_goes_back_to_a_step_by_its_number() -> None:
    assistant = ScriptedAssistant([], answers={"ThreadQuery": LIST, "TurnQuery": ANSWER})
    assert "Say which one, 1 to 2" in await talk(assistant, "/step 3", "/step 2")
    assert actions(assistant) == ["kg1:step:t2:0"]


async def test_what_people_said_is_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "talk.txt").write_text("Ann: Zinc treats colds.\nBen: It does not.\n", encoding="utf-8")
    assistant = ScriptedAssistant([])
    await talk(assistant, f"/map {tmp_path / 'talk.txt'}")
    (event,) = assistant.events
    assert isinstance(event, Command)
    assert event.said == (Said("Ann", "Zinc treats colds."), Said("Ben", "It does not."))


async def test_the_summary_is_written_into_a_folder_and_never_outside_of_it(tmp_path: Path) -> None:
    files = Reply("", "", (File("summary.md", "text/markdown", b"#"), File("../../evil .bib", "text/plain", b"@")))
    assistant = ScriptedAssistant([], answers={"FilesQuery": files})
    text = await talk(assistant, f"/summary {tmp_path / 'out'}")
    assert isinstance(assistant.queries[-1], FilesQuery)
    assert files_in(tmp_path / "out") == ["evil-.bib", "summary.md"]
    assert files_in(tmp_path) == ["out"]
    assert text.count("Written: ") == 2


async def test_help_names_every_command() -> None:
    text = await talk(ScriptedAssistant(), "/help")
    assert [name for name in names_on(CommandSurface.TERMINAL) if f"/{name}" not in text] == []


async def test_quit_leaves() -> None:
    assistant = ScriptedAssistant([ANSWER])
    await talk(assistant, "/quit", "Tell me about zinc")
    assert not assistant.events


# ── forms ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def send(form: Form, *lines: str, names: Reply | None = None) -> tuple[ScriptedAssistant, str]:
    answers = {"NamesQuery": names} if names else None
    assistant = ScriptedAssistant([ANSWER], [panel(form)], [], answers=answers)
    return assistant, await talk(assistant, "Tell me about zinc", "/node 1", *lines)


def sent(assistant: ScriptedAssistant) -> Sequence[object]:
    event = assistant.events[-1]
    assert isinstance(event, Click)
    return event.fields


async def test_a_form_is_asked_field_by_field_at_once() -> None:
    assistant, text = await send(QUESTION, "Is it safe?")
    assert "Ask about zinc" in text
    assert actions(assistant)[-1] == "kg1:about:t1:1"
    assert sent(assistant) == (("question", ("Is it safe?",)),)


async def test_nodes_are_chosen_by_their_numbers_in_the_picture() -> None:
    assistant, text = await send(CONNECT, "1, 9", "4", "1 7")
    assert "Please choose from 1, 4, 7." in text
    assert "Please choose 2 to 3 of these." in text
    assert sent(assistant) == (("nodes", ("SUPP:zinc", "D:flu")),)


@pytest.mark.parametrize("lines", [("",), ()])
async def test_a_form_that_is_left_sends_nothing(lines: Sequence[str]) -> None:
    assistant, text = await send(QUESTION, *lines)
    assert len(assistant.events) == 2
    assert "Left as it was." in text


async def test_text_that_is_too_long_is_asked_for_again() -> None:
    assistant, text = await send(QUESTION, "x" * 31, "Short?")
    assert "At most 30 characters, please." in text
    assert sent(assistant) == (("question", ("Short?",)),)


async def test_an_empty_line_keeps_what_is_set() -> None:
    options = (Option("brief", "Brief"), Option("full", "Full"))
    form = Form("Settings", (Field("detail", "Detail", FieldKind.ONE, options, ("full",)),), "Set", "kg1:set:t1:0")
    assistant, text = await send(form, "")
    assert sent(assistant) == (("detail", ("full",)),)
    assert "2  • Full" in text


async def test_a_name_that_is_none_is_chosen_from_those_near_it() -> None:
    form = Form("The way", (Field("name", "To", FieldKind.TEXT, most=80, names=True),), "Show", "kg1:way:t1:0")
    near = Reply("", "", (Choices((Choice("Vitamin E", "SUPP:e", "Supplement"), Choice("Vitamin C", "SUPP:c"))),))
    assistant, text = await send(form, "vitamn", "2", names=near)
    assert isinstance(assistant.queries[-1], NamesQuery)
    assert "1  Vitamin E  Supplement" in text
    assert sent(assistant) == (("name", ("Vitamin C",)),)
    assistant, _ = await send(form, "vitamin e", names=near)
    assert sent(assistant) == (("name", ("vitamin e",)),)


async def test_a_form_among_choices_waits_until_it_is_chosen() -> None:
    assistant = ScriptedAssistant([ANSWER], [panel(Choices((OTHER,)), QUESTION)], [])
    text = await talk(assistant, "Tell me about zinc", "/node 1", "2", "Is it safe?")
    assert " 2  Ask about zinc …" in text
    assert sent(assistant) == (("question", ("Is it safe?",)),)


# ── pictures, and answers that grow ─────────────────────────────────────────────────────────────────────────────────


async def test_every_new_picture_is_kept_once_under_a_number_that_is_free(tmp_path: Path) -> None:
    (tmp_path / "07-old.png").write_bytes(b"old")
    one, two = (Figure(png, "<svg/>", "", 1, 1) for png in (b"one", b"two"))
    first = Reply("t1", "Tell me about zinc!", (one, two, *ANSWER.blocks))
    assistant = ScriptedAssistant([first], [first])
    text = await talk(assistant, "Tell me about zinc!", "1x", album=Album(tmp_path))
    assert files_in(tmp_path) == [
        "07-old.png", "08-tell-me-about-zinc.png", "09-tell-me-about-zinc.png",
    ]  # fmt: skip
    assert text.split().count("Picture:") == 2


GROWING = Reply("t1", "Tell me about zinc", (Text((Plain("Zinc is"),)), Progress(doing="Writing …")), final=False)


async def test_an_answer_grows_on_a_screen_and_is_complete_in_the_end() -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=80, height=10, highlight=False, markup=False)
    assistant = ScriptedAssistant([GROWING, ANSWER])
    await Chat(assistant, "e1", console, TypedLines("Tell me about zinc")).run()
    assert screen.getvalue().count("Zinc is a metal.") == 1


async def test_ctrl_c_stops_the_answer_and_keeps_what_has_arrived() -> None:
    def interrupt() -> None:
        if not assistant.stopped and presses:
            presses.pop()
            signal.raise_signal(signal.SIGINT)

    presses = [1]
    stopped = Reply("t1", "Tell me about zinc", (Text((Plain("Zinc is"),)), Notice("Stopped before the end.")))
    assistant = ScriptedAssistant([GROWING, GROWING, stopped], [ANSWER], before=interrupt)
    text = await talk(assistant, "Tell me about zinc", "Tell me about zinc")
    assert assistant.stopped == ["t1"]
    assert "Stopped before the end." in text
    assert "Zinc is a metal." in text


async def test_a_second_ctrl_c_gives_the_answer_up_and_the_chat_goes_on() -> None:
    presses = [1, 1]

    def interrupt() -> None:
        if presses:
            presses.pop()
            signal.raise_signal(signal.SIGINT)

    assistant = ScriptedAssistant([GROWING, GROWING, GROWING, ANSWER], [ANSWER], before=interrupt)
    text = await talk(assistant, "Tell me about zinc", "Tell me about zinc")
    assert len(assistant.events) == 2
    assert text.count("Zinc is a metal.") == 1
