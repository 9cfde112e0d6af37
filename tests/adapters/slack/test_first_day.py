"""A team's first day in Slack, from the invitation to a long answer, as one story with the real assistant."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.adapters.slack.office import Office, office
from tests.adapters.slack.test_walk import last
from tests.kgcore.house import Bot
from tests.servers.slack import SlackServer
from tests.servers.slack_people import ANN, labels, payload, words
from tests.servers.slack_state import Json

pytestmark = pytest.mark.asyncio(loop_scope="session")
QUESTION = "Can vitamin E slow the progression of Alzheimer's disease?"
DIRECT = f"D{ANN}"


async def told(bot: Office, name: str, **event: object) -> None:
    """Send one of Slack's events."""
    body = payload(name)
    body["event"] |= event
    await bot.people.event(bot.people.side.event(body, ANN))
    await bot.settled()


def alone(bot: Office, channel: str = "C1") -> Json:
    """What one person was shown last."""
    return bot.world.channel(channel).ephemerals[-1]


async def invited(bot: Office) -> None:
    bot.world.channel("C1")
    await told(bot, "member_joined_channel", user=bot.people.side.mention.strip("<@>"), inviter=ANN, channel="C1")
    assert "literature" in words(alone(bot)["blocks"])
    assert bot.posts("C1") == []


async def every_kind_of_button(bot: Office) -> str:
    """Ask, press whatever an answer has, dismiss, and take it back."""
    thread = await bot.people.mention("C1", QUESTION)
    await bot.settled()
    (first,) = bot.posts("C1", thread)  # one message a question
    assert labels(first["blocks"])[-2:] == ["Evidence", "More"]
    await bot.people.press("C1", "Evidence", message=first)
    assert "The graph: Vitamin E treats" in await window(bot, "Evidence")
    await bot.people.press("C1", "👍", message=first)
    await bot.settled()
    assert "Thanks" in words(alone(bot)["blocks"])
    more = await bot.opened(bot.people.press("C1", "More", message=first))
    before = labels(first["blocks"])
    await bot.people.press_in(more, "Dismiss")
    await bot.settled()
    dismissed = labels(last(bot, thread)["blocks"])
    assert dismissed != before
    await bot.people.mention("C1", "undo", thread=thread)
    await bot.settled()
    assert labels(bot.posts("C1", thread)[0]["blocks"]) == before
    await bot.people.press("C1", next(label for label in before if "?" in label), message=first)
    await bot.settled()
    assert "asked:" in words(last(bot, thread)["blocks"])
    return thread


async def window(bot: Office, title: str) -> str:
    """The words of the window with this title, once it is there and filled."""

    def filled() -> list[str]:
        said = [words(v["blocks"]) for v in bot.world.views.values() if v["title"]["text"] == title]
        return [some for some in said if "One moment" not in some]

    await bot.until(filled)
    return filled()[-1]


async def summarised(bot: Office, thread: str) -> None:
    """A summary is for the person first, with its files; from there it is shared with the thread."""
    before = len(bot.posts("C1", thread))
    await bot.people.mention("C1", "summary", thread=thread)
    await bot.settled()
    assert len(bot.posts("C1", thread)) == before
    mine = bot.posts(DIRECT)[-1]
    assert "Share to thread" in labels(mine["blocks"])
    assert {f["channel"] for f in bot.world.files.values() if f["name"].endswith(".md")} == {DIRECT}
    await bot.people.press(DIRECT, "Share to thread", message=mine)
    await bot.settled()
    shared = bot.posts("C1", thread)
    assert len(shared) == before + 1
    assert "Share to thread" not in labels(shared[-1]["blocks"])
    assert "C1" in {f["channel"] for f in bot.world.files.values() if f["name"].endswith(".md")}


async def looked_up_and_mapped(bot: Office) -> None:
    id = await bot.people.command("C1", "/literature", "vitamin E")
    await bot.settled()
    assert "Papers 1 to" in words(bot.world.responses[id][0]["blocks"])
    said = await bot.people.say("C1", "Ginkgo biloba prevents dementia.", user="U1")
    await bot.people.say("C1", "It does not, says a large trial.", user="U2", thread=said)
    id = await bot.people.shortcut("map_thread", "C1", said)
    await bot.settled()
    (mapped,) = bot.world.responses[id]
    assert "Share to thread" in labels(mapped["blocks"])
    assert not bot.posts("C1", said)
    await bot.people.press("C1", "Share to thread", message={"blocks": mapped["blocks"]})
    await bot.settled()
    assert len(bot.posts("C1", said)) == 1


async def taken_back(bot: Office) -> None:
    """A question is deleted, and its answer removed; a guest is told why there is no answer."""
    ts = await bot.people.mention("C1", QUESTION)
    await bot.settled()
    event = payload("message_tombstone")["event"]
    gone = {key: event[key] | {"ts": ts, "thread_ts": ts} for key in ("message", "previous_message")}
    gone["previous_message"]["user"] = ANN
    await told(bot, "message_tombstone", channel="C1", **gone)
    await bot.people.press("C1", "Remove the answer", message=last(bot, ts))
    await bot.settled()
    assert words(last(bot, ts)["blocks"]) == "This answer was removed, like its question."
    bot.world.channel("C7").shared = True
    guest = await bot.people.mention("C7", QUESTION, user="U9")
    await bot.settled()
    assert "vitamin E" not in " ".join(words(m["blocks"]) for m in bot.posts("C7", guest))


async def long_answer(bot: Office) -> None:
    ts = await bot.people.mention("C1", "Tell me about ginkgo biloba")
    await bot.settled()
    (post,) = bot.posts("C1", ts)
    assert len(words(post["blocks"])) > 500
    assert "more claims are behind" in words(post["blocks"]) or "Evidence" in labels(post["blocks"])


async def test_the_first_day_of_a_team(way: str, folder: Path, tmp_path: Path) -> None:
    async with SlackServer() as slack:
        core = Bot(folder, tmp_path)
        async with office(way, tmp_path, core.assistant, slack=slack, store=core.store) as bot:
            await invited(bot)
            thread = await every_kind_of_button(bot)
            await summarised(bot, thread)
            await looked_up_and_mapped(bot)
            await taken_back(bot)
            await long_answer(bot)
            people = bot.people
        async with office(way, tmp_path, core.assistant, slack=slack, store=core.store) as bot:
            people = bot.people  # Slack sends again what was said while nobody was there
            url, bot.people.url = people.url, "http://127.0.0.1:9/" if way == "http" else ""
            asking = asyncio.create_task(people.mention("C1", "Does zinc shorten colds?", thread=thread))
            await asyncio.sleep(0.1)
            bot.people.url = url
            await asking
            await bot.settled()
            assert "zinc" in words(last(bot, thread)["blocks"]).lower()
        assert slack.world.complaints == []
        await core.graph.close()
        await core.store.close()
