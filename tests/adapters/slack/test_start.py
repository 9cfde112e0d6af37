"""The first requests after a start: Slack is asked once who we are, and nothing is lost when it cannot tell."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.adapters.slack.office import office
from tests.servers.slack_state import Fault


async def test_many_requests_at_once_ask_only_once_who_we_are(tmp_path: Path, way: str) -> None:
    async with office(way, tmp_path) as services:
        services.world.calls.clear()
        services.world.faults.append(Fault("auth.test", delay=0.1))
        asked = await asyncio.gather(*(services.people.mention(f"C{n}", "hello") for n in range(10)))
        await services.settled()
        assert [name for name, _ in services.world.calls].count("auth.test") == 1
        assert all(services.posts(f"C{n}", ts) for n, ts in enumerate(asked))


@pytest.mark.parametrize(
    "fault",
    [
        Fault("auth.test", error="ratelimited", status=429, retry_after=1, times=2),
        Fault("auth.test", status=503, times=2),
    ],
    ids=["429", "503"],
)
async def test_a_mention_is_not_lost_when_slack_cannot_tell_who_we_are(tmp_path: Path, fault: Fault) -> None:
    async with office("http", tmp_path) as services:
        services.world.faults.append(fault)
        ts = await services.people.mention("C1", "hello")
        await services.settled()
        assert len(services.posts("C1", ts)) == 1
