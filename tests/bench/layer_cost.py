"""What a team's layer of 100,000 facts costs a turn: `python -m tests.bench.layer_cost [GRAPH] [FACTS]`.

The same questions are answered over a graph without a layer and with one, in turns; the facts join entities of one half
of the graph at random, under its own predicates. Prints medians in milliseconds and how much is added, for questions
about entities of the other half (what the layer itself costs) and about those that the layer says something of (their
answers have more to tell). Without a graph: the Alzheimer graph of ../shared, else the starter graph.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

from bot import config
from bot.wiring import Parts, graph_folder, open_parts
from bot.wiring_graphs import curation_log
from kgcore.curation.layer import Fact
from kgcore.graph import starter_folder
from kgcore.graph.embedded.rows import open_rows
from kgcore.turn.reviewing import accepted_at_once
from kgcore.values.message import Message, Person, Place

BEL = Path(__file__).resolve().parents[3] / "shared" / "data" / "kg" / "bel_ad"
QUESTIONS = 20  # of each kind
FACTS = 100_000


def named_entities(folder: Path) -> list[tuple[str, str]]:
    """Return ids and names of a graph's entities, in its order."""
    with open_rows(folder) as rows:
        return [(n.id, n.name) for n in rows.nodes()]


def random_facts(ids: list[str], predicates: list[str], count: int) -> list[Fact]:
    """Return facts between entities of the graph."""
    rng = random.Random(18)  # noqa: S311  the same facts each time
    ends = ((rng.choice(ids), rng.choice(ids)) for _ in range(count))
    return [Fact(a, rng.choice(predicates), b, papers=(f"PMID:{n}",)) for n, (a, b) in enumerate(ends, 1) if a != b]


async def one_turn(parts: Parts, number: str, text: str) -> float:
    """Return the milliseconds that an answer takes."""
    event = Message(f"e{number}", Place("web", "", "local", f"t{number}"), Person("u", "Ann"), text)
    began = time.perf_counter()
    async for _ in parts.assistant.turn(event):
        pass
    return (time.perf_counter() - began) * 1000


async def measure(source: Path, count: int, data: Path) -> dict[str, float]:
    """Return the medians without and with the layer."""
    console = Console(stderr=True)
    settings = {
        way: config.load_settings({"EVIGRAPH_DATA": str(data / way), "EVIGRAPH_EMBEDDER": "none"})
        for way in ("without", "with")
    }
    folder = await graph_folder(settings["without"], source, console)
    entities = named_entities(folder)
    half = len(entities) // 2
    rng = random.Random(7)  # noqa: S311  the same questions each time
    kinds = {"elsewhere": rng.sample(entities[half:], QUESTIONS), "about it": rng.sample(entities[:half], QUESTIONS)}
    found: dict[str, float] = {}
    async with (
        open_parts(settings["without"], console=console, kg=folder) as plain,
        open_parts(settings["with"], console=console, kg=folder) as layered,
    ):
        log = curation_log(settings["with"], plain.graph.info.name)
        predicates = [p.name for p in plain.graph.info.predicates]
        began = time.perf_counter()
        facts = random_facts([id for id, _ in entities[:half]], predicates, count)
        log.add_all(act for fact in facts for act in accepted_at_once(fact, "bench", "bench"))
        found["seconds to take in"] = time.perf_counter() - began
        began = time.perf_counter()
        found["relations more"] = layered.graph.info.relations - plain.graph.info.relations
        found["seconds to open"] = time.perf_counter() - began
        for kind, some in kinds.items():
            times: dict[str, list[float]] = {"without": [], "with": []}
            for n, (_, name) in enumerate([*some[:3], *some]):  # the first ones warm up
                for way, parts in (("without", plain), ("with", layered)):
                    times[way].append(await one_turn(parts, f"{kind}{n}", f"What is known about {name}?"))
            medians = {way: statistics.median(one[3:]) for way, one in times.items()}
            found |= {f"{kind}, {way}, ms": ms for way, ms in medians.items()}
            found[f"{kind}, added"] = medians["with"] / medians["without"] - 1
    return found


def main(arguments: list[str]) -> None:
    """Print the figures."""
    source = Path(arguments[0]) if arguments else BEL if BEL.exists() else starter_folder()
    count = int(arguments[1]) if len(arguments) > 1 else FACTS
    with tempfile.TemporaryDirectory() as data:
        print(json.dumps(asyncio.run(measure(source, count, Path(data))), indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
