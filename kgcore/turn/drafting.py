"""A model writes; the text is parsed as it arrives, and faulty paragraphs are sent back once, side by side."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from kgcore.annotate import AnnotationParser
from kgcore.errors import ModelError
from kgcore.model import Paragraph
from kgcore.ports import LanguageModel
from kgcore.tasks import AnswerRequest, Request, Task

REPAIR_SECONDS = 20.0  # a correction that takes longer is not waited for: the paragraph stays as it is


class Draft:
    """One answer being written. After `write` has ended, `paragraphs` are final; `stopped`: somebody ended it."""

    def __init__(self, model: LanguageModel, request: AnswerRequest, stop: asyncio.Event) -> None:
        self._model = model
        self._request = request
        self._stop = stop
        self._parser = AnnotationParser(request.types, [p.name for p in request.predicates])
        self._repairs: list[asyncio.Task[None]] = []
        self._examined = 0  # paragraphs that have been looked at for problems
        self.paragraphs: tuple[Paragraph, ...] = ()
        self.stopped = False

    @property
    def partial(self) -> Paragraph:
        """The paragraph being written, as far as it can be shown."""
        return self._parser.partial

    async def write(self) -> AsyncIterator[bool]:
        """Yield after each piece of text; True when it ended a paragraph. Raises ModelError."""
        try:
            async with aclosing(_until(self._model.stream(self._request), self._stop)) as chunks:
                async for chunk in chunks:
                    self._parser.feed(chunk)
                    yield self._took_paragraphs()
            self.stopped = self._stop.is_set()
            self.paragraphs = self._parser.finish()
            self._look_for_problems(len(self.paragraphs))
            await self._settle_repairs()
        finally:
            for task in self._repairs:
                task.cancel()

    def _took_paragraphs(self) -> bool:
        if self._parser.ended == len(self.paragraphs):
            return False
        self.paragraphs = self._parser.paragraphs
        self._look_for_problems(len(self.paragraphs))
        return True

    def _look_for_problems(self, end: int) -> None:
        for index in range(self._examined, end):
            if Task.REPAIR in self._model.tasks and not self._stop.is_set() and self._parser.problems(index):
                self._repairs.append(asyncio.get_running_loop().create_task(self._repair(index)))
        self._examined = max(self._examined, end)

    async def _repair(self, index: int) -> None:
        request = self._parser.repair_request(index, self._request.predicates, self._request.types)
        try:
            async with asyncio.timeout(REPAIR_SECONDS):
                text = await whole(self._model, request)
        except (ModelError, TimeoutError):
            return  # what stays broken is dropped from the claims, never from the text
        self._parser.replace(index, text)

    async def _settle_repairs(self) -> None:
        if self._repairs:
            await asyncio.gather(*self._repairs)
            self.paragraphs = self._parser.finish()


async def whole(model: LanguageModel, request: Request) -> str:
    """Return all that the model writes for a request. Raises ModelError."""
    return "".join([chunk async for chunk in model.stream(request)])


async def _until(chunks: AsyncIterator[str], stop: asyncio.Event) -> AsyncGenerator[str]:
    """Pass chunks on until there are no more or `stop` is set, even while waiting for the next one."""
    stopping = asyncio.ensure_future(stop.wait())
    try:
        while not stop.is_set():
            coming = asyncio.ensure_future(anext(chunks, None))
            await asyncio.wait((coming, stopping), return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                coming.cancel()
                await asyncio.gather(coming, return_exceptions=True)
                return
            chunk = coming.result()
            if chunk is None:
                return
            yield chunk
    finally:
        stopping.cancel()
        close = getattr(chunks, "aclose", None)
        if close is not None:
            await close()
