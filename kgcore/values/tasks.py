"""What a language model can be asked for: one frozen value per task. Backends turn them into their own prompts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from kgcore.errors import GraphBusy, GraphError
from kgcore.values.intent import Intent
from kgcore.values.model import Claim, Edge, Entity, Evidence, Predicate, Relative

NOTHING = Evidence()
Signature = tuple[str, str, str]  # subject type, predicate, object type


class Task(StrEnum):
    """The kinds of requests, to declare what a backend can do."""

    ANSWER = "answer"
    EXTRACT = "extract"
    REPAIR = "repair"
    REWRITE = "rewrite"
    ANNOTATE = "annotate"
    DESCRIBE = "describe"


class Detail(StrEnum):
    """How long an answer may be."""

    BRIEF = "brief"
    NORMAL = "normal"
    FULL = "full"


class Loss(StrEnum):
    """Why an answer has nothing from the graph, as `Mode` calls it."""

    AWAY = "lost"
    BUSY = "busy"  # it is there, and was asked too much

    @classmethod
    def by(cls, error: GraphError) -> Loss:
        """Return what an error of the graph means for the answer."""
        return cls.BUSY if isinstance(error, GraphBusy) else cls.AWAY


@dataclass(frozen=True, slots=True)
class Exchange:
    """An earlier turn of the thread, as plain text."""

    question: str
    answer: str


EVIDENCE_TOKENS = 1_000


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """Answer a question in annotated paragraphs.

    `evidence` is what the graph knows (its edges are numbered 1… in order for citation; empty: it knows nothing);
    `focus` are the ids of the question's own entities, in the order of the question;
    `told` are the edges that the thread has already heard; `types` and `predicates` are the loaded graph's.
    `intent` is what the question was understood to ask, `nearest` what the graph knows nearby if nothing fits;
    `folded` are the names that the reader has folded away, `quote` is the part of an answer that it is about;
    `claims` are those of the steps that lead here, for a digest; `lost`: the graph could not be reached.
    `classes` are (id, relatives) that no edge but a description tells of; `fates` what becomes of the entities in
    the body; `signatures` are between which types the graph uses its predicates, most used first.
    `evidence_tokens` are about how many a model is to read of the evidence.
    `chained`: the ways through other things are told below the answer, step by step.
    `parts`: where the message asks several questions, what answers each, in order; the rest is then about all of them.
    `documented`: the graph names papers at all.
    """

    task: ClassVar = Task.ANSWER
    question: str
    evidence: Evidence = NOTHING
    focus: tuple[str, ...] = ()
    history: tuple[Exchange, ...] = ()
    told: tuple[Edge, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    types: tuple[str, ...] = ()
    detail: Detail = Detail.NORMAL
    intent: Intent | None = None
    nearest: tuple[Entity, ...] = ()
    folded: tuple[str, ...] = ()
    quote: str = ""
    claims: tuple[Claim, ...] = ()
    lost: Loss | None = None
    classes: tuple[tuple[str, Relative], ...] = ()
    fates: tuple[Entity, ...] = ()
    signatures: tuple[Signature, ...] = ()
    evidence_tokens: int = EVIDENCE_TOKENS
    chained: bool = False
    parts: tuple[AnswerRequest, ...] = ()
    documented: bool = True


@dataclass(frozen=True, slots=True)
class ExtractRequest:
    """Name the entities of a question, with types: one `mention|type` a line."""

    task: ClassVar = Task.EXTRACT
    question: str
    types: tuple[str, ...]
    history: tuple[Exchange, ...] = ()


@dataclass(frozen=True, slots=True)
class RepairRequest:
    """Correct the annotation of one paragraph; `problems` are in words, `next_entity` and `next_relation` go on."""

    task: ClassVar = Task.REPAIR
    paragraph: str
    problems: tuple[str, ...]
    next_entity: int
    next_relation: int
    predicates: tuple[Predicate, ...] = ()
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RewriteRequest:
    """Rewrite one annotated sentence so that it says no more than `facts` (plain sentences of the graph) say.

    `paragraph` is the one in which it stands; `keeps` names the claims of it that are right and have to stay.
    """

    task: ClassVar = Task.REWRITE
    sentence: str
    facts: tuple[str, ...]
    next_entity: int
    next_relation: int
    predicates: tuple[Predicate, ...] = ()
    types: tuple[str, ...] = ()
    paragraph: str = ""
    keeps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnnotateRequest:
    """Annotate sentences that people wrote, no word changed: a line each, "1: " and the sentence with its marks."""

    task: ClassVar = Task.ANNOTATE
    sentences: tuple[str, ...]
    predicates: tuple[Predicate, ...] = ()
    types: tuple[str, ...] = ()
    signatures: tuple[Signature, ...] = ()


@dataclass(frozen=True, slots=True)
class DescribeRequest:
    """Propose words and algebra for one predicate of a graph, as a JSON object; `examples` are some of its edges.

    An example is (subject, its type, object, its type); `others` are the names of the graph's other predicates.
    """

    task: ClassVar = Task.DESCRIBE
    predicate: str
    examples: tuple[tuple[str, str, str, str], ...]
    others: tuple[str, ...] = ()


Request = AnswerRequest | ExtractRequest | RepairRequest | RewriteRequest | AnnotateRequest | DescribeRequest
