"""One visitor floods the page: they are refused in words, and a second person is answered as if they were not there."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.attack.running import Answered, Asker, model, running

SLACK = 0.2  # seconds that those who ask take from the same processors
WARM = 0.1  # seconds after which a flood is on: its first forty questions come all at once, and are no excuse
TIMED = "ATTACK" in os.environ  # `make attack`: on a machine that does nothing else


@contextmanager
def flood(visitors: Sequence[Asker]) -> Iterator[list[Answered]]:
    """Have these ask without end and without a pause, each from a connection; yield what came back so far."""
    found: list[Answered] = []
    over = threading.Event()

    def ask(hand: int) -> None:
        n = 0
        while not over.is_set():
            n += 1
            found.append(visitors[hand].ask(f"flood-{hand}-{n}"))

    hands = [threading.Thread(target=ask, args=(hand,)) for hand in range(len(visitors))]
    for hand in hands:
        hand.start()
    try:
        yield found
    finally:
        over.set()
        for hand in hands:
            hand.join()


def worst(person: Asker, name: str, times: int) -> float:
    return max(person.seconds(f"{name}-{n}") for n in range(times))


@pytest.mark.parametrize(
    ("name", "times", "cookies"),
    [("", 4, 1), ("", 6, 6), ("demo", 6, 6), ("demo:silent", 1, 1)],
    ids=["graph alone", "graph alone, cookies dropped", "quick model, cookies dropped", "silent model"],
)
def test_a_second_person_hardly_notices_a_flood(tmp_path: Path, name: str, times: int, cookies: int) -> None:
    with model(tmp_path, name or "demo") as access:
        settings = {**access, "EVIGRAPH_TURN_SECONDS": "8"} if name else {}
        with running(tmp_path / "data", **settings) as bot:
            flooders = [Asker(bot, "203.0.113.9") for _ in range(cookies)]
            person = Asker(bot, "198.51.100.7")
            person.seconds("warm")
            quiet = worst(person, "quiet", times)
            with flood(flooders if cookies > 1 else flooders * 4) as found:
                time.sleep(WARM)
                loud = worst(person, "loud", times)
            refused = [one for one in found if one.status == 429]
            assert {one.status for one in found} == {202, 429}
            assert all(int(one.headers["retry-after"]) > 0 and "wait" in str(one.json["error"]) for one in refused)
            print(f"{name or 'graph alone'}: quiet {quiet:.2f} s, in the flood {loud:.2f} s, {len(found)} questions")
            if TIMED:
                assert loud <= 2 * quiet + SLACK
