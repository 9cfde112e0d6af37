"""A model writes; the text is parsed as it arrives, and faulty paragraphs are sent back once, side by side."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TypeVar

from kgcore.annotation.correction import (
    FaultySentence,
    contradicting_facts,
    faulty_sentences,
    keeps_claims,
    needs_correction,
    replace_sentence,
    without_preamble,
)
from kgcore.annotation.parser import AnnotationParser, parse_answer
from kgcore.errors import GraphError, ModelCut, ModelError, ModelInterrupted
from kgcore.ports import LanguageModel
from kgcore.turn.reader import TextReader
from kgcore.turn.resting import resting
from kgcore.turn.services import Services, complete_text
from kgcore.values.model import Claim, Paragraph
from kgcore.values.tasks import AnswerRequest, RewriteRequest, Task
from kgcore.values.thread import Correction, Turn

T = TypeVar("T")
CLOSING_SECONDS = 2.0  # a model's connection that takes longer to close is left to itself
SLICE = 1_000  # characters that are read before others have their turn
MOST_REPAIRS = 12  # paragraphs of one answer that are sent back
LONGEST_REPAIR = 3_000  # characters of a paragraph as written: of a longer one, a correction would not come back whole
REWRITE_SECONDS = 20.0
REPAIR_SECONDS = 20.0  # a correction that takes longer is not waited for: the paragraph stays as it is


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a model may be silent before that is told, in seconds, and when (on the loop's clock) its time is over.

    Only words count: a server's pings and empty pieces are silence.
    """

    quiet: float = 5.0
    until: float = float("inf")

    def left(self) -> float | None:
        """Return the seconds until its time is over; None where it never is."""
        if self.until == float("inf"):
            return None
        return max(0.0, self.until - asyncio.get_running_loop().time())


class AnswerDraft:
    """One answer being written. After `write` has ended, `paragraphs` are final; `stopped`: somebody ended it.

    `quiet`: the model has written nothing for as long as the pace says, and what it wrote so far may be all. `cut`: it
    reached the most that it may write. `trusted`: the model is our own, which writes from the graph alone.
    """

    def __init__(
        self,
        model: LanguageModel,
        request: AnswerRequest,
        stop: asyncio.Event,
        pace: Pace | None = None,
        *,
        trusted: bool = False,
    ) -> None:
        self._model = model
        self._request = request
        self._stop = stop
        self._pace = pace or Pace()
        self._trusted = trusted
        self._parser = AnnotationParser(request.types, [p.name for p in request.predicates], trusted=trusted)
        self._repairs: list[asyncio.Task[None]] = []
        self._examined = 0  # paragraphs that have been looked at for problems
        self.paragraphs: tuple[Paragraph, ...] = ()
        self.stopped = False
        self.quiet = False
        self.cut = False

    @property
    def partial(self) -> Paragraph:
        """The paragraph being written, as far as it can be shown."""
        return self._parser.partial

    @property
    def seen(self) -> tuple[Paragraph, ...]:
        """All that could be shown so far."""
        partial = self._parser.partial
        return (*self._parser.paragraphs, partial) if partial.text.strip() else self._parser.paragraphs

    async def write(self) -> AsyncIterator[bool]:
        """Yield after each piece of text, and once when none has come for long; True when it ended a paragraph.

        Raises ModelError, also where the turn's time is over.
        """
        try:
            try:
                async with aclosing(_until(self._model.stream(self._request), self._stop, self._pace)) as chunks:
                    async for chunk in chunks:
                        self.quiet = self.quiet or not chunk
                        if not chunk:
                            yield False
                        for at in range(
                            0, len(chunk), SLICE
                        ):  # a whole answer in one piece must not stop everybody else
                            self._parser.feed(chunk[at : at + SLICE])
                            yield self._took_paragraphs()
                            await asyncio.sleep(0)
                        if self._parser.cut:  # a model that does not end is not paid for what nobody reads
                            break
                self.cut = self._parser.cut
            except ModelCut:
                if not (self._parser.ended or self._parser.partial.text):
                    raise
                self.cut = True  # what was written stands
            self.stopped = self._stop.is_set()
            self.paragraphs = self._parser.finish(broken=self.stopped or self.cut)
            self._look_for_problems(len(self.paragraphs))
            await self._settle_repairs()
        finally:
            for task in self._repairs:
                task.cancel()

    def _took_paragraphs(self) -> bool:
        if self._trusted or self._parser.ended == len(self.paragraphs):  # our own is read when it is whole
            return False
        self.paragraphs = self._parser.paragraphs
        self._look_for_problems(len(self.paragraphs))
        return True

    def _look_for_problems(self, end: int) -> None:
        for index in range(self._examined, end):
            if not (Task.REPAIR in self._model.tasks and len(self._repairs) < MOST_REPAIRS) or self._stop.is_set():
                break
            if len(self._parser.raw(index)) <= LONGEST_REPAIR and self._parser.problems(index):
                self._repairs.append(asyncio.get_running_loop().create_task(self._repair(index)))
        self._examined = max(self._examined, end)

    async def _repair(self, index: int) -> None:
        request = self._parser.repair_request(index, self._request.predicates, self._request.types)
        try:
            async with asyncio.timeout(REPAIR_SECONDS):
                text = await complete_text(self._model, request)
        except (ModelError, TimeoutError):
            return  # what stays broken is dropped from the claims, never from the text
        self._parser.replace(index, text)

    async def _settle_repairs(self) -> None:
        if self._repairs:
            async with resting():
                await asyncio.wait(self._repairs, timeout=self._pace.left())  # what takes longer stays as it is
            self.paragraphs = self._parser.finish()


async def correct_turn(services: Services, model: LanguageModel, turn: Turn) -> Turn:
    """Return the turn with a Correction per faulty sentence, rewritten where a model can and the result is verified."""
    found = faulty_sentences(turn.paragraphs, turn.claims)
    if not found:
        return turn
    rewriting = Task.REWRITE in model.tasks and not turn.stopped
    tries = [_rewritten(services, model, turn, f) for f in found] if rewriting else []
    news = await asyncio.gather(*tries) if tries else [None] * len(found)
    paragraphs = list(turn.paragraphs)
    corrections: list[Correction] = []
    for faulty, new in reversed(list(zip(found, news, strict=True))):  # from the end, so that positions stay true
        claims = tuple(turn.claims[n] for n in faulty.claims)
        first = paragraphs[faulty.paragraph].text[faulty.start : faulty.end]
        said = contradicting_facts(claims, services.vocabulary)
        if new is not None:
            paragraphs[faulty.paragraph] = replace_sentence(paragraphs[faulty.paragraph], faulty.start, faulty.end, new)
        corrections.append(Correction(faulty.paragraph, first, said, new is not None, claims))
    return replace(turn, paragraphs=tuple(paragraphs), corrections=tuple(reversed(corrections)))


def _said(claim: Claim) -> str:
    triple = claim.triple
    return f"{triple.subject.text} {triple.relation} {triple.object.text}"


async def _rewritten(services: Services, model: LanguageModel, turn: Turn, faulty: FaultySentence) -> Paragraph | None:
    """Ask once for a new wording; None when none comes, or when it is no better than the first."""
    sentence = turn.paragraphs[faulty.paragraph].text[faulty.start : faulty.end]
    said = contradicting_facts([turn.claims[n] for n in faulty.claims], services.vocabulary)
    info = services.graph.info
    number = 1 + max((int(r) for p in turn.paragraphs for m in p.marks if (r := m.ref[1:]).isdigit()), default=0)
    number += 100 * (1 + faulty.claims[0])  # several sentences are rewritten side by side: their ids must not meet
    types = tuple(name for name, _ in info.types)
    first = [c for c in turn.claims if _stands_in(c, faulty)]
    keeps = tuple(dict.fromkeys(_said(c) for c in first if not needs_correction(c)))
    around = turn.paragraphs[faulty.paragraph].text
    request = RewriteRequest(sentence, said, number, number, info.predicates, types, around, keeps)
    try:
        async with asyncio.timeout(REWRITE_SECONDS):
            text = without_preamble(await complete_text(model, request))
        paragraphs = parse_answer(text, types, services.vocabulary.names)
        if len(paragraphs) != 1 or not paragraphs[0].triples:
            return None
        paragraphs = await TextReader(services.graph, services.vocabulary).completed(paragraphs)
    except (ModelError, TimeoutError, GraphError):
        return None
    claims = await services.checker.check(paragraphs[0].triples)
    good = keeps_claims(first, claims, services.vocabulary) and not any(needs_correction(c) for c in claims)
    return paragraphs[0] if good else None


def _stands_in(claim: Claim, faulty: FaultySentence) -> bool:
    triple = claim.triple
    return triple.paragraph == faulty.paragraph and faulty.start <= triple.start < faulty.end


async def _until(chunks: AsyncIterator[str], stop: asyncio.Event, pace: Pace) -> AsyncGenerator[str]:
    """Pass chunks on until there are no more or `stop` is set, even while waiting for the next one.

    An empty one says, once, that nothing has come for as long as the pace allows. Raises ModelInterrupted where its
    time is over. Ending it, by cancelling or closing, ends `chunks`, and raises nothing of theirs.
    """
    clock, told = asyncio.get_running_loop().time, False
    heard = clock()
    stopping = asyncio.ensure_future(stop.wait())
    coming: asyncio.Future[str | None] | None = None
    try:
        while not stop.is_set():
            if coming is None or coming.done():
                coming = asyncio.ensure_future(anext(chunks, None))
            moment = pace.until if told else min(pace.until, heard + pace.quiet)
            timeout = None if moment == float("inf") else max(0.0, moment - clock())
            async with resting():
                await asyncio.wait((coming, stopping), timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set() and not coming.done():
                return
            if clock() >= pace.until:
                raise ModelInterrupted("The language model did not finish in time.")
            if coming.done():
                chunk = coming.result()
                if chunk is None:
                    return
                if chunk:
                    heard = clock()
                    yield chunk
            if not told and clock() - heard >= pace.quiet:
                told = True
                yield ""
    finally:
        stopping.cancel()
        # A generator that is still running cannot be closed: that would raise in the place of a cancellation.
        close = getattr(chunks, "aclose", None)
        if (coming is None or await _has_ended(coming, at_once=True)) and close is not None:
            await _has_ended(asyncio.ensure_future(close()), at_once=False)


async def _has_ended(work: asyncio.Future[T], *, at_once: bool) -> bool:
    """Whether work has ended after CLOSING_SECONDS at most; it is cancelled before that (`at_once`) or after."""
    if at_once:
        work.cancel()
    await asyncio.wait((work,), timeout=CLOSING_SECONDS)
    if not work.done():
        work.cancel()
    elif not work.cancelled():
        work.exception()  # looked at: nobody needs what failed while it was ended
    return work.done()
