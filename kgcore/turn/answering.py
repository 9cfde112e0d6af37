"""One question on its way through the house: ground, draft, annotate, link, verify, correct, recommend, draw."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from kgcore.compose import View, compose, numbers_of, picture_for
from kgcore.errors import GraphError, ModelError
from kgcore.evidence.comparison import comparison
from kgcore.evidence.facts import edges_shown
from kgcore.explore import exploration_of, progress
from kgcore.ground import Fetched, plan, select
from kgcore.intent import Compare, Open
from kgcore.model import Claim, Edge, Entity, Evidence, Mention, Paper, Paragraph, Reason, Verdict
from kgcore.ports import LanguageModel
from kgcore.question import Understood
from kgcore.recommend import recommend
from kgcore.reply import Reply
from kgcore.tasks import AnswerRequest, Exchange, ExtractRequest, Task
from kgcore.thread import Mode, Turn
from kgcore.turn.correcting import corrected
from kgcore.turn.drafting import Draft, whole
from kgcore.turn.engine import Engine
from kgcore.turn.picturing import Picturing
from kgcore.turn.reader import Reader

REMEMBERED = 6  # earlier turns that the model is told
NEAREST = 3  # entities named where the graph knows nothing that was asked about
EXTRACT_SECONDS = 10.0  # naming the question's entities may take this long; then the linker's findings must do


class Answering:
    """Answers one question; `turn` is what there is so far, `earlier` the thread before it."""

    def __init__(self, engine: Engine, turn: Turn, earlier: Sequence[Turn], stop: asyncio.Event) -> None:
        self._engine = engine
        self._earlier = tuple(t for t in earlier if t.id != turn.id)
        self._stop = stop
        self._reader = Reader(engine.graph, engine.vocabulary)
        self._view = View({}, doing="Looking in the graph …", models=tuple(engine.models))
        self._pictures = Picturing(engine.draw)
        self.turn = turn

    async def run(self) -> AsyncIterator[Reply]:
        """Yield the reply as it grows; the last one is final. Raises EvigraphError only where nothing can be said."""
        try:
            async for reply in self._run():
                yield reply
        finally:
            self._pictures.close()

    async def _run(self) -> AsyncIterator[Reply]:
        yield self._reply()
        model = self._engine.model(self.turn.model)
        try:
            understood = await self._understand(model)
            evidence, nearest = await self._ground(understood)
        except GraphError as error:
            understood, evidence, nearest = Understood(Open()), Evidence(), ()
            self._note(f"The graph could not be reached, so nothing was checked: {error.message}")
        self.turn = replace(self.turn, focus=understood.focus)
        request = self._request(understood, evidence, nearest)
        try:
            async for reply in self._draft(model, request):
                yield reply
        except ModelError as error:
            if model is self._engine.graph_alone:
                raise
            self._note(f"{error.message} This answer comes from the graph alone.")
            self.turn = replace(self.turn, paragraphs=(), claims=(), stopped=False)
            model = self._engine.graph_alone
            async for reply in self._draft(model, request):
                yield reply
        await self._correct(model)
        await self._close(model, understood, evidence)
        await self._pictures.newest()
        yield self._reply()

    # ── ground ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _understand(self, model: LanguageModel) -> Understood:
        question = self.turn.question
        return await self._reader.understand(
            question, [t.question for t in self._earlier], await self._extracted(model, question)
        )

    async def _extracted(self, model: LanguageModel, question: str) -> list[Mention]:
        if Task.EXTRACT not in model.tasks:
            return []
        types = tuple(name for name, _ in self._engine.graph.info.types)
        try:
            async with asyncio.timeout(EXTRACT_SECONDS):
                text = await whole(model, ExtractRequest(question, types, self._history()))
        except (ModelError, TimeoutError):
            return []  # the answer's own request will tell whether the model can be reached
        rows = (line.partition("|") for line in text.splitlines()[:20])
        return [Mention(name.strip(), kind.strip() or None) for name, _, kind in rows if name.strip()]

    async def _ground(self, understood: Understood) -> tuple[Evidence, tuple[Entity, ...]]:
        graph, intent = self._engine.graph, understood.intent
        if not understood.focus:
            (ranking,) = await graph.rank([Mention(self.turn.question)], NEAREST)
            return Evidence(), tuple(c.entity for c in ranking.candidates)
        kin = await graph.kin([e.id for e in understood.focus])
        wanted = plan(intent, kin)
        fetched = Fetched(
            kin,
            await graph.edges_between(wanted.pairs) if wanted.pairs else {},
            await graph.paths(wanted.paths) if wanted.paths else {},
            await graph.neighbourhoods(wanted.neighbourhoods, wanted.top) if wanted.neighbourhoods else {},
        )
        evidence = select(intent, fetched, self._engine.vocabulary)
        papers = await graph.papers({p for e in evidence.edges for p in e.publications})
        return replace(evidence, papers=tuple(papers.values())), ()

    def _request(self, understood: Understood, evidence: Evidence, nearest: tuple[Entity, ...]) -> AnswerRequest:
        info = self._engine.graph.info
        return AnswerRequest(
            self.turn.question,
            evidence,
            tuple(e.id for e in understood.focus),
            self._history(),
            _told(self._earlier),
            info.predicates,
            tuple(name for name, _ in info.types),
            self.turn.detail,
            understood.intent,
            nearest,
        )

    def _history(self) -> tuple[Exchange, ...]:
        return tuple(
            Exchange(t.question, "\n\n".join(p.text for p in t.paragraphs)) for t in self._earlier[-REMEMBERED:]
        )

    # ── draft, annotate, link, verify ───────────────────────────────────────────────────────────────────────────────

    async def _draft(self, model: LanguageModel, request: AnswerRequest) -> AsyncIterator[Reply]:
        draft = Draft(model, request, self._stop)
        self._view = replace(self._view, doing="Writing …")
        clock, shown = asyncio.get_running_loop().time, 0.0
        async for ended_paragraph in draft.write():
            if ended_paragraph:
                await self._settle(draft.paragraphs)
            if ended_paragraph or clock() - shown >= self._engine.pace:
                self._view = replace(self._view, partial=draft.partial)
                yield self._reply()
                shown = clock()
        self.turn = replace(self.turn, stopped=draft.stopped)
        self._view = replace(self._view, partial=None, doing="Checking …")
        plain = model is not self._engine.graph_alone
        await self._settle(await self._annotated(draft.paragraphs) if plain else draft.paragraphs)
        yield self._reply()

    async def _annotated(self, paragraphs: tuple[Paragraph, ...]) -> tuple[Paragraph, ...]:
        """Read the claims of an answer that came without any annotation as one reads a colleague's message."""
        if any(p.triples or p.marks for p in paragraphs) or not paragraphs:
            return paragraphs
        try:
            return (await self._reader.read("\n\n".join(p.text for p in paragraphs)))[1]
        except GraphError:
            return paragraphs

    async def _settle(self, paragraphs: tuple[Paragraph, ...]) -> None:
        """Check what the paragraphs claim, as far as it is new, and have it drawn."""
        triples = [t for p in paragraphs for t in p.triples]
        known = {c.triple: c for c in self.turn.claims if c.reason is not Reason.GRAPH_UNREACHABLE}
        fresh = [t for t in triples if t not in known]
        known |= zip(fresh, await self._engine.checker.check(fresh) if fresh else (), strict=True)
        claims = tuple(known[t] for t in triples)
        self.turn = replace(self.turn, paragraphs=paragraphs, claims=claims)
        self.turn = replace(self.turn, papers=await self._papers(claims))
        self._view = replace(self._view, numbers=numbers_of((*self._earlier, self.turn)))
        picture = picture_for(self.turn, self._earlier, self._view.numbers, self._engine.vocabulary)
        if picture.nodes and self.turn.claims:
            self._pictures.want(picture)

    async def _papers(self, claims: Sequence[Claim]) -> tuple[Paper, ...]:
        ids = {p for c in claims for e in edges_shown(c) for p in e.publications}
        try:
            return tuple((await self._engine.graph.papers(ids)).values()) if ids else ()
        except GraphError:
            return ()

    # ── correct, recommend, close ───────────────────────────────────────────────────────────────────────────────────

    async def _correct(self, model: LanguageModel) -> None:
        before = self.turn
        self.turn = await corrected(self._engine, model, self.turn)
        if before.paragraphs != self.turn.paragraphs:
            await self._settle(self.turn.paragraphs)

    async def _close(self, model: LanguageModel, understood: Understood, evidence: Evidence) -> None:
        about = any(c.subject and c.object and c.verdict is not Verdict.UNSURE for c in self.turn.claims)
        mode = Mode.GRAPH if model is self._engine.graph_alone else Mode.MODEL
        if not about and not understood.focus:
            mode = Mode.UNCHECKED
        table: tuple[tuple[str, ...], ...] = ()
        if isinstance(understood.intent, Compare):
            table = comparison(evidence, understood.intent.a, understood.intent.b, self._engine.vocabulary)
        self.turn = replace(self.turn, mode=mode, table=table)
        await self._recommend()
        self.turn = replace(self.turn, done=True)

    async def _recommend(self) -> None:
        exploration = exploration_of((*self._earlier, self.turn))
        try:
            around = await self._engine.graph.neighbourhoods(exploration.sources)
        except GraphError:
            return
        found = recommend(exploration, around, self._engine.vocabulary)
        explored, total = progress(exploration, around)
        self.turn = replace(self.turn, recommendations=found, explored=explored, total=total)

    def _note(self, text: str) -> None:
        self.turn = replace(self.turn, notices=(*self.turn.notices, text))

    def _reply(self) -> Reply:
        return compose(self.turn, replace(self._view, picture=self._pictures.shown), self._engine.vocabulary)


def _told(turns: Sequence[Turn]) -> tuple[Edge, ...]:
    return tuple({e.id: e for t in turns for c in t.claims for e in edges_shown(c)}.values())
