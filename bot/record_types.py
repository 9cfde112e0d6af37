"""The types of all records for programs. Their schemas (`evigraph schema`) and the tables of docs/formats.md come from
here, so that what is written, what is promised and what is documented are one.

Fields may be added, never renamed.
"""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict


def described_as(words: str, *examples: str) -> Any:
    """Return a field's description, as it stands in the schema and in the docs."""
    return Field(description=words, examples=list(examples) or None)


Id = Annotated[str | int, described_as("the input's")]
Ms = Annotated[float, described_as("milliseconds that the row took; of rows that are answered together, its share")]
Verdict = Annotated[str, described_as("`supported`, `contradicted`, `mixed`, `relevant` or `unsure`")]
Match = Annotated[str, described_as("`exact`, `synonym`, `initialism`, `spelling`, `variant` or `semantic`")]
Designs = Annotated[
    dict[str, int],
    described_as(
        'how many papers stand behind it, for and against, by their design; `{"unknown": 2}` where none is known'
    ),
]


class SideRecord(TypedDict):
    """One end of a claim; null but for the mention where nothing was linked."""

    mention: Annotated[str, described_as("the wording")]
    id: Annotated[str | None, described_as("the entity")]
    name: Annotated[str | None, described_as("its name in the graph")]
    score: Annotated[float | None, described_as("how near the wording is to the entity's names, 0 to 1")]
    match: Annotated[str | None, described_as("`exact`, `synonym`, `initialism`, `spelling`, `variant` or `semantic`")]


class ClaimRecord(TypedDict):
    """A claim with its verdict."""

    verdict: Verdict
    reason: Annotated[str, described_as("one of the values below")]
    why: Annotated[str, described_as("the same in words")]
    predicate: Annotated[str | None, described_as("the graph's, or null where none fits the phrase")]
    negated: Annotated[bool, described_as("the claim's polarity, phrase and flag taken together")]
    hedged: Annotated[bool, described_as("whether it is said with caution, which never changes a verdict")]
    says_more: Annotated[bool, described_as('the phrase says more than the predicate ("cures")')]
    subject: Annotated[SideRecord, described_as("in the graph's direction: a passive is turned round")]
    object: Annotated[SideRecord, described_as("as `subject`")]
    papers_for: Annotated[list[str], described_as("ids of the papers of the edges that stand for it")]
    papers_against: Annotated[list[str], described_as("ids of the papers of the edges that stand against it")]
    path: Annotated[list[str] | None, described_as("ids of a two-hop path, both ends included, or null")]


class ErrorRow(TypedDict):
    """A row that could not be read or answered; the others are answered, and the exit status is 1."""

    id: Annotated[str | int | None, described_as("the input's, or null where it could not be read")]
    line: Annotated[int, described_as("its line in the input, from 1")]
    error: Annotated[str, described_as("what is wrong with it")]
    ms: Ms


# ── verify ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class ClaimIn(TypedDict):
    """A claim."""

    id: Id
    subject: Annotated[str, described_as("a name", "zinc")]
    relation: Annotated[str, described_as("a phrase", "does not prevent")]
    object: Annotated[str, described_as("a name", "the common cold")]
    negated: NotRequired[Annotated[bool, described_as("the phrase is denied")]]
    hedged: NotRequired[Annotated[bool, described_as("it is said with caution")]]


class TextIn(TypedDict):
    """A text, annotated or plain."""

    id: Id
    text: Annotated[str, described_as("the text", "Zinc prevents colds.")]


class VerdictRow(ClaimRecord):
    """What `verify` makes of a claim."""

    id: Id
    ms: Ms


class TextRow(TypedDict):
    """What `verify` makes of a text."""

    id: Id
    text: Annotated[str, described_as("as a reader sees it")]
    claims: Annotated[list[ClaimRecord], described_as("in reading order")]
    danger: Annotated[
        str | None,
        described_as("self-harm, emergency or poisoning where somebody may be in danger: nothing is looked up"),
    ]
    ms: Ms


# ── link ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class MentionIn(TypedDict):
    """A name as people write it."""

    id: Id
    mention: Annotated[str, described_as("the name", "fish oil")]
    type: NotRequired[
        Annotated[str | None, described_as("the type that it should have, as the graph calls it", "Drug")]
    ]
    context: NotRequired[Annotated[str | None, described_as("the text around it; it is not looked at yet")]]


class LinkCandidate(TypedDict):
    """An entity that a mention may mean."""

    id: str
    name: str
    type: str
    score: Annotated[float, described_as("0 to 1; it puts candidates in order and is no probability")]
    linked: Annotated[bool, described_as("near enough to be meant; only of the best one")]
    match: Match


class LinkRow(TypedDict):
    """What a mention may mean."""

    id: Id
    mention: str
    candidates: Annotated[list[LinkCandidate], described_as("best first; none where nothing comes near")]
    ms: Ms


# ── reason ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class ReasonIn(TypedDict):
    """A question that tells several things."""

    id: Id
    text: Annotated[str, described_as("the question", "I have chest pain and palpitations. What could it be?")]
    mentions: NotRequired[Annotated[list[str], described_as("what it is about: ids of entities, or names")]]


ReasonCandidate = TypedDict(
    "ReasonCandidate",
    {
        "id": Annotated[str, described_as("the entity")],
        "name": Annotated[str, described_as("its name in the graph")],
        "score": Annotated[float, described_as("how well it explains what is told, 0 to 1")],
        "for": Annotated[list[str], described_as("ids of the edges that speak for it")],
        "against": Annotated[list[str], described_as("ids of the edges that speak against it")],
    },
)
ReasonCandidate.__doc__ = "What would explain what is told."


class ReasonRow(TypedDict):
    """What the graph makes of a question."""

    id: Id
    candidates: Annotated[list[ReasonCandidate], described_as("best first; none where nothing bears on it")]
    missing: Annotated[list[str], described_as("names of the question that the graph lacks, as written")]
    edges: Annotated[list[str], described_as("ids of all edges that the answer shows")]
    answer: Annotated[str, described_as("summary, steps with the ids of their edges, and mind map as an outline")]
    ms: Ms


# ── predictions ─────────────────────────────────────────────────────────────────────────────────────────────────────


class PredictIn(TypedDict):
    """A pair that the graph may or may not join; ids or names."""

    id: Id
    subject: Annotated[str, described_as("an id or a name", "Compound::DB00997")]
    predicate: NotRequired[Annotated[str, described_as("the graph's, or a phrase; default: treats", "treats")]]
    object: Annotated[str, described_as("an id or a name", "Disease::DOID:2531")]


class PathRecord(TypedDict):
    """A path that speaks for a prediction."""

    nodes: Annotated[list[str], described_as("ids, from subject to object")]
    predicates: Annotated[list[str], described_as("between them; `text` shows which way each runs")]
    text: Annotated[str, described_as("the path in words")]
    share: Annotated[float, described_as("what it adds to the score")]


class PredictRow(TypedDict):
    """What a trained model says of a pair: no evidence, and never part of a verdict."""

    id: Id
    score: Annotated[float, described_as("log odds; the higher the likelier")]
    probability: Annotated[
        float, described_as("how often such a pair was an edge that had been held out; `kg predict --json` says where")
    ]
    known: Annotated[bool, described_as("whether the graph has this edge; the score is as if it had not")]
    paths: Annotated[list[PathRecord], described_as("the paths that carry the score, the weightiest first")]
    ms: Ms


# ── map ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


class MessageIn(TypedDict):
    """A message."""

    speaker: NotRequired[str]
    text: str


class ConversationIn(TypedDict):
    """What people said to each other."""

    id: Id
    messages: Annotated[list[MessageIn], described_as("in their order")]


class SpokenClaim(ClaimRecord):
    """A claim with who made it."""

    number: Annotated[int, described_as("its place in the conversation, from 1")]
    message: Annotated[int, described_as("its message, from 0 among those that are not empty")]
    speaker: Annotated[str | None, described_as("who said it")]


class MapRow(TypedDict):
    """What people claimed."""

    id: Id
    claims: list[SpokenClaim]
    notices: Annotated[list[str], described_as("what was left out")]
    danger: Annotated[
        str | None,
        described_as("self-harm, emergency or poisoning where somebody may be in danger: nothing is looked up"),
    ]
    ms: Ms


# ── identifiers ─────────────────────────────────────────────────────────────────────────────────────────────────────


class SpanRecord(TypedDict):
    """A stretch of the text, in Unicode code points."""

    start: Annotated[int, described_as("its first code point, from 0")]
    end: Annotated[int, described_as("the code point after its last")]
    kind: Annotated[
        str,
        described_as(
            "`name`, `birthdate`, `mrn`, `insurance`, `national_id`, `phone`, `email`, `address`, `account`, `device`, "
            "`photo_url` or `other`"
        ),
    ]


class IdentifierRow(TypedDict):
    """Where a text names somebody."""

    id: Id
    spans: Annotated[list[SpanRecord], described_as("in the text's order, none over another")]
    ms: Ms


# ── ask ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


class QuestionIn(TypedDict):
    """A question."""

    id: Id
    text: Annotated[str, described_as("the question", "Does zinc help against colds?")]
    thread: NotRequired[
        Annotated[str | int | None, described_as("rows of one thread are turns of a conversation, in order")]
    ]


class QuoteRecord(TypedDict):
    """What a source says, in its own words."""

    text: Annotated[str, described_as("cut where it is very long")]
    source: Annotated[
        str | None, described_as("whose note it is; with `paper` null, too, a note of what `statement` names")
    ]
    paper: Annotated[str | None, described_as("the paper (an id) that it stands in")]


class EvidenceRecord(TypedDict):
    """A statement of the graph that a claim shows."""

    statement: Annotated[
        str, described_as("in words, with what it rests on: its papers, or its source where it has none")
    ]
    quotes: list[QuoteRecord]
    more: Annotated[int, described_as("how many more quotes there are")]


class TurnClaim(ClaimRecord):
    """A claim of an answer."""

    number: Annotated[int, described_as("its place in the answer, from 1")]
    designs: Designs
    evidence: Annotated[list[EvidenceRecord], described_as("the statements of the graph that it shows")]
    speaker: Annotated[str | None, described_as("of a map: who said it")]
    bookmark: Annotated[str | None, described_as("action: keep it; null while that cannot be done")]
    trim: Annotated[str | None, described_as("action: it was extracted wrongly")]


class UnderstoodRecord(TypedDict):
    """How a name in the question was read."""

    text: Annotated[str | None, described_as("as it stands in the question; null where an earlier question named it")]
    start: Annotated[int | None, described_as("where, in code points")]
    end: int | None
    id: Annotated[str | None, described_as("the entity; null for a name that the graph does not know")]
    name: str | None
    type: str | None
    match: Annotated[
        str | None,
        described_as(
            "how it was found: as in `verify`; `thread` where it was meant before, `click` where a button named it"
        ),
    ]
    score: float | None
    focus: Annotated[bool, described_as("whether the question is about it")]


class DesignsRecord(TypedDict):
    """What stands behind a claim."""

    claim: Annotated[int, described_as("the claim's number")]
    designs: Designs


class AsideRecord(TypedDict):
    """A lesser thing to do."""

    label: str
    action: str


class RecommendationRecord(TypedDict):
    """A next question."""

    text: Annotated[str, described_as("the question")]
    reason: Annotated[str, described_as('why it is offered ("12 papers: 9 for, 3 against")')]
    kind: Annotated[
        str, described_as("`node` (a neighbour), `type` (a kind of neighbour) or `why` (an edge to be explained)")
    ]
    subject: Annotated[str, described_as("id of what it pairs: an entity of the thread")]
    target: Annotated[str, described_as("id of a neighbour, or the name of a type")]
    action: Annotated[str, described_as("for `evigraph act`: ask it")]
    dismiss: Annotated[str, described_as("never suggest it again")]
    aside: Annotated[list[AsideRecord], described_as("all lesser things to do with it")]


class ProgressRecord(TypedDict):
    """How far the goal is explored."""

    explored: Annotated[int, described_as("nodes that claims of the thread name")]
    total: Annotated[int, described_as("nodes of the exploration's goal")]
    about: Annotated[str, described_as("what the goal lies around")]


class StepRecord(TypedDict):
    """A question of the thread."""

    step: Annotated[int, described_as("from 1, in the order of asking")]
    turn: str
    question: str
    parent: Annotated[int | None, described_as("the step that it goes on from")]


class DecisionRecord(TypedDict):
    """What a question of true or false, or of choice, came to."""

    kind: Annotated[str, described_as("`true_false` or `choice`")]
    answer: Annotated[
        str,
        described_as(
            "`true` or `false`; the label of an option as it was pasted, in capitals (several: `A, C`); `undecided` "
            "where the graph does not decide it"
        ),
    ]
    edges: Annotated[list[str], described_as("ids of the edges that decided it")]


class TurnRecord(TypedDict):
    """A turn, as `ask --json` prints it. What stands in it is the thread as it is now."""

    question: Annotated[str, described_as("as asked, or what a control asked for in words")]
    danger: Annotated[
        str | None, described_as("null: nobody was in danger (else the answer is another record, see below)")
    ]
    thread: Annotated[str, described_as("the conversation")]
    turn: Annotated[str, described_as("this turn of it (unique everywhere)")]
    parent: Annotated[str | None, described_as("the turn that it goes on from")]
    mode: Annotated[
        str,
        described_as(
            "what wrote the final answer: `model`, `graph`, `unchecked` for an answer outside the graph, `lost` where "
            "the graph could not be reached, `busy` where too much was asked of it, `browsed` for a neighbourhood, "
            "`mapped` for people's own messages"
        ),
    ]
    understood: Annotated[list[UnderstoodRecord], described_as("how the question was read, name by name")]
    not_understood: Annotated[
        list[str], described_as("words of the question that nothing in the answer takes account of")
    ]
    decision: Annotated[DecisionRecord | None, described_as("of questions of true or false, and of choice; else null")]
    answer: Annotated[str, described_as("as plain text")]
    paragraphs: Annotated[list[str], described_as("the same by paragraph")]
    speakers: Annotated[list[str], described_as("of a map: who said each paragraph, in their order; otherwise empty")]
    claims: Annotated[list[TurnClaim], described_as("the claims that count")]
    evidence: Annotated[
        list[DesignsRecord], described_as("for each claim, how many papers of which design stand behind it")
    ]
    recommendations: Annotated[list[RecommendationRecord], described_as("next questions")]
    progress: ProgressRecord
    steps: Annotated[list[StepRecord], described_as("the thread's steps")]
    view: Annotated[dict[str, Any], described_as("how the answer is looked at, as below")]
    image: Annotated[str | None, described_as("the first of the files that `--image` wrote")]
    images: Annotated[list[str], described_as("all of them")]
    alt: Annotated[str, described_as("the picture in words")]
    notices: Annotated[list[str], described_as("what Evigraph says about the answer")]
    tokens: Annotated[
        int,
        described_as(
            "about how many tokens language models wrote for it (a token is taken for four characters); 0 without one"
        ),
    ]


class AskRow(TurnRecord):
    """A turn of a batch."""

    id: Id
    ms: Ms


class AskPanelRow(TypedDict):
    """A reply that is no answer, as to "help": a panel, as `ask --json` prints it."""

    id: Id
    thread: str
    notices: list[str]
    texts: list[str]
    ms: Ms
