"""The batch forms as single calls, for the API and for MCP: one graph opened once, the same rows and the same JSON."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from adapters.api.operations import Drawing, Operation, Operations
from bot.api_graph import graph_operations, listings
from bot.batch import Answer, BatchOptions, Row, answer_chunk, read_row
from bot.batch_forms import FORMS, open_batch_parts
from bot.config import Settings
from bot.conversation import Asker
from bot.schemas import schema_of
from bot.wiring import Parts
from kgcore.errors import InputError
from kgcore.ports import Threads

VERSION = version("evigraph")


class Capabilities:
    """Answers single rows of every batch form. What it needs is opened with the first call, and once.

    `threads` are those of the bot that runs, which can be listed.
    """

    def __init__(self, settings: Settings, options: BatchOptions, threads: Threads | None = None) -> None:
        self._settings, self._options, self._threads = settings, options, threads
        self._stack = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._answers: dict[str, Answer[Any]] = {}
        self._folder = ""

    async def close(self) -> None:
        """Close what was opened."""
        await self._stack.aclose()

    def operations(self) -> Operations:
        """Return all forms as operations, and what draws."""
        forms = [
            Operation(name, form.words, schema_of(name, rows_in=True), schema_of(name), partial(self.answer, name))
            for name, form in FORMS.items()
        ]
        models = self._settings.openai_models if self._settings.model_configured else ()
        return Operations(
            {operation.name: operation for operation in (*forms, *graph_operations(self._parts))},
            self.draw,
            {listing.name: listing for listing in listings(self._parts, models, self._threads)},
        )

    async def answer(self, name: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the record for one row; raises InputError where the row cannot be used."""
        asked = json.dumps({"id": 1, **fields}).encode()
        row = Row(1, read_row(asked, 1, FORMS[name].read))
        (record,) = await answer_chunk((row,), await self._answer(name))
        if "error" in record:
            raise InputError(str(record["error"]))
        return record

    async def draw(self, text: str) -> Drawing:
        """Return the picture of a question's answer."""
        parts = await self._parts()
        record = await Asker(parts, Path(self._folder)).record(text)
        images = record.get("images") or ()
        if not images:
            raise InputError("There is nothing to draw for that question.", hint=str(record.get("answer", ""))[:200])
        drawn = await asyncio.to_thread(Path(images[0]).read_bytes)
        return Drawing(drawn, str(record.get("answer", "")))

    async def _parts(self) -> Parts:
        parts = (await self._opened()).parts
        if parts is None:
            raise InputError("Nothing is open.")
        return parts

    async def _answer(self, name: str) -> Answer[Any]:
        options = await self._opened()
        async with self._opening:
            if name not in self._answers:
                self._answers[name] = await self._stack.enter_async_context(FORMS[name].open(self._settings, options))
            return self._answers[name]

    async def _opened(self) -> BatchOptions:
        async with self._opening:
            if self._options.parts is None:
                parts = await self._stack.enter_async_context(open_batch_parts(self._settings, self._options))
                self._folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="evigraph-pictures-"))
                self._options = replace(self._options, parts=parts)
            return self._options


@asynccontextmanager
async def open_capabilities(settings: Settings, kg: Path | None = None) -> AsyncIterator[Operations]:
    """Open everything for single calls, and close it in the end. Raises EvigraphError."""
    found = Capabilities(settings, BatchOptions(str(kg or "")))
    try:
        yield found.operations()
    finally:
        await found.close()


async def serve_tools(settings: Settings, kg: Path | None) -> int:
    """Serve MCP on standard input and output until the other side closes. Raises EvigraphError."""
    from adapters.api.stdio import serve_stdio

    async with open_capabilities(settings, kg) as operations:
        await serve_stdio(operations, VERSION)
    return 0
