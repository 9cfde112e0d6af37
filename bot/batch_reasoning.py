"""The batch form of `evigraph reason`: questions in, ranked candidates with their evidence out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.batch import Answer, BatchForm, BatchOptions, Fields, Id, text_of
from bot.config import Settings
from bot.record_types import ErrorRow, ReasonCandidate, ReasonIn, ReasonRow
from kgcore.errors import InputError
from kgcore.reasoning.ranking import Explanation
from kgcore.turn.reasoning import Reasoner, Reasoning

if TYPE_CHECKING:
    from bot.wiring import Parts

Opened = Callable[[Settings, BatchOptions], AbstractAsyncContextManager["Parts"]]
MOST_MENTIONS = 50


@dataclass(frozen=True, slots=True)
class ReasoningRow:
    """A question whose facts are to be put together; `mentions` are what it is about, where that is known."""

    id: Id
    text: str
    mentions: tuple[str, ...] = ()


def read_question(id: Id, fields: Fields) -> ReasoningRow:
    """Return what a line asks for. Raises InputError."""
    mentions = fields.get("mentions") or []
    if not isinstance(mentions, list) or not all(isinstance(m, str) and m.strip() for m in mentions):
        raise InputError('"mentions" must be a list of ids or names')
    if len(mentions) > MOST_MENTIONS:
        raise InputError(f'"mentions" has {len(mentions)} entries; at most {MOST_MENTIONS} are put together')
    return ReasoningRow(id, text_of(fields, "text"), tuple(mentions))


def reasoning_record(found: Reasoning) -> dict[str, Any]:
    """Return what was put together as a record for programs."""
    return {
        "candidates": [_candidate(c) for c in found.candidates],
        "missing": list(found.missing),
        "edges": [e.id for e in found.edges],
        "answer": found.conclusion.plain(),
    }


def _candidate(explanation: Explanation) -> ReasonCandidate:
    return {
        "id": explanation.entity.id,
        "name": explanation.entity.name,
        "score": round(explanation.score, 4),
        "for": [e.id for e in explanation.edges_for],
        "against": [e.id for e in explanation.edges_against],
    }


def reasoning_form(opened: Opened) -> BatchForm[ReasoningRow]:
    """Return the form; `opened` opens the graph."""

    @asynccontextmanager
    async def reasoning(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[ReasoningRow]]:
        async with opened(settings, options) as parts:
            reasoner = Reasoner(parts.graph, parts.vocabulary)

            async def answer(rows: Sequence[ReasoningRow]) -> list[Mapping[str, Any]]:
                return [reasoning_record(await reasoner.reason(row.text, row.mentions)) for row in rows]

            yield answer

    words = "what would explain several facts, with the evidence for and against"
    return BatchForm("reason", words, ReasonIn, ReasonRow | ErrorRow, read_question, reasoning)
