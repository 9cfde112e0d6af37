"""Replies as an assistant would give them, written by hand: what the page is developed and tested against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    EntityRef,
    Fact,
    Figure,
    Inline,
    Look,
    Notice,
    Plain,
    Progress,
    Quote,
    RelationRef,
    Reply,
    Strong,
    Table,
    Text,
    Tone,
)
from kgcore.verdicts import Verdict

GREEN, RED, SLATE = "#2b7a3f", "#a63446", "#4f5b66"
VITAMIN_E = EntityRef("Vitamin E", 1, "DietarySupplement", GREEN)
ALZHEIMER = EntityRef("Alzheimer's disease", 2, "Disease", RED)
MEMORY = EntityRef("memory", 3, "BiologicalProcess", SLATE)
PROSTATE = EntityRef("prostate cancer", 4, "Disease", RED)
INFLAMMATION = EntityRef("inflammation", 5, "BiologicalProcess", SLATE)

TRIAL = Paper(
    "PMC:PMC4109898", "Effect of Vitamin E and Memantine on Functional Decline in Alzheimer Disease", "JAMA", 2014
)
TRIAL = replace(TRIAL, url="https://pmc.ncbi.nlm.nih.gov/articles/PMC4109898/")
COCHRANE = Paper(
    "PMID:28418065",
    "Vitamin E for Alzheimer's dementia and mild cognitive impairment",
    "Cochrane Database of Systematic Reviews",
    2017,
    "https://pubmed.ncbi.nlm.nih.gov/28418065/",
)
SELECT = Paper(
    "PMC:PMC3705339",
    "Selenium and Prostate Cancer Prevention: Insights from the Selenium and Vitamin E Cancer Prevention Trial",
    "Nutrients",
    2013,
    "https://pmc.ncbi.nlm.nih.gov/articles/PMC3705339/",
)
UNTITLED = Paper("PMID:12548636", url="https://pubmed.ncbi.nlm.nih.gov/12548636/")

FIRST: tuple[Inline, ...] = (
    VITAMIN_E,
    Plain(" "),
    RelationRef("slowed functional decline in", (1,)),
    Plain(" mild to moderate "),
    ALZHEIMER,
    Plain(" in one randomised trial, but it "),
    RelationRef("did not prevent", (2,)),
    Plain(" the disease in people with mild impairment. It "),
    RelationRef("improves", (3,)),
    Plain(" "),
    MEMORY,
    Plain("."),
)
SECOND: tuple[Inline, ...] = (
    Plain("High doses are "),
    Strong("not harmless"),
    Plain(": "),
    replace(VITAMIN_E, text="vitamin E"),
    Plain(" "),
    RelationRef("protects against", (4,)),
    Plain(" "),
    PROSTATE,
    Plain(", and it may "),
    RelationRef("calm", (5,)),
    Plain(" "),
    INFLAMMATION,
    Plain("."),
)
CORRECTION = Text(
    (
        Strong("The graph says otherwise: "),
        Plain("Vitamin E raises the risk of prostate cancer, and does not prevent it (2 papers)."),
    ),
    correction=True,
    first="High doses are safe: vitamin E protects against prostate cancer.",
)


def _statement(subject: EntityRef, words: str, object: EntityRef) -> tuple[Inline, ...]:
    return (subject, Plain(f" {words} "), object)


CLAIMS = (
    ClaimView(
        1,
        Verdict.SUPPORTED,
        _statement(VITAMIN_E, "treats", ALZHEIMER),
        "The graph holds this relation: Vitamin E treats Alzheimer's disease.",
        papers_for=(TRIAL,),
        evidence=(Fact("Vitamin E treats Alzheimer's disease (1 paper)", (Quote("It was slower.", paper=TRIAL),), 2),),
        entities=(1, 2),
    ),
    ClaimView(
        2,
        Verdict.MIXED,
        _statement(VITAMIN_E, "does not prevent", ALZHEIMER),
        "There is evidence on both sides.",
        papers_for=(COCHRANE,),
        papers_against=(UNTITLED,),
        entities=(1, 2),
    ),
    ClaimView(
        3,
        Verdict.RELEVANT,
        _statement(VITAMIN_E, "treats", MEMORY),
        "The graph says augments; nothing there says improves.",
        papers_near=(COCHRANE, UNTITLED),
        evidence=(Fact("Vitamin E augments memory (iDISK 2.0, no paper given)", (Quote("In the old.", alone=True),)),),
        entities=(1, 3),
    ),
    ClaimView(
        4,
        Verdict.CONTRADICTED,
        _statement(VITAMIN_E, "prevents", PROSTATE),
        "The graph says that vitamin E raises the risk of prostate cancer.",
        papers_against=(SELECT,),
        entities=(1, 4),
    ),
    ClaimView(
        5,
        Verdict.UNSURE,
        _statement(VITAMIN_E, "inhibits", INFLAMMATION),
        "No connection was found in this graph. Not found is not untrue.",
        entities=(1, 5),
        hedged=True,
    ),
)
_LOOKS = {
    1: ("#009e73", "", "✓ treats · 1 paper"),
    2: ("#cc79a7", "", "⚖ does not prevent · 2 papers"),
    3: ("#0072b2", "2 5", "ℹ improves"),
    4: ("#d55e00", "", "✗ prevents · 1 paper"),
    5: ("#767676", "9 6", "? calms"),
}
_NODES = (VITAMIN_E, ALZHEIMER, MEMORY, PROSTATE, INFLAMMATION)
_AT = {1: (130, 210), 2: (780, 70), 3: (780, 180), 4: (780, 290), 5: (780, 390)}
_BENDS = {1: -34, 2: 26, 3: 0, 4: 0, 5: 18}
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da63fcff1f0003030200"
    "efa2a7b60000000049454e44ae426082"
)


def figure(claims: int) -> Figure:
    """A picture by hand of the first claims, marked up as the renderer does it."""
    shown = CLAIMS[:claims]
    numbers = sorted({n for c in shown for n in c.entities})
    parts = [_edge(c) for c in shown] + [_node(_NODES[n - 1]) for n in numbers]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 460">{"".join(parts)}</svg>'
    alt = f"A graph of {len(numbers)} entities and {claims} claims around vitamin E."
    return Figure(PIXEL, svg, alt, 1024, 460, "Vitamin E and Alzheimer's disease")


def _edge(claim: ClaimView) -> str:
    (x1, y1), (x2, y2) = (_AT[n] for n in claim.entities)
    colour, dashes, label = _LOOKS[claim.number]
    bend = _BENDS[claim.number]
    x, y = (x1 + x2) / 2, (y1 + y2) / 2 + bend
    return (
        f'<g class="relation" data-claims="{claim.number}" '
        f'data-source="{claim.entities[0]}" data-target="{claim.entities[1]}">'
        f'<path d="M{x1} {y1} Q{x} {y + bend} {x2} {y2}" fill="none" '
        f'stroke="{colour}" stroke-width="3.5" stroke-dasharray="{dashes}"/><rect x="{x - 120}" y="{y - 17}" '
        f'width="240" height="32" rx="6" fill="#ffffff"/><text x="{x}" y="{y + 6}" text-anchor="middle" font-size="19" '
        f'font-family="DejaVu Sans, sans-serif" fill="#1d2733">{label}</text></g>'
    )


def _node(entity: EntityRef) -> str:
    x, y = _AT[entity.number]
    return (
        f'<g class="entity" data-entity="{entity.number}"><title>{entity.text}</title><rect x="{x - 110}" y="{y - 32}" '
        f'width="220" height="64" rx="14" fill="{entity.colour}"/><text x="{x}" y="{y + 7}" text-anchor="middle" '
        f'font-family="DejaVu Sans, sans-serif" font-size="20" fill="#ffffff">{entity.text}</text></g>'
    )


COMPARISON = Table(
    ("", "Vitamin E", "Ginkgo biloba"),
    (
        ("Alzheimer's disease", "treats (1 paper)", "does not prevent (1 paper)"),
        ("Warfarin", "nothing found", "interacts with (1 paper)"),
    ),
    "Side by side",
)


def closing(turn: str) -> tuple[Block, ...]:
    """What stands at the end of a finished answer."""
    questions = (
        Choice("Does vitamin E prevent dementia?", str(Action(Verb.ASK, turn, 0)), "1 paper, against", 1),
        Choice("Which disorders does vitamin E affect?", str(Action(Verb.ASK, turn, 1)), "4 neighbours not yet seen"),
        Choice("How does prostate cancer relate to selenium?", str(Action(Verb.ASK, turn, 2)), "2 papers", 4),
    )
    more = (Choice("Does vitamin E inhibit amyloid-beta?", str(Action(Verb.ASK, turn, 3)), "evidence on both sides"),)
    return (
        Notice("Not found is not untrue: the graph holds what its sources report, not all that is known."),
        Notice("Generated from the graph's statements; general information, not medical advice."),
        Choices(questions, more, "Ask next"),
        Progress(2, 47),
    )


def answer(turn: str, question: str) -> Iterator[Reply]:
    """Yield the snapshots of an answer; the words of the question choose what happens."""
    words = question.lower()
    if "outside" in words:
        yield _reply(turn, question, (Notice("Not checked: outside the graph.", Tone.WARNING),), final=True)
    elif "compare" in words:
        yield _reply(turn, question, (Progress(doing="Looking at both …"),))
        yield _reply(turn, question, (Text((Plain("Side by side:"),)), COMPARISON, *closing(turn)), final=True)
    else:
        yield from _streamed(turn, question)


def _streamed(turn: str, question: str) -> Iterator[Reply]:
    yield _reply(turn, question, (Progress(doing="Looking into the graph …"),))
    for part in _growing(FIRST):
        yield _reply(turn, question, (Text(part), *_writing(turn)))
    yield _reply(turn, question, (Text(FIRST), figure(3), Claims(CLAIMS[:3]), *_writing(turn)))
    for part in _growing(SECOND):
        yield _reply(turn, question, (Text(FIRST), Text(part), figure(3), Claims(CLAIMS[:3]), *_writing(turn)))
    whole = (Text(FIRST), Text(SECOND), CORRECTION, figure(5), Claims(CLAIMS))
    yield _reply(turn, question, (*whole, *closing(turn)), final=True)


def stopped(reply: Reply) -> Reply:
    """What is left of an answer that was stopped."""
    kept = tuple(b for b in reply.blocks if not isinstance(b, Progress | Choices))
    return replace(reply, blocks=(*kept, Notice("Stopped. What had arrived was kept.", Tone.INFO)), final=True)


def _growing(inlines: tuple[Inline, ...]) -> Iterator[tuple[Inline, ...]]:
    for count in range(1, len(inlines) + 1):
        *before, last = inlines[:count]
        if isinstance(last, Plain) and len(last.text) > 12:
            yield (*before, Plain(last.text[: len(last.text) // 2]))
        yield (*before, last)


def _writing(turn: str) -> tuple[Block, ...]:
    return (Progress(doing="Writing …"), Choices((Choice("Stop", str(Action(Verb.STOP, turn)), look=Look.SUBTLE),)))


def _reply(turn: str, question: str, blocks: tuple[Block, ...], *, final: bool = False) -> Reply:
    return Reply(turn, question, blocks, final)
