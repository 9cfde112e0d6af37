"""An answer that grows in the terminal while it is being written, and stops at Ctrl-C."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.live import Live
from rich.segment import Segment
from rich.spinner import Spinner

from bot.chat_input import on_interrupt
from bot.conversation import TerminalAssistant
from bot.terminal import render_growing
from kgcore.values.message import Incoming
from kgcore.values.reply import Reply


async def show_live(assistant: TerminalAssistant, event: Incoming, console: Console) -> Reply | None:
    """Show the reply to an event as it grows, and return it when it is complete; nothing of it stays on the screen.

    Ctrl-C stops the writing, and what has arrived is returned; a second one gives the answer up (None).
    Raises EvigraphError.
    """
    stop = _Stop(assistant, event)
    last: Reply | None = None
    live = Live(Spinner("dots", "Thinking …"), console=console, transient=True)
    with live if console.is_terminal else _nothing(), stop.listening():
        try:
            async for reply in assistant.turn(event):
                last = reply
                stop.heard(reply)
                if not reply.final:
                    live.update(_Tail(render_growing(reply)))
        except asyncio.CancelledError:
            if not stop.given_up():
                raise
            return None
    return last


class _Stop:
    """Ctrl-C while an answer is being written."""

    def __init__(self, assistant: TerminalAssistant, event: Incoming) -> None:
        self._assistant = assistant
        self._place = event.place
        self._turn = ""
        self._presses = 0
        self._task = asyncio.current_task()

    @contextmanager
    def listening(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        with on_interrupt(lambda *_: loop.call_soon_threadsafe(self._pressed)):
            yield

    def heard(self, reply: Reply) -> None:
        """Note which turn it is that grows; stop it where somebody was quicker than its first words."""
        if reply.turn and reply.turn != self._turn:
            self._turn = reply.turn
            if self._presses and not reply.final:
                self._assistant.stop(self._turn, self._place)

    def given_up(self) -> bool:
        """Whether the cancellation came from here; it is over then."""
        if self._presses < 2 or self._task is None:
            return False
        return self._task.uncancel() == 0

    def _pressed(self) -> None:
        self._presses += 1
        if self._presses == 1 and self._turn:
            self._assistant.stop(self._turn, self._place)
        elif self._presses == 2 and self._task is not None:
            self._task.cancel()


class _Tail:
    """As many of the last lines as the screen has room for: what is being written stands at the end."""

    def __init__(self, body: RenderableType) -> None:
        self._body = body

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = console.render_lines(self._body, options.update(height=None), pad=False)
        for line in lines[-max(console.height - 2, 1) :]:
            yield from line
            yield Segment.line()


@contextmanager
def _nothing() -> Iterator[None]:
    yield
