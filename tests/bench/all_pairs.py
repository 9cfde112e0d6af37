"""Text against picture over all pairs of the starter graph, class by class; one process, no drawing.

python -m tests.bench.all_pairs [CPU SECONDS]

What an answer on two things is made of depends on how the graph joins them, so pairs are asked by class: joined by an
edge (five wordings), joined through a third thing, and not joined at all. The classes go side by side in a
shuffled order; where the seconds end first, each class says how many of its pairs were asked.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from kgcore.graph import starter_folder
from kgcore.values.model import Entity
from kgcore.vocabulary.wording import name_in_sentence
from tests.bench.asked import Asked
from tests.bench.bench_anygraph import SEED
from tests.bench.text_and_picture import OF_EDGES, OF_PAIRS, Compared, Names
from tests.kgcore import starter

EDGE, THIRD, APART = "joined by an edge", "joined through a third thing", "not joined"


@dataclass
class Tally:
    """What came of the pairs of one class."""

    pairs: int
    asked: int = 0
    questions: int = 0
    maps: int = 0
    against: list[str] = field(default_factory=list)


def classes() -> dict[str, list[tuple[Entity, Entity]]]:
    """Return all pairs by how they are joined, shuffled."""
    known = starter.entities()
    near: dict[str, set[str]] = defaultdict(set)
    for edge in starter.edges():
        near[edge.subject].add(edge.object)
        near[edge.object].add(edge.subject)
    found: dict[str, list[tuple[Entity, Entity]]] = {EDGE: [], THIRD: [], APART: []}
    for a, b in combinations(known.values(), 2):
        found[EDGE if b.id in near[a.id] else THIRD if near[a.id] & near[b.id] else APART].append((a, b))
    for pairs in found.values():
        random.Random(SEED).shuffle(pairs)  # noqa: S311
    return found


def in_turn(pairs: dict[str, list[tuple[Entity, Entity]]]) -> Iterator[tuple[str, Entity, Entity]]:
    """Yield the pairs of all classes side by side, each class at a pace that ends all together."""
    rows = [((n + 1) / len(some), name, a, b) for name, some in pairs.items() for n, (a, b) in enumerate(some)]
    yield from ((name, a, b) for _, name, a, b in sorted(rows, key=lambda row: row[:2]))


async def measure(seconds: float) -> dict[str, Tally]:
    """Return what was found within so many seconds of processor time."""
    pairs = classes()
    tallies = {name: Tally(len(some)) for name, some in pairs.items()}
    names = Names.of(list(starter.entities().values()))
    with tempfile.TemporaryDirectory(prefix="evigraph-pairs-") as scratch:
        asked = await Asked.open(starter_folder(), Path(scratch) / "starter.kg")
        for name, a, b in in_turn(pairs):
            if time.process_time() > seconds:
                break
            tally = tallies[name]
            tally.asked += 1
            for wording in OF_EDGES if name == EDGE else OF_PAIRS:
                question = wording.format(name_in_sentence(a), name_in_sentence(b))
                turn = await asked.answer(question)
                tally.questions += 1
                tally.maps += bool(turn.mind_map)
                compared = Compared.of(turn, (), names, asked.services.vocabulary)
                for said in compared.contradictions():
                    tally.against.append(f"{question} {said}")
                    print(tally.against[-1], flush=True)
        await asked.close()
    return tallies


def main() -> None:
    """Print a line a class."""
    tallies = asyncio.run(measure(float(sys.argv[1]) if len(sys.argv) > 1 else float("inf")))
    for name, tally in tallies.items():
        print(
            f"{name}: {tally.asked} of {tally.pairs} pairs, {tally.questions} answers ({tally.maps} mind maps), "
            f"{len(tally.against)} against their picture"
        )
    print(f"{time.process_time():.0f} s of processor time")


if __name__ == "__main__":
    main()
