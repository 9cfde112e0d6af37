"""Sentences that say what the graph denies, or more than it knows, are rewritten once or get its words beside them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from kgcore.annotate import parse
from kgcore.correct import Faulty, facts, faulty_sentences, needs_correction, splice
from kgcore.errors import ModelError
from kgcore.model import Paragraph
from kgcore.ports import LanguageModel
from kgcore.tasks import RewriteRequest, Task
from kgcore.thread import Correction, Turn
from kgcore.turn.drafting import whole
from kgcore.turn.engine import Engine

REWRITE_SECONDS = 20.0


async def corrected(engine: Engine, model: LanguageModel, turn: Turn) -> Turn:
    """Return the turn with a Correction per faulty sentence, rewritten where a model can and the result is verified."""
    found = faulty_sentences(turn.paragraphs, turn.claims)
    if not found:
        return turn
    rewriting = Task.REWRITE in model.tasks and not turn.stopped
    tries = [_rewritten(engine, model, turn, f) for f in found] if rewriting else []
    news = await asyncio.gather(*tries) if tries else [None] * len(found)
    paragraphs = list(turn.paragraphs)
    corrections: list[Correction] = []
    for faulty, new in reversed(list(zip(found, news, strict=True))):  # from the end, so that positions stay true
        claims = tuple(turn.claims[n] for n in faulty.claims)
        first = paragraphs[faulty.paragraph].text[faulty.start : faulty.end]
        said = facts(claims, engine.vocabulary)
        if new is not None:
            paragraphs[faulty.paragraph] = splice(paragraphs[faulty.paragraph], faulty.start, faulty.end, new)
        corrections.append(Correction(faulty.paragraph, first, said, new is not None, claims))
    return replace(turn, paragraphs=tuple(paragraphs), corrections=tuple(reversed(corrections)))


async def _rewritten(engine: Engine, model: LanguageModel, turn: Turn, faulty: Faulty) -> Paragraph | None:
    """Ask once for a new wording; None when none comes, or when it is no better than the first."""
    sentence = turn.paragraphs[faulty.paragraph].text[faulty.start : faulty.end]
    said = facts([turn.claims[n] for n in faulty.claims], engine.vocabulary)
    info = engine.graph.info
    number = 1 + max((int(r) for p in turn.paragraphs for m in p.marks if (r := m.ref[1:]).isdigit()), default=0)
    number += 100 * (1 + faulty.claims[0])  # several sentences are rewritten side by side: their ids must not meet
    types = tuple(name for name, _ in info.types)
    request = RewriteRequest(sentence, said, number, number, info.predicates, types)
    try:
        async with asyncio.timeout(REWRITE_SECONDS):
            paragraphs = parse(await whole(model, request), types, engine.vocabulary.names)
    except (ModelError, TimeoutError):
        return None
    if len(paragraphs) != 1 or not paragraphs[0].triples:
        return None
    claims = await engine.checker.check(paragraphs[0].triples)
    return None if any(needs_correction(c) for c in claims) else paragraphs[0]
