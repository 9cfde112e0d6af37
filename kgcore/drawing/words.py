"""A picture in words (pure): alt text for those who do not see it, and the table that stands in when it fails."""

from __future__ import annotations

from typing import assert_never

from kgcore.drawing.grouping import GHOSTS, SEVERAL
from kgcore.drawing.labels import papers_of, tally_of
from kgcore.drawing.picture import Edge, Node, Picture
from kgcore.drawing.relations import short_relation
from kgcore.drawing.text import clean, counted, in_words, short, told
from kgcore.drawing.tree import Tree
from kgcore.drawing.tree_words import tree_sentences, tree_table
from kgcore.language.english import Verb, capital, inline, is_plural, listed
from kgcore.reply import Table

LONGEST_ALT = 1000  # characters; the platforms' own limits are higher or cut there
_NAME, _RELATION, _SPEAKER = 80, 60, 40  # characters of a name, a relation and a speaker in running text


def alt_text(picture: Picture | Tree) -> str:
    """Return at most 1000 characters: what there is, how much has been explored, then one sentence an edge or step.

    It is cut only between sentences.
    """
    match picture:
        case Picture():
            edges = sorted(picture.edges, key=lambda e: not e.fresh)
            return told(_opening(picture), [sentence(picture, e) for e in edges], LONGEST_ALT)
        case Tree():
            return told(f"{counted(len(picture.steps), 'step')} of the thread.", tree_sentences(picture), LONGEST_ALT)
        case _ as never:
            assert_never(never)


def _opening(picture: Picture) -> str:
    size = counted(sum(n.weight for n in picture.nodes), "entity", "entities")
    more = f" and {picture.more} more" if picture.more else ""
    done = f" {explored(picture.progress)}." if picture.progress and picture.progress[1] > 0 else ""
    return f"Graph of {size}{more}.{done}"


def explored(progress: tuple[int, int]) -> str:
    """Return "18 of 47 explored"."""
    return f"{progress[0]} of {progress[1]} explored"


def sentence(picture: Picture, edge: Edge) -> str:
    """Return an edge as a sentence: "Vitamin E does not prevent Alzheimer's disease: supported, 3 papers."."""
    source, target = picture.node(edge.source), picture.node(edge.target)
    relation = short_relation(_agreeing(clean(edge.label), source), _RELATION)
    statement = f"{capital(_inside(source))} {relation} {_inside(target)}"
    if edge.tally and edge.label == SEVERAL:
        statement = f"{capital(SEVERAL)} join {_inside(source)} and {_inside(target)}"
    note = short_relation(edge.note, _RELATION) if edge.note else ""
    verdict = tally_of(edge) if edge.various else edge.verdict.value if edge.verdict else ""
    who = f"said by {said_by(edge)}" if edge.speakers else ""
    remarks = ", ".join(s for s in (verdict, papers_of(edge), note, who) if s)
    when = "" if edge.fresh else " (earlier)"
    return f"{statement}{': ' + remarks if remarks else ''}{when}."


def said_by(edge: Edge) -> str:
    """Return the names of those who say it."""
    return listed(short(name, _SPEAKER) for name in edge.speakers)


def _inside(node: Node) -> str:
    """Return a node's name as it stands inside a sentence."""
    if node.members and node.group.endswith(f"|{GHOSTS}"):
        return f"{node.name.removesuffix(' not in the graph')} mentions that are not in the graph"
    if node.members and node.group.endswith("|"):
        return f"{len(node.members)} entities that are folded away"
    name = short(node.name, _NAME)
    return name if node.ghost else inline(name, node.type)


def _agreeing(label: str, subject: Node) -> str:
    """Return relations that agree with the subject: "is linked to, treats" → "are linked to, treat" for a plural."""
    if not (len(subject.members) > 1 or is_plural(clean(subject.name))):
        return label
    return ", ".join(_plural_verb(relation) for relation in label.split(", "))


def _plural_verb(relation: str) -> str:
    first, _, rest = relation.partition(" ")
    if first == "does":
        return f"do {rest}"
    third_person = first.endswith("s") and not first.endswith("ss")
    return Verb.of(relation).finite(plural=True) if third_person else relation


def edge_table(picture: Picture | Tree) -> Table:
    """Return the edges, or the steps, as a table: it carries the same as the picture where none could be drawn."""
    if isinstance(picture, Tree):
        return tree_table(picture)
    edges = sorted(picture.edges, key=lambda e: not e.fresh)
    columns: tuple[str, ...] = ("From", "Relation", "To", "Verdict", "Papers")
    rows = [_row(picture, e) for e in edges]
    if any(e.speakers for e in edges):
        columns = (*columns, "Said by")
        rows = [(*row, said_by(e)) for row, e in zip(rows, edges, strict=True)]
    return Table(columns, tuple(rows), "What the picture would show")


def _row(picture: Picture, edge: Edge) -> tuple[str, ...]:
    verdict = f"{edge.verdict.icon} {edge.verdict.label}" if edge.verdict else ""
    source, target = (_named(picture.node(n)) for n in (edge.source, edge.target))
    note = "; ".join(s for s in (papers_of(edge), clean(edge.note) if edge.note else "") if s)
    return source, clean(edge.label), target, tally_of(edge) if edge.various else verdict, note


def _named(node: Node) -> str:
    """Return a node's name, and what it stands for: "3 disorders (Dementia, Gout, Asthma)"."""
    if not node.members:
        return clean(node.name)
    return f"{clean(node.name)} ({', '.join(clean(m.name) for m in node.members)})"


def node_title(picture: Picture, number: int) -> str:
    """Return what a node's tooltip says: the full name and the type, or whom it stands for."""
    node = picture.node(number)
    if node.members:
        return short(f"{clean(node.name)}: {', '.join(clean(m.name) for m in node.members)}", 300)
    kind = "not in the graph" if node.ghost else in_words(node.type) if node.type.strip() else ""
    return f"{short(node.name, 300)} ({kind})" if kind else short(node.name, 300)
