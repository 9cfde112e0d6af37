"""Turns a typed request into chat messages. Pure: the same request always gives the same messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from kgcore.annotation.readable import clean
from kgcore.llm.aims import aim, claims_so_far, length
from kgcore.llm.instructions import (
    ANNOTATE,
    EXAMPLE,
    EXTRACT,
    EXTRACT_EXAMPLE,
    FORMAT,
    LOST,
    NO_FACTS,
    NOT_AGAIN,
    NOW,
    REPAIR,
    REWRITE,
    ROLE,
    UNTRUSTED,
    WITH_FACTS,
)
from kgcore.model import Edge, Evidence, Predicate
from kgcore.tasks import (
    AnnotateRequest,
    AnswerRequest,
    Exchange,
    ExtractRequest,
    RepairRequest,
    Request,
    RewriteRequest,
)
from kgcore.wording import papers_count, statement

# Caps in characters or entries, so that a prompt stays near 4,000 tokens whatever comes in.
LONGEST_QUESTION = 4_000
LONGEST_TEXT = 20_000
LONGEST_EARLIER = 700
LONGEST_NAME = 200
MOST_EARLIER = 6
MOST_FOLDED = 20
MOST_FACTS = 40
MOST_PREDICATES = 80
MOST_TYPES = 40

_TAG = re.compile(r"<(?=[/!?|A-Za-z])")


class Role(StrEnum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a chat."""

    role: Role
    content: str


def messages(request: Request) -> tuple[ChatMessage, ...]:
    """Return the chat that asks a model for this task."""
    match request:
        case AnswerRequest():
            return _answer(request)
        case ExtractRequest():
            return _extract(request)
        case AnnotateRequest():
            return _annotate(request)
        case RepairRequest():
            return _repair(request)
        case RewriteRequest():
            return _rewrite(request)
        case _:
            assert_never(request)


def _answer(request: AnswerRequest) -> tuple[ChatMessage, ...]:
    facts = numbered(request.evidence, request.predicates)
    told = _sentences(request.told, request.evidence, request.predicates)
    annotations = _format(request.predicates, request.types)
    given = WITH_FACTS if facts else LOST if request.lost else NO_FACTS
    claims = claims_so_far(request, {p.name: p for p in request.predicates})
    told = "" if claims else told  # a summary repeats on purpose
    asked = _joined(
        _block("graph_facts", facts),
        _block("already_told", told),
        _block("claims_so_far", "\n".join(f"- {_plain(_cut(c, LONGEST_EARLIER))}" for c in claims)),
        _block("folded_away", "\n".join(f"- {_plain(_cut(n, LONGEST_NAME))}" for n in request.folded[:MOST_FOLDED])),
        _block("quoted", _cut(request.quote, LONGEST_QUESTION)),
        _block("question", _cut(request.question, LONGEST_QUESTION)),
        NOW + (NOT_AGAIN if told else ""),
    )
    return (
        _system(ROLE, length(request), annotations, EXAMPLE, given, aim(request)),
        *_earlier(request.history),
        ChatMessage(Role.USER, asked),
    )


def _extract(request: ExtractRequest) -> tuple[ChatMessage, ...]:
    earlier = "\n".join(_cut(e.question, LONGEST_EARLIER) for e in request.history[-MOST_EARLIER:])
    asked = _joined(_block("earlier_questions", earlier), _block("question", _cut(request.question, LONGEST_QUESTION)))
    return _system(EXTRACT, _types(request.types), EXTRACT_EXAMPLE), ChatMessage(Role.USER, asked)


def _annotate(request: AnnotateRequest) -> tuple[ChatMessage, ...]:
    asked = _block("text", _cut(request.text, LONGEST_TEXT))
    return _system(ANNOTATE, _format(request.predicates, request.types), EXAMPLE), ChatMessage(Role.USER, asked)


def _repair(request: RepairRequest) -> tuple[ChatMessage, ...]:
    problems = "\n".join(f"- {p}" for p in request.problems)
    asked = _joined(_block("paragraph", _cut(request.paragraph, LONGEST_TEXT)), _block("problems", problems))
    numbers = f"New entities are numbered from $N{request.next_entity}, new relations from $R{request.next_relation}."
    return _system(REPAIR, _format(request.predicates, request.types), numbers), ChatMessage(Role.USER, asked)


def _rewrite(request: RewriteRequest) -> tuple[ChatMessage, ...]:
    facts = "\n".join(f"- {f}" for f in request.facts)
    asked = _joined(_block("facts", facts), _block("sentence", _cut(request.sentence, LONGEST_QUESTION)))
    numbers = f"Number its entities from $N{request.next_entity} and its relations from $R{request.next_relation}."
    return _system(REWRITE, _format(request.predicates, request.types), numbers), ChatMessage(Role.USER, asked)


def numbered(evidence: Evidence, predicates: Iterable[Predicate]) -> str:
    """Return the evidence as lines "1. Vitamin E does not prevent Alzheimer's disease (3 papers)"."""
    known = {p.name: p for p in predicates}
    lines = ((n, _fact(e, evidence, known)) for n, e in enumerate(evidence.edges[:MOST_FACTS], 1))
    return "\n".join(f"{n}. {line}" for n, line in lines if line)


def _fact(edge: Edge, evidence: Evidence, known: dict[str, Predicate]) -> str:
    subject, object_ = evidence.entity(edge.subject), evidence.entity(edge.object)
    if subject is None or object_ is None:
        return ""
    predicate = known.get(edge.predicate) or Predicate(edge.predicate)
    words = statement(subject, predicate, object_, negated=edge.negated)
    return _plain(f"{words} ({papers_count(len(edge.publications)) if edge.publications else 'no paper given'})")


def _sentences(edges: Sequence[Edge], evidence: Evidence, predicates: Iterable[Predicate]) -> str:
    known = {p.name: p for p in predicates}
    told = (_fact(e, evidence, known) for e in edges[-MOST_FACTS:])
    return "\n".join(f"- {line}" for line in told if line)


def _earlier(history: Sequence[Exchange]) -> tuple[ChatMessage, ...]:
    recent = history[-MOST_EARLIER:]
    return tuple(
        message
        for e in recent
        for message in (
            ChatMessage(Role.USER, _block("question", _cut(e.question, LONGEST_EARLIER))),
            ChatMessage(Role.ASSISTANT, _plain(_cut(e.answer, LONGEST_EARLIER))),
        )
    )


def _format(predicates: Sequence[Predicate], types: Sequence[str]) -> str:
    listed = "\n".join(f"- {p.name}: {_plain(p.words)}" for p in predicates[:MOST_PREDICATES])
    return _joined(FORMAT, _types(types), f"Predicates:\n{listed}" if listed else "")


def _types(types: Sequence[str]) -> str:
    return f"Entity types: {', '.join(_plain(t) for t in types[:MOST_TYPES])}" if types else ""


def _system(*parts: str) -> ChatMessage:
    return ChatMessage(Role.SYSTEM, _joined(*parts, UNTRUSTED))


def _block(name: str, content: str) -> str:
    """Fence untrusted text in tags that it cannot close; nothing for nothing."""
    safe = _TAG.sub("‹", clean(content)).strip()
    return f"<{name}>\n{safe}\n</{name}>" if safe else ""


def _plain(text: str) -> str:
    """One line without tags: a graph's names are data too."""
    return " ".join(_TAG.sub("‹", clean(text)).split())


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]} …"


def _joined(*parts: str) -> str:
    return "\n\n".join(p for p in parts if p)
