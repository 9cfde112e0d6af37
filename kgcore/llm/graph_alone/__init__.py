"""The answerer that needs no model: it writes short factual sentences from the evidence, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import assert_never

from kgcore.errors import ModelIncapable
from kgcore.intent import About, Compare, Connect, Digest, Examples, More, Open, Which, Why, YesNo
from kgcore.llm.graph_alone.about import about, which
from kgcore.llm.graph_alone.compare import compare
from kgcore.llm.graph_alone.connect import connect
from kgcore.llm.graph_alone.digest import digest
from kgcore.llm.graph_alone.further import examples, more
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.openly import openly
from kgcore.llm.graph_alone.relate import why, yes_no
from kgcore.llm.graph_alone.scene import Scene
from kgcore.tasks import AnswerRequest, Detail, Request, Task
from kgcore.vocabulary import Vocabulary

_PARAGRAPHS = 3


class GraphAlone:
    """Implements `ports.LanguageModel` for ANSWER. Each sentence comes as one piece of the stream."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    @property
    def name(self) -> str:
        """What people see in the place of a model's name."""
        return "the graph alone"

    @property
    def tasks(self) -> frozenset[Task]:
        """It answers, and that is all."""
        return frozenset({Task.ANSWER})

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield the annotated answer sentence by sentence; raises ModelIncapable for any other task."""
        if not isinstance(request, AnswerRequest):
            raise ModelIncapable("Without a language model only questions can be answered.")
        for n, paragraph in enumerate(answer(request, self._vocabulary)):
            for m, text in enumerate(paragraph):
                yield ("\n\n" if n and not m else " " if m else "") + text
                await asyncio.sleep(0)


def answer(request: AnswerRequest, vocabulary: Vocabulary) -> list[list[str]]:
    """Return the annotated answer, as paragraphs of sentences; never empty."""
    if request.lost:
        return [["The graph could not be reached just now, so I cannot answer this. Please ask again in a moment."]]
    scene, ink = Scene.of(request, vocabulary), Ink()
    match scene.intent:
        case YesNo():
            written = yes_no(scene, ink, scene.intent)
        case Which():
            written = which(scene, ink, scene.intent)
        case Compare():
            written = compare(scene, ink, scene.intent)
        case Why():
            written = why(scene, ink, scene.intent)
        case About():
            written = about(scene, ink, scene.intent)
        case Open():
            written = openly(scene, ink, scene.intent)
        case Connect():
            written = connect(scene, ink, scene.intent)
        case Examples():
            written = examples(scene, ink, scene.intent)
        case More():
            written = more(scene, ink, scene.intent)
        case Digest():
            written = digest(scene, ink, scene.intent)
        case _:
            assert_never(scene.intent)
    kept = [p for p in written if p]
    return kept[: 1 if request.detail is Detail.BRIEF else _PARAGRAPHS]


__all__ = ["GraphAlone", "answer"]
