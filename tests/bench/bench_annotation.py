"""Annotated answers with slips of every kind: how many entities and relations are recovered.

python -m tests.bench.bench_annotation     also prints the F of every kind of slip by itself

Graphologue reports 97.2 and 92.4 after correction (Jiang et al., UIST 2023); here nothing has been sent back.
"""

from __future__ import annotations

import csv
import random
from pathlib import Path
from typing import Any

from kgcore.annotation.parser import parse_answer
from kgcore.graph import starter_folder
from kgcore.values.model import Paragraph
from tests.bench.slips import ENTITY_SLIPS, RELATION_SLIPS, TEXT_SLIPS, Answer, Writer

SEED = 20
ANSWERS = 400
RATE = 0.25  # of the annotations have a slip: a weak model's bad day
TARGETS = {"entities_f": 0.97, "relations_f": 0.93}


class Score:
    """Counts what was found, what was there, and what was both."""

    def __init__(self) -> None:
        self.right = self.found = self.there = 0

    def add(self, found: set[Any], there: set[Any]) -> None:
        """Count one answer."""
        self.right += len(found & there)
        self.found += len(found)
        self.there += len(there)

    @property
    def f(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.right / (self.found + self.there) if self.found + self.there else 1.0


def run(shared: Path | None = None) -> list[dict[str, Any]]:
    """Return the two figures over answers with all kinds of slips mixed."""
    found = dict(zip(TARGETS, measure("", RATE, ANSWERS), strict=True))
    return [
        {"bench": "annotation", "figure": name, "value": round(score.f, 4), "target": f">= {TARGETS[name]}",
         "ok": score.f >= TARGETS[name]}
        for name, score in found.items()
    ]  # fmt: skip


def measure(only: str, rate: float, answers: int) -> tuple[Score, Score]:
    """Return the scores of entities and relations over that many answers."""
    writer = _writer(rate, only)
    entities, relations = Score(), Score()
    for _ in range(answers):
        answer = writer.answer()
        paragraphs = parse_answer(answer.text)
        entities.add(_entities(paragraphs), {e.casefold() for e in answer.entities})
        relations.add(_relations(paragraphs, answer), {_folded(*r) for r in answer.relations})
    return entities, relations


def _entities(paragraphs: tuple[Paragraph, ...]) -> set[str]:
    longest: dict[str, str] = {}
    for p in paragraphs:
        for mark in p.marks:
            if mark.ref.startswith("N"):
                words = p.text[mark.start : mark.end].strip("\"'“”").casefold()
                longest[mark.ref] = max(longest.get(mark.ref, ""), words.removeprefix("the "), key=len)
    return set(longest.values())


def _relations(paragraphs: tuple[Paragraph, ...], answer: Answer) -> set[tuple[str, ...]]:
    """What was read, with a phrase counted as the one meant if it holds it, and no predicate as none chosen."""
    triples = [t for p in paragraphs for t in p.triples]
    meant = {(s.casefold(), o.casefold()): (w, p) for s, w, p, o in answer.relations}
    found = set()
    for t in triples:
        subject, object_ = (m.text.casefold().removeprefix("the ") for m in (t.subject, t.object))
        words, predicate = meant.get((subject, object_), ("", ""))
        given = "" if t.predicate is None else t.predicate.upper()
        phrase = words if words and words in t.relation else t.relation
        found.add(_folded(subject, phrase, predicate if given in ("", predicate) else given, object_))
    return found


def _folded(*parts: str) -> tuple[str, ...]:
    return tuple(part.casefold() for part in parts)


def _writer(rate: float, only: str) -> Writer:
    folder = starter_folder()
    nodes = [
        (row["id"], row["category"], [row["name"], *(s for s in row["synonym"].split("|") if s)][:3])
        for row in _rows(folder / "nodes.tsv")
    ]
    edges = [
        (r["subject"], r["predicate"], r["object"])
        for r in _rows(folder / "edges.tsv")
        if r["negated"] == "false" and r["subject"] != r["object"]
    ]
    phrases = {r["predicate"]: [r["label"], *r["phrases"].split("|")] for r in _rows(folder / "predicates.tsv")}
    return Writer(random.Random(SEED), nodes, edges, phrases, rate, only)  # noqa: S311


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def main() -> None:
    """Print the figures of every kind of slip, then those of all together."""
    slips = {"entity": tuple(ENTITY_SLIPS), "relation": tuple(RELATION_SLIPS), "text": tuple(TEXT_SLIPS)}
    kinds = [f"{what}: {kind}" for what, some in slips.items() for kind in some]
    for kind in ("none", *kinds):
        entities, relations = measure(kind, 0.5, 60)
        print(f"{kind:40} entities {entities.f:.3f}   relations {relations.f:.3f}")
    for row in run():
        print(row)


if __name__ == "__main__":
    main()
