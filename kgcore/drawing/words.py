"""A picture in words (pure): alt text for those who do not see it, and the table that stands in when it fails."""

from __future__ import annotations

from kgcore.drawing.labels import papers_of
from kgcore.drawing.picture import Edge, Node, Picture
from kgcore.drawing.text import clean, counted, in_words, short
from kgcore.language.english import Verb, capital, inline, is_plural
from kgcore.reply import Table

LONGEST_ALT = 1000  # characters; the platforms' own limits are higher or cut there
_NAME, _RELATION = 80, 60  # characters of a name and of a relation in running text


def alt_text(picture: Picture) -> str:
    """Return at most 1000 characters: how many entities, then one sentence an edge, cut only between sentences."""
    opening = f"Graph of {counted(len(picture.nodes), 'entity', 'entities')}."
    edges = sorted(picture.edges, key=lambda e: not e.fresh)
    sentences: list[str] = []
    text = opening
    for edge in edges:
        sentences.append(sentence(picture, edge))
        rest = len(edges) - len(sentences)
        longer = " ".join([opening, *sentences, *([f"And {rest} more."] if rest else [])])
        if len(longer) > LONGEST_ALT:
            break
        text = longer
    return f"{opening} And {len(edges)} more." if edges and text == opening else text


def sentence(picture: Picture, edge: Edge) -> str:
    """Return an edge as a sentence: "Vitamin E does not prevent Alzheimer's disease: supported, 3 papers."."""
    source, target = picture.node(edge.source), picture.node(edge.target)
    relation = short(_agreeing(clean(edge.label), source.name), _RELATION)
    statement = f"{capital(_inside(source))} {relation} {_inside(target)}"
    note = short(edge.note, _RELATION) if edge.note else ""
    remarks = ", ".join(s for s in (edge.verdict.value if edge.verdict else "", papers_of(edge), note) if s)
    when = "" if edge.fresh else " (earlier)"
    return f"{statement}{': ' + remarks if remarks else ''}{when}."


def _inside(node: Node) -> str:
    """Return a node's name as it stands inside a sentence."""
    name = short(node.name, _NAME)
    return name if node.ghost else inline(name, node.type)


def _agreeing(label: str, subject: str) -> str:
    """Return relations that agree with the subject: "is linked to, treats" → "are linked to, treat" for a plural."""
    if not is_plural(clean(subject)):
        return label
    return ", ".join(_plural_verb(relation) for relation in label.split(", "))


def _plural_verb(relation: str) -> str:
    first, _, rest = relation.partition(" ")
    if first == "does":
        return f"do {rest}"
    third_person = first.endswith("s") and not first.endswith("ss")
    return Verb.of(relation).finite(plural=True) if third_person else relation


def edge_table(picture: Picture) -> Table:
    """Return the edges as a table: it carries the same as the picture where none could be drawn."""
    rows = (_row(picture, e) for e in sorted(picture.edges, key=lambda e: not e.fresh))
    return Table(("From", "Relation", "To", "Verdict", "Papers"), tuple(rows), "What the picture would show")


def _row(picture: Picture, edge: Edge) -> tuple[str, ...]:
    verdict = f"{edge.verdict.icon} {edge.verdict.label}" if edge.verdict else ""
    source, target = (clean(picture.node(n).name) for n in (edge.source, edge.target))
    papers = papers_of(edge)
    note = (
        f"{papers}; {clean(edge.note)}" if papers and edge.note else papers or (clean(edge.note) if edge.note else "")
    )
    return source, clean(edge.label), target, verdict, note


def node_title(picture: Picture, number: int) -> str:
    """Return what a node's tooltip says: the full name and the type."""
    node = picture.node(number)
    kind = "not in the graph" if node.ghost else in_words(node.type) if node.type.strip() else ""
    return f"{short(node.name, 300)} ({kind})" if kind else short(node.name, 300)
