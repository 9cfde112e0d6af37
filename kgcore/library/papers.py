"""Papers of the graph for words that somebody has typed: which, in what order, and what each bears on. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgcore.english.agreement import join_words
from kgcore.linking.names import tokens
from kgcore.values.message import Action, Verb
from kgcore.values.model import Edge, Entity, Paper
from kgcore.values.reply import Block, Choice, Choices, Look, Notice, Papers, PaperView, Plain, Strong, Text
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence, papers_count, statement_sentence

PER_PAGE = 5
MOST_PAPERS = 500  # found by one look-up; nobody turns a hundred pages
MOST_BEARS = 4  # statements shown of one paper; the rest are counted
FOR, AGAINST = "+", "−"
_SHORT = 3  # letters of a word that says anything in a title


@dataclass(frozen=True, slots=True)
class FoundPaper:
    """A paper with the graph's statements that rest on it, those between the wanted entities first."""

    paper: Paper
    edges: tuple[Edge, ...]


def edges_by_paper(edges: Iterable[Edge], wanted: Collection[str]) -> dict[str, tuple[Edge, ...]]:
    """Return per paper (id) the edges that rest on it, those between wanted entities first, then as they came."""
    ordered = sorted({e.id: e for e in edges}.values(), key=lambda e: not _joins(e, wanted))
    found: dict[str, list[Edge]] = {}
    for edge in ordered:
        for paper in edge.publications:
            found.setdefault(paper, []).append(edge)
    return {paper: tuple(some) for paper, some in found.items()}


def rank_papers(
    text: str, wanted: Sequence[str], by_paper: Mapping[str, tuple[Edge, ...]], papers: Mapping[str, Paper]
) -> tuple[FoundPaper, ...]:
    """Return the papers in order: on two wanted entities at once, on more of them, with more of the words in their
    titles, the later ones.

    `wanted` are entity ids; papers that the graph does not describe come with their id alone.
    """
    words = {w for w in tokens(text) if len(w) >= _SHORT}
    found = [FoundPaper(papers.get(id, Paper(id)), edges) for id, edges in by_paper.items()]

    def order(one: FoundPaper) -> tuple[int, int, int, int, str]:
        touched = {end for e in one.edges for end in (e.subject, e.object)} & {*wanted}
        together = any(_joins(e, wanted) for e in one.edges)
        titled = len(words & set(tokens(one.paper.title)))
        return -together, -len(touched), -titled, -(one.paper.year or 0), one.paper.id

    return tuple(sorted(found, key=order)[:MOST_PAPERS])


def _joins(edge: Edge, wanted: Collection[str]) -> bool:
    return edge.subject in wanted and edge.object in wanted


def page_of(
    found: Sequence[FoundPaper], page: int, entities: Mapping[str, Entity], vocabulary: Vocabulary
) -> Papers | None:
    """Return one page (from 0) of what was found; None beyond the last."""
    some = found[page * PER_PAGE : (page + 1) * PER_PAGE]
    if not some:
        return None
    views = tuple(PaperView(one.paper, _bears(one.edges, entities, vocabulary)) for one in some)
    return Papers(views, page * PER_PAGE + 1, len(found))


def entities_on_page(found: Sequence[FoundPaper], page: int) -> frozenset[str]:
    """Return the ids of the entities that a page's statements name."""
    some = found[page * PER_PAGE : (page + 1) * PER_PAGE]
    return frozenset(end for one in some for e in one.edges[:MOST_BEARS] for end in (e.subject, e.object))


def _bears(
    edges: Sequence[Edge], entities: Mapping[str, Entity], vocabulary: Vocabulary
) -> tuple[tuple[str, str], ...]:
    signed = []
    for edge in edges[:MOST_BEARS]:
        ends = (entities.get(id) or Entity(id, id, "") for id in (edge.subject, edge.object))
        subject, object = ends
        words = statement_sentence(subject, vocabulary.get(edge.predicate), object)
        signed.append((AGAINST if edge.negated else FOR, words))
    more = len(edges) - MOST_BEARS
    return (*signed, ("", f"and {more} more")) if more > 0 else tuple(signed)


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def results_heading(entities: Sequence[Entity], total: int) -> Text:
    """Return what was looked for and how much was found."""
    if not entities:
        return Text((Strong("The paper of that address, and what the graph says by it."),))
    names = entities_about(entities)
    several = "both" if len(entities) == 2 else "several of them"
    first = f", those on {several} first" if len(entities) > 1 else ""
    return Text((Strong(f"{papers_count(total).capitalize()} on {names}"), Plain(f"{first}.")))


def entities_about(entities: Sequence[Entity]) -> str:
    """Return what papers are about, in words."""
    return join_words(name_in_sentence(e) for e in entities)


def sharing_line(name: str, about: str) -> Text:
    """Return who shares papers, and on what; the name is untrusted."""
    shared = f" shares papers on {about}." if about else " shares a paper."
    return Text((Strong(" ".join(name.split()) or "Somebody"), Plain(shared)))


def minus_legend(papers: Papers) -> tuple[Block, ...]:
    """Return what the minus means, where there is one."""
    denied = any(sign == AGAINST for view in papers.papers for sign, _ in view.bears)
    return (Notice(f"{FOR} a paper reports it; {AGAINST} it reports that it is not so."),) if denied else ()


def paging_buttons(
    lookup: str, page: int, total: int, *, own: bool = True, shared: bool = True, onward: str = "Next"
) -> tuple[Block, ...]:
    """Return the buttons under a page: back and `onward` on one's `own`, to show it where it is `shared`."""

    def button(label: str, verb: Verb, at: int) -> Choice:
        return Choice(label, str(Action(verb, lookup, at)), look=Look.SUBTLE)

    buttons = [button("Previous", Verb.PAGE, page - 1)] if page and own else []
    if (page + 1) * PER_PAGE < total:
        buttons.append(button(onward if own else "More of them", Verb.PAGE, page + 1))
    if own and shared:
        buttons.append(button("Share to channel", Verb.SHARE, page))
    return (Choices(tuple(buttons)),) if buttons else ()


def why_nothing_found(text: str, entities: Sequence[Entity], near: Sequence[Entity]) -> str:
    """Return why nothing was found: what was looked for, and the nearest names."""
    if entities:
        return f"The graph has no paper on {join_words((name_in_sentence(e) for e in entities), 'or')}."
    looked = f"Nothing in the graph is called “{text}”, so there are no papers on it here."
    names = join_words((f"“{e.name}”" for e in near), "or")
    return f"{looked} The nearest names: {names}." if near else looked
