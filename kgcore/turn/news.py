"""What has changed since about things that somebody keeps on their list: papers that were retracted. Told once."""

from __future__ import annotations

from collections.abc import Sequence

from kgcore.errors import GraphError, LibraryError
from kgcore.library.ids import any_id
from kgcore.library.views import paper_of
from kgcore.presentation.claims import statement_inlines
from kgcore.presentation.replies import bookmarks_from_actions
from kgcore.turn.services import Services, note_id, person_key
from kgcore.values.actions import Bookmarked
from kgcore.values.message import FoundPapers, Incoming
from kgcore.values.model import Claim
from kgcore.values.reply import Block, Notice, Papers, PaperView, Plain, Reply, Strong, Text, Tone

HEADING = "Retracted since you put it on your list"
COUNTS_FOR_NOTHING = "Retracted papers count for nothing here."
MOST_TOLD = 10


class RetractionNews:
    """Tells people, with the next thing that they do, what was retracted of what is on their list."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def of(self, event: Incoming) -> Reply | None:
        """Return what its person has not been told yet; None where there is nothing. Raises StoreError."""
        library = self._services.papers.library if self._services.papers is not None else None
        if library is None:
            return None
        try:
            gone = await library.retracted()
        except LibraryError:
            return None
        if not gone:
            return None
        who = person_key(event)
        lines: list[Block] = []
        for item in bookmarks_from_actions(await self._services.store.actions_of(who)):
            lines += await self._on(item, gone, who)
            if len(lines) >= MOST_TOLD:
                break
        if not lines:
            return None
        return Reply("", "", (Text((Strong(f"{HEADING}:"),)), *lines, Notice(COUNTS_FOR_NOTHING)), private=True)

    async def _on(self, item: Bookmarked, gone: frozenset[str], who: str) -> Sequence[Block]:
        claim = None if item.paper else await self._claim(item)
        papers = (item.paper,) if item.paper else (*claim.papers_for, *claim.papers_against) if claim else ()
        fresh = [p for p in papers if (any_id(p) or p) in gone and await self._tell_once(who, item, p)]
        if not fresh:
            return ()
        assert self._services.papers is not None  # noqa: S101
        known = await self._services.papers.described([any_id(p) or p for p in fresh])
        views = tuple(PaperView(paper_of(article)) for article in known.values())
        shown: list[Block] = [Papers(views, 1, len(views))] if views else []
        if claim is not None:
            words = statement_inlines(claim, {}, self._services.vocabulary)
            shown = [Text((Plain("A claim on your list relied on it: "), *words, Plain("."))), *shown]
            shown.append(Notice(await self._now(claim), Tone.WARNING))
        return shown

    async def _now(self, claim: Claim) -> str:
        """Return how a claim stands by what is left."""
        try:
            (now,) = await self._services.checker.check_again([claim.triple])
        except GraphError:
            return "The graph could not be reached, so it was not checked again."
        was, is_now = claim.verdict.badge.label, now.verdict.badge.label
        return f"By the other papers it stays: {is_now}." if was == is_now else f"It was: {was}. Now it is: {is_now}."

    async def _claim(self, item: Bookmarked) -> Claim | None:
        turn = await self._services.store.turn(item.turn)
        return turn.claims[item.claim] if turn is not None and 0 <= item.claim < len(turn.claims) else None

    async def _tell_once(self, who: str, item: Bookmarked, paper: str) -> bool:
        """Whether this was not told yet; from now on it was. It is kept, and forgotten, like the person's own notes."""
        note = told_note(who, item, paper)
        if await self._services.store.note(note.id) is not None:
            return False
        await self._services.store.keep_note(note)
        return True


def told_note(who: str, item: Bookmarked, paper: str) -> FoundPapers:
    """Return what is kept once somebody knows that a paper on their list was retracted."""
    return FoundPapers(note_id(who, "retracted", item.turn, str(item.claim), paper), "", who, "", (paper,))
