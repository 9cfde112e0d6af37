"""Loads an embedded graph into Neo4j in batches, each taken whole or not at all, so that it can be resumed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from kgcore.errors import GraphUnavailable
from kgcore.graph.neo4j import schema
from kgcore.graph.neo4j.bolt import Bolt, Writer
from kgcore.graph.neo4j.schema import PushStage
from kgcore.graph.neo4j.source import PushSource, Row

_BATCH = {PushStage.VECTORS: 2_000, PushStage.SYNONYMS: 2_000, PushStage.PAGES: 1}
_ROWS = 5_000
_PAUSE = 0.2  # seconds between two looks at indexes that are being filled


@dataclass(frozen=True, slots=True)
class PushResult:
    """What a push did: `resumed` says that an earlier one had begun, `already` that nothing was left to do."""

    name: str
    resumed: bool = False
    already: bool = False


Progress = Callable[[str, int, int], None]  # a stage in words, rows done, rows in all


async def push_to_neo4j(folder: Path, bolt: Bolt, progress: Progress = lambda *_: None) -> PushResult:
    """Make the database hold the graph in `folder`, whatever graph of ours was there; other data is left alone.

    Cut off anywhere, it goes on where it was when it is called again. Until it has finished, the database answers no
    question. Raises GraphError.
    """
    with PushSource.of(folder) as source:
        async with bolt.writing() as writer:
            return await _Push(source, writer, progress).run()


class _Push:
    def __init__(self, source: PushSource, writer: Writer, progress: Progress) -> None:
        self._source, self._writer, self._progress = source, writer, progress

    async def run(self) -> PushResult:
        await self._constrain()
        state = await self._state()
        resumed = state.get("digest") == self._source.digest
        if not resumed:
            await self._begin(anew=bool(state))
            state = await self._ours()
        if state.get("ready"):
            return PushResult(self._source.name, already=True)
        stages = list(PushStage)
        current = PushStage(state["stage"])
        for stage in stages[stages.index(current) :]:
            await self._stage(stage, int(state["done"]) if stage is current else 0)
            if stage is not stages[-1]:
                following = stages[stages.index(stage) + 1]
                await self._write(schema.NEXT_STAGE, stage=stage.value, next=following.value)
        await self._write(schema.READY, stage=stages[-1].value)
        if not (await self._ours()).get("ready"):
            raise _busy()
        return PushResult(self._source.name, resumed=resumed)

    async def _state(self) -> dict[str, Any]:
        rows = await self._writer.once(schema.STATE)
        return dict(rows[0]["graph"]) if rows else {}

    async def _ours(self) -> dict[str, Any]:
        """Return how far this graph's push is; raises GraphUnavailable where another graph has taken its place."""
        state = await self._state()
        if state.get("digest") != self._source.digest:
            raise _busy()
        return state

    async def _begin(self, *, anew: bool) -> None:
        """Take away what an earlier push of another graph left, and set the marker."""
        if anew:
            await self._writer.once(schema.CLOSE)
            for statement in schema.DROP_INDEXES:
                await self._writer.schema(statement)
            for statement in schema.CLEAR:
                await self._writer.in_parts(statement)
            await self._constrain()
        about = self._source.about()
        await self._write(
            schema.BEGIN, name=self._source.name, version=schema.VERSION, stage=PushStage.ENTITIES.value, about=about
        )

    async def _constrain(self) -> None:
        for statement in schema.CONSTRAINTS:
            await self._writer.schema(statement)

    async def _stage(self, stage: PushStage, done: int) -> None:
        total = self._source.total(stage)
        self._progress(stage.value, done, total)
        if stage is PushStage.PAPERS:
            await self._index_vectors()  # Neo4j fills it while it takes in the rest
        if stage is PushStage.INDEXES:
            await self._indexes()
            return
        statement, rows = schema.batch_statement(stage), self._source.rows(stage, done)
        size = _BATCH.get(stage, _ROWS)
        some = await asyncio.to_thread(_taken, rows, size)
        while some:
            adding = asyncio.ensure_future(self._write(statement, stage=stage.value, done=done, rows=some))
            try:
                following = await asyncio.to_thread(_taken, rows, size)  # read while the server writes
            finally:
                added = await adding
            done += len(some)
            if added[0]["added"] != len(some):
                await self._check_taken(stage, done)
            self._progress(stage.value, done, total)
            some = following

    async def _check_taken(self, stage: PushStage, done: int) -> None:
        """Go on where the batch is there after all: its first try was committed and only the answer got lost."""
        state = await self._ours()
        if (state.get("stage"), state.get("done")) != (stage.value, done):
            raise _busy()

    async def _indexes(self) -> None:
        for statement in (schema.EDGES, *schema.FULLTEXT):
            await self._writer.schema(statement)
        while True:
            (row,) = await self._writer.schema(schema.INDEX_STATE)
            if "FAILED" in row["states"]:
                raise GraphUnavailable("Neo4j could not fill an index.", hint="Its log tells why; then push again.")
            self._progress(PushStage.INDEXES.value, int(row["percent"] or 0), 100)
            if set(row["states"]) == {"ONLINE"}:
                return
            await asyncio.sleep(_PAUSE)

    async def _index_vectors(self) -> None:
        if dimensions := self._source.dimensions:
            config = {"vector.dimensions": dimensions, "vector.similarity_function": "cosine"}
            await self._writer.schema(schema.VECTOR, options={"indexConfig": config})

    async def _write(self, statement: str, **parameters: Any) -> list[Any]:
        return await self._writer.once(statement, digest=self._source.digest, **parameters)


def _busy() -> GraphUnavailable:
    return GraphUnavailable(
        "Somebody else loads a graph into this database just now.", hint="Let one push end, then push again."
    )


def _taken(rows: Iterator[Row], size: int) -> list[Row]:
    return list(islice(rows, size))
