"""Looks papers up for words that somebody has typed: in the library where there is one, else in the graph."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from kgcore.errors import GraphError, InputError, LibraryError
from kgcore.library.ids import any_id
from kgcore.library.model import Article, LibraryQuery
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
from kgcore.library.query import parse_query, typed_query
from kgcore.library.views import (
    ClaimInPapers,
    claims_in_papers_blocks,
    hit_view,
    library_heading,
    like_heading,
    paper_choices,
    paper_of,
    search_form,
    searched_as,
)
from kgcore.library.words import plain_words
from kgcore.presentation.claims import is_open, statement_inlines
from kgcore.presentation.replies import STALE, notice_reply, refusal_reply
from kgcore.turn.browsing import find_by_name, find_nearest
from kgcore.turn.papers import PaperSearch
from kgcore.turn.services import Services, note_id, person_key
from kgcore.values.message import Click, Command, FoundPapers, Lookup, Person, Place
from kgcore.values.model import Edge, Entity, shown_id
from kgcore.values.reply import Notice, Papers, Reply, Text, Tone
from kgcore.values.text import clean_line
from kgcore.values.thread import Turn

MOST_ENTITIES = 5  # of a query
AROUND = 1000  # neighbours of each whose papers are looked at, the best-documented
MOST_DESCRIBED = 3000  # papers that are put in order
LONGEST_QUERY = 300  # characters of a query
NO_WORDS = "Please name what you look for papers on, such as: literature vitamin E Alzheimer's disease."
MOST_OPEN = 5  # claims of an answer that are looked up in the library
MOST_HITS = 50  # papers of the library that can be paged through
OF_RESULT = 1  # sentences of a paper in a list of results
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
    ids: tuple[str, ...] = ()  # of the library's papers on it
    notices: tuple[Notice, ...] = ()
    title: str = ""  # where what was typed would say nothing to anybody


class Literature:
    """Finds papers for words that somebody has typed."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def look_up(self, command: Command) -> Reply:
        """Return the first page, for the person alone; its buttons point to the look-up, which is kept."""
        return await self._begun(command, _line(command.text))

    async def search(self, click: Click) -> Reply:
        """Return the first page of what the form of fields asks for."""
        fields = {name: " ".join(click.field(name)) for name in ("text", "scope", "words", "year", "design")}
        try:
            text = typed_query(fields)
        except InputError as exc:
            return refusal_reply(str(exc))
        return await self._begun(click, _line(text))

    async def like(self, click: Click, note: FoundPapers, index: int) -> Reply:
        """Return the papers that are like one that was found."""
        return await self._begun(click, f"like:{note.ids[index]}")

    async def _begun(self, event: Command | Click, text: str) -> Reply:
        person, thread = person_key(event), event.place.key
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
        shared, onward = Place.of_key(note.thread).shared, "More" if shown.ids else "Next"
        buttons = paging_buttons(note.id, page, shown.papers.total, shared=shared, onward=onward)
        legend = minus_legend(shown.papers)
        papers = await self._with_choices(shown, note, page)
        form = (search_form(note.id),) if self._services.papers is not None else ()
        blocks = (shown.heading, papers, *legend, *shown.notices, *buttons, *form)
        return Reply("", shown.title or note.text, blocks, private=True)

    async def _with_choices(self, shown: LiteraturePage, note: Lookup, page: int) -> Papers:
        """Return a page's papers with what can be done with each; which they are is kept, so that it works later."""
        if not shown.ids:
            return shown.papers
        kept = FoundPapers(
            note_id(note.thread, note.person, *shown.ids), note.thread, note.person, note.text, shown.ids, page
        )
        await self._services.store.keep_note(kept)
        views = (replace(v, choices=paper_choices(kept.id, n)) for n, v in enumerate(shown.papers.papers))
        return replace(shown.papers, papers=tuple(views))

    async def share(self, note: Lookup, page: int, person: Person) -> Reply:
        """Return the same page for everybody, with who shares it."""
        shown = await self._shown(note.text, page)
        if isinstance(shown, Reply):
            return shown
        words = sharing_line(person.name, shown.about)
        more = paging_buttons(note.id, page, shown.papers.total, own=False)
        return Reply("", shown.title or note.text, (words, shown.papers, *minus_legend(shown.papers), *more))

    async def papers(self, text: str, page: int) -> Reply:
        """Return the papers of a page alone, or a notice where there are none."""
        shown = await self._shown(_line(text), page)
        return shown if isinstance(shown, Reply) else Reply("", _line(text), (shown.papers,), private=True)

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
        found = await self._from_library(text, page)
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

    async def _from_library(self, text: str, page: int) -> LiteraturePage | Reply | None:
        """Return a page of what the library has, each paper with its best sentence; None where it has nothing."""
        search = self._services.papers
        if search is None or search.library is None:
            return None
        try:
            query = parse_query(text)
            wide = await search.widened(query, self._services.graph)
            hits = await search.hits(wide.query, MOST_HITS)
            some = hits[page * PER_PAGE : (page + 1) * PER_PAGE]
            words = await _sought(search, wide.query)
            found = [await search.excerpts(hit.article.id, words, OF_RESULT) for hit in some]
            pattern = (await search.described([query.like])).get(query.like) if query.like else None
        except InputError as exc:
            return refusal_reply(str(exc))
        except LibraryError:
            return refusal_reply(LIBRARY_AWAY)
        if not hits:
            return notice_reply(_none_fits(text, pattern)) if query.is_of_a_library else None
        if not some:
            return refusal_reply(STALE)
        stems = _stems(wide.query, words)
        views = (hit_view(hit, passages, stems) for hit, passages in zip(some, found, strict=True))
        papers = Papers(tuple(views), page * PER_PAGE + 1, len(hits))
        ids = tuple(hit.article.id for hit in some)
        notices = searched_as(wide.corrected, wide.synonyms)
        if pattern is not None:
            named = f"“{clean_line(pattern.title) or shown_id(pattern.id)}”"
            title = f"Papers like {named}"
            return LiteraturePage(
                like_heading(pattern, len(hits), MOST_HITS), papers, f"the subject of {named}", ids, notices, title
            )
        return LiteraturePage(library_heading(text, len(hits), MOST_HITS), papers, f"“{text}”", ids, notices)

    async def _looked(self, text: str) -> LiteratureResult:
        graph = self._services.graph
        named = await self._named_paper(text)
        if named is not None:
            return LiteratureResult(text, papers=(named,))
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

    async def _named_paper(self, text: str) -> FoundPaper | None:
        """Return the one paper whose address or id (PubMed's, a DOI) the text is, with what the graph rests on it; None
        for other words, and for papers that the graph does not have. Raises GraphError.
        """
        graph, id = self._services.graph, "" if text.strip().isdigit() else any_id(text)
        if not id:
            return None
        written = f"{id[:4]}{text[text.lower().find(id[4:]) :].strip()}" if id.startswith("DOI:") else id
        known = await graph.papers({id, written})
        paper = known.get(written) or known.get(id)
        if paper is None:
            return None
        return FoundPaper(paper, await self._edges_on({paper.id}, paper.title))

    async def resting_on(self, article: Article) -> FoundPaper:
        """Return the graph's statements about things of a paper's title that rest on it. Raises GraphError."""
        known = await self._services.graph.papers(article.ids)
        ids = {id for id in article.ids if id in known}
        return FoundPaper(paper_of(article), await self._edges_on(ids, article.title) if ids else ())

    async def _edges_on(self, papers: Collection[str], title: str) -> tuple[Edge, ...]:
        graph = self._services.graph
        entities = [e.id for e in await self._meant(title)] if title else []
        edges = [e for n in (await graph.neighbourhoods(entities, AROUND)).values() for o in n.best for e in o.edges]
        pairs = list(combinations(entities, 2))
        edges += [e for some in (await graph.edges_between(pairs) if pairs else {}).values() for e in some]
        by_paper = edges_by_paper(edges, entities)
        return tuple({e.id: e for paper in papers for e in by_paper.get(paper, ())}.values())

    async def named_in(self, text: str) -> tuple[Entity, ...]:
        """Return the entities that a text names, in their order. Raises GraphError."""
        (spots,) = await self._services.graph.spot([text])
        found = [meant[0].entity for _, _, meant in sorted(spots, key=lambda s: s[0]) if meant]
        return tuple({e.id: e for e in found}.values())

    async def _meant(self, text: str) -> tuple[Entity, ...]:
        """Return the entities that the words name, in their order; else what the whole of them means."""
        (spots,) = await self._services.graph.spot([text])
        spotted = [meant[0].entity for _, _, meant in sorted(spots, key=lambda s: s[0]) if meant]
        some: Sequence[Entity] = spotted or (await find_by_name(self._services.graph, text))[:1]
        return tuple({e.id: e for e in some}.values())[:MOST_ENTITIES]


def _stems(query: LibraryQuery, words: str) -> frozenset[str]:
    """Return the stems of what is looked for, and of its other names."""
    names = (name for term in query.terms for name in (term.text, *term.also))
    return frozenset(word for text in (words, *names) for word in plain_words(text))


async def _sought(search: PaperSearch, query: LibraryQuery) -> str:
    """Return the words that sentences are to bear on: those of a query, or the title of the paper to be like."""
    words = " ".join(term.text for term in query.terms if not term.added)
    pattern = (await search.described([query.like])).get(query.like) if query.like and not words else None
    return pattern.title if pattern else words


def _line(text: str) -> str:
    return " ".join(text.replace("\x00", " ").split())[:LONGEST_QUERY]


def _none_fits(text: str, pattern: Article | None) -> str:
    """Return that the library has nothing of what was asked for in its own terms, which the graph does not know."""
    if pattern is not None:
        return f"The library has no other paper like “{clean_line(pattern.title) or shown_id(pattern.id)}”."
    return f"No paper of the library fits “{text}”."
