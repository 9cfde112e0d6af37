"""A turn rests while it waits for a language model: whoever shares out the processor is told."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from contextvars import ContextVar

REST: ContextVar[Callable[[], AbstractAsyncContextManager[None]]] = ContextVar("rest", default=nullcontext)


def resting() -> AbstractAsyncContextManager[None]:
    """Return what a turn enters while it waits; leaving it may take until it is its turn to compute again."""
    return REST.get()()
