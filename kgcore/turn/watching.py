"""Keeps an eye on saved searches and entities for a channel, and tells once what is new on them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from kgcore.curation.layer import PAPER_IDS, Act, ActKind, Layer, ProposalKind, Reviewed, layer_with
from kgcore.curation.learning import Lessons, fact_of
from kgcore.curation.proposals import Proposal
from kgcore.curation.watching import (
    LONGEST_WATCH,
    Marks,
    Watch,
    WatchList,
    read_watch_list,
    watch_list_text,
)
from kgcore.errors import InputError, LibraryError
from kgcore.graph.layered import LayeredKnowledge
from kgcore.library.model import Article, LibraryQuery, Status
from kgcore.ports import Acts, Library, Store
from kgcore.presentation.replies import notice_reply, refusal_reply
from kgcore.presentation.watching import (
    NO_LIBRARY,
    NOTHING_NEW,
    NOTHING_WATCHED,
    ChangedVerdict,
    Digest,
    ThreadClaim,
    digest_reply,
    watches_reply,
)
from kgcore.turn.checking import Checker
from kgcore.turn.curating import ArticleReader, annotated_article
from kgcore.turn.reviewing import AT_ONCE, accepted_at_once, claim_words, new_act, trail_lines
from kgcore.turn.services import Services
from kgcore.values.audit import AuditEntry, Deed
from kgcore.values.message import Command, Place
from kgcore.values.model import TEAM, Claim, Edge, Match, Mention, Reason
from kgcore.values.reply import Reply
from kgcore.values.text import clean_line
from kgcore.values.thread import Turn
from kgcore.verdicts import Verdict

WATCHES = "watches"  # the namespace of the store's small map: a list a channel
NOW, DUE = "now", "due"  # behind the command: look at once; look, and be silent where nothing is new
WATCHER = "Evigraph, watching"  # who proposes what is read in new papers
_STOP = re.compile(r"stop\s+(\d{1,3})", re.IGNORECASE)
_FOUND_AT_FIRST = 1_000  # papers of one watch that are asked for; where there are as many, more are
_MOST_READ = 200  # papers that are read for facts in one go
_MOST_THREADS = 30  # of a channel, the latest, whose claims are looked at


@dataclass(frozen=True, slots=True)
class _Said:
    """A claim of an answer of the channel, with where it stands."""

    key: str  # "turn:claim", from 0
    claim: Claim
    where: ThreadClaim


def watch_key(place: Place) -> str:
    """Return under which key a channel's list lies."""
    return "\x1f".join((place.platform, place.workspace, place.channel))


async def watch_lists(store: Store) -> list[WatchList]:
    """Return the lists of all channels that watch anything. Raises StoreError."""
    kept = [await store.get_state(WATCHES, key) for key in await store.state_keys(WATCHES, "")]
    return [found for text in kept if text and (found := read_watch_list(text)) is not None and found.watches]


class WatchHandler:
    """Answers the command: shows the list, adds to it, takes from it, and looks what is new."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def command(self, event: Command) -> Reply | None:
        """Do what stands behind the command; None where nothing is to be said. Raises StoreError and GraphError."""
        key, text = watch_key(event.place), clean_line(event.text)
        watched = read_watch_list(await self._services.store.get_state(WATCHES, key) or "")
        place = (event.place.platform, event.place.workspace, event.place.channel, event.place.thread)
        watched = watched or WatchList(place)
        try:
            if text.casefold() in (NOW, DUE):
                return await self._looked(event, key, watched, quiet=text.casefold() == DUE)
            if not text:
                return watches_reply(watched.watches)
            if stop := _STOP.fullmatch(text):
                watched = watched.without(int(stop[1]))
                return await self._kept(key, watched, "Stopped.")
            return await self._added(key, replace(watched, place=place), text)
        except InputError as error:
            return refusal_reply(str(error))
        except LibraryError as error:
            return None if text.casefold() == DUE else refusal_reply(str(error))

    async def _added(self, key: str, watched: WatchList, text: str) -> Reply:
        if len(text) > LONGEST_WATCH:
            raise InputError(f"That is too long; {LONGEST_WATCH} characters are enough.")
        (ranking,) = await self._services.graph.rank([Mention(text)])
        best = ranking.candidates[0] if ranking.linked else None
        surely = best is not None and best.match in (Match.EXACT, Match.SYNONYM)
        watch = Watch.following(best.entity) if best is not None and surely else Watch.search(text)
        first = not watched.watches
        watched = watched.with_watch(watch)
        library = self._library
        if library is not None and first:
            watched = replace(watched, marks=await self._marks(library, watched))
        elif library is not None:
            gone = [a.id for a in await _retracted(library, (watch,), ())]
            watched = replace(watched, marks=watched.marks.told(gone, ()))
        said = f"{watch.text} is followed here now." if surely else "This search is watched here now."
        return await self._kept(key, watched, said if library is not None else f"{said} {NO_LIBRARY}")

    @property
    def _library(self) -> Library | None:
        return self._services.papers.library if self._services.papers is not None else None

    async def _kept(self, key: str, watched: WatchList, said: str) -> Reply:
        text = watch_list_text(watched) if watched.watches else None
        await self._services.store.set_state(WATCHES, key, text)
        return watches_reply(watched.watches, said)

    async def _marks(self, library: Library, watched: WatchList) -> Marks:
        """Return the marks of somebody who knows all that there is now."""
        retracted = [a.id for a in await _retracted(library, watched.watches, ())]
        return Marks().after(await library.ids()).told(retracted, ())

    # ── what is new ─────────────────────────────────────────────────────────────────────────────────────────────

    async def _looked(self, event: Command, key: str, watched: WatchList, *, quiet: bool) -> Reply | None:
        library = self._library
        if library is None or not watched.watches:
            return None if quiet else notice_reply(NO_LIBRARY if library is None else NOTHING_WATCHED)
        before = watched.marks_for(event.id)
        ids = await library.ids()
        papers = await new_papers(library, watched.watches, frozenset(before.newer(ids)))
        said = await self._said(key)
        digest = await self._read(papers, said)
        cited = {p for one in said for e in _decisive(one.claim) for p in e.publications}
        gone = [a for a in await _retracted(library, watched.watches, cited) if a.id not in before.retracted]
        changed = await self._changed(said, dict(before.verdicts), await library.retracted() if cited else frozenset())
        verdicts = [(one.key, now.value) for one, now in changed]
        marks = before.after(ids).told([a.id for a in gone], verdicts)
        await self._services.store.set_state(
            WATCHES, key, watch_list_text(replace(watched, marks=marks, before=before, event=event.id))
        )
        shown = tuple(ChangedVerdict(one.where, _told_verdict(one, dict(before.verdicts)), now) for one, now in changed)
        digest = replace(digest, retracted=tuple(gone), changed=shown)
        if not digest:
            return None if quiet else notice_reply(NOTHING_NEW)
        return digest_reply(digest, datetime.now(UTC).date())

    async def _said(self, key: str) -> list[_Said]:
        """Return the claims of the channel's latest threads that are about two entities of the graph."""
        store, found = self._services.store, []
        for thread in await store.threads(f"{key}\x1f", _MOST_THREADS):
            day = _day(thread.updated)
            for turn in await store.turns(thread.key):
                found += _claims(turn, thread.title, day)
        return found

    async def _read(self, papers: Sequence[Article], said: Sequence[_Said]) -> Digest:
        """Return what the papers state: known, new, or against; it waits for a reviewer from now on."""
        acts, graph, words = self._services.acts, self._services.graph, self._services.vocabulary
        lessons = Lessons.of(await asyncio.to_thread(acts.layer)) if acts is not None else Lessons()
        reader = ArticleReader(graph, words, lessons=lessons)
        texts = [annotated_article(a) for a in papers[:_MOST_READ]]
        facts = [p for some in await reader.read([t for t in texts if t is not None]) for p in some] if texts else []
        against = await self._against(facts, said)
        left = [p for p in facts if p not in against]
        kinds = [p.kind for p in left]
        return Digest(
            tuple(papers),
            kinds.count(ProposalKind.KNOWN),
            kinds.count(ProposalKind.NEW),
            tuple(where for some in against.values() for where in some),
            kinds.count(ProposalKind.AGAINST),
            proposed=await self._proposed(acts, facts) if acts is not None else 0,
            unread=len(papers[_MOST_READ:]),
        )

    async def _proposed(self, acts: Acts, facts: Sequence[Proposal]) -> int:
        """Propose what was read; return how many facts wait since that did not before. Raises StoreError."""
        automatic = (await asyncio.to_thread(acts.layer)).automatic
        made: list[Act] = []
        for p in facts:
            fact = replace(fact_of(p), papers=_paper_ids(p.article))
            if automatic and p.automatic and fact.papers:
                made += accepted_at_once(fact, WATCHER, AT_ONCE)
            else:
                made.append(new_act(ActKind.PROPOSED, WATCHER, fact=fact))
        done = [a for a in await asyncio.to_thread(acts.add_all, made) if not isinstance(a, InputError)] if made else []
        for line in trail_lines(done, self._services.graph.info.name):
            await self._services.store.record(AuditEntry(Deed.REVIEWED, "", WATCHER, line))
        kinds = [act.kind for act in done]
        return kinds.count(ActKind.PROPOSED) - kinds.count(ActKind.ACCEPTED)

    async def _against(self, facts: Sequence[Proposal], said: Sequence[_Said]) -> Mapping[Proposal, list[ThreadClaim]]:
        """Return the facts that speak against earlier claims, each with those: judged as if it alone were added."""
        found: dict[Proposal, list[ThreadClaim]] = {}
        by_pair: dict[frozenset[str], list[_Said]] = {}
        for one in said:
            by_pair.setdefault(_pair(one.claim), []).append(one)
        for fact in facts:
            about = by_pair.get(frozenset((fact.subject.id, fact.object.id)), [])
            if not about:
                continue
            supposed = layer_with(Reviewed(Act(0, "", "", ActKind.PROPOSED, fact=fact_of(fact))))
            graph = LayeredKnowledge(self._services.graph, lambda supposed=supposed: supposed)  # type: ignore[misc]
            claims = await Checker(graph, self._services.vocabulary).check_again([one.claim.triple for one in about])
            for one, claim in zip(about, claims, strict=True):
                if any(e.id in supposed.edges for e in claim.edges_against):
                    found.setdefault(fact, []).append(one.where)
        return found

    async def _changed(
        self, said: Sequence[_Said], told: Mapping[str, str], retracted: frozenset[str]
    ) -> list[tuple[_Said, Verdict]]:
        """Return the claims whose verdict is another one than was told, because of a retraction or of the team."""
        acts = self._services.acts
        layer = await asyncio.to_thread(acts.layer) if acts is not None else Layer()
        moved = [one for one in said if _has_cause(one.claim, layer, retracted)]
        claims = await self._services.checker.check_again([one.claim.triple for one in moved]) if moved else ()
        return [
            (one, claim.verdict)
            for one, claim in zip(moved, claims, strict=True)
            if claim.verdict is not _told_verdict(one, told) and claim.reason is not Reason.GRAPH_UNREACHABLE
        ]


def _has_cause(claim: Claim, layer: Layer, retracted: frozenset[str]) -> bool:
    """Whether something happened to what decided a claim: a verdict that is merely read otherwise is no news."""
    edges = _decisive(claim)
    known = {e.id for e in edges}
    if any(e.id in layer.withdrawn or not retracted.isdisjoint(e.publications) for e in edges):
        return True
    if any(e.sources == (TEAM,) and e.id not in layer.edges for e in edges):
        return True  # accepted then, and taken back since
    pair = _pair(claim)
    return any({e.subject, e.object} == pair and e.id not in known for id in pair for e in layer.beside.get(id, ()))


def _decisive(claim: Claim) -> tuple[Edge, ...]:
    return (*claim.edges_for, *claim.edges_against)


def _told_verdict(said: _Said, told: Mapping[str, str]) -> Verdict:
    return Verdict(told[said.key]) if said.key in told else said.claim.verdict


def _pair(claim: Claim) -> frozenset[str]:
    ends = (claim.subject, claim.object)
    return frozenset(c.entity.id for c in ends if c is not None)


def _claims(turn: Turn, title: str, day: date) -> list[_Said]:
    return [
        _Said(f"{turn.id}:{n}", claim, ThreadClaim(n + 1, clean_line(title), day, claim_words(claim)))
        for n, claim in enumerate(turn.claims)
        if turn.done and not turn.withdrawn and len(_pair(claim)) == 2
    ]


def _day(when: str) -> date:
    try:
        return datetime.fromisoformat(when).date()
    except ValueError:
        return datetime.now(UTC).date()


async def new_papers(library: Library, watches: Sequence[Watch], newer: frozenset[str]) -> list[Article]:
    """Return the papers that came since and are about anything watched, each once. Raises LibraryError."""
    found: dict[str, Article] = {}
    for watch in watches if newer else ():
        for article in await _all_found(library, watch.query):
            if article.id in newer and article.id not in found and watch.fits(article):
                found[article.id] = article
    return [a for a in found.values() if a.status is not Status.RETRACTED]


async def _all_found(library: Library, query: LibraryQuery) -> list[Article]:
    """Return all that a search finds: what came last may stand behind a thousand that were told of long ago."""
    most = _FOUND_AT_FIRST
    while len(hits := await library.search(query, most)) >= most:
        most *= 4
    return [hit.article for hit in hits]


async def _retracted(library: Library, watches: Sequence[Watch], cited: Collection[str]) -> list[Article]:
    """Return the retracted papers that are about anything watched, or that decide a claim. Raises LibraryError."""
    found: dict[str, Article] = {}
    for watch in watches:
        query = replace(watch.query, statuses=frozenset({Status.RETRACTED}))
        found |= {a.id: a for a in await _all_found(library, query) if watch.fits(a)}
    known = await library.articles(cited) if cited else {}
    return list((found | {a.id: a for a in known.values() if a.status is Status.RETRACTED}).values())


def _paper_ids(article: str) -> tuple[str, ...]:
    return (article,) if article.startswith(PAPER_IDS) else ()
