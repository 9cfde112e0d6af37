"""A language model that says what it was told to say, in pieces of a given size: for tests and demonstrations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kgcore.errors import ModelError, ModelIncapable
from kgcore.values.tasks import Request, Task

Line = str | ModelError
Script = Callable[[Request], str]


@dataclass(slots=True)
class ScriptedModel:
    """Replays `lines` per task, each line once and the last one again and again; an error in place of a line is raised.

    `chunk` is how many characters come at a time, `pause` the seconds between two chunks, `breaks_after` the number of
    characters after which `failure` is raised in the middle, `stalls_after` the number after which only empty pieces
    come until `going_on` is set; `ends_with` is raised behind the last chunk. `asked` are the requests that came.
    """

    lines: Mapping[Task, Iterable[Line] | Script]
    chunk: int = 7
    pause: float = 0.0
    breaks_after: int | None = None
    stalls_after: int | None = None
    going_on: asyncio.Event = field(default_factory=asyncio.Event)
    ends_with: ModelError | None = None
    failure: ModelError = field(default_factory=lambda: ModelError("The script breaks off here."))
    name: str = "scripted"
    asked: list[Request] = field(default_factory=list)
    closed: int = 0
    _left: dict[Task, Iterator[Line]] = field(default_factory=dict)
    _last: dict[Task, Line] = field(default_factory=dict)

    @property
    def tasks(self) -> frozenset[Task]:
        """The tasks that the script has lines for."""
        return frozenset(self.lines)

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield the next line for the request's task in chunks; raises ModelIncapable, or the error of the script."""
        self.asked.append(request)
        line = self._next(request)
        if isinstance(line, ModelError):
            raise line
        try:
            for at in range(0, len(line), self.chunk):
                await asyncio.sleep(self.pause)
                if self.breaks_after is not None and at >= self.breaks_after:
                    raise self.failure
                while self.stalls_after is not None and at >= self.stalls_after and not self.going_on.is_set():
                    yield ""
                    await asyncio.sleep(0.01)
                yield line[at : at + self.chunk]
            if self.ends_with is not None:
                raise self.ends_with
        finally:
            self.closed += 1

    async def close(self) -> None:
        """Nothing is held."""

    def _next(self, request: Request) -> Line:
        task = request.task
        if task not in self.lines:
            raise ModelIncapable(f"The script has no lines for the task {task.value}.")
        lines = self.lines[task]
        if callable(lines):
            return lines(request)
        left = self._left.setdefault(task, iter(lines))
        self._last[task] = next(left, self._last.get(task, ""))
        return self._last[task]
