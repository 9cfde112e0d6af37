"""The batch forms as single calls, for the API and for MCP: one graph opened once, the same rows and the same JSON."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from adapters.api.operations import MODEL, Drawing, Grant, Operation, Operations, State
from bot.api_graph import graph_operations, listings
from bot.batch import Answer, BadLine, BatchOptions, Row, answer_chunk, read_row
from bot.batch_forms import FORMS, QuestionRow, open_batch_parts, undrawn
from bot.config import Settings
from bot.conversation import Asker
from bot.schemas import schema_of
from bot.shares import Shares
from bot.wiring import Parts, open_embedder, open_spending, open_store
from kgcore.errors import InputError
from kgcore.ports import Embedder, Store
from kgcore.values.message import Message, Person, Place
from kgcore.values.reply import Figure, Reply

VERSION = version("evigraph")
ASK = "ask"
LONGEST_TEXT = 20_000  # characters; beside what is read, others are answered
LONGEST_ROW = 400_000  # of all texts together: as a conversation on the page


class Capabilities:
    """Answers single rows of every batch form. What it needs is opened with the first call, and once.

    `store` is that of the bot that runs: threads that are gone on with are kept there, and its budgets count. `shares`
    are the turns that it has for everybody: questions that come from here wait for one, too.
    """

    def __init__(
        self, settings: Settings, options: BatchOptions, store: Store | None = None, shares: Shares | None = None
    ) -> None:
        self._settings, self._options, self._store = settings, options, store
        self._shares = shares or Shares()
        self._writing: Parts | None = None  # with the language models, where there are any
        self._embedder: Embedder | None = None
        self._stack = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._answers: dict[str, Answer[Any]] = {}

    async def close(self) -> None:
        """Close what was opened."""
        await self._stack.aclose()

    def operations(self) -> Operations:
        """Return all forms as operations, and what draws."""
        forms = [
            Operation(
                *(
                    name,
                    form.words,
                    _single(schema_of(name, rows_in=True)),
                    schema_of(name),
                    partial(self.answer, name),
                ),
                grows=self.asked if name == ASK else None,
            )
            for name, form in FORMS.items()
        ]
        models = self._settings.openai_models if self._settings.model_configured else ()
        return Operations(
            {operation.name: operation for operation in (*forms, *graph_operations(self._parts, self._meaning))},
            self.draw,
            {listing.name: listing for listing in listings(self._parts, models, self._store)},
        )

    async def answer(self, name: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the record for one row; raises InputError where the row cannot be used."""
        row = _row(name, fields)
        (record,) = await answer_chunk((row,), await self._answer(name))
        if "error" in record:
            raise InputError(str(record["error"]))
        return record

    async def draw(self, text: str, grant: Grant) -> Drawing:
        """Return the picture of a question's answer. Raises EvigraphError."""
        _check_lengths(text)
        parts, message = await self._parts(), _question(QuestionRow(1, text, ""), grant)
        last = Reply("", text, ())
        try:
            async with self._shares.held(message, quick=True):
                async for reply in parts.assistant.turn(message):
                    last = reply
        finally:
            await parts.store.forget_thread(message.place.key)
        figure = next((block for block in last.blocks if isinstance(block, Figure)), None)
        if figure is None:
            raise InputError("There is nothing to draw for that question.", hint=last.plain[:200])
        return Drawing(figure.png, figure.svg, last.plain)

    async def asked(self, fields: Mapping[str, Any], grant: Grant) -> AsyncGenerator[State]:
        """Yield the answer to a question as it grows; a language model writes it where there is one, the token may call
        upon it, and the budget of whose it is lasts. Raises EvigraphError: TooMuchWaiting, too.
        """
        asked, began = _row(ASK, fields).asked, time.perf_counter()
        if isinstance(asked, BadLine):
            raise InputError(asked.error)
        alone, message = await self._parts(), _question(asked, grant)
        parts = self._writing if grant.allows(MODEL) and self._writing else alone
        asker = Asker(self._remembering(undrawn(parts)) if asked.thread else undrawn(parts))
        states = asker.states(message, kept=bool(asked.thread))
        async with self._shares.held(message, quick=parts is alone), aclosing(states):
            async for record, whole in states:
                ms = round((time.perf_counter() - began) * 1000, 3)
                yield State({"id": asked.id, **record, "ms": ms}, whole)

    def _remembering(self, parts: Parts) -> Parts:
        """Return the parts on the bot's own store, where there is one: whichever process is asked next knows what was
        asked before, and what is forgotten, exported or too old goes as it does elsewhere.
        """
        if self._store is None:
            return parts
        return replace(parts.with_services(replace(parts.services, store=self._store)), store=self._store)

    async def _parts(self) -> Parts:
        parts = (await self._opened()).parts
        if parts is None:
            raise InputError("Nothing is open.")
        return parts

    async def _meaning(self) -> Embedder | None:
        async with self._opening:
            if self._embedder is None and (opened := open_embedder(self._settings)) is not None:
                self._embedder = opened
                if close := getattr(opened, "close", None):  # one that asks a server has connections
                    self._stack.push_async_callback(close)
            return self._embedder

    async def _answer(self, name: str) -> Answer[Any]:
        options = await self._opened()
        async with self._opening:
            if name not in self._answers:
                self._answers[name] = await self._stack.enter_async_context(FORMS[name].open(self._settings, options))
            return self._answers[name]

    async def _opened(self) -> BatchOptions:
        async with self._opening:
            if self._options.parts is None:
                options = replace(self._options, model="env" if self._settings.model_configured else "none")
                parts = await self._stack.enter_async_context(open_batch_parts(self._settings, options))
                if parts.services.models:
                    spending = open_spending(self._settings, self._store or parts.store)
                    self._writing = parts.with_services(replace(parts.services, spending=spending))
                alone = parts.with_services(replace(parts.services, models={}, spending=None))
                self._options = replace(self._options, parts=alone)
            return self._options


def _single(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of a row for a call of its own, where `id` may be left out."""
    own = {key: value for key, value in schema.items() if key != "$defs"}
    own |= {"required": [name for name in schema["required"] if name != "id"]} if "required" in schema else {}
    kinds = {name: _single(kind) for name, kind in schema.get("$defs", {}).items()}
    return {**own, "$defs": kinds} if kinds else own


def _row(name: str, fields: Mapping[str, Any]) -> Row[Any]:
    _check_lengths(fields)
    return Row(1, read_row(json.dumps({"id": 1, **fields}).encode(), 1, FORMS[name].read))


def _check_lengths(*given: object) -> None:
    """Raise InputError for texts longer than what can be read while everybody else goes on."""
    whole, level = 0, list(given)
    while level:
        texts = [len(one) for one in level if isinstance(one, str)]
        whole += sum(texts)
        if whole > LONGEST_ROW or any(length > LONGEST_TEXT for length in texts):
            words = f"At most {LONGEST_TEXT:,} characters of one text are read at once, {LONGEST_ROW:,} of a row."
            raise InputError(words, hint="Send it in parts, or give it as a file to the command.")
        nested = [o.values() if isinstance(o, dict) else o for o in level if isinstance(o, dict | list)]
        level = [inner for values in nested for inner in values]


def _question(asked: QuestionRow, grant: Grant) -> Message:
    """Return the question in a thread of the token's owner's own, under whose name its cost is counted."""
    who, platform = (grant.owner, grant.platform) if grant.owner else (grant.holder, "api")
    place = Place(platform, "", who, asked.thread or secrets.token_hex(8))
    return Message(secrets.token_hex(8), place, Person(who), asked.text)


@asynccontextmanager
async def open_capabilities(settings: Settings, kg: Path | None = None) -> AsyncIterator[Operations]:
    """Open everything for single calls, and close it in the end. Raises EvigraphError."""
    store = open_store(settings)
    found = Capabilities(settings, BatchOptions(str(kg or "")), store)
    try:
        yield found.operations()
    finally:
        await found.close()
        await store.close()


async def serve_tools(settings: Settings, kg: Path | None) -> int:
    """Serve MCP on standard input and output until the other side closes. Raises EvigraphError."""
    from adapters.api.tools import serve_stdio

    async with open_capabilities(settings, kg) as operations:
        await serve_stdio(operations, VERSION)
    return 0
