"""Pictures: uploaded into the thread with alt text, shown once Slack can, replaced by a table where that fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kgcore.message import Click, Incoming
from kgcore.model import Verdict
from kgcore.reply import Claims, ClaimView, Figure, Plain, Reply
from tests.adapters.slack.office import Office
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


async def test_a_picture_is_in_the_thread_and_in_the_message(desk: Office) -> None:
    desk.core.answer = drawn
    desk.world.file_delay = 1  # it cannot be shown at once
    ts = await desk.people.mention("C1", "Does it?")
    await desk.settled()
    (file,) = desk.world.files.values()
    assert (file["channel"], file["thread"], file["content"]) == ("C1", ts, b"png")
    assert file["alt_txt"].startswith("Graph of 2 entities")
    (post,) = desk.posts("C1")
    (image,) = [b for b in post["blocks"] if b["type"] == "image"]
    assert image["slack_file"] == {"id": file["id"]}
    assert image["alt_text"].startswith("Graph of 2 entities")


async def test_a_picture_is_uploaded_again_only_when_it_changed(desk: Office) -> None:
    desk.core.answer = drawn
    ts = await desk.people.mention("C1", "Does it?")
    await desk.settled()
    place = desk.core.heard[0].place
    for number, action in enumerate(("kg1:undo:t:0", "kg1:everything:t:0")):
        await desk.worker.put(Click(f"c{number}", place, desk.core.heard[0].person, action))
        await desk.settled()
        assert len(desk.world.files) == number + 1
    (post,) = desk.posts("C1", ts)
    assert post["edits"] >= 2


@pytest.mark.parametrize("fault", [Fault("upload", status=500), Fault("files.getUploadURLExternal", "internal_error")])
async def test_a_failed_upload_leaves_the_edges_and_says_so(desk: Office, fault: Fault) -> None:
    desk.core.answer = drawn
    desk.world.faults = [replace(fault)]
    await desk.people.mention("C1", "Does it?")
    await desk.settled()
    (post,) = desk.posts("C1")
    assert "could not be uploaded" in words(post["blocks"])
    (table,) = [b for b in post["blocks"] if b["type"] == "table"]
    assert "Vitamin E treats Alzheimer's disease" in words(table)


async def test_a_picture_that_slack_refuses_to_show_leaves_the_edges(desk: Office) -> None:
    desk.core.answer = lambda event: [drawn(event)[-1]]
    desk.world.faults = [Fault("chat.postMessage", "invalid_blocks")]
    await desk.people.mention("C1", "Does it?")
    await desk.settled()
    (post,) = desk.posts("C1")
    assert "could not be uploaded" in words(post["blocks"])
    assert [b["type"] for b in post["blocks"]].count("table") == 1
