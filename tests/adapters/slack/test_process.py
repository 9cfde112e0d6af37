"""`kill -9` of a real process in the middle of a burst: nothing is lost and nothing comes twice."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from tests.adapters.slack.process import People, answers, free_port, process, until, waiting
from tests.servers.slack import SlackServer
from tests.servers.slack_people import words

CHANNELS, EACH = 6, 2


async def test_nothing_is_lost_and_nothing_repeated_when_the_process_is_killed(tmp_path: Path, way: str) -> None:
    port, asked = free_port(), []
    async with SlackServer() as slack, AsyncExitStack() as room:
        people = People(slack, f"http://127.0.0.1:{port}/slack/events" if way == "http" else "")
        room.push_async_callback(people.close)
        async with process(tmp_path, port, slack, way) as first:
            for number in range(CHANNELS * EACH):
                channel = f"C{number % CHANNELS}"
                asked.append((channel, await people.mention(channel, f"Tell me about zinc, please, take {number}")))

            async def some() -> bool:
                return len(answers(slack.world)) >= 4

            await until(some, "nothing was answered")
            for number in range(2):  # not both can be posted at once: Slack takes a post a second
                asked.append(("C0", await people.mention("C0", f"Tell me about zinc, please, once more {number}")))
            first.kill()
            await asyncio.to_thread(first.wait)
        assert len(answers(slack.world)) < len(asked), "all was over before the plug was pulled: ask more"
        async with process(tmp_path, port, slack, way):

            async def done() -> bool:
                return await waiting(port) == 0

            await until(done, "the second process did not finish what the first had left")
            await people.mention(*asked[0])  # something new works as well
            await asyncio.sleep(0.3)
    found = answers(slack.world)
    assert all(found[one] == 1 for one in asked)
    for channel, thread in asked:
        whole = words([m.get("blocks") for m in slack.world.ours(channel, thread)])
        assert "Looking" not in whole
        assert "Writing" not in whole
        assert "kg1:up:" in whole or "👍" in whole
    for channel, thread in asked:  # what was uploaded and not shown before a kill may lie there, shared with nobody
        blocks = [b for m in slack.world.ours(channel, thread) for b in m.get("blocks") or ()]
        assert len([b for b in blocks if "slack_file" in b]) == 1
    assert slack.world.complaints == []
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert not [secret for secret in ("xoxb-", "xapp-", "secret-ticket") if secret in log]
