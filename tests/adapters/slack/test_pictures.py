"""Pictures: uploaded into the thread with alt text, shown once Slack can, replaced by a table where that fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from adapters.slack import limits
from kgcore.values.message import Click, Incoming
from kgcore.values.reply import Choice, Choices, Claims, ClaimView, Figure, Plain, Reply
from kgcore.verdicts import Verdict
from tests.adapters.slack.office import LONG, Office
from tests.servers.slack_people import words
from tests.servers.slack_state import Fault

CLAIM = ClaimView(1, Verdict.SUPPORTED, (Plain("Vitamin E treats Alzheimer's disease"),), "The graph says so.")


def drawn(event: Incoming) -> Sequence[Reply]:
    """An answer with a picture; a click on anything draws another one."""
    png = b"another" if isinstance(event, Click) and "everything" in event.action else b"png"
    picture = Figure(png, "<svg/>", "Graph of 2 entities: vitamin E treats Alzheimer's disease.", 10, 10, "The graph")
    return [
        Reply("turn1", "q", (Claims((CLAIM,)),), final=False),
        Reply("turn1", "q", (picture, Claims((CLAIM,)))),
    ]


async def test_a_picture_is_in_the_message_and_is_no_message_of_its_own(services: Office) -> None:
    services.core.answer = drawn
    services.world.file_delay = 1  # it cannot be shown at once
    await services.people.mention("C1", "Does it?")
    await services.settled()
    (file,) = services.world.files.values()
    assert (file["channel"], file["thread"], file["content"]) == (None, None, b"png")
    assert not any(m.get("files") for m in services.world.ours("C1"))
    assert file["alt_txt"].startswith("Graph of 2 entities")
    (post,) = services.posts("C1")
    (image,) = [b for b in post["blocks"] if b["type"] == "image"]
    assert image["slack_file"] == {"id": file["id"]}
    assert image["alt_text"].startswith("Graph of 2 entities")


async def test_a_picture_is_uploaded_again_only_when_it_changed(services: Office) -> None:
    services.core.answer = drawn
    ts = await services.people.mention("C1", "Does it?")
    await services.settled()
    place = services.core.heard[0].place
    for number, action in enumerate(("kg1:undo:t:0", "kg1:everything:t:0")):
        await services.worker.put(Click(f"c{number}", place, services.core.heard[0].person, action))
        await services.settled()
        assert len(services.world.files) == number + 1
    (post,) = services.posts("C1", ts)
    assert post["edits"] >= 2


@LONG
async def test_dismissing_a_question_draws_no_other_picture(services: Office) -> None:
    pngs = iter((b"png", b"another", b"a third"))

    def answer(event: Incoming) -> Sequence[Reply]:
        picture = Figure(next(pngs), "<svg/>", "Graph.", 10, 10)
        beside = Choice("Which colds?", "kg1:ask:turn1:0", aside=(Choice("Dismiss", "kg1:dismiss:turn1:0"),))
        fold = Choice("Fold", "kg1:collapse:turn1:1")
        return [Reply("turn1", "q", (picture, Claims((CLAIM,)), Choices((beside, fold))))]

    services.core.answer = answer
    ts = await services.people.mention("C1", "Does it?")
    await services.settled()
    for label, files in (("Dismiss", 1), ("Fold", 2)):
        (post,) = services.posts("C1", ts)
        await services.people.press("C1", label, message=post)
        await services.settled()
        assert len(services.world.files) == files, label


@pytest.mark.parametrize(
    "fault",
    [
        Fault("upload", status=500),
        Fault("files.getUploadURLExternal", "internal_error"),
        Fault("files.getUploadURLExternal", "ratelimited", status=429, retry_after=1),
        Fault("files.completeUploadExternal", "internal_error"),
        Fault("files.completeUploadExternal", "internal_error", after=True),
        Fault("files.info", "ratelimited", status=429, retry_after=1),
    ],
)
async def test_a_fault_in_passing_costs_no_picture(services: Office, fault: Fault) -> None:
    services.core.answer = drawn
    services.world.faults = [replace(fault)]
    await services.people.mention("C1", "Does it?")
    await services.settled()
    (post,) = services.posts("C1")
    assert [b["type"] for b in post["blocks"]].count("image") == 1


@pytest.mark.parametrize("fault", [Fault("upload", status=500), Fault("files.getUploadURLExternal", "internal_error")])
async def test_a_failed_upload_leaves_the_edges_and_says_so(services: Office, fault: Fault) -> None:
    services.core.answer = drawn
    services.world.faults = [replace(fault) for _ in range(limits.UPLOAD_TRIES)]
    await services.people.mention("C1", "Does it?")
    await services.settled()
    (post,) = services.posts("C1")
    assert "could not be uploaded" in words(post["blocks"])
    (table,) = [b for b in post["blocks"] if b["type"] == "table"]
    assert "Vitamin E treats Alzheimer's disease" in words(table)


async def test_a_picture_that_slack_refuses_to_show_leaves_the_edges(services: Office) -> None:
    services.core.answer = lambda event: [drawn(event)[-1]]
    services.world.faults = [Fault("chat.postMessage", "invalid_blocks")]
    await services.people.mention("C1", "Does it?")
    await services.settled()
    (post,) = services.posts("C1")
    assert "could not be uploaded" in words(post["blocks"])
    assert [b["type"] for b in post["blocks"]].count("table") == 1
