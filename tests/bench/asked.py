"""Questions asked of an assistant without a model: whether each is answered right, and text and picture agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from uuid import uuid4

from kgcore.assistant import Assistant
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.ingest.importing import import_graph
from kgcore.llm.graph_alone.answerer import GraphAlone
from kgcore.presentation.compose import reading_line
from kgcore.question.danger import danger_in
from kgcore.store.sqlite import SqliteStore
from kgcore.turn.checking import Checker
from kgcore.turn.services import Services
from kgcore.values.message import Incoming, Message, Person, Place
from kgcore.values.model import Claim
from kgcore.values.reply import Reply, Text
from kgcore.values.thread import Turn
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence
from tests.bench.bench_anygraph import SIDED, StillPicture, openly_nothing
from tests.bench.bench_anygraph import _sentence as sentence_of
from tests.bench.text_and_picture import THREADS, Compared, Names, questions_of
from tests.kgcore import starter

ASKER = Person("bench", "Bench")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A question, what its answer must say, and what it must not; in lower case."""

    question: str
    must: tuple[str, ...]
    must_not: tuple[str, ...] = ()


@dataclass
class Asked:
    """A graph that is asked; `doubted`: own sentences not found again in the graph, `wrong`: questions not answered."""

    graph: EmbeddedGraph
    services: Services
    doubted: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._assistant = Assistant(self.services)

    @classmethod
    async def open(cls, source: Path, folder: Path) -> Asked:
        """Import a graph into the folder and open it."""
        await import_graph(source, folder, embedder=None)
        return cls.on(folder)

    @classmethod
    def on(cls, folder: Path) -> Asked:
        """Open a graph that is imported already."""
        graph = EmbeddedGraph.open(folder)
        vocabulary = Vocabulary.of(graph.info.predicates)
        store, alone = SqliteStore(folder.parent / f"{folder.name}.db"), GraphAlone(vocabulary)
        checker = Checker(graph, vocabulary)
        return cls(
            graph, Services(graph, vocabulary, checker, store, StillPicture(), alone, {}, pace=60.0, country="US")
        )

    async def close(self) -> None:
        """Let go of the graph."""
        await self.graph.close()

    async def told(self, question: str, thread: str = "") -> tuple[Turn | None, str]:
        """Return the turn that a question gets, in a thread or on its own, and its words; None of who is in danger."""
        event = uuid4().hex
        place = Place("bench", "", "", thread or f"of {event}")
        replies = await self.sent(Message(event, place, ASKER, question))
        turn = await self.services.store.turn_of(event)
        return turn, _words(turn) if turn else "\n".join(b.plain for b in replies[-1].blocks if isinstance(b, Text))

    async def sent(self, event: Incoming) -> list[Reply]:
        """Return the replies to an event as they grew."""
        return [reply async for reply in self._assistant.turn(event)]

    async def answer(self, question: str, thread: str = "") -> Turn:
        """Return the turn that a question gets, in a thread or on its own."""
        turn, said = await self.told(question, thread)
        assert turn is not None, f"{question}: {said}"
        return turn

    async def ask(self, wanted: Wanted) -> bool:
        """Ask, and tell whether the answer says what it must and nothing that it must not."""
        turn, said = await self.told(wanted.question)
        text = said.casefold()
        if turn is not None:
            self.doubted += [f"{turn.question}: {c.why}" for c in turn.claims if doubts(turn, c)]
        right = all(part in text for part in wanted.must) and not any(part in text for part in wanted.must_not)
        if not right:
            self.wrong.append(wanted.question)
        return right

    async def contradictions(self, pairs: int) -> list[str]:
        """Return what the text of answers on the starter graph says otherwise than their pictures, with the question.

        Every entity and every two that an edge joins are asked about, and so many pairs besides; a question that is
        heard as one of somebody in danger has no picture (six of sixty thousand: "nausea and vomiting and blood lead").
        """
        known = starter.entities()
        joined = [(known[e.subject], known[e.object]) for e in starter.edges()]
        names, words = Names.of(list(known.values())), self.services.vocabulary
        found: list[str] = []
        every = questions_of(list(known.values()), joined, pairs)
        for question in (one for one in every if danger_in(one) is None):
            compared = Compared.of(await self.answer(question), (), names, words)
            found += [f"{question} {said}" for said in compared.contradictions()]
        for entity, questions in product(known.values(), THREADS):
            before: tuple[Turn, ...] = ()
            for asked in questions:
                turn = await self.answer(asked.format(name_in_sentence(entity)), f"about {entity.id}")
                said = Compared.of(turn, before, names, words).contradictions()
                found += [f"{' / '.join(t.question for t in (*before, turn))} {one}" for one in said]
                before = (*before, turn)
        return found


def _words(turn: Turn) -> str:
    notes = (*turn.notices, reading_line(turn), *(" ".join(row) for row in turn.table))
    return "\n".join([*(p.text for p in turn.paragraphs), *notes])


def doubts(turn: Turn, claim: Claim) -> bool:
    """Tell whether a claim took no side though its sentence does not openly say that the graph has nothing on it."""
    return claim.verdict not in SIDED and not openly_nothing(sentence_of(turn, claim))
