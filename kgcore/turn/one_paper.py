"""What can be done with one paper of the library: its sentences, questions to it, what the graph has, one's list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgcore.errors import GraphError, LibraryError
from kgcore.library.fields import section_text
from kgcore.library.ids import ids_in_text
from kgcore.library.model import Article, Passage, Status
from kgcore.library.papers import minus_legend, page_of
from kgcore.library.views import answer_blocks, back_choice, paper_of, passages_blocks
from kgcore.library.words import plain_words, words_like
from kgcore.presentation.replies import STALE, bookmarks_from_actions, notice_reply, refusal_reply
from kgcore.turn.literature import LIBRARY_AWAY, UNREACHED, Literature
from kgcore.turn.news import told_note
from kgcore.turn.services import Services, note_id, person_key
from kgcore.values.actions import ActionRecord, Bookmarked
from kgcore.values.message import Action, Click, FoundPapers, Meant, Verb
from kgcore.values.model import Entity, shown_id
from kgcore.values.reply import Block, Choice, Choices, Look, Notice, Papers, Plain, Reply, Strong, Text
from kgcore.values.text import clean_line
from kgcore.vocabulary.types import type_words

OF_PAPER = 4  # sentences of a paper that are shown
MOST_STATEMENTS = 5  # things of the graph that can be browsed from
LONGEST_CHECKED = 4_000  # characters of an abstract
NO_ABSTRACT = "The library has no abstract of this paper, so there is nothing to check."
NOTHING_THERE = "No statement in the graph relies on this paper."
NO_QUESTION = "Please write what you want to know."
ON_LIST, OFF_LIST = "The paper is on your list now.", "The paper was taken off your list."


class OnePaper:
    """Does what the buttons under a paper say."""

    def __init__(self, services: Services, literature: Literature) -> None:
        self._services = services
        self._literature = literature

    async def shown(self, click: Click, note: FoundPapers, action: Action) -> Reply:
        """Return what a press shows, for the person alone. Raises StoreError."""
        if action.index >= len(note.ids):
            return refusal_reply(STALE)
        if action.verb is Verb.KEEP_PAPER:
            return await self._keep(click, note.ids[action.index])
        try:
            article = await self.article(note.ids[action.index])
        except LibraryError:
            return refusal_reply(LIBRARY_AWAY)
        if article is None:
            return refusal_reply(STALE)
        match action.verb:
            case Verb.PASSAGES:
                words = _sought(article, note.text)
                found = await self._passages(article, words)
                blocks = passages_blocks(article, note.id, action.index, found, words, _back(note))
                return Reply("", clean_line(article.title) or note.text, blocks, private=True)
            case Verb.LIKE:
                return await self._literature.like(click, note, action.index)
            case Verb.GRAPH_ON:
                return await self._graph_on(click, article, _back(note))
            case Verb.ASK_PAPER:
                question = clean_line(" ".join(click.field("text")))
                return replace(await self.answer(article, question), private=True)
            case _:
                return refusal_reply(STALE)

    async def article(self, id: str) -> Article | None:
        """Return a paper of the library, whole. Raises LibraryError."""
        return await self._services.papers.article(id) if self._services.papers is not None else None

    async def abstract(self, note: FoundPapers, index: int) -> tuple[str, str]:
        """Return a paper's title, and what its abstract says, to be checked; ("", why) where there is none."""
        try:
            article = await self.article(note.ids[index]) if index < len(note.ids) else None
        except LibraryError:
            return "", LIBRARY_AWAY
        if article is None:
            return "", STALE
        text = clean_line(" ".join(section.text for section in article.abstract))[:LONGEST_CHECKED]
        return (clean_line(article.title) or shown_id(article.id), text) if text else ("", NO_ABSTRACT)

    async def answer(self, article: Article, question: str) -> Reply:
        """Return a question about a paper with the paper's own sentences that bear on it."""
        if not any(c.isalnum() for c in question):
            return refusal_reply(NO_QUESTION)
        sought = _without_ids(question)
        found = await self._passages(article, sought)
        return Reply("", question, answer_blocks(article, question, _bearing(sought, found)))

    async def asked_by_id(self, question: str) -> Article | None:
        """Return the paper of the library that a question names by its id, if it asks something of it; else None."""
        if self._services.papers is None or self._services.papers.library is None:
            return None
        if not plain_words(_without_ids(question)):
            return None
        for _, _, id in ids_in_text(question):
            try:
                article = await self.article(id)
            except LibraryError:
                return None
            if article is not None:
                return article
        return None

    async def _passages(self, article: Article, words: str) -> Sequence[Passage]:
        assert self._services.papers is not None  # noqa: S101
        return await self._services.papers.excerpts(
            article.id, words if plain_words(words) else article.title, OF_PAPER
        )

    async def _graph_on(self, click: Click, article: Article, back: Choice) -> Reply:
        """Return the graph's statements that rest on a paper, and the things of its title to browse from."""
        try:
            found = await self._literature.resting_on(article)
            things = await self._literature.named_in(f"{article.title} {section_text(article.abstract)}"[:2000])
            known = await self._services.graph.entities({end for e in found.edges for end in (e.subject, e.object)})
        except GraphError:
            return refusal_reply(UNREACHED)
        page = page_of([found], 0, known, self._services.vocabulary) if found.edges else None
        title = Text(
            (Strong("What the graph has from "), Plain(f"“{clean_line(article.title) or shown_id(article.id)}”."))
        )
        blocks: list[Block] = [title]
        if page is not None:
            view = replace(page.papers[0], paper=paper_of(article))
            blocks += [Papers((view,), 1, 1), *minus_legend(page)]
        else:
            blocks.append(Notice(NOTHING_THERE))
        blocks += await self._ways_on(click, things)
        return Reply("", article.title, (*blocks, Choices((back,))), private=True)

    async def _ways_on(self, click: Click, things: Sequence[Entity]) -> Sequence[Choices]:
        """Return buttons that browse the graph from what a paper names."""
        some = things[:MOST_STATEMENTS]
        if not some:
            return ()
        person, thread = person_key(click), click.place.key
        ids = tuple((e.id,) for e in some)
        note = Meant(note_id(thread, person, "named", *(e.id for e in some)), thread, person, ids)
        await self._services.store.keep_note(note)
        buttons = (
            Choice(
                e.name, str(Action(Verb.BROWSE, note.id, n)), type_words(e.type, plural_form=False), look=Look.SUBTLE
            )
            for n, e in enumerate(some)
        )
        return (Choices(tuple(buttons), title="It mentions these, which are in the graph"),)

    async def _keep(self, click: Click, id: str) -> Reply:
        who = person_key(click)
        records = await self._services.store.actions_of(who)
        before = bookmarks_from_actions([r for r in records if r.event != click.id])
        off = any(one.paper == id for one in before)
        mark = Bookmarked("", paper=id, off=off)
        await self._services.store.keep_action(ActionRecord(click.id, click.place.key, who, mark))
        if not off and await self._retracted(id):  # it was shown so
            await self._services.store.keep_note(told_note(who, mark, id))
        return replace(notice_reply(OFF_LIST if off else ON_LIST), private=True)

    async def _retracted(self, id: str) -> bool:
        try:
            known = await self._services.papers.described([id]) if self._services.papers is not None else {}
        except LibraryError:
            return False
        return id in known and known[id].status is Status.RETRACTED


def _without_ids(question: str) -> str:
    """Return a question without the ids of papers that it names: they are no words to look for."""
    for start, end, _ in reversed(ids_in_text(question)):
        question = f"{question[:start]} {question[end:]}"
    return clean_line(question)


def _bearing(question: str, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Return the sentences that have a word of the question."""
    wanted = set(plain_words(question))
    return tuple(p for p in passages if any(words_like(p.text, wanted)))


def _sought(article: Article, text: str) -> str:
    """Return the words that a paper's sentences are to bear on: those that it was looked up by, or its own title."""
    return text if plain_words(text) and not text.startswith("like:") else article.title


def _back(note: FoundPapers) -> Choice:
    return back_choice(note_id(note.thread, note.person, note.text), note.page)
