"""A burst of 500 mentions over 50 channels, by HTTP and Socket Mode: acknowledged, answered once, at Slack's pace.

The bot's inbox, worker, adapter and server are real; answers are scripted and stream, every tenth has a picture. The
small Slack of tests/servers counts posts per channel and refuses with 429 what comes too fast.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kgcore.message import Incoming, Message
from kgcore.model import Paper, Verdict
from kgcore.reply import Claims, ClaimView, Figure, Plain, Progress, Reply, Text
from tests.adapters.slack.office import Office, Script, office
from tests.servers.slack_people import words

CHANNELS, EACH = 50, 10
A_SECOND = 50  # mentions: one a second and channel; Slack sends two events for each
DONE = "That is all."
TARGET_ACK = 1.0  # seconds, of the slowest in a hundred
UPDATES_A_MINUTE = 50 + 20  # tier 3, with the burst that we allow ourselves


def answer(event: Incoming) -> Sequence[Reply]:
    """A streaming answer with five claims."""
    assert isinstance(event, Message)
    turn = event.place.thread.replace(".", "") + event.place.channel
    claims = tuple(
        ClaimView(
            n, Verdict.SUPPORTED, (Plain(f"Statement {n}"),), "The graph says so.", (Paper(f"PMID:{n}", "Title"),)
        )
        for n in range(1, 6)
    )
    picture = (Figure(turn.encode(), "<svg/>", "A picture.", 1, 1),) if event.text.endswith("0") else ()
    states = [Reply(turn, event.text, (Progress(doing="Looking …"),), final=False)]
    states += [Reply(turn, event.text, (Text((Plain("Word " * n),)),), final=False) for n in (5, 20, 60)]
    whole = (Text((Plain("Word " * 80 + DONE),)), *picture, Claims(claims))
    return [*states, Reply(turn, event.text, whole)]


def run(shared: Path) -> list[dict[str, Any]]:
    """Return the figures."""
    return [row for way in ("http", "socket") for row in asyncio.run(_burst(way))]


async def _burst(way: str) -> list[dict[str, Any]]:
    script = Script(answer)
    script.step = 0.05
    with tempfile.TemporaryDirectory() as folder:
        async with office(way, Path(folder), script, pace=1.0, ping=5.0) as desk:
            desk.world.limit_posts = True
            began = time.perf_counter()
            numbers = range(CHANNELS * EACH)
            await asyncio.gather(*(_asked(desk, n) for n in numbers))
            await desk.settled()
            return _figures(way, desk, time.perf_counter() - began)


async def _asked(desk: Office, number: int) -> None:
    await asyncio.sleep(number / A_SECOND)
    await desk.people.mention(f"C{number % CHANNELS}", f"Question {number}")


def _figures(way: str, desk: Office, seconds: float) -> list[dict[str, Any]]:
    posts = [m for c in desk.world.channels for m in desk.posts(c) if m.get("metadata")]
    complete = sum(DONE in words(m["blocks"]) and "Statement 5" in words(m["blocks"]) for m in posts)
    threads = Counter((m["channel"], m["thread_ts"]) for m in posts)
    calls = Counter(method for method, _ in desk.world.calls)
    updates = calls["chat.update"] / max(1.0, seconds / 60)
    p99 = float(np.percentile(desk.people.acknowledged, 99))
    total = CHANNELS * EACH
    limited = sum(times > 13 for times in desk.world.fastest.values())
    rows: list[tuple[str, Any, Any, bool | None]] = [
        ("acknowledged, p99 s", p99, f"< {TARGET_ACK}", p99 < TARGET_ACK),
        ("answered completely", complete, total, complete == total),
        ("answered more than once", sum(n > 1 for n in threads.values()), 0, len(threads) == len(posts) == total),
        ("channels above 1 post/s (10 s, burst 3)", limited, 0, limited == 0),
        ("edits a minute", updates, f"<= {UPDATES_A_MINUTE}", updates <= UPDATES_A_MINUTE),
        ("refused blocks", len(desk.world.complaints), 0, not desk.world.complaints),
        ("all answered after s", seconds, None, None),
    ]
    return [{"bench": f"slack {way}", "figure": f, "value": v, "target": t, "ok": ok} for f, v, t, ok in rows]
