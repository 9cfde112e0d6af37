"""Looks around the graph without a question: what lies about an entity, what a typed name means, papers on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from kgcore.drawing.text import shorten_label
from kgcore.errors import GraphError, InputError, LibraryError
from kgcore.library.papers import (
    PER_PAGE,
    FoundPaper,
    edges_by_paper,
    entities_about,
    entities_on_page,
    minus_legend,
    page_of,
    paging_buttons,
    rank_papers,
    results_heading,
    sharing_line,
    why_nothing_found,
)
from kgcore.library.query import parse_query
from kgcore.library.views import ClaimInPapers, claims_in_papers_blocks, hit_view, library_heading, passages_button
from kgcore.linking.linking import linked_candidates
from kgcore.ports import KnowledgeGraph
from kgcore.presentation.claims import is_open, statement_inlines
from kgcore.presentation.replies import STALE, notice_reply, refusal_reply
from kgcore.turn.services import Services, note_id, person_key
from kgcore.values.message import Command, Lookup, Person
from kgcore.values.model import Edge, Entity, Match, Mention, Neighbour, Neighbourhood, Path
from kgcore.values.reply import Notice, Papers, Reply, Text, Tone
from kgcore.values.thread import Turn
from kgcore.vocabulary.types import type_words

MOST_AROUND = 60  # neighbours that are kept
OF_EACH_TYPE = 5  # of them, so that no type goes without
LOOKED_AT = 240
MOST_COUNTED = 5_000  # neighbours whose types are looked up; beyond, only those looked at have one
MOST_WAYS = 5
LONGEST_NAME = 200  # characters
_SURE = 0.05  # candidates this much worse than the best are not meant
_SHOWN = 40  # characters of another name
_SHORT = 3  # letters from which names near to what is typed are sought, too


@dataclass(frozen=True, slots=True)
class BrowseResult:
    """One or two entities; what lies around the first (the best-documented first, of every type some).

    `counts` are all its neighbours by type, most first, those of no known type ("") last. `direct` and `ways` join the
    two.
    """

    focus: tuple[Entity, ...] = ()
    around: tuple[Neighbour, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    direct: tuple[Edge, ...] = ()
    ways: tuple[Path, ...] = ()


async def fetch_neighbourhood(graph: KnowledgeGraph, ids: Sequence[str]) -> BrowseResult:
    """Return what lies around `ids[0]`, and what joins it to `ids[1]`; nothing for unknown ids. Raises GraphError."""
    known = await graph.entities(ids[:2])
    focus = tuple(known[id] for id in dict.fromkeys(ids[:2]) if id in known)
    if not focus:
        return BrowseResult()
    centre = focus[0].id
    near = (await graph.neighbourhoods([centre], LOOKED_AT)).get(centre, Neighbourhood(centre, frozenset(), ()))
    counts = await _counts(graph, near)
    if len(focus) < 2:
        return BrowseResult(focus, _best(near.best), counts)
    pair = (centre, focus[1].id)
    direct = (await graph.edges_between([pair])).get(pair, ())
    ways = (await graph.paths([pair], MOST_WAYS)).get(pair, ())
    return BrowseResult(focus, _best(near.best), counts, direct, ways)


def _best(near: Sequence[Neighbour]) -> tuple[Neighbour, ...]:
    """Return the best neighbours in their order, the best of every type among them."""
    taken: Counter[str] = Counter()
    first: list[int] = []
    for n, neighbour in enumerate(near):
        taken[neighbour.entity.type] += 1
        if taken[neighbour.entity.type] <= OF_EACH_TYPE:
            first.append(n)
    chosen = {*first[:MOST_AROUND]}
    chosen.update([n for n in range(len(near)) if n not in chosen][: MOST_AROUND - len(chosen)])
    return tuple(neighbour for n, neighbour in enumerate(near) if n in chosen)


async def _counts(graph: KnowledgeGraph, near: Neighbourhood) -> tuple[tuple[str, int], ...]:
    missing = near.ids - {n.entity.id for n in near.best}
    rest = await graph.entities(missing) if missing and len(missing) <= MOST_COUNTED else {}
    counted = Counter([n.entity.type for n in near.best] + [e.type for e in rest.values()])
    unknown = len(near.ids) - counted.total()
    if unknown > 0:
        counted[""] += unknown
    return tuple(sorted(counted.items(), key=lambda one: (not one[0], -one[1], one[0])))


async def find_by_name(graph: KnowledgeGraph, text: str) -> tuple[Entity, ...]:
    """Return what a typed name (or an id) means, the likeliest first; several where it is not plain which.

    None where the graph knows nothing of that name: see `find_nearest`. Raises GraphError.
    """
    name = " ".join(text.split())[:LONGEST_NAME]
    by_id = await graph.entities([name]) if name else {}
    if by_id or not name:
        return tuple(by_id.values())
    (ranking,) = await graph.rank([Mention(name)])
    meant = linked_candidates(ranking)
    return tuple(c.entity for c in meant if c.score > meant[0].score - _SURE) if meant else ()


async def find_nearest(graph: KnowledgeGraph, text: str, top: int = 3) -> tuple[Entity, ...]:
    """Return entities whose names come near a name that means none. Raises GraphError."""
    return (await suggest_names(graph, text[:LONGEST_NAME]))[:top]


async def suggest_names(graph: KnowledgeGraph, text: str, top: int = 8) -> tuple[Entity, ...]:
    """Return entities whose names begin with what is typed, then those near to it.

    What is near by meaning alone is no completion; it is returned where there is nothing else. Raises GraphError.
    """
    typed = " ".join(text.split())[:LONGEST_NAME]
    if not typed:
        return ()
    begun = list(await graph.complete(typed, top))
    if len(begun) < top and len(typed) >= _SHORT:
        (ranking,) = await graph.rank([Mention(typed)], top)
        near = [c.entity for c in ranking.candidates if not begun or c.match is not Match.SEMANTIC]
        begun += near
    named = [e for e in begun if e.name.lower().startswith(typed.lower())]
    return tuple({e.id: e for e in (*named, *begun)}.values())[:top]


def entity_hint(entity: Entity, text: str) -> str:
    """Return an entity's type in words, and by which other name it was found where its own does not say why."""
    typed, kind = " ".join(text.split()).lower(), type_words(entity.type, plural_form=False)
    if entity.name.lower().startswith(typed):
        return kind
    other = next((s for s in entity.synonyms if s.lower().startswith(typed)), "")
    return f"{kind}, also “{shorten_label(other, _SHOWN)}”" if other else kind


# ── papers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


MOST_ENTITIES = 5  # of a query
AROUND = 1000  # neighbours of each whose papers are looked at, the best-documented
MOST_DESCRIBED = 3000  # papers that are put in order
LONGEST_QUERY = 300  # characters of a query
NO_WORDS = "Please name what you look for papers on, such as: literature vitamin E Alzheimer's disease."
MOST_OPEN = 5  # claims of an answer that are looked up in the library
MOST_HITS = 50  # papers of the library that can be paged through
OF_RESULT, OF_PAPER = 1, 4  # sentences of a paper: in a list of results, and where they were asked for
OUTSIDE_AWAY = "PubMed could not be reached just now, so its papers are missing here."
LIBRARY_AWAY = "The library of papers could not be read just now; please try again in a moment."
UNREACHED = "The graph could not be reached, so no papers were looked up; please try again in a moment."


@dataclass(frozen=True, slots=True)
class LiteratureResult:
    """What a query was taken to mean, and its papers in order; where there are none, names near to it."""

    text: str
    entities: tuple[Entity, ...] = ()
    papers: tuple[FoundPaper, ...] = ()
    near: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class LiteraturePage:
    """A page of papers: what stands over it, and what they are about, in words."""

    heading: Text
    papers: Papers
    about: str
    from_library: bool = False


class Literature:
    """Finds papers for words that somebody has typed."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def look_up(self, command: Command) -> Reply:
        """Return the first page, for the person alone; its buttons point to the look-up, which is kept."""
        text = _line(command.text)
        person, thread = person_key(command), command.place.key
        note = Lookup(note_id(thread, person, text), thread, person, text)
        reply = await self.page(note, 0)
        if any(isinstance(b, Papers) for b in reply.blocks):
            await self._services.store.keep_note(note)
        return reply

    async def page(self, note: Lookup, page: int) -> Reply:
        """Return a page of a look-up, for the person alone."""
        shown = await self._shown(note.text, page)
        if isinstance(shown, Reply):
            return shown
        buttons = paging_buttons(note.id, page, shown.papers.total)
        more = (passages_button(note.id, page),) if shown.from_library else ()
        legend = minus_legend(shown.papers)
        return Reply("", note.text, (shown.heading, shown.papers, *legend, *more, *buttons), private=True)

    async def share(self, note: Lookup, page: int, person: Person) -> Reply:
        """Return the same page for everybody, with who shares it."""
        shown = await self._shown(note.text, page)
        if isinstance(shown, Reply):
            return shown
        words = sharing_line(person.name, shown.about)
        more = paging_buttons(note.id, page, shown.papers.total, sharing=False)
        return Reply("", note.text, (words, shown.papers, *minus_legend(shown.papers), *more))

    async def papers(self, text: str, page: int) -> Reply:
        """Return the papers of a page alone, or a notice where there are none."""
        shown = await self._shown(_line(text), page)
        return shown if isinstance(shown, Reply) else Reply("", _line(text), (shown.papers,), private=True)

    async def passages(self, note: Lookup, page: int) -> Reply:
        """Return the papers of a page of the library with more of their sentences, for the person alone."""
        shown = await self._from_library(note.text, page, OF_PAPER)
        if shown is None:
            return refusal_reply(STALE)
        return shown if isinstance(shown, Reply) else Reply("", note.text, (shown.heading, shown.papers), private=True)

    async def on_claims(self, turn: Turn, numbers: Mapping[str, int]) -> Reply:
        """Return what the library's papers say of the claims that the graph leaves open, for the person alone."""
        search, open_claims = self._services.papers, [c for _, c in turn.counted if is_open(c)]
        if search is None or not open_claims:
            return refusal_reply(STALE)
        found: list[ClaimInPapers] = []
        reached = True
        try:
            for claim in open_claims[:MOST_OPEN]:
                some = await search.on_claim(claim)
                statement = statement_inlines(claim, numbers, self._services.vocabulary)
                found.append(ClaimInPapers(statement, some.papers, some.sentences))
                reached = reached and some.reached
        except LibraryError:
            return refusal_reply(LIBRARY_AWAY)
        away = () if reached else (Notice(OUTSIDE_AWAY, Tone.WARNING),)
        return Reply("", turn.question, (*claims_in_papers_blocks(found), *away), private=True)

    async def papers_on(self, text: str) -> LiteratureResult:
        """Return what the words were taken to mean, and all papers of the graph on it in order. Raises GraphError."""
        return await self._looked(_line(text))

    async def _shown(self, text: str, page: int) -> LiteraturePage | Reply:
        """Return a page of the library's papers; of the graph's where the library has none, or there is no library."""
        if not any(c.isalnum() for c in text):
            return refusal_reply(NO_WORDS)
        found = await self._from_library(text, page, OF_RESULT)
        if found is not None:
            return found
        try:
            looked = await self._looked(text)
            if not looked.papers:
                return notice_reply(why_nothing_found(text, looked.entities, looked.near))
            entities = await self._services.graph.entities(entities_on_page(looked.papers, page))
        except GraphError:
            return refusal_reply(UNREACHED)
        papers = page_of(looked.papers, page, entities, self._services.vocabulary)
        if papers is None:
            return refusal_reply(STALE)
        heading = results_heading(looked.entities, len(looked.papers))
        return LiteraturePage(heading, papers, entities_about(looked.entities))

    async def _from_library(self, text: str, page: int, sentences: int) -> LiteraturePage | Reply | None:
        """Return a page of what the library has, each paper with so many sentences; None where it has nothing."""
        search = self._services.papers
        if search is None:
            return None
        try:
            query = parse_query(text)
            hits = await search.hits(query, MOST_HITS)
            some = hits[page * PER_PAGE : (page + 1) * PER_PAGE]
            words = " ".join(term.text for term in query.terms)
            found = [await search.passages_of(hit.article.id, words, sentences) for hit in some]
        except InputError as exc:
            return refusal_reply(str(exc))
        except LibraryError:
            return refusal_reply(LIBRARY_AWAY)
        if not hits:
            return None
        if not some:
            return refusal_reply(STALE)
        papers = Papers(tuple(map(hit_view, some, found)), page * PER_PAGE + 1, len(hits))
        return LiteraturePage(library_heading(text, len(hits), MOST_HITS), papers, f"“{text}”", from_library=True)

    async def _looked(self, text: str) -> LiteratureResult:
        graph = self._services.graph
        entities = await self._meant(text)
        if not entities:
            return LiteratureResult(text, near=await find_nearest(graph, text))
        ids = [e.id for e in entities]
        neighbourhoods = await graph.neighbourhoods(ids, AROUND)
        edges = [e for neighbourhood in neighbourhoods.values() for n in neighbourhood.best for e in n.edges]
        pairs = list(combinations(ids, 2))
        if pairs:
            edges += [e for some in (await graph.edges_between(pairs)).values() for e in some]
        by_paper = edges_by_paper(edges, ids)
        described = await graph.papers(list(by_paper)[:MOST_DESCRIBED]) if by_paper else {}
        return LiteratureResult(text, entities, rank_papers(text, ids, by_paper, described))

    async def _meant(self, text: str) -> tuple[Entity, ...]:
        """Return the entities that the words name, in their order; else what the whole of them means."""
        (spots,) = await self._services.graph.spot([text])
        spotted = [meant[0].entity for _, _, meant in sorted(spots, key=lambda s: s[0]) if meant]
        some: Sequence[Entity] = spotted or (await find_by_name(self._services.graph, text))[:1]
        return tuple({e.id: e for e in some}.values())[:MOST_ENTITIES]


def _line(text: str) -> str:
    return " ".join(text.replace("\x00", " ").split())[:LONGEST_QUERY]
