"""How well the library finds: papers, the sentences that findings rest on, and what those say.

    evigraph library add ../shared/data/papers/trials.tar.xz ../shared/data/papers/pubmedqa_dev.jsonl --library LIBRARY
    python -m tests.bench.bench_library LIBRARY [EVERY]

Findings of the two parts in ten that the weights were not fitted on are told apart
("kept"). EVERY: each nth query only.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kgcore.embedding.wordllama import WordLlamaEmbedder
from kgcore.library.effect import Effect, read_effect
from kgcore.library.embedded.library import EmbeddedLibrary
from kgcore.library.embedded.tables import TableIndex
from kgcore.library.passages import PassageReader
from kgcore.library.query import parse_query
from kgcore.library.tables_query import TableQuery, read_value_query
from kgcore.turn.papers import PaperSearch
from tests.bench.fit_library import FINDINGS, FIT, LABELS, is_evidence, part_of, query_of

QUESTIONS = FINDINGS.with_name("pubmedqa_dev.jsonl")
TABLES = FINDINGS.with_name("table_queries_dev.jsonl")
OTHER_WORDS = Path(__file__).with_name("table_queries_held.jsonl")  # made from raw tables of other articles, reworded
PAPERS = Path(__file__).with_name("paper_queries.tsv")
TOP = 20


def rows_of(path: Path, every: int) -> list[dict[str, Any]]:
    """Return each nth row of a file."""
    return [json.loads(line) for line in path.open(encoding="utf-8")][::every]


def own_words() -> dict[str, list[tuple[str, str]]]:
    """Return queries in words of people's own with the id of the paper that answers, by kind and part."""
    lines = [line.split("\t") for line in PAPERS.read_text(encoding="utf-8").splitlines() if line[0] != "#"][1:]
    found: dict[str, list[tuple[str, str]]] = {}
    for kind, part, text, article in lines:
        found.setdefault(f"{kind}, {part}", []).append((text, f"PMC:{article}"))
    return found


async def found_papers(library: EmbeddedLibrary, queries: Sequence[tuple[str, str]]) -> str:
    """Return the mean reciprocal rank of papers (query, id), and what a search takes of a processor."""
    search = PaperSearch(library)
    total, took, missed = 0.0, [], []
    for text, wanted in queries:
        began = time.process_time()
        hits = await search.hits((await search.widened(parse_query(text))).query, TOP)
        took.append(time.process_time() - began)
        place = next((n for n, hit in enumerate(hits, 1) if wanted in hit.article.ids), 0)
        total += 1 / place if place else 0
        if place != 1:
            missed.append(f"{place}: {text} ({wanted})")
    took.sort()
    p50, p95 = (1000 * took[int(len(took) * share)] for share in (0.5, 0.95))
    for line in missed if "-v" in sys.argv else ():
        print("   ", line)
    return f"MRR {total / len(queries):.4f} of {len(queries)}; p50 {p50:.0f} ms, p95 {p95:.0f} ms"


def found_sentences(articles: Mapping[str, Any], findings: Sequence[Mapping[str, Any]]) -> str:
    """Return how often a sentence that a finding rests on comes first, and among the first five."""
    readers: dict[str, PassageReader] = {}
    first = five = 0
    for finding in findings:
        id = f"PMC:{finding['pmcid']}"
        reader = readers.setdefault(id, PassageReader(articles[id]))
        good = [is_evidence(p.text, finding["evidence"]) for p in reader.best(query_of(finding))]
        first, five = first + any(good[:1]), five + any(good)
    n = max(1, len(findings))
    return f"first {first / n:.3f}, among five {five / n:.3f} of {len(findings)}"


def read_effects(findings: Sequence[Mapping[str, Any]]) -> str:
    """Return how many of the sentences are decided, and how many of these rightly."""
    decided = right = total = 0
    for finding in findings:
        for sentence in finding["evidence"]:
            read = read_effect(finding["intervention"], finding["comparator"], finding["outcome"], sentence)
            total += 1
            decided += read.decided is not None
            right += read.decided is tuple(Effect)[LABELS.index(finding["label"])]
    return f"decided {decided / max(1, total):.3f} of {total}; right {right / max(1, decided):.3f}"


def found_tables(folder: Path, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return how often a cell's table comes first, by its parts and as free text, and the F1 of structure queries."""
    index = TableIndex.open(folder)
    cells, texts, structures, took = [], [], [], []
    for row in rows:
        began = time.perf_counter()
        if row["kind"] == "cell":
            value = read_value_query(row["value"])
            found = index.search(TableQuery(row["row"], row["column"], value), TOP).matches
            cells.append(bool(found) and found[0].found.id in row["tables"])
            took.append(time.perf_counter() - began)
            found = index.search(TableQuery(text=row["text"]), TOP).matches
            texts.append(bool(found) and found[0].found.id in row["tables"])
        else:
            query = TableQuery(next(iter(row["rows"]), ""), next(iter(row["columns"]), ""))
            ids, wanted = {m.found.id for m in index.search(query, TOP).matches}, set(row["tables"])
            structures.append(2 * len(ids & wanted) / max(1, len(ids) + len(wanted)))
            took.append(time.perf_counter() - began)
    index.close()
    first, text, f1 = (sum(some) / max(1, len(some)) for some in (cells, texts, structures))
    p95 = 1000 * sorted(took)[int(0.95 * len(took))]
    return (
        f"cells first {first:.3f} of {len(cells)}, as free text {text:.3f}; structure F1 {f1:.3f} of "
        f"{len(structures)}; p95 {p95:.0f} ms"
    )


async def main(folder: Path, every: int = 1) -> None:
    """Print all figures."""
    library = EmbeddedLibrary.open(folder)
    questions, findings = rows_of(QUESTIONS, every), rows_of(FINDINGS, every)
    asked = [(row["question"], f"PMID:{row['pmid']}") for row in questions]
    print("questions find their abstract:", await found_papers(library, asked))
    found = [(query_of(f), f"PMC:{f['pmcid']}") for f in findings]
    print("findings find their article:", await found_papers(library, found))
    by_meaning = EmbeddedLibrary.open(folder, WordLlamaEmbedder())
    print("questions, with meaning:", await found_papers(by_meaning, asked))
    print("findings, with meaning:", await found_papers(by_meaning, found))
    await by_meaning.close()
    for kind, pairs in sorted(own_words().items()):
        print(f"papers in words of one's own ({kind}):", await found_papers(library, pairs))
    articles = await library.articles({f"PMC:{f['pmcid']}" for f in findings})
    kept = [f for f in findings if part_of(f["pmcid"]) >= FIT]
    for name, some in (("all", findings), ("kept", kept)):
        print(f"sentences of findings ({name}):", found_sentences(articles, some))
        print(f"effects ({name}):", read_effects(some))
    await library.close()
    print("tables:", found_tables(folder, rows_of(TABLES, every)))
    print("tables, in other words:", found_tables(folder, rows_of(OTHER_WORDS, every)))


if __name__ == "__main__":
    if not FINDINGS.exists():
        sys.exit(f"There is no {FINDINGS}: nothing to measure with.")
    numbers = [int(a) for a in sys.argv[2:] if a.isdigit()]
    asyncio.run(main(Path(sys.argv[1]), *numbers))
