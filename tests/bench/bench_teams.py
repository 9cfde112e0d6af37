"""A burst of 200 messages on Teams with the plug pulled in the middle: all answered, and how many came twice."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from tests.adapters.teams.running import Setting, answers, ask, fastest, process, ready, until, waiting
from tests.page.conftest import free_port
from tests.servers.teams import Connector, serving
from tests.servers.teams_keys import Keys

MESSAGES, CHATS = 200, 25


def run(shared: Path) -> list[dict[str, Any]]:
    """Return the figures."""
    connector, keys = Connector(), Keys()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(connector.app()) as service,
        serving(keys.app()) as login,
    ):
        at = Setting(Path(folder), free_port(), service, login, keys)
        began = time.perf_counter()
        with process(at) as first:
            until(lambda: ready(at), 120, "the first process did not start")
            slowest = _burst(at)
            until(lambda: sum(answers(connector).values()) > MESSAGES // 3, 300, "a third was not answered")
            first.kill()
            first.wait()
        before = sum(answers(connector).values())
        with process(at):
            until(lambda: ready(at), 120, "the second process did not start")
            _burst(at)  # the platform sends everything again
            until(lambda: waiting(at) == 0, 600, "the second process did not finish")
        seconds = time.perf_counter() - began
    found = answers(connector)
    twice = sum(found.values()) - len(found)
    stale = len(connector.messages) - sum(found.values())
    return [
        _row("messages answered", len(found), MESSAGES, len(found) == MESSAGES),
        _row("answered before kill -9", before, None, None),
        _row("answers that stand twice", twice, "≤ 8", twice <= 8),
        _row("placeholders left behind", stale, "≤ 8", stale <= 8),
        _row("most operations in 1 s in one chat", fastest(connector, 1.0), "≤ 7", fastest(connector, 1.0) <= 7),
        _row("most operations in 30 s in one chat", fastest(connector, 30.0), "≤ 60", fastest(connector, 30.0) <= 60),
        _row("refused as too fast", connector.throttled, 0, connector.throttled == 0),
        _row("refused as wrong", len(connector.wrong), 0, not connector.wrong),
        _row("slowest acknowledgement (s)", slowest, "< 10", slowest < 10),
        _row("seconds in all", seconds, None, None),
    ]


def _burst(at: Setting) -> float:
    slowest = 0.0
    for number in range(MESSAGES):
        began = time.perf_counter()
        if ask(at, number, CHATS) != 200:
            raise AssertionError(f"message {number} was not acknowledged")
        slowest = max(slowest, time.perf_counter() - began)
    return slowest


def _row(figure: str, value: object, target: object, ok: bool | None) -> dict[str, Any]:
    return {"bench": "teams", "figure": figure, "value": value, "target": target, "ok": ok}
