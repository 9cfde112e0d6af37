"""A burst of 500 mentions over 50 channels, by HTTP and Socket Mode: acknowledged, answered once, at Slack's pace.

Three for each way in: a real process that is killed in the middle, one mention in each channel at once to see how long
people wait for a first word, and scripted answers that stream. The small Slack of tests/servers counts posts per
channel and refuses with 429 what comes too fast.

    python -m tests.bench.bench_slack [http|socket] [killed|calm|scripted]    one of them
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from kgcore.values.message import Incoming, Message
from kgcore.values.model import Paper
from kgcore.values.reply import Claims, ClaimView, Figure, Plain, Progress, Reply, Text
from kgcore.verdicts import Verdict
from tests.adapters.slack.office import Office, Script, office
from tests.adapters.slack.process import answers, free_port, process, until, waiting
from tests.bench.slack_crowd import Crowd, Watch, outcome, questions
from tests.servers.slack import SlackServer
from tests.servers.slack_people import words

CHANNELS, EACH = 50, 10
MENTIONS = CHANNELS * EACH
A_SECOND = 50  # mentions: one a second and channel; Slack sends two events for each
LATE = 150  # mentions that are on their way when the process is killed
REDELIVERED = 60  # events that come again although they were acknowledged, half of them before the kill
DONE = "That is all."
TARGET_ACK = 1.0  # seconds, of the slowest in a hundred
UPDATES_A_MINUTE = 50 + 20  # tier 3, with the burst that we allow ourselves
POSTS_IN_TEN_SECONDS = 10 + 3  # one a second, with the burst that we allow ourselves
PATIENCE = 600.0

Figures = list[tuple[str, Any, Any, bool | None]]


def run(shared: Path) -> list[dict[str, Any]]:
    """Return the figures; `shared` is not needed."""
    return [row for way in ("http", "socket") for name in BURSTS for row in measured(way, name)]


def measured(way: str, name: str) -> list[dict[str, Any]]:
    """Return the figures of one burst, with the load of the machine at its end."""
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(BURSTS[name](way, Path(folder)))
    figures.append(("load of the machine", round(os.getloadavg()[0], 1), None, None))
    return [{"bench": f"slack {way} {name}", "figure": f, "value": v, "target": t, "ok": ok} for f, v, t, ok in figures]


# ── a real process ──────────────────────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def _crowd(way: str, port: int) -> AsyncIterator[tuple[SlackServer, Crowd, Watch]]:
    """Open the workspace, with people in it and somebody who watches."""
    async with SlackServer() as slack:
        slack.world.limit_posts = True
        crowd = Crowd(slack, f"http://127.0.0.1:{port}/slack/events" if way == "http" else "")
        watch = Watch(slack)
        watching = asyncio.create_task(watch.run())
        try:
            yield slack, crowd, watch
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            await crowd.close()


async def _killed(way: str, folder: Path) -> Figures:
    """Ask, kill the process when a third is answered and more is being asked, start it again at once."""
    port, asked = free_port(), questions(MENTIONS)
    async with _crowd(way, port) as (slack, crowd, watch), asyncio.TaskGroup() as people:
        began = time.perf_counter()
        async with process(folder, port, slack, way) as first:
            crowd.running = 1
            for number, one in enumerate(asked[:-LATE]):
                people.create_task(crowd.ask(number, CHANNELS, one, number / A_SECOND))
            await until(lambda: _answered(slack, MENTIONS // 3), "a third was not answered", PATIENCE)
            late = [people.create_task(crowd.ask(n, CHANNELS, q, n / A_SECOND)) for n, q in enumerate(asked[-LATE:])]
            await crowd.again(REDELIVERED // 2)
            await asyncio.sleep(LATE / A_SECOND / 3)
            crowd.running = 0
            first.kill()
            await asyncio.to_thread(first.wait)
        before, pulled = len(answers(slack.world)), time.perf_counter()
        async with process(folder, port, slack, way):
            crowd.running, away = 2, time.perf_counter() - pulled
            await asyncio.gather(*late)
            await crowd.heard()
            await crowd.again(REDELIVERED // 2)
            await until(lambda: _rests(port), "the second process did not finish", PATIENCE)
        seconds = time.perf_counter() - began
        return [
            *_acknowledged(crowd),
            ("answered before kill -9", before, None, None),
            ("seconds without a process", away, None, None),
            ("threads searched for what was posted before", watch.number("conversations.replies"), None, None),
            *_stands(slack, crowd),
            *_paced(slack, watch),
            ("status, placeholder or answer, median s", float(np.median(watch.waits(crowd.said))), None, None),
            ("all answered after s", seconds, None, None),
        ]


async def _calm(way: str, folder: Path) -> Figures:
    """Ask once in each channel, all at once: how long until the first word stands there?"""
    port = free_port()
    async with _crowd(way, port) as (slack, crowd, watch), process(folder, port, slack, way):
        crowd.running = 1
        await crowd.ask(0, 1, questions(1)[0], 0.0)  # the very first waits for what is loaded only once
        await until(lambda: _answered(slack, 1), "nothing was answered")
        await asyncio.gather(*(crowd.ask(n, CHANNELS, q, 0.0) for n, q in enumerate(questions(CHANNELS))))
        await until(lambda: _answered(slack, CHANNELS + 1), "not everybody was answered", PATIENCE)
        await until(lambda: _rests(port), "it did not come to rest", PATIENCE)
        waits = watch.waits(crowd.said[1:])
        return [
            *_acknowledged(crowd),
            ("status, placeholder or answer, median s", float(np.median(waits)), "< 1", float(np.median(waits)) < 1),
            ("status, placeholder or answer, slowest s", max(waits), None, None),
            ("status, placeholder or answer within a second", sum(w < 1 for w in waits), None, None),
            *_stands(slack, crowd),
            *_paced(slack, watch),
        ]


async def _answered(slack: SlackServer, number: int) -> bool:
    return len(answers(slack.world)) >= number


async def _rests(port: int) -> bool:
    return await waiting(port) == 0


def _acknowledged(crowd: Crowd) -> Figures:
    p99 = float(np.percentile(crowd.acknowledged, 99))
    return [
        ("events acknowledged", len(crowd.waits), None, None),
        ("acknowledged by a process that was up, p99 s", p99, f"< {TARGET_ACK}", p99 < TARGET_ACK),
        ("the slowest of these, s", max(crowd.acknowledged), None, None),
        ("longest until acknowledged, with restart and Slack's pause, s", max(crowd.waits), None, None),
        ("deliveries again", crowd.retried, None, None),
        ("never acknowledged", crowd.lost, 0, crowd.lost == 0),
    ]


def _stands(slack: SlackServer, crowd: Crowd) -> Figures:
    found, total = outcome(slack, crowd.said), len(crowd.said)
    for line in found.wrong[:5]:
        print(line)
    return [
        ("answered completely", found.complete, total, found.complete == total),
        ("answered more than once", found.twice, 0, found.twice == 0),
        ("pictures twice", found.pictures_twice, 0, found.pictures_twice == 0),
        ("placeholders left", found.placeholders, 0, found.placeholders == 0),
        ("refused blocks", len(slack.world.complaints), 0, not slack.world.complaints),
    ]


def _paced(slack: SlackServer, watch: Watch) -> Figures:
    watch.look()
    above = sum(times > POSTS_IN_TEN_SECONDS for times in slack.world.fastest.values())
    edits = watch.busiest("chat.update")
    return [
        ("channels above 1 post/s (10 s, burst 3)", above, 0, above == 0),
        ("most edits within a minute", edits, f"<= {UPDATES_A_MINUTE}", edits <= UPDATES_A_MINUTE),
        ("most uploads within a minute", watch.busiest("files.completeUploadExternal"), None, None),
        ("streams begun", watch.number("chat.startStream"), None, None),
        ("refused with 429", slack.world.limited, 0, slack.world.limited == 0),
    ]


# ── scripted answers, which stream ──────────────────────────────────────────────────────────────────────────────────


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


async def _scripted(way: str, folder: Path) -> Figures:
    script = Script(answer)
    script.step = 0.05
    async with office(way, folder, script, pace=1.0, ping=5.0) as desk:
        desk.world.limit_posts = True
        began = time.perf_counter()
        await asyncio.gather(*(_asked(desk, n) for n in range(MENTIONS)))
        await desk.settled()
        return _figures(desk, time.perf_counter() - began)


async def _asked(desk: Office, number: int) -> None:
    await asyncio.sleep(number / A_SECOND)
    await desk.people.mention(f"C{number % CHANNELS}", f"Question {number}")


def _figures(desk: Office, seconds: float) -> Figures:
    posts = [m for c in desk.world.channels for m in desk.posts(c) if m.get("metadata")]
    complete = sum(DONE in words(m["blocks"]) and "Statement 5" in words(m["blocks"]) for m in posts)
    threads = Counter((m["channel"], m["thread_ts"]) for m in posts)
    calls = Counter(method for method, _ in desk.world.calls)
    updates = calls["chat.update"] / max(1.0, seconds / 60)
    p99 = float(np.percentile(desk.people.acknowledged, 99))
    limited = sum(times > POSTS_IN_TEN_SECONDS for times in desk.world.fastest.values())
    return [
        ("acknowledged, p99 s", p99, f"< {TARGET_ACK}", p99 < TARGET_ACK),
        ("answered completely", complete, MENTIONS, complete == MENTIONS),
        ("answered more than once", sum(n > 1 for n in threads.values()), 0, len(threads) == len(posts) == MENTIONS),
        ("channels above 1 post/s (10 s, burst 3)", limited, 0, limited == 0),
        ("edits a minute", updates, f"<= {UPDATES_A_MINUTE}", updates <= UPDATES_A_MINUTE),
        ("refused blocks", len(desk.world.complaints), 0, not desk.world.complaints),
        ("all answered after s", seconds, None, None),
    ]


BURSTS = {"scripted": _scripted, "calm": _calm, "killed": _killed}


def main(way: str, name: str) -> None:
    """Print the figures of one burst."""
    for row in measured(way, name):
        print(f"{row['figure']:64}{row['value']!s:>24}  {row['target'] or '':8}", {False: "missed"}.get(row["ok"], ""))


if __name__ == "__main__":
    main(*sys.argv[1:3])
