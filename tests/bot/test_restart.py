"""Stopped or killed in the middle of a burst: every question that was acknowledged is answered, and once."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.page.conftest import free_port
from tests.page.scenario import PATIENCE, ROOT, Scenario, served
from tests.servers.starting import Started, start

QUESTIONS = 60
STREAMING = 16
KILLS = 4
MODEL = Scenario(
    "model",
    (sys.executable, "-m", "tests.servers.openai", "--port", "{port}", "--pause", "0.1"),
    "",
    "",
    look="/v1/models",
)


@contextmanager
def process(folder: Path, port: int, **more: str) -> Iterator[Started]:
    settings = {"EVIGRAPH_PORT": str(port), "EVIGRAPH_DATA": str(folder), "EVIGRAPH_EMBEDDER": "none"}
    settings["EVIGRAPH_WAITING"] = str(QUESTIONS)
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), **settings, **more}
    running = start(folder, environment)
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


@contextmanager
def slow_model(folder: Path) -> Iterator[dict[str, str]]:
    """Serve a model that takes some seconds for an answer; yield the settings that lead to it."""
    port = free_port()
    (folder / "model").mkdir()
    with served(MODEL, folder / "model", port) as address:
        yield {"OPENAI_BASE_URL": f"{address}/v1", "OPENAI_MODEL": "demo"}


def rows(folder: Path, sql: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(folder / "evigraph.db")) as db:
        return db.execute(sql).fetchall()


def all_answered_by_the_model(folder: Path, questions: int) -> None:
    turns = [json.loads(body) for (body,) in rows(folder, "SELECT body FROM turns")]
    assert len(turns) == questions
    assert all(t["done"] and t["claims"] and t["mode"] == "model" for t in turns)
    assert not [t["notices"] for t in turns if t["notices"]]
    assert not rows(folder, "SELECT id FROM inbox WHERE incident <> '' OR finished IS NULL")


def test_a_clean_stop_in_the_middle_of_the_writing_loses_nothing(tmp_path: Path) -> None:
    port = free_port()
    with slow_model(tmp_path) as settings:
        with process(tmp_path, port, **settings) as first:
            until(lambda: healthy(port), "the first process did not start")
            for number in range(STREAMING):
                ask(port, number)
            until(lambda: rows(tmp_path, "SELECT id FROM turns"), "nothing was begun")
            first.terminate()  # in the middle of some of them
            assert first.wait(10.0) == 0
        assert rows(tmp_path, "SELECT id FROM inbox WHERE finished IS NULL"), "all were answered before the stop"
        with process(tmp_path, port, **settings):
            until(lambda: healthy(port)["waiting"] == 0, "the second process did not finish what the first had left")
    all_answered_by_the_model(tmp_path, STREAMING)


def test_people_who_wait_while_the_process_is_killed_again_and_again_are_answered(tmp_path: Path) -> None:
    people, port = 4, free_port()
    with slow_model(tmp_path) as settings:
        for life in range(KILLS):
            with process(tmp_path, port, **settings) as running:
                until(lambda: healthy(port), "a process did not start")
                for number in range(people) if life == 0 else ():
                    ask(port, number)
                time.sleep(1.5)
                running.kill()
        assert rows(tmp_path, "SELECT event FROM work WHERE working OR together OR alone"), "nothing was under work"
        with process(tmp_path, port, **settings):
            until(lambda: healthy(port)["waiting"] == 0, "the last process did not finish what the others had left")
    all_answered_by_the_model(tmp_path, people)


def test_a_second_process_on_a_folder_says_who_holds_it_and_the_lock_dies_with_the_first(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    with process(tmp_path, port) as first:
        until(lambda: healthy(port), "the first process did not start")
        with process(tmp_path, free_port()) as second:
            assert second.wait(PATIENCE) not in (0, None)
        assert f"Process {first.pid} already answers from the data folder {tmp_path}" in log.read_text()
        assert "Traceback" not in log.read_text()
        assert healthy(port)["status"] == "ok"
        first.kill()
    with process(tmp_path, port):
        until(lambda: healthy(port), "the lock of a dead process was taken for one")
