"""The registry of batch forms. A row says how a line is read, what answers it, and the types of both."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from bot.batch import Answer, BatchForm, BatchOptions, Fields, Id, optional_text, text_of, texts_of
from bot.batch_literature import literature_forms
from bot.batch_reasoning import reasoning_form
from bot.claims_file import BATCH, ClaimVerifier, Line, claim_record, read_line
from bot.config import Settings
from bot.predicting import predict_form
from bot.record_types import (
    AskPanelRow,
    AskRow,
    ClaimIn,
    ConversationIn,
    ErrorRow,
    IdentifierRow,
    LinkCandidate,
    LinkRow,
    MapRow,
    MentionIn,
    QuestionIn,
    TextIn,
    TextRow,
    VerdictRow,
)
from bot.record_types_papers import TableQueryIn, TablesFoundRow
from kgcore.drawing.picture import RenderedPicture
from kgcore.drawing.renderer import Renderer
from kgcore.drawing.words import Drawable
from kgcore.english.identifiers import find_identifiers
from kgcore.errors import ConfigError, DrawingError, InputError
from kgcore.library.tables_query import TableQuery, read_value_query
from kgcore.linking.linking import Ranking
from kgcore.turn.reader import MappedStatements, map_statements
from kgcore.turn.safety import danger_of
from kgcore.values.danger import Danger
from kgcore.values.message import Said
from kgcore.values.model import Mention

if TYPE_CHECKING:
    from bot.wiring import Parts

MOST_TABLES = 20  # of one query where labels do not stand as they were given; else all


@asynccontextmanager
async def open_batch_parts(settings: Settings, options: BatchOptions) -> AsyncIterator[Parts]:
    """Open everything with a store of its own, which goes when the batch ends: no run depends on an earlier one.

    What is open already is used as it is.
    """
    from bot.wiring import open_parts

    if options.parts is not None:
        yield options.parts
        return
    kg = Path(options.kg) if options.kg else None
    with tempfile.TemporaryDirectory(prefix="evigraph-batch-") as folder:
        own = with_model(settings, options.model).model_copy(update={"store": str(Path(folder) / "batch.db")})
        async with open_parts(own, kg=kg, console=Console(stderr=True)) as parts:
            yield parts


def with_model(settings: Settings, model: str) -> Settings:
    """Return the settings with a language model, or without one. Raises ConfigError.

    `model` is "none", "env" (those that are configured), or the name of one that is configured.
    """
    if model == "none":
        server = Settings.model_fields["openai_base_url"].default
        return settings.model_copy(update={"openai_api_key": None, "openai_base_url": server})
    if not settings.model_configured or model not in ("env", *settings.openai_models):
        raise ConfigError(
            f"No model {model} is configured.", hint="Set OPENAI_API_KEY or OPENAI_BASE_URL, and OPENAI_MODEL."
        )
    return settings if model == "env" else settings.model_copy(update={"openai_models": (model,)})


# ── verify ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def _verifying(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[Line]]:
    async with open_batch_parts(settings, options) as parts:
        yield ClaimVerifier(parts.checker, parts.reader.read).answer


# ── link ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class MentionRow:
    """A name to be linked."""

    id: Id
    mention: Mention


def _mention(id: Id, fields: Fields) -> MentionRow:
    optional_text(fields, "context")
    return MentionRow(id, Mention(text_of(fields, "mention"), optional_text(fields, "type") or None))


@asynccontextmanager
async def _linking(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[MentionRow]]:
    async with open_batch_parts(settings, options) as parts:

        async def answer(rows: Sequence[MentionRow]) -> list[Mapping[str, Any]]:
            ranked = await parts.graph.rank([row.mention for row in rows], options.top)
            return [
                {"mention": row.mention.text, "candidates": candidates_of(ranking)}
                for row, ranking in zip(rows, ranked, strict=True)
            ]

        yield answer


def candidates_of(ranking: Ranking) -> list[LinkCandidate]:
    """Return a mention's candidates as records; the best is linked where it is near enough."""
    return [
        {
            "id": c.entity.id,
            "name": c.entity.name,
            "type": c.entity.type,
            "score": round(c.score, 4),
            "linked": ranking.linked and not n,
            "match": c.match.value,
        }
        for n, c in enumerate(ranking.candidates)
    ]


# ── ask ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question, in a thread or alone."""

    id: Id
    text: str
    thread: str


def _question(id: Id, fields: Fields) -> QuestionRow:
    thread = fields.get("thread")
    if isinstance(thread, int) and not isinstance(thread, bool):
        return QuestionRow(id, text_of(fields, "text"), str(thread))
    return QuestionRow(id, text_of(fields, "text"), optional_text(fields, "thread"))


def _thread(row: QuestionRow) -> str:
    return row.thread


class Undrawn(Renderer):
    """Draws nothing, so that a batch does not wait for pictures that nobody wants."""

    async def render(self, picture: Drawable, *, png: bool = True) -> RenderedPicture:
        """Raise DrawingError: the caller goes on without a picture."""
        raise DrawingError("Pictures were not asked for.")


def undrawn(parts: Parts) -> Parts:
    """Return the same parts without pictures."""
    return parts.with_services(replace(parts.services, renderer=Undrawn()))


@asynccontextmanager
async def _asking(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[QuestionRow]]:
    from bot.conversation import Asker

    async with open_batch_parts(settings, options) as parts:
        asker = Asker(parts, Path(options.images)) if options.images else Asker(undrawn(parts))

        async def answer(rows: Sequence[QuestionRow]) -> list[Mapping[str, Any]]:
            return [await asker.record(row.text, row.thread) for row in rows]

        yield answer


# ── map ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """What people said."""

    id: Id
    said: tuple[Said, ...]


def _conversation(id: Id, fields: Fields) -> ConversationRow:
    messages = fields.get("messages")
    if not isinstance(messages, list) or not messages:
        raise InputError('"messages" must be a list of messages' if "messages" in fields else '"messages" is missing')
    if not all(isinstance(message, dict) for message in messages):
        raise InputError('"messages" must hold objects with "speaker" and "text"')
    said = (Said(optional_text(m, "speaker"), text_of(m, "text")) for m in messages)
    return ConversationRow(id, tuple(said))


@asynccontextmanager
async def _mapping(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[ConversationRow]]:
    async with open_batch_parts(settings, options) as parts:

        async def answer(rows: Sequence[ConversationRow]) -> list[Mapping[str, Any]]:
            return [
                _endangered(danger)
                if (danger := await danger_of(*(one.text for one in row.said)))
                else map_record(await map_statements(parts.reader, parts.checker, row.said))
                for row in rows
            ]

        yield answer


def map_record(seen: MappedStatements) -> dict[str, Any]:
    """Return the claims of a conversation with who made them."""
    claims = [
        {
            "number": number,
            "message": claim.triple.paragraph,
            "speaker": seen.speakers[claim.triple.paragraph] or None,
            **claim_record(claim),
        }
        for number, claim in enumerate(seen.claims, 1)
    ]
    return {"claims": claims, "notices": list(seen.notices), "danger": None}


def _endangered(danger: Danger) -> dict[str, Any]:
    notice = "Somebody in this conversation may be in danger. Nothing was looked up; please see to them first."
    return {"claims": [], "notices": [notice], "danger": danger.value}


# ── identifiers ─────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A text that may name somebody."""

    id: Id
    text: str


def _message(id: Id, fields: Fields) -> MessageRow:
    return MessageRow(id, text_of(fields, "text") if fields.get("text") != "" else "")


@asynccontextmanager
async def _naming(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[MessageRow]]:
    async def answer(rows: Sequence[MessageRow]) -> list[Mapping[str, Any]]:
        found = [await asyncio.to_thread(find_identifiers, row.text) for row in rows]  # for others go on meanwhile
        return [{"spans": [{"start": s.start, "end": s.end, "kind": s.kind.value} for s in one]} for one in found]

    yield answer


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────

PARTS_OF_TABLES = ("row", "column", "value", "text")


@dataclass(frozen=True, slots=True)
class TablesRow:
    """What is looked for in tables; several rows or columns must all be there."""

    id: Id
    queries: tuple[TableQuery, ...]


def _table_query(id: Id, fields: Fields) -> TablesRow:
    text = optional_text(fields, "text")
    value = read_value_query(optional_text(fields, "value"))
    rows, columns = (_labels(fields, name) for name in ("row", "column"))
    if not (rows or columns or value or text):
        raise InputError(f"one of {', '.join(PARTS_OF_TABLES)} must be there")
    if not (rows or columns or value):
        return TablesRow(id, (TableQuery(text=text),))
    rows, columns = rows or [""], columns or [""]
    pairs = zip_longest(rows, columns)  # the last label of the shorter list goes with what is left of the longer
    found = (TableQuery(rows[-1] if r is None else r, columns[-1] if c is None else c, value) for r, c in pairs)
    return TablesRow(id, tuple(found))


def _labels(fields: Fields, name: str) -> list[str]:
    """Return the labels of a row's field, or of its plural, which is a list of them."""
    if fields.get(f"{name}s") is not None:
        return texts_of(fields, f"{name}s") if fields[f"{name}s"] else []
    text = optional_text(fields, name)
    return [text] if text else []


@asynccontextmanager
async def _tabulating(settings: Settings, options: BatchOptions) -> AsyncIterator[Answer[TablesRow]]:
    from bot.tables import match_record, ready_tables

    index = await ready_tables(settings, Path(options.library) if options.library else None)

    async def answer(rows: Sequence[TablesRow]) -> list[Mapping[str, Any]]:
        return [{"tables": await asyncio.to_thread(found, row)} for row in rows]  # for others go on meanwhile

    def found(row: TablesRow) -> list[dict[str, Any]]:
        results = [{m.found.id: m for m in index.search(query, MOST_TABLES).matches} for query in row.queries]
        shared = [m for id, m in results[0].items() if all(id in other for other in results)]
        return [match_record(match) for match in shared]

    try:
        yield answer
    finally:
        index.close()


# ── the registry ────────────────────────────────────────────────────────────────────────────────────────────────────

_ROWS: tuple[BatchForm[Any], ...] = (
    BatchForm(
        "verify",
        "verdicts for claims and texts",
        ClaimIn | TextIn,
        VerdictRow | TextRow | ErrorRow,
        read_line,
        _verifying,
        BATCH,
    ),
    BatchForm("link", "which entities a name may mean", MentionIn, LinkRow | ErrorRow, _mention, _linking, 64),
    BatchForm(
        "ask",
        "answers with a verdict for each claim",
        QuestionIn,
        AskRow | AskPanelRow | ErrorRow,
        _question,
        _asking,
        thread=_thread,
    ),
    *literature_forms(open_batch_parts),
    reasoning_form(open_batch_parts),
    predict_form(open_batch_parts),
    BatchForm("map", "who claims what", ConversationIn, MapRow | ErrorRow, _conversation, _mapping),
    BatchForm(
        "tables", "tables of a library's papers", TableQueryIn, TablesFoundRow | ErrorRow, _table_query, _tabulating
    ),
    BatchForm("identifiers", "where a text names somebody", TextIn, IdentifierRow | ErrorRow, _message, _naming),
)
FORMS: Mapping[str, BatchForm[Any]] = {form.name: form for form in _ROWS}
