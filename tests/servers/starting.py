"""Starts `evigraph run` again and again in little time: a process that has imported it forks for each start.

What is started is a process of its own: it takes its settings, opens its files, listens, gets its signals and is
killed by itself. Only what is the same in every process is shared, most of what a start costs: the imports, and the
tables of words with their patterns. It needs a system that forks.

`python -m tests.servers.starting` is the process that forks: it reads orders from standard input, one in a line.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import importlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).parents[2]
ALWAYS = (
    *("bot.cli", "bot.serve", "bot.wiring", "bot.predicting", "kgcore.store.sqlite", "kgcore.store.repair"),
    *("adapters.web.app", "adapters.api.app"),
)


class Started:
    """A running Evigraph; it is used like `subprocess.Popen`."""

    def __init__(self, pid: int, ended: dict[int, int], changed: threading.Condition) -> None:
        self.pid = pid
        self._ended, self._changed = ended, changed

    @property
    def returncode(self) -> int | None:
        """Its status once it has ended; less than zero is the signal that ended it."""
        return self._ended.get(self.pid)

    def poll(self) -> int | None:
        """Return its status, None while it runs."""
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return its status. Raises subprocess.TimeoutExpired."""
        with self._changed:
            if not self._changed.wait_for(lambda: self.pid in self._ended, timeout):
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
        return self._ended[self.pid]

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        with self._changed:
            if self.pid not in self._ended:
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


class _Forking:
    """The process that forks, seen from the tests."""

    def __init__(self, preload: str) -> None:
        words = [sys.executable, "-m", "tests.servers.starting"]
        environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "LD_PRELOAD": preload}
        self._process = subprocess.Popen(
            words, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._ended: dict[int, int] = {}
        self._begun: list[int] = []
        self._changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        atexit.register(self._process.kill)

    def _read(self) -> None:
        for line in self._process.stdout or ():
            what, number, status = json.loads(line)
            with self._changed:
                if what == "begun":
                    self._begun.append(number)
                else:
                    self._ended[number] = status
                self._changed.notify_all()

    def start(self, order: Mapping[str, object]) -> Started:
        assert self._process.stdin
        with self._changed:
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
            if not self._changed.wait_for(lambda: self._begun, 60.0):
                raise AssertionError("nothing was started")
            return Started(self._begun.pop(), self._ended, self._changed)


@cache
def _forking(preload: str) -> _Forking:
    return _Forking(preload)


def start(folder: Path, environment: Mapping[str, str], modules: Sequence[str] = ()) -> Started:
    """Start `evigraph run` in a folder, with that environment alone; what it says is added to `log` there.

    `modules` are what it is going to import beside the page and the API, such as a platform's.
    """
    order = {"folder": str(folder), "environment": dict(environment), "modules": [*ALWAYS, *modules]}
    return _forking(environment.get("LD_PRELOAD", "")).start(
        order
    )  # a library is loaded when a process is begun, not at a fork


# ── the process that forks ──────────────────────────────────────────────────────────────────────────────────────────


def main() -> None:
    """Take orders until standard input ends, and tell what has begun and ended on standard output."""
    for name in ALWAYS:
        importlib.import_module(name)
    asyncio.run(_read_tables())
    assert threading.active_count() == 1, "a process that has threads cannot be forked"
    gc.freeze()
    wakes, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken)
    rest = b""
    while True:
        ready, _, _ = select.select([0, wakes], [], [])
        if wakes in ready:
            os.read(wakes, 4096)
            _tell_ended()
        if 0 in ready:
            more = os.read(0, 65536)
            if not more:
                return
            *orders, rest = (rest + more).split(b"\n")
            for order in map(json.loads, orders):
                for name in order["modules"]:
                    importlib.import_module(name)
                begun = os.fork()
                if not begun:
                    _run(order, (wakes, woken))
                _tell("begun", begun)


async def _read_tables() -> None:
    """Have the tables of words read and their patterns compiled, as every start does before anybody asks."""
    from bot.rehearsing import UNHEARD_OF, rehearse_answer
    from kgcore.english.context import load_openings
    from kgcore.english.identifiers import find_identifiers
    from kgcore.graph import starter_folder
    from kgcore.graph.embedded import EmbeddedGraph
    from kgcore.ingest.importing import import_graph
    from kgcore.question import danger
    from kgcore.reasoning import loose_stems
    from kgcore.turn.checking import Checker
    from kgcore.turn.reader import TextReader
    from kgcore.vocabulary.vocabulary import Vocabulary

    danger.load_cues()
    danger.danger_in(UNHEARD_OF)
    find_identifiers(UNHEARD_OF)
    loose_stems.load_cues()
    load_openings()
    with tempfile.TemporaryDirectory() as room:
        await import_graph(starter_folder(), Path(room) / "graph", embedder=None)
        graph = EmbeddedGraph.open(Path(room) / "graph")
        words = Vocabulary.of(graph.info.predicates)
        await rehearse_answer(graph, TextReader(graph, words), Checker(graph, words))
        await graph.close()


def _run(order: Mapping[str, Any], pipes: Sequence[int]) -> NoReturn:
    """Become `evigraph run`: what was started here before is as it is in a new process."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.chdir(order["folder"])
    log = os.open("log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for old, new in ((os.open(os.devnull, os.O_RDONLY), 0), (log, 1), (log, 2)):
        os.dup2(old, new)
    for pipe in (*pipes, log):
        os.close(pipe)
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv = ["evigraph", "run"]
    sys.modules["__main__"].__file__ = str(ROOT / "bot" / "__main__.py")  # which the drawing process imports again
    importlib.import_module("bot.cli").main(prog_name="evigraph")
    raise SystemExit(0)


def _tell_ended() -> None:
    with suppress(ChildProcessError):  # there is none any more
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            _tell("ended", found[0], os.waitstatus_to_exitcode(found[1]))


def _tell(what: str, process: int, status: int = 0) -> None:
    os.write(1, json.dumps([what, process, status]).encode() + b"\n")


if __name__ == "__main__":
    main()
