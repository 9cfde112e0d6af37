"""A terminal without a terminal: an assistant that says what it was told to, lines that were typed before, a page of
text instead of a screen.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Mapping, Sequence

from rich.console import Console

from kgcore.values.message import Incoming, Place, Query
from kgcore.values.reply import Choices, Reply

NOTHING = Reply("", "", (Choices(()),))


class ScriptedAssistant:
    """Answers the events with the given sequences of replies, in order; `events`, `queries`, `stopped` are what it got.

    `answers` are the replies to queries by the name of their type. `before` is called before every reply.
    """

    def __init__(
        self,
        *script: Sequence[Reply],
        answers: Mapping[str, Reply] | None = None,
        before: Callable[[], object] = lambda: None,
    ) -> None:
        self.events: list[Incoming] = []
        self.queries: list[Query] = []
        self.stopped: list[str] = []
        self._script = list(script)
        self._answers = dict(answers or {})
        self._before = before

    async def turn(self, event: Incoming) -> AsyncIterator[Reply]:
        self.events.append(event)
        for reply in self._script.pop(0) if self._script else ():
            self._before()
            await asyncio.sleep(0)
            yield reply

    def stop(self, turn: str, place: Place) -> None:
        self.stopped.append(turn)

    async def ask(self, query: Query) -> Reply:
        self.queries.append(query)
        return self._answers.get(type(query).__name__, NOTHING)


class TypedLines:
    """The lines that somebody types, one after the other; `prompts` are what they were asked."""

    def __init__(self, *lines: str) -> None:
        self.prompts: list[str] = []
        self._lines = list(lines)

    def read(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return self._lines.pop(0) if self._lines else None


class Paper:
    """Something printed on: `console` prints, `text` is what stands there, `width` columns wide."""

    def __init__(self, width: int = 100) -> None:
        self.console = Console(width=width, record=True, file=io.StringIO(), highlight=False, markup=False)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.console.export_text(clear=False).splitlines())

    @property
    def raw(self) -> str:
        """With everything that a terminal would act upon."""
        return self.console.export_text(clear=False, styles=True)
