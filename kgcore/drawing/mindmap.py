"""A mind map as a value of its own: the question, what may answer it, and what speaks for each; in words. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from kgcore.drawing.text import clean_label
from kgcore.english.agreement import number_noun
from kgcore.values.reply import Table
from kgcore.values.thread import LeafSource
from kgcore.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class MapNode:
    """A node; `verdict` None: what it says was written from the graph, or it says nothing. `number`: the chain's."""

    words: str
    source: LeafSource | None = None
    number: int = 0
    verdict: Verdict | None = None
    leaves: tuple[MapNode, ...] = ()


@dataclass(frozen=True, slots=True)
class MindMap:
    """What is asked, and the branches."""

    question: str
    branches: tuple[MapNode, ...]


WORDS: Final[Mapping[LeafSource, str]] = MappingProxyType(
    {
        LeafSource.PATH: "links what is described",
        LeafSource.NEIGHBOUR: "also known of it",
        LeafSource.MODEL: "the model's own",
        LeafSource.GUESS: "a guess, not checked",
        LeafSource.NOTHING: "not explained",
    }
)


# ── in words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def map_sentences(map_: MindMap) -> list[str]:
    """Return a sentence a branch: "Panic disorder: has the symptom chest pain (step 1); not explained: cough."."""
    return [f"{clean_label(b.words)}: {'; '.join(map(_told, b.leaves)) or 'nothing more'}." for b in map_.branches]


def map_opening(map_: MindMap) -> str:
    """Return what the picture is."""
    return f"Mind map of {number_noun(len(map_.branches), 'branch')}."


def _told(leaf: MapNode) -> str:
    step = f"step {leaf.number}" if leaf.number else ""
    verdict = leaf.verdict.label.lower() if leaf.verdict else ""
    own = WORDS[leaf.source] if leaf.source is LeafSource.MODEL else ""
    notes = ", ".join(w for w in (step, verdict, own) if w)
    return f"{clean_label(leaf.words)}{f' ({notes})' if notes else ''}"


def map_table(map_: MindMap) -> Table:
    """Return the leaves as a table, branch by branch: an outline."""
    rows = tuple(
        (
            clean_label(branch.words) if not place else "",
            clean_label(leaf.words),
            WORDS[leaf.source] if leaf.source else "",
            f"{leaf.verdict.icon} {leaf.verdict.label}" if leaf.verdict else "",
            str(leaf.number or ""),
        )
        for branch in map_.branches
        for place, leaf in enumerate(branch.leaves or (MapNode(""),))
    )
    return Table(("Branch", "Leaf", "Where from", "Verdict", "Step"), rows, "Mind map")
