"""The legend: exactly the types and verdicts that occur, in rows under the graph (pure)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgcore.drawing.palette import CONTEXT, VARIOUS, Line, Shape, look_of_type, look_of_verdict
from kgcore.drawing.picture import Picture
from kgcore.drawing.text import in_words
from kgcore.model import Verdict

ROW, SAMPLE, GAP, SPACE = 19.0, 26.0, 5.0, 16.0  # points: row height, sample width, sample to text, entry to entry


@dataclass(frozen=True, slots=True)
class TypeSample:
    """A small node in a type's look; without a shape it is a ghost."""

    shape: Shape | None
    colour: str


@dataclass(frozen=True, slots=True)
class LineSample:
    """A short edge in a verdict's look."""

    line: Line
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class StackSample:
    """A small counted node."""


Sample = TypeSample | LineSample | StackSample


@dataclass(frozen=True, slots=True)
class Ring:
    """Progress as a ring in the corner: the share done (0 to 1), and the words beside it, a line each."""

    share: float
    lines: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One sample with its words; `sample` None: words only."""

    sample: Sample | None
    text: str


@dataclass(frozen=True, slots=True)
class Spot:
    """An entry in its place: left edge and middle of the row, in points from the legend's top left (y downwards)."""

    entry: Entry
    x: float
    y: float
    text_width: float


def entries(picture: Picture) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Return what occurs: the looks of nodes, and those of edges with the remarks."""
    return (*_nodes(picture),), (*_edges(picture), *_remarks(picture))


def _nodes(picture: Picture) -> list[Entry]:
    types = dict.fromkeys(in_words(n.type) for n in picture.nodes if n.type.strip())
    looks = {in_words(n.type): look_of_type(n.type) for n in picture.nodes}
    found = [Entry(TypeSample(looks[t].shape, looks[t].colour), t) for t in types]
    if any(n.ghost for n in picture.nodes):
        found.append(Entry(TypeSample(None, CONTEXT), "not in the graph"))
    if any(n.members for n in picture.nodes):
        found.append(Entry(StackSample(), "several"))
    return found


def _edges(picture: Picture) -> list[Entry]:
    plain = {e.verdict for e in picture.edges if not e.various}
    occurring = plain | {v for e in picture.edges for v, _ in e.tally if v}
    found = []
    for verdict in (v for v in Verdict if v in occurring):
        look = look_of_verdict(verdict)
        found.append(Entry(LineSample(look.line, look.colour, 2.2), f"{look.icon} {verdict.value}"))
    if any(e.various for e in picture.edges):
        found.append(Entry(LineSample(Line.SOLID, VARIOUS, 2.2), "various"))
    if None in plain and len(plain) > 1:
        found.append(Entry(LineSample(Line.SOLID, CONTEXT, 1.1), "context"))
    return found


def _remarks(picture: Picture) -> list[Entry]:
    found = []
    if len({e.fresh for e in picture.edges} | {n.fresh for n in picture.nodes}) == 2:
        found.append(Entry(None, "pale: earlier"))
    if picture.more:
        found.append(Entry(None, f"and {picture.more} more"))
    return found


def ring(picture: Picture) -> Ring | None:
    """Return the progress, where there is any to show."""
    if not picture.progress or picture.progress[1] <= 0:
        return None
    done, total = picture.progress
    return Ring(min(1.0, max(0.0, done / total)), (f"{done} of {total}", "explored"))


def arranged(
    groups: Sequence[Sequence[Entry]], widths: Mapping[str, float], room: float
) -> tuple[tuple[Spot, ...], float, float]:
    """Return the entries in rows no wider than `room` (unless one entry is), and the width and height they take.

    Groups share a row when all of them fit into one; else each begins a row. `widths` are the texts', in points.
    """
    every = [entry for group in groups for entry in group]
    if sum(_width(e, widths) + SPACE for e in every) - SPACE <= room:
        groups = [every]
    spots: list[Spot] = []
    row, widest = -1, 0.0
    for group in groups:
        x = room + 1.0
        for entry in group:
            if x + _width(entry, widths) > room:
                row, x = row + 1, 0.0
            spots.append(Spot(entry, x, (row + 0.5) * ROW, widths[entry.text]))
            widest = max(widest, x + _width(entry, widths))
            x += _width(entry, widths) + SPACE
    return tuple(spots), widest, (row + 1) * ROW


def _width(entry: Entry, widths: Mapping[str, float]) -> float:
    return widths[entry.text] + (SAMPLE + GAP if entry.sample else 0.0)
