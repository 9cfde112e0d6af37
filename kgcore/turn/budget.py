"""A cap on what a language model may write in one turn, over all requests of the turn."""

from __future__ import annotations

from collections.abc import AsyncIterator

from kgcore.ports import LanguageModel
from kgcore.tasks import Request, Task

CHARACTERS = 4  # per token of English text, on average (OpenAI's help page "What are tokens and how to count them?")


class Budgeted:
    """A model that has `tokens` left. When they are used up, it ends what it writes and offers nothing more."""

    def __init__(self, model: LanguageModel, tokens: int) -> None:
        self._model = model
        self._left = tokens * CHARACTERS

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model.name

    @property
    def tasks(self) -> frozenset[Task]:
        """What the model can do while there is something left."""
        return self._model.tasks if self._left > 0 else frozenset({Task.ANSWER})

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield what the model writes until the budget is used up."""
        async for chunk in self._model.stream(request):
            self._left -= len(chunk)
            yield chunk
            if self._left <= 0:
                return
