"""What can be done with one node. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgcore.drawing.palette import type_colour
from kgcore.language.english import clean
from kgcore.message import Action, Verb
from kgcore.model import Entity
from kgcore.panels.card import card_rows, unknown_words
from kgcore.panels.nodes import NodeLine
from kgcore.panels.picture import LONGEST_QUESTION, merge_form
from kgcore.reply import (
    Block,
    Choice,
    Choices,
    EntityRef,
    Field,
    FieldKind,
    Form,
    Look,
    Notice,
    Reply,
    Table,
    Text,
    Tone,
)
from kgcore.thread import Turn

__all__ = ["card_rows", "node_panel"]


def node_panel(
    turn: Turn,
    node: NodeLine,
    entity: Entity | None,
    rows: Sequence[tuple[str, str]],
    can_collapse: bool,
    collapsed: bool,
    others: Sequence[NodeLine] = (),
) -> Reply:
    """Return the panel of a node; `entity` None: the graph does not know it, and `others` are what it may mean.

    `rows` are its card's, `can_collapse` tells whether it has leaves in the picture, `collapsed` that they are folded.
    """
    if entity is None or not node.known:
        return _unknown(turn, node, others)
    name = EntityRef(clean(entity.name), node.number, entity.type, type_colour(entity.type))
    blocks: list[Block] = [Text((name,))]
    if rows:
        blocks.append(Table(("What", "What the graph has"), tuple(rows)))
    blocks.append(Choices(tuple(_buttons(turn, node, can_collapse, collapsed))))
    field = Field("text", "Your question", FieldKind.TEXT, least=1, most=LONGEST_QUESTION)
    blocks.append(Form(f"Ask about {node.name}", (field,), "Ask", _do(turn, Verb.ABOUT, node)))
    return Reply("", turn.question, tuple(blocks), private=True)


def _do(turn: Turn, verb: Verb, node: NodeLine) -> str:
    return str(Action(verb, turn.id, node.number))


def _buttons(turn: Turn, node: NodeLine, can_collapse: bool, collapsed: bool) -> Iterator[Choice]:
    yield Choice("Explain", _do(turn, Verb.EXPLAIN, node))
    yield Choice("Give examples", _do(turn, Verb.EXAMPLES, node))
    yield Choice("Browse from here", _do(turn, Verb.BROWSE, node))
    if collapsed:
        yield Choice("Unfold its leaves", _do(turn, Verb.OPEN, node))
    elif can_collapse:
        yield Choice("Fold its leaves away", _do(turn, Verb.COLLAPSE, node), "they turn grey in the text")
    yield _wrong(turn, node)


def _wrong(turn: Turn, node: NodeLine) -> Choice:
    return Choice("Leave it out", _do(turn, Verb.TRIM, node), "it was read wrongly", look=Look.SUBTLE)


def _unknown(turn: Turn, node: NodeLine, others: Sequence[NodeLine]) -> Reply:
    blocks: list[Block] = [Notice(unknown_words(node.name), Tone.INFO)]
    form = merge_form(turn, others, node)
    if form:
        blocks.append(form)
    else:
        blocks.append(Choices((Choice("Say what it means", str(Action(Verb.PICTURE, turn.id))),)))
    if node.number:
        blocks.append(Choices((_wrong(turn, node),)))
    return Reply("", turn.question, tuple(blocks), private=True)
