"""What can be done with one answer's picture and text. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgcore.presentation.parts import NodeLine, opening_words, paragraph_options, part_options
from kgcore.values.actions import Condensing, PictureScope, View
from kgcore.values.message import Action, Verb
from kgcore.values.model import Claim
from kgcore.values.reply import Block, Choice, Choices, Field, FieldKind, Form, Look, Notice, Option, Reply
from kgcore.values.text import clean_line
from kgcore.values.thread import Turn

LONGEST_QUESTION = 1000  # characters
MOST_JOINED = 5  # nodes of which one can ask how they are connected
SCOPES = (
    (PictureScope.PARAGRAPH, "One per paragraph"),
    (PictureScope.ANSWER, "This answer"),
    (PictureScope.THREAD, "The whole thread so far"),
)
TELLINGS = (
    (Condensing.WRITTEN, "As written"),
    (Condensing.OUTLINE, "As an outline"),
    (Condensing.SUMMARY, "One sentence per paragraph"),
)


def picture_panel(turn: Turn, view: View, nodes: Sequence[NodeLine], undo: str) -> Reply:
    """Return the panel of an answer; `undo` says what would be taken back ("": nothing)."""
    blocks: list[Block] = []
    if undo:
        blocks.append(Choices((Choice(f"Undo: {undo}", _do(turn, Verb.UNDO)),)))
    blocks += _looking(turn, view)
    blocks += _forms(turn, view, nodes)
    blocks += _further(turn)
    blocks += _wrong(turn, nodes)
    if not blocks:
        blocks.append(Notice("There is nothing here yet that could be shown in another way."))
    return Reply("", turn.question, tuple(blocks), private=True)


def _do(turn: Turn, verb: Verb, index: int = 0) -> str:
    return str(Action(verb, turn.id, index))


# ── how it is looked at ─────────────────────────────────────────────────────────────────────────────────────────────


def _looking(turn: Turn, view: View) -> Iterator[Block]:
    if turn.counted:
        salience = ((False, "Only what matters most"), (True, "Everything"))
        yield _segments(turn, Verb.SALIENCE, [(label, view.everything is on) for on, label in salience], "Draw")
        scopes = [(label, view.scope is scope) for scope, label in SCOPES]
        yield _segments(turn, Verb.SCOPE, scopes, "The picture shows")
    if turn.paragraphs:
        tellings = [(label, view.telling is telling) for telling, label in TELLINGS]
        yield _segments(turn, Verb.TELLING, tellings, "Tell the text")


def _segments(turn: Turn, verb: Verb, labels: Sequence[tuple[str, bool]], title: str) -> Choices:
    return Choices(tuple(Choice(label, _do(turn, verb, n), on=on) for n, (label, on) in enumerate(labels)), (), title)


# ── forms ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _forms(turn: Turn, view: View, nodes: Sequence[NodeLine]) -> Iterator[Block]:
    known = [n.option for n in nodes if n.known]
    if len(known) > 1:
        most = min(MOST_JOINED, len(known))
        label = "Choose two" if most == 2 else f"Choose two to {most}"
        field = Field("nodes", label, FieldKind.MANY, tuple(known), least=2, most=most)
        yield Form("How are they connected?", (field,), "Ask", _do(turn, Verb.CONNECT))
    paragraphs = paragraph_options(turn)
    if turn.counted and len(paragraphs) > 1:
        yield _some(turn, view, paragraphs)
        if view.paragraphs:
            yield Choices((Choice("Show all paragraphs again", _do(turn, Verb.PARAGRAPHS)),))
    if paragraphs:
        yield Form("Ask about a part of the answer", _part_fields(turn), "Ask", _do(turn, Verb.QUOTE))


def _some(turn: Turn, view: View, options: tuple[Option, ...]) -> Form:
    chosen = tuple(str(n) for n in view.paragraphs)
    label = "Which paragraphs (none: all of them)"
    field = Field("paragraphs", label, FieldKind.MANY, options, chosen, least=0, most=len(options))
    return Form("Picture of some paragraphs", (field,), "Draw", _do(turn, Verb.PARAGRAPHS))


def _part_fields(turn: Turn) -> tuple[Field, Field]:
    parts = part_options(turn)
    return (
        Field("quote", "About which part", FieldKind.ONE, parts, (parts[0].value,)),
        Field("text", "Your question", FieldKind.TEXT, least=1, most=LONGEST_QUESTION),
    )


def merge_form(turn: Turn, nodes: Sequence[NodeLine], gone: NodeLine | None = None) -> Form | None:
    """Return the form that takes one node for another, `gone` being the one if it is given; None if there are none."""
    left = [gone] if gone else list(nodes)
    kept = [n for n in nodes if n.known and n is not gone]
    if not kept or len({*(n.key for n in left), *(n.key for n in kept)}) < 2:
        return None
    fields = (
        Field("gone", "Take this", FieldKind.ONE, tuple(n.option for n in left), (gone.value,) if gone else ()),
        Field("kept", "for this", FieldKind.ONE, tuple(n.option for n in kept)),
    )
    return Form("Merge two nodes", fields, "Merge", _do(turn, Verb.MERGE))


# ── more text, and what was read wrongly ────────────────────────────────────────────────────────────────────────────


def _further(turn: Turn) -> Iterator[Block]:
    paragraphs = paragraph_options(turn)
    if not paragraphs:
        return
    add = Choice("Add a paragraph", _do(turn, Verb.ADD), "what the graph knows besides")
    digest = Choice("Summarise", _do(turn, Verb.DIGEST), "the steps that lead here, in a few sentences")
    if len(paragraphs) == 1:
        yield Choices((Choice("Tell me more", _do(turn, Verb.MORE, int(paragraphs[0].value))), add, digest))
        return
    yield Choices((add, digest))
    more = (Choice(p.label, _do(turn, Verb.MORE, int(p.value))) for p in paragraphs)
    yield Choices((), tuple(more), "Tell me more about a paragraph")


def _wrong(turn: Turn, nodes: Sequence[NodeLine]) -> Iterator[Block]:
    merge = merge_form(turn, nodes)
    if merge:
        yield merge
    claims = (
        Choice(f"{n}. {claim_in_words(c)}", _do(turn, Verb.TRIM_CLAIM, n - 1), look=Look.SUBTLE)
        for n, c in turn.counted
    )
    menu = tuple(claims)
    if menu:
        yield Choices((), menu, "Leave out a claim that was read wrongly")
    cards = tuple(Choice(n.name, _do(turn, Verb.NODE, n.number), number=n.number) for n in nodes if n.number)
    if cards:
        yield Choices((), cards, "Open a card")


def claim_in_words(claim: Claim) -> str:
    """Return a claim in the words of the text, cut short."""
    triple = claim.triple
    return opening_words(clean_line(f"{triple.subject.text} {triple.relation} {triple.object.text}"), 90)
