"""How fast a picture of twelve nodes (PNG and SVG) comes back from the drawing process, warm and cold."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import numpy as np

from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.drawing.renderer import Renderer
from kgcore.graph import starter_folder
from kgcore.verdicts import Verdict

NODES = 12
PICTURES = 40


def run(shared: Path) -> list[dict[str, Any]]:
    """Return p50 and p95 of warm pictures and the time of the first one, in milliseconds; `shared` is not needed."""
    cold, warm = asyncio.run(_measure(_pictures()))
    return [
        {"bench": "drawing", "figure": f"{NODES} nodes p50 ms", "value": _at(warm, 50), "target": "", "ok": None},
        {"bench": "drawing", "figure": f"{NODES} nodes p95 ms", "value": _at(warm, 95), "target": "≤ 100",
         "ok": _at(warm, 95) <= 100},
        {"bench": "drawing", "figure": "first picture ms", "value": cold, "target": "", "ok": None},
    ]  # fmt: skip


def _at(times: list[float], share: float) -> float:
    return round(float(np.percentile(times, share)), 1)


async def _measure(pictures: list[Picture]) -> tuple[float, list[float]]:
    renderer = Renderer()
    times = []
    for picture in pictures:
        began = time.perf_counter()
        await renderer.render(picture)
        times.append((time.perf_counter() - began) * 1000)
    await renderer.close()
    return round(times[0], 1), times[1:]


def _pictures() -> list[Picture]:
    """Return different connected parts of the starter graph, with verdicts of every kind."""
    chance = random.Random(3)  # noqa: S311  (a sample, not a secret)
    nodes = {row[0]: row for row in _rows("nodes.tsv")}
    edges = _rows("edges.tsv")
    return [_picture(chance, nodes, edges) for _ in range(PICTURES + 1)]


def _rows(file: str) -> list[list[str]]:
    lines = (starter_folder() / file).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def _picture(chance: random.Random, nodes: dict[str, list[str]], edges: list[list[str]]) -> Picture:
    chosen: dict[str, int] = {chance.choice(edges)[1]: 1}
    told: dict[tuple[str, str], list[str]] = {}
    while len(chosen) < NODES:
        near = [e for e in edges if (e[1] in chosen or e[3] in chosen) and (e[1], e[3]) not in told]
        if not near:
            return _picture(chance, nodes, edges)
        edge = chance.choice(near)
        told[edge[1], edge[3]] = edge
        for end in (edge[1], edge[3]):
            chosen.setdefault(end, len(chosen) + 1)
    drawn = tuple(
        PictureEdge(
            (n,), chosen[e[1]], chosen[e[3]], e[2].lower().replace("_", " "), chance.choice(list(Verdict)), n % 9, n % 4
        )
        for n, e in enumerate(told.values(), 1)
    )
    return Picture(tuple(PictureNode(n, nodes[id][1], nodes[id][2]) for id, n in chosen.items()), drawn)
