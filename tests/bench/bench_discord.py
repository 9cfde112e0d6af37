"""A burst of 300 mentions on Discord, with a kill -9 in the middle: all are answered, each once."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.adapters.discord.test_process import burst, finished, repeated

MENTIONS = 300


def run(shared: Path) -> list[dict[str, Any]]:
    """Return how many were answered, how many more than once, and the seconds of it all; `shared` is not needed."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        server, asked = asyncio.run(burst(Path(folder), MENTIONS))
    answered, twice = len(finished(server) & set(asked)), len(repeated(server))
    seconds = round(time.perf_counter() - began, 1)
    figure = f"of {MENTIONS} mentions answered"
    return [
        {"bench": "discord", "figure": figure, "value": answered, "target": MENTIONS, "ok": answered == MENTIONS},
        {"bench": "discord", "figure": "answered more than once", "value": twice, "target": "0", "ok": twice == 0},
        {"bench": "discord", "figure": "seconds, with a restart", "value": seconds, "target": "", "ok": None},
    ]
