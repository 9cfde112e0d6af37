"""A model's server is slow in every way: who asks at the page sees the graph's answer soon, and an end in time."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

from tests.attack.running import QUESTION, Asker, model, running
from tests.attack.test_flood import TIMED

# Seconds: a model has five until the graph's own answer is shown, and the turn its deadline.
SHOWN, DEADLINE = 6.0, 15
SLACK = 3.0 if TIMED else 60.0  # six processes at once, on two processors
WAYS = ("mute", "silent", "pings", "soon", "stalled", "blank")
CLAIM = b"data-claim"  # the models say nothing before they fall silent that would be one


def told(person: Asker) -> tuple[float, float]:
    """Ask, and return after how many seconds the graph's answer was seen on the page and the turn had ended."""
    head = f"GET /events/slow HTTP/1.1\r\nHost: kg.example\r\nCookie: {person.cookie}\r\n"
    with socket.create_connection(("127.0.0.1", person.bot.port), timeout=120) as stream:
        stream.sendall(f"{head}X-Forwarded-For: {person.address}\r\n\r\n".encode())
        received = stream.recv(4096)
        began, seen = time.monotonic(), 0.0
        assert person.ask("slow", QUESTION).status == 202
        stream.settimeout(0.2)
        while not person.bot.rows("SELECT 1 FROM turns WHERE json_extract(body, '$.done')"):
            assert time.monotonic() - began < DEADLINE + SLACK, "the turn has no end"
            with suppress(TimeoutError):
                received += stream.recv(65536)
            if not seen and CLAIM in received:
                seen = time.monotonic() - began
        ended = time.monotonic() - began
    return seen or ended, ended


def test_however_a_server_is_slow_the_graphs_answer_is_seen_soon_and_the_turn_ends(tmp_path: Path) -> None:
    people: dict[str, Asker] = {}
    with ExitStack() as stack:
        for way in WAYS:
            (tmp_path / way).mkdir()
            access = stack.enter_context(model(tmp_path / way, f"demo:{way}"))
            settings = {**access, "EVIGRAPH_TURN_SECONDS": str(DEADLINE)}
            people[way] = Asker(stack.enter_context(running(tmp_path / way / "data", **settings)))
        with ThreadPoolExecutor(len(WAYS)) as pool:
            found = dict(zip(people, pool.map(told, people.values()), strict=True))
    for way, (seen, ended) in found.items():
        print(f"{way}: the graph's answer was seen after {seen:.1f} s, the turn had ended after {ended:.1f} s")
    assert all(seen <= SHOWN + SLACK for seen, _ in found.values())
    assert all(ended <= DEADLINE + SLACK for _, ended in found.values())
