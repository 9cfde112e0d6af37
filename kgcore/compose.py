"""A turn → the reply that people see. Pure: the same turn gives the same reply, before and after a restart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgcore.claimview import claim_view
from kgcore.drawing.builder import picture_of
from kgcore.drawing.palette import type_colour
from kgcore.drawing.picture import Picture
from kgcore.message import Action, Verb
from kgcore.model import Claim, Entity, Paragraph, Verdict
from kgcore.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    EntityRef,
    Figure,
    Inline,
    Look,
    Notice,
    Plain,
    Progress,
    RelationRef,
    Reply,
    Strong,
    Table,
    Text,
    Tone,
)
from kgcore.thread import Correction, Mode, Recommendation, Turn
from kgcore.vocabulary import Vocabulary

SHOWN = 3  # next questions as buttons (KNOWNET shows three); the rest go into the menu
NOT_UNTRUE = "Not found is not untrue: the graph holds what its papers report, not all that is known."
GENERAL = {
    Mode.MODEL: "Written by a language model and checked against the graph; general information, not medical advice.",
    Mode.GRAPH: "Generated from the graph's statements; general information, not medical advice.",
    Mode.UNCHECKED: "Generated; general information, not medical advice.",
}
STOPPED = "Stopped before the end; what had arrived was checked."
OUTSIDE = "Not checked: outside the graph."


@dataclass(frozen=True, slots=True)
class View:
    """What is shown beside the saved turn: numbers of entities, the picture, what is still being written, and the
    configured models, the default first.
    """

    numbers: Mapping[str, int]
    picture: Figure | Table | None = None
    partial: Paragraph | None = None
    doing: str = ""
    models: tuple[str, ...] = ()


def compose(turn: Turn, view: View, vocabulary: Vocabulary) -> Reply:
    """Return the reply to a turn as it stands; it is final once the turn is done."""
    blocks: list[Block] = [*_texts(turn, view)]
    if turn.table:
        blocks.append(Table(turn.table[0], turn.table[1:]))
    if view.picture is not None:
        blocks.append(view.picture)
    if turn.claims:
        papers = {p.id: p for p in turn.papers}
        blocks.append(
            Claims(tuple(claim_view(n, c, view.numbers, papers, vocabulary) for n, c in enumerate(turn.claims, 1)))
        )
    blocks += _closing(turn, view) if turn.done else _writing(turn, view)
    return Reply(turn.id, turn.question, tuple(blocks), final=turn.done)


def numbers_of(turns: Sequence[Turn]) -> dict[str, int]:
    """Number the entities of a thread in the order in which its questions and claims name them, from 1."""
    ids = (id for turn in turns for id in entities_named(turn))
    return {id: number for number, id in enumerate(dict.fromkeys(ids), 1)}


def picture_for(turn: Turn, earlier: Sequence[Turn], numbers: Mapping[str, int], vocabulary: Vocabulary) -> Picture:
    """Return the picture of a turn: its claims in full strength, those of the thread before it faded."""
    before = tuple(c for t in earlier for c in t.claims)
    return picture_of(turn.claims, before, [e.id for e in turn.focus], numbers, words=vocabulary)


def entities_named(turn: Turn) -> list[str]:
    """Return the ids that a turn shows: its question's entities, then those of its claims and their paths."""
    ids = [e.id for e in turn.focus]
    for claim in turn.claims:
        ids += [c.entity.id for c in (claim.subject, claim.object) if c]
        ids += [e.id for e in claim.path.nodes] if claim.path else []
        ids += [claim.carrier.id] if claim.carrier else []
    return ids


def _texts(turn: Turn, view: View) -> list[Text]:
    texts: list[Text] = []
    for index, paragraph in enumerate(turn.paragraphs):
        texts.append(Text(inlines(paragraph, _claims_in(turn, index), view.numbers)))
        texts += [_correction(c) for c in turn.corrections if c.paragraph == index]
    if view.partial is not None and view.partial.text:
        texts.append(Text(inlines(view.partial, (), view.numbers)))
    return texts


def _claims_in(turn: Turn, index: int) -> list[tuple[int, Claim]]:
    return [(n, c) for n, c in enumerate(turn.claims, 1) if c.triple.paragraph == index]


def inlines(
    paragraph: Paragraph, claims: Sequence[tuple[int, Claim]], numbers: Mapping[str, int]
) -> tuple[Inline, ...]:
    """Split a paragraph at its marks: entities get the number and colour that they have in the picture."""
    entities = _entities_by_ref(claims)
    relations: dict[int, tuple[int, ...]] = {}  # by where they stand: a model may use a relation's number twice
    for number, claim in claims:
        relations[claim.triple.start] = (*relations.get(claim.triple.start, ()), number)
    parts: list[Inline] = []
    at = 0
    for mark in paragraph.marks:
        words = paragraph.text[mark.start : mark.end]
        parts.append(Plain(paragraph.text[at : mark.start]))
        entity = entities.get(mark.ref)
        if entity is not None:
            parts.append(EntityRef(words, numbers.get(entity.id, 0), entity.type, type_colour(entity.type)))
        elif mark.start in relations:
            parts.append(RelationRef(words, relations[mark.start]))
        else:
            parts.append(Plain(words))
        at = mark.end
    parts.append(Plain(paragraph.text[at:]))
    return tuple(p for p in parts if p.text)


def _entities_by_ref(claims: Sequence[tuple[int, Claim]]) -> dict[str, Entity]:
    found: dict[str, Entity] = {}
    for _, claim in claims:
        for mention, candidate in ((claim.subject_mention, claim.subject), (claim.object_mention, claim.object)):
            if candidate is not None and mention.ref:
                found[mention.ref] = candidate.entity
    return found


def _correction(correction: Correction) -> Text:
    facts = Plain(" ".join(correction.facts))
    if correction.rewritten:
        return Text((Strong("Reworded to fit the graph: "), facts), True, correction.first)
    further = all(c.verdict is not Verdict.CONTRADICTED for c in correction.first_claims)
    return Text((Strong("The graph does not go that far: " if further else "The graph says otherwise: "), facts), True)


def _writing(turn: Turn, view: View) -> list[Block]:
    stop = Choice("Stop", str(Action(Verb.STOP, turn.id)), look=Look.SUBTLE)
    return [Progress(doing=view.doing or "Writing …"), Choices((stop,))]


def _closing(turn: Turn, view: View) -> list[Block]:
    blocks: list[Block] = [Notice(text, Tone.INFO) for text in turn.notices]
    if turn.stopped:
        blocks.append(Notice(STOPPED, Tone.INFO))
    if turn.mode is Mode.UNCHECKED:
        blocks.append(Notice(OUTSIDE, Tone.WARNING))
    if any(c.verdict is Verdict.UNSURE for c in turn.claims):
        blocks.append(Notice(NOT_UNTRUE))
    blocks.append(Notice(GENERAL[turn.mode]))
    choices = tuple(
        Choice(r.text, str(Action(Verb.ASK, turn.id, n)), r.reason, _number(r, view.numbers))
        for n, r in enumerate(turn.recommendations)
    )
    if choices:
        blocks.append(Choices(choices[:SHOWN], choices[SHOWN:], "Ask next"))
    if turn.total:
        blocks.append(Progress(turn.explored, turn.total))
    if len(view.models) > 1:
        blocks.append(_models(turn, view.models))
    return blocks


def _models(turn: Turn, models: Sequence[str]) -> Choices:
    now = turn.model or models[0]
    others = tuple(
        Choice(name, str(Action(Verb.MODEL, turn.id, n)), look=Look.SUBTLE)
        for n, name in enumerate(models)
        if name != now
    )
    return Choices((), others, f"Answered by {now}; let another model go on")


def _number(recommendation: Recommendation, numbers: Mapping[str, int]) -> int:
    """Return the number of the node that a next question starts from or leads to, as the picture shows it."""
    return numbers.get(recommendation.target, 0) or numbers.get(recommendation.subject, 0)
