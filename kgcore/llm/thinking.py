"""Local reasoning models write their thoughts before the answer, between <think> tags; they are not shown. Pure."""

from __future__ import annotations

_OPEN, _CLOSE = "<think>", "</think>"


class ThoughtFilter:
    """Drops one `<think>…</think>` at the beginning of a stream, whatever the chunk boundaries."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._passing = False

    def feed(self, chunk: str) -> str:
        """Return the part of the answer that is certain now."""
        if self._passing:
            return chunk
        self._held += chunk
        if not self._thinking:
            return self._begin()
        _, closed, answer = self._held.partition(_CLOSE)
        if not closed:
            self._held = self._held[-len(_CLOSE) :]
            return ""
        return self._pass(answer.lstrip())

    def _begin(self) -> str:
        start = self._held.lstrip()
        if start.startswith(_OPEN):
            self._thinking, self._held = True, start[len(_OPEN) :]
            return self.feed("")
        return "" if _OPEN.startswith(start) else self._pass(self._held)

    def _pass(self, text: str) -> str:
        self._passing, self._held = True, ""
        return text

    def finish(self) -> str:
        """Return what was held back in the hope of a tag that never came."""
        held = "" if self._thinking else self._held
        return self._pass(held) if not self._passing else ""
