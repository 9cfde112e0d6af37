"""What a paper of the library says, proposed to the graph from the chat; it waits for a reviewer like all proposals."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from kgcore.curation.articles import AnnotatedArticle
from kgcore.curation.layer import PAPER_IDS, Act, ActKind, ProposalKind
from kgcore.curation.learning import Lessons, fact_of
from kgcore.curation.proposals import Proposal
from kgcore.errors import GraphError, InputError
from kgcore.library.model import Article
from kgcore.presentation.replies import refusal_reply
from kgcore.presentation.reviewing import proposed_reply
from kgcore.turn.curating import ArticleReader, annotated_article
from kgcore.turn.reviewing import NOT_KEPT, fact_words, new_act
from kgcore.turn.services import Services, person_key, record_deed
from kgcore.values.audit import Deed
from kgcore.values.message import Click
from kgcore.values.model import shown_id
from kgcore.values.reply import Reply
from kgcore.values.text import clean_line

MOST_PROPOSED = 20  # facts of one paper, the surest
GRAPH_AWAY = "The graph could not be reached, so nothing was proposed; please try again in a moment."


async def propose_paper(services: Services, event: Click, article: Article) -> Reply:
    """Propose what an abstract says, and show what became of each fact. Raises StoreError."""
    if services.acts is None:
        return refusal_reply(NOT_KEPT)
    read = annotated_article(article)
    try:
        lessons = Lessons.of(await asyncio.to_thread(services.acts.layer))
        facts = await _read(services, event, read, lessons) if read is not None else ()
        acts = _acts(event, article, facts[:MOST_PROPOSED])
        done = await asyncio.to_thread(services.acts.add_all, acts) if acts else ()
        made = [act for act in done if not isinstance(act, InputError)]
        said = [(await fact_words(services.graph, services.vocabulary, act), kind_words(act)) for act in made]
    except GraphError:
        return refusal_reply(GRAPH_AWAY)
    if made:
        what = f"proposed {len(made)} from {article.id} to graph {services.graph.info.name}"
        await record_deed(services.store, event, Deed.REVIEWED, what)
    title = clean_line(article.title) or shown_id(article.id)
    return proposed_reply(title, said, len(acts) - len(made), made[0].number if made else 0)


async def _read(services: Services, event: Click, article: AnnotatedArticle, lessons: Lessons) -> tuple[Proposal, ...]:
    """Return what an article proposes: as the model of the thread reads it, where it has one that answers in time."""
    name = await services.store.chosen_model(event.place.key)
    model, _ = await services.model_for(event.place.key, person_key(event), name)
    plain = ArticleReader(services.graph, services.vocabulary, lessons=lessons)
    if model is not services.graph_alone:
        reader = ArticleReader(services.graph, services.vocabulary, lessons=lessons, model=model)
        with suppress(TimeoutError):
            async with asyncio.timeout(services.deadline):
                return (await reader.read([article]))[0]
    return (await plain.read([article]))[0]


def _acts(event: Click, article: Article, facts: Sequence[Proposal]) -> list[Act]:
    by, papers = clean_line(event.person.name) or event.person.id, tuple(i for i in article.ids if _is_paper(i))[:1]
    made = (replace(fact_of(p), papers=papers) for p in facts)
    return [new_act(ActKind.PROPOSED, by, fact=fact, person=person_key(event)) for fact in made]


def _is_paper(id: str) -> bool:
    return id.startswith(PAPER_IDS)


_KINDS = {
    ProposalKind.KNOWN: "the graph says so already; this adds a paper",
    ProposalKind.NEW: "new to the graph",
    ProposalKind.AGAINST: "against what the graph says",
}


def kind_words(act: Act) -> str:
    """Return how a proposed fact stands to the graph, in words."""
    return _KINDS[act.fact.kind] if act.fact is not None else ""
