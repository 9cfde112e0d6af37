"""Socket Mode: sockets that die, and sockets that only seem to live."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.slack import bolt
from tests.adapters.slack.office import office


async def test_a_dropped_socket_is_opened_again(tmp_path: Path) -> None:
    async with office("socket", tmp_path, ping=0.2) as services:
        await services.slack.sockets[0].close()
        await services.until(lambda: services.slack.opened == 2 and services.slack.sockets)
        await services.people.mention("C1", "Does zinc help?")
        await services.settled()
        assert len(services.posts("C1")) == 1


async def test_slack_asks_for_another_socket(tmp_path: Path) -> None:
    async with office("socket", tmp_path, ping=0.2) as services:
        await services.slack.sockets[0].send_json({"type": "disconnect", "reason": "refresh_requested"})
        await services.until(lambda: services.slack.opened == 2 and services.slack.sockets)
        await services.people.mention("C1", "Does zinc help?")
        await services.settled()
        assert len(services.posts("C1")) == 1


async def test_a_dead_socket_is_noticed(tmp_path: Path) -> None:
    """The server no longer answers pings, and does not close either."""
    async with office("socket", tmp_path, ping=0.2) as services:
        services.slack.deaf = True
        await services.until(lambda: services.slack.opened > 1)
        services.slack.deaf = False


def test_tokens_and_tickets_do_not_reach_the_log(caplog: pytest.LogCaptureFixture) -> None:
    logger = bolt.sdk_logger()
    logger.error("token %s at wss://x/link?ticket=abc&app=1", "xoxb-12-ab")
    try:
        int("wss://x/?ticket=abc xapp-1-A-9")
    except ValueError:
        logger.exception("failed")
    assert "failed" in caplog.text
    assert not {"12-ab", "abc", "1-A-9"} & {w for w in ("12-ab", "abc", "1-A-9") if w in caplog.text}
