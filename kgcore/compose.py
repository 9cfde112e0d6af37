"""A turn → the reply that people see. Pure: the same turn and deeds give the same reply, before and after a restart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgcore.browse import browse_blocks
from kgcore.claimview import NOT_KNOWN, claim_view
from kgcore.closing import closing
from kgcore.controls import View
from kgcore.drawing.palette import UNKNOWN_COLOUR, type_colour
from kgcore.explore import ends
from kgcore.history import NOTHING, History
from kgcore.message import Action, Verb
from kgcore.model import Claim, Paragraph, Verdict
from kgcore.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
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
from kgcore.talk import findings, tables
from kgcore.telling import told
from kgcore.thread import Correction, Mode, Turn, Want
from kgcore.vocabulary import Vocabulary

Drawn = tuple[int | None, Figure | Table]  # the paragraph that it stands under (None: the whole answer), the picture


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown beside the saved turn: the thread, how the answer is looked at, its pictures, how much of the goal
    is explored, what is still being written, and the configured models, the default first.

    `faded` are the ids of the entities that are folded away.
    """

    history: History = NOTHING
    numbers: Mapping[str, int] = field(default_factory=dict)
    pictures: tuple[Drawn, ...] = ()
    view: View = field(default_factory=View)
    faded: frozenset[str] = frozenset()
    progress: tuple[int, int] = (0, 0)
    partial: Paragraph | None = None
    doing: str = ""
    models: tuple[str, ...] = ()


def compose(turn: Turn, shown: Shown, vocabulary: Vocabulary) -> Reply:
    """Return the reply to a turn as it stands; it is final once the turn is done."""
    blocks: list[Block] = []
    if turn.card:
        blocks.append(Table(("", ""), turn.card, "What the graph holds"))
    if turn.mode is Mode.BROWSED:
        blocks += browse_blocks(turn, shown.view, shown.numbers, vocabulary)
    blocks += _texts(turn, shown)
    alone = turn.wanted is not None and turn.wanted.want is Want.CHECK  # one message: nobody to agree with
    if turn.mode is Mode.MAPPED and turn.done and not alone:
        blocks += [Notice(text, Tone.INFO) for text in findings(turn, vocabulary)]
        blocks += tables(turn, vocabulary)
    if turn.table:
        blocks.append(Table(turn.table[0], turn.table[1:]))
    blocks += [picture for place, picture in shown.pictures if place is None]
    if turn.counted:
        blocks.append(Claims(tuple(_claims(turn, shown.numbers, vocabulary))))
    blocks += closing(turn, shown.history, shown.progress, shown.models) if turn.done else _writing(turn, shown)
    return Reply(turn.id, turn.question, tuple(blocks), final=turn.done)


def _claims(turn: Turn, numbers: Mapping[str, int], vocabulary: Vocabulary) -> Iterator[ClaimView]:
    papers = {p.id: p for p in turn.papers}
    for number, claim in turn.counted:
        view = claim_view(number, claim, numbers, papers, vocabulary)
        keep, trim = (str(Action(verb, turn.id, number - 1)) for verb in (Verb.BOOKMARK, Verb.TRIM_CLAIM))
        up, down = (str(Action(verb, turn.id, number)) for verb in (Verb.UP, Verb.DOWN))
        speaker = turn.speakers[claim.triple.paragraph] if turn.speakers else ""
        yield replace(view, bookmark=keep, trim=trim, up=up, down=down, speaker=speaker) if turn.done else view


def _texts(turn: Turn, shown: Shown) -> Iterator[Block]:
    for index, paragraph in enumerate(turn.paragraphs):
        claims = [(n, c) for n, c in turn.counted if c.triple.paragraph == index]
        speaker = turn.speakers[index] if turn.speakers else ""
        for piece in told(paragraph, [c for _, c in claims], shown.view.telling):
            words = inlines(piece.paragraph, piece.placed(claims), shown.numbers, shown.faded)
            yield Text(words, level=piece.level, speaker=speaker)
        yield from (_correction(c) for c in turn.corrections if c.paragraph == index)
        yield from (picture for place, picture in shown.pictures if place == index)
    if shown.partial is not None and shown.partial.text:
        yield Text(inlines(shown.partial, (), shown.numbers))


def inlines(
    paragraph: Paragraph,
    claims: Sequence[tuple[int, Claim]],
    numbers: Mapping[str, int],
    faded: Collection[str] = (),
) -> tuple[Inline, ...]:
    """Split a paragraph at its marks: entities get the number and colour that they have in the picture."""
    named = _named_by_ref(claims)
    relations: dict[int, tuple[int, ...]] = {}  # by where they stand: a model may use a relation's number twice
    for number, claim in claims:
        relations[claim.triple.start] = (*relations.get(claim.triple.start, ()), number)
    parts: list[Inline] = []
    at = 0
    for mark in paragraph.marks:
        words = paragraph.text[mark.start : mark.end]
        parts.append(Plain(paragraph.text[at : mark.start]))
        key, type, colour = named.get(mark.ref, ("", "", ""))
        if key and (not key.startswith("?") or key in numbers):
            parts.append(EntityRef(words, numbers.get(key, 0), type, colour, key in faded))
        elif mark.start in relations:
            parts.append(RelationRef(words, relations[mark.start]))
        else:
            parts.append(Plain(words))
        at = mark.end
    parts.append(Plain(paragraph.text[at:]))
    return tuple(p for p in parts if p.text)


def _named_by_ref(claims: Sequence[tuple[int, Claim]]) -> dict[str, tuple[str, str, str]]:
    """Return what each mention names: its key in the thread's numbers, its type and colour."""
    found: dict[str, tuple[str, str, str]] = {}
    for _, claim in claims:
        sides = ((claim.subject_mention, claim.subject), (claim.object_mention, claim.object))
        for (mention, candidate), key in zip(sides, ends(claim), strict=True):
            if candidate is not None and mention.ref:
                type = candidate.entity.type
                found[mention.ref] = (key, type, type_colour(type))
            elif mention.ref and key != "?":
                found.setdefault(mention.ref, (key, NOT_KNOWN, UNKNOWN_COLOUR))
    return found


def _correction(correction: Correction) -> Text:
    facts = Plain(" ".join(correction.facts))
    if correction.rewritten:
        return Text((Strong("Reworded to fit the graph: "), facts), True, correction.first)
    further = all(c.verdict is not Verdict.CONTRADICTED for c in correction.first_claims)
    return Text((Strong("The graph does not go that far: " if further else "The graph says otherwise: "), facts), True)


def _writing(turn: Turn, shown: Shown) -> list[Block]:
    stop = Choice("Stop", str(Action(Verb.STOP, turn.id)), look=Look.SUBTLE)
    return [Progress(doing=shown.doing or "Writing …"), Choices((stop,))]
