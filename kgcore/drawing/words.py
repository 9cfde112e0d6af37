"""A picture in words (pure): alt text for those who do not see it, and the table that stands in when it fails."""

from __future__ import annotations

from typing import assert_never

from kgcore.drawing.grouping import GHOSTS, SEVERAL
from kgcore.drawing.mindmap import MindMap, map_opening, map_sentences, map_table
from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.drawing.text import clean_label, fit_sentences, in_words, short_relation, shorten_label
from kgcore.drawing.tree import Tree, tree_sentences, tree_table
from kgcore.english.agreement import VerbWords, capitalise, is_plural, join_words, name_inline, number_noun
from kgcore.english.study_designs import design_noun
from kgcore.values.reply import Table
from kgcore.verdicts import Basis

Drawable = Picture | Tree | MindMap  # all that is drawn
LONGEST_ALT = 1000  # characters; the platforms' own limits are higher or cut there
_NAME, _RELATION, _SPEAKER = 80, 60, 40  # characters of a name, a relation and a speaker in running text


def alt_text(picture: Drawable) -> str:
    """Return at most 1000 characters: what there is, how much has been explored, then one sentence an edge or step.

    It is cut only between sentences.
    """
    match picture:
        case Picture():
            edges = sorted(picture.edges, key=lambda e: not e.fresh)
            sentences = (edge_sentence(picture, e) for e in edges)
            return fit_sentences(_opening(picture), sentences, len(edges), LONGEST_ALT)
        case Tree():
            opening, told = f"{number_noun(len(picture.steps), 'step')} of the thread.", tree_sentences(picture)
            return fit_sentences(opening, told, len(told), LONGEST_ALT)
        case MindMap():
            told = map_sentences(picture)
            return fit_sentences(map_opening(picture), told, len(told), LONGEST_ALT)
        case _ as never:
            assert_never(never)


def _opening(picture: Picture) -> str:
    size = number_noun(sum(n.weight for n in picture.nodes), "entity")
    more = f" and {picture.more} more" if picture.more else ""
    done = f" {explored_in_words(picture.progress)}." if picture.progress and picture.progress[1] > 0 else ""
    return f"Graph of {size}{more}.{done}"


def explored_in_words(progress: tuple[int, int]) -> str:
    """Return "18 of 47 explored"."""
    return f"{progress[0]} of {progress[1]} explored"


def edge_sentence(picture: Picture, edge: PictureEdge) -> str:
    """Return an edge as a sentence: "Vitamin E does not prevent Alzheimer's disease: supported, 3 papers."."""
    source, target = picture.node(edge.source), picture.node(edge.target)
    label = clean_label(edge.label)
    relation = short_relation(label if edge.share == 1 else _agreeing(label, source), _RELATION)
    of = f"{edge.share} of " if edge.share else ""
    subject, object = (f"{of if node.members else ''}{_inside(node)}" for node in (source, target))
    statement = f"{capitalise(subject)} {relation} {object}"
    if edge.tally and edge.label == SEVERAL:
        statement = f"{capitalise(SEVERAL)} join {subject} and {object}"
    note = short_relation(edge.note, _RELATION) if edge.note else ""
    verdict = tally_of(edge) if edge.various else edge.verdict.label.lower() if edge.badge and edge.verdict else ""
    who = f"said by {said_by(edge)}" if edge.speakers else ""
    remarks = ", ".join(s for s in (verdict, papers_of(edge), note, who) if s)
    when = "" if edge.fresh else " (earlier)"
    return f"{statement}{': ' + remarks if remarks else ''}{when}."


def said_by(edge: PictureEdge) -> str:
    """Return the names of those who say it."""
    return join_words(shorten_label(name, _SPEAKER) for name in edge.speakers)


def _inside(node: PictureNode) -> str:
    """Return a node's name as it stands inside a sentence."""
    if node.members and node.group.endswith(f"|{GHOSTS}"):
        return f"{node.name.removesuffix(' not in the graph')} mentions that are not in the graph"
    if node.members and node.group.endswith("|"):
        return f"{len(node.members)} entities that are folded away"
    name = shorten_label(node.name, _NAME)
    return name if node.ghost else name_inline(name, node.type)


def _agreeing(label: str, subject: PictureNode) -> str:
    """Return relations that agree with the subject: "is linked to, treats" → "are linked to, treat" for a plural."""
    if not (len(subject.members) > 1 or is_plural(clean_label(subject.name))):
        return label
    return ", ".join(_plural_verb(relation) for relation in label.split(", "))


def _plural_verb(relation: str) -> str:
    first, _, rest = relation.partition(" ")
    if first == "does":
        return f"do {rest}"
    third_person = first.endswith("s") and not first.endswith("ss")
    return VerbWords.of(relation).finite(plural=True) if third_person else relation


_EARLIER, _VERDICT = 4, "Verdict"  # relations of earlier answers that are still listed


def edge_table(picture: Drawable) -> Table:
    """Return the edges, or the steps, as a table: it carries the same as the picture where none could be drawn."""
    if isinstance(picture, Tree):
        return tree_table(picture)
    if isinstance(picture, MindMap):
        return map_table(picture)
    fresh = [e for e in picture.edges if e.fresh]
    earlier = [e for e in picture.edges if not e.fresh]
    folded = len(earlier) if fresh and len(earlier) > _EARLIER else 0
    edges = [*fresh, *([] if folded else earlier)]
    columns: tuple[str, ...] = ("From", "Relation", "To", _VERDICT, "Papers")
    rows = [_row(picture, e) for e in edges]
    if any(e.speakers for e in edges):
        columns = (*columns, "Said by")
        rows = [(*row, said_by(e)) for row, e in zip(rows, edges, strict=True)]
    told = [n for n, column in enumerate(columns) if column != _VERDICT or any(row[n] for row in rows)]
    rows += [(f"{folded} more from earlier answers", *[""] * (len(columns) - 1))] if folded else []
    shown = tuple(tuple(row[n] for n in told) for row in rows)
    return Table(tuple(columns[n] for n in told), shown, "What the picture would show")


def _row(picture: Picture, edge: PictureEdge) -> tuple[str, ...]:
    verdict = f"{edge.verdict.icon} {edge.verdict.label}" if edge.badge and edge.verdict else ""
    source, target = (_named(picture.node(n)) for n in (edge.source, edge.target))
    note = "; ".join(s for s in (papers_of(edge), clean_label(edge.note) if edge.note else "") if s)
    relation = f"{clean_label(edge.label)} ({share_of(edge)})" if edge.share else clean_label(edge.label)
    return source, relation, target, tally_of(edge) if edge.various else verdict, note


def _named(node: PictureNode) -> str:
    """Return a node's name, and what it stands for: "3 disorders (Dementia, Gout, Asthma)"."""
    if not node.members:
        return clean_label(node.name)
    return f"{clean_label(node.name)} ({', '.join(clean_label(m.name) for m in node.members)})"


def node_title(picture: Picture, number: int) -> str:
    """Return what a node's tooltip says: the full name and the type, or whom it stands for."""
    node = picture.node(number)
    if node.members:
        return shorten_label(f"{clean_label(node.name)}: {', '.join(clean_label(m.name) for m in node.members)}", 300)
    kind = "not in the graph" if node.ghost else in_words(node.type) if node.type.strip() else ""
    return f"{shorten_label(node.name, 300)} ({kind})" if kind else shorten_label(node.name, 300)


def share_of(edge: PictureEdge) -> str:
    """Return of how many of a counted node's members an edge is said, where it is not of all: "4 of them"."""
    return f"{edge.share} of them" if edge.share else ""


def tally_of(edge: PictureEdge, *, icons: bool = False) -> str:
    """Return how many of an edge's relations came out how: "3 supported, 1 mixed", or "3✓ 1⚖"; "" for own ones."""
    if edge.own:
        return ""
    if icons:
        return " ".join(f"{n}{v.row.drawn if v else ' context'}" for v, n in edge.tally)
    return ", ".join(f"{n} {v.label.lower() if v else 'as context'}" for v, n in edge.tally)


def papers_of(edge: PictureEdge) -> str:
    """Return what stands behind an edge, "" where there is nothing to say: "3 papers (best: meta-analysis)"."""
    counted = _papers_counted(edge)
    if not counted or not edge.strongest:
        return counted
    best = "best: " if edge.papers_for + edge.papers_against > 1 else ""
    return f"{counted} ({best}{design_noun(edge.strongest)})"


def _papers_counted(edge: PictureEdge) -> str:
    if edge.tally and edge.verdict is None:  # what one relation is for, another may be against
        every = edge.papers_for + edge.papers_against
        return number_noun(every, "paper") if every else ""
    if edge.verdict is None and edge.papers_against:
        return f"{edge.papers_for} for, {edge.papers_against} against"
    match edge.verdict.row.basis if edge.verdict else Basis.NEAR:
        case Basis.BOTH:
            return f"{edge.papers_for} for, {edge.papers_against} against"
        case Basis.AGAINST:
            return f"{number_noun(edge.papers_against, 'paper')} against" if edge.papers_against else ""
        case Basis.FOR | Basis.NEAR:
            return number_noun(edge.papers_for, "paper") if edge.papers_for else ""
        case Basis.NONE:
            return ""
