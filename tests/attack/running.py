"""A running Evigraph, those who ask it, and a look at what it has kept."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.page.conftest import free_port
from tests.page.scenario import PATIENCE, Scenario, served
from tests.servers.starting import Started, start

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "bot")
QUESTION = "Can vitamin E slow the progression of Alzheimer's disease?"


@dataclass
class Answered:
    """What came back: the status, the headers (lower case) and the body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.body)
        return found


@dataclass
class Running:
    """A process that answers at a port from a folder."""

    port: int
    folder: Path
    process: Started

    def request(self, path: str, data: bytes | None = None, **headers: str) -> Answered:
        """Send a request; names of headers are written with "_" for "-"."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        wanted = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, named)
        try:
            with urllib.request.urlopen(wanted, timeout=PATIENCE) as found:
                return Answered(found.status, {k.lower(): v for k, v in found.headers.items()}, found.read())
        except urllib.error.HTTPError as error:
            return Answered(error.code, {k.lower(): v for k, v in error.headers.items()}, error.read())

    def rows(self, sql: str, *values: object) -> list[tuple[str, ...]]:
        """Return rows of the store, as they are now."""
        with closing(sqlite3.connect(self.folder / "evigraph.db", timeout=10)) as db:
            return db.execute(sql, values).fetchall()

    @property
    def waiting(self) -> int:
        """How many events are not finished."""
        return int(str(self.request("/healthz").json["waiting"]))

    def log(self) -> str:
        """Return what the process has said so far."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")


@dataclass
class Asker:
    """Somebody at the page, behind a proxy that is trusted."""

    bot: Running
    address: str = "198.51.100.7"
    cookie: str = ""
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        found = self.bot.request("/", X_Forwarded_For=self.address, Host="kg.example")
        self.cookie = found.headers.get("set-cookie", "").partition(";")[0]

    def ask(self, thread: str, text: str = QUESTION) -> Answered:
        """Ask in a thread."""
        fields = urllib.parse.urlencode({"thread": thread, "event": f"e-{thread}", "text": text}).encode()
        headers = {"Accept": "application/json", "Origin": "http://kg.example", "Host": "kg.example"}
        return self.bot.request("/ask", fields, X_Forwarded_For=self.address, Cookie=self.cookie, **headers)

    def seconds(self, thread: str, text: str = QUESTION) -> float:
        """Ask, and return after how many seconds the whole answer was kept."""
        began = time.monotonic()
        assert self.ask(thread, text).status == 202
        like = f"%\x1f{thread}"
        sql = "SELECT 1 FROM turns WHERE thread LIKE ? AND json_extract(body, '$.done')"
        until(lambda: self.bot.rows(sql, like), f"{thread} was not answered", pause=0.02)
        return time.monotonic() - began


def until(condition: Callable[[], object], what: str, patience: float = PATIENCE, pause: float = 0.05) -> None:
    """Wait until something holds; raises AssertionError where it does not in time."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        try:
            if condition():
                return
        except (OSError, sqlite3.OperationalError, KeyError):
            pass
        time.sleep(pause)
    raise AssertionError(what)


def environment_of(folder: Path, **settings: str) -> dict[str, str]:
    """Return the environment of a command on that data folder: no setting of whoever runs the tests is in it."""
    ours = {"EVIGRAPH_DATA": str(folder), "EVIGRAPH_EMBEDDER": "none"}
    return {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT), **ours, **settings}


@contextmanager
def running(folder: Path, **settings: str) -> Iterator[Running]:
    """Run Evigraph with these settings, behind a proxy that is trusted; it is killed in the end."""
    port = int(settings.get("EVIGRAPH_PORT", "0")) or free_port()
    folder.mkdir(exist_ok=True)
    proxied = {"EVIGRAPH_PROXIES": "127.0.0.1", "PUBLIC_URL": "http://kg.example"}
    environment = environment_of(folder, **{**proxied, **settings, "EVIGRAPH_PORT": str(port)})
    process = start(folder, environment)
    try:
        bot = Running(port, folder, process)
        until(lambda: process.poll() is not None or bot.request("/healthz"), "it did not start")
        assert process.poll() is None, bot.log()
        yield bot
    finally:
        process.kill()
        process.wait()


@contextmanager
def model(folder: Path, name: str = "demo", pause: float = 0.0) -> Iterator[dict[str, str]]:
    """Serve a language model, good or bad (tests/servers/openai.py); yield the settings that lead to it."""
    port = free_port()
    command = (sys.executable, "-m", "tests.servers.openai", "--port", "{port}", "--pause", str(pause))
    (folder / "model").mkdir(exist_ok=True)
    with served(Scenario("model", command, "", "", look="/v1/models"), folder / "model", port) as address:
        yield {"OPENAI_BASE_URL": f"{address}/v1", "OPENAI_MODEL": name}


def stop(bot: Running, patience: float = 10.0) -> int:
    """End a process as a supervisor does; return its status."""
    bot.process.send_signal(signal.SIGTERM)
    return bot.process.wait(patience)
