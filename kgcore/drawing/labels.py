"""What stands in nodes and on edges, as Graphviz's HTML-like labels (pure). The one place where DOT text is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kgcore.drawing.palette import INK, QUIET, VARIOUS, look_of_type, look_of_verdict, mixed_with_white
from kgcore.drawing.picture import Edge, Node
from kgcore.drawing.relations import relation_lines
from kgcore.drawing.text import counted, short, wrapped
from kgcore.model import Verdict

NODE_SIZE, NUMBER_SIZE, EDGE_SIZE, NOTE_SIZE, LEGEND_SIZE = 15, 10, 13, 11, 11  # points
_ROOMY, _DENSE = (17, 18), (13, 13)  # characters in a line of a node and of an edge
_MANY = 10  # nodes: with more of them, narrower words make a picture whose text is larger
_SMALLER = 8  # more characters in a line of small type
_SPEAKER = 24  # characters of a speaker's name
FADED_GROUND = 0.76  # share of white in an earlier node's ground


def escaped(text: str) -> str:
    """Escape cleaned text for an HTML-like label: markup, entities, and backslashes, which begin Graphviz's codes."""
    table = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\\": "\\\\"}
    return "".join(table.get(c, c) for c in text)


def html(lines: Iterable[str]) -> str:
    """Join lines of markup to one label."""
    return f"<{'<BR/>'.join(lines)}>"


def font(text: str, *, colour: str = "", size: int = 0, bold: bool = False, italic: bool = False) -> str:
    """Escape text and dress it; an empty text stays empty, since Graphviz rejects empty elements."""
    if not text:
        return ""
    inner = f"<B>{escaped(text)}</B>" if bold else escaped(text)
    inner = f"<I>{inner}</I>" if italic else inner
    attributes = (f' COLOR="{colour}"' if colour else "") + (f' POINT-SIZE="{size}"' if size else "")
    return f"<FONT{attributes}>{inner}</FONT>" if attributes else inner


def node_text(node: Node) -> str:
    """Return the colour of a node's text."""
    if node.ghost:
        return QUIET
    return look_of_type(node.type).text if node.fresh else mixed_with_white(INK, 0.18)


def line_widths(nodes: int) -> tuple[int, int]:
    """Return how many characters a line of a node and of an edge takes in a picture of so many nodes."""
    return _DENSE if nodes > _MANY else _ROOMY


@lru_cache(maxsize=256)
def node_label(node: Node, width: int = _ROOMY[0]) -> str:
    """Return name and number of a node; a name takes at most three lines."""
    colour = node_text(node)
    lines = [font(line, colour=colour, bold=node.focus) for line in wrapped(node.name, width, 3)]
    if node.number > 0:
        lines[-1] += " " + font(str(node.number), colour=colour, size=NUMBER_SIZE)
    return html(lines)


@lru_cache(maxsize=256)
def edge_label(edge: Edge, width: int = _ROOMY[1]) -> str:
    """Return icon and relation, how many came out how, number of papers, what the graph says instead, who says it."""
    strong = edge_text(edge)
    icon = look_of_verdict(edge.verdict).icon + " " if edge.verdict else ""
    lines = [font(line, colour=strong, bold=edge.fresh) for line in relation_lines(edge.label, width, icon)]
    quiet = INK if edge.fresh else QUIET
    told = tally_of(edge, icons=True) if edge.various else ""
    lines += [font(told, colour=quiet, size=NOTE_SIZE), font(papers_of(edge), colour=quiet, size=NOTE_SIZE)]
    lines += [
        font(line, colour=quiet, size=NOTE_SIZE)
        for line in (relation_lines(edge.note, width + _SMALLER) if edge.note else ())
    ]
    who = wrapped(", ".join(short(s, _SPEAKER) for s in edge.speakers), width + _SMALLER, 2) if edge.speakers else ()
    lines += [font(line, colour=QUIET, size=NOTE_SIZE, italic=True) for line in who]
    return html(line for line in lines if line)


def edge_text(edge: Edge) -> str:
    """Return the colour of an edge's words."""
    if not edge.fresh:
        return QUIET
    return look_of_verdict(edge.verdict).text if edge.verdict else VARIOUS


def tally_of(edge: Edge, *, icons: bool = False) -> str:
    """Return how many of an edge's relations came out how: "3 supported, 1 unsure", or "3✓ 1?"."""
    if icons:
        return " ".join(f"{n}{look_of_verdict(v).icon if v else ' context'}" for v, n in edge.tally)
    return ", ".join(f"{n} {v.value if v else 'as context'}" for v, n in edge.tally)


def papers_of(edge: Edge) -> str:
    """Return the number of papers behind an edge in words, "" where there is nothing to say."""
    if edge.tally and edge.verdict is None:  # what one relation is for, another may be against
        every = edge.papers_for + edge.papers_against
        return counted(every, "paper") if every else ""
    if edge.verdict is None and edge.papers_against:
        return f"{edge.papers_for} for, {edge.papers_against} against"
    match edge.verdict:
        case Verdict.MIXED:
            return f"{edge.papers_for} for, {edge.papers_against} against"
        case Verdict.CONTRADICTED:
            return f"{counted(edge.papers_against, 'paper')} against" if edge.papers_against else ""
        case Verdict.SUPPORTED | Verdict.RELEVANT | None:
            return counted(edge.papers_for, "paper") if edge.papers_for else ""
        case Verdict.UNSURE:
            return ""
