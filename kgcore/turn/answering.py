"""One question on its way through the house: ground, draft, annotate, link, verify, correct, recommend, draw."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from kgcore.annotation.correction import has_words, is_refusal, lack_of
from kgcore.annotation.resolve import broken_off, joined_paragraphs, with_statements
from kgcore.english.agreement import join_words
from kgcore.errors import GraphError, ModelError, ModelIncapable
from kgcore.evidence.designs import evidence_table
from kgcore.evidence.findings import comparison_table, edges_shown
from kgcore.evidence.neighbours import with_neighbours
from kgcore.evidence.pairs import NO_ADVICE, is_about_oneself, pairs_table, unknown_taken
from kgcore.evidence.selection import ALL, FetchedGraph, looked_further, plan_fetch, select_evidence
from kgcore.exploration.exploration import goal_progress
from kgcore.exploration.history import History
from kgcore.ports import LanguageModel
from kgcore.presentation.compose import TurnContext, compose_reply
from kgcore.presentation.pictures import pictures_of
from kgcore.question.controls import QUOTED, context_of, intent_of
from kgcore.question.extracted import mentions_in
from kgcore.question.followup import asks_why, is_about_an_ill
from kgcore.question.parts import MOST_OF_ROW, MOST_PARTS, question_parts
from kgcore.question.pointing import POINTED_AT, mentioned_by_place
from kgcore.question.reading import UnderstoodQuestion, read_otherwise
from kgcore.question.relation import is_ill, is_taken
from kgcore.recommendation.candidates import recommended_intent
from kgcore.recommendation.ranking import preferences_from_actions
from kgcore.recommendation.recommend import (
    papers_to_date,
    recommend_questions,
    recommendations_as_buttons,
    shortlist_questions,
)
from kgcore.turn.body_harms import parts_put
from kgcore.turn.browsing import find_nearest
from kgcore.turn.checking import beside
from kgcore.turn.drafting import AnswerDraft, Pace, correct_turn
from kgcore.turn.following import better_of_last, ill_meant, sense_of_last, why_of_last
from kgcore.turn.joining import common_ways, with_answers_beside
from kgcore.turn.left_out import with_left_out
from kgcore.turn.listed import asked_of_kinds, asked_of_those, parts_of_those, unsaid_of_those
from kgcore.turn.reader import TextReader
from kgcore.turn.senses import classes_of, fates_of, kin_of, kinds_named, merged_kin, with_clash, with_fitting_senses
from kgcore.turn.services import Services, TurnStage, complete_text
from kgcore.turn.several import (
    Part,
    PartReader,
    asked_of_answers,
    asked_of_row,
    whole_question,
    whole_request,
)
from kgcore.turn.showing import PictureDrawer
from kgcore.values.actions import View
from kgcore.values.intent import (
    About,
    Compare,
    Connect,
    Intent,
    Open,
    Which,
    Why,
    YesNo,
    compared_entities,
    named_entities,
)
from kgcore.values.model import (
    Claim,
    Entity,
    Evidence,
    Mention,
    Neighbourhood,
    Paper,
    Paragraph,
    Reason,
    Relative,
    Salience,
)
from kgcore.values.reply import Reply
from kgcore.values.tasks import NOTHING, AnswerRequest, Exchange, ExtractRequest, Loss, Task
from kgcore.values.text import shorten
from kgcore.values.thread import Instead, Mode, Turn
from kgcore.verdicts import Verdict

REMEMBERED = 6  # earlier turns that the model is told
NEAREST = 3  # entities named where the graph knows nothing that was asked about
EXTRACT_SECONDS = 4.0  # naming the question's entities may take this long; then the linker's findings must do
_WHOLE = (YesNo, Compare, Why, Connect)  # what is asked of two entities or more, all of them found
CUT_SHORT = "This answer was cut short: the language model reached the most it may write. Ask on to read the rest."
ALONE = "This answer comes from the graph alone."
BROKE_OFF = "What it wrote stays; the graph's own answer follows."
MEANWHILE = (
    "The language model is taking a while. This is what the graph says; the model's answer follows if it arrives …"
)


class QuestionAnswerer:
    """Answers one question of a thread; `turn` is what there is so far.

    `folded` are the names of what the reader has folded away; `given` is evidence that was put together before, of
    which a chain of steps below the answer tells where it is `chained`.
    """

    def __init__(
        self,
        services: Services,
        turn: Turn,
        history: History,
        stop: asyncio.Event,
        folded: Sequence[str] = (),
        given: Evidence = NOTHING,
        *,
        chained: bool = False,
    ) -> None:
        self._services = services
        self._history = history.with_turn(turn)
        self._earlier = self._history.before(turn.id)
        self._stop = stop
        self._folded = tuple(folded)
        self._given, self._chained = given, chained
        self._reader = TextReader(services.graph, services.vocabulary)
        self._shown = TurnContext(doing="Looking in the graph …", models=tuple(services.models))
        self._lost: Loss | None = None
        self._pace = Pace(services.quiet)
        self._written: AnswerDraft | None = None  # what a model writes
        self._kept: tuple[Paragraph, ...] = ()  # what people saw of it before it broke off: none of that vanishes
        self._relatives: tuple[tuple[str, Relative], ...] = ()
        self._fates: tuple[Entity, ...] = ()
        self._kinds: tuple[Instead, ...] = ()
        self._mentions: tuple[Mention, ...] = ()  # what a model found in the question
        last = self._earlier[-1] if self._earlier and turn.typed and not turn.quote else None
        own = question_parts(turn.question) if turn.typed and not turn.quote else (turn.question,)
        self._parts = (asked_of_answers(turn.question, last) if last is not None else ()) or own
        self._most, self._alike = MOST_PARTS, False  # of them that are answered; the same asked of several things
        draw = partial(services.draw, png=not services.shows_svg(turn.thread))
        self.pictures = PictureDrawer(draw, lambda: services.renderer.busy)
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
        self._pace = replace(self._pace, until=asyncio.get_running_loop().time() + self._services.deadline)
        yield await self._reply()
        model, told = await self._services.model(self.turn)
        if told:
            self._note(told)
        try:
            with self._services.timed(TurnStage.UNDERSTAND):
                understood = await self._understand_first(model)
            with self._services.timed(TurnStage.GROUND):
                first = Part(understood, await self._grounded(self._parts[0], understood))
                parts = await self._further(first) if len(self._parts) > 1 else (first,)
        except GraphError as error:
            self._lost = Loss.by(error)
            understood = UnderstoodQuestion(Open())
            parts = (Part(understood, self._request(self.turn.question, understood, Evidence(), ())),)
        why = next((u.intent for u in (p.understood for p in parts) if isinstance(u.intent, Why)), None)
        understood = whole_question(parts) if len(parts) > 1 else understood
        explains = (why.subject.id, why.object.id) if why else ()
        self.turn = replace(self.turn, focus=understood.focus, explains=explains, kinds=self._kinds)
        self.turn = replace(self.turn, read_as=read_otherwise(understood), unread=understood.unread)
        request = whole_request(self.turn.question, parts, understood.focus)
        try:
            with self._services.timed(TurnStage.DRAFT):
                async for reply in self._draft(model, request):
                    yield reply
            done = not self.turn.stopped and model is not self._services.graph_alone
            if done and (lack := lack_of(self.turn.paragraphs, evidence=bool(request.evidence.edges))):
                raise ModelIncapable(lack)
        except ModelError as error:
            if model is self._services.graph_alone:
                raise
            self._kept = await self._seen()
            self._note(f"{error.message} {BROKE_OFF if self._kept else ALONE}")
            self.turn = replace(self.turn, paragraphs=(), claims=(), stopped=False)
            if self._kept:
                await self._settle(self._kept)
            model = self._services.graph_alone
            with self._services.timed(TurnStage.DRAFT):
                async for reply in self._draft(model, request):
                    yield reply
        with self._services.timed(TurnStage.CORRECT):
            await self._correct(model)
        await self._close(model, understood, request.evidence)
        with self._services.timed(TurnStage.DRAW):
            await self.pictures.newest()

    async def finish(self) -> None:
        """End a turn that nobody has to write: look up its papers, and what to ask next."""
        self.turn = replace(self.turn, papers=await self._papers(self.turn.claims))
        with self._services.timed(TurnStage.RECOMMEND):
            await self._recommend()
        self.turn = replace(self.turn, done=True)

    # ── ground ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _understand_first(self, model: LanguageModel) -> UnderstoodQuestion:
        """Understand the first question of the message; one that asks the same of several things becomes several."""
        graph, typed = self._services.graph, self.turn.typed and not self.turn.quote
        if len(self._parts) == 1 and (each := await parts_of_those(self._parts[0], self._earlier, self._reader)):
            self._parts, self._most = each, max(self._most, MOST_OF_ROW)
        asked = len(self._parts)
        self._parts, read = await parts_put(self._parts, graph, self._services.vocabulary, typed=typed)
        self._most, self._alike = max(self._most, len(self._parts)) if read else self._most, asked == 1 and bool(read)
        one = typed and len(self._parts) == 1
        left = await with_left_out(self._parts[0], self._reader, graph) if one else None
        understood = left or await self._understand(model)
        apart = len(self._parts) == 1 and isinstance(understood.intent, Open | YesNo | Compare | Why)
        if apart and (row := await asked_of_row(self._parts[0], understood, graph)):
            self._parts, self._most, understood = row, len(row), await self._reader.understand(row[0])
        understood = replace(understood, put_right=(*understood.put_right, *read))
        return await self._fitting(self._parts[0], understood)

    async def _understand(self, model: LanguageModel) -> UnderstoodQuestion:
        question, wanted, before = self._parts[0], self.turn.wanted, None
        if wanted is not None:
            known = await self._services.graph.entities(wanted.ids)
            entities = [known[id] for id in wanted.ids if id in known]
            intent = intent_of(wanted, entities, self.turn.quote)
            if intent is not None:
                return UnderstoodQuestion(intent, named_entities(intent))
            before = context_of(wanted, entities)
        elif clicked := await self._recommended(self.turn):
            return UnderstoodQuestion(clicked, named_entities(clicked))
        elif self._earlier:
            before = await self._recommended(self._earlier[-1])
            before = before or await sense_of_last(self._earlier, self._reader, self._services.graph)
        earlier = [t.question for t in self._earlier]
        before = before or self._pointed_at()
        ill = ill_meant(question, self._earlier)
        before = before or (About(ill) if ill is not None else None)
        named = self._meant_by_place(question) or ((Mention(ill.name),) if ill is not None else ())
        if (better := better_of_last(question, self._earlier)) is not None:
            return UnderstoodQuestion(better, named_entities(better), follow_up=True)
        if of_those := await asked_of_those(question, self._earlier, self._reader, self._services.graph):
            return of_those
        understood = await self._reader.understand(question, earlier, named, before)
        understood = await unsaid_of_those(question, understood, self._earlier, self._reader)
        named_any = understood.focus or (isinstance(understood.intent, Open) and understood.intent.unknown)
        if not named_any and asks_why(question) and (why := why_of_last(self._earlier)) is not None:
            return UnderstoodQuestion(why, named_entities(why), follow_up=True)
        if isinstance(understood.intent, _WHOLE):  # the linker found all: a model has nothing to add
            return understood
        mentions = self._mentions = tuple(await self._extracted(model, self.turn.question))
        mentions = tuple(m for m in mentions if len(self._parts) == 1 or m.text.lower() in question.lower())
        return await self._reader.understand(question, earlier, mentions, before) if mentions else understood

    def _meant_by_place(self, question: str) -> tuple[Mention, ...]:
        """Return what "the second one" is: of the last answer, or of one before it where the last named too few."""
        last = self._earlier[: -POINTED_AT - 1 : -1]  # what lies between two things is no list of them
        for turn in (t for t in last if not (asks_why(t.question) and len(t.focus) > 1)):
            if named := mentioned_by_place(question, turn.claims, {e.id for e in turn.focus}):
                return named
        return ()

    def _pointed_at(self) -> Intent | None:
        """Return what the last question was about where it pointed at it ("the second one"): its words do not tell."""
        if len(self._earlier) < 2:
            return None
        older, last = self._earlier[-2:]
        pointed = mentioned_by_place(last.question, older.claims, {e.id for e in older.focus})
        ill = len(last.focus) == 1 and is_ill(last.focus[0]) and is_about_an_ill(last.question)
        return About(last.focus[0]) if ill or (pointed and len(last.focus) == 1) else None

    async def _recommended(self, turn: Turn) -> Intent | None:
        """Return what the suggestion that began a turn was made of; None without one, or where the graph lost it."""
        chosen = self._history.clicked(turn)
        if chosen is None:
            return None
        known = await self._services.graph.entities((chosen.subject, chosen.target))
        return recommended_intent(chosen, known, self._services.vocabulary)

    async def _extracted(self, model: LanguageModel, question: str) -> list[Mention]:
        if Task.EXTRACT not in model.tasks:
            return []
        types = tuple(name for name, _ in self._services.graph.info.types)
        try:
            async with asyncio.timeout(EXTRACT_SECONDS):
                text = await complete_text(model, ExtractRequest(question, types, self._exchanges()))
        except (ModelError, TimeoutError):
            return []  # the answer's own request will tell whether the model can be reached
        return list(mentions_in(text))

    async def _fitting(self, words: str, understood: UnderstoodQuestion) -> UnderstoodQuestion:
        self._services = await self._services.with_twins_as_one(understood.focus)  # what is known of one is of both
        graph, vocabulary = self._services.graph, self._services.vocabulary
        fitting = await with_fitting_senses(graph, understood, words, vocabulary)
        return await asked_of_kinds(words, await with_clash(graph, fitting, words, vocabulary), self._reader, graph)

    async def _grounded(self, words: str, understood: UnderstoodQuestion) -> AnswerRequest:
        self._kinds = self._kinds or await kinds_named(self._services.graph, words, understood)
        self._services = await self._services.with_twins_as_one(understood.focus)
        evidence, nearest = await self._ground(understood)
        return self._request(words, understood, evidence, nearest)

    async def _further(self, first: Part) -> tuple[Part, ...]:
        """Return the parts of a message that asks several questions, and note those that were left."""
        if left := [f"“{shorten(one, QUOTED)}”" for one in self._parts[self._most :]]:
            self._note(f"Please ask this on its own: {join_words(left, 'and')}")
        further = PartReader(self._reader, self._fitting, self._grounded)
        earlier, some = [t.question for t in self._earlier], self._parts[: self._most]
        return await further.read(some, first, earlier, self._mentions, alike=self._alike)

    async def _ground(self, understood: UnderstoodQuestion) -> tuple[Evidence, tuple[Entity, ...]]:
        graph, intent = self._services.graph, understood.intent
        if not understood.focus:
            named = intent.unknown if isinstance(intent, Open) else ()
            near = [e for name in named for e in await find_nearest(graph, name, NEAREST)]
            (ranking,) = await graph.rank([Mention(self.turn.question)], NEAREST)
            return self._given, (*(k.kind for k in self._kinds), *near, *(c.entity for c in ranking.candidates))
        classes = await self._classes(intent)
        self._fates = await fates_of(graph, intent)
        relatives = merged_kin(await graph.relatives([e.id for e in understood.focus]), classes)
        wanted = plan_fetch(intent, relatives)
        around = await graph.neighbourhoods(wanted.neighbourhoods, wanted.top) if wanted.neighbourhoods else {}
        near = [n.entity for neighbourhood in around.values() for n in neighbourhood.best]
        pooled = await self._services.with_twins_as_one(understood.focus, near)
        if pooled is not self._services:
            self._services, graph = pooled, pooled.graph
            around = await graph.neighbourhoods(wanted.neighbourhoods, wanted.top)
        if further := looked_further(intent, around, self._services.vocabulary):
            around = {**around, **await graph.neighbourhoods(further, ALL)}
        beside = await graph.neighbourhoods(wanted.beside) if wanted.beside else {}
        fetched = FetchedGraph(
            relatives,
            await graph.edges_between(wanted.pairs) if wanted.pairs else {},
            await graph.paths(wanted.paths) if wanted.paths else {},
            {**around, **beside},
        )
        fetched, kin = await with_answers_beside(graph, intent, fetched, self._services.vocabulary)
        self._relatives += kin
        fetched = replace(fetched, paths={**fetched.paths, **await common_ways(graph, intent, fetched)})
        evidence = select_evidence(intent, fetched, self._services.vocabulary)
        evidence = with_neighbours(evidence, await self._around_fates())
        papers = await graph.papers({p for e in evidence.edges for p in e.publications})
        unknown = intent.unknown if isinstance(intent, YesNo | About | Open) else ()
        if isinstance(intent, About | Which) and intent.missing:
            unknown = (*unknown, *intent.missing.split(", "))
        nearest = [e for name in unknown[:NEAREST] for e in await find_nearest(graph, name, NEAREST)]
        return joined_evidence(self._given, replace(evidence, papers=tuple(papers.values()))), tuple(nearest)

    async def _classes(self, intent: Intent) -> Mapping[str, tuple[Relative, ...]]:
        """Return the classes and members that descriptions tell of, and remember them for the answer."""
        graph = self._services.graph
        around: Mapping[str, Neighbourhood] = {}
        if isinstance(intent, YesNo | Why) and (is_taken(intent.subject) or is_taken(intent.object)):
            around = await graph.neighbourhoods([intent.subject.id, intent.object.id])
        found = await classes_of(graph, intent, around)
        self._relatives = tuple((id, k) for id, some in found.items() for k in some)
        return found

    async def _around_fates(self) -> list[tuple[Entity, Neighbourhood]]:
        neighbourhoods = await self._services.graph.neighbourhoods([e.id for e in self._fates]) if self._fates else {}
        return [(e, neighbourhoods[e.id]) for e in self._fates if e.id in neighbourhoods]

    def _request(
        self, question: str, understood: UnderstoodQuestion, evidence: Evidence, nearest: tuple[Entity, ...]
    ) -> AnswerRequest:
        info = self._services.graph.info
        return AnswerRequest(
            question,
            evidence,
            tuple(e.id for e in understood.focus),
            self._exchanges(),
            tuple({e.id: e for t in self._earlier for _, c in t.counted for e in edges_shown(c)}.values()),
            info.predicates,
            tuple(name for name, _ in info.types),
            self.turn.detail,
            understood.intent,
            nearest,
            self._folded,
            self.turn.quote,
            tuple(c for t in self._earlier for _, c in t.counted),
            self._lost,
            classes=self._relatives,
            fates=self._fates,
            signatures=info.signatures,
            evidence_tokens=self._services.evidence_tokens,
            chained=self._chained,
            documented=info.papers > 0,
        )

    def _exchanges(self) -> tuple[Exchange, ...]:
        return tuple(
            Exchange(t.question, "\n\n".join(p.text for p in t.paragraphs)) for t in self._earlier[-REMEMBERED:]
        )

    # ── draft, annotate, link, verify ───────────────────────────────────────────────────────────────────────────────

    async def _draft(self, model: LanguageModel, request: AnswerRequest) -> AsyncIterator[Reply]:
        graph_alone = self._services.graph_alone
        alone = model is graph_alone
        draft = AnswerDraft(model, request, self._stop, Pace() if alone else self._pace, trusted=alone)
        self._written = self._written if alone else draft
        stated = graph_alone.stated(request) if alone else {}
        self._shown = replace(self._shown, doing="Writing …")
        clock, shown = asyncio.get_running_loop().time, 0.0
        async for ended_paragraph in draft.write():
            if alone:  # it is whole in a moment
                continue
            if draft.quiet:  # the graph's answer stands there until the model's is whole
                if self._shown.doing is not MEANWHILE:
                    await self._stand_in(request)
                    yield replace(await self._reply(), lingers=True)
                continue
            if ended_paragraph:
                await self._settle(joined_paragraphs(self._kept, draft.paragraphs))
            if ended_paragraph or clock() - shown >= self._services.pace:
                self._shown = replace(self._shown, partial=None if self._kept else draft.partial)
                yield await self._reply()
                shown = clock()
        self.turn = replace(self.turn, stopped=draft.stopped)
        if draft.cut and not is_refusal(draft.paragraphs):
            self._note(CUT_SHORT)
        if alone and draft.paragraphs and not self._kept:  # what it begins with is read while all of it is checked
            self._shown = replace(self._shown, partial=draft.paragraphs[0])
            yield await self._reply()
        self._shown = replace(self._shown, partial=None, doing="Checking …")
        written = with_statements(draft.paragraphs, stated)
        await self._settle(joined_paragraphs(self._kept, written) if alone else await self._annotated(draft.paragraphs))
        if not alone:
            paragraphs, claims = weighed(self.turn.paragraphs, self.turn.claims, request.focus)
            self.turn = replace(self.turn, paragraphs=paragraphs, claims=claims)
            await self._draw()
        yield await self._reply()

    async def _stand_in(self, request: AnswerRequest) -> None:
        """Have the graph's own answer stand where nothing has come from a model for long."""
        alone = self._services.graph_alone
        draft = AnswerDraft(alone, request, self._stop, trusted=True)
        async for _ in draft.write():
            pass
        said = with_statements(draft.paragraphs, alone.stated(request))
        await self._settle(joined_paragraphs(await self._seen(), said))
        self._shown = replace(self._shown, partial=None, doing=MEANWHILE)

    async def _seen(self) -> tuple[Paragraph, ...]:
        """Return what people saw of a model's answer that does not go on; nothing of one that only declines."""
        written = self._written.seen if self._written is not None else ()
        return broken_off(await self._annotated(written)) if has_words(written) and not is_refusal(written) else ()

    async def _annotated(self, paragraphs: tuple[Paragraph, ...]) -> tuple[Paragraph, ...]:
        """Read every sentence of an answer, annotated or not, as one reads a colleague's message, too."""
        try:
            return await self._reader.completed(paragraphs)
        except GraphError:
            return paragraphs

    async def _settle(self, paragraphs: tuple[Paragraph, ...]) -> None:
        """Check what the paragraphs claim, as far as it is new, and have it drawn."""
        triples = [t for p in paragraphs for t in p.triples]
        known = {c.triple: c for c in self.turn.claims if c.reason is not Reason.GRAPH_UNREACHABLE}
        fresh = [t for t in triples if t not in known]
        known |= zip(fresh, await self._services.checker.check(fresh) if fresh else (), strict=True)
        claims = tuple(known[t] for t in triples)
        self.turn = replace(self.turn, paragraphs=paragraphs, claims=claims)
        self.turn = replace(self.turn, papers=await self._papers(claims))
        await self._draw()

    async def _draw(self, share: tuple[int, int] | None = None) -> None:
        """Have the picture drawn as it stands; `share` is how far the goal is explored."""
        self._history = self._history.with_turn(self.turn)
        self._shown = replace(self._shown, numbers=self._history.numbers)
        turn = self._history.turn(self.turn.id) or self.turn
        given = (turn, self._earlier, self._shown.numbers, self._services.vocabulary, View(), share)
        size = sum(len(t.claims) for t in (turn, *self._earlier))
        self.pictures.want(lambda: beside(lambda: next((one for _, one in pictures_of(*given)), None), size))

    async def _papers(self, claims: Sequence[Claim]) -> tuple[Paper, ...]:
        ids = {p for c in claims for e in edges_shown(c) for p in e.publications}
        try:
            return tuple((await self._services.graph.papers(ids)).values()) if ids else ()
        except GraphError:
            return ()

    # ── correct, recommend, close ───────────────────────────────────────────────────────────────────────────────────

    async def _correct(self, model: LanguageModel) -> None:
        before = self.turn
        try:
            async with asyncio.timeout(self._pace.left()):
                self.turn = await correct_turn(self._services, model, self.turn)
        except TimeoutError:  # nobody rewrites it; the graph's facts stand beside it all the same
            self.turn = await correct_turn(self._services, self._services.graph_alone, self.turn)
        if before.paragraphs != self.turn.paragraphs:
            await self._settle(self.turn.paragraphs)

    async def _close(self, model: LanguageModel, understood: UnderstoodQuestion, evidence: Evidence) -> None:
        about = any(c.subject and c.object and c.verdict is not Verdict.UNSURE for c in self.turn.claims)
        mode = Mode.GRAPH if model is self._services.graph_alone and not self._kept else Mode.MODEL
        if self._lost:
            mode = Mode(self._lost)
        elif not about and not understood.focus:
            mode = Mode.UNCHECKED
        table = () if self._lost else await self._pairs(understood)
        compared = understood.intent
        if not table and isinstance(compared, Compare) and not _is_of_clashes(compared):
            some = compared_entities(compared)
            table = comparison_table(evidence, some, self._services.vocabulary)
            if compared.topic is not None:
                table = evidence_table([c for _, c in self.turn.counted], some, self.turn.papers_by_id) or table
        self.turn = replace(self.turn, mode=mode, table=table)
        with self._services.timed(TurnStage.RECOMMEND):
            await self._recommend()
        self.turn = replace(self.turn, done=True)
        await self._draw((self.turn.explored, self.turn.total) if self.turn.total else None)

    async def _pairs(self, understood: UnderstoodQuestion) -> tuple[tuple[str, ...], ...]:
        """Return a table of what somebody takes, pair by pair, and note that it is no advice."""
        graph = self._services.graph
        if not is_about_oneself(self.turn.question):
            return ()
        try:
            known = await graph.entities(list(understood.written))
            own = [e for id in understood.written if (e := known.get(id)) and is_taken(e)]
            if not own:
                return ()
            kin = await kin_of(graph, own)
            every = {e.id: e for a in own for e in (a, *kin[a.id])}
            neighbourhoods = await graph.neighbourhoods(list(every))
        except GraphError:
            return ()
        if unknown := unknown_taken(self.turn.question, self.turn.unread):
            self._note(unknown)
        self._note(NO_ADVICE)
        near = [n for neighbourhood in neighbourhoods.values() for n in neighbourhood.best]
        entities = {n.entity.id: n.entity for n in near} | every
        edges = [e for n in near for e in n.edges]
        return pairs_table(self.turn.question, own, edges, entities, self._services.vocabulary, kin)

    async def _recommend(self) -> None:
        if self._lost:
            return
        self._history = self._history.with_turn(self.turn)
        exploration = self._history.seen_from(self.turn.id)
        graph, rules = self._services.graph, self._services.vocabulary
        try:
            around = await graph.neighbourhoods(dict.fromkeys((*exploration.roots, *exploration.sources)))
            weighed = shortlist_questions(exploration, around, rules)
            papers = await graph.papers(papers_to_date(weighed))
        except GraphError:
            return
        done = await self._services.store.actions_of(self.turn.person) if self.turn.person else ()
        preferences = preferences_from_actions(done)
        seen = frozenset().union(*exploration.shown)
        found = recommend_questions(weighed, papers, preferences, seen)
        shown = tuple(r.key for r in recommendations_as_buttons(found, exploration))
        explored, total = goal_progress(exploration, around)
        self.turn = replace(self.turn, recommendations=found, explored=explored, total=total, offered=shown)

    def _note(self, text: str) -> None:
        self.turn = replace(self.turn, notices=(*self.turn.notices, text))

    async def _reply(self) -> Reply:
        drawn = self.pictures.shown
        turn, shown = self.turn, replace(self._shown, pictures=((None, drawn),) if drawn is not None else ())
        return await beside(lambda: compose_reply(turn, shown, self._services.vocabulary), len(turn.claims))


def joined_evidence(first: Evidence, second: Evidence) -> Evidence:
    """Return what both hold, each thing once, the first one's before."""
    return Evidence(
        tuple({e.id: e for e in (*second.entities, *first.entities)}.values()),
        tuple({e.id: e for e in (*first.edges, *second.edges)}.values()),
        tuple({p.id: p for p in (*first.papers, *second.papers)}.values()),
        (*first.paths, *second.paths),
        (*first.extents, *second.extents),
    )


def weighed(
    paragraphs: tuple[Paragraph, ...], claims: tuple[Claim, ...], focus: Sequence[str]
) -> tuple[tuple[Paragraph, ...], tuple[Claim, ...]]:
    """Return an answer in which claims about nothing that the question names matter less; all do where none is."""
    beside = {c.triple for c in claims if not {side.entity.id for side in (c.subject, c.object) if side} & {*focus}}
    if not focus or len(beside) == len({c.triple for c in claims}):
        return paragraphs, claims
    low = {t: replace(t, salience=Salience.LOW) for t in beside}
    rewritten = (replace(p, triples=tuple(low.get(t, t) for t in p.triples)) for p in paragraphs)
    return tuple(rewritten), tuple(replace(c, triple=low.get(c.triple, c.triple)) for c in claims)


def _is_of_clashes(intent: Compare) -> bool:
    """Tell whether several things that people take are looked at together, none of them for what it is good for."""
    every = compared_entities(intent)
    return not intent.better and intent.topic is not None and all(map(is_taken, (intent.topic, *every)))
