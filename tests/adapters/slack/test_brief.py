"""One message a question, ten lines; what is left to *Evidence* and *More*; and how slow windows are told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from adapters.shared.condensing import Rest
from adapters.slack import limits
from adapters.slack.blocks import figure_digest
from adapters.slack.condensing import rest_of_reply
from adapters.slack.render import render, render_pages
from kgcore.values.message import Click, Query, TurnQuery
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Choice,
    Choices,
    Claims,
    ClaimView,
    Figure,
    File,
    Notice,
    Plain,
    Progress,
    Reply,
    Table,
    Text,
)
from kgcore.verdicts import Verdict
from tests.adapters.slack.office import Office, office
from tests.servers.slack_checks import refusals, view_refusals
from tests.servers.slack_people import labels, words
from tests.servers.slack_state import Fault

PAPERS = tuple(Paper(f"PMID:{n}", f"A long title {n}", "JAMA", 2000 + n, f"https://x.example/{n}") for n in range(3))


def claim(number: int, speaker: str = "") -> ClaimView:
    keep, up = f"kg1:bookmark:turn1:{number - 1}", f"kg1:up:turn1:{number}"
    said = (Plain(f"Zinc treats cold {number}"),)
    why = f"The graph says so of cold {number}."
    return ClaimView(number, Verdict.SUPPORTED, said, why, PAPERS, speaker=speaker, bookmark=keep, up=up)


def question(number: int) -> Choice:
    aside = (Choice("Dismiss", f"kg1:dismiss:turn1:{number}"),)
    return Choice(f"Question {number}?", f"kg1:ask:turn1:{number}", "a reason", aside=aside)


def answer(claims: int = 2, speaker: str = "") -> Reply:
    figure = Figure(b"png", "<svg/>", "Graph of 2 entities.", 10, 10)
    return Reply(
        "turn1",
        "Is zinc good?",
        (
            Text((Plain("Zinc is good for colds."),), speaker=speaker),
            *([Table(("About", "Claims", "Papers"), (("zinc", "2", "3"),), "About")] if speaker else []),
            figure,
            Claims(tuple(claim(n, speaker) for n in range(1, claims + 1))),
            Notice("Not found is not untrue."),
            Notice("Generated; not medical advice."),
            Choices(tuple(map(question, range(4))), tuple(map(question, range(4, 9))), "Ask next"),
            Progress(2, 5, why="kg1:progress:turn1:0"),
            Choices((Choice("Picture and text", "kg1:picture:turn1:0"), Choice("Summary", "kg1:summary:turn1:0"))),
            Choices((Choice("👍", "kg1:up:turn1:0"), Choice("👎", "kg1:down:turn1:0")), title="Was this useful?"),
        ),
    )


def lines(blocks: Sequence[Mapping[str, object]]) -> int:
    """What one sees as lines: paragraphs, items of lists, pictures, rows of buttons."""
    count = 0
    for block in blocks:
        elements = block.get("elements")
        rich = elements if block["type"] == "rich_text" and isinstance(elements, list) else []
        count += sum(len(e["elements"]) if e["type"] == "rich_text_list" else 1 for e in rich) or 1
    return count


def test_a_two_claim_answer_is_one_message_of_at_most_ten_lines() -> None:
    reply = answer()
    (post,) = render(reply, {figure_digest(b): "F1" for b in reply.blocks if isinstance(b, Figure)}, brief=True).posts
    assert refusals(list(post.blocks)) == []
    assert len(post.blocks) <= 8
    assert lines(post.blocks) <= 10
    assert labels(list(post.blocks)) == ["Question 0?", "Question 1?", "Question 2?", "Evidence", "More"]
    assert sum(words(list(post.blocks)).count(paper) for paper in ("JAMA 2000", "JAMA 2001")) == 2  # one a claim
    assert [b["type"] for b in post.blocks].count("context_actions") == 1


@pytest.mark.asyncio(loop_scope="session")
async def test_typical_answers_are_one_message_each(typical: Mapping[str, Reply]) -> None:
    for name, reply in typical.items():
        pictures = {figure_digest(b): "F1" for b in reply.blocks if isinstance(b, Figure)}
        posts = render(reply, pictures, brief=True).posts
        if reply.turn or name == "summary":
            assert len(posts) == 1, name
            assert refusals(list(posts[0].blocks)) == [], name
            assert len(posts[0].blocks) <= 14, (name, [b["type"] for b in posts[0].blocks])


def test_a_map_of_many_messages_is_findings_and_one_table() -> None:
    said = tuple(Text((Plain(f"Message {n} about zinc."),), speaker="Ben") for n in range(120))
    whole = answer(40, "Ben")
    reply = Reply("turn1", "Conversation: 120 messages by 1 person", (*said, *whole.blocks))
    (post,) = render(reply, {}, brief=True).posts
    assert "40 claims checked: 40 ✓ Supported" in words(list(post.blocks))
    assert [b["type"] for b in post.blocks].count("table") == 1
    assert "Message 7 about" not in words(list(post.blocks))
    seen = []
    for page in range(9):
        made, _ = render_pages(rest_of_reply(reply, Rest.EVIDENCE), "Evidence", "{}", page, "evidence:turn1:")
        assert view_refusals(made) == []
        seen.append(words(made["blocks"]))
    assert all(any(f"Message {n} about" in text for text in seen) for n in range(120))
    assert all(any(f"of cold {n}." in text for text in seen) for n in range(1, 41))


def test_a_summary_is_one_message_and_its_rest_stands_in_its_files() -> None:
    table = Table(("No.", "Claim"), tuple((str(n), f"Claim {n} " * 9) for n in range(90)), "Claims")
    reply = Reply("", "Summary", (Notice("9 steps."), table, table, File("evigraph.md", "text/markdown", b"all")))
    (post,) = render(reply, {}, brief=True).posts
    assert "more rows in the files" in words(list(post.blocks))


@pytest_asyncio.fixture
async def brief(tmp_path: Path) -> AsyncIterator[Office]:
    """A workspace with a bot that answers in one message."""
    async with office("http", tmp_path) as opened:
        opened.core.answer = lambda event: [answer()] if not isinstance(event, Click) else []
        yield opened


def shows(brief: Office, view: str, inside: str) -> bool:
    return inside in words(brief.world.views[view]["blocks"])


def on_the_spot(query: Query) -> Reply:
    return answer() if isinstance(query, TurnQuery) and query.turn == "turn1" else Reply("", "", (Notice("Gone."),))


async def test_evidence_and_more_open_windows_in_which_everything_can_be_pressed(brief: Office) -> None:
    brief.core.panel = on_the_spot
    ts = await brief.people.mention("C1", "Is zinc good?")
    await brief.settled()
    (post,) = brief.posts("C1", ts)
    for label, inside, press in (("Evidence", "of cold 2.", "Bookmark"), ("More", "2 of 5 explored", "Dismiss")):
        before = set(brief.world.views)
        await brief.people.press("C1", label, message=post)
        (id,) = set(brief.world.views) - before
        await brief.until(partial(shows, brief, id, inside))
        await brief.people.press_in(brief.world.views[id], press)
    await brief.settled()
    clicks = [e for e in brief.core.heard if isinstance(e, Click)]
    assert [c.action for c in clicks] == ["kg1:bookmark:turn1:0", "kg1:dismiss:turn1:0"]
    assert {c.place.thread for c in clicks} == {ts}


async def test_slacks_own_thumbs_are_an_opinion(brief: Office) -> None:
    ts = await brief.people.mention("C1", "Is zinc good?")
    await brief.settled()
    (post,) = brief.posts("C1", ts)
    await brief.people.press("C1", "👎", message=post)
    await brief.settled()
    assert isinstance(brief.core.heard[-1], Click)
    assert brief.core.heard[-1].action == "kg1:down:turn1:0"


@pytest.mark.parametrize(
    "fault", [Fault("views.open", "expired_trigger_id"), Fault("views.open", delay=limits.OPEN_SECONDS + 0.5)]
)
async def test_a_window_that_slack_does_not_open_in_time_is_told(brief: Office, fault: Fault) -> None:
    brief.core.panel = on_the_spot
    ts = await brief.people.mention("C1", "Is zinc good?")
    await brief.settled()
    (post,) = brief.posts("C1", ts)
    brief.world.faults = [fault]
    await brief.people.press("C1", "Evidence", message=post)
    await brief.until(lambda: any("press the button once more" in words(m) for m in told(brief)))
    brief.world.faults = [Fault("views.open", "expired_trigger_id")]
    await brief.people.shortcut("ask_about", "C1", post["ts"])
    await brief.until(lambda: any("from the menu once more" in words(m) for m in told(brief)))


def told(brief: Office) -> list[dict[str, object]]:
    """All that was said to one person alone."""
    return [one for messages in brief.world.responses.values() for one in messages]
