"""One question on its way through the house: ground, draft, annotate, link, verify, correct, recommend, draw."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from kgcore.advising.taste import taste_of
from kgcore.asking.wanted import context_of, intent_of
from kgcore.compose import Shown, compose
from kgcore.controls import View
from kgcore.errors import GraphError, ModelError
from kgcore.evidence.comparison import comparison
from kgcore.evidence.facts import edges_shown
from kgcore.explore import progress
from kgcore.ground import Fetched, plan, select
from kgcore.history import History
from kgcore.intent import Compare, Open, Why, compared, named
from kgcore.model import Claim, Edge, Entity, Evidence, Mention, Paper, Paragraph, Reason, Verdict
from kgcore.pictures import pictures_of
from kgcore.ports import LanguageModel
from kgcore.question import Understood
from kgcore.recommend import buttons, cited, recommend
from kgcore.reply import Reply
from kgcore.tasks import AnswerRequest, Exchange, ExtractRequest, Task
from kgcore.thread import Exploration, Mode, Turn
from kgcore.turn.correcting import corrected
from kgcore.turn.drafting import Draft, whole
from kgcore.turn.engine import Engine
from kgcore.turn.picturing import Picturing
from kgcore.turn.reader import Reader

REMEMBERED = 6  # earlier turns that the model is told
NEAREST = 3  # entities named where the graph knows nothing that was asked about
EXTRACT_SECONDS = 10.0  # naming the question's entities may take this long; then the linker's findings must do


class Answering:
    """Answers one question of a thread; `turn` is what there is so far.

    `folded` are the names of what the reader has folded away.
    """

    def __init__(
        self, engine: Engine, turn: Turn, history: History, stop: asyncio.Event, folded: Sequence[str] = ()
    ) -> None:
        self._engine = engine
        self._history = history.with_turn(turn)
        self._earlier = self._history.before(turn.id)
        self._stop = stop
        self._folded = tuple(folded)
        self._reader = Reader(engine.graph, engine.vocabulary)
        self._shown = Shown(doing="Looking in the graph …", models=tuple(engine.models))
        self._lost = False
        self.pictures = Picturing(engine.draw, lambda: engine.renderer.busy)
        self.turn = turn

    async def run(self) -> AsyncIterator[Reply]:
        """Yield the reply as it grows. In the end `turn` is done, and `pictures` holds what is drawn of it.

        Raises EvigraphError only where nothing can be said.
        """
        try:
            async for reply in self._run():
                yield reply
        finally:
            self.pictures.close()

    async def _run(self) -> AsyncIterator[Reply]:
        yield self._reply()
        model = self._engine.model(self.turn.model)
        try:
            understood = await self._understand(model)
            evidence, nearest = await self._ground(understood)
        except GraphError:
            understood, evidence, nearest = Understood(Open()), Evidence(), ()
            self._lost = True
        why = understood.intent if isinstance(understood.intent, Why) else None
        explains = (why.subject.id, why.object.id) if why else ()
        self.turn = replace(self.turn, focus=understood.focus, explains=explains)
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
        await self.pictures.newest()

    async def finish(self) -> None:
        """End a turn that nobody has to write: look up its papers, and what to ask next."""
        self.turn = replace(self.turn, papers=await self._papers(self.turn.claims))
        await self._recommend()
        self.turn = replace(self.turn, done=True)

    # ── ground ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _understand(self, model: LanguageModel) -> Understood:
        question, wanted, before = self.turn.question, self.turn.wanted, None
        if wanted is not None:
            known = await self._engine.graph.entities(wanted.ids)
            entities = [known[id] for id in wanted.ids if id in known]
            intent = intent_of(wanted, entities, self.turn.quote)
            if intent is not None:
                return Understood(intent, named(intent))
            before = context_of(wanted, entities)
        return await self._reader.understand(
            question, [t.question for t in self._earlier], await self._extracted(model, question), before
        )

    async def _extracted(self, model: LanguageModel, question: str) -> list[Mention]:
        if Task.EXTRACT not in model.tasks:
            return []
        types = tuple(name for name, _ in self._engine.graph.info.types)
        try:
            async with asyncio.timeout(EXTRACT_SECONDS):
                text = await whole(model, ExtractRequest(question, types, self._exchanges()))
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
            self._exchanges(),
            _told(self._earlier),
            info.predicates,
            tuple(name for name, _ in info.types),
            self.turn.detail,
            understood.intent,
            nearest,
            self._folded,
            self.turn.quote,
            tuple(c for t in self._earlier for _, c in t.counted),
            self._lost,
        )

    def _exchanges(self) -> tuple[Exchange, ...]:
        return tuple(
            Exchange(t.question, "\n\n".join(p.text for p in t.paragraphs)) for t in self._earlier[-REMEMBERED:]
        )

    # ── draft, annotate, link, verify ───────────────────────────────────────────────────────────────────────────────

    async def _draft(self, model: LanguageModel, request: AnswerRequest) -> AsyncIterator[Reply]:
        draft = Draft(model, request, self._stop)
        self._shown = replace(self._shown, doing="Writing …")
        clock, shown = asyncio.get_running_loop().time, 0.0
        async for ended_paragraph in draft.write():
            if ended_paragraph:
                await self._settle(draft.paragraphs)
            if ended_paragraph or clock() - shown >= self._engine.pace:
                self._shown = replace(self._shown, partial=draft.partial)
                yield self._reply()
                shown = clock()
        self.turn = replace(self.turn, stopped=draft.stopped)
        self._shown = replace(self._shown, partial=None, doing="Checking …")
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
        self._draw()

    def _draw(self, share: tuple[int, int] | None = None) -> None:
        """Have the picture drawn as it stands; `share` is how far the goal is explored."""
        self._history = self._history.with_turn(self.turn)
        self._shown = replace(self._shown, numbers=self._history.numbers)
        turn = self._history.turn(self.turn.id) or self.turn
        pictures = pictures_of(turn, self._earlier, self._shown.numbers, self._engine.vocabulary, View(), share)
        if pictures:
            self.pictures.want(pictures[0][1])

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
        if self._lost:
            mode = Mode.LOST
        elif not about and not understood.focus:
            mode = Mode.UNCHECKED
        table: tuple[tuple[str, ...], ...] = ()
        if isinstance(understood.intent, Compare):
            table = comparison(evidence, compared(understood.intent), self._engine.vocabulary)
        self.turn = replace(self.turn, mode=mode, table=table)
        await self._recommend()
        self.turn = replace(self.turn, done=True)
        self._draw((self.turn.explored, self.turn.total) if self.turn.total else None)

    async def _recommend(self) -> None:
        self._history = self._history.with_turn(self.turn)
        exploration = self._nearest_last(self._history.exploration)
        graph, rules = self._engine.graph, self._engine.vocabulary
        try:
            around = await graph.neighbourhoods(exploration.sources)
            papers = await graph.papers(cited(exploration, around, rules))
        except GraphError:
            return
        taste = taste_of(await self._engine.store.deeds_of(self.turn.person) if self.turn.person else ())
        found = recommend(exploration, around, rules, papers, taste)
        shown = tuple(r.key for r in buttons(found, exploration))
        explored, total = progress(exploration, around)
        self.turn = replace(self.turn, recommendations=found, explored=explored, total=total, offered=shown)

    def _nearest_last(self, exploration: Exploration) -> Exploration:
        """Put the steps that lead here behind those of other branches: what was asked last counts most."""
        way = {t.id for t in self._earlier} | {self.turn.id}
        steps = sorted(exploration.steps, key=lambda s: s.turn in way)
        return replace(exploration, steps=tuple(steps))

    def _note(self, text: str) -> None:
        self.turn = replace(self.turn, notices=(*self.turn.notices, text))

    def _reply(self) -> Reply:
        drawn = self.pictures.shown
        pictures = ((None, drawn),) if drawn is not None else ()
        return compose(self.turn, replace(self._shown, pictures=pictures), self._engine.vocabulary)


def _told(turns: Sequence[Turn]) -> tuple[Edge, ...]:
    return tuple({e.id: e for t in turns for _, c in t.counted for e in edges_shown(c)}.values())
