"""Lines from whoever sits at the terminal, or from a pipe."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol


class Lines(Protocol):
    """Where the lines of a chat come from."""

    def read(self, prompt: str) -> str | None:
        """Return the next line, or None when there are no more."""
        ...


class Stdin:
    """Standard input. While somebody types nothing else goes on, so reading blocks.

    At a terminal with line editing and the history of this chat, where the system has it (nothing is written to disk);
    Ctrl-C begins the line anew. Lines from a pipe are echoed, so that what is printed reads as a conversation.
    """

    def __init__(self) -> None:
        self._typed = sys.stdin.isatty()
        if self._typed:
            with suppress(ImportError):
                import readline  # noqa: F401  (importing it is what gives `input` line editing)

    def read(self, prompt: str) -> str | None:
        """Return the next line, or None at the end of the input."""
        with on_interrupt(signal.default_int_handler):
            return self._type(prompt) if self._typed else self._pipe(prompt)

    def _type(self, prompt: str) -> str | None:
        while True:
            try:
                return _sound(input(prompt))
            except KeyboardInterrupt:
                print("  (Ctrl-D leaves)")
            except EOFError:
                print()
                return None

    def _pipe(self, prompt: str) -> str | None:
        raw = sys.stdin.buffer.readline()
        if not raw:
            return None
        line = raw.decode("utf-8", "replace").rstrip("\r\n")
        print(prompt + "".join(c if c.isprintable() else " " for c in line), flush=True)
        return line


@contextmanager
def on_interrupt(handler: Callable[..., object]) -> Iterator[None]:
    """Have Ctrl-C do something else meanwhile."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _sound(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
