"""How adding and searching grow with a library: 1×, 4× and 16× the papers of one that is there.

    python -m tests.bench.bench_library_growth LIBRARY [EVERY] [--chart docs/pictures/library-growth.svg]

Each copy of a paper has other ids, and every third longer word changed into one that no other copy has, so that the
vocabulary grows as it does with papers of other fields. EVERY: each nth paper only. The same queries are asked of all
sizes; times are of the processor, so that what else runs on the machine does not count.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import resource
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.writer import LibraryWriter
from kgcore.library.fields import characters_of
from kgcore.library.model import Article, Section
from kgcore.library.query import parse_query

SIZES = (1, 4, 16)
BATCH = 200
QUERIES = 60
_LONGER = re.compile(r"[a-z]{6,}")
_THIRD = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """One size: papers, characters of text, bytes on disk, seconds of adding, milliseconds of a search (p50, p95)."""

    times: int
    papers: int
    characters: int
    size: int
    seconds: float
    p50: float
    p95: float


def changed(article: Article, copy: int) -> Article:
    """Return a copy of a paper with its own ids and words."""
    if not copy:
        return article

    def other(word: re.Match[str]) -> str:
        return f"{word[0]}{chr(97 + copy)}" if crc32(word[0].encode()) % _THIRD == copy % _THIRD else word[0]

    def sections(some: Sequence[Section]) -> tuple[Section, ...]:
        return tuple(replace(s, text=_LONGER.sub(other, s.text)) for s in some)

    return replace(
        article,
        ids=(f"TITLE:{copy}-{article.id}",),
        title=_LONGER.sub(other, f"{article.title} copy{copy}"),
        abstract=sections(article.abstract),
        body=sections(article.body),
    )


async def measure(articles: Sequence[Article], folder: Path, queries: Sequence[str]) -> list[Measured]:
    """Grow one library to every size and measure it there."""
    found: list[Measured] = []
    writer, seconds, characters = LibraryWriter(folder), 0.0, 0
    for before, times in pairwise((0, *SIZES)):
        began = time.process_time()
        for copy in range(before, times):
            some = [changed(article, copy) for article in articles]
            characters += sum(map(characters_of, some))
            for start in range(0, len(some), BATCH):
                writer.put(some[start : start + BATCH], None)
        writer.optimise()
        seconds += time.process_time() - began
        library = EmbeddedLibrary.open(folder)
        took = []
        for query in (*queries[:3], *queries):
            start_of = time.process_time()
            await library.search(parse_query(query), 20)
            took.append(1000 * (time.process_time() - start_of))
        await library.close()
        took = sorted(took[3:])
        size = sum(f.stat().st_size for f in folder.iterdir())  # noqa: ASYNC240  nothing else waits
        p50, p95 = took[len(took) // 2], took[int(len(took) * 0.95)]
        found.append(Measured(times, times * len(articles), characters, size, seconds, p50, p95))
        print(found[-1], f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB resident", flush=True)
    writer.close()
    return found


def draw(found: Sequence[Measured], to: Path) -> None:
    """Write the chart."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "evigraph", "svg.fonttype": "none"})
    from matplotlib import pyplot

    figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(10, 3), layout="constrained")
    papers = [m.papers for m in found]
    left.plot(papers, [m.seconds for m in found], "o-", color="#0072b2")
    left.set_title("adding (seconds of one processor)", fontsize=9)
    middle.plot(papers, [m.p95 for m in found], "s-", color="#d55e00", label="p95")
    middle.plot(papers, [m.p50 for m in found], "o-", color="#0072b2", label="p50")
    middle.set_title("a search (milliseconds)", fontsize=9)
    middle.legend(fontsize=8)
    right.plot(papers, [m.size / 1e6 for m in found], "o-", color="#0072b2", label="on disk")
    right.plot(papers, [m.characters / 1e6 for m in found], "s--", color="#999999", label="its text")
    right.set_title("size (million bytes)", fontsize=9)
    right.legend(fontsize=8)
    for one in (left, middle, right):
        one.set_xlabel("papers", fontsize=8)
        one.set_ylim(bottom=0)
        one.tick_params(labelsize=8)
    figure.savefig(to, format="svg", metadata={"Date": None})


async def main(folder: Path, every: int, chart: Path | None) -> None:
    """Print the figures, and draw them where that was asked for."""
    library = EmbeddedLibrary.open(folder)
    ids = [id for id in await library.ids() if id.startswith("PMC:")][::every]
    articles = list((await library.articles(ids)).values())
    await library.close()
    queries = [article.title for article in articles[:: max(1, len(articles) // QUERIES)]]
    with tempfile.TemporaryDirectory() as there:
        found = await measure(articles, Path(there), queries)
    if chart:
        draw(found, chart)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("library", type=Path)
    parser.add_argument("every", type=int, nargs="?", default=1)
    parser.add_argument("--chart", type=Path)
    given = parser.parse_args()
    asyncio.run(main(given.library, given.every, given.chart))
