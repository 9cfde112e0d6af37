"""Draws graphs shaped as literature graphs are: thirty edges a node, a heavy tail, several papers an edge.

    python -m tests.bench.growth_graph EDGES FOLDER [--semmeddb]      writes KGX tables, or SemMedDB's own 15 columns

Ends follow Zipf's law, thirty predicates likewise; an edge has 3.2 papers, and there is half a paper an edge. The same
size gives the same bytes. Names are invented.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from kgcore.graph.embedded.arrays import Arrays
from kgcore.graph.embedded.layout import read_manifest

EDGES_A_NODE = 30
PAPERS_AN_EDGE = 3.2
EDGES_A_PAPER = 2
ZIPF = (
    0.65  # exponent of the ends: the best-joined node has half of all nodes beside it at 0.1 M edges, a sixth at 10 M
)
DENIED = 0.015
NOVEL = 30_000_000  # PMIDs begin here
SLICE = 250_000  # rows drawn and written at once
FIRST_YEAR, YEARS = 1965, 60
TYPES = (
    "Disease or Syndrome",
    "Pharmacologic Substance",
    "Gene or Genome",
    "Amino Acid, Peptide, or Protein",
    "Finding",
)
SHORT = ("dsyn", "phsu", "gngm", "aapp", "fndg")  # the same, as SemMedDB writes them
PREDICATES = (
    *("TREATS", "AFFECTS", "CAUSES", "INTERACTS_WITH", "COEXISTS_WITH", "ASSOCIATED_WITH", "INHIBITS", "STIMULATES"),
    *("PROCESS_OF", "LOCATION_OF", "PART_OF", "ISA", "PREVENTS", "PREDISPOSES", "AUGMENTS", "DISRUPTS", "PRODUCES"),
    *(
        "COMPLICATES",
        "DIAGNOSES",
        "USES",
        "ADMINISTERED_TO",
        "MANIFESTATION_OF",
        "PRECEDES",
        "CONVERTS_TO",
        "METHOD_OF",
    ),
    *("MEASURES", "OCCURS_IN", "COMPARED_WITH", "HIGHER_THAN", "SAME_AS"),
)
_SOUNDS = tuple(f"{c}{v}" for c in "bcdfglmnprstvxz" for v in "aeiou")
_ENDS = ("itis", "osis", "amine", "olol", "statin", "kinase", "emia", "pathy", "idine", "azole", "oma", "uria")


def name(node: int) -> str:
    """Return the invented name of a node; no two nodes have one name."""
    sounds, rest = [], node
    for _ in range(4):
        rest, sound = divmod(rest, len(_SOUNDS))
        sounds.append(_SOUNDS[sound])
    return "".join(sounds) + (str(rest) if rest else "") + _ENDS[node % len(_ENDS)]


class Drawn:
    """The edges of one graph as arrays, drawn slice by slice."""

    def __init__(self, edges: int) -> None:
        self.edges = edges
        self.nodes = max(edges // EDGES_A_NODE, len(PREDICATES))
        self.papers = max(edges // EDGES_A_PAPER, 1)
        self._chance = np.random.default_rng(edges)
        weights = np.arange(1, self.nodes + 1) ** -ZIPF
        self._upto = np.cumsum(weights / weights.sum())
        self._number = self._chance.permutation(self.nodes)  # of the node of each rank
        self._kinds = np.cumsum(np.arange(1, len(PREDICATES) + 1) ** -1.0)
        self._kinds /= self._kinds[-1]

    def keys(self) -> NDArray[np.int64]:
        """Return each edge as one number: subject, object, predicate; no two are the same."""
        found = np.empty(0, np.int64)
        while len(found) < self.edges:
            more = self.edges - len(found) + 1000
            s, o = self._ends(more), self._ends(more)
            kind = self._kinds.searchsorted(self._chance.random(more))
            drawn = ((s * self.nodes + o) * len(PREDICATES) + kind)[s != o]
            found = np.unique(np.concatenate([found, drawn]))
        return self._chance.permutation(found)[: self.edges]

    def split(self, keys: NDArray[np.int64]) -> tuple[list[int], list[int], list[int]]:
        """Return subjects, predicates and objects."""
        pair, kind = np.divmod(keys, len(PREDICATES))
        subject, object = np.divmod(pair, self.nodes)
        return subject.tolist(), kind.tolist(), object.tolist()

    def cited(self, edges: int) -> list[list[int]]:
        """Return the PMIDs of so many edges."""
        counts = self._chance.geometric(1 / PAPERS_AN_EDGE, edges)
        flat = (NOVEL + self._chance.integers(0, self.papers, int(counts.sum()))).tolist()
        ends = np.cumsum(counts).tolist()
        return [flat[start:end] for start, end in zip(chain([0], ends), ends, strict=False)]

    def denied(self, edges: int) -> list[bool]:
        """Return which of so many edges are denied."""
        return [bool(chance < DENIED) for chance in self._chance.random(edges)]

    def _ends(self, many: int) -> NDArray[np.int64]:
        at = np.minimum(self._upto.searchsorted(self._chance.random(many)), self.nodes - 1)
        return self._number[at]


def write_tables(edges: int, folder: Path) -> None:
    """Write nodes.tsv, edges.tsv and papers.tsv; edges.tsv last, so that its being there says that all is."""
    drawn = Drawn(edges)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "nodes.tsv").open("w", encoding="utf-8") as file:
        file.write("id\tname\tcategory\tsynonym\n")
        for n in range(drawn.nodes):
            file.write(f"C{n:07}\t{name(n)}\t{TYPES[n % len(TYPES)]}\t{_synonyms(n)}\n")
    with (folder / "papers.tsv").open("w", encoding="utf-8") as file:
        file.write("id\ttitle\tjournal\tyear\turl\n")
        for n in range(drawn.papers):
            title = f"{name(n * 7 % drawn.nodes).capitalize()} and {name(n * 13 % drawn.nodes)}"
            file.write(f"PMID:{NOVEL + n}\t{title}\tJournal {n % 400}\t{FIRST_YEAR + n % YEARS}\t\n")
    unfinished = folder / "edges.new"
    with unfinished.open("w", encoding="utf-8") as file:
        file.write("id\tsubject\tpredicate\tobject\tnegated\tpublications\tknowledge_source\n")
        for first, slice in _slices(drawn.keys()):
            _write_edges(file, drawn, first, slice)
    unfinished.rename(folder / "edges.tsv")


def _write_edges(file: TextIO, drawn: Drawn, first: int, keys: NDArray[np.int64]) -> None:
    rows = zip(*drawn.split(keys), drawn.cited(len(keys)), drawn.denied(len(keys)), strict=True)
    file.writelines(
        f"E{n}\tC{s:07}\t{PREDICATES[p]}\tC{o:07}\t{'true' if denied else 'false'}\t"
        f"{'|'.join([f'PMID:{paper}' for paper in papers])}\tmade up\n"
        for n, (s, p, o, papers, denied) in enumerate(rows, first)
    )


def write_predications(rows: int, file: Path) -> None:
    """Write so many rows as SemMedDB's table PREDICATION has them: one a paper, 15 columns, no header."""
    drawn = Drawn(max(int(rows / PAPERS_AN_EDGE) + 1000, 2000))
    number = 0
    with file.open("w", encoding="utf-8") as out:
        for _, slice in _slices(drawn.keys()):
            for s, p, o, papers, denied in zip(
                *drawn.split(slice), drawn.cited(len(slice)), drawn.denied(len(slice)), strict=True
            ):
                for paper in papers[: rows - number]:
                    number += 1
                    out.write(_predication(number, paper, s, f"{'NEG_' if denied else ''}{PREDICATES[p]}", o))


def _predication(number: int, paper: int, s: int, predicate: str, o: int) -> str:
    ends = ",".join(f'"C{n:07}","{name(n)}","{SHORT[n % len(SHORT)]}",1' for n in (s, o))
    return f'{number},{number},"{paper}","{predicate}",{ends},\\N,\\N,\\N\n'


def _synonyms(node: int) -> str:
    return f"{name(node)} {node % 9 + 1}" if node % 3 == 0 else ""


def _slices(keys: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    for start in range(0, len(keys), SLICE):
        yield start, keys[start : start + SLICE]


# --- What is asked about such a graph.


def threads_of(folder: Path, threads: int) -> tuple[str, list[tuple[str, str]]]:
    """Return the best-joined node, and the two ends of a random edge for each thread and for one that warms up."""
    arrays = Arrays(folder / read_manifest(folder).data)
    picked = np.random.default_rng(7).integers(0, len(arrays.subject), threads + 1)
    ends = [arrays.ids([int(arrays.subject[e]), int(arrays.object[e])]) for e in picked]
    return arrays.ids([int(arrays.degree.argmax())])[0], [(a, b) for a, b in ends]


def questions_about(a: str, b: str) -> list[str]:
    """One thread: whether it is so, what else there is, and follow-ups."""
    return [
        f"Is it true that {a} causes {b}?",
        f"What is known about {b}?",
        f"Compare {a} and {b}",
        f"What helps against {b}?",
        f"And what about {a}?",
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edges", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--semmeddb", action="store_true", help="a file of that many rows instead of tables")
    asked = parser.parse_args()
    (write_predications if asked.semmeddb else write_tables)(asked.edges, asked.folder)
    sys.stdout.write(f"{asked.folder}\n")
