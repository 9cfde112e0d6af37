"""Facts that people propose and decide about: read from words, shown as cards, kept in the log of the team's acts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations, groupby
from typing import Any

from kgcore.curation.layer import (
    LAST,
    Act,
    ActKind,
    Fact,
    Layer,
    Reviewed,
    ReviewState,
    layer_with,
    titles_of,
    waiting,
)
from kgcore.curation.learning import between_names
from kgcore.curation.proposals import WITH_CAUTION
from kgcore.errors import InputError, LibraryError
from kgcore.graph.layered import LayeredKnowledge
from kgcore.library.model import Article, Status
from kgcore.ports import Acts, KnowledgeGraph
from kgcore.presentation.replies import STALE, refusal_reply
from kgcore.presentation.reviewing import (
    DENIED,
    NOBODY_REVIEWS,
    REASONS,
    ReviewCard,
    desk_reply,
    edit_reply,
    read_relation,
    relation_value,
    review_reply,
    said_words,
    second_opinion,
)
from kgcore.turn.browsing import suggest_instead
from kgcore.turn.checking import Checker
from kgcore.turn.curating import kind_of
from kgcore.turn.reader import TextReader
from kgcore.turn.services import Services, person_key, record_deed
from kgcore.values.audit import Deed
from kgcore.values.citation import Citation
from kgcore.values.message import Action, Click, Command, Message, Person, Verb
from kgcore.values.model import (
    Candidate,
    Claim,
    Entity,
    Match,
    Mention,
    Paper,
    QualifierKind,
    Statement,
    Triple,
    paper_url,
)
from kgcore.values.reply import Option, Reply
from kgcore.values.text import clean_line
from kgcore.values.thread import Turn
from kgcore.verdict.qualifiers import SAYS_ELSE, qualifiers_of
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import statement_sentence

NOT_KEPT = "No facts can be added here."
NOT_A_REVIEWER = "Only reviewers can decide about that. An admin names them."
NOT_YOUR_OWN = "Somebody else has to decide about what you proposed."
AT_ONCE = "another paper for what the graph says"  # why a proposal went in by itself
DECIDED = "That was decided already."
NOT_DECIDED = "The graph says nothing about that claim that could be withdrawn."
_APART = r"\s,;:(\[–—-"  # what stands between a sentence and its paper
_SOURCE = (  # words that lead to a paper
    r"see(?: also)?|sources?|refs?\.?|references?|evidence|cf\.?|from|in|per|according to|based on|shown (?:in|by)"
    r"|as (?:shown|reported|found) (?:in|by)"
    r"|(?:(?:an?|the|this|that|one) )?(?:paper|study|trial|review|meta-analysis|article)"
    r"|(?-i:[A-Z][\w'’-]+)(?: et al\.?| (?:and|&) [\w'’-]+)?,? (?:19|20)\d\d"
)
_NUMBERS = r"\d{1,9}(?:(?:\s*[,;&]\s*|,?\s+and\s+)\d{5,9}(?!\d))*"
_PAPER = re.compile(
    rf"(?<![{_APART}])[{_APART}]*(?:\b(?:{_SOURCE})[{_APART}]+){{0,3}}"
    rf"(?:\b(?:PMIDs?|PubMed(?:\s+IDs?)?)\s*[:：]?\s*(?P<pmid>{_NUMBERS})"
    r"|https?://(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/(?P<page>\d{1,9})/?"
    r"|(?<=[(\[])(?P<bare>\d{7,8})(?=[)\]])"
    r"|(?:\bPMC[:：]?\s*(?:PMC)?|https?://(?:pmc|www)\.ncbi\.nlm\.nih\.gov/(?:pmc/)?articles/PMC)(?P<pmc>\d{1,9})/?"
    r"|(?:\bDOI[:：]?\s*(?:https?://(?:dx\.)?doi\.org/)?|https?://(?:dx\.)?doi\.org/|\b)(?P<doi>10\.\d{4,9}/\S+?))"
    r"(?=[\s,;)\]]|[.:](?:\s|\Z)|\Z)[)\]]*",
    re.IGNORECASE,
)
_NO_PAPER = re.compile(r"\b(?:PMIDs?|PMC|DOI)\b[:：]?\s*\S{0,40}", re.IGNORECASE)  # what is left of an id that is none
_QUOTES = "\"'“”‘’«»"
_ADDING = re.compile(
    r"(?:please,? |(?:can|could|would|will) you (?:please )?)?(?:add|propose)(?: (?:a|the|this|these|new|another))*"
    r"(?P<named> (?:fact|claim|statement|finding))?(?: to the (?:knowledge )?graph)?"
    r"(?:\s*[:：]\s*| [–—-]+ | (?P<that>that) )(?=\S)",
    re.IGNORECASE,
)
PATIENCE = 3.0  # seconds that a card waits for PubMed
_MOST_BETWEEN = 12  # words between two names that are looked at for the relation
_FEW_BETWEEN = 3  # such words that are the relation, whatever they are
_ENDS = ("subject", "object")  # the fields of the form in which a proposal is mended
_MOST_PREDICATES = 50  # each with its denial: options that every platform's menu can hold


def fact_said(text: str) -> str:
    """Return what stands behind "add:" at the start of a message, "" where nothing does.

    "Add that …" adds a fact where it is called one, or where a paper is named.
    """
    found = _ADDING.match(text)
    if found is None or (found["that"] and not found["named"] and not _PAPER.search(text, found.end())):
        return ""
    return text[found.end() :].strip()


def papers_in(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a sentence without the papers that it names, and their ids. Raises InputError for an id that is none."""
    ids = named_papers(text)
    rest = " ".join(_PAPER.sub(" ", " ".join(text.split())).split()).replace(" ,", "").strip(" ,;:([–—-")
    if wrong := _NO_PAPER.search(rest):
        raise InputError(f"{clean_line(wrong[0])!r} is no paper's id.", hint="Write PMID 26752497 or DOI 10.1000/x.")
    rest = rest.removesuffix(" .")
    quoted = rest[:1] in _QUOTES and rest.rstrip(".")[-1:] in _QUOTES
    return rest.strip(_QUOTES + ".") if quoted else rest, ids


def named_papers(text: str) -> tuple[str, ...]:
    """Return the ids of the papers that a text names, each once."""
    ids: list[str] = []
    for found in _PAPER.finditer(" ".join(text.split())):
        numbers = found["pmid"] or found["page"] or found["bare"] or ""
        ids.extend(f"PMID:{number}" for number in re.findall(r"\d+", numbers))
        ids.extend([f"PMC:PMC{found['pmc']}"] if found["pmc"] else [])
        ids.extend([f"DOI:{found['doi'].lower()}"] if found["doi"] else [])
    return tuple(dict.fromkeys(ids))


def paper_id(text: str) -> str:
    """Return a paper's id as the graph writes it: PMID:…, PMC:PMC… or DOI:…; raises InputError for anything else."""
    cleaned = text.strip().strip("()., ")
    if found := re.fullmatch(r"(?:PMID:?\s*)?(\d{1,9})", cleaned, re.IGNORECASE):
        return f"PMID:{found[1]}"
    if found := re.fullmatch(r"(?:PMC:?\s*)?PMC(\d{1,9})|PMC:\s*(\d{1,9})", cleaned, re.IGNORECASE):
        return f"PMC:PMC{found[1] or found[2]}"
    if found := re.fullmatch(r"(?:DOI:?\s*|https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)", cleaned, re.IGNORECASE):
        return f"DOI:{found[1].lower()}"
    raise InputError(f"{clean_line(text)[:80]!r} is no paper's id.", hint="Write PMID 26752497 or DOI 10.1000/x.")


async def read_fact(
    graph: KnowledgeGraph, vocabulary: Vocabulary, text: str, papers: Sequence[str], sentence: str = ""
) -> tuple[Fact, Claim]:
    """Return the one fact that a sentence states, and how the graph judges it now. Raises InputError.

    Of whom, how and how surely it is said stays with the fact; what may be meant otherwise is none.
    """
    _, paragraphs = await TextReader(graph, vocabulary).read(text)
    triples = [t for p in paragraphs for t in p.triples]
    if len(triples) != 1:
        found = "no relation between two names of the graph" if not triples else f"{len(triples)} relations"
        raise InputError(f"I read {found} in “{clean_line(text)}”.", hint='Write one: "Magnesium prevents migraine."')
    (claim,) = await Checker(graph, vocabulary).check(triples)
    if claim.subject is None or claim.object is None or not claim.predicate:
        raise InputError(f"That cannot be a fact yet: {claim.why}", hint="Enter or name what is missing first.")
    entities = claim.subject.entity, claim.object.entity
    sides = zip((triples[0].subject, triples[0].object), entities, strict=True)
    said = qualifiers_of(triples[0], [(mention, (Candidate(e, 1.0, Match.EXACT),)) for mention, e in sides])
    if triples[0].doubtful or triples[0].refuted or said.of(*SAYS_ELSE):
        raise InputError(f"I am not sure how “{clean_line(text)}” is meant.", hint="Say plainly what is so.")
    signed = vocabulary.get(claim.predicate).symmetric  # else the predicate tells which way it goes
    told = (clean_line(q.words) for q in said.said if signed or q.kind is not QualifierKind.SIGN)
    note = ", ".join(dict.fromkeys((*((WITH_CAUTION,) if claim.hedged else ()), *told, "a person's word")))
    fact = Fact(entities[0].id, claim.predicate, entities[1].id, claim.negated, tuple(papers), sentence, note)
    return replace(fact, kind=kind_of(claim.verdict)), claim


def claim_words(claim: Claim) -> str:
    """Return a claim as it was said, on one line."""
    triple = claim.triple
    return clean_line(f"{triple.subject.text} {triple.relation} {triple.object.text}")


def new_act(kind: ActKind, by: str, **told: Any) -> Act:
    """Return an act of now, not yet numbered. Raises InputError where nobody is named."""
    who = clean_line(by)
    if not who:
        raise InputError("Nobody is named as the one who decides.", hint="Give --by NAME.")
    return Act(0, datetime.now(UTC).isoformat(timespec="seconds"), who, kind, **told)


def accepted_at_once(fact: Fact, by: str, why: str) -> tuple[Act, Act]:
    """Return the acts with which a fact is proposed and goes in by itself; the log says so."""
    return (
        new_act(ActKind.PROPOSED, by, fact=fact),
        new_act(ActKind.ACCEPTED, f"{by}, automatically", target=LAST, why=why),
    )


def trail_lines(done: Iterable[Act | InputError], graph: str) -> list[str]:
    """Return what the audit trail says of acts that were added: a line for each, but one for what was only proposed or
    moved together.
    """
    acts = [act for act in done if isinstance(act, Act)]
    lines = []
    for kind, some in groupby(acts, key=lambda act: act.kind):
        same = list(some)
        if len(same) > 1 and kind in (ActKind.PROPOSED, ActKind.MOVED):
            lines.append(f"{kind.value}: acts {same[0].number} to {same[-1].number} of graph {graph}")
            continue
        for act in same:
            about = f" on {act.target}" if act.target else ""
            lines.append(f"{kind.value}: act {act.number}{about} of graph {graph}")
    return lines


def relation_words(fact: Fact, vocabulary: Vocabulary) -> str:
    """Return the words between the two names of a fact's sentence that state its predicate, "" where none do."""
    words = between_names(fact).split()[:_MOST_BETWEEN]
    longest_first = sorted(combinations(range(len(words) + 1), 2), key=lambda ends: ends[0] - ends[1])
    said = (" ".join(words[start:end]) for start, end in longest_first)
    whole = " ".join(words) if len(words) <= _FEW_BETWEEN else ""
    return next((s for s in said if fact.predicate in vocabulary.read(s).predicates), whole)


async def fact_ends(graph: KnowledgeGraph, fact: Fact) -> tuple[Entity, Entity]:
    """Return both ends of a fact; those that neither graph nor fact can name are named by their ids."""
    known = {e.id: e for e in fact.entered} | dict(await graph.entities([fact.subject, fact.object]))
    first, second = (known.get(id) or Entity(id, id, "") for id in (fact.subject, fact.object))
    return first, second


async def fact_words(graph: KnowledgeGraph, vocabulary: Vocabulary, act: Act) -> str:
    """Return what a proposal says, in words."""
    if act.fact is None:
        return ""
    subject, object = await fact_ends(graph, act.fact)
    words = statement_sentence(subject, vocabulary.get(act.fact.predicate), object, negated=act.fact.negated)
    return f"Withdraw: {words}" if act.withdraws else words


class ReviewHandler:
    """Shows proposals and takes what people decide about them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._graph, self._vocabulary = services.graph, services.vocabulary

    async def command(self, event: Command | Message, text: str = "") -> Reply:
        """Show the first open proposal; with a text, propose what it says. Raises StoreError."""
        try:
            acts = self._acts()
            if not text:
                return await self._card(acts, 0, event.person)
            return await self._proposed(acts, event, text, "")
        except InputError as error:
            return refusal_reply(str(error))

    async def click(self, event: Click, action: Action, turn: Turn | None = None) -> Reply:
        """Do what a button or form of a card says; `turn` is the one whose claim is disputed. Raises StoreError."""
        try:
            return await self._done(self._acts(), event, action, turn)
        except InputError as error:
            return refusal_reply(str(error))

    async def _done(self, acts: Acts, event: Click, action: Action, turn: Turn | None) -> Reply:
        match action.verb:
            case Verb.REVIEW:
                return await self._card(acts, action.index, event.person)
            case Verb.PROPOSE:
                return await self._proposed(acts, event, _field(event, "fact"), _field(event, "paper"))
            case Verb.DISPUTE if turn is not None:
                return await self._disputed(acts, event, turn, action.index)
            case Verb.DISPUTE:
                return refusal_reply(STALE)
            case Verb.TAKE_BACK:
                return await self._taken_back(acts, event, action.index)
        card = await self._card_of(acts, action.index, event.person)
        if card is None:
            return refusal_reply(STALE)
        if not card.may:
            raise InputError(NOT_A_REVIEWER)
        match action.verb:
            case Verb.EDIT:
                return edit_reply(card, self._predicates(card), await self._near(card))
            case Verb.SECOND:
                return second_opinion(card, event.person.name)
            case Verb.AMEND:
                return await self._amended(acts, event, card)
            case Verb.ACCEPT | Verb.REJECT:
                return await self._decided(acts, event, card, action.verb)
            case _:
                return refusal_reply(STALE)

    def _acts(self) -> Acts:
        if self._services.acts is None:
            raise InputError(NOT_KEPT)
        return self._services.acts

    def _may(self, person: Person) -> bool:
        named = self._services.reviewers
        return person.reviewer or (person.id in named if named else person.admin)

    # ── cards ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def _card(self, acts: Acts, number: int, person: Person, said: str = "", done: int = 0) -> Reply:
        card = await self._card_of(acts, number, person)
        if card is None:
            return desk_reply(" ".join(part for part in (said, NOBODY_REVIEWS) if part), done)
        return review_reply(card, said, done)

    async def _card_of(self, acts: Acts, number: int, person: Person) -> ReviewCard | None:
        """Return the card of a proposal (0: the first that is open), None where there is none."""
        layer = await asyncio.to_thread(acts.layer)
        left = waiting(layer)
        found = layer.proposals.get(number) if number else next(iter(left), None)
        if found is None:
            return None
        numbers = [r.proposed.number for r in left]
        at = numbers.index(found.proposed.number) if found.proposed.number in numbers else -1
        before, after = (numbers[n] if at >= 0 and 0 <= n < len(numbers) else 0 for n in (at - 1, at + 1))
        if at < 0:
            after = numbers[0] if numbers else 0
        now, then = await self._judged(found)
        papers = await self._papers(found.fact)
        return ReviewCard(
            found,
            await fact_words(self._graph, self._vocabulary, found.proposed),
            await fact_ends(self._graph, found.fact),
            now,
            then,
            papers,
            at + 1,
            len(numbers),
            before,
            after,
            self._may(person),
            relation_words(found.fact, self._vocabulary),
        )

    async def _papers(self, fact: Fact) -> tuple[Paper, ...]:
        """Return the papers as the graph knows them, else the library, else PubMed if it may be asked; what none has,
        or tells in time, is known by its id and the title with which it was read.
        """
        ids, titles = fact.papers, titles_of(fact)
        known = await self._known_papers(ids)
        left = [id for id in ids if id not in known or not known[id].title]
        search = self._services.papers
        if search is not None and left:
            with suppress(LibraryError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    known |= _described(left, await search.looked_up(left) or {})
        some = (known.get(id) or Paper(id, url=paper_url(id)) for id in ids)
        return tuple(replace(p, title=p.title or titles.get(p.id, "")) for p in some)

    async def _known_papers(self, ids: Sequence[str]) -> dict[str, Paper]:
        known = dict(await self._graph.papers(ids))
        search = self._services.papers
        left = [id for id in ids if id not in known or not known[id].title]
        if search is not None and left:
            with suppress(LibraryError):
                known |= _described(left, await search.described(left))
        return known

    async def _looked_up(self, ids: Sequence[str]) -> str:
        """Return what has to be said of papers that somebody names: PubMed is asked where it may be, and where neither
        graph nor library knows them. Raises InputError where PubMed has no such paper.
        """
        known = await self._known_papers(ids)
        left = [id for id in ids if id not in known or not known[id].title]
        if self._services.papers is None or not left:
            return ""
        try:
            found = await self._services.papers.looked_up(left)
        except LibraryError:
            return "PubMed could not be reached, so the paper was not looked up."
        if found is None:
            return ""
        missing = next((id for id in left if id not in found and id.startswith("PMID:")), "")
        if missing:
            raise InputError(f"PubMed has no paper {missing}.", hint="Check the number, or leave it out.")
        if any(a.status is Status.RETRACTED for a in found.values()):
            return "That paper was retracted: as evidence it counts for nothing."
        return ""

    async def _judged(self, reviewed: Reviewed) -> tuple[Claim, Claim]:
        """Return the fact as a claim, without and with it."""
        subject, object = await fact_ends(self._graph, reviewed.fact)
        triple = _triple(reviewed.fact, subject, object, self._vocabulary)
        (now,) = await Checker(self._graph, self._vocabulary).check([triple])
        if reviewed.state is not ReviewState.OPEN:
            return now, now
        supposed = Layer(withdrawn=frozenset(reviewed.proposed.withdraws))
        if not reviewed.proposed.withdraws:
            supposed = layer_with(reviewed)
        graph = LayeredKnowledge(self._graph, lambda: supposed)
        (then,) = await Checker(graph, self._vocabulary).check([triple])
        return now, then

    def _predicates(self, card: ReviewCard) -> list[Option]:
        """Return the relations to choose from, each with its denial: its own, then those between two such entities."""
        subject, object = (end.type for end in card.ends)
        info, own = self._graph.info, card.reviewed.fact.predicate
        fitting = {p for s, p, o in info.signatures if {s, o} == {subject, object}}
        names = sorted((p.name for p in info.predicates), key=lambda name: (name != own, name not in fitting))
        names = (names if own in names else [own, *names])[:_MOST_PREDICATES]
        words = self._vocabulary.words
        return [Option(relation_value(n, negated), words(n, negated)) for n in names for negated in (False, True)]

    async def _near(self, card: ReviewCard) -> list[tuple[Entity, ...]]:
        """Return per end of a fact the entities that may be meant instead of it."""
        first, second = card.ends
        said = card.reviewed.fact.names
        return [
            await suggest_instead(self._graph, first, said[0], second),
            await suggest_instead(self._graph, second, said[1], first),
        ]

    # ── acts ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _added(
        self, acts: Acts, event: Click | Command | Message, make: Callable[[Layer], tuple[ActKind, dict[str, Any]]]
    ) -> Act:
        by, person = clean_line(event.person.name) or event.person.id, person_key(event)

        def act(layer: Layer) -> Act:
            kind, told = make(layer)
            return new_act(kind, by, person=person, **told)

        added = await asyncio.to_thread(acts.add, act)
        for line in trail_lines([added], self._graph.info.name):
            await record_deed(self._services.store, event, Deed.REVIEWED, line)
        return added

    async def _proposed(self, acts: Acts, event: Click | Command | Message, text: str, paper: str) -> Reply:
        if not text.strip():
            raise InputError("Nothing is said yet.", hint='Write a sentence: "Magnesium prevents migraine."')
        said, papers = papers_in(text)
        papers = tuple(dict.fromkeys((*papers, paper_id(paper)))) if paper.strip() else papers
        fact, _ = await read_fact(self._graph, self._vocabulary, said, papers)
        word = await self._looked_up(papers)
        act = await self._added(acts, event, lambda _: (ActKind.PROPOSED, {"fact": fact, "why": said_words(said)}))
        told = f"Proposed. It counts once a reviewer has accepted it. {word}".strip()
        return await self._card(acts, act.number, event.person, told)

    async def _disputed(self, acts: Acts, event: Click, turn: Turn, index: int) -> Reply:
        if index >= len(turn.claims):
            return refusal_reply(STALE)
        claim = turn.claims[index]
        edges = (claim.edges_for if _field(event, "side") != DENIED else ()) or claim.edges_against
        if not edges or claim.subject is None or claim.object is None:
            raise InputError(NOT_DECIDED)
        reason = clean_line(_field(event, "reason"))
        if not reason:
            raise InputError("Please say what is wrong with it.")
        paper = _field(event, "paper")
        first = edges[0]
        named = named_papers(reason)
        papers = tuple(dict.fromkeys((paper_id(paper), *named))) if paper.strip() else named
        word = await self._looked_up(papers)
        fact = Fact(first.subject, first.predicate, first.object, first.negated, papers, "", reason)
        ids = tuple(e.id for e in edges)
        instead = _field(event, "instead")
        amended = None
        if instead:  # read before anything is kept: what cannot be read is said, and can be written anew
            said, more = papers_in(instead)
            amended, _ = await read_fact(self._graph, self._vocabulary, said, tuple(dict.fromkeys((*papers, *more))))
        act = await self._added(
            acts, event, lambda _: (ActKind.PROPOSED, {"fact": fact, "withdraws": ids, "why": reason})
        )
        if amended is not None:
            told = {"fact": amended, "why": f"instead of what proposal {act.number} withdraws"}
            await self._added(acts, event, lambda _: (ActKind.PROPOSED, told))
        done = f"Proposed. It counts once a reviewer has accepted it. {word}".strip()
        return await self._card(acts, act.number, event.person, done)

    async def _decided(self, acts: Acts, event: Click, card: ReviewCard, verb: Verb) -> Reply:
        kind = ActKind.ACCEPTED if verb is Verb.ACCEPT else ActKind.REJECTED
        why = dict(REASONS).get(_field(event, "reason"), "")

        def make(layer: Layer) -> tuple[ActKind, dict[str, Any]]:
            self._check_own(acts, event, layer, card.number)
            return kind, {"target": str(card.number), "why": why}

        try:
            act = await self._added(acts, event, make)
        except InputError:
            now = await self._card_of(acts, card.number, event.person)
            if now is None or now.reviewed.decided is None:
                raise
            return review_reply(now, DECIDED)  # the card tells their decision, which can be taken back
        done = "Accepted: it counts from now on." if verb is Verb.ACCEPT else "Rejected: it is not proposed again."
        return await self._card(acts, card.next, event.person, done, act.number)

    def _check_own(self, acts: Acts, event: Click, layer: Layer, number: int) -> None:
        """Raise InputError where somebody decides about their own proposal though another reviewer exists."""
        found, me = layer.proposals.get(number), person_key(event)
        if found is None or found.decided is not None or found.proposed.person != me:
            return  # what is decided says who did, whoever proposed it
        deciding = {r.decided.person for r in layer.proposals.values() if r.decided is not None}
        if len(self._services.reviewers) > 1 or deciding - {me, ""}:
            raise InputError(NOT_YOUR_OWN)

    async def _amended(self, acts: Acts, event: Click, card: ReviewCard) -> Reply:
        old = card.reviewed.fact
        ends = [await self._meant(_field(event, name), end) for name, end in zip(_ENDS, card.ends, strict=True)]
        predicate, negated = read_relation(_field(event, "relation"))
        if predicate not in {p.name for p in self._graph.info.predicates} | {old.predicate}:
            return refusal_reply(STALE)
        names, types = (_where_kept(some, old, ends) for some in (old.names, old.types))
        subject, object = (end.id for end in ends)
        fact = replace(old, subject=subject, predicate=predicate, object=object, negated=negated)
        fact = replace(fact, names=names, types=types, score=1.0)  # a person says so
        act = await self._added(acts, event, lambda _: (ActKind.PROPOSED, {"fact": fact}))
        if card.reviewed.state is ReviewState.OPEN:
            told = {"target": str(card.number), "why": f"amended as proposal {act.number}"}
            await self._added(acts, event, lambda _: (ActKind.REJECTED, told))
        return await self._card(acts, act.number, event.person, f"Proposed so, in place of proposal {card.number}.")

    async def _meant(self, said: str, before: Entity) -> Entity:
        """Return the entity that a form names, or chooses by its id."""
        if clean_line(said) in (clean_line(before.name), before.id):
            return before
        return (await self._graph.entities([said])).get(said) or await self._named(said)

    async def _named(self, name: str) -> Entity:
        (ranking,) = await self._graph.rank([Mention(clean_line(name))]) if name.strip() else (None,)
        if ranking is None or not ranking.linked:
            near = ", ".join(c.entity.name for c in ranking.candidates[:5]) if ranking else ""
            hint = f"Nearest: {near}." if near else ""
            raise InputError(f"The graph has nothing called {clean_line(name)!r}.", hint=hint)
        return ranking.candidates[0].entity

    async def _taken_back(self, acts: Acts, event: Click, number: int) -> Reply:
        if not self._may(event.person):
            raise InputError(NOT_A_REVIEWER)
        undone = next((a for a in await asyncio.to_thread(acts.acts) if a.number == number), None)
        await self._added(acts, event, lambda _: (ActKind.UNDID, {"target": str(number)}))
        back = int(undone.target) if undone and undone.target.isdecimal() else 0
        return await self._card(acts, back, event.person, "Taken back.")


def _described(ids: Sequence[str], articles: Mapping[str, Article]) -> dict[str, Paper]:
    found = ((id, articles[id]) for id in ids if id in articles)
    return {
        id: Paper(id, a.title, a.journal, a.year, a.url or paper_url(id), **Citation(a.authors, *a.place)._asdict())
        for id, a in found
    }


def _where_kept(told: tuple[str, str], old: Fact, ends: Sequence[Entity]) -> tuple[str, str]:
    """Return what was told of the two ends of a fact, "" for one that is another entity now."""
    first, second = (t if e.id == id else "" for t, e, id in zip(told, ends, (old.subject, old.object), strict=True))
    return first, second


def _field(event: Click, name: str) -> str:
    return next(iter(event.field(name)), "").strip()


def _triple(fact: Fact, subject: Entity, object: Entity, vocabulary: Vocabulary) -> Triple:
    words = vocabulary.words(fact.predicate, fact.negated)
    ends = Mention(subject.name, subject.type or None), Mention(object.name, object.type or None)
    stated = (
        Statement(fact.subject, fact.predicate, fact.object, fact.negated) if subject.type and object.type else None
    )
    return Triple(ends[0], words, ends[1], fact.predicate, fact.negated, stated=stated)
