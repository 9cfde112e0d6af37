"""What a layer of 100,000 facts costs a turn: `python -m tests.bench.layer_cost [FOLDER [FACTS [QUESTIONS]]]`.

A graph of ../shared (BEL-AD) or the starter graph gets a layer of random facts about half of its entities. Questions
are asked without and with it: about entities of the other half, where an answer stays the same, and about those of
which the layer has much to tell. These are asked of a graph that holds the same facts itself, too: more facts make a
longer answer, whoever has them. Times are of the processor, the least of three: a busy machine changes little.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import math
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import product
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
from kgcore.values.reply import Claims

BEL = Path(__file__).resolve().parents[3] / "shared" / "data" / "kg" / "bel_ad"
QUESTIONS = 20  # of each kind
TIMES = 3  # that each is asked; the first warms up
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


def with_facts(source: Path, facts: Sequence[Fact], to: Path) -> Path:
    """Return a copy of a graph's tables that has the facts among its edges."""
    shutil.copytree(source, to, copy_function=shutil.copyfile)
    packed, plain = to / "edges.tsv.gz", to / "edges.tsv"
    if packed.exists():
        plain.write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()
    with plain.open("r+", encoding="utf-8") as file:
        head = file.readline().rstrip("\n").split("\t")
        file.seek(0, 2)
        for n, f in enumerate(facts):
            cells = {"id": f"more:{n}", "subject": f.subject, "predicate": f.predicate, "object": f.object}
            cells |= {"negated": "false", "publications": f.papers[0]}
            file.write("\t".join(cells.get(name, "") for name in head) + "\n")
    return to


async def one_turn(parts: Parts, number: str, text: str) -> tuple[float, int]:
    """Return the milliseconds of the processor that an answer takes, and how many claims it tells."""
    event = Message(f"e{number}", Place("web", "", "local", f"t{number}"), Person("u", "Ann"), text)
    began, claims = time.process_time(), 0
    async for reply in parts.assistant.turn(event):
        claims = sum(len(b.claims) for b in reply.blocks if isinstance(b, Claims))
    return (time.process_time() - began) * 1000, claims


async def measure(source: Path, count: int, questions: int, room: Path) -> dict[str, object]:
    """Return the means of each way to hold the facts, by what is asked about."""
    console = Console(stderr=True)
    ways = ("without", "layered", "in the graph")
    data = {"EVIGRAPH_EMBEDDER": "none"}
    settings = {way: config.load_settings(data | {"EVIGRAPH_DATA": str(room / way)}) for way in ways}
    folder = await graph_folder(settings["without"], source, console)
    entities = named_entities(folder)
    half = len(entities) // 2
    rng = random.Random(7)  # noqa: S311  the same questions each time
    kinds = {"elsewhere": rng.sample(entities[half:], questions), "about it": rng.sample(entities[:half], questions)}
    found: dict[str, object] = {}
    async with AsyncExitStack() as stack:
        opened = {
            way: await stack.enter_async_context(open_parts(settings[way], console=console, kg=folder))
            for way in ways[:2]
        }
        info = opened["without"].graph.info
        facts = random_facts([id for id, _ in entities[:half]], [p.name for p in info.predicates], count)
        log = curation_log(settings["layered"], info.name)
        began = time.process_time()
        log.add_all(act for fact in facts for act in accepted_at_once(fact, "bench", "bench"))
        found["seconds to take in"] = time.process_time() - began
        began = time.process_time()
        found["relations more"] = opened["layered"].graph.info.relations - info.relations
        found["seconds to open"] = time.process_time() - began
        merged = with_facts(source, facts, room / "tables" / source.name)
        opened["in the graph"] = await stack.enter_async_context(
            open_parts(settings["in the graph"], console=console, kg=merged)
        )
        for kind, some in kinds.items():
            found |= await _asked(kind, [name for _, name in some], opened)
    return found


async def _asked(kind: str, names: Sequence[str], opened: Mapping[str, Parts]) -> dict[str, object]:
    """Return what questions cost by the way to hold the facts: the least of some times each."""
    least: dict[str, list[float]] = {way: [math.inf] * len(names) for way in opened}
    told = dict.fromkeys(opened, 0)
    for again, (n, name) in product(range(TIMES), enumerate(names)):
        ways = list(opened)
        first = (n + again) % len(ways)  # each way is asked first as often as the others
        for way in (*ways[first:], *ways[:first]):
            ms, claims = await one_turn(opened[way], f"{kind}{again}-{n}", f"What is known about {name}?")
            least[way][n] = min(least[way][n], ms)
            told[way] += claims
    means = {way: statistics.fmean(some) for way, some in least.items()}
    asked = TIMES * len(names)
    return {f"{kind}, {way}, ms": round(ms, 1) for way, ms in means.items()} | {
        f"{kind}, claims of an answer": {way: round(some / asked, 1) for way, some in told.items()},
        f"{kind}, added": round(means["layered"] / means["without"] - 1, 3),
        f"{kind}, added to the same facts in the graph": round(means["layered"] / means["in the graph"] - 1, 3),
    }


def main(arguments: list[str]) -> None:
    """Print the figures."""
    source = Path(arguments[0]) if arguments else BEL if BEL.exists() else starter_folder()
    count, questions = (int(n) for n in (*arguments[1:3], *(str(FACTS), str(QUESTIONS))[len(arguments[1:3]) :]))
    with tempfile.TemporaryDirectory() as room:
        print(json.dumps(asyncio.run(measure(source, count, questions, Path(room))), indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
