"""Looks papers up in the graph, page by page; what was looked up is kept, so that its buttons work later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from kgcore.errors import GraphError
from kgcore.literature import Found, cited, heading, legend, needed, nothing, page_of, paging, ranked, shared
from kgcore.message import Command, Person
from kgcore.model import Entity
from kgcore.notes import Lookup
from kgcore.replies import STALE, notice, refusal
from kgcore.reply import Papers, Reply
from kgcore.turn.browsing import found, nearest
from kgcore.turn.engine import Engine
from kgcore.turn.people import note_id, who

MOST_ENTITIES = 5  # of a query
AROUND = 1000  # neighbours of each whose papers are looked at, the best-documented
MOST_DESCRIBED = 3000  # papers that are put in order
LONGEST = 300  # characters of a query
NO_WORDS = "Please name what you look for papers on, such as: literature vitamin E Alzheimer's disease."
UNREACHED = "The graph could not be reached, so no papers were looked up; please try again in a moment."


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What a query was taken to mean, and its papers in order; where there are none, names near to it."""

    text: str
    entities: tuple[Entity, ...] = ()
    papers: tuple[Found, ...] = ()
    near: tuple[Entity, ...] = ()


class Literature:
    """Finds papers for words that somebody has typed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def look_up(self, command: Command) -> Reply:
        """Return the first page, for the person alone; its buttons point to the look-up, which is kept."""
        text = _line(command.text)
        person, thread = who(command), command.place.key
        note = Lookup(note_id(thread, person, text), thread, person, text)
        reply = await self.page(note, 0)
        if any(isinstance(b, Papers) for b in reply.blocks):
            await self._engine.store.keep_note(note)
        return reply

    async def page(self, note: Lookup, page: int) -> Reply:
        """Return a page of a look-up, for the person alone."""
        shown = await self._shown(note.text, page)
        if isinstance(shown, Reply):
            return shown
        looked, papers = shown
        words = heading(looked.entities, len(looked.papers))
        buttons = paging(note.id, page, len(looked.papers))
        return Reply("", note.text, (words, papers, *legend(papers), *buttons), private=True)

    async def share(self, note: Lookup, page: int, person: Person) -> Reply:
        """Return the same page for everybody, with who shares it."""
        shown = await self._shown(note.text, page)
        if isinstance(shown, Reply):
            return shown
        looked, papers = shown
        words = shared(person.name, looked.entities)
        more = paging(note.id, page, len(looked.papers), sharing=False)
        return Reply("", note.text, (words, papers, *legend(papers), *more))

    async def papers(self, text: str, page: int) -> Reply:
        """Return the papers of a page alone, or a notice where there are none."""
        shown = await self._shown(_line(text), page)
        return shown if isinstance(shown, Reply) else Reply("", _line(text), (shown[1],), private=True)

    async def _shown(self, text: str, page: int) -> tuple[LookedUp, Papers] | Reply:
        try:
            looked = await self._looked(text) if any(c.isalnum() for c in text) else None
            if looked is None:
                return refusal(NO_WORDS)
            if not looked.papers:
                return notice(nothing(text, looked.entities, looked.near))
            entities = await self._engine.graph.entities(needed(looked.papers, page))
        except GraphError:
            return refusal(UNREACHED)
        papers = page_of(looked.papers, page, entities, self._engine.vocabulary)
        return (looked, papers) if papers is not None else refusal(STALE)

    async def _looked(self, text: str) -> LookedUp:
        graph = self._engine.graph
        entities = await self._meant(text)
        if not entities:
            return LookedUp(text, near=await nearest(graph, text))
        ids = [e.id for e in entities]
        hoods = await graph.neighbourhoods(ids, AROUND)
        edges = [e for hood in hoods.values() for n in hood.best for e in n.edges]
        pairs = list(combinations(ids, 2))
        if pairs:
            edges += [e for some in (await graph.edges_between(pairs)).values() for e in some]
        by_paper = cited(edges, ids)
        described = await graph.papers(list(by_paper)[:MOST_DESCRIBED]) if by_paper else {}
        return LookedUp(text, entities, ranked(text, ids, by_paper, described))

    async def _meant(self, text: str) -> tuple[Entity, ...]:
        """Return the entities that the words name, in their order; else what the whole of them means."""
        (spots,) = await self._engine.graph.spot([text])
        spotted = [meant[0].entity for _, _, meant in sorted(spots, key=lambda s: s[0]) if meant]
        some: Sequence[Entity] = spotted or (await found(self._engine.graph, text))[:1]
        return tuple({e.id: e for e in some}.values())[:MOST_ENTITIES]


def _line(text: str) -> str:
    return " ".join(text.replace("\x00", " ").split())[:LONGEST]
