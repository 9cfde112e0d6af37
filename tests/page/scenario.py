"""What the page is tested against: a program that serves it, and a conversation that it can hold."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds until a server must answer


@dataclass(frozen=True)
class Scenario:
    """`command` serves the page on `{port}` and keeps its data in `{folder}`; `entity` occurs in the answer."""

    name: str
    command: tuple[str, ...]
    question: str
    entity: str
    settings: Mapping[str, str] = field(default_factory=dict)
    look: str = ""  # where it answers once it is up


DEMO = Scenario(
    "demo",
    (
        sys.executable,
        "-m",
        "tests.servers.web_demo",
        "--port",
        "{port}",
        "--keep",
        "{folder}/turns.json",
        "--pace",
        "0.01",
    ),
    "Can vitamin E slow the progression of Alzheimer's disease?",
    "Vitamin E",
)
SLOW = Scenario("slow", (*DEMO.command, "--pace=0.15"), DEMO.question, DEMO.entity)
REAL = Scenario(
    "real",
    (sys.executable, "-m", "bot", "run"),
    DEMO.question,
    DEMO.entity,
    {"EVIGRAPH_PORT": "{port}", "EVIGRAPH_DATA": "{folder}"},
)


@contextmanager
def served(scenario: Scenario, folder: Path, port: int) -> Iterator[str]:
    """Run the scenario's program and yield the page's address once it answers."""
    filled = {"port": str(port), "folder": str(folder)}
    settings = {name: value.format(**filled) for name, value in scenario.settings.items()}
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("EVIGRAPH_", "OPENAI_"))}
    with (folder / "server.log").open("a") as log:
        process = subprocess.Popen(
            [part.format(**filled) for part in scenario.command],
            cwd=folder,
            env={**environment, **settings, "PYTHONPATH": str(ROOT)},
            stdout=log,
            stderr=log,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _await(address + scenario.look, process, folder / "server.log")
            yield address
        finally:
            process.terminate()
            process.wait(20)


def _await(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = monotonic() + PATIENCE
    while process.poll() is None and monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            sleep(0.1)
    raise AssertionError(f"The page was not served: {log.read_text()[-2000:]}")
