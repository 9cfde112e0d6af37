"""The plug is pulled in the middle of a burst: every question that was acknowledged is answered, and once."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.page.conftest import free_port
from tests.page.scenario import PATIENCE, ROOT

QUESTIONS = 60


@contextmanager
def process(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    settings = {"EVIGRAPH_PORT": str(port), "EVIGRAPH_DATA": str(folder), "EVIGRAPH_EMBEDDER": "none"}
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), **settings}
    with (folder / "log").open("ab") as log:
        running = subprocess.Popen(
            [sys.executable, "-m", "bot", "run"], cwd=folder, env=environment, stdout=log, stderr=log
        )
        try:
            yield running
        finally:
            running.kill()
            running.wait()


def until(condition: object, what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            if condition():  # type: ignore[operator]
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError(what)


def healthy(port: int) -> dict[str, object]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def ask(port: int, number: int) -> None:
    """Ask as the page does; returns once the question has been acknowledged."""
    fields = {"thread": f"t{number}", "event": f"event-{number}", "text": f"Tell me about zinc, please, take {number}"}
    origin = f"http://127.0.0.1:{port}"
    request = urllib.request.Request(
        f"{origin}/ask", urllib.parse.urlencode(fields).encode(), {"Origin": origin, "Accept": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.status == 202


def test_nothing_is_lost_and_nothing_answered_twice_when_the_process_is_killed(tmp_path: Path) -> None:
    port = free_port()
    with process(tmp_path, port) as first:
        until(lambda: healthy(port), "the first process did not start")
        for number in range(QUESTIONS):
            ask(port, number)
        first.kill()
    with closing(sqlite3.connect(tmp_path / "evigraph.db")) as db:
        (waiting,) = db.execute("SELECT count(*) FROM inbox WHERE finished IS NULL").fetchone()
    assert waiting > 0, "the burst was over before the plug was pulled: ask more questions"

    with process(tmp_path, port):
        until(lambda: healthy(port)["waiting"] == 0, "the second process did not finish what the first had left")
        for number in range(QUESTIONS):  # the page sends again what it got no answer to
            ask(port, number)
        until(lambda: healthy(port)["waiting"] == 0, "the redelivered questions were not settled")
    with closing(sqlite3.connect(tmp_path / "evigraph.db")) as db:
        turns = db.execute("SELECT thread, body FROM turns").fetchall()
        incidents = db.execute("SELECT count(*) FROM inbox WHERE incident <> ''").fetchone()[0]
    assert len(turns) == QUESTIONS
    assert len({thread for thread, _ in turns}) == QUESTIONS
    assert all(json.loads(body)["done"] for _, body in turns)
    assert incidents == 0
